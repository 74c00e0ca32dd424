//! The build itself, where plugins make sources or resources that are not there: takes a module, gives the folders
//! that its build made in a copy of the project; writes nothing of the user's.
//!
//! The copy lies in our cache while Maven runs, in the sandbox of build tools. What was made is kept by the content of
//! build files and of everything else that a generator may read; the copy goes.

use std::{
    fs, io,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

use goalline_limits::remove_tree;
use serde::{Deserialize, Serialize};

use super::super::{
    MavenError, MavenProgram, copies::common_folder, program::MavenFolders, reactor::Reactor, xml,
};
use super::{
    in_the_way::InTheWay,
    resources::{FilteredFolder, differ},
};
use crate::{
    ProjectSettings, cache_folder, content_key,
    files::{read_file, real_in},
    generated::{roots::roots_below, tree},
    process::{stuck, work_area::WorkArea},
    read_cached, repository_root, write_cached,
};

/// What is kept of an output, for what was kept otherwise before.
const KEPT: &str = "no copies";

/// Checks and packagings that a build of sources needs no more than their results.
const LEFT_OUT: [&str; 18] = [
    "-DskipTests",
    "-Danimal.sniffer.skip=true",
    "-Dcheckstyle.skip=true",
    "-Denforcer.skip=true",
    "-Dfmt.skip=true",
    "-Djacoco.skip=true",
    "-Dlicense.skip=true",
    "-Dmaven.gitcommitid.skip=true",
    "-Dpmd.skip=true",
    "-Dproguard.skip=true",
    "-Drat.skip=true",
    "-Dskip.installnodenpm=true",
    "-Dskip.npm=true",
    "-Dskip.yarn=true",
    "-Dspotbugs.skip=true",
    "-Dspotless.apply.skip=true",
    "-Dspotless.check.skip=true",
    "-Dspring-javaformat.skip=true",
];

/// How many executions that stand in the way of a build are left out before it counts as failed.
const MOST_LEFT_OUT: usize = 4;

/// How long a build that failed is not tried again though nothing changed.
const FAILURE_HOLDS: Duration = Duration::from_secs(600);

/// A module with plugins that make something.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GeneratingModule {
    /// Its folder.
    pub root: PathBuf,
    /// The folder that its build writes into.
    pub output: PathBuf,
    /// Its source roots, those of tests included: no inputs of generators.
    pub source_roots: Vec<PathBuf>,
    /// Its folders of resources, those of main classes.
    pub resources: Vec<PathBuf>,
    /// The same for tests.
    pub test_resources: Vec<PathBuf>,
    /// Folders of either that placeholders are filled into.
    pub filtered: Vec<FilteredFolder>,
    /// The plugins.
    pub plugins: Vec<String>,
}

/// What a build left behind.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct BuiltOutput {
    /// The output folder of each module that was asked for, in their order, where they are kept.
    pub outputs: Vec<PathBuf>,
    /// Why it ended early, in Maven's words.
    pub failure: Option<String>,
    /// Seconds since 1970.
    built: u64,
}

/// A build of some modules of a reactor.
pub struct Build<'a> {
    /// The module that is asked about, and what the reactor is.
    pub reactor: &'a Reactor,
    /// Modules that lack what the build makes of them.
    pub modules: Vec<&'a GeneratingModule>,
    /// Whether that is more than resources.
    pub makes_sources: bool,
    /// The plugins that make it, for people.
    pub plugins: String,
    /// What the user says.
    pub settings: &'a ProjectSettings,
}

