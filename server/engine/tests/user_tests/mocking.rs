//! Tests with mocks on a real JVM with the Mockito of the project: what is offered has passed with it.

use goalline_engine::{Cancel, Event, GoalState, Report};

use crate::shop::ShopProject;

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

/// JUnit and this Mockito.
fn dependencies(junit: &str, mockito: &str) -> String {
    let (group, artifact, version) = match junit {
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
fn tests_with_mocks_have_passed_with_the_mockito_of_the_project() {
    for (junit, mockito) in [("5", "5.14.2"), ("5", "3.12.4"), ("4", "1.10.19")] {
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
        println!("{mockito}: {tests}");
        assert!(open.is_empty(), "{mockito}: {open:#?}\\n{tests}");
        assert!(tests.contains("mock(Owners.class)"), "{mockito}: {tests}");
        assert!(!tests.contains("new Owners()"), "{mockito}: {tests}");
    }
}
