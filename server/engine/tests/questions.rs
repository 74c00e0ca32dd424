//! Methods that answer a question, on a real JVM: names of their tests say when they answer so.

use std::collections::BTreeSet;

use goalline_engine::{Budget, Cancel, Event, Session, Settings};

use crate::cart::CART;

const ANSWERING: &str = "public class Cart {
    public enum Side { LEFT, RIGHT }
    private boolean next;
    public Cart(Side side, boolean more) {
        if (side == Side.LEFT) {
            next = more;
        }
    }
    public boolean hasNext() { return next; }
    public static boolean isOwner(String user, String owner) { return user.equals(owner); }
";

#[test]
fn a_question_says_what_it_compares_and_what_its_object_was_made_of() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(4_000),
    };
    let text = CART.replace("public class Cart {", ANSWERING);
    let request = crate::cart::save(root.path(), &text, budget);
    let session = Session::new(Settings::default());
    let report = session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("it compiles");
    let names: BTreeSet<&str> = report.tests.iter().map(|it| it.name.as_str()).collect();
    let of = |method: &str| {
        let own = names.iter().filter(|it| it.starts_with(method));
        own.copied().collect::<Vec<_>>()
    };
    let owners = of("isOwner");
    assert!(!owners.is_empty(), "{names:?}");
    for name in owners {
        assert!(
            name.contains("WhenUser") && name.ends_with("Owner"),
            "{name}"
        );
    }
    let next = of("hasNext");
    assert!(!next.is_empty(), "{names:?}");
    for name in next {
        assert!(name.contains("More") || name.contains("Side"), "{name}");
    }
}
