//! The commands of the server and of its clients, by name, with their arguments; `execute` carries them out.

/// Search for tests of a file: `[uri]`.
pub const GENERATE: &str = "goalline.generate";
/// Search for tests of the method around a place, alone: `[{ "uri": …, "position": … }]`.
pub const GENERATE_METHOD: &str = "goalline.generateMethod";
/// Stop the run of a file, or all runs: `[uri]` or `[]`.
pub const STOP: &str = "goalline.stop";
/// Insert tests: `[{ "uri": …, "tests": [name …] }]`.
pub const INSERT: &str = "goalline.insert";
/// Show how near the search came to a goal: `[{ "uri": …, "goal": key }]`; gives the text, too.
pub const SHOW_ATTEMPT: &str = "goalline.showAttempt";
/// Show the input and the stack of a possible fault: `[{ "uri": …, "fault": key }]`; gives the text, too.
pub const SHOW_FAULT: &str = "goalline.showFault";
/// Give the test class before and after tests are inserted, and what they cover: `[{ "uri": …, "tests": [name …] }]`.
pub const PREVIEW: &str = "goalline.preview";
/// Open the test file where inserted tests stand: `[{ "uri": …, "tests": [name …] }]`.
pub const REVEAL: &str = "goalline.reveal";
/// Show these goals no more: `[{ "uri": …, "goals": [key …] }]`; gives the URI of the file that says so.
pub const IGNORE: &str = "goalline.ignore";
/// Run nothing on save and on open until `goalline.resume`: `[]`.
pub const PAUSE: &str = "goalline.pause";
/// Run on save and on open again: `[]`.
pub const RESUME: &str = "goalline.resume";
/// Give what a report of a bug needs, as a text: `[]`.
pub const DEBUG_INFORMATION: &str = "goalline.debugInformation";
/// All commands, as they are announced.
pub const ALL: [&str; 12] = [
    GENERATE,
    GENERATE_METHOD,
    STOP,
    INSERT,
    SHOW_ATTEMPT,
    SHOW_FAULT,
    PREVIEW,
    REVEAL,
    IGNORE,
    PAUSE,
    RESUME,
    DEBUG_INFORMATION,
];
/// A command of the client, where it has it: shows a preview with a way to insert it.
pub const PREVIEW_TESTS: &str = "goalline.previewTests";
/// A command of the client, where it has it: asks the user whether the folder is trusted, and sends `goalline/trust`.
pub const TRUST: &str = "goalline.trust";
