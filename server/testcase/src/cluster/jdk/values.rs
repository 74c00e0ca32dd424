//! JDK classes that tests may use, continued: numbers, text, time, input and output in memory; only data.

use crate::cluster::jdk::table::{AllowedClass, NEW, class};

/// The second part of the table.
pub(crate) const TABLE: &[AllowedClass] = &[
    // Numbers.
    class("java.math.BigInteger", BIG_INTEGER, &[]),
    class("java.math.BigDecimal", BIG_DECIMAL, &[]),
    class(
        "java.math.MathContext",
        &[NEW, "DECIMAL32", "DECIMAL128", "UNLIMITED"],
        &[],
    ),
    class(
        "java.math.RoundingMode",
        &["HALF_UP", "HALF_EVEN", "DOWN", "UP", "UNNECESSARY"],
        &[],
    ),
    class("java.util.Random", &[NEW], &["setSeed"]),
    class(
        "java.util.concurrent.atomic.AtomicInteger",
        &[NEW],
        &["set"],
    ),
    class("java.util.concurrent.atomic.AtomicLong", &[NEW], &["set"]),
    class(
        "java.util.concurrent.atomic.AtomicBoolean",
        &[NEW],
        &["set"],
    ),
    class(
        "java.util.concurrent.atomic.AtomicReference",
        &[NEW],
        &["set"],
    ),
    class(
        "java.util.UUID",
        &[NEW, "fromString", "nameUUIDFromBytes"],
        &[],
    ),
    // Text, places, formats.
    class("java.util.Locale", LOCALE, &[]),
    class("java.util.Currency", &["getInstance"], &[]),
    class("java.util.regex.Pattern", &["compile"], &[]),
    class(
        "java.util.regex.Matcher",
        &["matcher"],
        &["find", "matches", "reset"],
    ),
    class("java.nio.charset.Charset", &["forName"], &[]),
    class("java.nio.charset.StandardCharsets", CHARSETS, &[]),
    class("java.security.MessageDigest", &["getInstance"], &["update"]),
    class("java.util.zip.Checksum", &[], &["update"]),
    class("java.util.zip.CRC32", &[NEW], &["update"]),
    class("java.text.Format", &[], &[]),
    class(
        "java.text.NumberFormat",
        &["getInstance", "getIntegerInstance"],
        &[],
    ),
    class(
        "java.text.DecimalFormat",
        &[NEW],
        &["applyPattern", "setGroupingUsed"],
    ),
    class(
        "java.text.DecimalFormatSymbols",
        &[NEW, "getInstance"],
        &["setDecimalSeparator"],
    ),
    class("java.text.DateFormat", &[], &["setTimeZone", "setLenient"]),
    class("java.text.SimpleDateFormat", &[NEW], &["applyPattern"]),
    class("java.text.MessageFormat", &[NEW], &["applyPattern"]),
    class(
        "java.text.ParsePosition",
        &[NEW],
        &["setIndex", "setErrorIndex"],
    ),
    class(
        "java.text.FieldPosition",
        &[NEW],
        &["setBeginIndex", "setEndIndex"],
    ),
    class(
        "java.text.CharacterIterator",
        &[],
        &["next", "previous", "first", "last"],
    ),
    class("java.text.StringCharacterIterator", &[NEW], &["setIndex"]),
    // Time, without the clock.
    class("java.util.Date", &[NEW, "from"], &["setTime"]),
    class(
        "java.util.Calendar",
        &[],
        &["set", "add", "clear", "setTimeInMillis", "setTimeZone"],
    ),
    class("java.util.GregorianCalendar", &[NEW], &[]),
    class(
        "java.util.TimeZone",
        &["getTimeZone"],
        &["setRawOffset", "setID"],
    ),
    class("java.util.SimpleTimeZone", &[NEW], &[]),
    class(
        "java.util.concurrent.TimeUnit",
        &["SECONDS", "MILLISECONDS", "MINUTES", "DAYS"],
        &[],
    ),
    class(
        "java.time.DayOfWeek",
        &["MONDAY", "FRIDAY", "SUNDAY", "of"],
        &[],
    ),
    class(
        "java.time.Month",
        &["JANUARY", "FEBRUARY", "DECEMBER", "of"],
        &[],
    ),
    class(
        "java.time.LocalDate",
        &["of", "ofEpochDay", "ofYearDay", "parse"],
        &[],
    ),
    class(
        "java.time.LocalTime",
        &["of", "ofSecondOfDay", "MIDNIGHT", "NOON"],
        &[],
    ),
    class("java.time.LocalDateTime", &["of", "ofEpochSecond"], &[]),
    class(
        "java.time.Instant",
        &["ofEpochMilli", "ofEpochSecond", "EPOCH"],
        &[],
    ),
    class(
        "java.time.Duration",
        &["ofMillis", "ofSeconds", "ofMinutes", "ofNanos", "ZERO"],
        &[],
    ),
    class(
        "java.time.Period",
        &["of", "ofDays", "ofMonths", "ofYears", "ZERO"],
        &[],
    ),
    class("java.time.Year", &["of"], &[]),
    class("java.time.YearMonth", &["of"], &[]),
    class("java.time.MonthDay", &["of"], &[]),
    class("java.time.ZoneId", &["of"], &[]),
    class(
        "java.time.ZoneOffset",
        &["ofHours", "ofTotalSeconds", "UTC"],
        &[],
    ),
    class("java.time.ZonedDateTime", &["of", "ofInstant"], &[]),
    class("java.time.OffsetDateTime", &["of", "ofInstant"], &[]),
    class("java.time.Clock", &["fixed"], &[]),
    class(
        "java.time.temporal.ChronoUnit",
        &["DAYS", "HOURS", "SECONDS", "NANOS", "MONTHS"],
        &[],
    ),
    class(
        "java.time.temporal.ChronoField",
        &["YEAR", "DAY_OF_MONTH", "HOUR_OF_DAY"],
        &[],
    ),
    class("java.time.temporal.TemporalAccessor", &[], &[]),
    class("java.time.temporal.Temporal", &[], &[]),
    class("java.time.temporal.TemporalAdjuster", &[], &[]),
    class("java.time.temporal.TemporalAmount", &[], &[]),
    class("java.time.temporal.TemporalUnit", &[], &[]),
    class("java.time.temporal.TemporalField", &[], &[]),
    class("java.time.chrono.ChronoLocalDate", &[], &[]),
    class("java.time.chrono.ChronoLocalDateTime", &[], &[]),
    class("java.time.chrono.ChronoZonedDateTime", &[], &[]),
    class(
        "java.time.format.DateTimeFormatter",
        &["ofPattern", "ISO_LOCAL_DATE", "ISO_INSTANT"],
        &[],
    ),
    class("java.sql.Timestamp", &[NEW], &[]),
    // Input and output in memory.
    class("java.io.Closeable", &[], &["close"]),
    class("java.io.Flushable", &[], &["flush"]),
    class("java.io.Reader", &[], READER_USES),
    class("java.io.StringReader", &[NEW], &[]),
    class("java.io.CharArrayReader", &[NEW], &[]),
    class("java.io.BufferedReader", &[NEW], &["readLine"]),
    class("java.io.PushbackReader", &[NEW], &["unread"]),
    class("java.io.InputStreamReader", &[NEW], &[]),
    class("java.io.Writer", &[], &["write", "append", "close"]),
    class("java.io.StringWriter", &[NEW], &[]),
    class("java.io.CharArrayWriter", &[NEW], &[]),
    class("java.io.BufferedWriter", &[NEW], &["newLine"]),
    class("java.io.PrintWriter", &[NEW], &["print", "println"]),
    class("java.io.OutputStreamWriter", &[NEW], &[]),
    class("java.io.InputStream", &[], READER_USES),
    class("java.io.ByteArrayInputStream", &[NEW], &[]),
    class("java.io.BufferedInputStream", &[NEW], &[]),
    class("java.io.DataInputStream", &[NEW], &["readInt", "readUTF"]),
    class("java.io.FilterInputStream", &[], &[]),
    class("java.io.OutputStream", &[], &["write", "flush", "close"]),
    class("java.io.ByteArrayOutputStream", &[NEW], &["reset"]),
    class("java.io.FilterOutputStream", &[], &[]),
    class("java.io.BufferedOutputStream", &[NEW], &[]),
    class(
        "java.io.DataOutputStream",
        &[NEW],
        &["writeInt", "writeUTF"],
    ),
    class("java.io.PrintStream", &[NEW], &["print", "println"]),
    class("java.io.DataInput", &[], &[]),
    class("java.io.DataOutput", &[], &[]),
    class("java.io.File", &[NEW], &[]),
    class("java.nio.file.Path", &[], &[]),
    class("java.nio.file.Paths", &["get"], &[]),
    class(
        "java.nio.CharBuffer",
        &["allocate", "wrap"],
        &["put", "flip", "position", "clear"],
    ),
    class(
        "java.nio.ByteBuffer",
        &["allocate", "wrap"],
        &["put", "putInt", "flip", "position", "clear"],
    ),
    class("java.nio.ByteOrder", &["BIG_ENDIAN", "LITTLE_ENDIAN"], &[]),
    class("java.net.URI", &["create"], &[]),
    class("java.net.URL", &[NEW], &[]),
];

