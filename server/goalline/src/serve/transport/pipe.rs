//! The two ends of the client's pipe: takes a blocking reader and writer, gives async ones that never hold up the
//! server; knows of messages only where one ends.

use std::{
    io::{self, Read, Write},
    pin::Pin,
    sync::{Arc, mpsc as blocking},
    task::{Context, Poll},
    thread,
};

use serde::de::IgnoredAny;
use tokio::{
    io::{AsyncRead, AsyncWrite, ReadBuf},
    sync::{Notify, mpsc},
};
use tower_lsp::jsonrpc::{Error, ErrorCode, Id, Request, Response};
use tracing::warn;

use super::framing::{Broken, Frames};

const MESSAGES_AHEAD: usize = 256;

/// What the client writes, read by a thread of its own, message by message.
pub struct Input {
    messages: mpsc::Receiver<Vec<u8>>,
    message: Vec<u8>,
    used: usize,
}

/// Starts reading; the thread ends at the end of the stream. What is no message is answered here, because the framework
/// would end the server over it.
pub fn input(from: impl Read + Send + 'static, refusals: Refusals) -> io::Result<Input> {
    let (sender, messages) = mpsc::channel(MESSAGES_AHEAD);
    let read = move || {
        let mut frames = Frames::new(from);
        while let Some(next) = frames.next_body() {
            match next.map_err(broken).and_then(message) {
                Ok(body) => {
                    if sender.blocking_send(framed(&body)).is_err() {
                        return;
                    }
                }
                Err(error) => refusals.send(error),
            }
        }
    };
    thread::Builder::new()
        .name("goalline-read".into())
        .spawn(read)?;
    Ok(Input {
        messages,
        message: Vec::new(),
        used: 0,
    })
}

/// What is answered to a header that cannot be believed.
fn broken(reason: Broken) -> Error {
    warn!(%reason, "a broken message");
    Error {
        code: ErrorCode::ParseError,
        message: reason.to_string().into(),
        data: None,
    }
}

/// The body, where it is a message; else the error.
fn message(body: Vec<u8>) -> Result<Vec<u8>, Error> {
    match refusal(&body) {
        None => Ok(body),
        Some(code) => Err(Error::new(code)),
    }
}

/// The error code for what is no message of JSON-RPC.
fn refusal(body: &[u8]) -> Option<ErrorCode> {
    let is_request =
        || serde_json::from_slice::<Request>(body).is_ok_and(|it| !it.method().is_empty());
    if is_request() || serde_json::from_slice::<Response>(body).is_ok() {
        None
    } else if serde_json::from_slice::<IgnoredAny>(body).is_ok() {
        Some(ErrorCode::InvalidRequest)
    } else {
        Some(ErrorCode::ParseError)
    }
}

fn framed(body: &[u8]) -> Vec<u8> {
    let mut message = format!("Content-Length: {}\r\n\r\n", body.len()).into_bytes();
    message.extend_from_slice(body);
    message
}

/// Answers what is no message.
pub struct Refusals(blocking::Sender<Option<Vec<u8>>>);

impl Refusals {
    fn send(&self, error: Error) {
        let reply = Response::from_error(Id::Null, error);
        let body = serde_json::to_vec(&reply).expect("an error reply is plain JSON");
        // Without a writer nobody is there to hear.
        let _ = self.0.send(Some(framed(&body)));
    }
}

impl AsyncRead for Input {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.used == self.message.len() {
            match self.messages.poll_recv(context) {
                Poll::Pending => return Poll::Pending,
                Poll::Ready(None) => return Poll::Ready(Ok(())),
                Poll::Ready(Some(message)) => {
                    self.message = message;
                    self.used = 0;
                }
            }
        }
        let count = buffer.remaining().min(self.message.len() - self.used);
        buffer.put_slice(&self.message[self.used..self.used + count]);
        self.used += count;
        Poll::Ready(Ok(()))
    }
}

/// What the client reads, written by a thread of its own: writing never waits for the client.
pub struct PipeOutput(blocking::Sender<Option<Vec<u8>>>);

/// What writes to the client.
pub struct ClientWriter {
    /// For the framework, whole messages in one piece each.
    pub output: PipeOutput,
    /// For what never reaches the framework.
    pub refusals: Refusals,
    /// Ends once the output is dropped and everything was written.
    pub thread: thread::JoinHandle<()>,
}

/// Starts writing; `broken` is notified when the client has closed its end.
pub fn output(
    mut to: impl Write + Send + 'static,
    broken: Arc<Notify>,
) -> io::Result<ClientWriter> {
    let (sender, chunks) = blocking::channel::<Option<Vec<u8>>>();
    let write = move || {
        while let Ok(Some(chunk)) = chunks.recv() {
            if to.write_all(&chunk).and_then(|()| to.flush()).is_err() {
                broken.notify_one();
                return;
            }
        }
    };
    let thread = thread::Builder::new()
        .name("goalline-write".into())
        .spawn(write)?;
    Ok(ClientWriter {
        output: PipeOutput(sender.clone()),
        refusals: Refusals(sender),
        thread,
    })
}

impl Drop for PipeOutput {
    fn drop(&mut self) {
        // Without a writer everything has ended already.
        let _ = self.0.send(None);
    }
}

impl AsyncWrite for PipeOutput {
    fn poll_write(
        self: Pin<&mut Self>,
        _: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match self.0.send(Some(bytes.to_vec())) {
            Ok(()) => Poll::Ready(Ok(bytes.len())),
            Err(_) => Poll::Ready(Err(io::ErrorKind::BrokenPipe.into())),
        }
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        Poll::Ready(Ok(()))
    }
}
