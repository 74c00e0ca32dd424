//! Rules about the parameters of functions: what belongs together has a type with names, and there are few of them.

use syn::{
    Attribute, FnArg, ImplItemFn, ItemFn, ItemMod, Pat, Signature, TraitItemFn,
    visit::{Visit, visit_impl_item_fn, visit_item_fn, visit_item_mod, visit_trait_item_fn},
};

use crate::sources::{expect_none, with_ending};

/// Parameters of one function, `self` left out.
const MOST_PARAMETERS: usize = 5;

#[test]
fn no_function_takes_a_tuple_apart_and_none_has_more_than_five_parameters() {
    let mut complaints = Vec::new();
    let sources = with_ending("rs").into_iter();
    for source in sources.filter(|source| !source.is_test()) {
        let found = complaints_about(&source.text).into_iter();
        complaints.extend(found.map(|complaint| format!("{}: {complaint}", source.path)));
    }
    expect_none(
        "give what belongs together a type with named fields",
        &complaints,
    );
}

#[test]
fn tuples_and_long_lists_are_seen_wherever_a_function_stands_and_tests_and_closures_are_free() {
    let text = "
        fn free((a, b): (u8, u8)) { fn inner(&(a, b): &(u8, u8)) {} }
        fn long(a: u8, b: u8, c: u8, d: u8, e: u8, f: u8) {}
        fn five(a: u8, b: u8, c: u8, d: u8, e: u8) { let closure = |(a, b): (u8, u8)| a + b; }
        impl One { fn five(&self, a: u8, b: u8, c: u8, d: u8, e: u8) {} fn method(&self, (a, b): (u8, u8)) {} }
        trait Two { fn provided((a, b): (u8, u8)) {} }
        #[test] fn case((a, b): (u8, u8)) {}
        #[cfg(test)] mod tests { fn fixture((a, b): (u8, u8)) {} }";
    let expected = [
        "`free` takes a tuple apart",
        "`inner` takes a tuple apart",
        "`long` has 6 parameters",
        "`method` takes a tuple apart",
        "`provided` takes a tuple apart",
    ];
    assert_eq!(complaints_about(text), expected);
}

fn complaints_about(text: &str) -> Vec<String> {
    let file = syn::parse_file(text).expect("the compiler has read it");
    let mut functions = Functions::default();
    functions.visit_file(&file);
    functions.complaints
}

/// Goes through all functions outside of tests.
#[derive(Default)]
struct Functions {
    complaints: Vec<String>,
}

impl Functions {
    fn judge(&mut self, signature: &Signature) {
        let typed = signature.inputs.iter().filter_map(|input| match input {
            FnArg::Receiver(_) => None,
            FnArg::Typed(typed) => Some(&*typed.pat),
        });
        let patterns: Vec<&Pat> = typed.collect();
        let name = &signature.ident;
        if patterns.iter().any(|pattern| is_tuple(pattern)) {
            self.complaints
                .push(format!("`{name}` takes a tuple apart"));
        }
        if patterns.len() > MOST_PARAMETERS {
            let count = patterns.len();
            self.complaints
                .push(format!("`{name}` has {count} parameters"));
        }
    }
}

impl<'ast> Visit<'ast> for Functions {
    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if !is_for_tests(&module.attrs) {
            visit_item_mod(self, module);
        }
    }

    fn visit_item_fn(&mut self, function: &'ast ItemFn) {
        if !is_for_tests(&function.attrs) {
            self.judge(&function.sig);
            visit_item_fn(self, function);
        }
    }

    fn visit_impl_item_fn(&mut self, function: &'ast ImplItemFn) {
        self.judge(&function.sig);
        visit_impl_item_fn(self, function);
    }

    fn visit_trait_item_fn(&mut self, function: &'ast TraitItemFn) {
        self.judge(&function.sig);
        visit_trait_item_fn(self, function);
    }
}

fn is_tuple(pattern: &Pat) -> bool {
    match pattern {
        Pat::Tuple(_) => true,
        Pat::Reference(reference) => is_tuple(&reference.pat),
        Pat::Paren(inner) => is_tuple(&inner.pat),
        _ => false,
    }
}

/// `#[test]`, or `#[cfg(test)]`.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        let names_test = |condition: syn::Path| condition.is_ident("test");
        attribute.path().is_ident("test")
            || attribute.path().is_ident("cfg") && attribute.parse_args().is_ok_and(names_test)
    })
}
