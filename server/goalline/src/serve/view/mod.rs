//! What an editor shows, made from what is known: hints, hovers, lenses, lists, actions and their edits; changes
//! nothing.

pub mod actions;
pub mod chosen;
pub mod commands;
pub mod diagnostics;
pub mod goal_sentences;
pub mod hover;
pub mod insertion_edit;
pub mod lens;
pub mod markdown;
pub mod pair_actions;
pub mod pair_hints;
pub mod preview;
pub mod related;
pub mod status_words;
pub mod tree;
