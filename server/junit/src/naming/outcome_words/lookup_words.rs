//! What came of a call that gives back what a collaborator looked up, made or kept: in the words of what was found, not
//! by the collaborator's method. Takes such a test, gives `FindsProductsByBrandId` where the collaborator was told what
//! to look for, else `ReturnsFoundProducts`, `ReturnsSavedOwner`, `ReturnsGeneratedToken`.

use goalline_testcase::{
    DescribedPart, JavaType, Literal, Observed, StatementKind, Var, begins_with_word, looks_up,
};

use super::{
    RESULT_OF,
    command_words::{CommandName, command_of},
    is_made,
};
use crate::{
    assertions::{
        checks::{Access, Check, Fact, element_type},
        facts::Facts,
    },
    naming::answer_words::kept_in,
    types::{
        hierarchy::find_method,
        type_names::{descriptor_types, simple_name},
        variables::{capitalised, plural},
    },
};

/// Properties that a name tells at most of what was looked for.
const MOST_PROPERTIES: usize = 3;

/// Shortest text that is known again within another one.
const SHORTEST_TEXT: usize = 3;

/// What has one part of what was looked for at a time: found is the page.
const PAGES: [&str; 4] = ["IPage", "Page", "PageInfo", "Slice"];

/// What a call that writes gives where it only says how that went.
const NUMBERS_AND_TRUTHS: [&str; 3] = ["java.lang.Boolean", "java.lang.Integer", "java.lang.Long"];

/// What verbs make of their object.
const PARTICIPLES: [(&str, &str); 18] = [
    ("build", "Built"),
    ("convert", "Converted"),
    ("create", "Created"),
    ("decode", "Decoded"),
    ("decrypt", "Decrypted"),
    ("encode", "Encoded"),
    ("encrypt", "Encrypted"),
    ("generate", "Generated"),
    ("insert", "Inserted"),
    ("load", "Loaded"),
    ("merge", "Merged"),
    ("parse", "Parsed"),
    ("refresh", "Refreshed"),
    ("render", "Rendered"),
    ("resolve", "Resolved"),
    ("save", "Saved"),
    ("store", "Stored"),
    ("update", "Updated"),
];

/// What a test has given under a name: a parameter of the act, a property of an object that the act is given.
struct GivenProperty {
    /// `BrandId`
    words: String,
    var: Var,
}

