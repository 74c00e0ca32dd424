//! Mutants: takes an operation of a program, gives the ways in which a mutant may compute it differently. One table
//! of operators.

use goalline_flow::{Operation, OperationId, OperationKind};

/// The number of a mutant: eight times its operation's number plus its slot. Probes report by operation and slot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MutantId(pub u32);

/// Mutants per operation at most.
pub const SLOTS: u32 = 8;

impl MutantId {
    /// The mutant of an operation in this slot.
    pub fn new(operation: OperationId, slot: u32) -> Self {
        Self(operation.0 * SLOTS + slot)
    }

    /// The operation that it changes.
    pub fn operation(self) -> OperationId {
        OperationId(self.0 / SLOTS)
    }

    /// Which of the operation's mutants it is.
    pub fn slot(self) -> u32 {
        self.0 % SLOTS
    }

    /// Those of the operation whose bits are set, slot by slot.
    pub fn of_slots(operation: OperationId, slots: u8) -> impl Iterator<Item = Self> {
        (0..SLOTS)
            .filter(move |slot| slots >> slot & 1 == 1)
            .map(move |slot| Self::new(operation, slot))
    }

    /// Whether its bit is set.
    pub fn is_of_slots(self, slots: u8) -> bool {
        slots >> self.slot() & 1 == 1
    }
}

/// How a mutant changes an operation (CRITERIA.md).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum MutantOperator {
    /// RC: another constant.
    ReplaceConstant,
    /// RV: another variable of the same type.
    ReplaceVariable,
    /// BOR: another bitwise operator or shift.
    ReplaceBitwise,
    /// UOI: a variable negated or changed by one.
    InsertUnary,
    /// AOR: another arithmetic operator.
    ReplaceArithmetic,
    /// ROR: another comparison.
    ReplaceComparison,
    /// RMC: a call left out.
    RemoveCall,
    /// RRV: nothing in place of a returned value.
    ReplaceReturned,
    /// NC: a condition turned round.
    NegateCondition,
}

/// One mutant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// Its number.
    pub id: MutantId,
    /// How it changes the operation.
    pub operator: MutantOperator,
    /// What stands in place of the operation's operator, or of the whole operation: `*`, `-x`, `0`.
    pub replacement: String,
    /// The changed operation for people: `a * b`.
    pub text: String,
}

/// Operators that replace each other, in the order of their slots; probes know the same order.
pub(crate) const ARITHMETIC: [&str; 5] = ["+", "-", "*", "/", "%"];
pub(crate) const BITWISE: [&str; 3] = ["&", "|", "^"];
pub(crate) const SHIFTS: [&str; 3] = ["<<", ">>", ">>>"];
pub(crate) const COMPARISONS: [&str; 6] = ["<", "<=", ">", ">=", "==", "!="];
/// Slots of a variable: negated, one more, one less; then other variables.
const UNARY: u32 = 3;

/// All mutants of an operation, by slot. The operator that the program has is no mutant and its slot stays empty.
pub fn mutants(operation: &Operation) -> Vec<Mutant> {
    use MutantOperator as M;
    match operation.kind {
        OperationKind::Arithmetic => replaced(operation, M::ReplaceArithmetic, &ARITHMETIC),
        OperationKind::Bitwise => replaced(operation, M::ReplaceBitwise, &BITWISE),
        OperationKind::Shift => replaced(operation, M::ReplaceBitwise, &SHIFTS),
        OperationKind::Comparison => replaced(operation, M::ReplaceComparison, &COMPARISONS),
        OperationKind::Variable => of_variable(operation),
        OperationKind::Constant => of_constant(operation),
        OperationKind::Call => vec![Mutant {
            id: MutantId::new(operation.id, 0),
            operator: M::RemoveCall,
            replacement: String::new(),
            text: "no call".to_owned(),
        }],
        OperationKind::Returned => of_returned(operation),
        OperationKind::Condition => vec![Mutant {
            id: MutantId::new(operation.id, 0),
            operator: M::NegateCondition,
            replacement: negated(&operation.text),
            text: negated(&operation.text),
        }],
    }
}

impl MutantOperator {
    /// Whether a goal of weak mutation stands for it: what runs a call, a `return` or a condition infects its mutants
    /// anyway.
    pub(crate) fn is_weak_goal(self) -> bool {
        use MutantOperator as M;
        !matches!(
            self,
            M::RemoveCall | M::ReplaceReturned | M::NegateCondition
        )
    }
}

