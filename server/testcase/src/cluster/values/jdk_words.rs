//! Texts that members of the JDK understand: names of charsets, zones and currencies, patterns, numbers; takes a
//! member, gives these, makes no values.

use crate::cluster::{
    jdk::table::NEW,
    members::{callable::CallableId, test_cluster::TestCluster},
};
use crate::{JavaType, TypeId};

/// A member and what its text parameters understand.
struct Understood {
    class: &'static str,
    member: &'static str,
    words: &'static [&'static str],
}

const fn of(
    class: &'static str,
    member: &'static str,
    words: &'static [&'static str],
) -> Understood {
    Understood {
        class,
        member,
        words,
    }
}

const TABLE: &[Understood] = &[
    of("java.math.BigInteger", NEW, INTEGERS),
    of("java.math.BigDecimal", NEW, DECIMALS),
    of(
        "java.util.UUID",
        "fromString",
        &["123e4567-e89b-12d3-a456-426614174000"],
    ),
    of("java.util.Locale", NEW, &["en", "de", "US", "GB", ""]),
    of(
        "java.util.Locale",
        "forLanguageTag",
        &["en-US", "de", "pt-BR", "zh-Hant-TW"],
    ),
    of("java.util.Currency", "getInstance", &["USD", "EUR", "JPY"]),
    of(
        "java.util.regex.Pattern",
        "compile",
        &["[a-z]+", "\\d+", "(a)(b)?", ".*", ","],
    ),
    of(
        "java.nio.charset.Charset",
        "forName",
        &["UTF-8", "ISO-8859-1", "US-ASCII", "UTF-16"],
    ),
    of(
        "java.security.MessageDigest",
        "getInstance",
        &["SHA-256", "MD5", "SHA-1"],
    ),
    of("java.text.DecimalFormat", NEW, NUMBER_PATTERNS),
    of("java.text.DecimalFormat", "applyPattern", NUMBER_PATTERNS),
    of("java.text.SimpleDateFormat", NEW, DATE_PATTERNS),
    of("java.text.SimpleDateFormat", "applyPattern", DATE_PATTERNS),
    of("java.text.MessageFormat", NEW, MESSAGES),
    of("java.text.MessageFormat", "applyPattern", MESSAGES),
    of("java.util.TimeZone", "getTimeZone", ZONES),
    of("java.time.ZoneId", "of", ZONES),
    of(
        "java.time.LocalDate",
        "parse",
        &["2020-02-29", "1999-12-31", "-0001-01-01"],
    ),
    of(
        "java.time.format.DateTimeFormatter",
        "ofPattern",
        &["yyyy-MM-dd", "HH:mm:ss", "dd.MM.yy"],
    ),
    of(
        "java.net.URI",
        "create",
        &["http://example.org:80/a?b=c#d", "file:/a/b", "mailto:a@b"],
    ),
];

const INTEGERS: &[&str] = &["0", "1", "-1", "12345678901234567890"];

const DECIMALS: &[&str] = &["0", "1.50", "-0.1", "1E+10", "12345678901234567890.123"];

const NUMBER_PATTERNS: &[&str] = &["#,##0.00", "0", "0.###E0", "00.0%"];

const DATE_PATTERNS: &[&str] = &["yyyy-MM-dd", "HH:mm:ss", "EEE, dd MMM yyyy HH:mm:ss zzz"];

const MESSAGES: &[&str] = &["{0}", "{0} {1,number}", "a"];

const ZONES: &[&str] = &["UTC", "GMT+02:00", "America/New_York", "Asia/Kolkata"];

impl TestCluster {
    /// Texts that a member of the JDK understands where it takes one; empty for all others, which may take any.
    pub fn words(&self, callable: CallableId) -> &'static [&'static str] {
        let called = self.callable(callable);
        if called.is_under_test || !called.declared_in.starts_with("java.") {
            return &[];
        }
        let found = TABLE
            .iter()
            .find(|it| it.class == called.declared_in && it.member == called.name);
        found.map_or(&[], |it| it.words)
    }

    /// The type of a text that may stand where this type is asked for, if that is one of texts.
    pub fn text_for(&mut self, ty: TypeId) -> Option<TypeId> {
        let is_of_texts = |it: &JavaType| {
            matches!(
                it.class_name(),
                Some("java.lang.String" | "java.lang.CharSequence")
            )
        };
        is_of_texts(self.ty(ty)).then(|| self.intern(JavaType::class("java.lang.String")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::jdk_allow_list;

    #[test]
    fn every_member_that_understands_words_is_one_that_tests_may_call() {
        for Understood {
            class,
            member,
            words,
        } in TABLE
        {
            let listed = jdk_allow_list().iter().find(|it| it.name == *class);
            let listed = listed.unwrap_or_else(|| panic!("{class} is not on the list"));
            assert!(
                listed.makes.contains(member) || listed.uses.contains(member),
                "{class}.{member}"
            );
            assert!(!words.is_empty(), "{class}.{member}");
        }
    }
}
