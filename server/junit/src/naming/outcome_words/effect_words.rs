//! What came of a call that gives back what a collaborator answered to a command: how many rows it wrote. That is the
//! collaborator's business; the call's own is what it told it. Takes such a test's checks, gives `InsertsOwner`,
//! `SetsShowStatus`.

use goalline_testcase::{DescribedPart, JavaType, Observed};

use super::{command_words::command_of, is_made};
use crate::{
    assertions::{
        checks::{Access, Check, Fact, element_type},
        facts::Facts,
        inspectors::property,
        interactions::LIST,
    },
    naming::{condition_words::camel_words, value_words::constant_words},
    types::{
        hierarchy::find_method, signatures::MethodTypes, type_names::simple_name, variables::plural,
    },
};

/// Parts of what was written that a name tells at most.
const MOST_TOLD: usize = 2;

/// Longest word of a class that only says of which project or module it is: `PmsProduct`.
const LONGEST_MARK: usize = 4;

/// Ends of classes that carry what the words before them say: `EmailVo`.
const CARRIERS: [&str; 4] = ["DTO", "Dto", "VO", "Vo"];

impl Facts<'_> {
    /// What the test's collaborator was told where its outcome is but the answer to that: by the one or two things that
    /// are told of what was written, else by what was written.
    pub(super) fn effect(&self, outcome: &str) -> Option<String> {
        let source = outcome.strip_prefix(super::RESULT_OF)?;
        let is_it = |check: &&Check| {
            matches!(&check.access, Access::Interaction { method, .. }
                if is_made(check) && constant_words(method) == source)
        };
        let check = self.checks.iter().find(is_it)?;
        let Access::Interaction { method, .. } = &check.access else {
            return None;
        };
        let command = command_of(method)?;
        let Fact::Called {
            arguments: Some(given),
            ..
        } = &check.fact
        else {
            return None;
        };
        let told = given.iter().find_map(|one| match one {
            Observed::Described { class, parts } if class != LIST => Some(ToldOf { class, parts }),
            _ => None,
        })?;
        let own: Vec<String> = told
            .parts
            .iter()
            .filter(|part| !part.method.contains('.'))
            .map(|part| constant_words(&property(&part.method)))
            .collect();
        if own.is_empty() {
            return None;
        }
        Some(if own.len() <= MOST_TOLD && command.stores() {
            format!("Sets{}", own.join("And"))
        } else {
            let own = self.callable().map_or("", |(callable, ..)| &callable.name);
            // `updateUpdates…` says it twice.
            let is_said = command_of(own).is_some_and(|own| own.third == command.third);
            let verb = if is_said && command.stores() {
                "Stores"
            } else {
                command.third
            };
            format!("{verb}{}", self.noun_of(told.class))
        })
    }

    /// What a class is called in a test of this one: without the words that both begin with, where others are left.
    pub(super) fn noun_of(&self, class: &str) -> String {
        let name = simple_name(class);
        let carried = CARRIERS.iter().find_map(|end| name.strip_suffix(end));
        let words = camel_words(carried.filter(|it| !it.is_empty()).unwrap_or(name));
        let owner = self.callable().map(|(callable, ..)| &callable.owner);
        let owner = owner.map_or("", |owner| simple_name(owner));
        let of_owner = camel_words(owner);
        let common = words.iter().zip(&of_owner);
        let common = common.take_while(|(one, other)| one == other).count();
        let is_marked = common > 0 && words[0].len() <= LONGEST_MARK && words.len() > 1;
        let from = match common {
            all if all < words.len() => all,
            _ => usize::from(is_marked),
        };
        words[from..].concat()
    }

    /// What the list holds that a check says a collaborator was given.
    pub(super) fn held_by_given(&self, check: &Check) -> Option<String> {
        let Access::Interaction { method, descriptor } = &check.access else {
            return None;
        };
        let ty = self
            .cluster
            .ty(self.statements[usize::from(check.var.0)].ty);
        let (ancestor, found) = find_method(self.cluster, ty, method, descriptor)?;
        let types = MethodTypes::of(&ancestor, found);
        let [list @ JavaType::Class { .. }] = types.parameters.as_slice() else {
            return None;
        };
        let element = element_type(self.cluster, list)?;
        let noun = self.noun_of(element.class_name()?);
        Some(plural(&noun))
    }
}

/// What is told of an object that was written.
struct ToldOf<'a> {
    class: &'a str,
    parts: &'a [DescribedPart],
}