/// `!x.isEmpty()` of `x.isEmpty()`, `x.isEmpty()` of `!x.isEmpty()`; `a != b` of `a == b`.
fn negated(condition: &str) -> String {
    for (one, other) in [(" == ", " != "), (" != ", " == ")] {
        if condition.matches(one).count() == 1 && !condition.contains(other) {
            return condition.replace(one, other);
        }
    }
    let is_joined = condition.contains(' ') && !condition.ends_with(')');
    match condition.strip_prefix('!') {
        Some(positive) => positive.to_owned(),
        None if is_joined => format!("!({condition})"),
        None => format!("!{condition}"),
    }
}

fn of_returned(operation: &Operation) -> Vec<Mutant> {
    let mutant = |(other, slot): (&String, u32)| {
        let plain = other.strip_prefix("java.util.").unwrap_or(other);
        Mutant {
            id: MutantId::new(operation.id, slot),
            operator: MutantOperator::ReplaceReturned,
            replacement: other.clone(),
            text: format!("return {};", plain.strip_prefix("stream.").unwrap_or(plain)),
        }
    };
    operation.others.iter().zip(0..).map(mutant).collect()
}

fn replaced(operation: &Operation, operator: MutantOperator, all: &[&str]) -> Vec<Mutant> {
    let (start, text) = (operation.span.start, &operation.text);
    let others = all
        .iter()
        .zip(0..)
        .filter(|(other, _)| **other != operation.operator);
    let changed = |other: &str| {
        let operands = &operation.operands;
        let (left, right) = match operands.as_slice() {
            [left, right] => (left, right),
            [only] => {
                let from = only.start - start;
                let variable = text.get(from..from + only.end - only.start);
                return variable.map_or_else(|| text.clone(), |it| format!("{it} {other}= 1"));
            }
            _ => return text.clone(),
        };
        let equals = if operation.stored.is_some() { "=" } else { "" };
        // The folded text keeps the lengths of operands only where nothing was folded.
        let (end, from) = (left.end - start, right.start - start);
        match (text.get(..end), text.get(from..)) {
            (Some(left), Some(right)) if text.len() == operation.span.end - start => {
                format!("{left} {other}{equals} {right}")
            }
            _ => format!("{text} with `{other}{equals}`"),
        }
    };
    others
        .map(|(other, slot)| Mutant {
            id: MutantId::new(operation.id, slot),
            operator,
            replacement: (*other).to_owned(),
            text: changed(other),
        })
        .collect()
}

fn of_variable(operation: &Operation) -> Vec<Mutant> {
    let text = &operation.text;
    let mut mutants = Vec::new();
    let mut add = |slot: u32, operator: MutantOperator, replacement: String| {
        mutants.push(Mutant {
            id: MutantId::new(operation.id, slot),
            operator,
            text: replacement.clone(),
            replacement,
        });
    };
    if operation.operator == "boolean" {
        add(0, MutantOperator::InsertUnary, format!("!{text}"));
    } else {
        let unary = [
            format!("-{text}"),
            format!("{text} + 1"),
            format!("{text} - 1"),
        ];
        for (replacement, slot) in unary.into_iter().zip(0..) {
            add(slot, MutantOperator::InsertUnary, replacement);
        }
    }
    for (other, slot) in operation.others.iter().zip(UNARY..SLOTS) {
        add(slot, MutantOperator::ReplaceVariable, other.clone());
    }
    mutants
}

fn of_constant(operation: &Operation) -> Vec<Mutant> {
    let text = &operation.text;
    let all = if operation.operator == "boolean" {
        vec![if text == "true" { "false" } else { "true" }.to_owned()]
    } else {
        let one = |value: &str| value.to_owned();
        vec![
            one("0"),
            one("1"),
            one("-1"),
            format!("{text} + 1"),
            format!("{text} - 1"),
        ]
    };
    let mut known = vec![value(text)];
    let mut mutants = Vec::new();
    for (replacement, slot) in all.into_iter().zip(0..) {
        let new = value(&replacement);
        if new.is_some() && known.contains(&new) {
            continue;
        }
        known.push(new);
        mutants.push(Mutant {
            id: MutantId::new(operation.id, slot),
            operator: MutantOperator::ReplaceConstant,
            text: replacement.clone(),
            replacement,
        });
    }
    mutants
}

