//! Which mutants of an operation make the others needless: two tables, the published one and one that holds by
//! exhaustion.

use crate::mutants::{ARITHMETIC, BITWISE, COMPARISONS, SHIFTS};

/// Which table of subsuming mutants is taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Subsumption {
    /// The one that was published.
    Paper,
    /// What exhaustion over small words derives; a test does it again.
    Sound,
}

/// Per operator the replacements that are kept.
type KeptReplacements = &'static [(&'static str, &'static [&'static str])];

/// Comparisons and bitwise operators: the same in both tables.
const COMMON: KeptReplacements = &[
    ("==", &[">=", "<="]),
    ("!=", &[">", "<"]),
    (">", &["!=", ">="]),
    (">=", &["==", ">"]),
    ("<", &["!=", "<="]),
    ("<=", &["==", "<"]),
    ("&", &["|"]),
    ("^", &["|"]),
    ("|", &["&", "^"]),
    (">>>", &["<<", ">>"]),
];

/// Arithmetic as published, made with a mutant (left operand) that this set of operators lacks.
const PAPER: KeptReplacements = &[
    ("+", &["*"]),
    ("-", &["*"]),
    ("*", &["+"]),
    ("/", &["*", "-"]),
    ("%", &["+", "-", "*", "/"]),
    ("<<", &[">>"]),
    (">>", &["<<", ">>>"]),
];

/// Arithmetic over positive operands; shifts of any.
const SOUND: KeptReplacements = &[
    ("+", &["*"]),
    ("-", &["/", "%"]),
    ("*", &["+", "/"]),
    ("/", &["-", "*", "%"]),
    ("%", &["-", "/"]),
    ("<<", &[">>>"]),
    (">>", &[">>>"]),
];

impl Subsumption {
    /// The replacements that are kept for an operator.
    pub fn kept(self, operator: &str) -> &'static [&'static str] {
        let own = match self {
            Self::Paper => PAPER,
            Self::Sound => SOUND,
        };
        let mut rows = own.iter().chain(COMMON);
        rows.find(|(of, _)| *of == operator)
            .map_or(&[], |(_, kept)| *kept)
    }

    /// Whether every operands that tell `operator` from `killed` tell it from `implied`, too. Arithmetic wraps and
    /// knows negative numbers, so nothing is sure of it. Comparisons have operands that are less, equal or greater:
    /// of NaN, where `>` and `<` are alike and `!=` is not, mutants change nothing (`Mutants.relate` of the probes).
    pub fn implies(operator: &str, killed: &str, implied: &str) -> bool {
        if COMPARISONS.contains(&operator) {
            let mask = |of: &str| holds(of) ^ holds(operator);
            return mask(killed) & !mask(implied) == 0;
        }
        matches!(
            (operator, killed, implied),
            ("&", "|", "^") | ("^", "|", "&")
        ) || (SHIFTS.contains(&operator) && IMPLIED_SHIFTS.contains(&(operator, killed, implied)))
    }

    /// Whether the table knows the operator.
    pub fn knows(operator: &str) -> bool {
        ARITHMETIC.contains(&operator)
            || BITWISE.contains(&operator)
            || SHIFTS.contains(&operator)
            || COMPARISONS.contains(&operator)
    }
}

/// What holds for shifts of any distance, by exhaustion.
const IMPLIED_SHIFTS: &[(&str, &str, &str)] = &[("<<", ">>>", ">>"), (">>", ">>>", "<<")];

/// For which of less (1), equal (2), greater (4) a comparison holds.
fn holds(comparison: &str) -> u8 {
    match comparison {
        "<" => 1,
        "<=" => 3,
        ">" => 4,
        ">=" => 6,
        "==" => 2,
        _ => 5,
    }
}

#[cfg(test)]
mod tests {
    use std::{
        collections::{BTreeMap, BTreeSet},
        fmt::Write,
    };

    use expect_test::expect;

    use super::*;

    fn bits(operator: &str, a: i8, b: i8) -> i8 {
        match operator {
            "&" => a & b,
            "|" => a | b,
            "^" => a ^ b,
            "<<" => ((i32::from(a)) << (b & 7)) as i8,
            ">>" => a >> (b & 7),
            ">>>" => (a.cast_unsigned() >> (b & 7)).cast_signed(),
            "<" => i8::from(a < b),
            "<=" => i8::from(a <= b),
            ">" => i8::from(a > b),
            ">=" => i8::from(a >= b),
            "==" => i8::from(a == b),
            _ => i8::from(a != b),
        }
    }

    fn arithmetic(operator: &str, a: i32, b: i32) -> i32 {
        match operator {
            "+" => a + b,
            "-" => a - b,
            "*" => a * b,
            "/" => a / b,
            _ => a % b,
        }
    }

