//! A Spring application of four Maven modules: Lombok, `MapStruct`, a plugin that makes sources, resources that are
//! filled in, tests with `MockMvc`, a database, Mockito and `TestNG`.

use std::{collections::BTreeMap, fs, process::Command};

use crate::{FixtureCopy, LineStates, has, output_of};

const JACOCO: &str = "org.jacoco:jacoco-maven-plugin:0.8.14";

/// What JaCoCo saw of a line.
#[derive(Clone, Copy)]
struct JacocoLine {
    ran: bool,
    missed_branches: u64,
}

#[test]
fn the_picture_of_a_spring_application_is_that_of_jacoco_line_by_line() {
    if !has("mvn") {
        return;
    }
    let project = FixtureCopy::of("orders");
    let goals = ["prepare-agent", "report"].map(|goal| format!("{JACOCO}:{goal}"));
    let mut maven = Command::new("mvn");
    maven
        .args(["-q", "-B", &goals[0], "test", &goals[1]])
        .current_dir(&project.root);
    output_of(maven);
    let before = project.contents();
    let mut compared = 0;
    for module in ["service", "persistence", "web", "rates"] {
        let seen = jacoco_lines(&project, module);
        for (file, lines) in project.states(module) {
            compared += compare(module, &file, &lines, &seen);
        }
    }
    assert!(compared >= 15, "{compared} lines");
    assert!(project.contents() == before, "something was written");
}

/// Fails where a line's states are not what JaCoCo saw; gives how many lines there were.
fn compare(
    module: &str,
    file: &str,
    lines: &LineStates,
    seen: &BTreeMap<String, BTreeMap<u64, JacocoLine>>,
) -> usize {
    let mut compared = 0;
    for (number, states) in lines {
        let Some(line) = seen.get(file).and_then(|lines| lines.get(number)) else {
            continue;
        };
        compared += 1;
        let place = format!("{module}/{file}:{number}: {states:?}");
        let is = |name: &str| states.iter().any(|state| state == name);
        assert!(!is("not_known"), "not known: {place}");
        let all_covered = states.iter().all(|state| state == "covered_by_user");
        if line.ran && line.missed_branches == 0 {
            assert!(all_covered, "false missing: {place}");
        } else if line.ran {
            assert!(!all_covered, "false covered: {place}");
        } else {
            assert!(!is("covered_by_user"), "false covered: {place}");
        }
    }
    compared
}

fn jacoco_lines(
    project: &FixtureCopy,
    module: &str,
) -> BTreeMap<String, BTreeMap<u64, JacocoLine>> {
    let report = project
        .root
        .join(module)
        .join("target/site/jacoco/jacoco.xml");
    let text = fs::read_to_string(report).expect("JaCoCo's report");
    let start = text.find("<report").expect("a report");
    let document = roxmltree::Document::parse(&text[start..]).expect("XML");
    let mut files = BTreeMap::new();
    for source in document
        .descendants()
        .filter(|it| it.has_tag_name("sourcefile"))
    {
        let package = source.parent().and_then(|it| it.attribute("name"));
        let name = source.attribute("name").expect("a name");
        let lines = source.children().filter(|it| it.has_tag_name("line"));
        let lines = lines.map(|line| {
            let number = |name: &str| -> u64 {
                let text = line.attribute(name).expect("a number");
                text.parse().expect("a number")
            };
            let seen = JacocoLine {
                ran: number("ci") > 0,
                missed_branches: number("mb"),
            };
            (number("nr"), seen)
        });
        let path = format!("{}/{name}", package.unwrap_or_default());
        files.insert(path, lines.collect());
    }
    files
}
