//! Where values come from: takes a type, gives the callables whose result can be used as one, the most useful first.

use std::{collections::BTreeSet, sync::Arc};

use crate::cluster::{
    jdk::allowed,
    members::{
        cache::{remember, remembered},
        callable::{CallableId, CallableKind},
        choice::Preference,
        member::{Makers, Member, MemberKind, Signature},
        test_cluster::TestCluster,
    },
    types::universe::{Universe, erase, first_bound, package_of},
};
use crate::{JavaType, TypeId};

/// At most this many generators per type.
const MOST: usize = 60;
/// At most this many subtypes are looked at for one type.
const MOST_SUBTYPES: usize = 48;
/// At most this many ways per subtype, so that one rich class does not crowd the others out.
const MOST_PER_SUBTYPE: usize = 6;
/// At most this many methods of other objects, and of the type itself, where there are direct ways: each needs an
/// object first.
const MOST_INDIRECT: usize = 4;
/// At most this many others where an object of a class that only the class under test can make is wanted.
const MOST_BESIDE_HIDDEN: usize = 6;

/// How directly a generator gives what is wanted; lower is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum GeneratorRank {
    Hidden,
    Own,
    Elsewhere,
    Subtype,
    SubtypeElsewhere,
    FromOther,
    FromItself,
}

impl TestCluster {
    /// Constructors, static factories, constants and methods whose result is assignable to the type, at most 60:
    /// first those of the type itself, then other factories, then its subtypes', then methods of other objects.
    pub fn generators(&mut self, ty: TypeId) -> &[CallableId] {
        if remembered(&self.memory.generators, ty).is_none() {
            let found = self.find_generators(ty);
            remember(&mut self.memory.generators, ty, found);
        }
        remembered(&self.memory.generators, ty).map_or(&[], Vec::as_slice)
    }

    fn find_generators(&mut self, ty: TypeId) -> Vec<CallableId> {
        let wanted = self.ty(ty).clone();
        let mut found: Vec<(GeneratorRank, CallableId)> = Vec::new();
        let makers = Arc::clone(&self.makers);
        for (key, is_exact) in self.result_types(&wanted) {
            let members = makers.get(&key).map_or(&[][..], Vec::as_slice);
            let mut left = if is_exact { MOST } else { MOST_PER_SUBTYPE };
            for (rank, maker) in self.ranked(members, &key, is_exact) {
                if left == 0 {
                    break;
                }
                if let Some(id) = self.generator(maker.0, &maker.1, &wanted, ty)
                    && !found.iter().any(|(_, known)| *known == id)
                {
                    let is_hidden =
                        self.callable(id).is_under_test && self.tested.hidden_types.contains(&ty);
                    found.push((
                        if is_hidden {
                            GeneratorRank::Hidden
                        } else {
                            rank
                        },
                        id,
                    ));
                    left -= 1;
                }
            }
        }
        found.sort_by_key(|(rank, _)| *rank);
        if found.iter().any(|(rank, _)| *rank == GeneratorRank::Hidden) {
            let mut others = 0;
            found.retain(|(rank, _)| {
                others += usize::from(*rank != GeneratorRank::Hidden);
                others <= MOST_BESIDE_HIDDEN
            });
        }
        let direct = found
            .iter()
            .filter(|(rank, _)| *rank < GeneratorRank::FromOther)
            .count();
        let (mut others, mut itself) = (0, 0);
        found.retain(|(rank, _)| match rank {
            GeneratorRank::FromOther => {
                others += 1;
                direct == 0 || others <= MOST_INDIRECT
            }
            GeneratorRank::FromItself => {
                itself += 1;
                direct == 0 || itself <= MOST_INDIRECT
            }
            _ => true,
        });
        found.truncate(MOST);
        found.into_iter().map(|(_, id)| id).collect()
    }

