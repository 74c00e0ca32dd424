//! A Maven project in a temporary folder with a session of its own: takes files, gives reports; judges nothing.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use goalline_engine::{
    Budget, Cancel, GoalState, Parameters, Request, Session, Settings, UserTestOutcome,
    UserTestReport,
    build::{Jdk, JdkRequest, Machine, Project, ProjectSettings, maven_version},
    goals::GoalChoice,
};

use tempfile::TempDir;

/// JUnit of both kinds and Mockito.
pub(super) const DEPENDENCIES: &str = "<dependencies>\
    <dependency><groupId>org.junit.jupiter</groupId><artifactId>junit-jupiter</artifactId>\
    <version>5.11.4</version><scope>test</scope></dependency>\
    <dependency><groupId>junit</groupId><artifactId>junit</artifactId><version>4.13.2</version>\
    <scope>test</scope></dependency>\
    <dependency><groupId>org.mockito</groupId><artifactId>mockito-core</artifactId><version>5.14.2</version>\
    <scope>test</scope></dependency>\
    </dependencies>";

const SUREFIRE: &str = "<build><plugins><plugin><artifactId>maven-surefire-plugin</artifactId>\
<version>3.5.2</version><configuration>\
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
            "<project xmlns=\"http://maven.apache.org/POM/4.0.0\"><modelVersion>4.0.0</modelVersion>\
            <groupId>x</groupId>\
             <artifactId>shop</artifactId><version>1</version>\
             <properties><maven.compiler.release>11</maven.compiler.release>\
             </properties>{dependencies}{SUREFIRE}</project>"
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

    /// What Maven says of the project. It is asked once for projects that differ in nothing that it reads: that takes
    /// seconds of a processor.
    fn project(&self, file: &Path) -> Project {
        static KNOWN: Mutex<BTreeMap<Readable, Project>> = Mutex::new(BTreeMap::new());
        let root = self.root();
        let readable = Readable::in_folder(&root);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(project) = known.get(&readable) {
            return moved(project, &root);
        }
        let settings = ProjectSettings {
            cache: Some(cache()),
            ..ProjectSettings::default()
        };
        let project = Project::discover(file, &settings).expect("a project");
        known.insert(readable, project.clone());
        project
    }

    /// Runs the tests of a class.
    pub fn run(&self, class: &str) -> UserTestReport {
        self.session
            .run_user_tests(&self.request(class, 0), &Cancel::default())
            .expect("a report")
    }

    pub fn request(&self, class: &str, executions: u64) -> Request {
        let file = self.root().join(format!("src/main/java/shop/{class}.java"));
        Request {
            project: Arc::new(self.project(&file)),
            file,
            text: None,
            class: None,
            method: None,
            jdk: jdk(),
            budget: Budget {
                seconds: None,
                max_executions: Some(executions),
            },
            seed: 1,
            parameters: Parameters::default(),
            framework: None,
            implicit_exceptions: false,
            kill_survivors: false,
            is_apart: false,
            one_per_shape: false,
            user_tests: true,
            awaits_suite: false,
            coupled: None,
            open_texts: BTreeMap::new(),
            criteria: GoalChoice::default(),
        }
    }
}

/// The JDK of all shops.
pub(super) fn jdk() -> Jdk {
    let wish = JdkRequest {
        setting: None,
        project: None,
        release: 11,
    };
    Jdk::find(wish, &Machine::current()).expect("the tests need a JDK")
}

/// What a build can know of a project: the text of its pom, and which files and folders there are above packages.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Readable {
    pom: String,
    entries: BTreeSet<PathBuf>,
}

impl Readable {
    fn in_folder(root: &Path) -> Self {
        let mut entries = BTreeSet::new();
        let mut open = vec![root.to_owned()];
        while let Some(folder) = open.pop() {
            for entry in fs::read_dir(folder).expect("a folder").flatten() {
                let path = entry.path();
                let inner = path.strip_prefix(root).expect("it lies there").to_owned();
                if path.is_dir() && inner.components().count() < 3 {
                    open.push(path);
                }
                entries.insert(inner);
            }
        }
        let pom = fs::read_to_string(root.join("pom.xml")).expect("a pom");
        Self { pom, entries }
    }
}

/// The same project in another folder.
fn moved(project: &Project, to: &Path) -> Project {
    let place = |path: &PathBuf| match path.strip_prefix(&project.root) {
        Ok(inner) if inner.as_os_str().is_empty() => to.to_owned(),
        Ok(inner) => to.join(inner),
        Err(_) => path.clone(),
    };
    let all = |paths: &[PathBuf]| paths.iter().map(place).collect();
    let (before, after) = (project.root.display().to_string(), to.display().to_string());
    let notices = project.notices.iter();
    Project {
        root: to.to_owned(),
        source_roots: all(&project.source_roots),
        test_roots: all(&project.test_roots),
        class_path: all(&project.class_path),
        test_class_path: all(&project.test_class_path),
        output_folders: all(&project.output_folders),
        notices: notices.map(|it| it.replace(&before, &after)).collect(),
        ..project.clone()
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
