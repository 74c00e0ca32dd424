//! Two Gradle modules with a task that makes sources, Lombok, resources that are filled in, and tests that see what the
//! build tells them.

use std::process::Command;

use crate::{FixtureCopy, LineStates, has, output_of};

/// The states of the line that holds this text.
fn at<'a>(project: &FixtureCopy, file: &str, lines: &'a LineStates, text: &str) -> Vec<&'a str> {
    let source = std::fs::read_to_string(project.root.join(file)).expect("a source");
    let number = source
        .lines()
        .position(|line| line.contains(text))
        .expect("the line");
    let states = lines.get(&(number as u64 + 1)).into_iter().flatten();
    let mut states: Vec<&str> = states.map(String::as_str).collect();
    states.sort_unstable();
    states
}

#[test]
fn the_tests_of_gradle_modules_cover_here_what_they_cover_in_the_build() {
    if !has("gradle") {
        return;
    }
    let (built, project) = (FixtureCopy::of("gradle"), FixtureCopy::of("gradle"));
    let mut gradle = Command::new("gradle");
    gradle
        .args(["-q", "--no-daemon", "test"])
        .current_dir(&built.root);
    output_of(gradle);
    let before = project.contents();
    let both = ["covered_by_user", "covered_by_user"];
    let one = ["covered_by_user", "not_reached"];

    let file = "till/src/main/java/till/Till.java";
    let till = project.states("till");
    let lines = &till["till/Till.java"];
    let of = |text: &str| at(&project, file, lines, text);
    assert_eq!(of("compareTo(limit) > 0"), both, "the limit is filled in");
    assert_eq!(of("StringUtils.isBlank"), one);
    assert_eq!(of("number == null"), one, "the build gives tests a number");

    let file = "prices/src/main/java/prices/Money.java";
    let prices = project.states("prices");
    let lines = &prices["prices/Money.java"];
    let of = |text: &str| at(&project, file, lines, text);
    assert_eq!(of("other.currency != currency"), one);
    assert_eq!(of("sign < 0"), one);
    assert_eq!(of("sign == 0"), one);
    assert!(project.contents() == before, "something was written");
}
