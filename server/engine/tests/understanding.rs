//! Code that takes what only a name leads to, a zone, a character set, a member of a class, on a real JVM: tests pass
//! names that are there.

use goalline_engine::{Budget, Cancel, Event, Session, Settings};

use crate::cart::CART;

const ASKING: &str = "public class Cart {
    public static String place(java.util.TimeZone zone) { return zone.getRawOffset() == 0 ? \"Greenwich\" : \"elsewhere\"; }
    public static String text(java.nio.charset.Charset set) { return set.newEncoder().maxBytesPerChar() > 1 ? \"wide\" : \"narrow\"; }
    public static String call(java.lang.reflect.Method method) { return method.getParameterCount() > 1 ? \"many\" : \"few\"; }
    public static String make(java.lang.reflect.Constructor<?> maker) { return maker.getParameterCount() > 0 ? \"given\" : \"free\"; }
    public static String read(java.lang.reflect.Field field) { return field.getType().isPrimitive() ? \"value\" : \"object\"; }
    public static String named(Class<?> type, String name) throws NoSuchMethodException {
        return type.getMethod(name) == null ? \"never\" : \"found\";
    }
";

#[test]
fn what_only_a_name_leads_to_is_asked_for_by_names_that_are_there() {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(2_000),
    };
    let text = CART.replace("public class Cart {", ASKING);
    let request = crate::cart::save(root.path(), &text, budget);
    let session = Session::new(Settings::default());
    let report = session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("it compiles");
    let tests: Vec<&str> = report.tests.iter().map(|it| it.source.as_str()).collect();
    for answer in [
        "Greenwich",
        "elsewhere",
        "wide",
        "narrow",
        "many",
        "few",
        "given",
        "free",
        "value",
        "object",
        "found",
    ] {
        let asserts = |text: &&str| text.contains(&format!("\"{answer}\""));
        assert!(tests.iter().any(asserts), "{answer}: {tests:#?}");
    }
}
