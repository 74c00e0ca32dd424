//! Assertion selection after the search, with mutants: takes what is ready and what a search kept, chooses anew the
//! assertions of tests that were written before there were mutants, and gives further candidates that kill what no
//! verified test does.
//!
//! Of the tests that cover a goal one is taken, and it is made plain for its goals alone: what the others killed, or
//! the same one before, would be lost without it (`a / gcd` and `a * gcd` are the same for the plainest numbers).

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use goalline_flow::{FileFlow, MethodId, MethodKind, OperationId};
use goalline_goals::{Criterion, GoalId, GoalSet, MutantId};
use goalline_junit::Refusal;
use goalline_jvm::Pool;
use goalline_prepare::{EngineError, ReadyTest};
use goalline_search::{
    ArchivedTest, HandedOn, Minimisation, MutantBatch, MutantTurns, SearchResult, TurnPolicy,
    behaviours, is_infected, is_killed, with_all_properties,
};
use goalline_testcase::{Execution, Executor, TestBed, TestCase, TestCluster, Trace};

use crate::{
    limits::RunLimits,
    mutants::{
        kill_matrix::{MetaMutant, SHARED},
        surviving::{SurvivorSearch, sought},
    },
    verify::{
        live::JudgedBatch,
        verification::{Candidate, Checkers, SINGLE, Verdict, Verification, unless_over},
    },
};

/// Tests that assertion selection adds at most.
const MOST: usize = 24;

/// Tests of a search that are looked at, at most: those that pass first, short ones before long ones.
const MOST_LOOKED_AT: usize = 256;

/// Tests that are run with a mutant until one kills it, at most.
const TESTS_PER_MUTANT: usize = 6;

/// Tests per mutant that a search for one that kills it starts from, at most.
const NEAR_PER_MUTANT: usize = 2;

/// Mutants that are run in one go.
const AT_ONCE: usize = 16;

