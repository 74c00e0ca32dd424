//! What the contracts of the JDK's collections, maps and iterators say of an answer, in words for a test's name: takes
//! a call of a method of theirs, gives `WhenElementIsAbsent`.

use goalline_testcase::{Literal, Observed, StatementKind, Var};

use crate::{assertions::facts::Facts, types::hierarchy::is_subclass};

/// An answer that a contract explains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum PromisedAnswer {
    True,
    False,
    /// `null`, where no call before was given the key: a map may hold `null` for one that it has.
    Null,
    /// An exception of this simple name.
    Throws(&'static str),
}

/// What an answer of a method of an interface says.
struct Explained {
    interface: &'static str,
    method: &'static str,
    parameters: usize,
    answer: PromisedAnswer,
    words: &'static str,
}

const fn says(
    interface: &'static str,
    method: &'static str,
    parameters: usize,
    answer: PromisedAnswer,
    words: &'static str,
) -> Explained {
    Explained {
        interface,
        method,
        parameters,
        answer,
        words,
    }
}

const COLLECTION: &str = "java.util.Collection";
const MAP: &str = "java.util.Map";
const ITERATOR: &str = "java.util.Iterator";
const NO_ELEMENT: PromisedAnswer = PromisedAnswer::Throws("NoSuchElementException");

/// All that is explained; the contracts are those of the interfaces' documentation.
const EXPLAINED: [Explained; 31] = [
    says(
        COLLECTION,
        "contains",
        1,
        PromisedAnswer::True,
        "WhenElementIsPresent",
    ),
    says(
        COLLECTION,
        "contains",
        1,
        PromisedAnswer::False,
        "WhenElementIsAbsent",
    ),
    says(
        COLLECTION,
        "containsAll",
        1,
        PromisedAnswer::True,
        "WhenAllElementsArePresent",
    ),
    says(
        COLLECTION,
        "containsAll",
        1,
        PromisedAnswer::False,
        "WhenAnElementIsAbsent",
    ),
    says(
        COLLECTION,
        "remove",
        1,
        PromisedAnswer::True,
        "WhenElementIsPresent",
    ),
    says(
        COLLECTION,
        "remove",
        1,
        PromisedAnswer::False,
        "WhenElementIsAbsent",
    ),
    says(
        COLLECTION,
        "removeAll",
        1,
        PromisedAnswer::True,
        "WhenAnElementIsPresent",
    ),
    says(
        COLLECTION,
        "removeAll",
        1,
        PromisedAnswer::False,
        "WhenNoElementIsPresent",
    ),
    says(
        COLLECTION,
        "retainAll",
        1,
        PromisedAnswer::True,
        "WhenAnElementIsNotRetained",
    ),
    says(
        COLLECTION,
        "retainAll",
        1,
        PromisedAnswer::False,
        "WhenAllElementsAreRetained",
    ),
    says(
        COLLECTION,
        "removeIf",
        1,
        PromisedAnswer::True,
        "WhenAnElementMatches",
    ),
    says(
        COLLECTION,
        "removeIf",
        1,
        PromisedAnswer::False,
        "WhenNoElementMatches",
    ),
    says(
        "java.util.Set",
        "add",
        1,
        PromisedAnswer::False,
        "WhenElementIsPresent",
    ),
    says(
        "java.util.Set",
        "addAll",
        1,
        PromisedAnswer::False,
        "WhenAllElementsArePresent",
    ),
    says(
        MAP,
        "containsKey",
        1,
        PromisedAnswer::True,
        "WhenKeyIsPresent",
    ),
    says(
        MAP,
        "containsKey",
        1,
        PromisedAnswer::False,
        "WhenKeyIsAbsent",
    ),
    says(
        MAP,
        "containsValue",
        1,
        PromisedAnswer::True,
        "WhenValueIsPresent",
    ),
    says(
        MAP,
        "containsValue",
        1,
        PromisedAnswer::False,
        "WhenValueIsAbsent",
    ),
    says(MAP, "get", 1, PromisedAnswer::Null, "WhenKeyIsAbsent"),
    says(MAP, "remove", 1, PromisedAnswer::Null, "WhenKeyIsAbsent"),
    says(MAP, "put", 2, PromisedAnswer::Null, "WhenKeyIsNew"),
    says(MAP, "putIfAbsent", 2, PromisedAnswer::Null, "WhenKeyIsNew"),
    says(MAP, "replace", 2, PromisedAnswer::Null, "WhenKeyIsAbsent"),
    says(MAP, "remove", 2, PromisedAnswer::True, "WhenEntryIsPresent"),
    says(MAP, "remove", 2, PromisedAnswer::False, "WhenEntryIsAbsent"),
    says(ITERATOR, "hasNext", 0, PromisedAnswer::False, "WhenAtEnd"),
    says(ITERATOR, "hasNext", 0, PromisedAnswer::True, "WhenNotAtEnd"),
    says(ITERATOR, "next", 0, NO_ELEMENT, "WhenAtEnd"),
    says(
        "java.util.ListIterator",
        "hasPrevious",
        0,
        PromisedAnswer::False,
        "WhenAtStart",
    ),
    says(
        "java.util.ListIterator",
        "previous",
        0,
        NO_ELEMENT,
        "WhenAtStart",
    ),
    says(
        "java.util.Queue",
        "element",
        0,
        NO_ELEMENT,
        "WhenQueueIsEmpty",
    ),
];

