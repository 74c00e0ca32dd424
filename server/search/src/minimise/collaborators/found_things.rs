//! What is looked for is found: takes a minimised test whose mocks gave `null` where the class asked for an object or a
//! text, gives one in which they give something, wherever the goals and the end allow, even where nothing that is seen
//! shows it. A pet is saved with the type that was looked up; that it is saved with none is no example.

use goalline_testcase::{ExecutorError, TestCase, UnansweredCall, writes_rows};

use crate::{
    Ending,
    minimise::{
        Judge, Minimisation,
        arranging::{first, gives_object, shown, with_answer},
        texts_for_objects::is_mock,
    },
};

/// Calls that are answered so one after the other, at most: what the last one is asked comes of what those before it
/// gave.
const MOST_IN_ROW: usize = 4;

/// The test whose mocks find what they are asked for.
pub(in crate::minimise) fn with_things_found(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let has_mock = test.statements.iter().any(is_mock);
    if !has_mock || judge.ending != Some(Ending::Passed) {
        return Ok(test);
    }
    for _ in 0..MOST_IN_ROW {
        let Some((_, trace)) = shown(&test, minimisation)? else {
            break;
        };
        let asked = trace.unanswered.iter().filter(|call| looks_for(call));
        let candidates = asked.filter_map(|call| with_answer(&test, call, minimisation.cluster));
        let candidates: Vec<TestCase> = candidates.collect();
        let found = first(test.clone(), candidates, minimisation, judge)?;
        if found == test {
            break;
        }
        test = found;
    }
    Ok(test)
}

/// Whether a mock gave `null` where there may be an object that the class goes on with: what a call that stores
/// something gives back is seldom looked at, unless it is a text that says how that went.
fn looks_for(call: &UnansweredCall) -> bool {
    const STORING: [&str; 6] = ["persist", "put", "register", "save", "send", "store"];
    let stores = writes_rows(&call.method) || STORING.iter().any(|it| call.method.starts_with(it));
    let is_text = call.descriptor.ends_with(")Ljava/lang/String;");
    gives_object(call) && (is_text || !stores)
}

#[cfg(test)]
mod tests {
    use goalline_testcase::Var;

    use super::*;

    #[test]
    fn what_is_looked_for_is_found_and_what_storing_gives_back_is_left() {
        let looks = |method: &str, descriptor: &str| {
            let call = UnansweredCall {
                double: Var(0),
                method: method.to_owned(),
                descriptor: descriptor.to_owned(),
                class_argument: None,
            };
            looks_for(&call)
        };
        assert!(looks("findById", "(I)Lp/Pet;"));
        assert!(looks("getType", "()Lp/Type;"));
        assert!(looks("saveConfig", "(Lp/Config;)Ljava/lang/String;"));
        assert!(!looks("save", "(Lp/Pet;)Lp/Pet;"));
        assert!(!looks("insertSelective", "(Lp/Pet;)Lp/Pet;"));
        assert!(!looks("count", "()I"));
    }
}
