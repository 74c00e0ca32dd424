//! Poms, bent: what the server reads of them by itself, where no Maven may run.

use std::fs;

use goalline_build::{Project, ProjectSettings};
use proptest::prelude::*;

use crate::bent::bent;

const WORDS: &[&str] = &[
    "<",
    ">",
    "</",
    "/>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<?",
    "&",
    "&lt;",
    "&#0;",
    "&x;",
    "${",
    "}",
    "${project.basedir}",
    "${x}",
    "../",
    "../../..",
    "/",
    "~",
    "<!DOCTYPE project [<!ENTITY x SYSTEM \"file:///\">]>",
    "<module>",
    "<modules>",
    "<module>.</module>",
    "<module>../p</module>",
    "<parent>",
    "<relativePath>",
    "<build>",
    "<sourceDirectory>",
    "<plugin>",
    "<dependency>",
    "<properties>",
    "<x>${x}</x>",
    "<profile>",
    "\u{0}",
    "é",
];

/// Poms of the corpus.
fn poms() -> Vec<String> {
    crate::bent::texts_in("poms")
}

proptest! {
    #![proptest_config(crate::bent::cases())]

    #[test]
    fn a_pom_of_any_text_gives_a_project_or_a_reason(
        pom in bent(poms(), WORDS),
        above in bent(poms(), WORDS),
    ) {
        let dir = tempfile::tempdir().expect("a temporary folder");
        let module = dir.path().join("p");
        let source = module.join("src/main/java/A.java");
        fs::create_dir_all(source.parent().expect("a folder")).expect("a folder");
        fs::write(&source, "class A { int f(int a) { return a > 1 ? 1 : 2; } }").expect("a source");
        fs::write(module.join("pom.xml"), pom).expect("a pom");
        fs::write(dir.path().join("pom.xml"), above).expect("a pom");
        let settings = ProjectSettings {
            cache: Some(dir.path().join("cache")),
            // No Maven: what the server reads by itself is what is tried.
            maven: Some(dir.path().join("no-maven")),
            ..ProjectSettings::default()
        };
        let project = Project::discover(&source, &settings);
        prop_assert!(project.is_ok(), "{project:?}");
    }
}
