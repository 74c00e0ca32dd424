//! Where the tests of a class stand or would stand: takes a project and a main file, gives paths; creates nothing.

use std::{
    collections::{BTreeSet, VecDeque},
    fs,
    path::{Path, PathBuf},
};

use crate::{Project, boundary::Reach, files::read_text, source_file::imports_of};

impl Project {
    /// The file that tests of `class` (its simple name), which stands in `main_file`, belong into: the existing test
    /// class when there is one that the build runs, that needs no whole application and whose set-up asks nothing of
    /// every test, else a new one in the test root, else beside the class: `ClassTest.java`, or as test classes near it
    /// are named.
    pub fn test_file_for(&self, main_file: &Path, class: &str) -> PathBuf {
        let existing = self.existing_tests(main_file, class);
        let takes_more = |file: &&PathBuf| {
            !self.is_left_out(file)
                && !self.runs_whole_application(file)
                && !wants_all_stubs_used(&read_text(file).unwrap_or_default())
        };
        if let Some(file) = existing.iter().find(takes_more) {
            return file.clone();
        }
        let folders = self.test_folders(main_file).into_iter();
        let folder = folders.chain([folder_of(main_file)]).next();
        let folder = folder.unwrap_or_default();
        let usual = Custom::of(&self.tests_near(&folder)).name(class);
        let file = |name: String| folder.join(format!("{name}.java"));
        // Beside a test class that takes no more, a name that says in what the new one differs from it.
        let has_others = existing.iter().any(|it| !self.is_left_out(it));
        let names = [has_others.then(|| format!("{class}UnitTest")), Some(usual)];
        let customs = Custom::ALL.map(|it| Some(it.name(class)));
        let names = names.into_iter().chain(customs).flatten();
        let numbered = (1..=MOST_NUMBERS).map(|number| match number {
            1 => format!("{class}OwnTest"),
            more => format!("{class}Own{more}Test"),
        });
        let mut free = names
            .chain(numbered)
            .map(file)
            .filter(|it| self.is_free(it));
        let first = free.next().unwrap_or_default();
        if !self.is_left_out(&first) {
            return first;
        }
        free.find(|it| !self.is_left_out(it)).unwrap_or(first)
    }

    /// Whether a new test class may have this name.
    fn is_free(&self, file: &Path) -> bool {
        file.symlink_metadata().is_err() && !self.is_taken_in_another_language(file)
    }

    /// Whether the build leaves a test file out where it runs the tests of the module; where no build says, that is a
    /// matter of its name.
    pub fn is_left_out(&self, file: &Path) -> bool {
        let mut roots = self.test_roots.iter();
        let below = roots.find_map(|root| file.strip_prefix(root).ok());
        match self.test_run.selection.as_ref().zip(below) {
            Some((selection, below)) => !selection.runs(below),
            None => is_named_for_integration(file),
        }
    }

    /// Whether a test class is about the application as a whole, by itself or by what it extends or is annotated with:
    /// where that does not start, no test of it runs, and one that needs nothing of it has no place there.
    fn runs_whole_application(&self, file: &Path) -> bool {
        let reach = self.reach();
        let mut seen = BTreeSet::from([file.to_path_buf()]);
        let mut open = VecDeque::from([file.to_path_buf()]);
        while let Some(next) = open.pop_front() {
            let text = read_text(&next).unwrap_or_default();
            let imports = imports_of(&text);
            if imports_whole_application(&imports) {
                return true;
            }
            let stem = next.file_stem().unwrap_or_default().to_string_lossy();
            for name in named_in_head(&text, &stem) {
                let above = self.test_class_named(name, &next, &imports);
                let above = above.filter(|it| reach.holds(it));
                if let Some(above) = above.filter(|_| seen.len() < MOST_ABOVE)
                    && seen.insert(above.clone())
                {
                    open.push_back(above);
                }
            }
        }
        false
    }

    /// The file of a class of the tests that another one, which imports this, calls by its simple name.
    fn test_class_named(&self, name: &str, from: &Path, imports: &[String]) -> Option<PathBuf> {
        let suffix = format!(".{name}");
        let imported = imports.iter().find(|import| import.ends_with(&suffix));
        let file = match imported {
            Some(import) => {
                let below = format!("{}.java", import.replace('.', "/"));
                let mut files = self.test_roots.iter().map(|root| root.join(&below));
                files.find(|file| file.is_file())?
            }
            None => from.with_file_name(format!("{name}.java")),
        };
        file.is_file().then_some(file)
    }

    /// Whether what is there may take tests: a link that leads out of the project, or to a class that is no test, is no
    /// test class, and nothing is read through it.
    fn is_own_test(&self, file: &Path, reach: &Reach) -> bool {
        let is_test = |real: PathBuf| {
            let mut roots = self.test_roots.iter();
            roots.any(|root| root.canonicalize().is_ok_and(|root| real.starts_with(root)))
        };
        let is_linked = file
            .ancestors()
            .take_while(|it| {
                self.test_roots
                    .iter()
                    .any(|root| *it != root && it.starts_with(root))
            })
            .any(Path::is_symlink);
        reach.holds(file) && (!is_linked || file.canonicalize().is_ok_and(is_test))
    }

