//! Smart selection: takes the goals of a file, gives those worth searching and showing, and for each of the others
//! why it is left out.

mod subsumption;

use std::collections::{BTreeMap, BTreeSet};

use goalline_flow::{FileFlow, Operation, OperationKind};

use crate::{Criterion, Goal, GoalId, GoalSet, MutantOperator, Target, mutants};

pub use subsumption::Subsumption;

/// [`Smart::line_threshold`] as it was published.
pub const LINE_THRESHOLD: usize = 8;

/// Words that stand for several criteria.
pub const GROUPS: [&str; 4] = ["smart", "smart-paper", "eight", "all"];

/// Which goals somebody asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GoalChoice {
    /// The representatives, and of the other criteria what stands for the rest.
    Smart(Smart),
    /// All goals of these criteria.
    Listed(Vec<Criterion>),
}

/// What stands for the rest of a criterion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Smart {
    /// Which mutants do.
    pub table: Subsumption,
    /// Lines that a basic block must have for its last line to do so.
    pub line_threshold: usize,
}

impl Default for GoalChoice {
    fn default() -> Self {
        Self::Listed(vec![Criterion::Branch])
    }
}

impl GoalChoice {
    /// The smart selection by this table of mutants.
    pub fn smart(table: Subsumption) -> Self {
        Self::Smart(Smart {
            table,
            line_threshold: LINE_THRESHOLD,
        })
    }

    /// Reads `smart`, `smart-paper`, `eight` (all that smart selection chooses from), `all` (these and strong
    /// mutants; coupled branches are of two classes and sought by themselves), or a list of names of criteria; says
    /// which names there are.
    pub fn named(text: &str) -> Result<Self, String> {
        if let Some(group) = Self::group(text) {
            return Ok(group);
        }
        let mut criteria = Vec::new();
        for name in text.split(',').map(str::trim) {
            let criterion = Criterion::named(name).ok_or_else(|| {
                let names: Vec<_> = Criterion::all().map(Criterion::name).collect();
                format!(
                    "no criterion `{name}`: {}, or some of {}",
                    GROUPS.join(", "),
                    names.join(",")
                )
            })?;
            if !criteria.contains(&criterion) {
                criteria.push(criterion);
            }
        }
        criteria.sort_unstable();
        Ok(Self::Listed(criteria))
    }

    /// What one of [`GROUPS`] stands for.
    pub fn group(name: &str) -> Option<Self> {
        match name {
            "smart" => Some(Self::smart(Subsumption::Sound)),
            "smart-paper" => Some(Self::smart(Subsumption::Paper)),
            "eight" => Some(Self::Listed(Criterion::eight().collect())),
            "all" => {
                let all = Criterion::eight().chain([Criterion::Strong]);
                Some(Self::Listed(all.collect()))
            }
            _ => None,
        }
    }

    /// The criteria whose goals have to be known.
    pub fn criteria(&self) -> Vec<Criterion> {
        match self {
            Self::Smart(_) => Criterion::eight().collect(),
            Self::Listed(criteria) => criteria.clone(),
        }
    }

    /// The flow that its goals need.
    pub fn flow(&self, file: &goalline_syntax::JavaFile) -> FileFlow {
        if self
            .criteria()
            .iter()
            .any(|criterion| criterion.needs_operations())
        {
            FileFlow::with_operations(file)
        } else {
            FileFlow::of(file)
        }
    }
}

/// Why a goal is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reason {
    /// Whatever covers one of the goals that stand for it covers it.
    Implied,
    /// Whatever runs its line covers it.
    ImpliedByLine,
    /// It is mostly covered along with others; nothing guarantees it.
    Correlated,
}

impl Reason {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Implied => "implied",
            Self::ImpliedByLine => "implied by a line",
            Self::Correlated => "correlated",
        }
    }
}

/// A goal that is left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Dropped {
    /// Why.
    pub reason: Reason,
    /// The kept goals each of which implies it; none unless it is implied.
    pub by: Vec<GoalId>,
}

/// What a choice makes of the goals of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selected {
    /// The goals to search for and to show, in order.
    pub kept: Vec<GoalId>,
    /// Every other goal.
    pub dropped: BTreeMap<GoalId, Dropped>,
    stands_for: BTreeMap<GoalId, Vec<GoalId>>,
}

impl Selected {
    /// Selects among the goals of a set made for the criteria of the choice.
    pub fn of(goals: &GoalSet, choice: &GoalChoice) -> Self {
        let mut selected = Self::default();
        let mut selection = Selection::new(goals);
        match choice {
            GoalChoice::Listed(criteria) => {
                let asked = |goal: &&Goal| criteria.contains(&goal.criterion);
                selected.kept = goals
                    .goals
                    .iter()
                    .filter(asked)
                    .map(|goal| goal.id)
                    .collect();
                return selected;
            }
            GoalChoice::Smart(smart) => selection.smart(*smart),
        }
        for goal in &goals.goals {
            if !selection.dropped.contains_key(&goal.id) {
                selected.kept.push(goal.id);
            }
        }
        selected.dropped = selection.dropped;
        for (goal, dropped) in &selected.dropped {
            for by in &dropped.by {
                selected.stands_for.entry(*by).or_default().push(*goal);
            }
        }
        selected
    }

