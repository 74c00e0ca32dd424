//! Numbers for parameters by their names: a year for `year`, a port for `port`. The table is data: whoever knows a
//! better value adds it here.

/// Numbers that a reader expects where a parameter is called so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumbersOfName {
    /// Words that the name ends with.
    names: &'static [&'static str],
    /// The least one that nobody wonders at.
    pub least: i32,
    /// The greatest one.
    greatest: i32,
    /// Such numbers, one for each role.
    pub shown: [i32; 2],
}

const fn of(
    names: &'static [&'static str],
    [least, greatest]: [i32; 2],
    shown: [i32; 2],
) -> NumbersOfName {
    NumbersOfName {
        names,
        least,
        greatest,
        shown,
    }
}

const TABLE: &[NumbersOfName] = &[
    of(&["year"], [1900, 2100], [2024, 1999]),
    of(&["month", "monthofyear"], [1, 12], [3, 11]),
    of(&["dayofmonth", "day"], [1, 31], [15, 28]),
    of(&["hour", "hours", "hourofday"], [0, 23], [14, 9]),
    of(&["minute", "minutes"], [0, 59], [30, 45]),
    of(&["second", "seconds", "secondofminute"], [0, 59], [20, 50]),
    of(
        &["millis", "milliseconds", "timeout", "delay"],
        [1, 60_000],
        [500, 250],
    ),
    of(&["age"], [1, 120], [30, 42]),
    of(&["percent", "percentage"], [1, 100], [15, 40]),
    of(
        &["price", "amount", "cost", "balance", "salary"],
        [2, 1_000_000],
        [25, 40],
    ),
    of(&["port"], [80, 65_535], [8080, 8443]),
    of(&["radix", "base"], [2, 36], [16, 8]),
    of(&["width"], [2, 4096], [10, 80]),
    of(&["height"], [2, 4096], [25, 60]),
    of(&["weight"], [2, 1000], [70, 55]),
    of(
        &["capacity", "buffersize", "initialcapacity"],
        [2, 65_536],
        [16, 32],
    ),
    of(&["pagesize"], [1, 200], [10, 20]),
    of(&["pagenumber", "pagenum", "pageno"], [0, 200], [1, 2]),
    of(&["latitude", "lat"], [-90, 90], [52, 48]),
    of(&["longitude", "lng", "lon"], [-180, 180], [13, 11]),
    of(
        &["statuscode", "httpstatus", "responsecode"],
        [100, 599],
        [200, 404],
    ),
    // Most are flags.
    of(&["status", "state"], [0, 599], [1, 0]),
    // Characters that an `int` stands for.
    of(&["ch", "chr", "character"], [9, 126], [97, 98]),
    of(
        &["codepoint", "codepointlow", "codepointhigh"],
        [65, 0x10_ffff],
        [97, 0x1_f600],
    ),
];

impl NumbersOfName {
    /// Whether the numbers stand for characters: none is below zero but the one that says that there is none.
    pub fn are_characters(&self) -> bool {
        self.names
            .iter()
            .any(|name| ["ch", "codepoint"].contains(name))
    }

    /// Whether a number is one that such a parameter is given.
    pub fn fits(&self, number: f64) -> bool {
        (f64::from(self.least)..=f64::from(self.greatest)).contains(&number)
    }
}

/// Numbers of the kind that a parameter of this name asks for; none for names that ask for nothing.
pub fn parameter_numbers(name: &str) -> Option<NumbersOfName> {
    let lower = name.to_lowercase();
    let exact = TABLE.iter().find(|row| row.names.contains(&lower.as_str()));
    // `unitPrice` and `birth_year`: the last word says what it is, and a part of a word does not.
    let last = last_word(name);
    let found = exact.or_else(|| TABLE.iter().find(|row| row.names.contains(&last.as_str())));
    found.copied()
}

fn last_word(name: &str) -> String {
    let at = name.rfind(|c: char| c.is_uppercase() || c == '_');
    let word = at.map_or(name, |at| name[at..].trim_start_matches('_'));
    word.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_parameter_gets_numbers_that_its_name_asks_for() {
        let first = |name: &str| parameter_numbers(name).map(|row| row.shown[0]);
        assert_eq!(first("year"), Some(2024));
        assert_eq!(first("unitPrice"), Some(25));
        assert_eq!(first("server_port"), Some(8080));
        assert_eq!(first("page"), None);
        assert_eq!(first("average"), None);
        assert_eq!(first("ch"), Some(i32::from(b'a')));
        assert_eq!(first("showStatus"), Some(1));
    }

    #[test]
    fn every_number_that_is_shown_is_one_that_fits_and_roles_have_their_own() {
        for row in TABLE {
            let [first, second] = row.shown;
            assert_ne!(first, second, "{:?}", row.names);
            for shown in row.shown {
                assert!(row.fits(f64::from(shown)), "{:?}", row.names);
                assert!((-90..=0x1_f600).contains(&shown), "{:?}", row.names);
            }
        }
    }
}
