//! Literals that stand for other types: takes a type such as `Object` or `Class<? extends Number>`, gives what to
//! write for it.

use crate::cluster::{
    jdk::allowed,
    members::{
        cache::{remember, remembered},
        test_cluster::TestCluster,
    },
    types::universe::erase,
};
use crate::{ClassKind, JavaType, Primitive, TypeId};

impl TestCluster {
    /// Types to make a value of when the type itself has no literals but accepts some: `String`, the boxes, arrays
    /// and class literals for `Object`, `String` for `CharSequence`, `Integer` for `Comparable<Integer>`; the most
    /// useful first. Types that the source tests with `instanceof` lead. Empty for types whose `shape` is a literal's
    /// anyway.
    pub fn literal_types(&mut self, ty: TypeId) -> &[TypeId] {
        if remembered(&self.memory.literal_types, ty).is_none() {
            let found = self.find_literal_types(ty);
            remember(&mut self.memory.literal_types, ty, found);
        }
        remembered(&self.memory.literal_types, ty).map_or(&[], Vec::as_slice)
    }

    fn find_literal_types(&mut self, ty: TypeId) -> Vec<TypeId> {
        let Some(name) = self.ty(ty).class_name().map(str::to_owned) else {
            return Vec::new();
        };
        let has_own_literals = Primitive::of_wrapper(&name).is_some()
            || matches!(name.as_str(), "java.lang.String" | "java.lang.Class");
        if has_own_literals {
            return Vec::new();
        }
        let boxes = [
            Primitive::Int,
            Primitive::Double,
            Primitive::Long,
            Primitive::Char,
            Primitive::Boolean,
            Primitive::Float,
            Primitive::Byte,
            Primitive::Short,
        ];
        let is_literal = |ty: &JavaType| {
            matches!(ty, JavaType::Array(_))
                || ty.class_name().is_some_and(|name| {
                    name == "java.lang.String" || Primitive::of_wrapper(name).is_some()
                })
        };
        let mut candidates: Vec<JavaType> = self
            .source
            .hints
            .iter()
            .filter(|hint| is_literal(hint))
            .cloned()
            .collect();
        candidates.push(JavaType::class("java.lang.String"));
        candidates.extend(boxes.iter().map(|it| JavaType::class(it.wrapper())));
        candidates.push(JavaType::object().array_of());
        candidates.push(JavaType::Primitive(Primitive::Int).array_of());
        candidates.push(JavaType::class("java.lang.String").array_of());
        candidates.push(JavaType::any_class());
        let mut found = Vec::new();
        for candidate in candidates {
            let candidate = self.intern(candidate);
            if !found.contains(&candidate) && self.is_assignable(candidate, ty) {
                found.push(candidate);
            }
        }
        found
    }

    /// The types that a class literal of this `Class` type may name.
    pub fn class_literals(&mut self, ty: TypeId) -> &[TypeId] {
        if remembered(&self.memory.class_literals, ty).is_none() {
            let found = self.find_class_literals(ty);
            remember(&mut self.memory.class_literals, ty, found);
        }
        remembered(&self.memory.class_literals, ty).map_or(&[], Vec::as_slice)
    }

    fn find_class_literals(&mut self, ty: TypeId) -> Vec<TypeId> {
        let JavaType::Class { arguments, .. } = self.ty(ty).clone() else {
            return Vec::new();
        };
        let (bound, is_lower) = match arguments.into_iter().next() {
            None => (JavaType::object(), false),
            Some(JavaType::Wildcard {
                lower: Some(lower), ..
            }) => (*lower, true),
            Some(JavaType::Wildcard { upper, .. }) => {
                (upper.map_or_else(JavaType::object, |bound| *bound), false)
            }
            Some(exact) => return self.exact_class_literal(exact),
        };
        if is_lower {
            return self.exact_class_literal(bound);
        }
        let is_any = bound == JavaType::object();
        let mut candidates: Vec<JavaType> = self.source.hints.clone();
        candidates.extend(self.source.asked.iter().cloned());
        candidates.extend(["java.lang.String", "java.lang.Integer"].map(JavaType::class));
        candidates.extend(
            self.universe
                .under_test()
                .iter()
                .map(|name| JavaType::class(name)),
        );
        candidates.push(bound.clone());
        if is_any {
            candidates.extend(Primitive::VALUES.map(JavaType::Primitive));
            candidates.extend(Primitive::VALUES.map(|it| JavaType::class(it.wrapper())));
            candidates.push(JavaType::void());
            candidates.push(JavaType::Primitive(Primitive::Int).array_of());
            candidates.push(JavaType::class("java.lang.String").array_of());
            candidates.extend(self.one_of_each_kind());
        }
        if let Some(name) = bound.class_name().filter(|_| !is_any) {
            let subtypes = self.universe.subtypes(name).iter().take(12);
            candidates
                .extend(subtypes.map(|at| JavaType::class(&self.universe.classes()[*at].name)));
        }
        let mut found = Vec::new();
        for candidate in candidates {
            let erased = erase(&candidate, &|_| None);
            let fits = is_any || self.universe.is_subtype(&erased, &bound);
            if fits && self.universe.is_nameable(&erased) {
                let id = self.intern(erased);
                if !found.contains(&id) {
                    found.push(id);
                }
            }
        }
        found
    }

    fn exact_class_literal(&mut self, named: JavaType) -> Vec<TypeId> {
        let is_writable = match &named {
            JavaType::Class { arguments, .. } => arguments.is_empty(),
            _ => true,
        };
        if !is_writable || !self.universe.is_nameable(&named) {
            return Vec::new();
        }
        let mut found = Vec::new();
        let primitive = named.class_name().and_then(Primitive::of_wrapper);
        found.push(self.intern(named));
        found.extend(primitive.map(|it| self.intern(JavaType::Primitive(it))));
        found
    }

    /// An enum, an interface, a nested class: branches of code about classes ask for these.
    fn one_of_each_kind(&self) -> Vec<JavaType> {
        let is_open = |class: &&crate::ClassDescription| self.universe.is_accessible(class);
        let open: Vec<&crate::ClassDescription> =
            self.universe.classes().iter().filter(is_open).collect();
        let kinds: [&dyn Fn(&crate::ClassDescription) -> bool; 3] = [
            &|class| class.kind == ClassKind::Enum,
            &|class| class.kind == ClassKind::Interface && !allowed::is_wide(&class.name),
            &|class| class.outer.is_some(),
        ];
        kinds
            .iter()
            .filter_map(|is_kind| open.iter().find(|class| is_kind(class)))
            .map(|class| JavaType::class(&class.name))
            .collect()
    }
}
