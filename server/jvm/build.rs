//! Takes the Java sources below `worker/`, gives a list that embeds them in the crate; compiles none of them.

use std::{
    env, fs,
    path::{Path, PathBuf},
};

fn main() {
    let root = PathBuf::from(env::var("CARGO_MANIFEST_DIR").expect("cargo sets it")).join("worker");
    println!("cargo::rerun-if-changed={}", root.display());
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    let entries: Vec<String> = files
        .iter()
        .map(|file| {
            let name = file
                .strip_prefix(&root)
                .expect("it was found below the root");
            let name = name.to_string_lossy().replace('\\', "/");
            let path = file.to_string_lossy();
            format!("    ({name:?}, include_str!({path:?})),\n")
        })
        .collect();
    let list = format!("&[\n{}]\n", entries.concat());
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets it")).join("sources.rs");
    fs::write(out, list).expect("the output folder is writable");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder)
        .expect("the folder is part of the crate")
        .flatten()
    {
        let path = entry.path();
        if path.is_dir() {
            collect(&path, files);
        } else if path
            .extension()
            .is_some_and(|extension| extension == "java")
        {
            files.push(path);
        }
    }
}