    /// Pairs (killed, implied) per operator, by the operands that tell each mutant apart.
    fn derived<T: Copy>(
        family: &[&'static str],
        operands: &[(T, T)],
        compute: fn(&str, T, T) -> i32,
    ) -> Vec<(&'static str, &'static str, &'static str)> {
        let mut pairs = Vec::new();
        for own in family {
            let others = family.iter().filter(|other| *other != own);
            let kills: BTreeMap<&&str, BTreeSet<usize>> = others
                .map(|other| {
                    let tells = |at: &usize| {
                        let (a, b) = operands[*at];
                        compute(own, a, b) != compute(other, a, b)
                    };
                    (other, (0..operands.len()).filter(tells).collect())
                })
                .collect();
            for (killed, by) in &kills {
                for (implied, more) in &kills {
                    if killed != implied && by.is_subset(more) {
                        pairs.push((*own, **killed, **implied));
                    }
                }
            }
        }
        pairs
    }

    /// All pairs of small words.
    fn words() -> Vec<(i8, i8)> {
        (-9..=9)
            .flat_map(|a| (-9..=9).map(move |b| (a, b)))
            .collect()
    }

    /// All words of eight bits with all distances of a shift.
    fn shifted() -> Vec<(i8, i8)> {
        (i8::MIN..=i8::MAX)
            .flat_map(|a| (0..8).map(move |b| (a, b)))
            .collect()
    }

    #[test]
    fn what_implies_what_among_bits_shifts_and_comparisons_is_what_exhaustion_says() {
        let compute = |operator: &str, a: i8, b: i8| i32::from(bits(operator, a, b));
        for family in [&BITWISE[..], &SHIFTS[..], &COMPARISONS[..]] {
            let operands = if family.contains(&"<<") {
                shifted()
            } else {
                words()
            };
            let pairs = derived(family, &operands, compute);
            for own in family {
                for killed in family.iter().filter(|it| *it != own) {
                    for implied in family.iter().filter(|it| *it != own && *it != killed) {
                        assert_eq!(
                            Subsumption::implies(own, killed, implied),
                            pairs.contains(&(own, killed, implied)),
                            "{own}: {killed} implies {implied}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_kept_of_bits_shifts_and_comparisons_implies_the_rest() {
        for family in [&BITWISE[..], &SHIFTS[..], &COMPARISONS[..]] {
            for own in family {
                let kept = Subsumption::Sound.kept(own);
                for dropped in family.iter().filter(|it| *it != own && !kept.contains(it)) {
                    let implied = kept
                        .iter()
                        .any(|killed| Subsumption::implies(own, killed, dropped));
                    assert!(implied, "{own}: nothing kept implies {dropped}");
                }
            }
        }
    }

    #[test]
    fn arithmetic_of_the_sound_table_is_minimal_over_positive_operands() {
        let positive: Vec<(i32, i32)> =
            (1..40).flat_map(|a| (1..40).map(move |b| (a, b))).collect();
        let pairs = derived(&ARITHMETIC, &positive, arithmetic);
        let mut text = String::new();
        for own in ARITHMETIC {
            let others = ARITHMETIC.iter().filter(|other| **other != own);
            let kept: Vec<&str> = others
                .filter(|other| {
                    !pairs
                        .iter()
                        .any(|(of, _, implied)| *of == own && implied == *other)
                })
                .copied()
                .collect();
            writeln!(text, "{own} keeps {kept:?}").expect("a string takes everything");
            assert_eq!(
                Subsumption::Sound.kept(own),
                kept,
                "the table's row of {own}"
            );
        }
        expect![[r#"
            + keeps ["*"]
            - keeps ["/", "%"]
            * keeps ["+", "/"]
            / keeps ["-", "*", "%"]
            % keeps ["-", "/"]
        "#]]
        .assert_eq(&text);
    }

    #[test]
    fn nothing_is_sure_of_arithmetic_for_negative_operands_break_what_holds_for_positive_ones() {
        // With zero among the operands, which none of these three throws on: -1 + 0 is not -1 * 0, but it is -1 - 0.
        let operands: Vec<(i32, i32)> = (-3..=3)
            .flat_map(|a| (-3..=3).map(move |b| (a, b)))
            .collect();
        let pairs = derived(&["+", "-", "*"], &operands, arithmetic);
        assert!(!pairs.contains(&("+", "*", "-")), "{pairs:?}");
        for own in ARITHMETIC {
            for killed in ARITHMETIC {
                let sure = ARITHMETIC
                    .iter()
                    .find(|it| Subsumption::implies(own, killed, it));
                assert_eq!(sure, None, "{own} {killed}");
            }
        }
    }
}
