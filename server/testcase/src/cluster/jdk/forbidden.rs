//! The table of members that tests never call, each with its reason: dangerous, useless, or different in every run.

/// A member that tests never call. An empty member means every one of the class but those that are kept; a class that
/// ends in a dot, a package.
struct Forbidden {
    class: &'static str,
    member: &'static str,
    kept: &'static [&'static str],
    /// The whole descriptor, or empty for every overload.
    descriptor: &'static str,
    reason: &'static str,
}

const fn all(class: &'static str, reason: &'static str) -> Forbidden {
    Forbidden {
        class,
        member: "",
        kept: &[],
        descriptor: "",
        reason,
    }
}

const fn all_but(
    class: &'static str,
    kept: &'static [&'static str],
    reason: &'static str,
) -> Forbidden {
    Forbidden {
        kept,
        ..all(class, reason)
    }
}

const fn any(class: &'static str, member: &'static str, reason: &'static str) -> Forbidden {
    Forbidden {
        member,
        ..all(class, reason)
    }
}

const fn one(
    class: &'static str,
    member: &'static str,
    descriptor: &'static str,
    reason: &'static str,
) -> Forbidden {
    Forbidden {
        member,
        descriptor,
        ..all(class, reason)
    }
}

const THREADS: &str = "starts or blocks threads, which a test cannot stop";
const PROCESS: &str = "ends the process or starts another one";
const FILES: &str = "touches files";
const NETWORK: &str = "opens connections";
const CLOCK: &str = "reads the clock: another value in every run";
const RANDOM: &str = "random: another value in every run";
const ENVIRONMENT: &str = "depends on the machine it runs on";
const IDENTITY: &str = "differs between two equal objects and two runs";
const GLOBAL: &str = "changes what other tests see";
const REFLECTION: &str = "leaves Java's access rules behind";
const ROOM: &str =
    "says how much memory to take and nothing else: a large number fills the worker's";

const OF_TEXT: &str = "takes a text as well, and needs a cast for it: there is one of texts";
const DRAWN: &str = "draws a number, and nobody sees which";
const PART: &str =
    "takes a part of an array and does not look whether it lies inside: whoever reads it fails";

/// Constructors that take the room to begin with beside a constructor that does not.
const fn room(class: &'static str, descriptor: &'static str) -> Forbidden {
    one(class, "<init>", descriptor, ROOM)
}

