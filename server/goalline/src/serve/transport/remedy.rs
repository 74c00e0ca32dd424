//! Messages with a button that helps: takes what has to be said, offers the setting that it names or the log where
//! the client can open them; decides nothing about what is said.

use serde::{Deserialize, Serialize};
use tower_lsp::ls_types::{
    MessageActionItem, MessageType, ShowMessageRequestParams, notification::Notification,
    request::ShowMessageRequest,
};

use super::outbox::{Outbox, plain};

const OPEN_SETTING: &str = "Open Setting";
const SHOW_LOG: &str = "Show Log";

/// `goalline/remedy`: server to client, once the user has chosen the button.
pub enum Remedy {}

impl Notification for Remedy {
    type Params = RemedyParams;
    const METHOD: &'static str = "goalline/remedy";
}

/// What to open.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RemedyParams {
    /// The setting to show; the log when none.
    pub setting: Option<String>,
}

/// Shows a message, with a button where the client can act on it.
pub fn show(outbox: &Outbox, has_remedies: bool, kind: MessageType, message: &str) {
    if !has_remedies {
        outbox.show(kind, message);
        return;
    }
    let setting = named_setting(message);
    let title = if setting.is_some() {
        OPEN_SETTING
    } else {
        SHOW_LOG
    };
    let params = ShowMessageRequestParams {
        typ: kind,
        message: plain(message),
        actions: Some(vec![MessageActionItem {
            title: title.into(),
            properties: std::collections::HashMap::new(),
        }]),
    };
    let then = outbox.clone();
    outbox.request::<ShowMessageRequest>(params, move |chosen| {
        if let Ok(Some(_)) = chosen {
            then.notify::<Remedy>(RemedyParams { setting });
        }
    });
}

/// The first setting of ours that a message names: `goalline.java.home`.
fn named_setting(message: &str) -> Option<String> {
    message
        .split(|letter: char| !(letter.is_ascii_alphanumeric() || letter == '.'))
        .map(|word| word.trim_end_matches('.'))
        .find(|word| {
            word.strip_prefix("goalline.")
                .is_some_and(|rest| !rest.is_empty())
        })
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_button_belongs_to_the_setting_that_the_message_names() {
        let named = |message: &str| named_setting(message);
        assert_eq!(
            named("install a JDK, or set goalline.java.home."),
            Some("goalline.java.home".into())
        );
        assert_eq!(named("goalline: the worker died. Nothing helps."), None);
    }
}
