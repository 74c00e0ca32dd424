//! What came of a call that gives back what a collaborator looked up, made or kept: in the words of what was found, not
//! by the collaborator's method. Takes such a test, gives `FindsProductsByBrandId` where the collaborator was told what
//! to look for, else `ReturnsFoundProducts`, `ReturnsSavedOwner`, `ReturnsGeneratedToken`.

use std::collections::BTreeMap;

use goalline_testcase::{
    Answer, DescribedPart, JavaType, Literal, Observed, StatementKind, Var, begins_with_word,
    looks_up, name_words,
};

use super::{RESULT_OF, is_made};
use crate::{
    assertions::{
        checks::{Access, Fact, element_type},
        facts::Facts,
        inspectors::property_told_by,
        interactions::SHORTEST_TEXT,
    },
    naming::{
        answer_words::{HOLDERS, holds_nothing, kept_in},
        complaints::participle,
        condition_words::camel_words,
    },
    types::{
        hierarchy::find_method,
        type_names::{descriptor_types, simple_name},
        variables::{capitalised, plural, says_something},
    },
};

/// Properties that a name tells at most of what was looked for.
const MOST_PROPERTIES: usize = 3;

/// Numbers nearer to zero stand in many places by chance.
const SOME_NUMBER: f64 = 3.0;

/// Words of parameters that say which part of what is found is wanted.
const PAGING: [&str; 4] = ["limit", "offset", "page", "size"];

/// What a condition of a query says of what is not looked for.
const NOT_SO: [&str; 4] = ["<>", "!=", " not ", " is null"];

/// Ends of classes that give rows of things when they are asked for them.
const GIVE_ROWS: [&str; 6] = ["Client", "DAO", "Dao", "Mapper", "Repository", "Service"];

/// Ends of classes that make one thing of another.
const MAPPERS: [&str; 5] = [
    "Assembler",
    "Converter",
    "Mapper",
    "Mapstruct",
    "Transformer",
];

/// Words of a method that say how, not what.
const WAYS: [&str; 11] = [
    "All", "And", "By", "For", "From", "If", "In", "Of", "Or", "To", "With",
];

/// Verbs whose object is what comes out.
const MAKING_OF: [&str; 3] = ["encode", "generate", "render"];

/// Of what is found page by page, the page is found.
const PAGES: [&str; 4] = ["IPage", "Page", "PageInfo", "Slice"];

/// What a call that writes gives where it only says how that went.
const NUMBERS_AND_TRUTHS: [&str; 3] = ["java.lang.Boolean", "java.lang.Integer", "java.lang.Long"];

/// Verbs of calls that give what they made or kept.
const MAKING: [&str; 18] = [
    "build", "convert", "create", "decode", "decrypt", "encode", "encrypt", "generate", "insert",
    "load", "merge", "parse", "refresh", "render", "resolve", "save", "store", "update",
];

/// What a test has given under a name: a parameter of the act, a property of an object that the act is given.
struct GivenProperty {
    /// `BrandId`
    words: String,
    var: Var,
}

