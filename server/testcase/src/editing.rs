//! Changes to test cases that keep every use behind its definition: takes a test and what to change, renumbers the
//! rest; runs nothing.

use std::collections::BTreeMap;

use smallvec::{SmallVec, smallvec};

use crate::{CallableKind, JavaType, Statement, StatementKind, TestCase, TestCluster, TypeId, Var};

impl TestCase {
    /// The statement that defines the variable.
    pub fn statement(&self, var: Var) -> &Statement {
        &self.statements[usize::from(var.0)]
    }

    /// The variables, in order.
    pub fn vars(&self) -> impl DoubleEndedIterator<Item = Var> + use<> {
        (0..self.statements.len()).map(var_at)
    }

    /// Statements that use the variable directly, in order.
    pub fn users(&self, var: Var) -> Vec<Var> {
        let uses = |statement: &Statement| {
            let mut found = false;
            statement.kind.visit_uses(|used| found |= used == var);
            found
        };
        self.vars()
            .filter(|user| uses(self.statement(*user)))
            .collect()
    }

    /// What the object was made of, where a constructor made it, and what was put into its fields as a container does.
    pub fn held_by(&self, object: Var, cluster: &TestCluster) -> Vec<Var> {
        let given = |var: Var| match &self.statement(var).kind {
            StatementKind::Call {
                callable,
                receiver,
                arguments,
            } => {
                let kind = cluster.callable(*callable).kind;
                let is_made = var == object && kind == CallableKind::Constructor;
                let is_put = *receiver == Some(object) && kind == CallableKind::InjectedField;
                (is_made || is_put).then(|| arguments.to_vec())
            }
            _ => None,
        };
        self.vars().filter_map(given).flatten().collect()
    }

    /// Whether one object holds both of these mocks: each stands for a collaborator of its own.
    pub fn holds_both(&self, one: Var, other: Var, cluster: &TestCluster) -> bool {
        let is_mock =
            |var: Var| matches!(self.statement(var).kind, StatementKind::TestDouble { .. });
        is_mock(one)
            && is_mock(other)
            && self.vars().any(|object| {
                let held = self.held_by(object, cluster);
                held.contains(&one) && held.contains(&other)
            })
    }

    /// Puts statements before the one at `at`. They are numbered for the place where they end up; later uses are moved.
    pub fn insert(&mut self, at: usize, statements: Vec<Statement>) {
        let count = statements.len();
        for statement in &mut self.statements[at..] {
            statement.kind.visit_uses_mut(|var| {
                if usize::from(var.0) >= at {
                    *var = var_at(usize::from(var.0) + count);
                }
            });
        }
        self.statements.splice(at..at, statements);
    }

    /// The test with its last call's arguments made first, as far as no double has a part in them: who says what a mock
    /// answers can name them then. None where nothing moves.
    pub fn with_arguments_before_doubles(&self) -> Option<Self> {
        let StatementKind::Call { arguments, .. } = &self.statements.last()?.kind else {
            return None;
        };
        let is_double =
            |var: &Var| matches!(self.statement(*var).kind, StatementKind::TestDouble { .. });
        let first = self.vars().find(is_double)?;
        let mut early: Vec<Var> = Vec::new();
        for argument in arguments {
            let makers = self.makers_of(*argument);
            if !makers.iter().any(is_double) && makers.iter().any(|var| *var > first) {
                early.extend(makers);
            }
        }
        if early.is_empty() {
            return None;
        }
        let (front, back): (Vec<Var>, Vec<Var>) = self.vars().partition(|var| early.contains(var));
        let mut places = BTreeMap::new();
        let mut statements = Vec::with_capacity(self.len());
        for var in front.into_iter().chain(back) {
            let mut statement = self.statement(var).clone();
            statement.kind.visit_uses_mut(|used| *used = places[used]);
            places.insert(var, var_at(statements.len()));
            statements.push(statement);
        }
        Some(Self { statements })
    }

