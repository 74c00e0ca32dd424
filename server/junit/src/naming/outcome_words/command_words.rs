//! What a collaborator was told to do, in words for a name: takes the method that was called and what it was given,
//! gives `SavesOwner`, `DeletesById`. `CallsSave` says which method that is, and not what comes of it.

use goalline_testcase::{JavaType, Literal, Observed};

use super::CREATES;
use crate::types::{type_names::descriptor_types, variables::capitalised};

/// Longest key of an attribute that a name tells.
const LONGEST_KEY: usize = 24;

/// Verbs of commands, with their third person.
const COMMANDS: [(&str, &str); 33] = [
    ("add", "Adds"),
    ("cancel", "Cancels"),
    ("clean", "Cleans"),
    ("clear", "Clears"),
    ("close", "Closes"),
    ("create", "Creates"),
    ("del", "Deletes"),
    ("delete", "Deletes"),
    ("dispatch", "Dispatches"),
    ("download", "Downloads"),
    ("enqueue", "Enqueues"),
    ("evict", "Evicts"),
    ("flush", "Flushes"),
    ("insert", "Inserts"),
    ("invalidate", "Invalidates"),
    ("notify", "Notifies"),
    ("persist", "Persists"),
    ("publish", "Publishes"),
    ("put", "Puts"),
    ("refresh", "Refreshes"),
    ("register", "Registers"),
    ("remove", "Removes"),
    ("reset", "Resets"),
    ("revoke", "Revokes"),
    ("save", "Saves"),
    ("schedule", "Schedules"),
    ("send", "Sends"),
    ("start", "Starts"),
    ("stop", "Stops"),
    ("store", "Stores"),
    ("submit", "Submits"),
    ("update", "Updates"),
    ("upload", "Uploads"),
];

/// Whether an outcome says that a collaborator was told to do something: what only objects are told that are changed
/// themselves is left out.
pub(crate) fn is_command(outcome: &str) -> bool {
    const OF_OBJECTS: [&str; 6] = ["Adds", "Clears", "Closes", "Puts", "Removes", "Resets"];
    let is_told = |verb: &str| {
        let rest = outcome.strip_prefix(verb);
        rest.is_some_and(|rest| rest.starts_with(char::is_uppercase))
    };
    let mut commands = COMMANDS.iter().map(|(_, third)| *third);
    ["Calls", "DelegatesTo"].iter().any(|verb| is_told(verb))
        || outcome != CREATES
            && commands.any(|third| !OF_OBJECTS.contains(&third) && is_told(third))
}

/// A method that tells to do something.
pub(crate) struct CommandName<'m> {
    /// What it does: `Inserts`.
    pub(crate) third: &'static str,
    /// The rest of its name, without what only says how rows are found or which columns are written: `List`.
    rest: &'m str,
}

impl CommandName<'_> {
    /// Whether the method says no more than what it does.
    pub(crate) fn is_bare(&self) -> bool {
        self.rest.is_empty()
    }

    /// Whether what it is given is kept.
    pub(crate) fn stores(&self) -> bool {
        const STORING: [&str; 7] = [
            "Adds", "Creates", "Inserts", "Persists", "Saves", "Stores", "Updates",
        ];
        STORING.contains(&self.third)
    }
}

/// The command that a method is by its name.
pub(crate) fn command_of(method: &str) -> Option<CommandName<'_>> {
    const WAYS: [&str; 4] = ["Selective", "ByPrimaryKey", "ByExample", "WithBLOBs"];
    let (base, third) = COMMANDS.iter().find(|(base, _)| {
        let rest = method.strip_prefix(base);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with(char::is_uppercase))
    })?;
    let mut rest = &method[base.len()..];
    while let Some(before) = WAYS.iter().find_map(|way| rest.strip_suffix(way)) {
        rest = before;
    }
    Some(CommandName { third, rest })
}

/// `SetsPathAttribute` of a request, a model or a session that is told `setAttribute("path", …)`; none of a key that is
/// no word.
pub(crate) fn attribute_words(method: &str, given: Option<&[Observed]>) -> Option<String> {
    const NAMED: [(&str, &str, &str); 6] = [
        ("addAttribute", "Adds", "Attribute"),
        ("addFlashAttribute", "Adds", "FlashAttribute"),
        ("removeAttribute", "Removes", "Attribute"),
        ("setAttribute", "Sets", "Attribute"),
        ("addHeader", "Adds", "Header"),
        ("setHeader", "Sets", "Header"),
    ];
    let (_, verb, noun) = NAMED.iter().find(|(name, ..)| *name == method)?;
    let Observed::Literal(Literal::Text(key)) = given?.first()? else {
        return None;
    };
    let key = key.to_text();
    let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    let is_word = key.starts_with(|c: char| c.is_ascii_alphabetic()) && key.chars().all(is_part);
    let words = key.split(['-', '_', '.']).map(capitalised);
    (is_word && key.len() <= LONGEST_KEY)
        .then(|| format!("{verb}{}{noun}", words.collect::<String>()))
}

