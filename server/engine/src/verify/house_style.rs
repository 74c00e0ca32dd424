//! How new tests are to look: takes a request, reads the test class they will join (or one beside it), gives its
//! style and names.

use std::{
    cmp::Reverse,
    collections::BTreeSet,
    path::{Path, PathBuf},
};

use goalline_build::{
    Formatter, Project, ProjectFramework, SourceLayout, find_junit, jars_of_checked_tests,
    read_text,
};
use goalline_junit::{
    AssertionLibrary, FileHeader, Framework, ImportOrder, LineBreaks, Mockito, Spelling, Style,
    learn_style, taken_names,
};
use goalline_prepare::Request;
use goalline_syntax::JavaFile;

/// The style of the project's tests, and the names that the test class already has.
pub(crate) struct HouseStyle {
    pub style: Style,
    pub taken: BTreeSet<String>,
}

impl HouseStyle {
    /// Reads the test class of this class (binary name); where there is none, the first one in its folder shows the
    /// style.
    pub(crate) fn of(request: &Request, class: &str) -> Self {
        let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
        let file = request.project.test_file_for(&request.file, simple);
        let layout = SourceLayout::of(&request.project, &file);
        let base = laid_out(base(request), &layout);
        let own = parse(&file);
        let taken = own.as_ref().map(taken_names).unwrap_or_default();
        let style = match &own {
            Some(own) => learn_style(own, &base),
            None => of_siblings(&siblings(&request.project, &file), base),
        };
        let mut style = enforced(style, &layout);
        if let Some(framework) = request.framework {
            style.framework = framework;
        }
        if style.assertions != AssertionLibrary::JUnit && !has_library(request, style.assertions) {
            style.assertions = AssertionLibrary::JUnit;
        }
        style.has_assert_throws = has_assert_throws(&request.project, style.framework);
        style = as_old_as_java(style);
        style.mocks = mockito(&request.project, &style);
        style.sets_fields = has_spring_test(&request.project);
        style = if request.is_apart {
            apart(style)
        } else {
            style
        };
        Self { style, taken }
    }
}

/// That of a class beside the one that is there, whose fields it does not see.
fn apart(style: Style) -> Style {
    Style {
        reserved: BTreeSet::new(),
        ..style
    }
}

/// Without what the Java of the tests does not have: before 8 there is no lambda, and an anonymous class sees no local
/// variable but a `final` one.
fn as_old_as_java(style: Style) -> Style {
    let is_old = !style.has_lambdas();
    Style {
        has_assert_throws: style.has_assert_throws && !is_old,
        final_locals: style.final_locals || is_old,
        ..style
    }
}

/// The style of the test class beside it that is most like the others, the first of equals; its fields take no names
/// from another class. A comment stands before a new class as it does before most of them.
fn of_siblings(siblings: &[JavaFile], base: Style) -> Style {
    let styles: Vec<Style> = siblings.iter().map(|it| learn_style(it, &base)).collect();
    let headers = || styles.iter().map(|it| &it.header);
    let count = |header: &FileHeader| headers().filter(|it| *it == header).count();
    let header = headers().max_by_key(|header| count(header)).cloned();
    let likeness = |style: &Style| styles.iter().map(|it| alike(style, it)).sum::<usize>();
    let most_like = styles.iter().min_by_key(|style| Reverse(likeness(style)));
    Style {
        reserved: BTreeSet::new(),
        header: header.unwrap_or_default(),
        ..most_like.cloned().unwrap_or(base)
    }
}

/// In how many of the habits of whoever wrote them two test classes are alike.
fn alike(one: &Style, other: &Style) -> usize {
    let habits = [
        one.framework == other.framework,
        one.assertions == other.assertions,
        one.naming == other.naming,
        one.indent == other.indent,
        one.final_locals == other.final_locals,
        one.uses_var == other.uses_var,
        one.brace_alone == other.brace_alone,
    ];
    habits.into_iter().filter(|it| *it).count()
}

/// What files of the project say of the layout, where no test class says otherwise.
fn laid_out(base: Style, layout: &SourceLayout) -> Style {
    let by_formatter = layout.formatter.map(indent_of);
    Style {
        indent: by_formatter
            .map(str::to_owned)
            .or_else(|| layout.indent.clone())
            .unwrap_or(base.indent),
        width: layout.width.unwrap_or(base.width),
        line_break: layout.line_break.unwrap_or(base.line_break),
        ..base
    }
}

/// One level of indentation.
fn indent_of(formatter: Formatter) -> &'static str {
    match formatter {
        Formatter::Google => "  ",
        Formatter::GoogleAosp | Formatter::Spring { spaces: true } => "    ",
        Formatter::Spring { spaces: false } => "\t",
    }
}