impl Build<'_> {
    /// What the build made, from the cache where nothing changed.
    pub fn output(&self) -> Result<BuiltOutput, MavenError> {
        let folder = cache_folder(self.settings.cache.as_deref()).join("builds");
        let key = self.key().map_err(|cause| self.no_answer(cause))?;
        let place = folder.join(&key);
        let record = folder.join(format!("{key}.json"));
        let kept: Option<BuiltOutput> = read_cached(&record);
        if let Some(kept) = kept.filter(BuiltOutput::holds) {
            return Ok(kept);
        }
        let stuck = folder.join(format!("{key}.stuck.json"));
        let built = stuck::ask(
            &stuck,
            &self.settings.stop,
            |cause| self.no_answer(cause),
            || {
                self.announce();
                self.run(&folder, &place)
            },
        )?;
        write_cached(&record, &built);
        self.forget_the_last(&folder, &key);
        Ok(built)
    }

    /// What the result depends on: build files, the modules, and all that a generator may read.
    fn key(&self) -> io::Result<String> {
        let folders: Vec<PathBuf> = self.modules.iter().map(|it| it.root.clone()).collect();
        let roots: Vec<PathBuf> = self
            .modules
            .iter()
            .flat_map(|module| module.source_roots.clone())
            .collect();
        let build_files = self.reactor.key(self.settings.java_home.as_deref());
        let inputs = tree::key_of_inputs(&folders, &roots)?;
        let wanted = format!("{} {} {KEPT}", self.makes_sources, folders.len());
        let key = content_key(&[build_files.as_bytes(), inputs.as_bytes(), wanted.as_bytes()]);
        Ok(key[..32].to_owned())
    }

    fn announce(&self) {
        let module = self.reactor.module.parent().unwrap_or(&self.reactor.module);
        self.settings.announcer.say(&format!(
            "building {} in a copy, because {} makes sources or resources of it that are not there (once, and again when \
             what they are made of changes)",
            module.display(),
            self.plugins
        ));
    }

    fn run(&self, folder: &Path, place: &Path) -> Result<BuiltOutput, MavenError> {
        let no_answer = |cause| self.no_answer(cause);
        let module = self.reactor.module.parent().unwrap_or(&self.reactor.module);
        let program = MavenProgram::find(self.settings, module);
        let program = program.ok_or_else(|| MavenError::NotInstalled {
            module: module.to_path_buf(),
        })?;
        fs::create_dir_all(folder).map_err(no_answer)?;
        let area = WorkArea::new_in(folder).map_err(no_answer)?;
        let area_folder = fs::canonicalize(area.path()).map_err(no_answer)?;
        let copy = ProjectCopy::of(self.reactor, program.root(), &area_folder.join("project"));
        copy.fill(self.reactor).map_err(no_answer)?;
        let pom = copy.place(&self.reactor.root);
        let root = copy.place(program.root());
        let folders = MavenFolders {
            area: &area_folder,
            root: &root,
            pom: &pom,
        };
        let failure = self.build(&program, folders, &copy)?;
        let failure = failure.map(|message| copy.with_real_paths(&message));
        let outputs = self.keep_outputs(&copy, place).map_err(no_answer)?;
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        // Our own compile says better what does not compile, and may need less.
        let is_made =
            |output: &PathBuf| fs::read_dir(output).is_ok_and(|mut it| it.next().is_some());
        let is_all_made = outputs.iter().all(is_made);
        let is_of_compiler = |message: &String| message.contains(":maven-compiler-plugin:");
        Ok(BuiltOutput {
            outputs,
            failure: failure.filter(|message| !(is_all_made && is_of_compiler(message))),
            built: now.unwrap_or_default().as_secs(),
        })
    }

    /// Runs the build, again without what only stands in its way; gives the message of a failure that stays.
    fn build(
        &self,
        program: &MavenProgram,
        folders: MavenFolders<'_>,
        copy: &ProjectCopy,
    ) -> Result<Option<String>, MavenError> {
        let making: Vec<&String> = self.modules.iter().flat_map(|it| &it.plugins).collect();
        let mut left_out = 0;
        loop {
            let message = match program.build(folders, &self.arguments()) {
                Ok(()) => return Ok(None),
                Err(MavenError::Rejected { message, .. }) => message,
                Err(other) => return Err(other),
            };
            let failed = InTheWay::told_in(&message)
                .filter(|failed| failed.may_be_left_out(&making) && left_out < MOST_LEFT_OUT);
            let poms = self.reactor.files();
            let mut poms = poms.iter().map(|pom| copy.place(pom));
            if !failed.is_some_and(|failed| poms.any(|pom| copy.is_left_out(&failed, &pom))) {
                return Ok(Some(message));
            }
            left_out += 1;
        }
    }

    fn arguments(&self) -> Vec<String> {
        let phase = if self.makes_sources {
            "test-compile"
        } else {
            "process-test-resources"
        };
        let mut arguments = vec![phase.to_owned()];
        let top = self.reactor.root.parent();
        let module = self.reactor.module.parent();
        let way = top.zip(module).and_then(|(top, it)| way_from(top, it));
        if let Some(way) = way.filter(|way| !way.as_os_str().is_empty()) {
            arguments.extend([
                "-pl".to_owned(),
                way.display().to_string(),
                "-am".to_owned(),
            ]);
        }
        arguments.extend(LEFT_OUT.map(str::to_owned));
        arguments
    }

    /// Moves what was made out of the copy, without class files: our own compile makes these.
    fn keep_outputs(&self, copy: &ProjectCopy, place: &Path) -> io::Result<Vec<PathBuf>> {
        if place.exists() {
            remove_tree(place)?;
        }
        let mut outputs = Vec::new();
        for (number, module) in self.modules.iter().enumerate() {
            let kept = place.join(number.to_string());
            fs::create_dir_all(&kept)?;
            let made = copy.place(&module.output);
            for name in [
                "generated-sources",
                "generated-test-sources",
                "classes",
                "test-classes",
            ] {
                let from = real_in(&copy.folder, &made.join(name));
                if let Some(from) = from.filter(|it| it.is_dir()) {
                    remove_classes_and_links(&from)?;
                    fs::rename(from, kept.join(name))?;
                }
            }
            remove_copies(&kept.join("classes"), &module.resources)?;
            remove_copies(&kept.join("test-classes"), &module.test_resources)?;
            keep_other_sources(&roots_elsewhere(module, copy), &kept)?;
            outputs.push(kept);
        }
        Ok(outputs)
    }

    /// What the module's build before this one made is of no use any more.
    fn forget_the_last(&self, folder: &Path, key: &str) {
        let module = content_key(&[self.reactor.module.as_os_str().as_encoded_bytes()]);
        let pointer = folder.join(format!("{}.last.json", &module[..32]));
        let last: Option<String> = read_cached(&pointer);
        if let Some(last) = last.filter(|last| last != key) {
            // It only costs room when it stays.
            let _ = remove_tree(&folder.join(&last));
            let _ = fs::remove_file(folder.join(format!("{last}.json")));
        }
        write_cached(&pointer, &key);
    }

    fn no_answer(&self, cause: io::Error) -> MavenError {
        MavenError::NoAnswer {
            pom: self.reactor.module.clone(),
            cause,
        }
    }
}

