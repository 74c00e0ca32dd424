//! Changes to test cases that keep every use behind its definition: takes a test and what to change, renumbers the rest; runs nothing.

use smallvec::{SmallVec, smallvec};

use crate::{JavaType, Statement, StatementKind, TestCase, TestCluster, TypeId, Var};

/// What stands where a variable was used: asked for each use that lost its definition. It takes the test as it is, the
/// type that is wanted and the first statement that is too late, and gives an earlier variable, or none.
pub type Repoint<'a> = dyn FnMut(&TestCase, TypeId, Var) -> Option<Var> + 'a;

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

    /// Removes one statement; each use of it takes the variable that `repoint` finds, or goes as well with all that depend on
    /// it. Gives how many statements went.
    pub fn remove_repointed(
        &mut self,
        var: Var,
        cluster: &TestCluster,
        repoint: &mut Repoint,
    ) -> usize {
        for user in self.users(var) {
            let wanted = self.wanted_types(user, cluster);
            let mut kind = self.statement(user).kind.clone();
            let mut at = 0;
            kind.visit_uses_mut(|used| {
                if *used == var
                    && let Some(other) = wanted[at].and_then(|ty| repoint(self, ty, user))
                    && other != var
                    && other < user
                {
                    *used = other;
                }
                at += 1;
            });
            self.statements[usize::from(user.0)].kind = kind;
        }
        self.remove(var)
    }

    /// Cuts off everything from the statement at `len` on.
    pub fn truncate(&mut self, len: usize) {
        self.statements.truncate(len);
    }

    /// Adds all statements of the other test behind the own ones; gives the number of the first.
    pub fn append(&mut self, other: &TestCase) -> usize {
        let offset = self.len();
        self.statements
            .extend(other.statements.iter().cloned().map(|mut statement| {
                statement
                    .kind
                    .visit_uses_mut(|var| *var = var_at(usize::from(var.0) + offset));
                statement
            }));
        offset
    }

    /// Adds the other test's statements from `from` on. What they need of the statements before is taken from the own ones
    /// where `repoint` finds a variable, and copied along where it does not.
    pub fn append_tail(
        &mut self,
        other: &TestCase,
        from: usize,
        cluster: &TestCluster,
        repoint: &mut Repoint,
    ) {
        let mut places: Vec<Option<Var>> = vec![None; other.len()];
        for at in from..other.len() {
            self.adopt(other, var_at(at), cluster, &mut places, repoint);
        }
    }

    /// Copies one statement, after what it uses has a place.
    fn adopt(
        &mut self,
        other: &TestCase,
        var: Var,
        cluster: &TestCluster,
        places: &mut [Option<Var>],
        repoint: &mut Repoint,
    ) -> Var {
        let wanted = other.wanted_types(var, cluster);
        let mut used = Vec::new();
        other.statement(var).kind.visit_uses(|it| used.push(it));
        let mut found = Vec::with_capacity(used.len());
        for (used, wanted) in used.into_iter().zip(wanted) {
            let fits = |it: &Var| wanted.is_none_or(|wanted| self.fits(*it, wanted, cluster));
            let known = places[usize::from(used.0)].filter(fits);
            let place = known.unwrap_or_else(|| {
                let end = var_at(self.len());
                let own = wanted.and_then(|wanted| repoint(self, wanted, end));
                let own = own.filter(|it| *it < end);
                own.unwrap_or_else(|| self.adopt(other, used, cluster, places, repoint))
            });
            places[usize::from(used.0)] = Some(place);
            found.push(place);
        }
        let mut statement = other.statement(var).clone();
        let mut found = found.into_iter();
        statement
            .kind
            .visit_uses_mut(|it| *it = found.next().expect("one place for each use"));
        let place = var_at(self.len());
        self.statements.push(statement);
        places[usize::from(var.0)] = Some(place);
        place
    }

    /// The test that is left of this one when only what the wanted variables need is kept.
    #[must_use]
    pub fn slice(&self, wanted: &[Var]) -> TestCase {
        let mut is_needed = vec![false; self.len()];
        for var in wanted {
            is_needed[usize::from(var.0)] = true;
        }
        for var in self.vars().rev() {
            if is_needed[usize::from(var.0)] {
                self.statement(var)
                    .kind
                    .visit_uses(|it| is_needed[usize::from(it.0)] = true);
            }
        }
        let mut slice = self.clone();
        slice.retain(|var| is_needed[usize::from(var.0)]);
        slice
    }

    /// Removes statements that only make a value nobody uses: literals, `null`, arrays and stand-ins, but no call. Gives how
    /// many went.
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

    /// The type wanted at each use of the statement, in the order of `visit_uses`; none where it is not known (answers of a
    /// stand-in that the cluster was not asked about, uses beyond the parameters).
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
            StatementKind::StandIn { answers } => {
                let methods = cluster.known_stand_in(statement.ty).map(|it| &it.methods);
                let returns = |answer: &crate::Answer| {
                    let method = methods?
                        .iter()
                        .find(|it| it.name == answer.method && it.descriptor == answer.descriptor);
                    method.map(|it| it.returns)
                };
                answers.iter().map(returns).collect()
            }
        }
    }
}

/// The variable at this place.
fn var_at(place: usize) -> Var {
    Var(u16::try_from(place).expect("a test has at most u16::MAX statements"))
}
