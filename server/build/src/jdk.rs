//! JDKs: finds one with a compiler, says where it looked; changes nothing.

use std::{
    collections::BTreeSet,
    env, fmt, fs,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use thiserror::Error;

use crate::{
    jdk::tool_version::{WantedJdk, numbers},
    process,
};

/// The oldest release that Goalline runs on.
pub const OLDEST_JDK: u32 = 11;

/// A JDK that was run once to learn its version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Jdk {
    /// Its home folder (`bin/java` and `bin/javac` inside).
    pub home: PathBuf,
    /// Feature release: 11, 17, 25.
    pub feature: u32,
    /// Full version, `17.0.15`.
    pub version: String,
    /// Where it was found, for people: `JAVA_HOME`, `setting goalline.java.home`, `PATH`, `known folders`.
    pub found_by: String,
}

/// What the search for a JDK knows of the machine.
#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// `JAVA_HOME`.
    pub java_home: Option<PathBuf>,
    /// The folders of `PATH`; one that is relative would mean another place in every project, and counts for nothing.
    pub path: Vec<PathBuf>,
    /// JDKs in the folders where installers put them.
    pub known: Vec<FoundJdk>,
    /// Folders of projects: no JDK in them counts, whatever leads there. Only a setting may name one.
    pub projects: Vec<PathBuf>,
}

/// A JDK in a folder where installers put them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct FoundJdk {
    /// What its folder or the link to it is called there: `17.0.9-tem`.
    pub name: String,
    /// Its home folder, links resolved.
    pub home: PathBuf,
}

/// What somebody wants of the JDK.
#[derive(Clone, Copy, Debug, Default)]
pub struct JdkRequest<'a> {
    /// The user's setting or `--java-home`: this one or none.
    pub setting: Option<&'a Path>,
    /// What the project asks for: a choice among those that are installed.
    pub project: Option<&'a WantedJdk>,
    /// The release that the project's sources need; 0 when unknown.
    pub release: u32,
}

/// No usable JDK: where it was looked for, what was there instead, what to do.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub struct NoJdk {
    /// Places, in the order they were looked at.
    pub looked_at: Vec<&'static str>,
    /// What was found there and why it does not do.
    pub found: Vec<String>,
    /// The oldest release that would do.
    pub needed: u32,
}

impl fmt::Display for NoJdk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let found = if self.found.is_empty() {
            "nothing".into()
        } else {
            self.found.join("; ")
        };
        let needed = self.needed;
        if needed > OLDEST_JDK {
            return write!(
                f,
                "the project needs a JDK {needed} or newer, and there is {found}: install one (for Debian: \
                 openjdk-{needed}-jdk-headless), or set goalline.java.home (on the command line: --java-home)"
            );
        }
        writeln!(f, "no JDK found.")?;
        writeln!(f, "  looked at: {}", self.looked_at.join(", "))?;
        writeln!(f, "  found:     {found}")?;
        write!(
            f,
            "  to do:     install a JDK {needed} or newer (for Debian: openjdk-17-jdk-headless), \
             or set goalline.java.home (on the command line: --java-home)"
        )
    }
}

impl Machine {
    /// This machine, now.
    pub fn current() -> Self {
        let home = env::var_os("HOME")
            .or_else(|| env::var_os("USERPROFILE"))
            .map(PathBuf::from);
        Self {
            java_home: env::var_os("JAVA_HOME")
                .filter(|value| !value.is_empty())
                .map(Into::into),
            path: env::var_os("PATH")
                .map(|path| env::split_paths(&path).collect())
                .unwrap_or_default(),
            known: known_homes(home.as_deref()),
            projects: Vec::new(),
        }
    }

    /// The same without the JDKs in these folders of projects. A folder that holds all that the user has is none of a
    /// project.
    #[must_use]
    pub fn outside_of(mut self, folders: &[PathBuf]) -> Self {
        let user_home = env::var_os("HOME").or_else(|| env::var_os("USERPROFILE"));
        let user_home = user_home.map(|home| real(Path::new(&home)));
        let holds_all = |folder: &Path| {
            let home = user_home.as_ref();
            home.is_some_and(|home| home.starts_with(folder))
        };
        let folders = folders.iter().map(|folder| real(folder));
        self.projects
            .extend(folders.filter(|folder| !holds_all(folder)));
        self
    }

    /// Whether a home or a folder of `PATH` counts.
    fn counts(&self, folder: &Path) -> bool {
        let real = real(folder);
        let is_inside = |project: &PathBuf| real.starts_with(project);
        folder.is_absolute() && !self.projects.iter().any(is_inside)
    }

    /// What `JAVA_HOME` names.
    fn java_home(&self) -> Vec<PathBuf> {
        let named = self.java_home.iter().cloned();
        named.filter(|home| self.counts(home)).collect()
    }

    /// The homes of the programs on the path.
    fn homes_on_path(&self) -> Vec<PathBuf> {
        let folders = self.path.iter().filter(|folder| self.counts(folder));
        let mut homes = homes_on_path(&folders.collect::<Vec<_>>());
        homes.retain(|home| self.counts(home));
        homes
    }