/// What the build enforces, whatever test classes show; a formatter counts where they are indented by it: some lay out
/// other sources alone.
fn enforced(style: Style, layout: &SourceLayout) -> Style {
    let width = layout.width.unwrap_or(style.width);
    let style = Style { width, ..style };
    match layout.formatter {
        Some(formatter) if indent_of(formatter) == style.indent => match formatter {
            Formatter::Google | Formatter::GoogleAosp => Style {
                width: 100,
                breaks: LineBreaks::Google,
                imports: ImportOrder::default(),
                brace_alone: false,
                ..style
            },
            Formatter::Spring { .. } => Style {
                width: 120,
                breaks: LineBreaks::Eclipse,
                brace_alone: false,
                ..style
            },
        },
        _ => style,
    }
}

/// How a new test class of this file is laid out: as those beside it are.
pub fn class_style(project: &Project, file: &Path, framework: Option<Framework>) -> Style {
    let base = Style {
        framework: framework_of(project),
        ..Style::default()
    };
    let layout = SourceLayout::of(project, file);
    let base = laid_out(base, &layout);
    let style = enforced(of_siblings(&siblings(project, file), base), &layout);
    Style {
        framework: framework.unwrap_or(style.framework),
        ..style
    }
}

/// What tests of the project are written for, where nobody says otherwise.
fn framework_of(project: &Project) -> Framework {
    match project.framework {
        ProjectFramework::Junit4 => Framework::Junit4,
        ProjectFramework::TestNg => Framework::TestNg,
        ProjectFramework::Jupiter | ProjectFramework::Absent => Framework::Jupiter,
    }
}

fn base(request: &Request) -> Style {
    let of_project = framework_of(&request.project);
    let of_build = release(&request.project.compiler_options);
    Style {
        framework: request.framework.unwrap_or(of_project),
        release: of_build.unwrap_or(request.jdk.feature),
        spelling: spelling(&request.project, request.jdk.feature, &request.file),
        ..Style::default()
    }
}

/// Which characters the build reads test sources with.
fn spelling(project: &Project, jdk: u32, class: &Path) -> Spelling {
    /// The first release of the JDK whose javac reads UTF-8 where nobody says otherwise.
    const UTF8_BY_DEFAULT: u32 = 18;
    let of_tests = encoding(&project.test_run.compiler_options);
    let is_utf8 = match of_tests.or_else(|| encoding(&project.compiler_options)) {
        Some(name) => ["UTF-8", "UTF8"]
            .iter()
            .any(|it| name.eq_ignore_ascii_case(it)),
        // Else javac reads what the machine is set to. A class that has other characters itself trusts in that.
        None => jdk >= UTF8_BY_DEFAULT || read_text(class).is_ok_and(|text| !text.is_ascii()),
    };
    if is_utf8 {
        Spelling::Unicode
    } else {
        Spelling::Ascii
    }
}

/// The encoding that options of javac name.
fn encoding(options: &[String]) -> Option<&str> {
    let at = options.iter().position(|one| one == "-encoding")?;
    options.get(at + 1).map(String::as_str)
}

/// The Java version that the build's options name: `--release 8`, `-source 1.8`.
fn release(options: &[String]) -> Option<u32> {
    let after = |flags: &[&str]| {
        let at = options
            .iter()
            .position(|one| flags.contains(&one.as_str()))?;
        let text = options.get(at + 1)?;
        text.strip_prefix("1.").unwrap_or(text).parse().ok()
    };
    after(&["--release"]).or_else(|| after(&["-source", "--source"]))
}

fn parse(file: &Path) -> Option<JavaFile> {
    let text = read_text(file).ok()?;
    Some(JavaFile::parse(text.as_str()))
}

/// So many test classes near a new one are looked at.
const SIBLINGS: usize = 5;

/// The first test classes in the folder that the new one will lie in.
fn siblings(project: &Project, file: &Path) -> Vec<JavaFile> {
    let folder = file.parent().unwrap_or(file);
    let tests = project.tests_near(folder).into_iter().take(SIBLINGS);
    let parsed = tests.filter_map(|test| parse(&test));
    parsed.filter(|file| !file.has_error()).collect()
}

/// Whether the project's tests of this framework can say which call throws: those of JUnit 4 from 4.13 on.
fn has_assert_throws(project: &Project, framework: Framework) -> bool {
    let version = version_of(project, "junit-").filter(|_| framework == Framework::Junit4);
    version.is_none_or(|version| {
        let minor = version.strip_prefix("4.").and_then(|rest| {
            let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
            digits.parse::<u32>().ok()
        });
        minor.is_none_or(|minor| minor >= 13)
    })
}

