//! What the server says on its own: takes notifications and requests, sends them in order from one task, so that
//! nobody who speaks ever waits for the client.

use std::{fmt::Display, future::Future, pin::Pin};

use tokio::sync::mpsc;
use tower_lsp::{
    Client,
    jsonrpc::{Error, Result},
    ls_types::{MessageType, notification::Notification, request::Request},
};

use crate::output::visible::visible;

type Sending = Box<dyn FnOnce(Client) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send>;

/// Where messages to the client are put.
#[derive(Clone)]
pub struct Outbox(mpsc::UnboundedSender<Sending>);

/// The messages that wait to be sent.
pub struct Waiting(mpsc::UnboundedReceiver<Sending>);

/// An outbox and what sends from it.
pub fn outbox() -> (Outbox, Waiting) {
    let (sender, receiver) = mpsc::unbounded_channel();
    (Outbox(sender), Waiting(receiver))
}

impl Waiting {
    /// Sends until nobody can put anything in any more.
    pub async fn send_all(mut self, client: Client) {
        while let Some(sending) = self.0.recv().await {
            sending(client.clone()).await;
        }
    }
}

impl Outbox {
    /// Sends a notification.
    pub fn notify<N>(&self, params: N::Params)
    where
        N: Notification + 'static,
        N::Params: Send + 'static,
    {
        self.put(|client| Box::pin(async move { client.send_notification::<N>(params).await }));
    }

    /// Sends a request; `on_reply` hears the answer whenever it comes.
    pub fn request<R>(
        &self,
        params: R::Params,
        on_reply: impl FnOnce(Result<R::Result>) + Send + 'static,
    ) where
        R: Request + 'static,
        R::Params: Send + 'static,
        R::Result: Send + 'static,
    {
        self.put(|client| {
            tokio::spawn(async move { on_reply(client.send_request::<R>(params).await) });
            Box::pin(std::future::ready(()))
        });
    }

    /// Writes a line into the client's log.
    pub fn log(&self, kind: MessageType, message: impl Display) {
        let message = message.to_string();
        self.put(move |client| Box::pin(async move { client.log_message(kind, message).await }));
    }

    /// Shows a message to the user. For causes with a remedy only.
    pub fn show(&self, kind: MessageType, message: impl Display) {
        let message = plain(&message.to_string());
        self.put(move |client| Box::pin(async move { client.show_message(kind, message).await }));
    }

    fn put(
        &self,
        sending: impl FnOnce(Client) -> Pin<Box<dyn Future<Output = ()> + Send>> + Send + 'static,
    ) {
        // The receiver is gone only when the server has ended; then nobody is there to hear.
        let _ = self.0.send(Box::new(sending));
    }
}

/// A message that may quote what a project says, without links: VS Code makes one of `[name](command:...)` in a
/// message, and runs that command.
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
        let hostile = "the build names [this](command:a.b?%5B%5D), \u{202e}which \
                       [][](https://c.d) int[](x)\n";
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