    /// The goals that are covered by whatever covers this one.
    pub fn stands_for(&self, goal: GoalId) -> &[GoalId] {
        self.stands_for.get(&goal).map_or(&[], Vec::as_slice)
    }

    /// Whether the goal is kept.
    pub fn keeps(&self, goal: GoalId) -> bool {
        self.kept.binary_search(&goal).is_ok()
    }
}

struct Selection<'a> {
    goals: &'a GoalSet,
    by_target: BTreeMap<Target, GoalId>,
    dropped: BTreeMap<GoalId, Dropped>,
}

impl<'a> Selection<'a> {
    fn new(goals: &'a GoalSet) -> Self {
        Self {
            goals,
            by_target: goals
                .goals
                .iter()
                .map(|goal| (goal.target, goal.id))
                .collect(),
            dropped: BTreeMap::new(),
        }
    }

    fn smart(&mut self, smart: Smart) {
        self.represented();
        self.blocks(smart.line_threshold);
        self.subsumed(smart.table);
    }

    fn drop(&mut self, goal: GoalId, reason: Reason, by: Vec<GoalId>) {
        self.dropped.insert(goal, Dropped { reason, by });
    }

    /// BC by DBC, TMC by NTMC.
    fn represented(&mut self) {
        for goal in &self.goals.goals {
            let by = match goal.target {
                Target::Branch(branch) => Target::DirectBranch(branch),
                Target::Entry(method) => Target::DirectEntry(method),
                Target::Called(method) => Target::Returned(method),
                _ => continue,
            };
            if let Some(by) = self.by_target.get(&by) {
                self.drop(goal.id, Reason::Implied, vec![*by]);
            }
        }
    }

    /// Of each basic block of enough lines the last one.
    fn blocks(&mut self, line_threshold: usize) {
        let flow = self.goals.flow.clone();
        let mut blocks: BTreeMap<usize, Vec<Vec<u32>>> = BTreeMap::new();
        for (line, index) in flow.lines.iter().zip(0..) {
            let lists = blocks.entry(line.block).or_default();
            let ends = lists
                .last()
                .and_then(|block| block.last())
                .is_none_or(|last| {
                    let word = flow.lines[*last as usize]
                        .text
                        .split(|c: char| !c.is_alphabetic())
                        .next();
                    matches!(
                        word,
                        Some("if" | "for" | "while" | "do" | "switch" | "try" | "synchronized")
                    )
                });
            if ends {
                lists.push(Vec::new());
            }
            if let Some(block) = lists.last_mut() {
                block.push(index);
            }
        }
        for block in blocks.into_values().flatten() {
            let goals: Vec<GoalId> = block
                .iter()
                .filter_map(|line| self.by_target.get(&Target::Line(*line)).copied())
                .collect();
            let is_kept = goals.len() >= line_threshold;
            let Some((last, earlier)) = goals.split_last() else {
                continue;
            };
            for goal in earlier {
                if is_kept {
                    self.drop(*goal, Reason::Implied, vec![*last]);
                } else {
                    self.drop(*goal, Reason::Correlated, Vec::new());
                }
            }
            if !is_kept {
                self.drop(*last, Reason::Correlated, Vec::new());
            }
        }
    }

    /// Of each operation the mutants that subsume the others.
    fn subsumed(&mut self, table: Subsumption) {
        let flow = self.goals.flow.clone();
        for operation in &flow.operations {
            let all = mutants(operation);
            let kept: BTreeSet<&str> = table.kept(&operation.operator).iter().copied().collect();
            for mutant in &all {
                let Some(goal) = self.by_target.get(&Target::Weak(mutant.id)).copied() else {
                    continue;
                };
                match mutant.operator {
                    MutantOperator::InsertUnary => {
                        let reason = if runs_with_its_line(&flow, operation) {
                            Reason::ImpliedByLine
                        } else {
                            Reason::Correlated
                        };
                        self.drop(goal, reason, Vec::new());
                    }
                    MutantOperator::ReplaceConstant | MutantOperator::ReplaceVariable => {
                        self.drop(goal, Reason::Correlated, Vec::new());
                    }
                    _ if kept.contains(mutant.replacement.as_str()) => {}
                    _ => {
                        let implies = |by: &&crate::Mutant| {
                            kept.contains(by.replacement.as_str())
                                && operation.kind != OperationKind::Arithmetic
                                && Subsumption::implies(
                                    &operation.operator,
                                    &by.replacement,
                                    &mutant.replacement,
                                )
                        };
                        let by = all.iter().filter(implies);
                        let by: Vec<GoalId> = by
                            .filter_map(|by| self.by_target.get(&Target::Weak(by.id)).copied())
                            .collect();
                        let reason = if by.is_empty() {
                            Reason::Correlated
                        } else {
                            Reason::Implied
                        };
                        self.drop(goal, reason, by);
                    }
                }
            }
        }
    }
}