    /// What gives a value of this type, the most direct first; nothing deprecated where there is another direct way and
    /// the type is not what is tested: that has to be tried in each of its states.
    fn ranked<'m>(
        &self,
        members: &'m [(Member, Signature)],
        key: &JavaType,
        is_exact: bool,
    ) -> Vec<(GeneratorRank, &'m (Member, Signature))> {
        let mut ranked: Vec<(GeneratorRank, &(Member, Signature))> = members
            .iter()
            .map(|it| (self.rank(it.0, key, is_exact), it))
            .collect();
        ranked.sort_by_key(|(rank, _)| *rank);
        let is_current = |rank: &GeneratorRank, (member, signature): &(Member, Signature)| {
            *rank < GeneratorRank::FromOther
                && !self.universe.is_deprecated(*member)
                && signature.parameters.iter().all(|it| self.may_be_made(it))
        };
        let is_tested = key
            .class_name()
            .is_some_and(|name| self.universe.is_under_test(name));
        if !is_tested && ranked.iter().any(|(rank, it)| is_current(rank, it)) {
            ranked.retain(|(_, it)| !self.universe.is_deprecated(it.0));
        }
        ranked
    }

    /// Whether something gives a value of the type, as far as its class alone tells.
    fn may_be_made(&self, ty: &JavaType) -> bool {
        match ty.class_name() {
            Some(name) if !allowed::is_jdk(name) => {
                let key = erase(ty, &|_| None);
                self.may_mock() || self.makers.get(&key).is_some_and(|it| !it.is_empty())
            }
            _ => true,
        }
    }

    /// Erased types whose values may be used as the wanted one; whether it is that type itself.
    fn result_types(&self, wanted: &JavaType) -> Vec<(JavaType, bool)> {
        let mut types = vec![(erase(wanted, &|_| None), true)];
        if let Some(name) = wanted.class_name() {
            let hints: BTreeSet<&str> = self
                .source
                .hints
                .iter()
                .filter_map(JavaType::class_name)
                .collect();
            let casts = self.casts();
            let subtypes = self
                .universe
                .subtypes(name)
                .iter()
                .map(|at| &self.universe.classes()[*at]);
            let names = subtypes.map(|class| class.name.as_str()).filter(|it| {
                !allowed::is_wide(name)
                    || self.universe.is_under_test(it)
                    || hints.contains(it)
                    || casts.contains(it)
                    || allowed::stands_for_wide(it)
                    || (!allowed::is_jdk(it) && package_of(it) == self.universe.package())
            });
            types.extend(
                names
                    .take(MOST_SUBTYPES)
                    .map(|name| (JavaType::class(name), false)),
            );
        }
        types
    }

    /// What the classes under test cast to, where collaborators are mocked: what they are handed as an `Object`.
    fn casts(&self) -> BTreeSet<&str> {
        let own = self.universe.under_test().iter();
        let own = own.filter(|_| self.may_mock());
        let own = own.filter_map(|name| self.universe.class(name));
        own.flat_map(|class| class.casts.iter().map(String::as_str))
            .collect()
    }

    /// What a type stands for that nobody declares (elements of a raw list, the type of a generic answer): where the
    /// classes under test cast, their casts decide.
    pub(crate) fn undeclared(&self) -> Preference {
        if self.casts().is_empty() {
            Preference::Usual
        } else {
            Preference::Open
        }
    }

    /// Types that the classes under test cast values of this one to, where collaborators are mocked: what they are
    /// given is that or it ends in a `ClassCastException`.
    pub fn narrowed(&mut self, ty: TypeId) -> &[TypeId] {
        if remembered(&self.memory.narrowed, ty).is_none() {
            let found = self.find_narrowed(ty);
            remember(&mut self.memory.narrowed, ty, found);
        }
        remembered(&self.memory.narrowed, ty).map_or(&[], Vec::as_slice)
    }

    fn find_narrowed(&mut self, ty: TypeId) -> Vec<TypeId> {
        if self.ty(ty).class_name().is_none() {
            return Vec::new();
        }
        let casts: Vec<JavaType> = self.casts().into_iter().filter_map(cast_type).collect();
        let casts = casts.into_iter().filter(|it| self.universe.is_nameable(it));
        let casts: Vec<JavaType> = casts.collect();
        let casts: Vec<TypeId> = casts.into_iter().map(|it| self.intern(it)).collect();
        casts
            .into_iter()
            .filter(|it| *it != ty && self.is_assignable(*it, ty))
            .collect()
    }

    fn rank(&self, member: Member, key: &JavaType, is_exact: bool) -> GeneratorRank {
        let is_own = key.class_name() == Some(self.universe.owner(member).name.as_str());
        match self.universe.callable_kind(member) {
            CallableKind::Method | CallableKind::FieldRead if is_own => GeneratorRank::FromItself,
            CallableKind::Method | CallableKind::FieldRead => GeneratorRank::FromOther,
            _ => match (is_own, is_exact) {
                (true, true) => GeneratorRank::Own,
                (false, true) => GeneratorRank::Elsewhere,
                (true, false) => GeneratorRank::Subtype,
                (false, false) => GeneratorRank::SubtypeElsewhere,
            },
        }
    }

    /// The member as a generator of the wanted type, if its result is assignable to it.
    fn generator(
        &mut self,
        member: Member,
        signature: &Signature,
        wanted: &JavaType,
        ty: TypeId,
    ) -> Option<CallableId> {
        let preference = if is_raw(&self.universe, wanted) {
            self.undeclared()
        } else {
            Preference::Usual
        };
        let universe = &self.universe;
        let instance = universe.infer(member, signature, wanted, preference)?;
        let id = self.link(member, signature, &instance)?;
        let callable = self.callable(id);
        let (returns, receiver) = (callable.returns, callable.receiver);
        if callable.kind != CallableKind::Constructor && receiver == Some(ty) && returns != ty {
            return None;
        }
        self.is_assignable(returns, ty).then_some(id)
    }
}

