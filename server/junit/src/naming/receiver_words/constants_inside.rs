//! Constants deep inside of what a call was made with, in words for a test's name: takes the act, gives
//! `WhenSpecialCharIsLw` of `new Field(new Value(SpecialChar.LW))`. What comes of a call often depends on which of a
//! few constants an object holds, and no condition of the source that a reader knows says so.

use goalline_testcase::{CallableKind, StatementKind, Var};

use crate::{
    assertions::facts::Facts,
    naming::{
        condition_words::{is_constant_name, is_plural},
        input_words::is_changed,
        value_words::constant_words,
    },
    types::variables::{capitalised, says_something},
};

/// More constants than that set a scene: none of them is the reason.
const MOST: usize = 3;

impl Facts<'_> {
    /// The constants that the receiver and the arguments hold, each with what it is called there, those of the receiver
    /// first. Arguments that are constants themselves have words of their own.
    pub(crate) fn constants_inside(&self) -> Vec<String> {
        let Some((_, receiver, arguments)) = self.callable() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        for object in receiver.iter().chain(arguments) {
            self.add_parts(*object, None, &mut found);
        }
        let outcome = self.outcome();
        let is_new = |words: &ConstantWords| !outcome.contains(&words.constant);
        let told: Vec<String> = found
            .iter()
            .filter(|it| is_new(it))
            .map(ConstantWords::told)
            .collect();
        if told.len() > MOST {
            return Vec::new();
        }
        told
    }

    /// Goes from an object to what made it, or to the elements of an array; `role` is what the array is called by what
    /// it was given to.
    fn add_parts(&self, object: Var, role: Option<&str>, found: &mut Vec<ConstantWords>) {
        match &self.statements[usize::from(object.0)].kind {
            StatementKind::Call {
                callable,
                receiver,
                arguments,
            } => {
                // What was told it since may have taken the place of what it was made of.
                if is_changed(self, object) {
                    return;
                }
                if let Some(origin) = receiver {
                    self.add_parts(*origin, None, found);
                }
                let maker = self.cluster.callable(*callable);
                for (at, argument) in arguments.iter().enumerate() {
                    let name = maker.parameter_names.get(at).map(String::as_str);
                    self.add(*argument, name.filter(|name| says_something(name)), found);
                }
            }
            StatementKind::Array { elements } => {
                for element in elements {
                    self.add(*element, role, found);
                }
            }
            StatementKind::Literal(_) | StatementKind::Null | StatementKind::TestDouble { .. } => {}
        }
    }

    /// A constant, else what is inside of the object.
    fn add(&self, object: Var, role: Option<&str>, found: &mut Vec<ConstantWords>) {
        match self.constant(object, role) {
            Some(words) if found.contains(&words) => {}
            // Another one does as well.
            Some(_) if self.immaterial.contains(object) => {}
            Some(words) => found.push(words),
            None => self.add_parts(object, role, found),
        }
    }

    /// One of a few of its own class: `SpecialChar.LW`.
    fn constant(&self, value: Var, role: Option<&str>) -> Option<ConstantWords> {
        let statement = &self.statements[usize::from(value.0)];
        let StatementKind::Call { callable, .. } = &statement.kind else {
            return None;
        };
        let read = self.cluster.callable(*callable);
        let class = self.cluster.ty(statement.ty).class_name();
        let is_one = read.kind == CallableKind::StaticFieldRead
            && class == Some(&*read.owner)
            && is_constant_name(&read.name)
            && !read.owner.starts_with("java.");
        is_one.then(|| ConstantWords {
            role: role.map(capitalised).filter(|role| !is_plural(role)),
            constant: constant_words(&read.name),
        })
    }
}

/// A constant, and what it is called by the constructor that it was given to.
#[derive(PartialEq, Eq)]
struct ConstantWords {
    role: Option<String>,
    constant: String,
}

impl ConstantWords {
    fn told(&self) -> String {
        match &self.role {
            Some(role) => format!("When{role}Is{}", self.constant),
            None => format!("For{}", self.constant),
        }
    }
}
