//! What a project's `.mvn` says, read as data: takes its files, gives options that run nothing, and the Maven that
//! its wrapper has fetched.
//!
//! Maven itself never sees this folder: it would load agents and extensions from it.

use std::{
    fs,
    path::{Path, PathBuf},
};

use roxmltree::Node;

use super::{
    super::{
        elements::{LocalName, child, text_of},
        xml,
    },
    repositories::repository_name,
};
use crate::files::read_written;

/// Beginnings of properties that say where Maven, its JVM or a plugin of ours takes code from, or what is there; the
/// rest is the poms'.
const NOT_PASSED_ON: [&str; 31] = [
    "aether.",
    "classworlds.",
    "com.sun.",
    "file.",
    "goalline.",
    "guice",
    "ftp.",
    "http.",
    "https.",
    "includeScope",
    "java.",
    "javax.",
    "jdk.",
    "line.",
    "log4j",
    "maven.conf",
    "maven.ext",
    "maven.home",
    "maven.install",
    "maven.multi",
    "maven.project",
    "maven.repo",
    "maven.resolver",
    "maven.user",
    "maven.wagon",
    "mdep.",
    "org.slf4j",
    "os.",
    "output",
    "path.",
    "sisu.",
];

/// Others that begin with what many properties of poms begin with.
const NEITHER: [&str; 8] = [
    "plexus.",
    "settings.",
    "session.",
    "socks",
    "style.",
    "sun.",
    "user.",
    "wagon.",
];

/// A profile that is active until somebody says no.
const ALWAYS: &str = "<activation><property><name>!goalline.never</name></property></activation>";

/// What the folder's `.mvn/maven.config` says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// Options that only fill in poms: properties and profiles.
    pub options: Vec<String>,
    /// Settings of the project, written anew: its repositories, and who may read from them.
    pub settings: Option<String>,
}

/// Reads the options of the project. All that is not about poms and repositories is left out.
pub fn config(root: &Path) -> Config {
    let text = read_written(root.join(".mvn/maven.config")).unwrap_or_default();
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with('#'));
    let mut words = lines
        .flat_map(str::split_whitespace)
        .map(|word| word.trim_matches('"'));
    let mut config = Config::default();
    while let Some(word) = words.next() {
        let mut value = |short: &str, long: &str| {
            if word == short || word == long {
                return words.next();
            }
            let joined = word
                .strip_prefix(long)
                .and_then(|rest| rest.strip_prefix('='));
            let is_long = word.starts_with("--");
            joined.or_else(|| word.strip_prefix(short).filter(|_| !is_long))
        };
        if let Some(definition) = value("-D", "--define") {
            config.options.extend(property(definition));
        } else if let Some(names) = value("-P", "--activate-profiles") {
            config.options.push(format!("-P{names}"));
        } else if let Some(file) = value("-s", "--settings") {
            config.settings = settings(root, file);
        }
    }
    config
}

/// The settings file of the project, without what would have Maven take plugins, and so code to run, from where the
/// project says: a mirror becomes one more repository for libraries.
fn settings(root: &Path, file: &str) -> Option<String> {
    let root = fs::canonicalize(root).ok()?;
    let file = fs::canonicalize(root.join(file)).ok()?;
    let text = xml::read(&file).ok().filter(|_| file.starts_with(&root))?;
    let document = xml::parse(&text).ok()?;
    let settings = document.root_element();
    if !settings.has_tag_name_local("settings") {
        return None;
    }
    let mirrors = child(settings, "mirrors");
    let repositories = repositories_of(mirrors.into_iter().flat_map(|list| list.children()));
    let profile = format!(
        "<profile><id>goalline</id>{ALWAYS}<repositories>{repositories}</repositories></profile>"
    );
    let mut out = String::new();
    xml::write(settings, &mut out, &|node, path| match path {
        _ if !stays(path) => xml::Edit::Drop,
        "settings/profiles" => xml::Edit::Add(profile.clone()),
        "settings/repositories/repository/id" => renamed(node),
        "settings" if child(node, "profiles").is_none() => {
            xml::Edit::Add(format!("<profiles>{profile}</profiles>"))
        }
        _ => xml::Edit::Keep,
    })
    .ok()?;
    Some(out.replace("${env.", "${"))
}

/// What of settings says where libraries come from, and who may have them. A proxy would see the user's passwords, and
/// give what it likes for what the user's own repositories have.
const STAYING: [&str; 7] = [
    "activation",
    "activeProfiles",
    "id",
    "profiles",
    "properties",
    "repositories",
    "servers",
];

/// What of a server stays: who asks, and nothing of how.
const OF_SERVER: [&str; 3] = ["id", "password", "username"];

fn stays(path: &str) -> bool {
    let mut names = path.split('/').skip(1);
    match (names.next(), names.next(), names.next()) {
        (Some("servers"), Some(_), Some(part)) => OF_SERVER.contains(&part),
        (Some(part), ..) => STAYING.contains(&part),
        _ => true,
    }
}

