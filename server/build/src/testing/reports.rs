//! What the build itself said of a test class: a test that failed there, too, does not fail for want of anything here.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{files::read_text, maven::xml};
use roxmltree::Node;

/// Where Maven and Gradle leave their reports, below a module.
const FOLDERS: [&str; 3] = [
    "target/surefire-reports",
    "target/failsafe-reports",
    "build/test-results/test",
];

/// The methods of a test class that failed when the build last ran it. A report that is older than the file of the
/// class tells of another class.
pub fn failed_in_build(root: &Path, file: &Path, class: &str) -> BTreeSet<String> {
    let written = modified(file);
    let name = format!("TEST-{class}.xml");
    let places = FOLDERS.iter().map(|folder| root.join(folder).join(&name));
    let is_newer = |place: &PathBuf| modified(place).is_some_and(|at| Some(at) >= written);
    places
        .filter(is_newer)
        .filter_map(|place| read_text(place).ok())
        .flat_map(|text| failed(&text, class))
        .collect()
}

fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).ok()?.modified().ok()
}

/// The failed methods of the class in a report, by name: parameters follow in brackets of several kinds.
fn failed(report: &str, class: &str) -> BTreeSet<String> {
    let Ok(document) = xml::parse(report) else {
        return BTreeSet::new();
    };
    let has_failed = |node: &Node<'_, '_>| {
        let mut inside = node.children();
        inside.any(|it| it.has_tag_name("failure") || it.has_tag_name("error"))
    };
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    let cases = document
        .descendants()
        .filter(|node| node.has_tag_name("testcase"));
    cases
        .filter(|node| node.attribute("classname") == Some(class))
        .filter(has_failed)
        .filter_map(|node| node.attribute("name"))
        .map(|name| {
            name.split(|c| !is_part(c))
                .next()
                .unwrap_or(name)
                .to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const REPORT: &str = "<testsuite><testcase name=\"passes\" classname=\"shop.CartTest\"/>\
        <testcase name=\"fails(int)[1]\" classname=\"shop.CartTest\"><failure>x</failure></testcase>\
        <testcase name=\"throwsIt\" classname=\"shop.CartTest\"><error/></testcase>\
        <testcase name=\"other\" classname=\"shop.OtherTest\"><error/></testcase></testsuite>";

    #[test]
    fn what_failed_in_the_build_is_read_from_its_reports_unless_the_test_is_newer() {
        let folder = tempfile::tempdir().expect("a folder");
        let (root, file) = (folder.path(), folder.path().join("CartTest.java"));
        let reports = root.join(FOLDERS[0]);
        fs::create_dir_all(&reports).expect("a folder");
        fs::write(&file, "class CartTest {}").expect("a file");
        assert!(failed_in_build(root, &file, "shop.CartTest").is_empty());
        fs::write(reports.join("TEST-shop.CartTest.xml"), REPORT).expect("a file");
        let found = failed_in_build(root, &file, "shop.CartTest");
        assert_eq!(found.into_iter().collect::<Vec<_>>(), ["fails", "throwsIt"]);
        let later = SystemTime::now() + std::time::Duration::from_secs(60);
        let opened = fs::File::options().append(true).open(&file);
        let opened = opened.expect("the file");
        opened.set_modified(later).expect("a time");
        assert!(failed_in_build(root, &file, "shop.CartTest").is_empty());
    }
}