    /// Whether a test class of that name and package is written in another language of the JVM: beside the file, or in
    /// the root of that language beside the one of Java. The build would compile two classes of one name.
    fn is_taken_in_another_language(&self, file: &Path) -> bool {
        let root = self.test_roots.iter().find(|root| file.starts_with(root));
        let under = root.and_then(|root| Some((root.parent()?, file.strip_prefix(root).ok()?)));
        OTHER_LANGUAGES.iter().any(|(folder, ending)| {
            let beside = under.map(|(roots, file)| roots.join(folder).join(file));
            let places = beside.into_iter().chain([file.to_path_buf()]);
            places
                .map(|place| place.with_extension(ending))
                .any(|place| place.is_file())
        })
    }

    /// The test classes of this folder of tests; where it has none those of the nearest folder that has some, as far
    /// as a short look finds one. They show how tests of the project are named and written.
    pub fn tests_near(&self, folder: &Path) -> Vec<PathBuf> {
        let reach = self.reach();
        let mut own = tests_in(folder);
        own.retain(|file| reach.holds(file));
        let root = self.test_roots.iter().find(|root| folder.starts_with(root));
        let Some(root) = root.filter(|_| own.is_empty()) else {
            return own;
        };
        let above = folder.ancestors().skip(1);
        let mut above = above.take_while(|it| it.starts_with(root));
        let mut found = above.find_map(tests_below).unwrap_or_default();
        found.retain(|file| reach.holds(file));
        found
    }

    /// The test classes of `class` by custom: the same package in a test root (or the same folder), and a name of
    /// [`customary_tests`].
    pub fn existing_tests(&self, main_file: &Path, class: &str) -> Vec<PathBuf> {
        let names = customary_tests(class);
        let reach = self.reach();
        let mut folders = self.test_folders(main_file);
        folders.push(folder_of(main_file));
        folders.dedup();
        folders
            .iter()
            .flat_map(|folder| names.iter().map(|name| folder.join(format!("{name}.java"))))
            .filter(|file| file.is_file() && file != main_file && self.is_own_test(file, &reach))
            .collect()
    }

    /// The folders of the file's package in the test roots.
    fn test_folders(&self, main_file: &Path) -> Vec<PathBuf> {
        let folder = folder_of(main_file);
        let Some(package) = self
            .source_roots
            .iter()
            .find_map(|root| folder.strip_prefix(root).ok())
        else {
            return Vec::new();
        };
        let custom = self.root.join("src/test/java");
        let has_main = self
            .source_roots
            .iter()
            .any(|root| root.ends_with("src/main/java"));
        let default = (self.test_roots.is_empty() && has_main).then_some(&custom);
        self.test_roots
            .iter()
            .chain(default)
            .map(|root| root.join(package))
            .collect()
    }
}

/// How people name the test classes of a class, those first that new tests go into first.
pub fn customary_tests(class: &str) -> [String; 6] {
    [
        format!("{class}UnitTest"),
        format!("{class}Test"),
        format!("{class}Tests"),
        format!("Test{class}"),
        format!("{class}TestCase"),
        format!("{class}IT"),
    ]
}

/// Languages beside Java that tests are written in: the folder of their sources, and how their files end.
const OTHER_LANGUAGES: [(&str, &str); 3] =
    [("groovy", "groovy"), ("kotlin", "kt"), ("scala", "scala")];

/// What a test class imports that starts the whole application, with whatever databases and ports it needs.
const WHOLE_APPLICATIONS: [&str; 5] = [
    "org.springframework.boot.test.context.SpringBootTest",
    "io.quarkus.test.junit.",
    "io.micronaut.test.",
    "org.testcontainers.",
    "org.jboss.arquillian.",
];

/// Classes above a test class, and annotations of it and of these, that are looked at.
const MOST_ABOVE: usize = 24;

/// Whether what a class imports starts the whole application.
fn imports_whole_application(imports: &[String]) -> bool {
    WHOLE_APPLICATIONS.iter().any(|start| {
        let is_meant = |import: &String| {
            let all_of = start.strip_prefix(&**import);
            import.starts_with(start)
                || import.ends_with('.') && all_of.is_some_and(|it| !it.contains('.'))
        };
        imports.iter().any(is_meant)
    })
}

/// Methods that set up a test class, of those that are looked at, at most.
const MOST_SET_UPS: usize = 8;

