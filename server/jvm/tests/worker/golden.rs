//! The golden bytes of the protocol, the worker's side: its own classes write and read each line.

use std::{path::Path, process::Command};

use goalline_jvm::Worker;

use crate::support::{jdks, options};

#[test]
fn the_worker_writes_and_reads_the_golden_bytes() {
    for (feature, home) in jdks() {
        let options = options(feature, &home);
        let worker = Worker::start(&options).expect("a worker");
        let jars = worker.class_path();
        let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
        let classes = tempfile::tempdir().expect("a folder");
        let compiled = crate::support::javac(&home)
            .args(["-encoding", "UTF-8", "-cp", &jars, "-d"])
            .arg(classes.path())
            .arg(golden.join("java/goalline/worker/GoldenCheck.java"))
            .status()
            .expect("javac starts");
        assert!(compiled.success());
        let output = Command::new(home.join("bin/java"))
            .args(["-cp", &format!("{jars}:{}", classes.path().display())])
            .arg("goalline.worker.GoldenCheck")
            .arg(golden.join("frames.txt"))
            .output()
            .expect("java starts");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(
            output.status.success(),
            "{text}{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
}
