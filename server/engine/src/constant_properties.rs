//! Properties that all objects of a class have alike: takes what tests observed, gives those that are the same wherever
//! others differ. That a date is one of its own calendar says nothing of the date.

use std::collections::{BTreeMap, BTreeSet};

use goalline_junit::PropertyName;
use goalline_testcase::{Observed, ObservedPart, TestCase, TestCluster};

use crate::observe::ObservedRun;

/// Objects that were asked, at least, before anything is called the same for all; and values that another property of
/// theirs has.
const LEAST: usize = 3;

/// What the properties of objects were, by class and method.
#[derive(Debug, Default)]
pub(crate) struct SeenProperties {
    by_class: BTreeMap<String, BTreeMap<String, SeenValues>>,
}

/// Different values of one property.
#[derive(Debug, Default)]
struct SeenValues {
    /// A few of them.
    different: Vec<Observed>,
    /// How many objects were asked.
    asked: usize,
}

impl SeenProperties {
    /// Notes what these tests showed.
    pub(crate) fn note(&mut self, cluster: &TestCluster, tests: &[TestCase], seen: &[ObservedRun]) {
        for (test, run) in tests.iter().zip(seen) {
            for one in &run.stable {
                let ObservedPart::Inspector { method, .. } = &one.subject else {
                    continue;
                };
                let Some(of) = test.statements.get(usize::from(one.var.0)) else {
                    continue;
                };
                if let Some(class) = cluster.ty(of.ty).class_name() {
                    self.add(class, method, &one.observed);
                }
            }
        }
    }

    fn add(&mut self, class: &str, method: &str, value: &Observed) {
        let of_class = self.by_class.entry(class.to_owned()).or_default();
        let values = of_class.entry(method.to_owned()).or_default();
        values.asked += 1;
        if values.different.len() < LEAST && !values.different.contains(value) {
            values.different.push(value.clone());
        }
    }

    /// The properties that are alike in all objects of classes whose objects differ.
    pub(crate) fn constant(&self) -> BTreeSet<PropertyName> {
        let mut found = BTreeSet::new();
        for (class, properties) in &self.by_class {
            let mut all = properties.values();
            if !all.any(|it| it.different.len() >= LEAST) {
                continue;
            }
            let alike = properties.iter();
            let alike = alike.filter(|(_, it)| it.different.len() == 1 && it.asked >= LEAST);
            found.extend(alike.map(|(method, _)| PropertyName {
                class: class.clone(),
                method: method.clone(),
            }));
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::Literal;

    use super::*;

    #[test]
    fn what_all_objects_have_alike_is_told_from_what_they_differ_in() {
        let mut seen = SeenProperties::default();
        let number = |value| Observed::Literal(Literal::Int(value));
        for day in 1..=3 {
            seen.add("shop.Day", "getCalendar", &number(7));
            seen.add("shop.Day", "toEpochDay", &number(day));
            seen.add("shop.Result", "getCode", &number(200));
            assert_eq!(
                seen.constant().len(),
                usize::from(day == 3),
                "of {day} days"
            );
        }
        seen.add("shop.Day", "getEra", &number(1));
        let constant = seen.constant();
        let names: Vec<&str> = constant.iter().map(|it| &*it.method).collect();
        // Of one that was asked once nobody knows, nor of a class whose objects are all alike.
        assert_eq!(names, ["getCalendar"]);
    }
}
