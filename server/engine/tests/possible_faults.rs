//! What is called a possible fault: a small class in a plain folder, searched on a real JVM.

use goalline_engine::{Budget, Cancel, Event, Session, Settings};

use crate::cart::CART;

#[test]
fn what_other_classes_throw_when_a_test_calls_them_is_no_fault_of_the_class() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(2_000),
    };
    // `never` keeps the search going to the end of its budget.
    let members = "    private final java.util.Map<Integer, java.util.List<String>> notes = new java.util.HashMap<>();
    public java.util.Collection<String> names() {
        return new java.util.AbstractList<String>() {
            public String get(int at) { return null; }
            public int size() { return 0; }
            public boolean remove(Object name) { return name instanceof Cart; }
        };
    }
    public java.util.List<String> notes(int number) { return notes.get(number); }
    public int count(java.util.List<String> names) { return names.size() > 2 ? 2 : names.size(); }
    public int never(int a) { return a * 2 == 7 ? 1 : 0; }
    public char first(String text) { return text.charAt(0); }
";
    let first_member = "    private int items;\n";
    let text = CART.replace(first_member, &format!("{first_member}{members}"));
    let request = crate::cart::save(root.path(), &text, budget);
    let session = Session::new(Settings::default());
    let report = session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("the class compiles");
    let faults: Vec<(&str, &str)> = report
        .faults
        .iter()
        .map(|fault| (fault.method.as_str(), fault.exception.as_str()))
        .collect();
    // `remove(…)` on some other list and `count(notes(7))` throw as well.
    let expected = ("first", "java.lang.StringIndexOutOfBoundsException");
    assert_eq!(faults, [expected], "{:#?}", report.faults);
}
