//! The two laws of probes: takes programs with every construct of Java 8 to 25, checks that with probes they compile
//! and print the same.

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
};

use expect_test::expect;

use crate::support::{CompileFolder, Probed, java_files, jdks, probe_all};
use goalline_flow::FileFlow;
use goalline_instrument::{ProbePlan, weave};
use goalline_syntax::JavaFile;

const RELEASES: [u32; 5] = [8, 11, 17, 21, 25];

/// The fixtures that a JDK of this feature release compiles.
fn fixtures(feature: u32) -> BTreeMap<PathBuf, String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let known = RELEASES.into_iter().filter(|release| *release <= feature);
    known
        .flat_map(|release| java_files(&folder.join(format!("java{release}"))))
        .collect()
}

#[test]
fn what_compiled_before_compiles_with_probes_and_prints_the_same() {
    for jdk in jdks() {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let compile_folder = CompileFolder::open(&jdk, temporary.path());
        let sources = fixtures(jdk.feature);
        let options = [
            "-cp".to_owned(),
            compile_folder.runtime().display().to_string(),
        ];
        let errors = compile_folder.compile("plain", &sources, &options);
        assert!(
            errors.is_empty(),
            "the fixtures themselves compile: {errors:#?}"
        );
        let probed = probe_all(&compile_folder, "probed", &sources, &options);
        let class = |path: &PathBuf| {
            path.with_extension("")
                .display()
                .to_string()
                .replace(['/', '\\'], ".")
        };
        let mains: Vec<String> = sources.keys().map(class).collect();
        let expected = compile_folder.run(&compile_folder.classes("plain"), &mains);
        assert!(expected.ends_with("exit status: 0"), "{expected}");
        let printed = compile_folder.run(&compile_folder.classes("probed"), &mains);
        assert_eq!(printed, expected, "on Java {}", jdk.feature);
        expect![[r#"
            Conditions.java: `Integer.MAX_VALUE > 0`: may be a compile-time constant
            Conditions.java: `CONSTANT`: may be a compile-time constant
            Conditions.java: `SIZE == 3`: may be a compile-time constant
            Hard.java: `FOREVER`: a probe here disturbs javac's flow analysis
            Hard.java: `FOREVER`: a probe here disturbs javac's flow analysis
        "#]]
        .assert_eq(&lost(&probed));
    }
}

/// What has no probe, with the reason, in fixtures that every JDK compiles.
fn lost(probed: &[Probed]) -> String {
    let shared = [
        "Conditions.java",
        "Hard.java",
        "Switches.java",
        "Returns.java",
        "Locals.java",
    ];
    let is_shared = |it: &&Probed| shared.iter().any(|name| it.path.ends_with(name));
    let mut lines = Vec::new();
    for it in probed.iter().filter(is_shared) {
        for (id, reason) in it.source.unmeasurable() {
            let file = it.path.file_name().unwrap_or_default().to_string_lossy();
            let predicate = &it.flow.predicate(*id).text;
            lines.push(format!("{file}: `{predicate}`: {reason}\n"));
        }
    }
    lines.concat()
}

#[test]
fn a_method_near_the_size_limit_keeps_as_many_probes_as_fit() {
    let Some(jdk) = jdks().into_iter().next() else {
        return;
    };
    let statements = "if (a < b) c++;\n".repeat(3000) + &"if (s.equals(t)) c--;\n".repeat(2000);
    let text = format!(
        "public class Large {{ static int large(int a, int b, String s, String t) {{ int c = 0;\n{statements}return c; }}\n\
         public static void main(String[] args) {{ System.out.println(large(1, 2, \"a\", \"a\")); }} }}"
    );
    let sources = BTreeMap::from([(PathBuf::from("Large.java"), text)]);
    let temporary = tempfile::tempdir().expect("a temporary folder");
    let compile_folder = CompileFolder::open(&jdk, temporary.path());
    let options = [
        "-cp".to_owned(),
        compile_folder.runtime().display().to_string(),
    ];
    let probed = probe_all(&compile_folder, "probed", &sources, &options);
    let printed = compile_folder.run(&compile_folder.classes("probed"), &["Large".to_owned()]);
    assert!(printed.contains("\n1000\n"), "{printed}");
    let lost = probed[0].source.unmeasurable().len();
    assert!((1..=4000).contains(&lost), "{lost} of 5000 are lost");
}

#[test]
fn the_runtime_keeps_its_promises() {
    for jdk in jdks() {
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let compile_folder = CompileFolder::open(&jdk, temporary.path());
        let printed = compile_folder.run(
            &compile_folder.runtime(),
            &["goalline.probe.Claims".to_owned()],
        );
        assert!(
            printed.contains(" 0 do not"),
            "on Java {}: {printed}",
            jdk.feature
        );
    }
}

#[test]
fn lines_never_move() {
    for (path, text) in fixtures(u32::MAX) {
        let file = JavaFile::parse(text.as_str());
        let flow = FileFlow::of(&file);
        let probed = weave(&file, &flow, &ProbePlan::full(&flow));
        let breaks = |text: &str| text.bytes().filter(|byte| *byte == b'\n').count();
        assert_eq!(breaks(&probed.text), breaks(&text), "{}", path.display());
    }
}

/// For whoever changes the weaver: the first law on folders of sources.
///
/// `GOALLINE_LIBRARIES=<folder>[=<class path>][,…] cargo test -p goalline-instrument --test probes libraries --
/// --nocapture`; with `GOALLINE_KEEP=<folder>` the probed sources and classes stay there.
#[test]
fn whole_libraries_compile_with_probes() {
    let Ok(libraries) = env::var("GOALLINE_LIBRARIES") else {
        return;
    };
    let Some(jdk) = jdks().into_iter().next() else {
        return;
    };
    for library in libraries.split(',') {
        let (folder, class_path) = library.split_once('=').unwrap_or((library, ""));
        let folder = PathBuf::from(folder);
        let temporary = tempfile::tempdir().expect("a temporary folder");
        let kept = env::var_os("GOALLINE_KEEP").map(PathBuf::from);
        let place = kept.as_deref().unwrap_or(temporary.path());
        let compile_folder = CompileFolder::open(&jdk, place);
        let class_path = format!("{}:{class_path}", compile_folder.runtime().display());
        let options = ["-cp", &class_path, "--release", "8"].map(str::to_owned);
        let probed = probe_all(&compile_folder, "library", &java_files(&folder), &options);
        report(&folder.display().to_string(), &probed);
    }
}

fn report(name: &str, probed: &[Probed]) {
    let predicates: usize = probed.iter().map(|it| it.flow.predicates.len()).sum();
    let complaints: Vec<&String> = probed.iter().flat_map(|it| &it.complaints).collect();
    let mut reasons: BTreeMap<&str, usize> = BTreeMap::new();
    for (_, reason) in probed.iter().flat_map(|it| it.source.unmeasurable()) {
        *reasons.entry(reason).or_default() += 1;
    }
    let operations: usize = probed.iter().map(|it| it.flow.operations.len()).sum();
    let lines: usize = probed.iter().map(|it| it.flow.lines.len()).sum();
    let mut lost: BTreeMap<&str, usize> = BTreeMap::new();
    for it in probed {
        for (_, reason) in it.source.unmeasurable_lines() {
            *lost.entry(reason).or_default() += 1;
        }
        for (_, reason) in it.source.unmeasurable_operations() {
            *lost.entry(reason).or_default() += 1;
        }
    }
    eprintln!(
        "{name}: {} files, {predicates} predicates, {operations} operations, {lines} lines",
        probed.len()
    );
    eprintln!("  operations and lines that are not measurable: {lost:?}");
    eprintln!(
        "  not measurable: {reasons:?}; {} complaints of javac",
        complaints.len()
    );
    for complaint in complaints {
        eprintln!("  {complaint}");
    }
}