/// What a method of an interface gives.
struct PromisedNoun {
    interface: &'static str,
    method: &'static str,
    descriptor: &'static str,
    noun: &'static str,
}

const fn gives(
    interface: &'static str,
    method: &'static str,
    descriptor: &'static str,
    noun: &'static str,
) -> PromisedNoun {
    PromisedNoun {
        interface,
        method,
        descriptor,
        noun,
    }
}

const LIST: &str = "java.util.List";

/// What is given, as it stands in a name; parameters as their descriptors begin.
const NOUNS: [PromisedNoun; 12] = [
    gives(COLLECTION, "size", "()", "NumberOfElements"),
    gives(MAP, "size", "()", "NumberOfEntries"),
    gives(LIST, "get", "(I)", "ElementAtIndex"),
    gives(LIST, "set", "(I", "PreviousElement"),
    gives(LIST, "remove", "(I)", "RemovedElement"),
    gives(MAP, "put", "(L", "PreviousValue"),
    gives(MAP, "replace", "(L", "PreviousValue"),
    gives(MAP, "remove", "(L", "RemovedValue"),
    gives(ITERATOR, "next", "()", "NextElement"),
    gives(
        "java.util.ListIterator",
        "previous",
        "()",
        "PreviousElement",
    ),
    gives("java.util.Queue", "poll", "()", "FirstElement"),
    gives("java.util.Queue", "peek", "()", "FirstElement"),
];

/// What the contract of the called method says that it gives, `PreviousElement`; none of an answer that means that
/// there is nothing.
pub(crate) fn contract_noun(facts: &Facts<'_>) -> Option<&'static str> {
    let (act, receiver, _) = facts.callable()?;
    receiver?;
    let is_nothing = match facts.result()? {
        Observed::Null | Observed::Literal(Literal::Boolean(_)) => true,
        Observed::Literal(literal) => literal.number().is_some_and(|number| number == 0.0),
        _ => false,
    };
    if is_nothing || facts.thrown.is_some() {
        return None;
    }
    let is_it = |one: &&PromisedNoun| {
        one.method == act.name
            && act.descriptor.starts_with(one.descriptor)
            && is_subclass(facts.cluster, &act.owner, one.interface) == Some(true)
    };
    NOUNS.iter().find(is_it).map(|one| one.noun)
}

/// What the contract of the called method says of its answer; none where it has none, or the answer is not the outcome.
pub(crate) fn contract_words(facts: &Facts<'_>) -> Option<&'static str> {
    let (act, receiver, given) = facts.callable()?;
    receiver?;
    let outcome = facts.outcome();
    let is_told = ["Returns", "Leaves"]
        .iter()
        .any(|it| outcome.starts_with(it));
    if facts.thrown.is_none() && !is_told {
        return None;
    }
    let mut found = EXPLAINED.iter().filter(|one| {
        one.method == act.name
            && one.parameters == given.len()
            && is_given(facts, one.answer)
            && is_subclass(facts.cluster, &act.owner, one.interface) == Some(true)
    });
    let found = found.next()?;
    let may_be_there = found.answer == PromisedAnswer::Null && was_given(facts, *given.first()?);
    let is_other = matches!(found.answer, PromisedAnswer::Throws(_)) && says_another_reason(facts);
    (!may_be_there && !is_other).then_some(found.words)
}

/// Whether what was thrown says why, and nothing of an end: `parser has been closed`.
fn says_another_reason(facts: &Facts<'_>) -> bool {
    const OF_END: [&str; 9] = [
        "element",
        "elements",
        "empty",
        "end",
        "exhausted",
        "left",
        "more",
        "next",
        "no",
    ];
    facts.said.is_some_and(|said| {
        let mut words = said.split(|c: char| !c.is_alphanumeric());
        let is_sentence = said.trim().contains(' ');
        is_sentence && !words.any(|word| OF_END.contains(&&*word.to_lowercase()))
    })
}

fn is_given(facts: &Facts<'_>, answer: PromisedAnswer) -> bool {
    let is = |wanted: &Observed| facts.thrown.is_none() && facts.result() == Some(wanted);
    match answer {
        PromisedAnswer::True => is(&Observed::Literal(Literal::Boolean(true))),
        PromisedAnswer::False => is(&Observed::Literal(Literal::Boolean(false))),
        PromisedAnswer::Null => is(&Observed::Null),
        PromisedAnswer::Throws(name) => facts
            .thrown
            .is_some_and(|class| class.rsplit(['.', '$']).next() == Some(name)),
    }
}

/// Whether a call before the act was given the same value.
fn was_given(facts: &Facts<'_>, key: Var) -> bool {
    let kind = |var: Var| &facts.statements[usize::from(var.0)].kind;
    let is_it = |var: &Var| *var == key || kind(*var) == kind(key);
    facts.statements[..facts.act]
        .iter()
        .any(|one| match &one.kind {
            StatementKind::Call { arguments, .. } => arguments.iter().any(is_it),
            _ => false,
        })
}
