//! Whence Maven fetches what a project needs: takes XML of poms and settings, tells whether that names a place that
//! neither Maven Central nor the user answers for; fetches nothing.

use roxmltree::Node;

use super::super::{
    elements::{LocalName, text_of},
    xml,
};

/// The addresses of Maven Central.
const CENTRAL: [&str; 2] = [
    "https://repo.maven.apache.org/maven2",
    "https://repo1.maven.org/maven2",
];

/// Another name for a repository of the project that may go by the name of Maven Central and is not: Maven notes in the
/// user's repository whence each file came, by that name, and takes it in the user's own builds for what it says.
pub fn repository_name(id: &str, url: &str) -> Option<&'static str> {
    let may_be_called_so = id == "central" || id.contains("${");
    (may_be_called_so && !is_central(url)).then_some("named-by-the-project")
}

fn is_central(url: &str) -> bool {
    CENTRAL.contains(&url.trim_end_matches('/'))
}

/// Whether elements of a pom, or settings, name a repository for libraries that is neither Maven Central nor one of the
/// user's settings; also where that cannot be told.
pub fn are_foreign(xml: &str, settings_of_user: &str) -> bool {
    let users = UsersPlaces::of(settings_of_user);
    if xml.is_empty() || users.has_mirror_of_all {
        return false;
    }
    let declared = xml.trim_start().strip_prefix("<?xml");
    let body = declared.and_then(|rest| Some(rest.split_once("?>")?.1));
    let whole = format!("<all>{}</all>", body.unwrap_or(xml));
    let Ok(document) = xml::parse(&whole) else {
        return true;
    };
    let is_named = |node: &Node<'_, '_>| {
        let list = node.parent();
        let is_listed = list.is_some_and(|list| list.has_tag_name_local("repositories"));
        is_listed && node.has_tag_name_local("repository")
    };
    let mut urls = document.descendants().filter(is_named);
    urls.any(|node| {
        let url = text_of(node, "url").unwrap_or_default();
        // What an expression stands for, the pom says.
        let is_fixed = !url.is_empty() && !url.contains("${");
        let is_users = is_fixed && users.answer_for(&url);
        !is_central(&url) && !is_users
    })
}

/// Whence the user's settings let Maven fetch. Of settings that are no XML nothing is known.
#[derive(Default)]
struct UsersPlaces {
    /// Whole addresses, without the slash at their end.
    urls: Vec<String>,
    /// Whether a mirror stands for every repository.
    has_mirror_of_all: bool,
}

impl UsersPlaces {
    fn of(settings: &str) -> Self {
        let Ok(document) = xml::parse(settings) else {
            return Self::default();
        };
        let of = |kind: &'static str| {
            let all = document.descendants();
            all.filter(move |node| node.has_tag_name_local(kind))
        };
        let is_of_all = |mirror| text_of(mirror, "mirrorOf").as_deref() == Some("*");
        Self {
            urls: of("mirror")
                .chain(of("repository"))
                .filter_map(|place| text_of(place, "url"))
                .map(|url| url.trim_end_matches('/').to_owned())
                .collect(),
            has_mirror_of_all: of("mirror").any(is_of_all),
        }
    }

    /// Whether it is one of them, whole: `https://own.tes` is somebody else's than `https://own.test`.
    fn answer_for(&self, url: &str) -> bool {
        let url = url.trim_end_matches('/');
        self.urls.iter().any(|own| own == url)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn repositories(url: &str) -> String {
        let one = format!("<repository><id>central</id><url>{url}</url></repository>");
        format!("<project><a/><repositories>{one}</repositories></project>")
    }

    #[test]
    fn a_repository_is_foreign_unless_central_or_the_user_answers_for_it() {
        let users = "<settings><mirrors><mirror><url>https://own.test/maven/</url></mirror></mirrors>\
                     <!-- <repository><url>https://said.test</url><mirrorOf>*</mirrorOf></repository> -->\
                     <repository><url>${where}</url></repository></settings>";
        for (url, expected) in [
            ("https://repo.maven.apache.org/maven2/", false),
            ("https://own.test/maven", false),
            ("https://own.tes", true),
            ("https://said.test", true),
            ("https://repo.maven.apache.org.evil.test/maven2", true),
            ("${where}", true),
            ("", true),
        ] {
            let named = repositories(url);
            assert_eq!(are_foreign(&named, users), expected, "{url}");
            let mirrored = users.replace("<mirror>", "<mirror><mirrorOf> * </mirrorOf>");
            assert!(!are_foreign(&named, &mirrored), "{url}");
        }
        let declared = format!("<?xml version=\"1.0\"?>{}", repositories("https://x.test"));
        assert!(are_foreign(&declared, users));
        assert!(are_foreign("<repositories><repository", users));
        assert!(!are_foreign(
            "<project><pluginRepositories/></project>",
            users
        ));
    }
}
