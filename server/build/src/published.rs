//! Sources as libraries publish them: takes the root of an unpacked sources jar, gives the pom that lies in it where
//! the code needs other libraries; runs nothing.

use std::{
    collections::BTreeSet,
    fs,
    io::Read,
    path::{Path, PathBuf},
};

use crate::{files::open_file, source_file::imports_of};

/// Where Maven puts the pom of what it packs, below folders of the group and the artifact.
const POMS: &str = "META-INF/maven";

/// Letters of a file that are read: licence and imports.
const HEAD: u64 = 1 << 16;

/// What names in the JDK begin with.
const JDK: [&str; 8] = [
    "java.",
    "jdk.",
    "sun.",
    "com.sun.",
    "org.w3c.dom.",
    "org.xml.sax.",
    "org.ietf.jgss.",
    "netscape.javascript.",
];

/// The same behind `javax.`, which other libraries use, too.
const JDK_EXTENSIONS: [&str; 28] = [
    "accessibility.",
    "annotation.processing.",
    "crypto.",
    "imageio.",
    "lang.model.",
    "management.",
    "naming.",
    "net.",
    "print.",
    "rmi.",
    "script.",
    "security.",
    "smartcardio.",
    "sound.",
    "sql.",
    "swing.",
    "tools.",
    "transaction.xa.",
    "xml.XMLConstants",
    "xml.catalog.",
    "xml.crypto.",
    "xml.datatype.",
    "xml.namespace.",
    "xml.parsers.",
    "xml.stream.",
    "xml.transform.",
    "xml.validation.",
    "xml.xpath.",
];

/// The pom that was packed with these sources, where they import what is neither theirs nor the JDK's. Of several,
/// for libraries may be packed with others inside, it is the one whose group the package begins with.
pub fn pom_of(root: &Path, package: &str) -> Option<PathBuf> {
    let poms = folders(&root.join(POMS))
        .flat_map(|group| folders(&group))
        .map(|artifact| artifact.join("pom.xml"));
    let mut poms: Vec<PathBuf> = poms.filter(|pom| pom.is_file()).collect();
    if poms.len() > 1 {
        poms.retain(|pom| group_of(pom).is_some_and(|group| begins_with(package, &group)));
    }
    let [pom] = poms.as_slice() else {
        return None;
    };
    imports_others(root).then(|| pom.clone())
}

fn group_of(pom: &Path) -> Option<String> {
    let group = pom.ancestors().nth(2)?.file_name()?;
    Some(group.to_string_lossy().into_owned())
}

fn begins_with(package: &str, group: &str) -> bool {
    let rest = package.strip_prefix(group);
    rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

fn imports_others(root: &Path) -> bool {
    let (mut files, mut packages) = (Vec::new(), BTreeSet::new());
    collect(root, &mut files, &mut packages);
    let is_other = |name: &String| !is_of_jdk(name) && !is_in(name, &packages);
    files
        .iter()
        .any(|file| imports_of(&head(file)).iter().any(is_other))
}

fn is_of_jdk(name: &str) -> bool {
    match name.strip_prefix("javax.") {
        Some(rest) => JDK_EXTENSIONS.iter().any(|start| rest.starts_with(start)),
        None => JDK.iter().any(|start| name.starts_with(start)),
    }
}

/// Whether a name, `shop.Cart`, `shop.Cart.Item` or `shop.`, is of one of these packages.
fn is_in(name: &str, packages: &BTreeSet<String>) -> bool {
    let dots = name.match_indices('.').map(|(at, _)| at);
    dots.rev().any(|at| packages.contains(&name[..at]))
}

/// The Java files at any depth, and the packages that they are of.
fn collect(root: &Path, files: &mut Vec<PathBuf>, packages: &mut BTreeSet<String>) {
    let mut ahead = vec![root.to_path_buf()];
    while let Some(folder) = ahead.pop() {
        let mut has_own = false;
        for entry in fs::read_dir(&folder).into_iter().flatten().flatten() {
            let path = entry.path();
            let is_folder = entry.file_type().is_ok_and(|kind| kind.is_dir());
            if is_folder {
                ahead.push(path);
            } else if path.extension().is_some_and(|it| it == "java") {
                files.push(path);
                has_own = true;
            }
        }
        if has_own && let Ok(inside) = folder.strip_prefix(root) {
            let parts = inside.iter().map(|part| part.to_string_lossy());
            packages.insert(parts.collect::<Vec<_>>().join("."));
        }
    }
}

fn folders(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|it| it.is_dir())
}

/// The beginning of a file; empty when it cannot be read.
fn head(file: &Path) -> String {
    let mut bytes = Vec::new();
    if let Ok(file) = open_file(file) {
        // What was read before an error is as good as the rest of a file that is cut.
        let _ = file.take(HEAD).read_to_end(&mut bytes);
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POM: &str = "META-INF/maven/org.shop/shop/pom.xml";

    /// Whether sources with these files need their pom.
    fn needs(files: &[(&str, &str)]) -> bool {
        let dir = tempfile::tempdir().expect("a temporary folder");
        for (path, text) in files {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let pom = pom_of(dir.path(), "org.shop.till");
        assert!(pom.as_ref().is_none_or(|pom| *pom == dir.path().join(POM)));
        pom.is_some()
    }

    fn imports(lines: &str) -> bool {
        let cart = format!("package org.shop;\n{lines}\nclass Cart {{}}");
        needs(&[
            (POM, "<project/>"),
            ("org/shop/Cart.java", &cart),
            (
                "org/shop/till/Till.java",
                "package org.shop.till; public class Till { public static class Key {} }",
            ),
        ])
    }

    #[test]
    fn a_pom_is_needed_where_an_import_is_neither_of_the_sources_nor_of_the_jdk() {
        for own in [
            "",
            "import java.util.List; import static java.util.Map.*;",
            "import org.shop.till.Till; import org.shop.till.Till.Key; import org.shop.till.*;",
            "import javax.xml.parsers.SAXParser; import org.xml.sax.*; import javax.crypto.Cipher;",
            "// import org.other.Thing;",
        ] {
            assert!(!imports(own), "{own}");
        }
        for other in [
            "import org.jspecify.annotations.Nullable;",
            "import javax.annotation.Nullable;",
            "/* licence */ import java.util.List;\nimport static org.other.Things . *;",
            "import org.shopping.List;",
        ] {
            assert!(imports(other), "{other}");
        }
    }

    #[cfg(unix)]
    #[test]
    fn a_pipe_that_is_called_like_a_class_is_not_waited_for() {
        let dir = tempfile::tempdir().expect("a temporary folder");
        fs::create_dir_all(dir.path().join(POM).parent().expect("a folder")).expect("a folder");
        fs::write(dir.path().join(POM), "<project/>").expect("a file");
        let pipe = dir.path().join("Pipe.java");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.expect("mkfifo").success());
        assert_eq!(pom_of(dir.path(), "org.shop"), None);
    }

    #[test]
    fn without_a_pom_or_with_several_of_its_group_nothing_is_known() {
        let other = (
            "shop/Cart.java",
            "package shop; import org.other.Thing; class Cart {}",
        );
        assert!(needs(&[other, (POM, "")]));
        assert!(!needs(&[other]));
        let second = ("META-INF/maven/org.shop/till/pom.xml", "");
        assert!(!needs(&[other, (POM, ""), second]));
        let packed = [
            "META-INF/maven/org.sho/a/pom.xml",
            "META-INF/maven/org.other/b/pom.xml",
        ];
        assert!(needs(&[other, (POM, ""), (packed[0], ""), (packed[1], "")]));
    }
}