/// Whether every test of a class has to use what its set-up tells mocks to answer: Mockito's strict stubs fail one that
/// does not.
fn wants_all_stubs_used(text: &str) -> bool {
    const STRICT: [&str; 4] = [
        "MockitoExtension",
        "MockitoJUnitRunner",
        "@MockitoSettings",
        "STRICT_STUBS",
    ];
    const EASED: [&str; 4] = ["MockitoJUnitRunner.Silent", "LENIENT", "WARN", "lenient()"];
    const STUBS: [&str; 10] = [
        ".thenReturn(",
        ".thenThrow(",
        ".thenAnswer(",
        ".willReturn(",
        ".willAnswer(",
        ".willThrow(",
        "doNothing(",
        "doReturn(",
        "doThrow(",
        "doAnswer(",
    ];
    let has = |words: &[&str], text: &str| words.iter().any(|word| text.contains(word));
    let is_strict = has(&STRICT, text) && !has(&EASED, text);
    let set_ups = ["@BeforeEach", "@Before"].into_iter().flat_map(|before| {
        let places = text.match_indices(before);
        places.map(|(at, _)| &text[at + before.len()..])
    });
    let mut bodies = set_ups
        .filter(|rest| rest.starts_with(char::is_whitespace))
        .take(MOST_SET_UPS)
        .map(first_block);
    is_strict && bodies.any(|body| has(&STUBS, body))
}

/// What stands between the first brace and the one that closes it.
fn first_block(text: &str) -> &str {
    let from = text.find('{').unwrap_or(text.len());
    let mut depth = 0_usize;
    for (at, c) in text[from..].char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return &text[from..from + at];
        }
    }
    &text[from..]
}

/// The simple names of what a class of this name extends and is annotated with.
fn named_in_head<'t>(text: &'t str, class: &str) -> Vec<&'t str> {
    let declared = ["class", "interface"].iter().find_map(|kind| {
        let places = text.match_indices(&format!("{kind} {class}")).next();
        places.map(|(at, found)| at + found.len())
    });
    let Some(declared) = declared else {
        return Vec::new();
    };
    let end = text[declared..]
        .find('{')
        .map_or(text.len(), |at| declared + at);
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    let name_at = |at: usize| {
        let rest = text[at..end].trim_start();
        let length = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        rest[..length].rsplit('.').next().unwrap_or_default()
    };
    let begins = text[..declared].rfind("import ").unwrap_or(0);
    let annotations = text[begins..declared]
        .match_indices('@')
        .map(|(at, _)| name_at(begins + at + 1));
    let above = text[declared..end]
        .match_indices(" extends ")
        .map(|(at, found)| name_at(declared + at + found.len()));
    annotations
        .chain(above)
        .filter(|name| !name.is_empty())
        .collect()
}

/// Whether a file is named as those are that builds do not run with the tests of a module.
fn is_named_for_integration(path: &Path) -> bool {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let begins = stem.strip_prefix("IT");
    stem.ends_with("IT")
        || stem.ends_with("ITCase")
        || begins.is_some_and(|rest| rest.starts_with(char::is_uppercase))
}

/// Names with numbers that are tried for a new test class.
const MOST_NUMBERS: usize = 1000;

/// Folders that are looked into for a test class.
const MOST_FOLDERS: usize = 64;

/// How test classes are named after a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Custom {
    /// `CartTest`
    #[default]
    Test,
    /// `CartTests`
    Tests,
    /// `CartTestCase`
    TestCase,
    /// `TestCart`
    Prefix,
}

impl Custom {
    const ALL: [Self; 4] = [Self::Test, Self::Tests, Self::TestCase, Self::Prefix];

    /// What most of these files follow.
    fn of(files: &[PathBuf]) -> Self {
        let followers = |custom: Self| {
            let stems = files.iter().filter_map(|file| file.file_stem()?.to_str());
            stems.filter(|stem| custom.fits(stem)).count()
        };
        let most = Self::ALL.into_iter().rev().max_by_key(|it| followers(*it));
        most.unwrap_or_default()
    }

    fn fits(self, stem: &str) -> bool {
        match self {
            Self::Test => stem.ends_with("Test"),
            Self::Tests => stem.ends_with("Tests"),
            Self::TestCase => stem.ends_with("TestCase"),
            Self::Prefix => {
                let rest = stem.strip_prefix("Test");
                rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
            }
        }
    }

    fn name(self, class: &str) -> String {
        match self {
            Self::Test => format!("{class}Test"),
            Self::Tests => format!("{class}Tests"),
            Self::TestCase => format!("{class}TestCase"),
            Self::Prefix => format!("Test{class}"),
        }
    }
}

/// The test classes that lie in a folder, in the order of their names.
fn tests_in(folder: &Path) -> Vec<PathBuf> {
    let is_test = |path: &PathBuf| {
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_java = path.extension().is_some_and(|ending| ending == "java");
        is_java && Custom::ALL.iter().any(|custom| custom.fits(&stem))
    };
    let mut found = entries_of(folder);
    found.retain(is_test);
    found
}

/// The test classes of the first folder below this one that has some.
fn tests_below(folder: &Path) -> Option<Vec<PathBuf>> {
    let mut open = VecDeque::from([folder.to_path_buf()]);
    for _ in 0..MOST_FOLDERS {
        let next = open.pop_front()?;
        let found = tests_in(&next);
        if !found.is_empty() {
            return Some(found);
        }
        open.extend(entries_of(&next).into_iter().filter(|path| path.is_dir()));
    }
    None
}

fn entries_of(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    paths
}

fn folder_of(file: &Path) -> PathBuf {
    file.parent().unwrap_or(file).to_path_buf()
}