/// The value of a constant, of `c + 1` or of `c - 1`, where it is easily told.
fn value(text: &str) -> Option<f64> {
    let (first, more) = match text.split_once(' ') {
        Some((first, "+ 1")) => (first, 1.0),
        Some((first, _)) => (first, -1.0),
        None => (text, 0.0),
    };
    let plain = first.replace('_', "").to_lowercase();
    let in_bits = [("0x", 16), ("0b", 2)]
        .into_iter()
        .find_map(|(mark, radix)| {
            let digits = plain.strip_prefix(mark)?;
            let bits = u64::from_str_radix(digits.trim_end_matches('l'), radix).ok()?;
            let is_int = !digits.ends_with('l');
            // The uppermost bit is the sign.
            let int = u32::try_from(bits).ok().filter(|_| is_int);
            Some(int.map_or(bits.cast_signed() as f64, |it| f64::from(it.cast_signed())))
        });
    let decimal = || plain.trim_end_matches(['l', 'f', 'd']).parse::<f64>().ok();
    in_bits.or_else(decimal).map(|value| value + more)
}

#[cfg(test)]
mod tests {
    use goalline_flow::FileFlow;
    use goalline_syntax::JavaFile;

    use super::*;

    fn texts(statement: &str) -> Vec<String> {
        let java = format!("class C {{ void m(int i, int j) {{ {statement} }} }}");
        let flow = FileFlow::with_operations(&JavaFile::parse(java));
        let of = |operation| mutants(operation).into_iter().map(|it| it.text);
        flow.operations.iter().take(1).flat_map(of).collect()
    }

    #[test]
    fn a_constant_is_told_from_its_own_value_in_no_spelling() {
        for (constant, own) in [
            ("1", "1"),
            ("0x1", "1"),
            ("0b0", "0"),
            ("0xFFFF_FFFF", "-1"),
        ] {
            let found = texts(&format!("return {constant};"));
            let others = ["0", "1", "-1"].into_iter().filter(|it| *it != own);
            let others: Vec<&str> = others.collect();
            assert_eq!(found[..2], others, "{constant}");
        }
    }

    #[test]
    fn a_compound_assignment_has_the_other_operators_and_a_step_the_other_assignments() {
        assert_eq!(texts("i += j;"), ["i -= j", "i *= j", "i /= j", "i %= j"]);
        assert_eq!(texts("++i;"), ["i -= 1", "i *= 1", "i /= 1", "i %= 1"]);
        assert!(texts("return;").is_empty());
    }

    #[test]
    fn a_call_has_its_absence_a_condition_its_opposite_and_a_returned_value_what_stands_for_nothing()
     {
        let all = |method: &str| {
            let flow =
                FileFlow::with_operations(&JavaFile::parse(format!("class C {{ {method} }}")));
            let told = |it: Mutant| format!("{:?} {}", it.operator, it.text);
            let found: Vec<String> = flow.operations.iter().flat_map(mutants).map(told).collect();
            found
        };
        let returned = |text: &str| vec![format!("ReplaceReturned return {text};")];
        assert_eq!(all("void m(A a) { a.save(this); }"), ["RemoveCall no call"]);
        assert_eq!(all("A m(A a) { return a.b(); }"), returned("null"));
        assert_eq!(all("String m(A a) { return a.b(); }"), returned("\"\""));
        assert_eq!(
            all("Optional<A> m(A a) { return a.b(); }"),
            returned("Optional.empty()")
        );
        assert_eq!(all("long m(A a) { return a.b(); }"), returned("0"));
        let truths = [
            "ReplaceReturned return false;",
            "ReplaceReturned return true;",
        ];
        assert_eq!(all("boolean m(A a) { return a.b(); }"), truths);
        let none: [&str; 0] = [];
        let turned = |text: &str| vec![format!("NegateCondition {text}")];
        assert_eq!(
            all("int m(A a) { return a.isB() ? m(a) : m(a); }")[1..],
            turned("!a.isB()")
        );
        assert_eq!(
            all("void m(A a) { if (a == null) { m(b); } }")[..1],
            turned("a != null")
        );
        assert!(
            all("boolean m(A a) { return a == b; }")
                .iter()
                .all(|it| !it.contains("Negate"))
        );
        assert_eq!(
            all("void m(A a) { if (a instanceof B b) { m(b); } }"),
            ["RemoveCall no call"]
        );
        assert_eq!(all("A m(A a) { return null; }"), none);
        assert_eq!(
            all("A m(F f) { f.of(() -> { return f; }); }"),
            ["RemoveCall no call"]
        );
        assert_eq!(all("void m(A a) { log.info(a); }"), none);
        let both = [returned("null"), returned("null")].concat();
        assert_eq!(
            all("A m(O<A> a) { return a.or(() -> new Missing(a)); }"),
            both
        );
        assert_eq!(
            all("A m(F f) { return f.of(() -> new B<>()); }"),
            returned("null")
        );
    }
}