    /// The homes in known folders.
    fn known(&self) -> impl Iterator<Item = &FoundJdk> {
        self.known.iter().filter(|known| self.counts(&known.home))
    }
}

/// The path with its links resolved, as far as it is there.
fn real(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

fn known_homes(user_home: Option<&Path>) -> Vec<FoundJdk> {
    let mut parents: Vec<(PathBuf, &str)> = vec![
        ("/usr/lib/jvm".into(), ""),
        ("/usr/java".into(), ""),
        ("/opt/java".into(), ""),
        ("/Library/Java/JavaVirtualMachines".into(), "Contents/Home"),
        ("C:\\Program Files\\Java".into(), ""),
        ("C:\\Program Files\\Eclipse Adoptium".into(), ""),
    ];
    if let Some(user_home) = user_home {
        for folder in [
            ".sdkman/candidates/java",
            ".jdks",
            ".jenv/versions",
            ".asdf/installs/java",
        ] {
            parents.push((user_home.join(folder), ""));
        }
        parents.push((
            user_home.join("Library/Java/JavaVirtualMachines"),
            "Contents/Home",
        ));
    }
    let mut homes = BTreeSet::new();
    for (parent, inside) in parents {
        for entry in fs::read_dir(parent).into_iter().flatten().flatten() {
            let home = if inside.is_empty() {
                entry.path()
            } else {
                entry.path().join(inside)
            };
            homes.insert(FoundJdk {
                name: entry.file_name().to_string_lossy().into_owned(),
                home: real(&home),
            });
        }
    }
    homes.into_iter().collect()
}

impl Jdk {
    /// Finds the JDK to use: the setting, else what the project wants, else `JAVA_HOME`, `PATH`, known folders (there
    /// the nearest that can compile the project, for a processor may not stand a much newer one; the newest where the
    /// project names no release). A setting that names no usable JDK is an error, so that a typing mistake is not
    /// silently passed over.
    pub fn find(wish: JdkRequest<'_>, machine: &Machine) -> Result<Self, NoJdk> {
        let needed = wish.release.max(OLDEST_JDK);
        let mut error = NoJdk {
            looked_at: Vec::new(),
            found: Vec::new(),
            needed,
        };
        if let Some(home) = wish.setting {
            return Self::first(
                "setting goalline.java.home",
                &[home.to_path_buf()],
                needed,
                &mut error,
            )
            .ok_or(error);
        }
        error.looked_at.push("setting goalline.java.home");
        if let Some(wanted) = wish.project
            && let Some(jdk) = Self::chosen(wanted, machine, &mut error)
        {
            return Ok(jdk);
        }
        let known: Vec<_> = machine.known().map(|known| known.home.clone()).collect();
        Self::first("JAVA_HOME", &machine.java_home(), needed, &mut error)
            .or_else(|| Self::first("PATH", &machine.homes_on_path(), needed, &mut error))
            .or_else(|| Self::fitting(&known, wish.release, &mut error))
            .ok_or(error)
    }

    /// System properties of JVMs in which this JDK stands in for the older one that the project's users have: a library
    /// that makes classes (Mockito's does) goes on though it knows no Java as new as this. A JDK that somebody chose
    /// stands for itself, and such a library fails there in the project's own build, too.
    pub fn stand_in_properties(&self, release: u32) -> Vec<(String, String)> {
        let stands_in = self.found_by == "known folders" && release != 0 && self.feature > release;
        let property = ("net.bytebuddy.experimental", "true");
        let property = (property.0.to_owned(), property.1.to_owned());
        stands_in.then_some(property).into_iter().collect()
    }

    /// The newest JDK up to a feature release: the usual one where it is not newer, for a program that does not run on
    /// every Java.
    pub(crate) fn newest_up_to(newest: u32, machine: &Machine) -> Option<Self> {
        let mut error = NoJdk {
            looked_at: Vec::new(),
            found: Vec::new(),
            needed: 0,
        };
        let mut usual = machine.java_home();
        usual.extend(machine.homes_on_path());
        let known = machine.known().map(|known| known.home.clone());
        let known: Vec<PathBuf> = known.collect();
        let mut fitting = |homes: &[PathBuf]| -> Vec<Self> {
            let jdks = homes.iter();
            jdks.filter_map(|home| Self::usable(home, "known folders", 0, &mut error))
                .filter(|jdk| jdk.feature <= newest)
                .collect()
        };
        let usual = fitting(&usual).into_iter().next();
        usual.or_else(|| fitting(&known).into_iter().max_by_key(|jdk| jdk.feature))
    }

    /// The installed JDK that a project asks for: the one of this name, else the one of this version, else of this
    /// feature release.
    fn chosen(wanted: &WantedJdk, machine: &Machine, error: &mut NoJdk) -> Option<Self> {
        let place = "project";
        error.looked_at.push(place);
        let needed = error.needed;
        let named = machine.known().filter(|known| known.name == wanted.name());
        let named: Vec<_> = named.map(|known| known.home.clone()).collect();
        let mut usable = |homes: &[PathBuf]| {
            let jdks = homes
                .iter()
                .filter_map(|home| Self::usable(home, place, needed, error));
            jdks.collect::<Vec<_>>()
        };
        if let Some(jdk) = usable(&named).pop() {
            return Some(jdk);
        }
        let version = wanted.version();
        let feature = *version.first()?;
        let mut homes = machine.java_home();
        homes.extend(machine.homes_on_path());
        homes.extend(machine.known().map(|known| known.home.clone()));
        let mut fitting = usable(&homes);
        fitting.retain(|jdk| jdk.feature == feature);
        let exact = fitting
            .iter()
            .position(|jdk| numbers(&jdk.version).starts_with(&version));
        (!fitting.is_empty()).then(|| fitting.swap_remove(exact.unwrap_or(0)))
    }

    fn first(
        place: &'static str,
        homes: &[PathBuf],
        needed: u32,
        error: &mut NoJdk,
    ) -> Option<Self> {
        error.looked_at.push(place);
        homes
            .iter()
            .find_map(|home| Self::usable(home, place, needed, error))
    }

    fn fitting(homes: &[PathBuf], release: u32, error: &mut NoJdk) -> Option<Self> {
        let place = "known folders";
        error.looked_at.push(place);
        let needed = error.needed;
        let homes = homes.iter();
        let usable: Vec<_> = homes
            .filter_map(|home| Self::usable(home, place, needed, error))
            .collect();
        let newest = |jdk: &Self| jdk.feature;
        if release == 0 {
            usable.into_iter().max_by_key(newest)
        } else {
            usable.into_iter().min_by_key(newest)
        }
    }

    /// The JDK at `home` if it will do; else notes in `error` what is there.
    fn usable(home: &Path, place: &'static str, needed: u32, error: &mut NoJdk) -> Option<Self> {
        let mut note = |text: String| {
            if !error.found.contains(&text) {
                error.found.push(text);
            }
        };
        let explicit = place.starts_with("setting") || place == "JAVA_HOME";
        if !program(home, "java").is_file() {
            if explicit {
                note(format!(
                    "{place} names {}, which has no bin/java",
                    home.display()
                ));
            }
            return None;
        }
        let Some(version) = version_of(home) else {
            note(format!(
                "{} ({place}) does not say its version",
                home.display()
            ));
            return None;
        };
        let feature = feature_of(&version)?;
        if !program(home, "javac").is_file() {
            note(format!("a Java {feature} runtime without a compiler"));
            return None;
        }
        if feature < needed {
            let why = if feature < OLDEST_JDK {
                "too old".to_owned()
            } else {
                "too old for it".to_owned()
            };
            note(format!("a JDK {feature} ({why})"));
            return None;
        }
        Some(Self {
            home: home.to_path_buf(),
            feature,
            version,
            found_by: place.to_owned(),
        })
    }

    /// The `java` program.
    pub fn java(&self) -> PathBuf {
        program(&self.home, "java")
    }
}

fn program(home: &Path, name: &str) -> PathBuf {
    home.join("bin")
        .join(format!("{name}{}", env::consts::EXE_SUFFIX))
}

/// Homes of the `javac` and `java` programs on the path, links resolved; those with a compiler first.
fn homes_on_path(path: &[&PathBuf]) -> Vec<PathBuf> {
    let mut homes = Vec::new();
    for name in ["javac", "java"] {
        for folder in path {
            let program = folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
            let Ok(real) = fs::canonicalize(&program) else {
                continue;
            };
            let Some(home) = real.parent().and_then(Path::parent) else {
                continue;
            };
            // macOS has stubs in /usr/bin that only ask to install Java.
            if home != Path::new("/usr") && !homes.iter().any(|known| known == home) {
                homes.push(home.to_path_buf());
            }
        }
    }
    homes
}

/// The version from the `release` file, else from the program itself.
fn version_of(home: &Path) -> Option<String> {
    if let Ok(release) = fs::read_to_string(home.join("release"))
        && let Some(line) = release
            .lines()
            .find(|line| line.starts_with("JAVA_VERSION="))
    {
        return Some(
            line["JAVA_VERSION=".len()..]
                .trim()
                .trim_matches('"')
                .to_owned(),
        );
    }
    let mut command = Command::new(program(home, "java"));
    let finished = process::run(
        command.arg("-version").current_dir(home),
        Duration::from_secs(10),
    )
    .ok()?;
    // openjdk version "17.0.15" 2025-04-15
    finished.output.split('"').nth(1).map(str::to_owned)
}

/// `17.0.15` is 17, `1.8.0_392` is 8, `25-ea` is 25.
fn feature_of(version: &str) -> Option<u32> {
    let mut numbers = version.split(|c: char| !c.is_ascii_digit());
    let first: u32 = numbers.next()?.parse().ok()?;
    if first == 1 {
        numbers.next()?.parse().ok()
    } else {
        Some(first)
    }
}

#[cfg(test)]
mod tests;
pub(crate) mod tool_version;
