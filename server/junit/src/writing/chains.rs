//! Calls on a builder in a chain: takes the lines of an arrangement with the statements that they are, gives lines in
//! which calls that give their own receiver stand behind what made it, where all of it fits. So builders are used by
//! who writes tests; and a call that does not give its receiver any more is noticed.

use std::collections::{BTreeMap, BTreeSet};

use goalline_testcase::{
    CallableKind, JavaType, Observation, Statement, StatementKind, TestCluster, Var,
};

use crate::{
    printing::layout::fits_well, style::Room, writing::alias_merging::own_receiver,
    written::StubbedCall,
};

/// The lines of an arrangement.
pub(crate) struct ArrangedLines<'a> {
    pub(crate) lines: &'a mut Vec<String>,
    /// The statements that lines are, by their positions.
    pub(crate) made: &'a mut BTreeMap<usize, usize>,
    /// What lines answer, by their positions.
    pub(crate) stubs: &'a mut BTreeMap<usize, StubbedCall>,
}

/// What is known of the statements.
pub(crate) struct Chaining<'a> {
    pub(crate) cluster: &'a TestCluster,
    pub(crate) statements: &'a [Statement],
    /// What was observed.
    pub(crate) seen: &'a [Observation],
    /// What a line may have.
    pub(crate) room: Room<'a>,
}

/// What makes an object, with the calls that follow.
struct Chain {
    /// The line that makes the object.
    maker: usize,
    /// The lines that call it, the first one first.
    links: Vec<usize>,
    /// All of it in one line.
    text: String,
}

impl Chaining<'_> {
    /// Writes each object that is told something as it is made in one line.
    pub(crate) fn apply(&self, arranged: &mut ArrangedLines<'_>) {
        let mut at = 0;
        while at < arranged.lines.len() {
            match self.chain(arranged, at) {
                Some(chain) => join(arranged, chain),
                None => at += 1,
            }
        }
    }

    /// The chain that the object made in this line is the beginning of.
    fn chain(&self, arranged: &ArrangedLines<'_>, maker: usize) -> Option<Chain> {
        let object = Var(*arranged.made.get(&maker)? as u16);
        let statement = &self.statements[usize::from(object.0)];
        let line = &arranged.lines[maker];
        let (declared, made) = line.split_once(" = ")?;
        // Nothing says there what `<>`, or a factory without type arguments, stands for.
        let is_open =
            made.contains("<>(") || !made.starts_with("new ") && self.has_arguments(object);
        let is_call = matches!(statement.kind, StatementKind::Call { .. });
        let is_apt = is_call && !line.contains('\n') && !is_open;
        let name = declared.rsplit(' ').next().filter(|_| is_apt)?;
        let mut links = Vec::new();
        let mut text = line.strip_suffix(';')?.to_owned();
        for (at, later) in arranged.lines.iter().enumerate().skip(maker + 1) {
            let called = || self.link(arranged, at, object)?.strip_prefix(name);
            match called().filter(|rest| rest.starts_with('.') && !has_word(rest, name)) {
                Some(rest) => {
                    text.push_str(rest);
                    links.push(at);
                }
                None if has_word(later, name) || !self.only_makes(arranged, at) => break,
                None => {}
            }
        }
        text.push(';');
        let fits = !links.is_empty() && fits_well(&text, self.room);
        fits.then_some(Chain { maker, links, text })
    }

    /// Whether the type of the object has type arguments, which a call in front of others does not find out.
    fn has_arguments(&self, object: Var) -> bool {
        let ty = self.cluster.ty(self.statements[usize::from(object.0)].ty);
        matches!(ty, JavaType::Class { arguments, .. } if !arguments.is_empty())
    }

    /// Whether the line only makes something: it may as well come first.
    fn only_makes(&self, arranged: &ArrangedLines<'_>, at: usize) -> bool {
        let Some(statement) = arranged.made.get(&at).map(|at| &self.statements[*at]) else {
            return false;
        };
        match &statement.kind {
            StatementKind::Call { callable, .. } => {
                self.cluster.callable(*callable).kind == CallableKind::Constructor
            }
            _ => true,
        }
    }

    /// The line without its end where it only calls the object and gives it.
    fn link<'l>(&self, arranged: &'l ArrangedLines<'_>, at: usize, on: Var) -> Option<&'l str> {
        let statement = *arranged.made.get(&at)?;
        let StatementKind::Call { callable, .. } = &self.statements[statement].kind else {
            return None;
        };
        let returns = self.cluster.callable(*callable).returns;
        let is_own = own_receiver(self.statements, self.seen, statement) == Some(on)
            && returns == self.statements[usize::from(on.0)].ty;
        let line = arranged.lines[at].strip_suffix(';')?;
        (is_own && !line.contains('\n')).then_some(line)
    }
}

/// Puts the chain where its last call stood: what that is given is there.
fn join(arranged: &mut ArrangedLines<'_>, chain: Chain) {
    let Some((last, earlier)) = chain.links.split_last() else {
        return;
    };
    let mut gone: BTreeSet<usize> = earlier.iter().copied().collect();
    gone.insert(chain.maker);
    arranged.lines[*last] = chain.text;
    // What makes the object is no line of its own any more: nobody shares it.
    arranged.made.remove(last);
    leave_out(arranged, &gone);
}

fn leave_out(arranged: &mut ArrangedLines<'_>, gone: &BTreeSet<usize>) {
    let place = |at: usize| (!gone.contains(&at)).then(|| at - gone.range(..at).count());
    let made = std::mem::take(arranged.made).into_iter();
    let made = made.filter_map(|(at, it)| Some((place(at)?, it)));
    *arranged.made = made.collect();
    let stubs = std::mem::take(arranged.stubs).into_iter();
    let stubs = stubs.filter_map(|(at, it)| Some((place(at)?, it)));
    *arranged.stubs = stubs.collect();
    let mut at = 0;
    arranged.lines.retain(|_| {
        at += 1;
        !gone.contains(&(at - 1))
    });
}

/// Whether the name stands in the text as a word of its own.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$');
    text.match_indices(name).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + name.len()..]);
        !before.ends_with(is_part) && !after.starts_with(is_part)
    })
}
