//! How far a floating value may be from what an assertion states. It is one rule for the text that is printed and for
//! the question whether a mutant fails the assertion: otherwise mutants would count as killed that the test lets
//! live.

use goalline_testcase::{JavaType, Literal, Observed, Primitive};

use crate::types::type_names::{erase, unboxed};

/// Decimal digits of a `double` that an assertion looks at.
const DOUBLE_DIGITS: i32 = 9;

/// The same of a `float`.
const FLOAT_DIGITS: i32 = 6;

/// The distance up to which values pass: a power of ten, or the smallest value of the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Tolerance {
    /// None: the smallest value there is.
    power: Option<i32>,
    is_float: bool,
}

impl Tolerance {
    /// That of an assertion of these values, scaled to the greatest of them; none for types that are not floating.
    pub(crate) fn of(ty: &JavaType, stated: &[&Observed]) -> Option<Self> {
        let kind = match erase(ty) {
            JavaType::Primitive(primitive) => Some(primitive),
            JavaType::Class { name, .. } => unboxed(&name),
            _ => None,
        }?;
        let values = stated.iter().filter_map(|one| value_of(one)).map(f64::abs);
        let greatest = values.filter(|value| value.is_finite()).fold(0.0, f64::max);
        let (digits, least, is_float) = match kind {
            Primitive::Double => (DOUBLE_DIGITS, -300, false),
            Primitive::Float => (FLOAT_DIGITS, -36, true),
            _ => return None,
        };
        let power = exponent(greatest) - digits;
        Some(Self {
            power: Some(power).filter(|power| *power >= least),
            is_float,
        })
    }

    /// As Java text.
    pub(crate) fn text(self) -> String {
        let suffix = if self.is_float { "F" } else { "" };
        match (self.power, self.is_float) {
            (None, false) => "Double.MIN_VALUE".to_owned(),
            (None, true) => "Float.MIN_VALUE".to_owned(),
            (Some(0), _) => format!("1.0{suffix}"),
            (Some(power), _) => format!("1e{power}{suffix}"),
        }
    }

    fn value(self) -> f64 {
        match (self.power, self.is_float) {
            (None, false) => f64::from_bits(1),
            (None, true) => f64::from(f32::from_bits(1)),
            (Some(power), false) => 10.0_f64.powi(power),
            (Some(power), true) => f64::from(10.0_f32.powi(power)),
        }
    }

    /// Whether JUnit takes the one for the other: the same bits, or not further apart than this.
    fn admits(self, stated: f64, seen: f64) -> bool {
        stated.to_bits() == seen.to_bits()
            || stated.is_nan() && seen.is_nan()
            || (stated - seen).abs() <= self.value()
    }
}

/// The decimal exponent of a value; that of one for values from a thousandth to ten.
fn exponent(value: f64) -> i32 {
    if value == 0.0 || (1e-3..10.0).contains(&value) {
        return 0;
    }
    let text = format!("{value:e}");
    let exponent = text.split_once('e').and_then(|(_, it)| it.parse().ok());
    exponent.unwrap_or(0)
}

fn value_of(observed: &Observed) -> Option<f64> {
    match observed {
        Observed::Literal(Literal::Double(value)) => Some(*value),
        Observed::Literal(Literal::Float(value)) => Some(f64::from(*value)),
        _ => None,
    }
}

/// Whether an assertion that states the one of a value of this type passes where the other is seen.
pub(crate) fn passes(ty: &JavaType, stated: &Observed, seen: &Observed) -> bool {
    if stated == seen {
        return true;
    }
    match (stated, seen) {
        (
            Observed::Array { elements, .. },
            Observed::Array {
                elements: others, ..
            },
        ) => {
            let JavaType::Array(element) = ty else {
                return false;
            };
            matches!(**element, JavaType::Primitive(_)) && all_pass(element, elements, others)
        }
        _ => all_pass(ty, std::slice::from_ref(stated), std::slice::from_ref(seen)),
    }
}

fn all_pass(ty: &JavaType, stated: &[Observed], seen: &[Observed]) -> bool {
    let Some(tolerance) = Tolerance::of(ty, &stated.iter().collect::<Vec<_>>()) else {
        return false;
    };
    let near = |(stated, seen): (&Observed, &Observed)| {
        let values = value_of(stated).zip(value_of(seen));
        values.is_some_and(|(stated, seen)| tolerance.admits(stated, seen))
    };
    stated.len() == seen.len() && stated.iter().zip(seen).all(near)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DOUBLE: JavaType = JavaType::Primitive(Primitive::Double);

    fn double(value: f64) -> Observed {
        Observed::Literal(Literal::Double(value))
    }

    #[test]
    fn a_value_passes_as_far_as_the_printed_tolerance_says() {
        let tolerance = Tolerance::of(&DOUBLE, &[&double(250.0)]).expect("it is floating");
        assert_eq!(tolerance.text(), "1e-7");
        assert!(passes(&DOUBLE, &double(250.0), &double(250.000_000_05)));
        assert!(!passes(&DOUBLE, &double(250.0), &double(250.000_001)));
    }

    #[test]
    fn zeros_of_both_signs_and_not_a_number_are_what_junit_takes_them_for() {
        assert!(passes(&DOUBLE, &double(0.0), &double(-0.0)));
        assert!(passes(&DOUBLE, &double(f64::NAN), &double(f64::NAN)));
        assert!(!passes(&DOUBLE, &double(1.0), &double(f64::NAN)));
        let infinite = double(f64::INFINITY);
        assert!(!passes(&DOUBLE, &infinite, &double(f64::NEG_INFINITY)));
    }

    #[test]
    fn elements_of_arrays_pass_together_and_only_primitive_ones() {
        let array = |values: &[f64]| Observed::Array {
            length: values.len() as u32,
            elements: values.iter().copied().map(double).collect(),
        };
        let doubles = JavaType::Array(Box::new(DOUBLE));
        let stated = array(&[1.0, 2.0]);
        assert!(passes(&doubles, &stated, &array(&[1.0, 2.000_000_000_1])));
        assert!(!passes(&doubles, &stated, &array(&[1.0, 2.1])));
        assert!(!passes(&doubles, &stated, &array(&[1.0])));
        let boxed = JavaType::Array(Box::new(JavaType::class("java.lang.Double")));
        assert!(!passes(&boxed, &stated, &array(&[1.0, 2.000_000_000_1])));
    }

    #[test]
    fn whole_numbers_have_no_tolerance() {
        let int = JavaType::Primitive(Primitive::Int);
        let one = Observed::Literal(Literal::Int(1));
        assert_eq!(Tolerance::of(&int, &[&one]), None);
        assert!(!passes(&int, &one, &Observed::Literal(Literal::Int(2))));
    }
}