impl Verification<'_> {
    /// Candidates that kill mutants which no verified test kills: of the tests that the searches kept, and where
    /// none of these does, of a short search that starts from them.
    pub(crate) fn overlooked(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &mut TestCluster,
        founds: &[SearchResult],
        seed: u64,
        done: &JudgedBatch,
    ) -> Result<Vec<Candidate>, EngineError> {
        let Some(meta_mutant) = &checkers.meta_mutant else {
            return Ok(Vec::new());
        };
        let _spending = self.limits.spend_on_better();
        let strong = GoalSet::of(meta_mutant.flow(), &[Criterion::Strong]);
        let open = meta_mutant.likely(&killed(done));
        let mut look = Look {
            pool: &mut *checkers.pool,
            cluster,
            meta_mutant,
            limits: &self.limits,
        };
        let survivors = Survivors {
            goals: &strong,
            open,
            seed,
        };
        let looked = self.closer(&mut look, founds, survivors)?;
        let LookedAt { tests, runs } = looked;
        let (pool, cluster) = (look.pool, look.cluster);
        let mut candidates = Vec::new();
        for (at, mutants) in killing(&runs) {
            if self.limits.is_late_for_better() {
                break;
            }
            let is_meant = |goal: &GoalId| {
                let mutant = strong.goal(*goal).target.mutant();
                mutant.is_some_and(|mutant| mutants.contains(&mutant))
            };
            let goals: Vec<GoalId> = strong.all().map(|goal| goal.id).filter(is_meant).collect();
            let mut bench = Minimisation {
                goals: &strong,
                cluster,
                executor: pool,
                options: SINGLE,
                handed_on: &mut HandedOn::default(),
            };
            let parts = behaviours(&tests[at], &goals, &mut bench)?;
            for part in parts.into_iter().filter(|part| part.is_repeatable) {
                let mutants = part.goals.iter();
                let mutants = mutants.filter_map(|goal| strong.goal(*goal).target.mutant());
                candidates.push(Candidate::new(
                    part.test,
                    self.infecting(&mutants.collect()),
                ));
            }
        }
        Ok(candidates)
    }

    /// Tests that the searches kept and more made of these, each looked at with the mutants that are open.
    fn closer(
        &self,
        look: &mut Look<'_>,
        founds: &[SearchResult],
        survivors: Survivors<'_>,
    ) -> Result<LookedAt, EngineError> {
        let mut looked = LookedAt::default();
        look.at(looked_at(founds), &survivors.open, &mut looked)?;
        let left = looked.left(survivors.open);
        let flow = look.meta_mutant.flow();
        let filled = looked.near(flow.as_ref(), &left);
        let filled = filled
            .iter()
            .filter_map(|it| with_all_properties(it, look.cluster));
        let filled: Vec<TestCase> = filled.collect();
        look.at(filled, &left, &mut looked)?;
        let left = looked.left(left);
        let survivor_search = SurvivorSearch {
            goals: survivors.goals,
            mutants: &left,
            constants: &self.prepared.knowledge.constants,
            near: looked.near(flow.as_ref(), &left),
            seed: survivors.seed,
        };
        let sought = sought(survivor_search, look.pool, look.cluster, &self.limits);
        look.at(sought, &left, &mut looked)?;
        Ok(looked)
    }

    /// The goals of the run that ask for an infection with one of these mutants.
    fn infecting(&self, mutants: &BTreeSet<MutantId>) -> Vec<GoalId> {
        let is_it = |mutant: Option<MutantId>| mutant.is_some_and(|it| mutants.contains(&it));
        let goals = self.prepared.goals.all();
        let found = goals.filter(|goal| is_it(goal.target.mutant()));
        found.map(|goal| goal.id).collect()
    }

    /// Chooses the assertions of verified tests that no mutant chose: those of the first batch, and those of the last
    /// run where the class has changed. A test for which mutants choose what it has keeps its name; one of which
    /// nothing can be asserted that depends on its act is taken back; any other one stays as it is.
    pub(crate) fn weigh(
        &self,
        checkers: &mut Checkers<'_>,
        cluster: &TestCluster,
        done: &mut JudgedBatch,
        taken: &mut BTreeSet<String>,
    ) -> Result<(), EngineError> {
        let _spending = self.limits.spend_on_better();
        let mut parts = Vec::new();
        let mut old: Vec<(usize, Arc<ReadyTest>)> = Vec::new();
        for (at, (candidate, verdict)) in done.iter().enumerate() {
            if let Verdict::Ready(test) = verdict
                && test.kills.is_empty()
                && !checkers.weighed.contains(&test.name)
            {
                taken.remove(&test.name);
                parts.push(candidate.clone());
                old.push((at, test.clone()));
            }
        }
        if parts.is_empty() {
            return Ok(());
        }
        checkers.arm(self.prepared, false)?;
        let offered = unless_over(self.verify_parts(checkers, cluster, parts, taken))?;
        let mut new: BTreeMap<usize, Arc<ReadyTest>> = BTreeMap::new();
        let nothing = Refusal::NothingToAssert.to_string();
        let mut untold = BTreeSet::new();
        for ((at, old), (_, verdict)) in old.iter().zip(offered) {
            match verdict {
                Verdict::Ready(test) if !test.kills.is_empty() => {
                    new.insert(*at, under_old_name(test, old));
                }
                Verdict::Refused(reason) if reason == nothing => {
                    untold.insert(*at);
                }
                Verdict::Ready(_) | Verdict::Refused(_) => {}
            }
        }
        old.retain(|(at, _)| !untold.contains(at));
        for at in untold {
            done[at].1 = Verdict::Refused(nothing.clone());
        }
        settle_names(&mut new, &old);
        for (at, old) in old {
            let test = new.remove(&at).unwrap_or(old);
            taken.insert(test.name.clone());
            done[at].1 = Verdict::Ready(test);
        }
        Ok(())
    }
}

/// Mutants that no verified test kills.
struct Survivors<'a> {
    /// The goals of the class by strong mutation.
    goals: &'a GoalSet,
    open: BTreeSet<MutantId>,
    /// Of the generator.
    seed: u64,
}

