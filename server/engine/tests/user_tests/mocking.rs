//! Tests with mocks on a real JVM with the Mockito of the project: what is offered has passed with it.

use goalline_engine::{Cancel, Event, GoalState, Report};

use super::shop::ShopProject;

const OWNERS: &str = "package shop;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
public interface Owners {
    Optional<String> find(int id) throws IOException;
    List<String> all(String... names);
    void save(String owner) throws IOException;
    long count();
}
";

const DESK: &str = "package shop;
import java.io.IOException;
public class Desk {
    private final Owners owners;
    public Desk(Owners owners) { this.owners = owners; }
    public int open(int id) throws IOException {
        if (owners.count() == 3) { return 1; }
        return owners.all(\"a\").isEmpty() ? 2 : 4;
    }
}
";

/// JUnit and this Mockito; neither where no JUnit is named.
fn dependencies(junit: &str, mockito: &str) -> String {
    let (group, artifact, version) = match junit {
        "" => return String::new(),
        "4" => ("junit", "junit", "4.13.2"),
        _ => ("org.junit.jupiter", "junit-jupiter", "5.11.4"),
    };
    let one = |group: &str, artifact: &str, version: &str| {
        format!(
            "<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId><version>{version}</version>\
             <scope>test</scope></dependency>"
        )
    };
    let mut all = one(group, artifact, version) + &one("org.mockito", "mockito-core", mockito);
    if junit != "4" {
        all += &one("org.mockito", "mockito-junit-jupiter", mockito);
    }
    format!("<dependencies>{all}</dependencies>")
}

/// What a search gives in a project with this Mockito; none without Maven.
fn generated(junit: &str, mockito: &str) -> Option<Report> {
    let files = [
        ("src/main/java/shop/Owners.java", OWNERS),
        ("src/main/java/shop/Desk.java", DESK),
    ];
    let shop = ShopProject::new(&dependencies(junit, mockito), &files)?;
    // Mockito 1 makes its classes by a way that newer JDKs close.
    shop.test_flags("-Dtill.mode=strict --add-opens java.base/java.lang=ALL-UNNAMED");
    let request = shop.request("Desk", 3_000);
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {});
    Some(report.expect("a report"))
}

#[test]
fn tests_with_mocks_have_passed_with_the_mockito_of_the_project_or_one_of_the_repository() {
    // The last project has none: what the others fetched is in the repository.
    for (junit, mockito) in [("5", "5.14.2"), ("5", "3.12.4"), ("4", "1.10.19"), ("", "")] {
        let Some(report) = generated(junit, mockito) else {
            return;
        };
        let open: Vec<String> = report
            .goals
            .iter()
            .filter(|goal| !matches!(goal.state, GoalState::TestReady(_)))
            .map(|goal| format!("{} {:?}", goal.goal.key.0, goal.state))
            .collect();
        let tests = &report.test_class;
        assert!(open.is_empty(), "{mockito}: {open:#?} {tests}");
        let field = "    @Mock\n    private Owners owners;\n";
        assert!(tests.contains(field), "{mockito}: {tests}");
        assert!(!tests.contains("new Owners()"), "{mockito}: {tests}");
    }
}