impl Facts<'_> {
    /// Whether the outcome says all that the test gives to look for: then nothing else need be said.
    pub(crate) fn tells_what_is_looked_for(&self) -> bool {
        let shown = self.properties_looked_for(&self.first_outcome());
        shown.is_some_and(|shown| shown.len() == self.given_properties().len())
            && self.looked_up_by(&self.first_outcome()).is_some()
    }

    /// `FindsProductsByBrandId` of a test whose outcome is what a collaborator found by an object that tells how.
    pub(super) fn looked_up_by(&self, outcome: &str) -> Option<String> {
        let shown = self.properties_looked_for(outcome)?;
        let is_few = (1..=MOST_PROPERTIES).contains(&shown.len());
        let (double, answer) = self.answered_call(outcome).filter(|_| is_few)?;
        let noun = self.noun_of_type(&self.given_by(double, answer)?)?;
        Some(format!("Finds{noun}By{}", shown.join("And")))
    }

    /// What the test gives under names that stands in the object which tells a collaborator what to look for.
    fn properties_looked_for(&self, outcome: &str) -> Option<Vec<String>> {
        let (double, answer) = self.answered_call(outcome)?;
        let asked = self.checks.iter().find_map(|check| match &check.access {
            Access::Interaction { method, .. }
                if is_made(check) && check.var == double && **method == *answer.method =>
            {
                match &check.fact {
                    Fact::Called { arguments, .. } => arguments.as_ref(),
                    _ => None,
                }
            }
            _ => None,
        })?;
        if !looks_up(&answer.method) || holds_nothing(self, answer.value) {
            return None;
        }
        let parts = asked.iter().find_map(|one| match one {
            Observed::Described { parts, .. } => Some(parts),
            _ => None,
        })?;
        let given = self.given_properties();
        let shown = given.iter().filter(|one| {
            let is_another = |it: &&GivenProperty| it.var != one.var && self.are_alike(it, one);
            let is_only = !given.iter().any(|it| is_another(&it));
            let is_in = |part: &DescribedPart| self.is_asked_for(one, part, is_only);
            parts.iter().any(is_in)
        });
        Some(shown.map(|one| one.words.clone()).collect())
    }

    /// `ReturnsFoundProducts`, `ReturnsSavedOwner`, `ReturnsGeneratedToken` of what a collaborator gave.
    pub(super) fn what_was_given(&self, outcome: &str) -> Option<String> {
        let (double, answer) = self.answered_call(outcome)?;
        let method = &*answer.method;
        let returns = self.given_by(double, answer)?;
        let takes_something = !answer.descriptor.starts_with("()");
        let class = self.cluster.ty(self.statements[usize::from(double.0)].ty);
        let is_one_of = |ends: &[&str]| {
            let name = class.class_name().map(simple_name);
            name.is_some_and(|name| ends.iter().any(|end| name.ends_with(end)))
        };
        let gives_rows = begins_with_word(method, &["get", "list", "page"])
            && is_one_of(&GIVE_ROWS)
            && element_type(self.cluster, &returns).is_some();
        if looks_up(method) && takes_something || gives_rows {
            let noun = self.noun_of_type(&returns)?;
            let is_nothing = holds_nothing(self, answer.value);
            return (!is_nothing).then(|| format!("ReturnsFound{noun}"));
        }
        if begins_with_word(method, &["map", "to"]) && is_one_of(&MAPPERS) {
            // `toDto` says which kind of class, not of what.
            return Some(format!("ReturnsMapped{}", self.noun_of_type(&returns)?));
        }
        let verb = *MAKING
            .iter()
            .find(|verb| begins_with_word(method, &[verb]))?;
        let done = capitalised(&participle(verb)?);
        if NUMBERS_AND_TRUTHS.contains(&returns.class_name()?) {
            return None;
        }
        let rest = &method[verb.len()..];
        // `generateTokenFor` says how, too.
        let is_noun = !camel_words(rest).iter().any(|word| WAYS.contains(word));
        let noun = match rest {
            "" | "All" | "AndFlush" => self
                .noun_of_type(&returns)
                .or_else(|| self.noun_of_kept(double, &returns))?,
            // What is updated need not be what comes out.
            rest if MAKING_OF.contains(&verb) && is_noun => rest.to_owned(),
            _ => self.noun_of_type(&returns)?,
        };
        Some(format!("Returns{done}{noun}"))
    }

    /// What an answer to a request carries, where that is what a collaborator gave.
    pub(super) fn carried(&self) -> Option<String> {
        let told = format!("Returns{}", self.same_words(self.carried_object()?));
        let found = told.starts_with("ReturnsFound").then(|| told.clone());
        found.or_else(|| self.what_was_given(&told))
    }

    /// The object of the test that an answer to a request carries.
    pub(super) fn carried_object(&self) -> Option<Var> {
        const CARRIES: [&str; 5] = [
            "getBody",
            "getContent",
            "getData",
            "getPayload",
            "getResult",
        ];
        self.checks.iter().find_map(|check| match &check.access {
            Access::Inspector { method, .. }
                if usize::from(check.var.0) == self.act && CARRIES.contains(&method.as_str()) =>
            {
                match check.fact {
                    Fact::Is(Observed::Same(object)) => Some(object),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// The answer that came out, and the mock that gave it: none where several were told the like.
    fn answered_call(&self, outcome: &str) -> Option<(Var, &Answer)> {
        let source = outcome.strip_prefix(RESULT_OF)?;
        let own = self.callable().map(|(act, ..)| act.name.as_str());
        let mut found = self.statements.iter().enumerate().flat_map(|(at, it)| {
            let answers = match &it.kind {
                StatementKind::TestDouble { answers, .. } => &answers[..],
                _ => &[],
            };
            // Of a call of the same name the outcome says whose answer it is.
            let class = self.cluster.ty(it.ty).class_name();
            let is_told = class.is_some_and(|class| capitalised(simple_name(class)) == source);
            let is_it = move |answer: &&Answer| {
                let is_same = is_told && own == Some(&*answer.method);
                !answer.throws && (capitalised(&answer.method) == source || is_same)
            };
            let told = answers.iter().filter(is_it);
            told.map(move |answer| (Var(at as u16), answer))
        });
        let only = found.next()?;
        found.next().is_none().then_some(only)
    }

    /// What the mock's method is declared to give.
    fn given_by(&self, double: Var, answer: &Answer) -> Option<JavaType> {
        let ty = self.cluster.ty(self.statements[usize::from(double.0)].ty);
        let (ancestor, found) = find_method(self.cluster, ty, &answer.method, &answer.descriptor)?;
        let resolved = ancestor.resolve(&found.returns);
        let (_, erased) = descriptor_types(&answer.descriptor);
        Some(if resolved.class_name().is_some() {
            resolved
        } else {
            erased
        })
    }

    /// `Products` of a list of these, `Page` of a page, `Owner` of an owner; none of what only the JDK knows.
    fn noun_of_type(&self, ty: &JavaType) -> Option<String> {
        let class = ty.class_name()?;
        if PAGES.contains(&simple_name(class)) {
            return Some("Page".to_owned());
        }
        if HOLDERS.contains(&simple_name(class)) {
            return None;
        }
        if !class.starts_with("java.") {
            return Some(self.noun_of(class));
        }
        let element = element_type(self.cluster, ty)?;
        let of = element.class_name().filter(|it| !it.starts_with("java."))?;
        Some(plural(&self.noun_of(of)))
    }

    /// What a repository keeps, or several of these, where its method says nothing of their class: `save` that takes
    /// and gives any subclass.
    fn noun_of_kept(&self, double: Var, returns: &JavaType) -> Option<String> {
        let kept = self.noun_of(&kept_in(self, double)?);
        match returns.class_name()? {
            "java.lang.Object" => Some(kept),
            "java.util.Collection" | "java.util.List" | "java.lang.Iterable" => Some(plural(&kept)),
            _ => None,
        }
    }

    /// What the act was given under names: parameters, and properties of the objects for these.
    fn given_properties(&self) -> Vec<GivenProperty> {
        let Some((act, _, given)) = self.callable() else {
            return Vec::new();
        };
        let mut all = Vec::new();
        for (position, var) in given.iter().enumerate() {
            if let StatementKind::Literal(_) = self.statements[usize::from(var.0)].kind {
                let name = act.parameter_names.get(position);
                all.extend(name.map(|name| GivenProperty {
                    words: capitalised(name),
                    var: *var,
                }));
            } else {
                all.extend(self.properties_set(*var));
            }
        }
        // Which page of what is found is asked for says nothing of what is looked for.
        all.retain(|one: &GivenProperty| {
            let is_of_page = name_words(&one.words)
                .iter()
                .any(|it| PAGING.contains(&&**it));
            says_something(&one.words) && !is_of_page
        });
        // What is set twice is what it was set to last.
        let last: BTreeMap<String, Var> = all.iter().map(|it| (it.words.clone(), it.var)).collect();
        all.retain(|one| last.get(&one.words) == Some(&one.var));
        all
    }

    /// What setters of this object were given before the act.
    fn properties_set(&self, object: Var) -> impl Iterator<Item = GivenProperty> {
        let before = self.statements[..self.act].iter();
        before.filter_map(move |it| {
            let StatementKind::Call {
                callable,
                receiver: Some(receiver),
                arguments,
            } = &it.kind
            else {
                return None;
            };
            let [var] = arguments[..] else { return None };
            let name = &self.cluster.callable(*callable).name;
            let words = property_told_by(name, &["set"]).filter(|_| *receiver == object)?;
            Some(GivenProperty {
                words: words.to_owned(),
                var,
            })
        })
    }

    fn are_alike(&self, one: &GivenProperty, other: &GivenProperty) -> bool {
        let kind = |it: &GivenProperty| &self.statements[usize::from(it.var.0)].kind;
        kind(one) == kind(other)
    }

    /// Whether a part of what was asked with is the given one, or an element's part names it. `is_only`: nothing else
    /// is like it.
    fn is_asked_for(&self, given: &GivenProperty, part: &DescribedPart, is_only: bool) -> bool {
        let kind = &self.statements[usize::from(given.var.0)].kind;
        let seen = match &part.observed {
            Observed::Same(same) => return *same == given.var,
            Observed::Literal(Literal::Text(seen)) => seen.to_text(),
            Observed::Literal(seen) => {
                let is_large = seen.number().is_some_and(|it| it.abs() >= SOME_NUMBER);
                return is_only && is_large && *kind == StatementKind::Literal(seen.clone());
            }
            _ => return false,
        };
        let is_within = match kind {
            StatementKind::Literal(Literal::Text(told)) => {
                let told = told.to_text();
                told.chars().count() >= SHORTEST_TEXT && is_only && seen.contains(&told)
            }
            _ => false,
        };
        // What a query is sorted by, and what a row is not, is not what is looked for.
        let lowered = format!(" {} ", seen.to_lowercase());
        let is_denied = NOT_SO.iter().any(|it| lowered.contains(it));
        let name = folded(&given.words);
        let mut words = seen.split(|c: char| !c.is_alphanumeric() && c != '_');
        let is_named = part.method.contains(").") && words.any(|word| folded(word) == name);
        is_within || is_named && !is_denied
    }
}

/// A name as it is the same for a property and its column: `brandid` of `BrandId` and `brand_id`.
fn folded(name: &str) -> String {
    name.replace('_', "").to_lowercase()
}
