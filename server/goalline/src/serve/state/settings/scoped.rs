//! The settings of each file: takes those of the window and of the folders of a workspace, gives what holds where;
//! reads no file.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
};

use crate::serve::state::settings::ClientSettings;

/// The settings in force.
#[derive(Clone, Debug, Default)]
pub struct ScopedSettings {
    /// Those of the window: what belongs to no folder, and what is no matter of one file.
    pub window: ClientSettings,
    /// Those of the folders of the workspace, where it has several.
    pub folders: BTreeMap<PathBuf, ClientSettings>,
}

impl ScopedSettings {
    /// Those that hold for a file: of the innermost folder around it, else of the window.
    pub fn of(&self, path: &Path) -> &ClientSettings {
        let mut around = path.ancestors().skip(1);
        let innermost = around.find_map(|folder| self.folders.get(folder));
        innermost.unwrap_or(&self.window)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_the_settings_of_the_innermost_folder_around_it() {
        let with = |max_diagnostics| ClientSettings {
            max_diagnostics,
            ..ClientSettings::default()
        };
        let settings = ScopedSettings {
            window: with(1),
            folders: BTreeMap::from([
                ("/work/shop".into(), with(2)),
                ("/work/shop/app".into(), with(3)),
            ]),
        };
        let number_of = |path: &str| settings.of(Path::new(path)).max_diagnostics;
        assert_eq!(number_of("/work/Other.java"), 1);
        assert_eq!(number_of("/work/shop/src/Cart.java"), 2);
        assert_eq!(number_of("/work/shop/app/src/App.java"), 3);
        assert_eq!(number_of("/work/shopping/src/List.java"), 1);
    }
}