/// Whether an operation runs whenever its statement begins: nothing before it in the statement can throw or leave it
/// out.
fn runs_with_its_line(flow: &FileFlow, operation: &Operation) -> bool {
    let (start, end) = (operation.span.start, operation.span.end);
    let around = flow.lines.iter().filter(|line| {
        line.method == operation.method && line.span.start <= start && end <= line.span.end
    });
    let Some(line) = around.max_by_key(|line| line.span.start) else {
        return false;
    };
    // A call that ended, an access, an index, a division: each of them may throw.
    let before = line.text.get(..start - line.span.start);
    line.controls == operation.controls
        && before.is_some_and(|before| !before.contains([')', '.', '[', '/', '%']))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use goalline_syntax::JavaFile;

    use super::*;

    fn smart(java: &str) -> (GoalSet, Selected) {
        chosen(java, &GoalChoice::smart(Subsumption::Sound))
    }

    fn chosen(java: &str, choice: &GoalChoice) -> (GoalSet, Selected) {
        let flow = Arc::new(choice.flow(&JavaFile::parse(java)));
        let goals = GoalSet::of(flow, &choice.criteria());
        let selected = Selected::of(&goals, choice);
        (goals, selected)
    }

    fn found<'a>(goals: &'a GoalSet, end: &str) -> &'a Goal {
        let goal = goals.goals.iter().find(|goal| goal.key.0.ends_with(end));
        goal.unwrap_or_else(|| panic!("no goal ends in {end}"))
    }

    #[test]
    fn a_direct_branch_stands_for_the_branch_and_a_return_for_the_call() {
        let (goals, selected) =
            smart("class A { int f(int a) { if (a > 0) return 1; return 2; } }");
        let direct = found(&goals, ":direct:a > 0#0:true").id;
        let branch = found(&goals, ":branch:a > 0#0:true").id;
        assert_eq!(selected.stands_for(direct), [branch]);
        let returned = found(&goals, ":returned#0").id;
        assert_eq!(
            selected.stands_for(returned),
            [found(&goals, ":called#0").id]
        );
        assert!(selected.keeps(direct) && !selected.keeps(branch));
    }

    #[test]
    fn of_a_comparison_two_mutants_are_kept_and_imply_the_others() {
        let (goals, selected) = smart("class A { boolean f(int a, int b) { return a < b; } }");
        let kept = |replacement: &str| {
            let goal = found(&goals, &format!(":weak:a < b#0:a {replacement} b"));
            selected.keeps(goal.id)
        };
        assert_eq!(
            ["<=", ">", ">=", "==", "!="].map(kept),
            [true, false, false, false, true]
        );
        let least = found(&goals, ":weak:a < b#0:a >= b").id;
        assert_eq!(selected.dropped[&least].reason, Reason::Implied);
        assert_eq!(selected.dropped[&least].by.len(), 2);
    }

    #[test]
    fn a_read_behind_what_may_throw_is_not_implied_by_its_line() {
        let (goals, selected) = smart("class A { int f(int a, int b) { return a + g(a) + b; } }");
        let reason = |end: &str| selected.dropped[&found(&goals, end).id].reason;
        assert_eq!(reason(":weak:a#0:-a"), Reason::ImpliedByLine);
        assert_eq!(reason(":weak:b#0:-b"), Reason::Correlated);
    }

    #[test]
    fn the_last_line_of_a_long_block_stands_for_it_and_short_blocks_are_left_out() {
        let lines: Vec<String> = (0..8).map(|line| format!("x({line});\n")).collect();
        let block = lines.concat();
        let (goals, selected) = smart(&format!(
            "class A {{ void f() {{\n{block}}}\nvoid g() {{\ny();\n}} }}"
        ));
        let last = found(&goals, ":line:x(7);#0").id;
        assert_eq!(selected.stands_for(last).len(), 7);
        let short = found(&goals, ":line:y();#0").id;
        assert_eq!(selected.dropped[&short].reason, Reason::Correlated);
    }

    #[test]
    fn from_how_many_lines_on_a_block_is_long_can_be_set() {
        let java = "class A { void f() {\nx();\ny();\n} }";
        let keeps = |line_threshold| {
            let table = Subsumption::Sound;
            let choice = GoalChoice::Smart(Smart {
                table,
                line_threshold,
            });
            let (goals, selected) = chosen(java, &choice);
            ["x();#0", "y();#0"].map(|line| {
                let goal = found(&goals, &format!(":line:{line}"));
                selected.keeps(goal.id)
            })
        };
        assert_eq!(keeps(2), [false, true]);
        assert_eq!(keeps(3), [false, false]);
    }

    #[test]
    fn choices_are_read_by_name_and_a_wrong_name_lists_the_right_ones() {
        assert_eq!(
            GoalChoice::named("line, branch"),
            Ok(GoalChoice::Listed(vec![Criterion::Branch, Criterion::Line]))
        );
        assert!(
            GoalChoice::named("lines")
                .expect_err("wrong")
                .contains("noexception")
        );
    }
}
