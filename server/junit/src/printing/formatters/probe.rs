#[test]
fn probe() {
    let Ok(list) = std::env::var("FMT_LIST") else { return };
    let mode = std::env::var("FMT_MODE").unwrap();
    let (mut same, mut all) = (0, 0);
    for path in list.split(' ') {
        let text = std::fs::read_to_string(path).unwrap();
        let file = goalline_syntax::JavaFile::parse(text.as_str());
        for node in file.root().descendants() {
            if !matches!(node.kind(), "expression_statement" | "local_variable_declaration") { continue }
            let whole = node.text();
            if !whole.contains('\n') || whole.contains("{\n") || whole.contains("//") || whole.contains(";\n") { continue }
            let start = text[..node.span().start].rfind('\n').unwrap() + 1;
            let lead = &text[start..node.span().start];
            if !lead.trim().is_empty() { continue }
            let expected: Vec<String> = whole.lines().enumerate().map(|(i, l)| if i == 0 { l.to_owned() } else { l.strip_prefix(lead).unwrap_or(l).to_owned() }).collect();
            let mut flat = String::new();
            for l in whole.lines() {
                let l = l.trim();
                if !flat.is_empty() && !flat.ends_with('(') && !l.starts_with('.') && !l.starts_with(')') { flat.push(' ') }
                flat.push_str(l);
            }
            let flat = flat.replace("{ \"", if mode == "google" {"{\""} else {"{ \""});
            let (width, indent) = if mode == "google" { (100 - lead.len(), "  ") } else { (120 - crate::printing::layout::columns(lead), "\t") };
            let _ = indent;
            let got = if mode == "google" { super::google::lines(&flat, width, 4) } else { super::eclipse::lines(&flat, width, &std::env::var("FMT_INDENT").unwrap_or("\t".into())) };
            all += 1;
            if got.as_ref() == Some(&expected) { same += 1 } else {
                println!("--- {path}\nexpected:\n{}\ngot:\n{}", expected.join("\n"), got.map_or("none".to_owned(), |g| g.join("\n")));
            }
        }
    }
    println!("{same} of {all}");
}
