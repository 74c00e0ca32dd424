//! A Maven project in a temporary folder with a session of its own: takes files, gives reports; judges nothing.

use std::{collections::BTreeMap, fs, path::PathBuf, sync::Arc, time::Duration};

use goalline_engine::{
    Budget, Cancel, GoalState, Parameters, Request, Session, Settings, UserTestOutcome,
    UserTestReport,
    build::{Jdk, JdkRequest, Machine, Project, ProjectSettings, maven_version},
    goals::GoalChoice,
};

use tempfile::TempDir;

/// JUnit of both kinds and Mockito.
pub(super) const DEPENDENCIES: &str = "<dependencies>\
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId><version>5.11.4</version><scope>test</scope></dependency>\
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version><scope>test</scope></dependency>\
    <dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId><version>5.14.2</version><scope>test</scope></dependency>\
    </dependencies>";

const SUREFIRE: &str = "<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId><version>3.5.2</version><configuration>\
    <systemPropertyVariables><till.currency>EUR</till.currency></systemPropertyVariables>\
    <environmentVariables><TILL_HOME>here</TILL_HOME></environmentVariables>\
    <argLine>-Dtill.mode=strict</argLine></configuration></plugin></plugins></build>";

/// A project in a temporary folder, with a session of its own.
pub(super) struct ShopProject {
    dir: Arc<TempDir>,
    pub session: Session,
}

/// Results are kept by path, and each shop has its own: they share the compiled worker.
fn cache() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("cache")
}

impl ShopProject {
    /// None without Maven.
    pub fn new(dependencies: &str, files: &[(&str, &str)]) -> Option<Self> {
        // Long enough for a busy machine: nothing here is about time.
        Self::with_limit(Duration::from_secs(90), dependencies, files)
    }

    pub fn with_limit(limit: Duration, dependencies: &str, files: &[(&str, &str)]) -> Option<Self> {
        let settings = Settings {
            user_test_limit: limit,
            ..Settings::default()
        };
        Self::with_settings(settings, dependencies, files)
    }

    /// One whose tests may write files.
    pub fn open(dependencies: &str, files: &[(&str, &str)]) -> Option<Self> {
        let settings = Settings {
            user_test_limit: Duration::from_secs(90),
            open_user_tests: true,
            ..Settings::default()
        };
        Self::with_settings(settings, dependencies, files)
    }

    fn with_settings(
        mut settings: Settings,
        dependencies: &str,
        files: &[(&str, &str)],
    ) -> Option<Self> {
        if maven_version(&ProjectSettings::default()).is_none() {
            eprintln!("skipped: Maven is not installed");
            return None;
        }
        let dir = tempfile::tempdir().expect("a folder");
        settings.cache = Some(cache());
        let shop = Self {
            session: Session::new(settings),
            dir: Arc::new(dir),
        };
        let pom = format!(
            "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion><groupId>x</groupId>\
             <artifactId>shop</artifactId><version>1</version>\
             <properties><maven.compiler.release>11</maven.compiler.release></properties>{dependencies}{SUREFIRE}</project>"
        );
        shop.write("pom.xml", &pom);
        for (path, text) in files {
            shop.write(path, text);
        }
        Some(shop)
    }

    /// The same project with a session that lets its tests do everything.
    pub fn opened(&self) -> Self {
        let settings = Settings {
            user_test_limit: Duration::from_secs(90),
            open_user_tests: true,
            cache: Some(cache()),
            ..Settings::default()
        };
        Self {
            dir: self.dir.clone(),
            session: Session::new(settings),
        }
    }

    pub fn root(&self) -> PathBuf {
        let root = fs::canonicalize(self.dir.path()).expect("a real path");
        root.join("shop")
    }

    pub fn write(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
        fs::write(path, text).expect("a file");
    }

    /// Starts its test JVMs with these flags.
    pub fn test_flags(&self, flags: &str) {
        let pom = fs::read_to_string(self.root().join("pom.xml")).expect("a pom");
        self.write("pom.xml", &pom.replace("-Dtill.mode=strict", flags));
    }

    /// Makes it a project of an older Java.
    pub fn release(&self, release: u32) {
        let pom = fs::read_to_string(self.root().join("pom.xml")).expect("a pom");
        let tag = |release: u32| format!("<maven.compiler.release>{release}<");
        self.write("pom.xml", &pom.replace(&tag(11), &tag(release)));
    }

    /// Runs the tests of a class.
    pub fn run(&self, class: &str) -> UserTestReport {
        self.session
            .run_user_tests(&self.request(class, 0), &Cancel::default())
            .expect("a report")
    }

    pub fn request(&self, class: &str, executions: u64) -> Request {
        let file = self.root().join(format!("src/main/java/shop/{class}.java"));
        let settings = ProjectSettings {
            cache: Some(cache()),
            ..ProjectSettings::default()
        };
        let wish = JdkRequest {
            setting: None,
            project: None,
            release: 11,
        };
        Request {
            project: Arc::new(Project::discover(&file, &settings).expect("a project")),
            file,
            text: None,
            class: None,
            method: None,
            jdk: Jdk::find(wish, &Machine::current()).expect("the tests need a JDK"),
            budget: Budget {
                seconds: None,
                max_executions: Some(executions),
            },
            seed: 1,
            parameters: Parameters::default(),
            framework: None,
            implicit_exceptions: false,
            kill_survivors: false,
            one_per_shape: false,
            user_tests: true,
            awaits_suite: false,
            coupled: None,
            open_texts: BTreeMap::new(),
            criteria: GoalChoice::default(),
        }
    }
}

/// `passed CartTest.adds`, one each, in order of the labels.
pub(super) fn outcomes(report: &UserTestReport) -> Vec<String> {
    let word = |outcome: &UserTestOutcome| match outcome {
        UserTestOutcome::Passed => "passed",
        UserTestOutcome::Failed(_) => "failed",
        UserTestOutcome::FailedHere(_) => "failed here",
        UserTestOutcome::CannotRunHere(_) => "cannot run",
        UserTestOutcome::Aborted(_) => "aborted",
        UserTestOutcome::Died(_) => "died",
    };
    let tests = report.tests.tests.iter();
    let mut all: Vec<String> = tests
        .map(|test| format!("{} {}", word(&test.outcome), test.label()))
        .collect();
    all.sort();
    all
}

/// The tests that cover the goal whose key contains the text.
pub(super) fn covering(report: &UserTestReport, goal: &str) -> Vec<String> {
    let found = report.states.iter().find(|(key, _)| key.0.contains(goal));
    match &found.expect("the goal").1 {
        GoalState::CoveredByUser(tests) => tests.clone(),
        _ => Vec::new(),
    }
}
