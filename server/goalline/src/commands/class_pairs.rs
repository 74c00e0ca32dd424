//! `goalline couple --by-class`: takes a coupling, prints one row per caller and callee: how much they are coupled,
//! and how complex each is.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    rc::Rc,
    sync::Arc,
};

use goalline_engine::{
    Coupling,
    goals::{
        CallerSide, CoupledPair,
        flow::{CouplingKind, FileFlow},
    },
};

/// The columns. Complexity is the number of independent paths: one for each method, and one more for each of its
/// conditions. A callee is named where the caller's file has its simple name; others are met behind an interface.
const COLUMNS: [&str; 9] = [
    "caller",
    "callee",
    "kind",
    "pairs",
    "triples",
    "caller_complexity",
    "callee_complexity",
    "testable",
    "named",
];

/// What couples two classes.
struct Coupled {
    kind: CouplingKind,
    pairs: BTreeSet<CoupledPair>,
    triples: usize,
}

/// Prints the table with tabs between columns, callers and callees by name. Pairs with a method's entry are left out.
pub fn print(coupling: &Coupling, out: &mut dyn Write) -> std::io::Result<()> {
    let keys = coupling.keys();
    let mut classes: BTreeMap<(&str, &str), Coupled> = BTreeMap::new();
    for site in &coupling.sites {
        let coupled = classes
            .entry((&*site.caller, &*site.callee))
            .or_insert_with(|| Coupled {
                kind: site.kind,
                pairs: BTreeSet::new(),
                triples: 0,
            });
        let pairs = keys.pairs(site).into_iter();
        let pairs = pairs.filter(|pair| matches!(pair.caller, CallerSide::Branch(_)));
        for pair in pairs {
            coupled.triples += 1;
            coupled.pairs.insert(pair);
        }
    }
    let classes_known = known(coupling);
    writeln!(out, "{}", COLUMNS.join("\t"))?;
    for ((caller, callee), coupled) in &classes {
        let unknown = ClassSummary::default();
        let class = |name: &str| classes_known.get(name).unwrap_or(&unknown);
        let simple = callee.rsplit(['.', '$']).next().unwrap_or(callee);
        writeln!(
            out,
            "{caller}\t{callee}\t{}\t{}\t{}\t{}\t{}\t{}\t{}",
            coupled.kind.name(),
            coupled.pairs.len(),
            coupled.triples,
            class(caller).complexity,
            class(callee).complexity,
            class(caller).is_testable,
            class(caller).words.contains(simple),
        )?;
    }
    Ok(())
}

/// What is told of a class.
#[derive(Default)]
struct ClassSummary<'a> {
    /// The words of its file.
    words: Rc<BTreeSet<&'a str>>,
    complexity: usize,
    /// Whether a test can make one, or call it without one.
    is_testable: bool,
}

fn known(coupling: &Coupling) -> BTreeMap<Arc<str>, ClassSummary<'_>> {
    let mut known = BTreeMap::new();
    for index in 0..coupling.base.file_count() {
        let file = coupling.base.file(index);
        let text = coupling.files[index].file.text();
        let words = text.split(|it: char| !it.is_alphanumeric() && it != '_');
        let words = Rc::new(words.collect());
        for class in &file.attributed.classes {
            let has_static = file.flow.methods.iter().any(|method| {
                *method.class == *class.name && method.is_callable && method.is_static
            });
            let told = ClassSummary {
                words: Rc::clone(&words),
                complexity: complexity(&file.flow, &class.name),
                is_testable: !class.is_abstract || has_static,
            };
            known.insert(class.name.clone(), told);
        }
    }
    known
}

fn complexity(flow: &FileFlow, class: &str) -> usize {
    let is_inside = |class_of: &str| class_of == class;
    let methods = flow.methods.iter();
    let methods = methods.filter(|method| is_inside(&method.class)).count();
    let predicates = flow.predicates.iter();
    let predicates = predicates.filter(|one| is_inside(&flow.method(one.method).class));
    methods + predicates.count()
}
