//! Reads what runs of tests gave, as the worker writes it (`Outcomes.java`, `Observer.java`); judges nothing.

use goalline_testcase::{
    CallTrace, DescribedPart, Execution, JavaString, Literal, MethodTrace, NullResult, Observation,
    Observed, ObservedPart, OperationTrace, Outcome, PredicateTrace, Returned, SeenConstant,
    StackFrame, Thrown, ThrownTrace, Trace, UnansweredCall, Unordered, Var,
};

use crate::{
    WorkerError, protocol as p,
    protocol::{names::is_spelt, wire::Decoder},
};

/// One `RESULTS` frame.
pub(crate) struct Results {
    pub(crate) state: u8,
    /// Executions of the finished tests, in order.
    pub(crate) executions: Vec<Execution>,
    /// The statement that was running, when a test ended the batch.
    pub(crate) statement: Var,
}

impl Results {
    /// These results where they may be those of tests of so many statements each.
    pub(crate) fn fitting(self, tests: &[usize]) -> Result<Self, WorkerError> {
        let count = self.executions.len();
        if count > tests.len() || matches!(self.state, p::COMPLETE | p::WORN) && count < tests.len()
        {
            let what = format!("{count} results of {} tests", tests.len());
            return Err(WorkerError::Protocol(what));
        }
        let mut results = self.executions.iter().zip(tests);
        if results.any(|(one, length)| !may_be_of(one, *length)) {
            return Err(WorkerError::Protocol("a result of another test".to_owned()));
        }
        Ok(self)
    }
}

/// Whether a test of so many statements may have done this.
fn may_be_of(execution: &Execution, length: usize) -> bool {
    let ended = match &execution.outcome {
        Outcome::Threw { statement, .. }
        | Outcome::TimedOut { statement, .. }
        | Outcome::NotRun { statement, .. } => Some(*statement),
        Outcome::Died { statement, .. } => *statement,
        Outcome::Passed | Outcome::Left => None,
    };
    let observed = execution.observations.iter().map(|it| it.var);
    let mut told = ended.into_iter().chain(execution.slow_at).chain(observed);
    told.all(|var| usize::from(var.0) < length)
}

/// Bytes at most of all numbered texts of one process: names of classes and methods.
const MOST_TEXT: usize = 1 << 26;

/// Entries that the result of a test counts for beside its own lists: it takes more room than most.
const ENTRIES_A_TEST: usize = 8;

/// Reads result frames; remembers the numbered texts of one process.
#[derive(Default)]
pub(crate) struct ResultReader {
    texts: Vec<String>,
    /// Their bytes.
    length: usize,
}

impl ResultReader {
    /// Reads the payload of a `RESULTS` frame; seen constants are appended.
    pub(crate) fn read(
        &mut self,
        payload: &[u8],
        observe: bool,
        seen: &mut Vec<SeenConstant>,
    ) -> Result<Results, WorkerError> {
        let mut decoder = Decoder::new(payload);
        let state = decoder.u8()?;
        let count = decoder.u32()?;
        let statement = var(decoder.u32()?)?;
        let mut executions = Vec::new();
        for _ in 0..count {
            decoder.announce(ENTRIES_A_TEST)?;
            executions.push(self.execution(&mut decoder, observe)?);
        }
        if matches!(state, p::COMPLETE | p::THREAD_LEFT | p::WORN) {
            seen.extend(
                decoder
                    .list(Decoder::zigzag)?
                    .into_iter()
                    .map(SeenConstant::Integral),
            );
            seen.extend(
                decoder
                    .list(Decoder::f64)?
                    .into_iter()
                    .map(SeenConstant::Floating),
            );
            seen.extend(
                decoder
                    .list(Decoder::java_string)?
                    .into_iter()
                    .map(SeenConstant::Text),
            );
            if !decoder.is_empty() {
                return Err(WorkerError::Protocol(
                    "results with something behind them".into(),
                ));
            }
        }
        Ok(Results {
            state,
            executions,
            statement,
        })
    }