const TABLE: &[Forbidden] = &[
    all("java.lang.Thread", THREADS),
    all("java.lang.ThreadGroup", THREADS),
    all("java.util.Timer", THREADS),
    all("java.util.TimerTask", THREADS),
    all("java.util.concurrent.Executors", THREADS),
    all("java.util.concurrent.ForkJoinPool", THREADS),
    all("java.util.concurrent.ThreadPoolExecutor", THREADS),
    all_but(
        "java.util.concurrent.CompletableFuture",
        &["completedFuture", "failedFuture"],
        THREADS,
    ),
    all("java.util.concurrent.locks.", THREADS),
    any("java.lang.Object", "wait", THREADS),
    any("java.lang.Object", "notify", THREADS),
    any("java.lang.Object", "notifyAll", THREADS),
    any("java.lang.Object", "finalize", THREADS),
    any("java.util.Collection", "parallelStream", THREADS),
    any("java.util.concurrent.TimeUnit", "sleep", THREADS),
    any("java.util.concurrent.BlockingQueue", "take", THREADS),
    any("java.util.concurrent.BlockingQueue", "put", THREADS),
    all("java.lang.Runtime", PROCESS),
    all("java.lang.System", PROCESS),
    all("java.lang.Process", PROCESS),
    all("java.lang.ProcessBuilder", PROCESS),
    all("java.lang.ProcessHandle", PROCESS),
    all("java.lang.Shutdown", PROCESS),
    all("java.nio.file.Files", FILES),
    all("java.nio.file.FileSystems", FILES),
    all("java.nio.channels.", FILES),
    all("java.io.FileInputStream", FILES),
    all("java.io.FileOutputStream", FILES),
    all("java.io.FileReader", FILES),
    all("java.io.FileWriter", FILES),
    all("java.io.RandomAccessFile", FILES),
    any("java.io.File", "delete", FILES),
    any("java.io.File", "deleteOnExit", FILES),
    any("java.io.File", "createNewFile", FILES),
    any("java.io.File", "createTempFile", FILES),
    any("java.io.File", "mkdir", FILES),
    any("java.io.File", "mkdirs", FILES),
    any("java.io.File", "renameTo", FILES),
    any("java.io.File", "listRoots", ENVIRONMENT),
    one(
        "java.io.PrintWriter",
        "<init>",
        "(Ljava/lang/String;)V",
        FILES,
    ),
    one("java.io.PrintWriter", "<init>", "(Ljava/io/File;)V", FILES),
    one(
        "java.io.PrintWriter",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/String;)V",
        FILES,
    ),
    one(
        "java.io.PrintWriter",
        "<init>",
        "(Ljava/io/File;Ljava/lang/String;)V",
        FILES,
    ),
    one(
        "java.io.PrintWriter",
        "<init>",
        "(Ljava/lang/String;Ljava/nio/charset/Charset;)V",
        FILES,
    ),
    one(
        "java.io.PrintWriter",
        "<init>",
        "(Ljava/io/File;Ljava/nio/charset/Charset;)V",
        FILES,
    ),
    one(
        "java.io.PrintStream",
        "<init>",
        "(Ljava/lang/String;)V",
        FILES,
    ),
    one("java.io.PrintStream", "<init>", "(Ljava/io/File;)V", FILES),
    one(
        "java.io.PrintStream",
        "<init>",
        "(Ljava/lang/String;Ljava/lang/String;)V",
        FILES,
    ),
    one(
        "java.io.PrintStream",
        "<init>",
        "(Ljava/io/File;Ljava/lang/String;)V",
        FILES,
    ),
    one(
        "java.io.PrintStream",
        "<init>",
        "(Ljava/lang/String;Ljava/nio/charset/Charset;)V",
        FILES,
    ),
    one(
        "java.io.PrintStream",
        "<init>",
        "(Ljava/io/File;Ljava/nio/charset/Charset;)V",
        FILES,
    ),
    all("java.net.Socket", NETWORK),
    all("java.net.ServerSocket", NETWORK),
    all("java.net.DatagramSocket", NETWORK),
    all_but(
        "java.net.InetAddress",
        &["getByAddress", "getLoopbackAddress"],
        NETWORK,
    ),
    all_but("java.net.InetSocketAddress", &["createUnresolved"], NETWORK),
    all("java.net.NetworkInterface", NETWORK),
    all("java.net.URLConnection", NETWORK),
    all("java.net.HttpURLConnection", NETWORK),
    all("java.net.http.", NETWORK),
    all("javax.net.", NETWORK),
    any("java.net.URL", "openConnection", NETWORK),
    any("java.net.URL", "openStream", NETWORK),
    any("java.net.URL", "getContent", NETWORK),
    any("java.time.LocalDate", "now", CLOCK),
    any("java.time.LocalTime", "now", CLOCK),
    any("java.time.LocalDateTime", "now", CLOCK),
    any("java.time.ZonedDateTime", "now", CLOCK),
    any("java.time.OffsetDateTime", "now", CLOCK),
    any("java.time.OffsetTime", "now", CLOCK),
    any("java.time.Instant", "now", CLOCK),
    any("java.time.Year", "now", CLOCK),
    any("java.time.YearMonth", "now", CLOCK),
    any("java.time.MonthDay", "now", CLOCK),
    any("java.time.Clock", "systemUTC", CLOCK),
    any("java.time.Clock", "systemDefaultZone", CLOCK),
    any("java.time.Clock", "system", CLOCK),
    any("java.util.Calendar", "getInstance", CLOCK),
    one("java.util.Date", "<init>", "()V", CLOCK),
    one("java.util.GregorianCalendar", "<init>", "()V", CLOCK),
    one(
        "java.util.GregorianCalendar",
        "<init>",
        "(Ljava/util/TimeZone;)V",
        CLOCK,
    ),
    one(
        "java.util.GregorianCalendar",
        "<init>",
        "(Ljava/util/Locale;)V",
        CLOCK,
    ),
    one(
        "java.util.GregorianCalendar",
        "<init>",
        "(Ljava/util/TimeZone;Ljava/util/Locale;)V",
        CLOCK,
    ),
    one("java.util.Random", "<init>", "()V", RANDOM),
    any("java.lang.Math", "random", RANDOM),
    any("java.util.UUID", "randomUUID", RANDOM),
    all("java.security.SecureRandom", RANDOM),
    all("java.util.concurrent.ThreadLocalRandom", RANDOM),
    one(
        "java.util.Collections",
        "shuffle",
        "(Ljava/util/List;)V",
        RANDOM,
    ),
    any("java.util.Locale", "getDefault", ENVIRONMENT),
    any("java.util.TimeZone", "getDefault", ENVIRONMENT),
    any("java.time.ZoneId", "systemDefault", ENVIRONMENT),
    any("java.nio.charset.Charset", "defaultCharset", ENVIRONMENT),
    any("java.util.Locale", "setDefault", GLOBAL),
    any("java.util.TimeZone", "setDefault", GLOBAL),
    one("java.lang.Object", "hashCode", "()I", IDENTITY),
    one(
        "java.lang.Object",
        "toString",
        "()Ljava/lang/String;",
        IDENTITY,
    ),
    one(
        "java.lang.Object",
        "equals",
        "(Ljava/lang/Object;)Z",
        IDENTITY,
    ),
    any("java.lang.Object", "getClass", IDENTITY),
    any("java.lang.Object", "clone", IDENTITY),
    all("java.lang.reflect.AccessibleObject", REFLECTION),
    all("java.lang.reflect.Method", REFLECTION),
    all("java.lang.reflect.Field", REFLECTION),
    all("java.lang.reflect.Constructor", REFLECTION),
    all("java.lang.reflect.Proxy", REFLECTION),
    all("java.lang.invoke.", REFLECTION),
    all("java.lang.ClassLoader", REFLECTION),
    any("java.lang.Class", "forName", REFLECTION),
    one(
        "java.lang.StringBuilder",
        "<init>",
        "(Ljava/lang/CharSequence;)V",
        OF_TEXT,
    ),
    one(
        "java.lang.StringBuffer",
        "<init>",
        "(Ljava/lang/CharSequence;)V",
        OF_TEXT,
    ),
    one(
        "java.math.BigInteger",
        "<init>",
        "(ILjava/util/Random;)V",
        DRAWN,
    ),
    one(
        "java.math.BigInteger",
        "<init>",
        "(IILjava/util/Random;)V",
        DRAWN,
    ),
    room("java.lang.StringBuilder", "(I)V"),
    room("java.lang.StringBuffer", "(I)V"),
    one("java.io.ByteArrayInputStream", "<init>", "([BII)V", PART),
    room("java.io.ByteArrayOutputStream", "(I)V"),
    room("java.io.CharArrayWriter", "(I)V"),
    room("java.io.StringWriter", "(I)V"),
    room("java.util.ArrayDeque", "(I)V"),
    room("java.util.ArrayList", "(I)V"),
    room("java.util.BitSet", "(I)V"),
    room("java.util.HashMap", "(I)V"),
    room("java.util.HashMap", "(IF)V"),
    room("java.util.HashSet", "(I)V"),
    room("java.util.HashSet", "(IF)V"),
    room("java.util.Hashtable", "(I)V"),
    room("java.util.Hashtable", "(IF)V"),
    room("java.util.IdentityHashMap", "(I)V"),
    room("java.util.LinkedHashMap", "(I)V"),
    room("java.util.LinkedHashMap", "(IF)V"),
    room("java.util.LinkedHashMap", "(IFZ)V"),
    room("java.util.LinkedHashSet", "(I)V"),
    room("java.util.LinkedHashSet", "(IF)V"),
    room("java.util.PriorityQueue", "(I)V"),
    room("java.util.PriorityQueue", "(ILjava/util/Comparator;)V"),
    room("java.util.Vector", "(I)V"),
    room("java.util.Vector", "(II)V"),
    room("java.util.WeakHashMap", "(I)V"),
    room("java.util.WeakHashMap", "(IF)V"),
    room("java.util.concurrent.ConcurrentHashMap", "(I)V"),
    room("java.util.concurrent.ConcurrentHashMap", "(IF)V"),
    room("java.util.concurrent.ConcurrentHashMap", "(IFI)V"),
    any("java.lang.AbstractStringBuilder", "ensureCapacity", ROOM),
    any("java.lang.StringBuilder", "ensureCapacity", ROOM),
    any("java.lang.StringBuffer", "ensureCapacity", ROOM),
    any("java.util.ArrayList", "ensureCapacity", ROOM),
    any("java.util.Vector", "ensureCapacity", ROOM),
    any("java.util.Vector", "setSize", ROOM),
];

/// Why tests never call the member, if they never do.
pub(crate) fn reason(class: &str, member: &str, descriptor: &str) -> Option<&'static str> {
    TABLE
        .iter()
        .find(|it| {
            let is_class =
                it.class == class || (it.class.ends_with('.') && class.starts_with(it.class));
            is_class
                && (it.member.is_empty() || it.member == member)
                && !it.kept.contains(&member)
                && (it.descriptor.is_empty() || it.descriptor == descriptor)
        })
        .map(|it| it.reason)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stream_reads_a_whole_array_and_no_part_that_nobody_checks() {
        let stream = |descriptor| reason("java.io.ByteArrayInputStream", "<init>", descriptor);
        assert_eq!(stream("([BII)V"), Some(PART));
        assert_eq!(stream("([B)V"), None);
    }
}
