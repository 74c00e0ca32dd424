//! Calls that a sandbox answers otherwise than the user's machine would (writing files, what a folder holds, network,
//! programs, which threads there are): takes a file with javac's word on its calls, says whether a run reached one of
//! them.

use goalline_flow::{AttributedFile, Branch, FileFlow, MethodId, MethodName};
use goalline_testcase::Trace;

/// Classes whose use is such a call, with the methods that are (none: all of them).
const ENVIRONMENT: &[(&str, &[&str])] = &[
    (
        "java.io.File",
        &[
            "createNewFile",
            "createTempFile",
            "delete",
            "list",
            "listFiles",
            "mkdir",
            "mkdirs",
            "renameTo",
            "setExecutable",
            "setLastModified",
            "setReadOnly",
            "setReadable",
            "setWritable",
        ],
    ),
    (
        "java.nio.file.Files",
        &[
            "copy",
            "createDirectories",
            "createDirectory",
            "createFile",
            "createLink",
            "createSymbolicLink",
            "createTempDirectory",
            "createTempFile",
            "delete",
            "deleteIfExists",
            "find",
            "list",
            "move",
            "newBufferedWriter",
            "newDirectoryStream",
            "newOutputStream",
            "setAttribute",
            "setLastModifiedTime",
            "setOwner",
            "setPosixFilePermissions",
            "walk",
            "walkFileTree",
            "write",
            "writeString",
        ],
    ),
    ("java.io.FileOutputStream", &["<init>"]),
    ("java.io.FileWriter", &["<init>"]),
    ("java.io.RandomAccessFile", &["<init>"]),
    ("java.nio.channels.FileChannel", &["open"]),
    ("java.net.Socket", &[]),
    ("java.net.ServerSocket", &[]),
    ("java.net.DatagramSocket", &[]),
    ("java.net.HttpURLConnection", &[]),
    (
        "java.net.InetAddress",
        &["getByName", "getAllByName", "getLocalHost"],
    ),
    ("java.net.NetworkInterface", &[]),
    ("java.net.URL", &["getContent", "openStream"]),
    (
        "java.net.URLConnection",
        &["connect", "getInputStream", "getOutputStream"],
    ),
    ("java.net.http.HttpClient", &["send", "sendAsync"]),
    ("java.nio.channels.SocketChannel", &[]),
    ("java.lang.ProcessBuilder", &["start"]),
    (
        "java.lang.Runtime",
        &["exec", "freeMemory", "maxMemory", "totalMemory"],
    ),
    (
        "java.lang.Thread",
        &["activeCount", "enumerate", "getAllStackTraces"],
    ),
    (
        "java.lang.ThreadGroup",
        &["activeCount", "activeGroupCount", "enumerate"],
    ),
];

/// Words of which a text that makes such a call has one: javac is asked about no other.
const WORDS: &[&str] = &[
    "File",
    "Socket",
    "Inet",
    "NetworkInterface",
    "URL",
    "Http",
    "Process",
    "Runtime",
    "Channel",
    "ThreadGroup",
    "activeCount",
    "getAllStackTraces",
];

/// The environment-dependent calls of one file.
#[derive(Clone, Debug, Default)]
pub struct EnvironmentCalls {
    places: Vec<EnvironmentCallSite>,
}

/// Where a call stands: it ran, as far as a trace tells, when its method was entered and one of these branches taken.
#[derive(Clone, Debug)]
struct EnvironmentCallSite {
    method: MethodId,
    controls: Vec<Branch>,
}

impl EnvironmentCalls {
    /// Whether it is worth asking javac about the calls of a text.
    pub(crate) fn may_be_in(text: &str) -> bool {
        WORDS.iter().any(|word| text.contains(word))
    }

    /// The environment-dependent calls among those that javac understood.
    pub(crate) fn of(flow: &FileFlow, file: &AttributedFile) -> Self {
        let environment_calls = file
            .calls
            .iter()
            .filter(|call| is_environment_call(&call.callee));
        let places = environment_calls.filter_map(|call| {
            let at = call.span.start;
            let line = flow
                .lines
                .iter()
                .filter(|line| line.span.start <= at && at < line.span.end)
                .min_by_key(|line| line.span.end - line.span.start)?;
            Some(EnvironmentCallSite {
                method: line.method,
                controls: line.controls.clone(),
            })
        });
        Self {
            places: places.collect(),
        }
    }

    /// Whether the run got to such a call.
    pub fn reached(&self, trace: &Trace) -> bool {
        let happened = |branch: &Branch| {
            let seen = trace.predicate(branch.predicate.0);
            seen.is_some_and(|seen| {
                let count = if branch.outcome {
                    seen.true_count
                } else {
                    seen.false_count
                };
                count > 0
            })
        };
        self.places.iter().any(|place| {
            trace.entered(place.method.0)
                && (place.controls.is_empty() || place.controls.iter().any(happened))
        })
    }
}

fn is_environment_call(callee: &MethodName) -> bool {
    ENVIRONMENT.iter().any(|(class, methods)| {
        *class == &*callee.class && (methods.is_empty() || methods.contains(&&*callee.name))
    })
}

#[cfg(test)]
mod tests {
    use goalline_flow::{AttributedCall, CallKind};
    use goalline_syntax::{JavaFile, Span};
    use goalline_testcase::{MethodTrace, PredicateTrace};

    use super::*;

    const STORE: &str = "class Store { boolean open(java.io.File dir, boolean fresh) {
        if (fresh) {
            return dir.mkdirs();
        }
        return true;
    } }";

    fn environment_calls(class: &str, name: &str) -> (FileFlow, EnvironmentCalls) {
        let flow = FileFlow::of(&JavaFile::parse(STORE));
        let start = STORE.find("dir.mkdirs").expect("it is there");
        let call = AttributedCall {
            span: Span {
                start,
                end: start + "dir.mkdirs()".len(),
            },
            kind: CallKind::Virtual,
            is_on_this: false,
            receiver: class.into(),
            callee: MethodName {
                class: class.into(),
                name: name.into(),
                descriptor: "()Z".into(),
            },
        };
        let file = AttributedFile {
            classes: Vec::new(),
            methods: Vec::new(),
            calls: vec![call],
        };
        let environment_calls = EnvironmentCalls::of(&flow, &file);
        (flow, environment_calls)
    }

    fn run(flow: &FileFlow, fresh: bool) -> Trace {
        let open = flow.methods.iter().find(|one| one.name == "open");
        Trace {
            methods: vec![MethodTrace {
                method: open.expect("it is declared").id.0,
                count: 1,
            }],
            predicates: vec![PredicateTrace {
                predicate: 0,
                true_count: u32::from(fresh),
                false_count: u32::from(!fresh),
                true_distance: 0.0,
                false_distance: 0.0,
            }],
            ..Trace::default()
        }
    }

    #[test]
    fn a_run_counts_as_confined_only_where_it_came_to_the_call() {
        let (flow, environment_calls) = environment_calls("java.io.File", "mkdirs");
        assert!(environment_calls.reached(&run(&flow, true)));
        assert!(!environment_calls.reached(&run(&flow, false)));
    }

    #[test]
    fn a_method_of_that_name_elsewhere_is_not_confined() {
        let (flow, environment_calls) = environment_calls("shop.Shelf", "mkdirs");
        assert!(!environment_calls.reached(&run(&flow, true)));
    }
}