/// The name of a repository, by which it does not pass for Maven Central.
fn renamed(id: Node<'_, '_>) -> xml::Edit {
    let url = id.parent().and_then(|it| text_of(it, "url"));
    let text = id.text().unwrap_or_default().trim();
    let name = repository_name(text, &url.unwrap_or_default());
    name.map_or(xml::Edit::Keep, |name| xml::Edit::Text(name.to_owned()))
}

/// Settings with one more repository, for libraries and plugins; none where they are not XML.
pub fn with_repository(settings: &str, url: &str) -> Option<String> {
    let document = xml::parse(settings).ok()?;
    let root = document.root_element();
    let url = xml::escape(url);
    let body = format!("<id>of-the-user</id><url>{url}</url>");
    let profile = format!(
        "<profile><id>goalline</id>{ALWAYS}<repositories><repository>{body}</repository></repositories>\
         <pluginRepositories><pluginRepository>{body}</pluginRepository></pluginRepositories></profile>"
    );
    let mut out = String::new();
    xml::write(root, &mut out, &|node, path| match path {
        "settings/profiles" => xml::Edit::Add(profile.clone()),
        "settings" if child(node, "profiles").is_none() => {
            xml::Edit::Add(format!("<profiles>{profile}</profiles>"))
        }
        _ => xml::Edit::Keep,
    })
    .ok()?;
    Some(out)
}

fn repositories_of<'a>(mirrors: impl Iterator<Item = Node<'a, 'a>>) -> String {
    mirrors
        .filter_map(|mirror| {
            let (id, url) = text_of(mirror, "id").zip(text_of(mirror, "url"))?;
            let id = repository_name(&id, &url).unwrap_or(&id);
            let (id, url) = (xml::escape(id), xml::escape(&url));
            Some(format!(
                "<repository><id>{id}</id><url>{url}</url></repository>"
            ))
        })
        .collect()
}

fn property(definition: &str) -> Option<String> {
    let mut refused = NOT_PASSED_ON.iter().chain(&NEITHER);
    let is_name = definition.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
    // It would be filled in where it is used, and may be one that the user's settings alone are to have.
    let is_secret = definition.contains("${env.");
    (is_name && !is_secret && !refused.any(|start| definition.starts_with(start)))
        .then(|| format!("-D{definition}"))
}

/// Flags of `.mvn/jvm.config` that only give Maven's JVM room.
pub fn memory(root: &Path) -> Vec<String> {
    let text = read_written(root.join(".mvn/jvm.config")).unwrap_or_default();
    let is_size = |word: &&str| {
        let size = ["-Xmx", "-Xss"]
            .iter()
            .find_map(|flag| word.strip_prefix(flag));
        let digits = size.map(|size| size.trim_end_matches(['k', 'K', 'm', 'M', 'g', 'G']));
        digits.is_some_and(|it| !it.is_empty() && it.chars().all(|c| c.is_ascii_digit()))
    };
    let words = text.split_whitespace().filter(is_size);
    words.map(str::to_owned).collect()
}

/// The `mvn` that the folder's wrapper names, where the user has run that wrapper: it lies unpacked in their own
/// folder. The wrapper itself is a script of the project and is never run.
pub fn fetched_maven(root: &Path, distributions: &Path) -> Option<PathBuf> {
    let file = root.join(".mvn/wrapper/maven-wrapper.properties");
    let text = read_written(file).ok()?;
    let address = text.lines().find_map(|line| {
        let (name, value) = line.split_once('=')?;
        (name.trim() == "distributionUrl").then_some(value.trim())
    })?;
    let name = address.rsplit('/').next()?.strip_suffix(".zip")?;
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "._-".contains(c);
    if !name.starts_with("apache-maven-") || !name.chars().all(is_plain) {
        return None;
    }
    let program = if cfg!(windows) {
        "bin/mvn.cmd"
    } else {
        "bin/mvn"
    };
    [name, name.trim_end_matches("-bin")]
        .iter()
        .flat_map(|name| folders(&distributions.join(name)))
        .flat_map(|hash| folders(&hash).into_iter().chain([hash]))
        .map(|home| home.join(program))
        .find(|program| program.is_file())
}

