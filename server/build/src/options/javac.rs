//! Options of javac: takes what a build sets, gives what our own compile is to be told; judges no value.

/// The oldest source level that javac of any supported JDK still takes.
const OLDEST_SOURCE: u32 = 8;

/// The levels of a build, as options; what is older than any JDK takes is raised to the oldest.
pub fn levels(
    release: Option<String>,
    source: Option<String>,
    target: Option<String>,
) -> Vec<String> {
    let number = |level: String| {
        let level: u32 = level.trim_start_matches("1.").parse().ok()?;
        Some(level.max(OLDEST_SOURCE))
    };
    if let Some(release) = release.and_then(number) {
        return vec!["--release".into(), release.to_string()];
    }
    let source = source.and_then(number).unwrap_or(OLDEST_SOURCE);
    let target = target.and_then(number).unwrap_or(source).max(source);
    vec![
        "-source".into(),
        source.to_string(),
        "-target".into(),
        target.to_string(),
    ]
}

/// Options that only judge style would make a probed class fail, and flags of the compiler's own JVM cannot be passed
/// on.
pub fn is_wanted(option: &str) -> bool {
    let unwanted = [
        "-Xlint",
        "-Xdoclint",
        "-Werror",
        "-Xplugin:",
        "-J",
        "-XDcompilePolicy",
        "--should-stop",
        "-verbose",
    ];
    !unwanted.iter().any(|prefix| option.starts_with(prefix))
}
