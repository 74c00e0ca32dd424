//! Code that takes what only a name leads to, a zone, a character set, a member of a class, or what the JDK says no more
//! of than how it looks, on a real JVM: tests pass names that are there, and objects that are no mocks.

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

const OF_THE_JDK: &str = "public class Cart {
    public static String attributes(org.xml.sax.Attributes it) { return it.getLength() > 1 ? \"several\" : \"single\"; }
    public static String element(org.w3c.dom.Element it) { return it.hasAttributes() ? \"known\" : \"new\"; }
    public static String area(java.awt.geom.Rectangle2D it) { return it.isEmpty() ? \"nothing\" : \"room\"; }
    public static String future(java.util.concurrent.Future<String> it) throws Exception {
        return it.get().length() > 3 ? \"long\" : \"short\";
    }
    public static String host(java.net.InetSocketAddress it) { return it.getPort() == 80 ? \"web\" : \"other\"; }
";

#[test]
fn what_only_a_name_leads_to_is_asked_for_by_names_that_are_there() {
    let answers = [
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
    ];
    answers_are_asserted(ASKING, &answers);
}

#[test]
fn what_the_jdk_has_no_constructor_for_is_made_by_its_own_classes() {
    let answers = [
        "several", "single", "known", "new", "nothing", "room", "long", "short", "web", "other",
    ];
    answers_are_asserted(OF_THE_JDK, &answers);
}

fn answers_are_asserted(members: &str, answers: &[&str]) {
    let root = tempfile::tempdir().expect("a temporary folder");
    let budget = Budget {
        seconds: None,
        max_executions: Some(4_000),
    };
    let text = CART.replace("public class Cart {", members);
    let request = crate::cart::save(root.path(), &text, budget);
    let session = Session::new(Settings::default());
    let report = session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("it compiles");
    let tests: Vec<&str> = report.tests.iter().map(|it| it.source.as_str()).collect();
    for answer in answers {
        let asserts = |text: &&str| text.contains(&format!("\"{answer}\""));
        assert!(tests.iter().any(asserts), "{answer}: {tests:#?}");
    }
}