/// Tests that were looked at with mutants, each with its run.
#[derive(Default)]
struct LookedAt {
    tests: Vec<TestCase>,
    runs: Vec<Execution>,
}

impl LookedAt {
    /// Those to start from for these mutants.
    fn near(&self, flow: &FileFlow, mutants: &BTreeSet<MutantId>) -> Vec<TestCase> {
        near(flow, mutants, &self.tests, &self.runs)
    }

    /// Of these mutants those that none of the tests kills.
    fn left(&self, mutants: BTreeSet<MutantId>) -> BTreeSet<MutantId> {
        let is_left =
            |mutant: &MutantId| !self.runs.iter().any(|run| is_killed(&run.trace, *mutant));
        mutants.into_iter().filter(is_left).collect()
    }
}

/// What looks at tests with mutants.
struct Look<'a> {
    pool: &'a mut Pool,
    cluster: &'a mut TestCluster,
    meta_mutant: &'a MetaMutant,
    limits: &'a RunLimits<'a>,
}

impl Look<'_> {
    /// Looks at more tests with these mutants.
    fn at(
        &mut self,
        tests: Vec<TestCase>,
        mutants: &BTreeSet<MutantId>,
        seen: &mut LookedAt,
    ) -> Result<(), EngineError> {
        seen.runs.extend(self.runs(mutants, &tests)?);
        seen.tests.extend(tests);
        Ok(())
    }

    /// Runs the tests, and each mutant with one test after the other that it infects until one kills it.
    fn runs(
        &mut self,
        mutants: &BTreeSet<MutantId>,
        tests: &[TestCase],
    ) -> Result<Vec<Execution>, EngineError> {
        let mut runs = self.pool.run(self.cluster, tests, SHARED)?;
        let infecting = |mutant: &MutantId| -> Vec<usize> {
            let infects = |at: &usize| is_infected(&runs[*at].trace, *mutant);
            let infecting = (0..tests.len()).filter(infects);
            infecting.take(TESTS_PER_MUTANT).collect()
        };
        let batches = mutants.iter().map(|mutant| MutantBatch {
            mutant: *mutant,
            tests: infecting(mutant),
        });
        // One whose run said nothing is done with, too.
        let policy = TurnPolicy {
            options: SHARED,
            at_once: AT_ONCE,
            most_silent: 1,
        };
        let mut turns = MutantTurns::new(batches.collect::<Vec<_>>(), policy);
        while !self.limits.is_late_for_better() && !self.meta_mutant.is_costly(self.pool) {
            let mut test_bed = TestBed {
                executor: &mut *self.pool,
                cluster: &*self.cluster,
            };
            if !turns.go(&mut test_bed, tests, &mut runs)? {
                break;
            }
        }
        Ok(runs)
    }
}

/// Tests that infect these mutants: what one of them changed was not seen yet, but may be with other values. Where none
/// does, tests that run what the mutant changes: what returned nothing anyway may return something once it is given it.
/// Where none does, either, tests that come to the method around it: a lambda that nobody called so far.
fn near(
    flow: &FileFlow,
    mutants: &BTreeSet<MutantId>,
    tests: &[TestCase],
    runs: &[Execution],
) -> Vec<TestCase> {
    let mut near = BTreeSet::new();
    for mutant in mutants {
        let around = method_around(flow, mutant.operation());
        let infects = |trace: &Trace| is_infected(trace, *mutant);
        let runs_it = |trace: &Trace| trace.operation(mutant.operation().0).is_some();
        let comes_near = |trace: &Trace| around.is_some_and(|it| trace.entered(it.0));
        let degrees: [&dyn Fn(&Trace) -> bool; 3] = [&infects, &runs_it, &comes_near];
        let nearest = degrees.iter().find_map(|is_near| {
            let found = (0..tests.len()).filter(|at| is_near(&runs[*at].trace));
            let found: Vec<usize> = found.take(NEAR_PER_MUTANT).collect();
            (!found.is_empty()).then_some(found)
        });
        near.extend(nearest.into_iter().flatten());
    }
    near.into_iter().map(|at| tests[at].clone()).collect()
}