    fn execution(
        &mut self,
        decoder: &mut Decoder,
        observe: bool,
    ) -> Result<Execution, WorkerError> {
        let mut kind = decoder.u8()?;
        let mut slow_at = None;
        if kind == p::SLOW {
            slow_at = Some(var(decoder.id()?)?);
            kind = decoder.u8()?;
        }
        let mut outcome = self.outcome(kind, decoder, observe)?;
        let steps = decoder.varint()?;
        let mut trace = trace(decoder)?;
        if let Outcome::Threw { thrown, .. } = &outcome {
            trace.thrown = left_a_call(&trace.calls, &thrown.class);
        }
        trace.unanswered = decoder.spelt_list(|decoder| self.unanswered(decoder))?;
        trace.null_result = self.null_result(decoder)?;
        let observations = if observe {
            decoder.spelt_list(observation)?
        } else {
            Vec::new()
        };
        let observations = without_carried(&mut outcome, observations);
        Ok(Execution {
            outcome,
            trace,
            steps,
            observations,
            slow_at,
        })
    }

    fn outcome(
        &mut self,
        kind: u8,
        decoder: &mut Decoder,
        observe: bool,
    ) -> Result<Outcome, WorkerError> {
        if kind == p::PASSED {
            return Ok(Outcome::Passed);
        }
        let statement = var(decoder.id()?)?;
        match kind {
            p::THREW => Ok(Outcome::Threw {
                statement,
                thrown: self.thrown(decoder, observe)?,
            }),
            p::OUT_OF_STEPS => Ok(Outcome::TimedOut {
                statement,
                by_steps: true,
            }),
            p::OUT_OF_TIME_ALONE => Ok(Outcome::TimedOut {
                statement,
                by_steps: false,
            }),
            p::UNLINKABLE => Ok(Outcome::Died {
                cause: decoder.text()?,
                statement: Some(statement),
            }),
            other => Err(WorkerError::Protocol(format!("an outcome of kind {other}"))),
        }
    }

    fn thrown(&mut self, decoder: &mut Decoder, observe: bool) -> Result<Thrown, WorkerError> {
        let class = self.numbered(decoder)?;
        let nameable = self.numbered(decoder)?;
        let [class, nameable] = [class, nameable].map(of_throwable);
        let message = if !observe || decoder.u8()? == 0 {
            None
        } else {
            Some(decoder.java_string()?)
        };
        let told = if observe { decoder.u8()? } else { 0 };
        let cause = if told & 1 == 0 {
            None
        } else {
            Some(of_throwable(self.numbered(decoder)?))
        };
        let stack = decoder.list(|decoder| {
            Ok(StackFrame {
                class: self.numbered(decoder)?,
                method: self.numbered(decoder)?,
                line: decoder.id()?,
            })
        })?;
        Ok(Thrown {
            class,
            nameable,
            message,
            cause,
            carried: Vec::new(),
            is_of_surroundings: told & 2 != 0,
            stack,
        })
    }

    fn null_result(&mut self, decoder: &mut Decoder) -> Result<Option<NullResult>, WorkerError> {
        if decoder.u8()? == 0 {
            return Ok(None);
        }
        Ok(Some(NullResult {
            class: self.numbered(decoder)?,
            method: self.numbered(decoder)?,
        }))
    }

    fn unanswered(&mut self, decoder: &mut Decoder) -> Result<UnansweredCall, WorkerError> {
        Ok(UnansweredCall {
            double: var(decoder.id()?)?,
            method: self.name(decoder)?,
            descriptor: self.numbered(decoder)?,
            class_argument: Some(self.name(decoder)?).filter(|it| !it.is_empty()),
        })
    }

    /// A numbered text that is a name.
    fn name(&mut self, decoder: &mut Decoder) -> Result<String, WorkerError> {
        let name = self.numbered(decoder)?;
        decoder.note_name(&name);
        Ok(name)
    }

    fn numbered(&mut self, decoder: &mut Decoder) -> Result<String, WorkerError> {
        let number = decoder.id()? as usize;
        if number == self.texts.len() {
            let text = decoder.text()?;
            self.length += text.len();
            if self.length > MOST_TEXT {
                let error = "more names than any program has";
                return Err(WorkerError::Protocol(error.into()));
            }
            self.texts.push(text);
        }
        let never = || WorkerError::Protocol("a text that was never sent".into());
        let text = self.texts.get(number).ok_or_else(never)?;
        decoder.repeat(text.len())?;
        Ok(text.clone())
    }
}