    /// The statements before the last one that make this value, and what is done with it and with what it is made of,
    /// in order.
    pub fn makers_of(&self, var: Var) -> Vec<Var> {
        let mut found = vec![var];
        let mut next = 0;
        while let Some(one) = found.get(next).copied() {
            next += 1;
            let kind = &self.statement(one).kind;
            let mut more = Vec::new();
            kind.visit_uses(|used| more.push(used));
            if !matches!(kind, StatementKind::Literal(_) | StatementKind::Null) {
                let users = self.users(one).into_iter();
                more.extend(users.filter(|user| usize::from(user.0) + 1 < self.len()));
            }
            more.retain(|it| !found.contains(it));
            found.extend(more);
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Removes the statement and all that depend on it; gives how many went.
    pub fn remove(&mut self, var: Var) -> usize {
        self.retain(|it| it != var)
    }

    /// Removes the statements that are not to be kept, and all that depend on them; gives how many went.
    pub fn retain(&mut self, mut is_kept: impl FnMut(Var) -> bool) -> usize {
        let mut new_places: SmallVec<[Option<Var>; 64]> = SmallVec::with_capacity(self.len());
        let mut kept = 0;
        for var in self.vars() {
            let mut stays = is_kept(var);
            self.statement(var).kind.visit_uses(|used| {
                stays &= new_places
                    .get(usize::from(used.0))
                    .copied()
                    .flatten()
                    .is_some();
            });
            new_places.push(stays.then(|| var_at(kept)));
            kept += usize::from(stays);
        }
        let gone = self.len() - kept;
        if gone > 0 {
            self.move_to(&new_places);
        }
        gone
    }

    /// Drops statements without a new place and moves the uses of the others.
    fn move_to(&mut self, new_places: &[Option<Var>]) {
        let mut at = 0;
        self.statements.retain_mut(|statement| {
            let stays = new_places[at].is_some();
            at += 1;
            if stays {
                statement.kind.visit_uses_mut(|var| {
                    *var = new_places[usize::from(var.0)].expect("a kept statement uses kept ones");
                });
            }
            stays
        });
    }

    /// Cuts off everything from the statement at `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.statements.truncate(len);
    }

    /// Removes statements that only make a value nobody uses: literals, `null`, arrays and test doubles, but no call.
    /// Gives how many went.
    pub fn remove_unused(&mut self) -> usize {
        let mut is_used: SmallVec<[bool; 64]> = smallvec![false; self.len()];
        for var in self.vars().rev() {
            let statement = self.statement(var);
            if is_used[usize::from(var.0)] || matches!(statement.kind, StatementKind::Call { .. }) {
                is_used[usize::from(var.0)] = true;
                statement
                    .kind
                    .visit_uses(|it| is_used[usize::from(it.0)] = true);
            }
        }
        // Most tests have nothing to remove, and this is asked of every one that is bred.
        if is_used.iter().all(|is_used| *is_used) {
            return 0;
        }
        self.retain(|var| is_used[usize::from(var.0)])
    }

    /// The type wanted at each use of the statement, in the order of `visit_uses`; none where it is not known
    /// (answers of a test double that the cluster was not asked about, uses beyond the parameters).
    pub fn wanted_types(&self, var: Var, cluster: &TestCluster) -> Vec<Option<TypeId>> {
        let statement = self.statement(var);
        match &statement.kind {
            StatementKind::Literal(_) | StatementKind::Null => Vec::new(),
            StatementKind::Call {
                callable,
                receiver,
                arguments,
            } => {
                let callable = cluster.callable(*callable);
                let parameters = arguments.iter().enumerate();
                let parameters = parameters.map(|(at, _)| callable.parameters.get(at).copied());
                receiver
                    .iter()
                    .map(|_| callable.receiver)
                    .chain(parameters)
                    .collect()
            }
            StatementKind::Array { elements } => {
                let element = match cluster.ty(statement.ty) {
                    JavaType::Array(element) => cluster.type_id(element),
                    _ => None,
                };
                vec![element; elements.len()]
            }
            StatementKind::TestDouble {
                answers, arguments, ..
            } => {
                let double = cluster.known_double(statement.ty);
                let methods = double.map(|it| &it.methods);
                let constructor = cluster.double_constructor(statement.ty);
                let parameters = constructor.map_or(&[][..], |it| &cluster.callable(it).parameters);
                let returns = |answer: &crate::Answer| {
                    let method = methods?
                        .iter()
                        .find(|it| it.name == answer.method && it.descriptor == answer.descriptor);
                    let method = method.filter(|it| !it.gives_what_is_asked_for && !answer.throws);
                    method.map(|it| it.returns)
                };
                let needed = (0..arguments.len()).map(|at| parameters.get(at).copied());
                answers.iter().map(returns).chain(needed).collect()
            }
        }
    }
}

/// The variable at this place.
fn var_at(place: usize) -> Var {
    Var(u16::try_from(place).expect("a test has at most u16::MAX statements"))
}