/// The method that the operation stands in; of a lambda, the one around it.
fn method_around(flow: &FileFlow, operation: OperationId) -> Option<MethodId> {
    let mut method = flow.operations.get(operation.0 as usize)?.method;
    while flow.method(method).kind == MethodKind::Lambda {
        method = flow.method(method).enclosing?;
    }
    Some(method)
}

/// The new test; where only its name is another, the old one with what the new one is known to notice.
fn under_old_name(new: Arc<ReadyTest>, old: &ReadyTest) -> Arc<ReadyTest> {
    if new.source.replacen(&new.name, &old.name, 1) != old.source {
        return new;
    }
    let mut written = old.written.clone();
    written.kills.clone_from(&new.kills);
    Arc::new(ReadyTest {
        written,
        ..(*new).clone()
    })
}

/// Takes back new tests whose names are those of old ones that stay.
pub(crate) fn settle_names(
    new: &mut BTreeMap<usize, Arc<ReadyTest>>,
    old: &[(usize, Arc<ReadyTest>)],
) {
    loop {
        let stays = |(at, _): &&(usize, Arc<ReadyTest>)| !new.contains_key(at);
        let names = old.iter().filter(stays).map(|(_, test)| test.name.as_str());
        let names: BTreeSet<&str> = names.collect();
        let clash = new.iter().find(|(_, test)| names.contains(&*test.name));
        let Some(at) = clash.map(|(at, _)| *at) else {
            return;
        };
        new.remove(&at);
    }
}

fn killed(done: &JudgedBatch) -> BTreeSet<MutantId> {
    let ready = done.iter().filter_map(|(_, verdict)| match verdict {
        Verdict::Ready(test) => Some(test),
        Verdict::Refused(_) => None,
    });
    let kills = ready.flat_map(|test| test.kills.iter());
    kills.map(|kill| MutantId(*kill)).collect()
}

/// The tests that the searches kept, each once.
fn looked_at(founds: &[SearchResult]) -> Vec<TestCase> {
    let kept = founds.iter().flat_map(|found| found.archive.tests());
    let mut tests: Vec<&ArchivedTest> = Vec::new();
    let mut known = BTreeSet::new();
    for (_, test) in kept {
        if known.insert(Arc::as_ptr(test)) {
            tests.push(test);
        }
    }
    tests.sort_by_key(|test| (test.ending, test.test.len()));
    let tests = tests.into_iter().take(MOST_LOOKED_AT);
    tests.map(|test| test.test.clone()).collect()
}

/// The runs that killed mutants, with these mutants: those that noticed most, in their order.
fn killing(runs: &[Execution]) -> Vec<(usize, BTreeSet<MutantId>)> {
    let mut killing: Vec<(usize, BTreeSet<MutantId>)> = Vec::new();
    for (at, run) in runs.iter().enumerate() {
        let seen = run.trace.mutants.iter().filter(|it| it.propagation == 0.0);
        let mutants: BTreeSet<MutantId> = seen.map(|it| MutantId(it.mutant)).collect();
        if !mutants.is_empty() {
            killing.push((at, mutants));
        }
    }
    killing.sort_by_key(|(_, mutants)| std::cmp::Reverse(mutants.len()));
    killing.truncate(MOST);
    killing.sort_by_key(|(at, _)| *at);
    killing
}

#[cfg(test)]
mod tests {
    use goalline_syntax::JavaFile;
    use goalline_testcase::{
        MethodTrace, MutantTrace, OperationTrace, Outcome, Statement, StatementKind, TypeId,
    };

    use crate::sample_test::sample_test;

    use super::*;

    fn test(name: &str, body: &str, kills: &[u32]) -> Arc<ReadyTest> {
        let mut test = sample_test(name, body);
        test.written.kills = kills.to_vec();
        Arc::new(test)
    }

