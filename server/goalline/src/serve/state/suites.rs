//! How far the runs of whole suites are, by module; runs nothing.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

/// How a run of a suite ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SuiteEnd {
    /// All tests ran.
    Complete,
    /// The user stopped it, or it cannot run: nobody waits for it any more.
    GivenUp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SuiteState {
    Running { at: usize, of: usize },
    Ended(SuiteEnd),
}

/// The suites that ran or run.
#[derive(Debug, Default)]
pub struct Suites(BTreeMap<PathBuf, SuiteState>);

impl Suites {
    /// So many of the test files of a module have run.
    pub fn advance(&mut self, root: &Path, at: usize, of: usize) {
        self.0
            .insert(root.to_path_buf(), SuiteState::Running { at, of });
    }

    /// A run has ended; gives whether the last one ended otherwise.
    pub fn end(&mut self, root: &Path, end: SuiteEnd) -> bool {
        let ended = SuiteState::Ended(end);
        self.0.insert(root.to_path_buf(), ended) != Some(ended)
    }

    /// What was given up may be tried again.
    pub fn hope(&mut self) {
        self.0
            .retain(|_, state| *state != SuiteState::Ended(SuiteEnd::GivenUp));
    }

    /// Whether nobody runs the tests of the module of this file any more.
    pub fn is_given_up(&self, file: &Path) -> bool {
        self.of(file) == Some(SuiteState::Ended(SuiteEnd::GivenUp))
    }

    /// "12 of 87" while the tests of the module of this file run.
    pub fn progress(&self, file: &Path) -> Option<String> {
        match self.of(file)? {
            SuiteState::Running { at, of } => Some(format!("{at} of {of}")),
            SuiteState::Ended(_) => None,
        }
    }

    /// The module of a file is the innermost one around it.
    fn of(&self, file: &Path) -> Option<SuiteState> {
        let mut around = file.ancestors().skip(1);
        around.find_map(|folder| self.0.get(folder)).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_belongs_to_the_innermost_module_around_it_and_what_was_given_up_may_be_tried_again() {
        let mut suites = Suites::default();
        let (outer, inner) = (Path::new("/shop"), Path::new("/shop/till"));
        suites.advance(outer, 3, 9);
        assert!(suites.end(inner, SuiteEnd::GivenUp));
        assert!(!suites.end(inner, SuiteEnd::GivenUp));
        let file = Path::new("/shop/till/src/Till.java");
        assert!(suites.is_given_up(file) && suites.progress(file).is_none());
        let file = Path::new("/shop/src/Cart.java");
        assert!(!suites.is_given_up(file));
        assert_eq!(suites.progress(file).as_deref(), Some("3 of 9"));
        suites.hope();
        assert!(!suites.is_given_up(Path::new("/shop/till/src/Till.java")));
    }
}