impl BuiltOutput {
    fn holds(&self) -> bool {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let age = now.unwrap_or_default().as_secs().checked_sub(self.built);
        let is_fresh = age.is_some_and(|age| age < FAILURE_HOLDS.as_secs());
        (self.failure.is_none() || is_fresh) && self.outputs.iter().all(|it| it.is_dir())
    }
}

/// Folders with sources that the build made in the copy, and that are not where most plugins put them: below the output
/// folder (`target/antlr4`), or roots that the build names and that the project lacks (`src/gen/java`).
fn roots_elsewhere(module: &GeneratingModule, copy: &ProjectCopy) -> Vec<PathBuf> {
    let below = fs::read_dir(copy.place(&module.output));
    let below = below.into_iter().flatten().flatten();
    let mut folders: Vec<PathBuf> = below.map(|entry| entry.path()).collect();
    folders.sort();
    let named = module.source_roots.iter().filter(|root| !root.exists());
    folders.extend(named.map(|root| copy.place(root)));
    let is_link = |it: &PathBuf| fs::symlink_metadata(it).is_ok_and(|it| it.is_symlink());
    folders.retain(|folder| !is_link(folder));
    let real = folders.iter().filter_map(|it| real_in(&copy.folder, it));
    real.filter(|folder| folder.is_dir() && !roots_below(folder).is_empty())
        .collect()
}

/// Moves these beside what lies where most plugins put it.
fn keep_other_sources(folders: &[PathBuf], kept: &Path) -> io::Result<()> {
    for (number, folder) in folders.iter().enumerate() {
        // One may have been moved with the folder around it.
        if folder.is_dir() {
            let place = kept
                .join("generated-sources")
                .join(format!("other-{number}"));
            fs::create_dir_all(&place)?;
            remove_classes_and_links(folder)?;
            fs::rename(folder, place.join("sources"))?;
        }
    }
    Ok(())
}

