//! Messages as clients show them: takes a text that may quote what a project says, gives one that nobody can click.

use tower_lsp::jsonrpc::Error;

use crate::output::visible::visible;

/// The text without links: in a message, VS Code makes one of `[name](command:...)` and runs that command.
pub fn plain(text: &str) -> String {
    visible(text).replace("](", "] (")
}

/// The same of a failure, which a client shows, too.
pub fn plain_error(mut error: Error) -> Error {
    error.message = plain(&error.message).into();
    error
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_message_holds_a_link_or_what_turns_its_direction() {
        let hostile = "the build names [this](command:a.b?%5B%5D), \u{202e}which [][](https://c.d) int[](x)\n";
        let shown = plain(hostile);
        assert!(
            !shown.contains("](") && !shown.contains('\u{202e}'),
            "{shown}"
        );
        let failure = plain_error(Error::invalid_params(hostile.to_owned()));
        assert_eq!(failure.message, shown);
        assert_eq!(plain("install a JDK (17)"), "install a JDK (17)");
    }
}
