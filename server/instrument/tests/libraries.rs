//! The law on whole libraries: takes folders of sources named by `GOALLINE_LIBRARIES`, checks that they compile with probes.
//!
//! `GOALLINE_LIBRARIES=<folder>[=<class path>][,…] cargo test -p goalline-instrument --test libraries -- --nocapture`

mod support;

use std::{collections::BTreeMap, env, path::PathBuf};

use support::{Probed, Workshop, java_files, jdks, probe_all};

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
        let workshop = Workshop::open(&jdk, temporary.path());
        let class_path = format!("{}:{class_path}", workshop.runtime().display());
        let options = ["-cp", &class_path, "--release", "8"].map(str::to_owned);
        let probed = probe_all(&workshop, "library", &java_files(&folder), &options);
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
    println!("{name}: {} files, {predicates} predicates", probed.len());
    println!(
        "  not measurable: {reasons:?}; {} complaints of javac",
        complaints.len()
    );
    for complaint in complaints {
        println!("  {complaint}");
    }
}