fn folders(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let mut all: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.is_dir())
        .collect();
    all.sort();
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn root(files: &[(&str, &str)]) -> tempfile::TempDir {
        let dir = tempfile::tempdir().expect("a folder");
        for (path, text) in files {
            let path = dir.path().join(path);
            fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
            fs::write(path, text).expect("a file");
        }
        dir
    }

    #[test]
    fn properties_and_profiles_are_passed_on_and_nothing_that_says_where_code_comes_from() {
        let dir = root(&[(
            ".mvn/maven.config",
            "-Drevision=1.2 -T 4\n--define\nsha1=x\n-P ci,!slow --activate-profiles=more\n# -Dno=1\n\
             -Dmaven.ext.class.path=/tmp/evil.jar -Dmaven.repo.local=evil --settings=s.xml -s s.xml -o -DskipTests\n\
             -Dx=${env.TOKEN} \
             -Daether.x=y -Dmaven.home=z -D user.home=/x -f other.xml org.evil:plugin:run -Dmaven.test.skip=true\n",
        )]);
        assert_eq!(
            config(dir.path()).options,
            [
                "-Drevision=1.2",
                "-Dsha1=x",
                "-Pci,!slow",
                "-Pmore",
                "-DskipTests",
                "-Dmaven.test.skip=true"
            ]
        );
        assert_eq!(config(&dir.path().join("nowhere")), Config::default());
    }

    #[test]
    fn settings_of_the_project_give_repositories_for_libraries_and_none_for_plugins() {
        let text = "<settings><localRepository>evil</localRepository><mirrors><mirror><id>own</id><url>http://own</url>\
            <mirrorOf>*</mirrorOf></mirror></mirrors><servers><server><id>own</id><configuration>x</configuration></server></servers>\
            <proxies><proxy><host>evil</host></proxy></proxies><offline>true</offline><profiles><profile>\
            <id>p</id><repositories><repository><id>r</id><url>${env.TOKEN}</url></repository></repositories>\
            <pluginRepositories><pluginRepository/></pluginRepositories></profile></profiles></settings>";
        for option in ["-s .mvn/s.xml", "--settings=.mvn/s.xml", "-s.mvn/s.xml"] {
            let dir = root(&[(".mvn/maven.config", option), (".mvn/s.xml", text)]);
            assert_eq!(
                config(dir.path()).settings.as_deref(),
                Some(
                    "<settings><servers><server><id>own</id></server></servers><profiles><profile><id>p</id><repositories>\
                     <repository><id>r</id><url>${TOKEN}</url></repository></repositories></profile><profile>\
                     <id>goalline</id><activation><property><name>!goalline.never</name></property></activation>\
                     <repositories><repository><id>own</id><url>http://own</url></repository></repositories></profile></profiles></settings>"
                ),
                "{option}"
            );
        }
        let outside = root(&[("p/.mvn/maven.config", "-s ../s.xml"), ("s.xml", text)]);
        assert_eq!(config(&outside.path().join("p")).settings, None);
    }

    #[test]
    fn no_repository_of_the_projects_settings_goes_by_the_name_of_maven_central() {
        let text = "<settings><mirrors><mirror><id>central</id><url>http://x.test</url><mirrorOf>*</mirrorOf></mirror>\
            </mirrors><profiles><profile><id>p</id><repositories><repository><id>cen<!-- -->tral</id>\
            <url>http://y.test</url></repository></repositories></profile></profiles></settings>";
        let dir = root(&[(".mvn/maven.config", "-s s.xml"), ("s.xml", text)]);
        let settings = config(dir.path()).settings.expect("they are XML");
        assert!(!settings.contains("<id>central</id>"), "{settings}");
        let renamed = settings.matches("<id>named-by-the-project</id>");
        assert_eq!(renamed.count(), 2, "{settings}");
    }

    #[test]
    fn of_the_options_of_the_jvm_only_sizes_are_passed_on() {
        let text = "-Xmx2g -javaagent:evil.jar\n-Xss512k -XX:OnError=evil -Xmx1g;evil -Xmx";
        let dir = root(&[(".mvn/jvm.config", text)]);
        assert_eq!(memory(dir.path()), ["-Xmx2g", "-Xss512k"]);
    }

    #[test]
    fn the_maven_of_the_wrapper_is_taken_where_the_user_has_fetched_it() {
        let named = |address: &str| {
            let properties = format!("wrapperVersion=3\ndistributionUrl = {address}\n");
            root(&[(".mvn/wrapper/maven-wrapper.properties", &properties)])
        };
        let fetched = root(&[
            ("apache-maven-3.9.6-bin/3311/apache-maven-3.9.6/bin/mvn", ""),
            ("apache-maven-3.9.9/abc/bin/mvn", ""),
            ("evil/a/b/bin/mvn", ""),
        ]);
        let found = |address: &str| {
            let program = fetched_maven(named(address).path(), fetched.path())?;
            let below = program.strip_prefix(fetched.path()).expect("it is there");
            Some(below.to_string_lossy().into_owned())
        };
        assert_eq!(
            found("https://repo/apache-maven-3.9.6-bin.zip").as_deref(),
            Some("apache-maven-3.9.6-bin/3311/apache-maven-3.9.6/bin/mvn")
        );
        assert_eq!(
            found("https://repo/apache-maven-3.9.9-bin.zip").as_deref(),
            Some("apache-maven-3.9.9/abc/bin/mvn")
        );
        for other in [
            "https://x/apache-maven-3.8.8-bin.zip",
            "https://x/evil.zip",
            "apache-maven-/../evil.zip",
        ] {
            assert_eq!(found(other), None, "{other}");
        }
    }
}