/// What the call of a command did: with what the method itself names (`saveSpecialty`), else with the class of its one
/// object. None of a method that is no command, and where nobody knows what it is told of.
pub(crate) fn command_words(
    method: &str,
    descriptor: &str,
    given: Option<&[Observed]>,
    noun_of: impl Fn(&str) -> String,
    class_of: impl Fn(&Observed) -> Option<String>,
) -> Option<String> {
    let command = command_of(method)?;
    let (parameters, returns) = descriptor_types(descriptor);
    // `startTime()` starts nothing, and of `null` nothing is saved.
    let is_asked = parameters.is_empty() && returns != JavaType::void();
    let is_nothing = given.is_some_and(|given| given.first() == Some(&Observed::Null));
    if is_asked || command.rest.contains("And") || is_nothing {
        return None;
    }
    let third = command.third;
    // `insertList` inserts what is in the list.
    let of_many = ["All", "Batch", "List"].contains(&command.rest);
    if !command.rest.is_empty() && !of_many {
        return Some(format!("{third}{}", command.rest));
    }
    let declared = match &parameters[..] {
        [JavaType::Class { name, .. }] if !name.starts_with("java.") => Some(noun_of(name)),
        // Of several the only one that is no place for it, unless it may be whom something is sent to.
        several => {
            let own = |it: &JavaType| {
                let name = it.class_name().filter(|it| !it.starts_with("java."));
                name.map(str::to_owned)
            };
            let classes: Vec<String> = several.iter().filter_map(own).collect();
            let may_be_for = classes.len() < several.len() && SENDING.contains(&third);
            let mut things = classes.iter().filter(|it| !is_place(it));
            let only = things.next().filter(|_| things.next().is_none());
            only.filter(|_| !may_be_for).map(|it| noun_of(it))
        }
    };
    let object = declared.or_else(|| match given? {
        [only] => class_of(only),
        _ => None,
    });
    let as_it_stands = || {
        let rest = method.trim_start_matches(char::is_lowercase);
        (!rest.is_empty()).then(|| rest.to_owned())
    };
    let object = object.or_else(as_it_stands)?;
    Some(format!("{third}{object}"))
}

/// What is done with several things, of which none is the object: `send(user, text)`, `put(key, value)`.
const SENDING: [&str; 5] = ["Dispatches", "Notifies", "Publishes", "Puts", "Sends"];

/// Whether an object of this class only says where or for whom something is done: `delete(session, owner)`.
fn is_place(class: &str) -> bool {
    const PLACES: [&str; 10] = [
        "Client",
        "Config",
        "Connection",
        "Context",
        "Manager",
        "Request",
        "Scope",
        "Session",
        "Template",
        "Transaction",
    ];
    PLACES.iter().any(|place| class.ends_with(place))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::types::type_names::simple_name;

    #[test]
    fn a_command_is_said_with_what_it_is_told_of() {
        let class = |_: &Observed| Some("Menu".to_owned());
        let simple = |class: &str| simple_name(class).to_owned();
        let object = [Observed::Object {
            class: "shop.Menu".to_owned(),
        }];
        let words = |method: &str, descriptor: &str| {
            command_words(method, descriptor, Some(&object), simple, class)
        };
        let said = |method: &str, descriptor: &str| words(method, descriptor).unwrap_or_default();
        assert_eq!(said("save", "(Lshop/Owner;)V"), "SavesOwner");
        assert_eq!(
            said("save", "(Ljava/lang/Object;)Ljava/lang/Object;"),
            "SavesMenu"
        );
        assert_eq!(said("deleteById", "(J)V"), "DeletesById");
        // A session is where it is done; nobody knows whether a user is sent, or written to.
        assert_eq!(
            said("delete", "(Lshop/Session;Lshop/Owner;)V"),
            "DeletesOwner"
        );
        let send = |descriptor: &str| command_words("send", descriptor, None, simple, class);
        assert_eq!(send("(Lshop/User;I)V"), None);
        assert_eq!(
            send("(Lshop/Mail;Lshop/Config;)V").as_deref(),
            Some("SendsMail")
        );
        assert_eq!(said("insertSelective", "(Lshop/Owner;)I"), "InsertsOwner");
        assert_eq!(said("insertList", "(Ljava/util/List;)I"), "InsertsMenu");
        assert_eq!(said("updateStatusByPrimaryKey", "(J)I"), "UpdatesStatus");
        let by_key = command_words("deleteByPrimaryKey", "(J)I", None, simple, class);
        assert_eq!(by_key.as_deref(), Some("DeletesByPrimaryKey"));
        let stores = |method: &str| command_of(method).is_some_and(|it| it.stores());
        assert!(stores("insertSelective") && !stores("deleteByPrimaryKey") && !stores("sendMail"));
        // These give something, and nobody knows what `put` puts.
        assert_eq!(said("findById", "(J)Lshop/Owner;"), "");
        assert_eq!(said("settle", "(Lshop/Owner;)V"), "");
        assert_eq!(said("startTime", "()J"), "");
        assert_eq!(
            command_words("start", "()V", Some(&[]), simple, class),
            None
        );
        assert_eq!(said("updateAndGet", "(J)V"), "");
        let null = [Observed::Null];
        let nothing = command_words("save", "(Lshop/Owner;)V", Some(&null), simple, class);
        assert_eq!(nothing, None);
        assert_eq!(command_words("put", "(II)V", None, simple, class), None);
    }

    #[test]
    fn an_attribute_is_said_by_its_key() {
        let text = |text: &str| Observed::Literal(Literal::Text(text.into()));
        let said = |method: &str, key: &str| attribute_words(method, Some(&[text(key), text("x")]));
        let path = said("setAttribute", "path");
        assert_eq!(path.as_deref(), Some("SetsPathAttribute"));
        let header = said("addHeader", "Content-Type");
        assert_eq!(header.as_deref(), Some("AddsContentTypeHeader"));
        assert_eq!(said("setAttribute", "a b"), None);
        assert_eq!(said("setValue", "path"), None);
        assert_eq!(attribute_words("setAttribute", None), None);
    }

    #[test]
    fn what_says_that_something_was_told_is_a_command() {
        assert!(
            is_command("SavesOwner") && is_command("CallsTell") && is_command("DelegatesToFilter")
        );
        assert!(!is_command("Savings") && !is_command("ReturnsOwner") && !is_command(CREATES));
    }
}