/// What the project's tests have of Mockito, or the repository where they have no framework at all, for tests of this
/// style.
fn mockito(project: &Project, style: &Style) -> Option<Mockito> {
    let jars: Vec<PathBuf> = jars_of_checked_tests(project).collect();
    let version_of = |part: &str| version_in(jars.iter(), part);
    let version = version_of("mockito-core-").or(version_of("mockito-all-"))?;
    let mut numbers = version
        .split(|c: char| !c.is_ascii_digit())
        .map_while(|number| number.parse().ok());
    let major = numbers.next()?;
    let has = |part: &str| version_of(part).is_some();
    Some(Mockito {
        major,
        minor: numbers.next().unwrap_or(0),
        mocks_final: has("mockito-inline-")
            || (major >= 5 && !has("mockito-subclass-"))
            || names_inline_maker(project),
        has_extension: match style.framework {
            Framework::Jupiter => has("mockito-junit-jupiter-"),
            Framework::Junit4 => true,
            Framework::TestNg => false,
        },
        words: style.mocks.unwrap_or_default().words,
    })
}

/// The version in the name of the jar that begins like this, among those of the tests.
fn version_of(project: &Project, part: &str) -> Option<String> {
    version_in(project.jars_of_tests(), part)
}

/// The version in the name of the jar that begins like this, among these.
fn version_in<'a>(jars: impl Iterator<Item = &'a PathBuf>, part: &str) -> Option<String> {
    let mut names = jars.filter_map(|jar| jar.file_name()?.to_str());
    names.find_map(|name| {
        let version = name.strip_prefix(part)?.strip_suffix(".jar")?;
        let is_number = version.starts_with(|c: char| c.is_ascii_digit());
        is_number.then(|| version.to_owned())
    })
}

/// Whether a file of the tests chooses the mock maker that mocks final classes.
fn names_inline_maker(project: &Project) -> bool {
    let file = "mockito-extensions/org.mockito.plugins.MockMaker";
    let mut folders = project.test_class_path.iter().filter(|path| path.is_dir());
    folders.any(|folder| read_text(folder.join(file)).is_ok_and(|text| text.contains("inline")))
}

fn has_spring_test(project: &Project) -> bool {
    version_of(project, "spring-test-").is_some()
}

