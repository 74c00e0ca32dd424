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

const POM: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <parent>
    <groupId>g</groupId><artifactId>above</artifactId><version>1</version>
    <relativePath>../pom.xml</relativePath>
  </parent>
  <artifactId>p</artifactId>
  <packaging>jar</packaging>
  <modules><module>one</module><module>two</module></modules>
  <properties>
    <maven.compiler.release>17</maven.compiler.release>
    <kept>${maven.compiler.release}</kept>
  </properties>
  <dependencies>
    <dependency>
      <groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.10.0</version>
      <scope>test</scope>
      <exclusions><exclusion><groupId>*</groupId><artifactId>*</artifactId></exclusion></exclusions>
    </dependency>
  </dependencies>
  <build>
    <sourceDirectory>src/main/java</sourceDirectory>
    <resources><resource><directory>src/main/resources</directory><filtering>true</filtering></resource></resources>
    <plugins>
      <plugin>
        <groupId>org.apache.maven.plugins</groupId><artifactId>maven-compiler-plugin</artifactId>
        <configuration>
          <compilerArgs><arg>-parameters</arg></compilerArgs>
          <annotationProcessorPaths><path><groupId>g</groupId><artifactId>a</artifactId></path></annotationProcessorPaths>
        </configuration>
      </plugin>
    </plugins>
  </build>
</project>
"#;

proptest! {
    #![proptest_config(crate::bent::cases())]

    #[test]
    fn a_pom_of_any_text_gives_a_project_or_a_reason(
        pom in bent(vec![POM.to_owned()], WORDS),
        above in bent(vec![POM.to_owned()], WORDS),
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
