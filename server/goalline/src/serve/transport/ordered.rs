//! The layer in front of tower-lsp: takes messages in the order of the pipe, runs each handler before the next
//! message is looked at, turns a panic into an error reply; decides nothing about content.
//!
//! On its own the framework polls up to four handlers at once in any order, waits for a free slot while nobody reads
//! the client's replies, and loses the reply of a handler that panics. Here a handler is polled as soon as its
//! message is read. Handlers answer from memory and never wait, so that first poll finishes it.

use std::{
    any::Any,
    future::{Future, poll_fn, ready},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::Pin,
    sync::Arc,
    task::{Context, Poll, Waker},
};

use tower::Service;
use tower_lsp::{
    ExitedError,
    jsonrpc::{Error, ErrorCode, Id, Request, Response},
};
use tracing::{error, warn};

type Reply = Result<Option<Response>, ExitedError>;
type ReplyFuture = Pin<Box<dyn Future<Output = Reply> + Send>>;

/// Hears of a document whose notification panicked, by its URI.
pub type OnLostDocument = Arc<dyn Fn(&str) + Send + Sync>;

/// The layer around a service.
pub struct Ordered<S> {
    inner: S,
    on_lost_document: OnLostDocument,
}

impl<S> Ordered<S> {
    /// Puts the layer in front of `inner`.
    pub fn new(inner: S, on_lost_document: OnLostDocument) -> Self {
        Self {
            inner,
            on_lost_document,
        }
    }
}

/// What is known about a message once it was handed on.
#[derive(Clone)]
struct Message {
    method: String,
    id: Option<Id>,
    document: Option<String>,
    on_lost_document: OnLostDocument,
}

impl Message {
    /// Polls once; a panic becomes an error reply, and a document whose notification panicked is given up.
    fn poll(&self, future: &mut ReplyFuture, context: &mut Context<'_>) -> Poll<Reply> {
        let polled = catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context)));
        polled.unwrap_or_else(|panic| Poll::Ready(Ok(self.panicked(panic.as_ref()))))
    }

    fn panicked(&self, panic: &(dyn Any + Send)) -> Option<Response> {
        let cause = panic_text(panic);
        error!(method = self.method, cause, "a handler panicked");
        let Some(id) = &self.id else {
            if let Some(uri) = &self.document {
                (self.on_lost_document)(uri);
            }
            return None;
        };
        let mut error = Error::internal_error();
        error.message = format!("goalline failed in {}: {cause}", self.method).into();
        Some(Response::from_error(id.clone(), error))
    }
}

/// The text of a panic, for a log or a reply.
pub fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| panic.downcast_ref::<String>().cloned())
        .unwrap_or_else(|| "a panic without a message".into())
}

impl<S> Service<Request> for Ordered<S>
where
    S: Service<Request, Response = Option<Response>, Error = ExitedError, Future = ReplyFuture>,
{
    type Response = Option<Response>;
    type Error = ExitedError;
    type Future = ReplyFuture;

    fn poll_ready(&mut self, context: &mut Context<'_>) -> Poll<Result<(), ExitedError>> {
        self.inner.poll_ready(context)
    }

    fn call(&mut self, request: Request) -> ReplyFuture {
        if let (Some(id), true) = (request.id(), request.method().starts_with("$/")) {
            let reply = Response::from_error(id.clone(), Error::new(ErrorCode::MethodNotFound));
            return Box::pin(ready(Ok(Some(reply))));
        }
        let message = Message {
            method: request.method().to_owned(),
            id: request.id().cloned(),
            document: document_of(&request),
            on_lost_document: self.on_lost_document.clone(),
        };
        let mut future = match catch_unwind(AssertUnwindSafe(|| self.inner.call(request))) {
            Ok(future) => future,
            Err(panic) => return Box::pin(ready(Ok(message.panicked(panic.as_ref())))),
        };
        match message.poll(&mut future, &mut Context::from_waker(Waker::noop())) {
            Poll::Ready(reply) => Box::pin(ready(reply)),
            Poll::Pending => {
                warn!(
                    method = message.method,
                    "a handler waits; others may overtake it"
                );
                Box::pin(poll_fn(move |context| message.poll(&mut future, context)))
            }
        }
    }
}

/// The URI in `textDocument` of a notification.
fn document_of(request: &Request) -> Option<String> {
    if request.id().is_some() {
        return None;
    }
    let uri = request.params()?.get("textDocument")?.get("uri")?;
    uri.as_str().map(str::to_owned)
}