/// The observations but for those of what a statement threw, which has no variable: they go to what was thrown.
fn without_carried(outcome: &mut Outcome, observations: Vec<Observation>) -> Vec<Observation> {
    let Outcome::Threw { statement, thrown } = outcome else {
        return observations;
    };
    let (carried, others) = observations
        .into_iter()
        .partition(|it| it.var == *statement);
    thrown.carried = carried;
    others
}

/// The name of an exception's class; one that source cannot hold is that of all.
fn of_throwable(class: String) -> String {
    if is_spelt(&class) {
        class
    } else {
        "java.lang.Throwable".to_owned()
    }
}

fn var(number: u32) -> Result<Var, WorkerError> {
    u16::try_from(number)
        .map(Var)
        .map_err(|_| WorkerError::Protocol("a variable that no test can have".into()))
}

/// What a run touched.
pub(crate) fn trace(decoder: &mut Decoder) -> Result<Trace, WorkerError> {
    let predicates = predicates(decoder)?;
    let mut last = 0;
    let methods = decoder.list(|decoder| {
        last = u32::wrapping_add(last, decoder.id()?);
        Ok(MethodTrace {
            method: last,
            count: decoder.id()?,
        })
    })?;
    let mut trace = Trace {
        predicates,
        methods,
        ..Trace::default()
    };
    if decoder.u8()? != 0 {
        details(decoder, &mut trace)?;
    }
    Ok(trace)
}

/// The exception that ended a test, where it left a call of the file's own.
fn left_a_call(calls: &[CallTrace], class: &str) -> Option<ThrownTrace> {
    // A test ends with its first exception, so at most one call did not return.
    let call = calls.iter().find(|call| call.returned.is_none())?;
    Some(ThrownTrace {
        method: call.method,
        class: class.to_owned(),
    })
}

fn predicates(decoder: &mut Decoder) -> Result<Vec<PredicateTrace>, WorkerError> {
    let mut last = 0;
    decoder.list(|decoder| {
        last = u32::wrapping_add(last, decoder.id()?);
        Ok(PredicateTrace {
            predicate: last,
            true_count: decoder.id()?,
            false_count: decoder.id()?,
            true_distance: decoder.distance()?,
            false_distance: decoder.distance()?,
        })
    })
}

/// What criteria beyond branches ask for.
fn details(decoder: &mut Decoder, trace: &mut Trace) -> Result<(), WorkerError> {
    trace.direct = predicates(decoder)?;
    let mut last = 0;
    trace.lines = decoder.list(|decoder| {
        last = u32::wrapping_add(last, decoder.id()?);
        Ok(last)
    })?;
    let mut last = 0;
    trace.operations = decoder.list(|decoder| {
        last = u32::wrapping_add(last, decoder.id()?);
        let infected = decoder.u8()?;
        let relations = if decoder.u8()? == 0 {
            None
        } else {
            Some([
                decoder.distance()?,
                decoder.distance()?,
                decoder.distance()?,
            ])
        };
        Ok(OperationTrace {
            operation: last,
            infected,
            relations,
        })
    })?;
    trace.calls = decoder.list(|decoder| {
        Ok(CallTrace {
            method: decoder.id()?,
            returned: returned(decoder)?,
        })
    })?;
    trace.calls.sort_by_key(|call| call.method);
    Ok(())
}

/// What a direct call returned, as `DirectCalls.java` writes it.
fn returned(decoder: &mut Decoder) -> Result<Option<Returned>, WorkerError> {
    Ok(Some(match decoder.u8()? {
        0 => return Ok(None),
        1 => Returned::Boolean(false),
        2 => Returned::Boolean(true),
        3 => Returned::Number(decoder.f64()?),
        4 => Returned::Char(narrow(decoder.varint()?.cast_signed())?),
        5 => Returned::Null,
        6 => Returned::Sized(decoder.id()?),
        7 => Returned::Constant(decoder.id()?),
        8 => Returned::Other,
        other => {
            return Err(WorkerError::Protocol(format!(
                "a returned value of kind {other}"
            )));
        }
    }))
}