/// Whether the type lacks the arguments that its class has, or says nothing about one.
fn is_raw(universe: &Universe, ty: &JavaType) -> bool {
    let JavaType::Class { name, arguments } = ty else {
        return false;
    };
    let has_parameters = |name: &String| {
        universe
            .class(name)
            .is_some_and(|it| !it.type_parameters.is_empty())
    };
    arguments.contains(&JavaType::UNBOUNDED) || arguments.is_empty() && has_parameters(name)
}

/// The type of this name in a class file: a binary name, or the descriptor of an array with dots. None where elements
/// are primitive, which nobody wraps to hand them over.
fn cast_type(name: &str) -> Option<JavaType> {
    match name.strip_prefix('[') {
        None => Some(JavaType::class(name)),
        Some(element) => {
            let class = element
                .strip_prefix('L')
                .and_then(|it| it.strip_suffix(';'));
            class.map(|it| JavaType::class(it).array_of())
        }
    }
}

impl Universe {
    /// Every member that can make a value.
    pub(crate) fn makers(&self) -> Makers {
        let mut makers = Makers::new();
        for at in 0..self.classes().len() {
            let constants_first = self
                .own_members(at)
                .into_iter()
                .filter(|it| it.kind != MemberKind::Method);
            let constants_first = self.in_constant_order(constants_first.collect());
            for member in constants_first
                .into_iter()
                .chain(self.methods_outside_jdk(at))
            {
                if let Some((key, signature)) = self.made(member) {
                    makers.entry(key).or_default().push((member, signature));
                }
            }
        }
        makers
    }

    /// Enum constants in their order, everything else as it stands.
    fn in_constant_order(&self, mut members: Vec<Member>) -> Vec<Member> {
        members.sort_by_key(|member| {
            let constants = &self.owner(*member).enum_constants;
            (member.kind == MemberKind::Field)
                .then(|| {
                    constants
                        .iter()
                        .position(|it| it == self.member_name(*member))
                })
                .flatten()
        });
        members
    }

    /// The erased type of the value that the member makes, with all its types; none when it should make none in a test.
    fn made(&self, member: Member) -> Option<(JavaType, Signature)> {
        let owner = self.owner(member);
        if !self.is_usable(member) || !self.is_maker(member) {
            return None;
        }
        let signature = self.signature(member);
        let parameters = || {
            signature
                .type_parameters
                .iter()
                .chain(&owner.type_parameters)
        };
        let erased = |ty: &JavaType| erase(ty, &|name| first_bound(parameters(), name));
        let made = erased(&signature.returns);
        let is_worth = match &made {
            JavaType::Class { name, .. } => {
                allowed::is_jdk(name) != allowed::is_jdk(&owner.name)
                    || !allowed::is_jdk(name)
                    || !matches!(signature.returns, JavaType::Variable(_))
            }
            _ => !allowed::is_jdk(&owner.name) && made != JavaType::void(),
        };
        if !is_worth {
            return None;
        }
        if member.declared != member.class {
            let declared = Member {
                class: member.declared,
                ..member
            };
            let is_same = erased(&self.signature(declared).returns) == made;
            if is_same && self.is_accessible(self.declarer(member)) {
                return None;
            }
        }
        Some((made, signature))
    }

    fn is_maker(&self, member: Member) -> bool {
        let owner = self.owner(member);
        let name = self.member_name(member);
        if member.kind == MemberKind::Constructor && owner.modifiers.is_abstract() {
            return false;
        }
        if allowed::is_jdk(&owner.name) {
            return allowed::makes(&owner.name, name, || {
                let kind = self.callable_kind(member);
                let returns = self.executable(member).map(|it| it.returns.class_name());
                kind == CallableKind::Constructor
                    || (kind == CallableKind::StaticMethod
                        && returns == Some(Some(owner.name.as_str())))
                    || kind == CallableKind::StaticFieldRead
            });
        }
        let is_lookup = self.is_object_method(member) || matches!(name, "hashCode" | "compareTo");
        !is_lookup || member.kind == MemberKind::Field
    }
}