/// Where the copy of a project is.
struct ProjectCopy {
    base: PathBuf,
    folder: PathBuf,
}

impl ProjectCopy {
    /// All that the build reads: its poms, their parents, and the folder of `.mvn`.
    fn of(reactor: &Reactor, root: &Path, folder: &Path) -> Self {
        let files = reactor.files();
        let base = common_folder(files.iter().chain([&root.join("pom.xml")]));
        Self {
            base,
            folder: folder.to_path_buf(),
        }
    }

    /// Puts the project there. A pom may lead anywhere by its modules and its parent, and others may lead to it: of
    /// what lies outside of its repository there are only the poms, for what else lies around these may be anything of
    /// the user's.
    fn fill(&self, reactor: &Reactor) -> io::Result<()> {
        let module = reactor.module.parent().unwrap_or(&reactor.module);
        let own = repository_root(module);
        if self.base.starts_with(&own) {
            return tree::copy(&self.base, &self.folder);
        }
        tree::copy(&own, &self.place(&own))?;
        for pom in reactor.files().iter().filter(|it| !it.starts_with(&own)) {
            let place = self.place(pom);
            fs::create_dir_all(place.parent().unwrap_or(&self.folder))?;
            fs::write(place, read_file(pom)?)?;
        }
        Ok(())
    }

    /// The copy of a file or folder; what lies outside has none, and is not there.
    fn place(&self, path: &Path) -> PathBuf {
        let below = path.strip_prefix(&self.base);
        self.folder.join(below.unwrap_or(Path::new(".nowhere")))
    }

    /// Whether it stood in this pom of the copy, and does no more. The pom is written only where it really lies in the
    /// copy.
    fn is_left_out(&self, failed: &InTheWay, pom: &Path) -> bool {
        let Some(pom) = real_in(&self.folder, pom) else {
            return false;
        };
        let text = xml::read(&pom).ok();
        let text = text.and_then(|text| failed.left_out_of(&text));
        text.is_some_and(|text| fs::write(pom, text).is_ok())
    }

    fn with_real_paths(&self, text: &str) -> String {
        text.replace(
            &self.folder.display().to_string(),
            &self.base.display().to_string(),
        )
    }
}

/// Class files are made anew, and links lead to what goes with the copy, or to what the build had no business with:
/// none is followed. One folder is open at a time, however deep they lie in one another.
fn remove_classes_and_links(folder: &Path) -> io::Result<()> {
    let mut ahead = vec![folder.to_path_buf()];
    while let Some(folder) = ahead.pop() {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (path, kind) = (entry.path(), entry.file_type()?);
            let is_class = path.extension().is_some_and(|ending| ending == "class");
            if kind.is_dir() {
                ahead.push(path);
            } else if !kind.is_file() || is_class {
                // A link, a class, or a pipe that somebody would wait for.
                fs::remove_file(path)?;
            }
        }
    }
    Ok(())
}

/// What the build copied as it stands in its folders of resources: beside these, each would be found twice, which
/// Liquibase takes for a mistake. What it filled in or made stays.
fn remove_copies(output: &Path, resources: &[PathBuf]) -> io::Result<()> {
    if !output.is_dir() {
        return Ok(());
    }
    for file in tree::files(output)? {
        let Ok(name) = file.strip_prefix(output) else {
            continue;
        };
        let sources = resources.iter().map(|folder| folder.join(name));
        let is_copy = |source: PathBuf| source.is_file() && !differ(&file, &source);
        if sources.into_iter().any(is_copy) {
            fs::remove_file(&file)?;
        }
    }
    Ok(())
}