/// Classes of the JDK that are described where something asks for them alone.
pub(crate) const ON_DEMAND: &[AllowedClass] = &[
    class(
        "javax.xml.parsers.DocumentBuilderFactory",
        &["newInstance", "newDocumentBuilder"],
        &["setNamespaceAware"],
    ),
    class("javax.xml.parsers.DocumentBuilder", &["newDocument"], &[]),
    class("org.w3c.dom.Document", &["createElement"], &["appendChild"]),
    class(
        "org.w3c.dom.Element",
        &[],
        &["setAttribute", "appendChild", "setTextContent"],
    ),
];

/// Types of the JDK that have no constructor, with classes of it that make or are one: described where the type is.
const IMPLEMENTATIONS: &[(&str, &[&str])] = &[
    ("java.awt.geom.Line2D", &["java.awt.geom.Line2D$Double"]),
    ("java.awt.geom.Point2D", &["java.awt.geom.Point2D$Double"]),
    (
        "java.awt.geom.Rectangle2D",
        &["java.awt.geom.Rectangle2D$Double"],
    ),
    ("java.io.ObjectOutput", &["java.io.ObjectOutputStream"]),
    (
        "java.util.concurrent.Future",
        &["java.util.concurrent.CompletableFuture"],
    ),
    (
        "java.util.concurrent.CompletionStage",
        &["java.util.concurrent.CompletableFuture"],
    ),
    ("org.w3c.dom.Document", &DOM),
    ("org.w3c.dom.Element", &DOM),
    ("org.w3c.dom.Node", &DOM),
    (
        "org.xml.sax.Attributes",
        &["org.xml.sax.helpers.AttributesImpl"],
    ),
    ("org.xml.sax.Locator", &["org.xml.sax.helpers.LocatorImpl"]),
];

const DOM: [&str; 2] = [
    "javax.xml.parsers.DocumentBuilder",
    "javax.xml.parsers.DocumentBuilderFactory",
];

/// The classes of the JDK that make an object of this type of it, which has no constructor; none for others.
pub(crate) fn implementations(name: &str) -> &'static [&'static str] {
    let row = IMPLEMENTATIONS.iter().find(|(wanted, _)| *wanted == name);
    row.map_or(&[], |(_, classes)| classes)
}

const READER_USES: &[&str] = &["read", "skip", "mark", "reset", "close"];

const BIG_INTEGER: &[&str] = &[NEW, "valueOf", "ZERO", "ONE", "TEN"];

const BIG_DECIMAL: &[&str] = &[NEW, "valueOf", "ZERO", "ONE", "TEN"];

const LOCALE: &[&str] = &[
    NEW,
    "ENGLISH",
    "US",
    "UK",
    "GERMANY",
    "FRENCH",
    "JAPAN",
    "CHINA",
    "ROOT",
    "forLanguageTag",
];

const CHARSETS: &[&str] = &["UTF_8", "US_ASCII", "ISO_8859_1", "UTF_16"];