/// Whether the class path that tests are checked with has the library.
fn has_library(request: &Request, library: AssertionLibrary) -> bool {
    let part = match library {
        AssertionLibrary::JUnit => return true,
        AssertionLibrary::AssertJ => "assertj",
        AssertionLibrary::Hamcrest | AssertionLibrary::HamcrestCore => "hamcrest",
    };
    let names = find_junit(&request.project);
    names.iter().any(|jar| {
        let name = jar.file_name().unwrap_or_default().to_string_lossy();
        name.contains(part)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn project(jars: &[&str]) -> Project {
        let file = Path::new("/shop/src/Cart.java");
        let settings = goalline_build::ProjectSettings::default();
        let mut project =
            Project::discover_text(file, "class Cart {}", &settings).expect("a plain folder");
        let jars = jars.iter().map(|jar| Path::new("/m2").join(jar));
        project.test_class_path = jars.collect();
        project
    }

    #[test]
    fn fields_of_another_test_class_take_no_names() {
        let text = "import static org.assertj.core.api.Assertions.assertThat;
            class TillTest { Owners owners; @Test void pays() { assertThat(1).isEqualTo(1); } }";
        let file = JavaFile::parse(text);
        let own = learn_style(&file, &Style::default());
        assert!(own.reserved.contains("owners"), "{own:?}");
        assert_eq!(apart(own).reserved, BTreeSet::new());
        let style = of_siblings(&[file], Style::default());
        assert_eq!(style.assertions, AssertionLibrary::AssertJ);
        assert!(style.reserved.is_empty(), "{style:?}");
    }

    #[test]
    fn a_new_class_is_written_as_most_beside_it() {
        let old = "import static org.junit.jupiter.api.Assertions.*;
            class ATest { @Test void testA() { assertEquals(1, one()); } }";
        let new = "import static org.assertj.core.api.Assertions.assertThat;
            class BTest { @Test void shouldPay() { assertThat(one()).isEqualTo(1); } }";
        let of = |tests: &[&str]| {
            let tests: Vec<JavaFile> = tests.iter().map(|it| JavaFile::parse(*it)).collect();
            of_siblings(&tests, Style::default()).assertions
        };
        assert_eq!(of(&[old, new, new]), AssertionLibrary::AssertJ);
        assert_eq!(of(&[old, new]), AssertionLibrary::JUnit);
    }

    #[test]
    fn a_formatter_counts_where_tests_are_indented_by_it() {
        let layout = SourceLayout {
            formatter: Some(Formatter::Google),
            ..SourceLayout::default()
        };
        let of = |tests: &[&str]| {
            let tests: Vec<JavaFile> = tests.iter().map(|it| JavaFile::parse(*it)).collect();
            enforced(
                of_siblings(&tests, laid_out(Style::default(), &layout)),
                &layout,
            )
        };
        let none = of(&[]);
        assert_eq!(
            (none.indent.as_str(), none.breaks),
            ("  ", LineBreaks::Google)
        );
        let agrees = of(&["class ATest {\n  @Test void a() {}\n}"]);
        assert_eq!(agrees.breaks, LineBreaks::Google);
        let other = of(&["class ATest {\n\t@Test void a() {}\n}"]);
        assert_eq!(
            (other.indent.as_str(), other.breaks),
            ("\t", LineBreaks::Free)
        );
    }

    #[test]
    fn a_new_class_begins_with_the_comment_about_rights_that_most_near_it_have() {
        let licensed = "/*\n * Copyright us\n */\n\npackage shop;\n\nclass ATest {}";
        let other = "/* by Alice */\npackage shop;\n\nclass BTest {}";
        let of = |tests: &[&str]| {
            let tests: Vec<JavaFile> = tests.iter().map(|it| JavaFile::parse(*it)).collect();
            of_siblings(&tests, Style::default()).header.to_string()
        };
        assert_eq!(
            of(&[other, licensed, licensed]),
            "/*\n * Copyright us\n */\n\n"
        );
        assert_eq!(of(&[licensed, other, other]), "");
    }

    #[test]
    fn mockito_is_what_its_jars_say() {
        let of = |jars: &[&str], framework: Framework| {
            let style = Style {
                framework,
                ..Style::default()
            };
            mockito(&project(jars), &style)
        };
        let five = of(&["mockito-core-5.14.2.jar"], Framework::Jupiter).expect("it is there");
        assert_eq!((five.major, five.minor), (5, 14));
        assert!(five.mocks_final && !five.has_extension);
        let three = [
            "mockito-core-3.12.4.jar",
            "mockito-junit-jupiter-3.12.4.jar",
        ];
        let three = of(&three, Framework::Jupiter).expect("it is there");
        assert!(!three.mocks_final && three.has_extension);
        let inline = ["mockito-core-4.5.1.jar", "mockito-inline-4.5.1.jar"];
        assert!(of(&inline, Framework::Jupiter).is_some_and(|it| it.mocks_final));
        let one = of(&["mockito-all-1.10.19.jar"], Framework::Junit4).expect("it is there");
        assert_eq!((one.major, one.minor), (1, 10));
        assert!(one.has_extension, "its runner is in the same jar");
        assert_eq!(of(&["junit-4.13.2.jar"], Framework::Junit4), None);
    }

    #[test]
    fn before_java_8_nothing_needs_a_lambda() {
        let of = |release| {
            as_old_as_java(Style {
                release,
                ..Style::default()
            })
        };
        assert!(!of(7).has_assert_throws && of(7).final_locals);
        assert!(of(8).has_assert_throws && !of(8).final_locals);
    }

    #[test]
    fn junit_4_says_which_call_throws_from_4_13_on() {
        let of = |jar: &str, framework| has_assert_throws(&project(&[jar]), framework);
        assert!(!of("junit-4.12.jar", Framework::Junit4));
        assert!(!of("junit-4.8.2.jar", Framework::Junit4));
        assert!(of("junit-4.13-rc-1.jar", Framework::Junit4));
        assert!(of("junit-4.13.2.jar", Framework::Junit4));
        assert!(of("junit-4.12.jar", Framework::Jupiter));
        assert!(of("junit-dep.jar", Framework::Junit4));
    }

    #[test]
    fn other_characters_are_written_where_the_build_reads_them_as_utf8() {
        let of = |options: &[&str], jdk: u32| {
            let mut project = project(&[]);
            project.compiler_options = options.iter().map(|one| (*one).to_owned()).collect();
            spelling(&project, jdk, Path::new("/nowhere"))
        };
        assert_eq!(of(&["-encoding", "utf-8"], 8), Spelling::Unicode);
        assert_eq!(of(&["-encoding", "ISO-8859-1"], 21), Spelling::Ascii);
        assert_eq!(of(&["-g"], 21), Spelling::Unicode);
        assert_eq!(of(&["-g"], 17), Spelling::Ascii);
    }

    fn of(options: &[&str]) -> Option<u32> {
        release(
            &options
                .iter()
                .map(|one| (*one).to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn the_release_is_that_of_the_build() {
        assert_eq!(of(&["-g", "--release", "8"]), Some(8));
        assert_eq!(of(&["-source", "1.8", "-target", "1.8"]), Some(8));
        assert_eq!(of(&["-g"]), None);
        assert_eq!(of(&["--release"]), None);
    }
}