/// What an object was asked: a method, or one of what a method gives, `getHeaders().getLocation`, or of an element of a
/// list, `getLines().get(0).getPrice`.
fn question(decoder: &mut Decoder) -> Result<String, WorkerError> {
    const MOST_STEPS: usize = 6;
    let asked = decoder.text()?;
    let steps: Vec<&str> = asked.split('.').collect();
    if let Some((last, before)) = steps.split_last() {
        let is_way = |step: &&str| {
            let called = step.strip_suffix("()");
            is_element(step) || called.is_some_and(|name| !name.is_empty() && is_spelt(name))
        };
        if steps.len() <= MOST_STEPS && !last.is_empty() && before.iter().all(is_way) {
            decoder.note_name(last);
        } else {
            decoder.note_unspelt();
        }
    }
    Ok(asked)
}

/// Whether it is `get(2)`.
fn is_element(step: &str) -> bool {
    let at = step
        .strip_prefix("get(")
        .and_then(|rest| rest.strip_suffix(')'));
    at.is_some_and(|at| matches!(at.as_bytes(), [b'0'..=b'9']))
}

fn observation(decoder: &mut Decoder) -> Result<Observation, WorkerError> {
    let var = var(decoder.id()?)?;
    let subject = match decoder.u8()? {
        0 => ObservedPart::Value,
        1 => ObservedPart::Inspector {
            method: question(decoder)?,
            descriptor: decoder.descriptor()?,
        },
        2 => ObservedPart::Field {
            name: decoder.name()?,
        },
        3 => ObservedPart::Interaction {
            method: decoder.name()?,
            descriptor: decoder.descriptor()?,
        },
        other => {
            return Err(WorkerError::Protocol(format!(
                "an observation of kind {other}"
            )));
        }
    };
    Ok(Observation {
        var,
        subject,
        observed: observed(decoder)?,
    })
}

fn observed(decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    decoder.nested(outer_value)
}

/// A value that may hold others has a function of its own: what is kept on the stack for each level is little then,
/// however deep they nest.
fn outer_value(decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    match decoder.u8()? {
        22 => array(decoder),
        23 => sized(decoder),
        26 => calls(decoder),
        27 => described(decoder),
        28 => unordered(decoder),
        kind => single(kind, decoder),
    }
}

fn array(decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    let length = decoder.id()?;
    let elements = decoder.list(observed)?;
    Ok(Observed::Array { length, elements })
}

fn sized(decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    let size = decoder.id()?;
    let elements = decoder.list(observed)?;
    Ok(Observed::Sized { size, elements })
}

fn unordered(decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    let size = decoder.id()?;
    let is_map = decoder.u8()? != 0;
    let keys = decoder.list(observed)?;
    let values = decoder.list(observed)?;
    Ok(Observed::Unordered(Unordered {
        size,
        is_map,
        keys,
        values,
    }))
}

fn calls(decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    let count = decoder.id()?;
    let arguments = decoder.list(|decoder| decoder.list(observed))?;
    Ok(Observed::Calls { count, arguments })
}

fn described(decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    let class = decoder.name()?;
    let parts = decoder.list(|decoder| {
        Ok(DescribedPart {
            method: question(decoder)?,
            descriptor: decoder.descriptor()?,
            observed: observed(decoder)?,
        })
    })?;
    Ok(Observed::Described { class, parts })
}

/// A value that holds no other.
fn single(kind: u8, decoder: &mut Decoder) -> Result<Observed, WorkerError> {
    Ok(match kind {
        p::OP_NULL => Observed::Null,
        20 => Observed::Constant {
            class: decoder.name()?,
            constant: decoder.name()?,
        },
        21 => Observed::Same(var(decoder.id()?)?),
        24 => Observed::Object {
            class: decoder.name()?,
        },
        25 => Observed::Value {
            class: decoder.name()?,
            text: decoder.java_string()?,
        },
        _ => Observed::Literal(literal(kind, decoder)?),
    })
}