    #[test]
    fn a_test_whose_assertions_stay_keeps_its_name() {
        let old = test("addsTwo", "assertEquals(2, cart.add(1));", &[]);
        let same = test("addReturnsTwo", "assertEquals(2, cart.add(1));", &[4]);
        let kept = under_old_name(same, &old);
        assert_eq!((kept.name.as_str(), &kept.kills), ("addsTwo", &vec![4]));
        assert_eq!(kept.source, old.source);
        let other = test("addReturnsTwo", "assertEquals(1, cart.size());", &[4]);
        assert_eq!(under_old_name(other, &old).name, "addReturnsTwo");
    }

    #[test]
    fn no_new_test_takes_the_name_of_one_that_stays() {
        let old = [test("a", "", &[]), test("b", "", &[]), test("c", "", &[])];
        let old: Vec<(usize, Arc<ReadyTest>)> = old.into_iter().enumerate().collect();
        // The second one would be called like the first, which stays; so the second stays too, and the third cannot
        // be called like it.
        let mut new = BTreeMap::from([(1, test("a", "", &[1])), (2, test("b", "", &[2]))]);
        settle_names(&mut new, &old);
        assert!(new.is_empty());
    }

    /// A run that entered a method and ran an operation there.
    fn ran(method: u32, operation: u32, infected: u8) -> Execution {
        let operations = vec![OperationTrace {
            operation,
            infected,
            relations: None,
        }];
        let methods = vec![MethodTrace { method, count: 1 }];
        Execution {
            outcome: Outcome::Passed,
            trace: Trace {
                operations,
                methods,
                ..Trace::default()
            },
            steps: 1,
            observations: Vec::new(),
            slow_at: None,
        }
    }

    #[test]
    fn where_no_test_infects_a_mutant_those_are_near_that_run_what_it_changes_or_come_to_its_method()
     {
        let java = "class A { A f(B b) { return b.or(() -> new A()); } A g() { return this; } }";
        let flow = FileFlow::with_operations(&JavaFile::parse(java));
        let lambda = flow.methods.iter().find(|it| it.kind == MethodKind::Lambda);
        let lambda = lambda.expect("it is written there").id;
        let (f, g) = (flow.method(lambda).enclosing.expect("f").0, 1);
        let made = flow.operations.iter().find(|it| it.method == lambda);
        let made = made.expect("what the lambda makes").id;
        let null = Statement {
            ty: TypeId(0),
            kind: StatementKind::Null,
        };
        let tests: Vec<TestCase> = (0..3)
            .map(|length| TestCase {
                statements: vec![null.clone(); length],
            })
            .collect();
        let mutant = BTreeSet::from([MutantId::new(made, 0)]);
        let near = |runs: &[Execution]| near(&flow, &mutant, &tests, runs);
        let other = u32::MAX;
        assert_eq!(
            near(&[ran(g, other, 0), ran(g, other, 0), ran(g, other, 1)]),
            []
        );
        assert_eq!(
            near(&[ran(f, other, 0), ran(g, other, 0), ran(g, other, 1)]),
            tests[..1]
        );
        assert_eq!(
            near(&[ran(f, other, 0), ran(f, made.0, 0), ran(g, other, 1)]),
            tests[1..2]
        );
        assert_eq!(
            near(&[ran(f, other, 0), ran(f, made.0, 0), ran(f, made.0, 1)]),
            tests[2..]
        );
    }

    #[test]
    fn of_the_runs_those_are_taken_that_noticed_something() {
        let run = |mutants: &[(u32, f64)]| Execution {
            outcome: Outcome::Passed,
            trace: Trace {
                mutants: mutants
                    .iter()
                    .map(|(mutant, propagation)| MutantTrace {
                        mutant: *mutant,
                        propagation: *propagation,
                    })
                    .collect(),
                ..Trace::default()
            },
            steps: 1,
            observations: Vec::new(),
            slow_at: None,
        };
        let runs = [run(&[(3, 0.5)]), run(&[(3, 0.0), (5, 0.5)]), run(&[])];
        assert_eq!(killing(&runs), [(1, BTreeSet::from([MutantId(3)]))]);
    }
}