impl Facts<'_> {
    /// Whether the outcome says what was looked for: then nothing else need be said.
    pub(crate) fn tells_what_is_looked_for(&self) -> bool {
        self.looked_up_by(&self.first_outcome()).is_some()
    }

    /// `FindsProductsByBrandId` of a test whose outcome is what a collaborator found by an object that tells how.
    pub(super) fn looked_up_by(&self, outcome: &str) -> Option<String> {
        let (check, method) = self.call_of_result(outcome)?;
        if !looks_up(method) {
            return None;
        }
        let Fact::Called {
            arguments: Some(asked),
            ..
        } = &check.fact
        else {
            return None;
        };
        let parts = asked.iter().find_map(|one| match one {
            Observed::Described { parts, .. } => Some(parts),
            _ => None,
        })?;
        let given = self.given_properties();
        let shown: Vec<&str> = given
            .iter()
            .filter(|one| {
                let is_another = |it: &&GivenProperty| it.var != one.var && self.are_alike(it, one);
                let is_only = !given.iter().any(|it| is_another(&it));
                let is_in = |part: &DescribedPart| self.is_asked_for(one, part, is_only);
                parts.iter().any(is_in)
            })
            .map(|one| one.words.as_str())
            .collect();
        let is_few = (1..=MOST_PROPERTIES).contains(&shown.len());
        let noun = self.noun_of_result(check)?;
        is_few.then(|| format!("Finds{noun}By{}", shown.join("And")))
    }

    /// `ReturnsFoundProducts`, `ReturnsSavedOwner`, `ReturnsGeneratedToken` of what a collaborator gave.
    pub(super) fn what_was_given(&self, outcome: &str) -> Option<String> {
        let (double, method, descriptor) = self.answered_call(outcome)?;
        let returns = self.given_by(double, method, descriptor)?;
        let takes_something = !descriptor.starts_with("()");
        let gives_rows = begins_with_word(method, &["get", "list", "page"])
            && element_type(self.cluster, &returns).is_some();
        if looks_up(method) && takes_something || gives_rows {
            let noun = self.noun_of_type(&returns)?;
            return Some(format!("ReturnsFound{noun}"));
        }
        if begins_with_word(method, &["map", "to"]) {
            // `toDto` says which kind of class, not of what.
            return Some(format!("ReturnsMapped{}", self.noun_of_type(&returns)?));
        }
        let (verb, participle) = PARTICIPLES
            .iter()
            .find(|(verb, _)| begins_with_word(method, &[verb]))?;
        if NUMBERS_AND_TRUTHS.contains(&returns.class_name()?) {
            return None;
        }
        // How it is done says nothing of what came of it.
        let rest = ["All", "AndFlush"]
            .iter()
            .fold(&method[verb.len()..], |rest, way| {
                rest.strip_prefix(way).unwrap_or(rest)
            });
        // `resolveByName` says how, not what.
        let is_noun = !["And", "By", "For", "From", "If", "Or", "To", "With"]
            .iter()
            .any(|word| begins_with_word(rest, &[word]));
        // `buildNumber()`, `createTime()`
        let is_property = !takes_something && ["build", "create", "load", "update"].contains(verb);
        let noun = match rest {
            "" => self
                .noun_of_type(&returns)
                .or_else(|| self.noun_of_kept(double, &returns))?,
            rest if is_noun && !is_property => rest.to_owned(),
            _ => return None,
        };
        Some(format!("Returns{participle}{noun}"))
    }

    /// What an answer to a request carries, where that is what a collaborator found or the test gave.
    pub(super) fn carried(&self) -> Option<String> {
        const CARRIES: [&str; 5] = [
            "getBody",
            "getContent",
            "getData",
            "getPayload",
            "getResult",
        ];
        let object = self.checks.iter().find_map(|check| match &check.access {
            Access::Inspector { method, .. }
                if usize::from(check.var.0) == self.act && CARRIES.contains(&method.as_str()) =>
            {
                match check.fact {
                    Fact::Is(Observed::Same(object)) => Some(object),
                    _ => None,
                }
            }
            _ => None,
        })?;
        let told = format!("Returns{}", self.same_words(object));
        let found = told.starts_with("ReturnsFound").then(|| told.clone());
        found.or_else(|| self.what_was_given(&told))
    }

    /// `ClearsReadHistory` of a service of the read history that is told to clear, by a method of the same name.
    pub(super) fn effect_of_same_name(&self) -> Option<String> {
        let (act, ..) = self.callable()?;
        let double = self.checks.iter().find_map(|check| match &check.access {
            Access::Interaction { method, descriptor } => {
                let is_it = is_made(check) && *method == act.name && descriptor == "()V";
                is_it.then_some(check.var)
            }
            _ => None,
        })?;
        let command = command_of(&act.name).filter(CommandName::is_bare)?;
        let class = self.cluster.ty(self.statements[usize::from(double.0)].ty);
        let class = self.noun_of(class.class_name()?);
        let thing = ["Service", "Manager"]
            .iter()
            .find_map(|end| class.strip_suffix(end))?;
        (!thing.is_empty()).then(|| format!("{}{thing}", command.third))
    }

    /// The check of the call whose answer came out, and its method.
    fn call_of_result(&self, outcome: &str) -> Option<(&Check, &str)> {
        let source = outcome.strip_prefix(RESULT_OF)?;
        self.checks.iter().find_map(|check| match &check.access {
            Access::Interaction { method, .. }
                if is_made(check) && capitalised(method) == source =>
            {
                Some((check, method.as_str()))
            }
            _ => None,
        })
    }

    /// The mock that gave what came out, and the method (JVM descriptor) that did.
    fn answered_call(&self, outcome: &str) -> Option<(Var, &str, &str)> {
        let source = outcome.strip_prefix(RESULT_OF)?;
        let own = self.callable().map(|(act, ..)| act.name.as_str());
        self.statements.iter().enumerate().find_map(|(at, it)| {
            let StatementKind::TestDouble { answers, .. } = &it.kind else {
                return None;
            };
            // Of a call of the same name the outcome says whose answer it is.
            let class = self.cluster.ty(it.ty).class_name();
            let is_told = class.is_some_and(|class| capitalised(simple_name(class)) == source);
            let mut answers = answers.iter();
            let answer = answers.find(|answer| {
                capitalised(&answer.method) == source || is_told && own == Some(&*answer.method)
            })?;
            Some((Var(at as u16), &*answer.method, &*answer.descriptor))
        })
    }

    /// What the mock's method is declared to give.
    fn given_by(&self, double: Var, method: &str, descriptor: &str) -> Option<JavaType> {
        let ty = self.cluster.ty(self.statements[usize::from(double.0)].ty);
        let (ancestor, found) = find_method(self.cluster, ty, method, descriptor)?;
        let resolved = ancestor.resolve(&found.returns);
        let (_, erased) = descriptor_types(descriptor);
        Some(if resolved.class_name().is_some() {
            resolved
        } else {
            erased
        })
    }

    /// What the call of this check is declared to give, in a name.
    fn noun_of_result(&self, check: &Check) -> Option<String> {
        let Access::Interaction { method, descriptor } = &check.access else {
            return None;
        };
        self.noun_of_type(&self.given_by(check.var, method, descriptor)?)
    }

    /// `Products` of a list of these, `Page` of a page, `Owner` of an owner; none of what only the JDK knows.
    fn noun_of_type(&self, ty: &JavaType) -> Option<String> {
        let class = ty.class_name()?;
        if PAGES.contains(&simple_name(class)) {
            return Some("Page".to_owned());
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
            let name = &self.cluster.callable(*callable).name;
            let [var] = arguments[..] else { return None };
            let words = name.strip_prefix("set").filter(|_| *receiver == object)?;
            let is_property = words.starts_with(char::is_uppercase);
            is_property.then(|| GivenProperty {
                words: words.to_owned(),
                var,
            })
        })
    }

    fn are_alike(&self, one: &GivenProperty, other: &GivenProperty) -> bool {
        let kind = |it: &GivenProperty| &self.statements[usize::from(it.var.0)].kind;
        kind(one) == kind(other)
    }

    /// Whether a part of what was asked with is the given one, or names it. `is_only`: nothing else is like it.
    fn is_asked_for(&self, given: &GivenProperty, part: &DescribedPart, is_only: bool) -> bool {
        let seen = match &part.observed {
            Observed::Same(same) => return *same == given.var,
            Observed::Literal(Literal::Text(seen)) => seen,
            Observed::Literal(seen) => {
                let is_it = self.statements[usize::from(given.var.0)].kind
                    == StatementKind::Literal(seen.clone());
                return is_it && is_only && !part.observed.is_nothing();
            }
            _ => return false,
        };
        let seen = seen.to_text();
        let names = snake_case(&given.words);
        let is_named = seen
            .split(|c: char| !c.is_alphanumeric() && c != '_')
            .any(|word| snake_case(word) == names);
        let is_within = match &self.statements[usize::from(given.var.0)].kind {
            StatementKind::Literal(Literal::Text(told)) => {
                let told = told.to_text();
                told.len() >= SHORTEST_TEXT && is_only && seen.contains(&told)
            }
            _ => false,
        };
        is_named || is_within
    }
}

/// `brand_id` of `BrandId` and `brandId`, as columns are called.
fn snake_case(name: &str) -> String {
    let mut words = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !words.is_empty() && !words.ends_with('_') {
            words.push('_');
        }
        words.extend(c.to_lowercase());
    }
    words
}
