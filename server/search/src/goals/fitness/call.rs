//! Fitness of direct calls (CRITERIA.md, TMC, NTMC, OC): called, returned, and how far a returned value is from a kind
//! of value.

use goalline_goals::OutputClass;
use goalline_testcase::{CallTrace, Returned};

use super::{Fitness, normalise};

impl Fitness {
    fn calls_of(&self, method: u32) -> &[CallTrace] {
        let from = self.calls.partition_point(|call| call.method < method);
        let until = self.calls.partition_point(|call| call.method <= method);
        &self.calls[from..until]
    }

    pub(super) fn is_called(&self, method: u32) -> bool {
        !self.calls_of(method).is_empty()
    }

    pub(super) fn called(&self, method: u32) -> f64 {
        if self.is_called(method) { 0.0 } else { 1.0 }
    }

    pub(super) fn returned(&self, method: u32) -> f64 {
        let mut calls = self.calls_of(method).iter();
        if calls.any(|call| call.returned.is_some()) {
            0.0
        } else {
            1.0
        }
    }

    /// 1 until a call returned, then ν of the least distance.
    pub(super) fn output_distance(&self, method: u32, output: OutputClass) -> f64 {
        let returned = self
            .calls_of(method)
            .iter()
            .filter_map(|call| call.returned);
        let distances = returned.map(|value| normalise(output_distance(value, output)));
        distances.fold(1.0, f64::min)
    }
}

/// How far a returned value is from a kind of value: 0 when it is of that kind.
pub(super) fn output_distance(value: Returned, output: OutputClass) -> f64 {
    let unless = |holds: bool| if holds { 0.0 } else { 1.0 };
    match (output, value) {
        (OutputClass::True, _) => unless(value == Returned::Boolean(true)),
        (OutputClass::False, _) => unless(value == Returned::Boolean(false)),
        (OutputClass::Negative, Returned::Number(number)) if number < 0.0 => 0.0,
        (OutputClass::Positive, Returned::Number(number)) if number > 0.0 => 0.0,
        (OutputClass::Negative | OutputClass::Positive, Returned::Number(number)) => {
            number.abs() + 1.0
        }
        (OutputClass::Zero, Returned::Number(number)) => number.abs(),
        (
            OutputClass::Letter | OutputClass::Digit | OutputClass::OtherCharacter,
            Returned::Char(unit),
        ) => character_distance(unit, output),
        (OutputClass::Null, _) => unless(value == Returned::Null),
        (OutputClass::NonNull, _) => unless(value != Returned::Null),
        (OutputClass::Empty, Returned::Sized(size)) => f64::from(size),
        (OutputClass::NonEmpty, Returned::Sized(size)) => unless(size > 0),
        (OutputClass::Empty | OutputClass::NonEmpty, _) => 2.0,
        (OutputClass::Constant(wanted), Returned::Constant(ordinal)) => {
            f64::from(wanted.abs_diff(ordinal))
        }
        _ => 1.0,
    }
}

fn character_distance(unit: u16, output: OutputClass) -> f64 {
    let character = char::from_u32(u32::from(unit));
    let is_letter = character.is_some_and(char::is_alphabetic);
    let is_digit = character.is_some_and(char::is_numeric);
    let to = |first: u8, last: u8| {
        let (first, last) = (u16::from(first), u16::from(last));
        f64::from(first.saturating_sub(unit).max(unit.saturating_sub(last)))
    };
    match output {
        OutputClass::Letter if is_letter => 0.0,
        OutputClass::Letter => to(b'a', b'z').min(to(b'A', b'Z')).max(1.0),
        OutputClass::Digit if is_digit => 0.0,
        OutputClass::Digit => to(b'0', b'9').max(1.0),
        _ if is_letter || is_digit => 1.0,
        _ => 0.0,
    }
}