const BELL: &str = "package shop;
import javax.inject.Inject;
public class Bell {
    @Inject private Owners owners;
    @Inject private Sound sound;
    public int ring(String owner) throws java.io.IOException {
        if (owners.count() > 2) { return 0; }
        owners.save(owner);
        sound.play(owner);
        return 1;
    }
    public String name() { return sound.name() == null ? \"none\" : \"some\"; }
}
";

/// What libraries do to a `null` that they are given.
const MAPPER: &str = "package shop;
public class Mapper {
    public String map(Item source) {
        if (source == null) { throw new IllegalArgumentException(\"source cannot be null\"); }
        return source.name();
    }
}
";

const CLERK: &str = "package shop;
public class Clerk {
    private final Store store;
    private final Mapper mapper = new Mapper();
    public Clerk(Store store) { this.store = store; }
    public String show(int id) {
        Item item = store.find(id);
        return \"item: \" + mapper.map(item);
    }
}
";

#[test]
fn what_a_library_throws_for_want_of_an_answer_is_answered_rather_than_asserted() {
    let item = "package shop; public class Item { String name = \"pen\"; public String name() { return name; } }";
    let files = [
        (
            "src/main/java/shop/Store.java",
            "package shop; public interface Store { Item find(int id); void drop(int id); long count(); }",
        ),
        ("src/main/java/shop/Item.java", item),
        ("src/main/java/shop/Mapper.java", MAPPER),
        ("src/main/java/shop/Clerk.java", CLERK),
    ];
    let Some(shop) = ShopProject::new(&dependencies("5", "5.14.2"), &files) else {
        return;
    };
    let request = shop.request("Clerk", 3_000);
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {});
    let tests = report.expect("a report").test_class;
    assert!(tests.contains("when(store.find("), "{tests}");
    assert!(!tests.contains("source cannot be null"), "{tests}");
}

/// Swallows whatever its collaborators do: also what comes of their `null`.
const ARCHIVE: &str = "package shop;
public class Archive {
    private final Shelves shelves;
    public Archive(Shelves shelves) { this.shelves = shelves; }
    public boolean put(String name, Object text) {
        try {
            shelves.of(name).add(text);
            return true;
        } catch (Exception e) {
            if (name.length() > 4) { System.err.println(name); }
            return false;
        }
    }
    public long count(String name) {
        try {
            return shelves.of(name).size();
        } catch (Exception e) {
            return 0;
        }
    }
}
";

#[test]
fn collaborators_fail_or_answer_where_the_class_swallows_what_comes_of_their_null() {
    let files = [
        (
            "src/main/java/shop/Shelves.java",
            "package shop; public interface Shelves { Shelf of(String name); void sweep(); }",
        ),
        (
            "src/main/java/shop/Shelf.java",
            "package shop; public interface Shelf { void add(Object text); Long size(); }",
        ),
        ("src/main/java/shop/Archive.java", ARCHIVE),
    ];
    let Some(shop) = ShopProject::new(&dependencies("5", "5.14.2"), &files) else {
        return;
    };
    let request = shop.request("Archive", 3_000);
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {});
    let tests = report.expect("a report").test_class;
    for part in [
        "hrow(new RuntimeException())",
        "when(shelf.size()).thenReturn(2L)",
    ] {
        assert!(tests.contains(part), "{part}: {tests}");
    }
    assert!(!tests.contains("ReturnsNull"), "{tests}");
}

const SOUND: &str = "package shop;
public interface Sound { void play(String text); String name(); }
";

/// The annotation of which a container knows what to set.
const INJECT: &str = "package javax.inject;
import java.lang.annotation.*;
@Retention(RetentionPolicy.RUNTIME) public @interface Inject { }
";

#[test]
fn fields_that_a_container_sets_are_filled_by_mockito_and_what_they_were_told_is_verified() {
    let files = [
        ("src/main/java/javax/inject/Inject.java", INJECT),
        ("src/main/java/shop/Owners.java", OWNERS),
        ("src/main/java/shop/Sound.java", SOUND),
        ("src/main/java/shop/Bell.java", BELL),
    ];
    let Some(shop) = ShopProject::new(&dependencies("5", "5.14.2"), &files) else {
        return;
    };
    let request = shop.request("Bell", 3_000);
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("a report");
    let tests = &report.test_class;
    assert!(
        tests.contains("@ExtendWith(MockitoExtension.class)\nclass BellTest {"),
        "{tests}"
    );
    assert!(
        tests.contains("    @InjectMocks\n    private Bell bell;\n"),
        "{tests}"
    );
    assert!(tests.contains("verify(owners).save("), "{tests}");
    assert!(!tests.contains("getDeclaredField"), "{tests}");
    let offered = |goal: &str| {
        let mut goals = report.goals.iter();
        let found = goals.find(|one| one.goal.key.0.contains(goal));
        matches!(found.expect("the goal").state, GoalState::TestReady(_))
    };
    for goal in ["owners.count() > 2#0:true", "owners.count() > 2#0:false"] {
        assert!(offered(goal), "{goal}: {tests}");
    }
}

#[test]
fn without_mockito_one_notice_says_what_would_bring_it() {
    let files = [
        ("src/main/java/shop/Owners.java", OWNERS),
        ("src/main/java/shop/Desk.java", DESK),
    ];
    let jupiter = dependencies("5", "5.14.2");
    let (jupiter, _) = jupiter
        .split_once("<dependency><groupId>org.mockito")
        .expect("it is there");
    let Some(shop) = ShopProject::new(&format!("{jupiter}</dependencies>"), &files) else {
        return;
    };
    let request = shop.request("Desk", 1_000);
    let report = shop
        .session
        .generate(&request, &Cancel::default(), &mut |_: Event| {})
        .expect("a report");
    let told = report
        .notices
        .iter()
        .filter(|one| one.contains("org.mockito:mockito-core"));
    assert_eq!(told.count(), 1, "{:?}", report.notices);
    assert!(
        !report.test_class.contains("new Owners()"),
        "{}",
        report.test_class
    );
}