fn literal(kind: u8, decoder: &mut Decoder) -> Result<Literal, WorkerError> {
    Ok(match kind {
        p::OP_FALSE => Literal::Boolean(false),
        p::OP_TRUE => Literal::Boolean(true),
        p::OP_BYTE => Literal::Byte(narrow(decoder.zigzag()?)?),
        p::OP_SHORT => Literal::Short(narrow(decoder.zigzag()?)?),
        p::OP_CHAR => Literal::Char(narrow(decoder.varint()?.cast_signed())?),
        p::OP_INT => Literal::Int(narrow(decoder.zigzag()?)?),
        p::OP_LONG => Literal::Long(decoder.zigzag()?),
        p::OP_FLOAT => Literal::Float(f32::from_bits(decoder.u32()?)),
        p::OP_DOUBLE => Literal::Double(decoder.f64()?),
        p::OP_TEXT => Literal::Text(JavaString(decoder.java_string()?.0)),
        other => return Err(WorkerError::Protocol(format!("a value of kind {other}"))),
    })
}

fn narrow<T: TryFrom<i64>>(value: i64) -> Result<T, WorkerError> {
    T::try_from(value).map_err(|_| WorkerError::Protocol("a number out of range".into()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::protocol::wire::Encoder;

    #[test]
    fn an_observation_or_an_exception_whose_name_is_code_puts_none_into_a_test() {
        let mut frame = Encoder::default();
        frame.count(2);
        for constant in ["OPEN", "OPEN);x("] {
            frame.varint(0);
            frame.u8(0);
            frame.u8(20);
            frame.text("shop.State");
            frame.text(constant);
        }
        let read = Decoder::new(&frame.bytes).spelt_list(observation);
        assert_eq!(read.expect("a list").len(), 1);
        let names = ["shop.Full", "a\nb"].map(|name| of_throwable(name.to_owned()));
        assert_eq!(names, ["shop.Full", "java.lang.Throwable"]);
    }

    #[test]
    fn a_result_of_a_statement_that_a_test_has_not_is_not_its_own() {
        let ended_at = |at: u16| Results {
            state: p::COMPLETE,
            executions: vec![Execution {
                outcome: Outcome::TimedOut {
                    statement: Var(at),
                    by_steps: true,
                },
                trace: Trace::default(),
                steps: 0,
                observations: Vec::new(),
                slow_at: None,
            }],
            statement: Var(0),
        };
        assert!(ended_at(3).fitting(&[4]).is_ok());
        assert!(ended_at(22).fitting(&[4]).is_err());
        assert!(ended_at(3).fitting(&[4, 4]).is_err(), "one is missing");
    }

    #[test]
    fn a_long_name_that_a_frame_names_a_million_times_is_refused() {
        let mut frame = Encoder::default();
        frame.u8(p::COMPLETE);
        frame.u32(1);
        frame.u32(0);
        frame.u8(p::THREW);
        frame.varint(0);
        frame.varint(0);
        frame.text(&"x".repeat(1 << 20));
        frame.varint(0);
        let frames = 1 << 20;
        frame.count(frames);
        // Class, method and line of each; both names are the long one.
        frame.bytes.extend([0, 0, 1].repeat(frames));
        let read = ResultReader::default().read(&frame.bytes, false, &mut Vec::new());
        let error = read.err().expect("a terabyte of names").to_string();
        assert!(error.contains("named more often"), "{error}");
    }

    #[test]
    fn a_forged_value_of_a_million_arrays_in_each_other_is_refused_and_ends_nothing() {
        // An array of one element, which is an array of one element, and so on.
        let forged = [22, 1, 1].repeat(1 << 20);
        assert!(matches!(
            observed(&mut Decoder::new(&forged)),
            Err(WorkerError::Protocol(_))
        ));
        // Calls with one list of one argument, which is such calls, and so on.
        let forged = [26, 1, 1, 1].repeat(1 << 20);
        assert!(matches!(
            observed(&mut Decoder::new(&forged)),
            Err(WorkerError::Protocol(_))
        ));
        let real = [[22, 1, 1].repeat(5), vec![p::OP_NULL]].concat();
        assert!(observed(&mut Decoder::new(&real)).is_ok());
    }
}
