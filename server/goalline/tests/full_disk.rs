//! A disk that is full while tests are generated, wherever that strikes: the project, the cache, the temporary folder.
//! Each is a small file system of its own in turn. Needs a JDK, and a kernel that lets a user mount one.
//!
//! `GOALLINE_DISKS` says for how many sizes of each that is tried between none and enough (default 1).
#![cfg(target_os = "linux")]

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

const CART: &str =
    "package shop;\npublic class Cart {\n    public int size(int n) { return n > 1 ? n : 1; }\n}\n";
const TEST: &str = "package shop;\n\nimport org.junit.jupiter.api.Test;\n\nclass CartTest {\n    @Test\n    void mine() {\n        // kept\n    }\n}\n";

/// In a file system of so many kilobytes as this folder, filled up to so many, with the project in its place.
const SCRIPT: &str = r#"
mount -t tmpfs -o size="$SIZE"k none "$FULL" || exit 77
cp -r "$ROOT/kept/." "$ROOT/project"
left=$(df -k --output=avail "$FULL" | tail -n 1)
head -c $(((left - LEFT) * 1024)) /dev/zero > "$FULL/filler"
cd "$ROOT/project" || exit 77
"$GOALLINE" generate src/main/java/shop/Cart.java --seconds 1 --sandbox when-available
status=$?
rm -f "$FULL/filler"
mkdir "$ROOT/after" && cp -r "$ROOT/project/." "$ROOT/after"
exit $status
"#;

/// Whether this user may mount a file system in a world of their own, and compile.
fn can_be_tried() -> bool {
    let succeeds = |program: &str, arguments: &[&str]| {
        let output = Command::new(program).args(arguments).output();
        output.is_ok_and(|it| it.status.success())
    };
    let can_mount = succeeds("unshare", &["-rm", "mount", "-t", "tmpfs", "none", "/mnt"]);
    let can = can_mount && succeeds("javac", &["-version"]);
    if !can {
        eprintln!(
            "skipped: it takes a JDK, and user namespaces in which a file system can be mounted"
        );
    }
    can
}

fn files_below(folder: &Path) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut ahead = vec![folder.to_path_buf()];
    while let Some(one) = ahead.pop() {
        for entry in fs::read_dir(one).expect("a folder").flatten() {
            let path = entry.path();
            if path.is_dir() {
                ahead.push(path);
            } else {
                let name = path
                    .strip_prefix(folder)
                    .expect("it is below")
                    .to_path_buf();
                found.insert(name, fs::read_to_string(path).expect("a text"));
            }
        }
    }
    found
}

/// What is said where this folder has so many kilobytes left, and the files of the project before and after.
fn generated(
    full: &str,
    left: u32,
) -> (Output, BTreeMap<PathBuf, String>, BTreeMap<PathBuf, String>) {
    let root = tempfile::tempdir().expect("a folder");
    let place = |name: &str| root.path().join(name);
    for name in [
        "project",
        "cache",
        "temporary",
        "kept/src/main/java/shop",
        "kept/src/test/java/shop",
    ] {
        fs::create_dir_all(place(name)).expect("a folder");
    }
    fs::write(place("kept/src/main/java/shop/Cart.java"), CART).expect("a file");
    fs::write(place("kept/src/test/java/shop/CartTest.java"), TEST).expect("a file");
    let output = Command::new("unshare")
        .args(["-rm", "sh", "-c", SCRIPT])
        .env("GOALLINE", env!("CARGO_BIN_EXE_goalline"))
        .env("ROOT", root.path())
        .env("FULL", place(full))
        .env("SIZE", (left + 1_000).to_string())
        .env("LEFT", left.to_string())
        .env("XDG_CACHE_HOME", place("cache"))
        .env("TMPDIR", place("temporary"))
        .output()
        .expect("unshare");
    assert_ne!(output.status.code(), Some(77), "{output:?}");
    let before = files_below(&place("kept"));
    (output, before, files_below(&place("after")))
}

#[test]
fn a_disk_that_is_full_costs_no_byte_of_the_user_and_is_named() {
    if !can_be_tried() {
        return;
    }
    // Where sources of the worker are laid down, where they are compiled, where the test class is written.
    for (full, left) in [("cache", 8), ("cache", 1_000), ("project", 0)] {
        let (output, before, after) = generated(full, left);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{full} {left}: {said}");
        assert!(said.contains("space"), "{full} {left}: {said}");
        assert_eq!(after, before, "{full} {left}");
    }
}

#[test]
fn a_temporary_folder_without_room_costs_no_byte_and_no_test() {
    if !can_be_tried() {
        return;
    }
    let (output, mut before, mut after) = generated("temporary", 4);
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{said}");
    let class = Path::new("src/test/java/shop/CartTest.java");
    let (old, new) = (before.remove(class), after.remove(class));
    let new = new.expect("it is there");
    assert!(
        old.is_some() && new.contains("void mine() {\n        // kept\n    }"),
        "{new}"
    );
    assert!(
        new.matches("@Test").count() > 1 && new.ends_with("}\n"),
        "{new}"
    );
    assert_eq!(after, before);
}

/// The test class as it was, or with tests behind what stood in it; which of the two.
fn has_tests(class: &str) -> bool {
    let is_new = class != TEST;
    let kept = "void mine() {\n        // kept\n    }";
    let is_whole = class.contains(kept) && class.ends_with("}\n");
    assert!(
        !is_new || is_whole && class.matches("@Test").count() > 1,
        "{class}"
    );
    is_new
}

#[test]
fn a_disk_that_is_full_at_any_write_leaves_every_file_whole_and_is_named() {
    if !can_be_tried() {
        return;
    }
    let sizes = std::env::var("GOALLINE_DISKS");
    let sizes: u32 = sizes.ok().and_then(|it| it.parse().ok()).unwrap_or(1);
    let class = Path::new("src/test/java/shop/CartTest.java");
    let (mut failed, mut written) = (0, 0);
    // With about so many kilobytes all is written.
    for (full, most) in [("cache", 2_000), ("project", 8), ("temporary", 2_000)] {
        for number in 1..=sizes {
            let left = most * number / (sizes + 1);
            let (output, mut before, mut after) = generated(full, left);
            let said = String::from_utf8_lossy(&output.stderr);
            let text = after.remove(class).expect("it is there");
            before.remove(class);
            assert_eq!(after, before, "{full} {left}");
            let is_done = has_tests(&text);
            assert_eq!(output.status.success(), is_done, "{full} {left}: {said}");
            assert!(is_done || said.contains("space"), "{full} {left}: {said}");
            failed += u32::from(!is_done);
            written += u32::from(is_done);
        }
    }
    eprintln!("{failed} disks were too small, {written} were not");
}
