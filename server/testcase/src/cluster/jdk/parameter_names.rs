//! What parameters of the JDK's factories of dates and times are called: its classes do not tell. The table is data:
//! with it a month is between 1 and 12, and a column of a table of tests is called `month`.

/// A factory with the names of its parameters, those of shorter overloads first.
struct NamedFactory {
    class: &'static str,
    method: &'static str,
    names: &'static [&'static str],
}

const DATE_AND_TIME: &[&str] = &[
    "year",
    "month",
    "dayOfMonth",
    "hour",
    "minute",
    "second",
    "nano",
];

const fn of(class: &'static str, names: &'static [&'static str]) -> NamedFactory {
    NamedFactory {
        class,
        method: "of",
        names,
    }
}

const TABLE: [NamedFactory; 9] = [
    of("java.time.LocalDate", DATE_AND_TIME),
    of("java.time.LocalDateTime", DATE_AND_TIME),
    of("java.time.YearMonth", DATE_AND_TIME),
    of("java.time.MonthDay", &["month", "dayOfMonth"]),
    of("java.time.Year", DATE_AND_TIME),
    of("java.time.LocalTime", &["hour", "minute", "second", "nano"]),
    of("java.time.Period", &["years", "months", "days"]),
    NamedFactory {
        class: "java.time.LocalDate",
        method: "ofYearDay",
        names: &["year", "dayOfYear"],
    },
    NamedFactory {
        class: "java.time.LocalDate",
        method: "ofEpochDay",
        names: &["epochDay"],
    },
];

/// The names of that many parameters of the JDK's method; none where they are not known.
pub(crate) fn parameter_names(class: &str, method: &str, count: usize) -> Vec<String> {
    let mut rows = TABLE.iter();
    let found =
        rows.find(|row| row.class == class && row.method == method && row.names.len() >= count);
    let names = found.map_or(&[][..], |row| &row.names[..count]);
    names.iter().map(|name| (*name).to_owned()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_of_dates_and_times_are_known_as_far_as_there_are_some() {
        let date = parameter_names("java.time.LocalDate", "of", 3);
        assert_eq!(date, ["year", "month", "dayOfMonth"]);
        assert_eq!(
            parameter_names("java.time.LocalTime", "of", 2),
            ["hour", "minute"]
        );
        assert!(parameter_names("java.time.LocalDate", "of", 8).is_empty());
        assert!(parameter_names("java.util.List", "of", 2).is_empty());
    }
}