/// The way from a folder to another one, which may stand beside it: `../shop`.
fn way_from(folder: &Path, to: &Path) -> Option<PathBuf> {
    let mut up = PathBuf::new();
    for above in folder.ancestors() {
        if let Ok(below) = to.strip_prefix(above) {
            return Some(up.join(below));
        }
        up.push("..");
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_to_a_module_may_lead_beside_the_root() {
        let way = |to: &str| way_from(Path::new("/x/all"), Path::new(to));
        assert_eq!(way("/x/all/shop"), Some(PathBuf::from("shop")));
        assert_eq!(way("/x/shop/cart"), Some(PathBuf::from("../shop/cart")));
        assert_eq!(way("/x/all"), Some(PathBuf::new()));
    }

    #[test]
    fn what_a_build_only_copied_is_not_kept_beside_what_it_copied_it_from() {
        let dir = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            ("r/db/master.xml", "<a/>"),
            ("r/app.yml", "version: @version@"),
            ("out/db/master.xml", "<a/>"),
            ("out/app.yml", "version: 1"),
            ("out/made.txt", "x"),
        ] {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        let out = dir.path().join("out");
        remove_copies(&out, &[dir.path().join("r")]).expect("they are ours");
        let mut left = tree::files(&out).expect("it is there");
        left.sort();
        assert_eq!(left, [out.join("app.yml"), out.join("made.txt")]);
        remove_copies(&dir.path().join("none"), &[]).expect("nothing to do");
    }

    #[cfg(unix)]
    #[test]
    fn of_what_a_build_made_plain_files_are_kept_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let place = |name: &str| dir.path().join(name);
        fs::write(place("shop.properties"), "a").expect("a file");
        fs::write(place("Cart.class"), "a").expect("a file");
        std::os::unix::fs::symlink("/etc", place("etc")).expect("a link");
        let made = std::process::Command::new("mkfifo")
            .arg(place("pipe"))
            .status();
        assert!(made.expect("mkfifo").success());
        remove_classes_and_links(dir.path()).expect("they are ours");
        let left = fs::read_dir(dir.path()).expect("it is there");
        let left: Vec<_> = left.map(|it| it.expect("a file").file_name()).collect();
        assert_eq!(left, ["shop.properties"]);
    }

    #[test]
    fn sources_made_where_few_plugins_make_them_are_kept_with_the_others() {
        let dir = tempfile::tempdir().expect("a folder");
        let (base, folder) = (dir.path().join("shop"), dir.path().join("copy"));
        let write = |path: &Path| {
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, "package shop; class Made {}").expect("a file");
        };
        write(&base.join("src/main/java/shop/Made.java"));
        for place in [
            "target/antlr4/shop/Made.java",
            "target/surefire-reports/shop.txt",
            "src/gen/java/shop/Made.java",
            "src/main/java/shop/Made.java",
        ] {
            write(&folder.join(place));
        }
        let module = GeneratingModule {
            output: base.join("target"),
            source_roots: vec![base.join("src/main/java"), base.join("src/gen/java")],
            ..GeneratingModule::default()
        };
        let copy = ProjectCopy { base, folder };
        let kept = dir.path().join("kept");
        keep_other_sources(&roots_elsewhere(&module, &copy), &kept).expect("they are ours");
        let roots = roots_below(&kept.join("generated-sources"));
        assert_eq!(roots.len(), 2, "{roots:?}");
        assert!(
            roots.iter().all(|it| it.join("shop/Made.java").is_file()),
            "{roots:?}"
        );
        assert!(
            copy.place(&module.source_roots[0]).is_dir(),
            "the project has it"
        );
    }

    #[test]
    fn of_what_poms_lead_to_outside_of_the_repository_a_copy_has_the_poms_alone() {
        let dir = tempfile::tempdir().expect("a folder");
        let home = fs::canonicalize(dir.path()).expect("a real path");
        let write = |path: &str, text: &str| {
            let path = home.join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        };
        let parent = "<parent><relativePath>../kept/any.pom</relativePath></parent>";
        write("evil/.git/HEAD", "");
        write(
            "evil/pom.xml",
            &format!("<project>{parent}<modules><module>../other</module></modules></project>"),
        );
        write("evil/src/api.yml", "");
        write("kept/any.pom", "<project/>");
        write("kept/any.jar", "secret");
        write("other/pom.xml", "<project/>");
        write("other/notes.txt", "secret");
        write(".ssh/key", "secret");
        // Somebody's list of all that lies there.
        let all =
            "<project><modules><module>evil</module><module>other</module></modules></project>";
        write("pom.xml", all);
        let reactor = Reactor::around(&home.join("evil/pom.xml"));
        // Where Maven would begin, with what is said to it there.
        write(".mvn/maven.config", "-Dtoken=secret");
        let copy = ProjectCopy::of(&reactor, &home, &home.join("area/project"));
        assert_eq!(copy.base, home, "the poms have nothing else in common");
        copy.fill(&reactor).expect("it is copied");
        let mut copied = tree::files(&copy.folder).expect("it is there");
        for file in &mut copied {
            *file = file.strip_prefix(&copy.folder).expect("below").into();
        }
        let wanted = [
            "evil/pom.xml",
            "evil/src/api.yml",
            "kept/any.pom",
            "other/pom.xml",
            "pom.xml",
        ];
        assert_eq!(copied, wanted.map(PathBuf::from));
    }

    #[cfg(unix)]
    #[test]
    fn nothing_that_a_link_of_the_build_leads_to_is_moved_or_removed() {
        use std::os::unix::fs::symlink;

        let dir = tempfile::tempdir().expect("a folder");
        let (base, folder) = (dir.path().join("shop"), dir.path().join("copy"));
        let users = dir.path().join("users/classes/shop/Cart.class");
        fs::create_dir_all(users.parent().expect("a folder")).expect("a folder");
        fs::write(&users, "").expect("a file");
        let made = folder.join("made/generated-sources/gen");
        fs::create_dir_all(&made).expect("a folder");
        symlink(dir.path().join("users"), made.join("inside")).expect("a link");
        symlink(dir.path().join("users"), folder.join("linked")).expect("a link");
        let copy = ProjectCopy { base, folder };
        for output in ["made", "linked"] {
            let place = copy.folder.join(output);
            for name in ["generated-sources", "classes"] {
                let real = real_in(&copy.folder, &place.join(name));
                if let Some(folder) = real {
                    remove_classes_and_links(&folder).expect("it is ours");
                }
            }
            let linked = real_in(&copy.folder, &copy.folder.join("linked/classes"));
            assert_eq!(linked, None, "it would be moved");
        }
        assert!(users.is_file());
        assert!(!made.join("inside").exists());
        // Nor where the copy itself is a link by then.
        fs::remove_dir_all(&copy.folder).expect("it is ours");
        symlink(dir.path().join("users"), &copy.folder).expect("a link");
        assert_eq!(real_in(&copy.folder, &copy.folder.join("classes")), None);
        let pom = copy.folder.join("pom.xml");
        fs::write(&pom, "<project/>").expect("a file");
        assert_eq!(real_in(&copy.folder, &pom), None, "it would be written");
    }

    #[test]
    fn what_a_build_left_deep_in_one_another_is_gone_through_one_folder_at_a_time() {
        let dir = tempfile::tempdir().expect("a folder");
        let deep = dir.path().join(vec!["d"; 1_500].join("/"));
        fs::create_dir_all(&deep).expect("a folder");
        fs::write(deep.join("A.class"), "").expect("a file");
        let folder = dir.path().to_path_buf();
        let small = std::thread::Builder::new().stack_size(64 << 10);
        let thread = small.spawn(move || remove_classes_and_links(&folder));
        let done = thread.expect("a thread").join().expect("it goes on");
        done.expect("it is ours");
        assert!(!deep.join("A.class").exists());
    }

    #[cfg(unix)]
    #[test]
    fn a_link_in_the_place_of_a_pom_is_not_followed_out_of_the_copy() {
        let dir = tempfile::tempdir().expect("a folder");
        let folder = dir.path().join("copy");
        fs::create_dir(&folder).expect("a folder");
        let users = dir.path().join("pom.xml");
        let text = "<project><artifactId>shop</artifactId></project>";
        fs::write(&users, text).expect("a pom");
        let copy = ProjectCopy {
            base: dir.path().to_path_buf(),
            folder: folder.clone(),
        };
        let message = "Failed to execute goal g:a:1:check (check) on project shop: no";
        let failed = InTheWay::told_in(message).expect("Maven names it");
        let pom = folder.join("pom.xml");
        std::os::unix::fs::symlink(&users, &pom).expect("a link");
        assert!(!copy.is_left_out(&failed, &pom));
        assert_eq!(fs::read_to_string(&users).expect("it is there"), text);
        fs::remove_file(&pom).expect("it is a link");
        fs::write(&pom, text).expect("a pom");
        assert!(copy.is_left_out(&failed, &pom));
    }
}
