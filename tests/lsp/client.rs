//! A test client: speaks the protocol over any pipe, keeps every message until it is read, fails when one is left
//! unread or unanswered.

#![expect(
    clippy::needless_pass_by_value,
    reason = "callers write JSON where they pass it"
)]

use std::{
    collections::{BTreeMap, BTreeSet, VecDeque},
    io::{BufRead, BufReader, Read, Write},
    sync::mpsc::{Receiver, RecvTimeoutError, channel},
    thread,
    time::Duration,
};

use serde_json::{Value, json};

/// Long enough for the slowest machine; a test that waits so long has failed.
const PATIENCE: Duration = Duration::from_secs(300);

/// The client's end of a pipe to a server.
pub struct Client {
    to_server: Option<Box<dyn Write + Send>>,
    from_server: Receiver<Value>,
    next_id: i64,
    unanswered: BTreeSet<i64>,
    replies: BTreeMap<i64, Result<Value, Value>>,
    notifications: VecDeque<(String, Value)>,
    requests: VecDeque<(String, Value, Value)>,
    ignored: BTreeSet<String>,
}

impl Client {
    /// A client on this pipe.
    pub fn new(
        to_server: impl Write + Send + 'static,
        from_server: impl Read + Send + 'static,
    ) -> Self {
        let (sender, receiver) = channel();
        thread::spawn(move || {
            let mut reader = BufReader::new(from_server);
            while let Some(message) = read_message(&mut reader) {
                if sender.send(message).is_err() {
                    return;
                }
            }
        });
        Self {
            to_server: Some(Box::new(to_server)),
            from_server: receiver,
            next_id: 1,
            unanswered: BTreeSet::new(),
            replies: BTreeMap::new(),
            notifications: VecDeque::new(),
            requests: VecDeque::new(),
            ignored: BTreeSet::new(),
        }
    }

    /// Messages of these methods need not be read; requests among them are answered with null.
    pub fn ignore(&mut self, methods: &[&str]) -> &mut Self {
        self.ignored
            .extend(methods.iter().map(|method| (*method).to_owned()));
        self.notifications
            .retain(|(method, _)| !methods.contains(&method.as_str()));
        self
    }

    /// Writes bytes as they are.
    pub fn write(&mut self, bytes: &[u8]) {
        let pipe = self.to_server.as_mut().expect("the pipe is open");
        pipe.write_all(bytes)
            .and_then(|()| pipe.flush())
            .expect("the server reads");
    }

    /// Writes a message.
    pub fn send(&mut self, message: &Value) {
        let body = message.to_string();
        self.write(format!("Content-Length: {}\r\n\r\n{body}", body.len()).as_bytes());
    }

    /// Sends a notification.
    pub fn notify(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    /// Sends a request; its reply has to be read.
    pub fn request(&mut self, method: &str, params: Value) -> i64 {
        let id = self.next_id;
        self.next_id += 1;
        self.unanswered.insert(id);
        let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": method });
        if !params.is_null() {
            message["params"] = params;
        }
        self.send(&message);
        id
    }

    /// The reply to a request: a result or an error.
    pub fn reply(&mut self, id: i64) -> Result<Value, Value> {
        loop {
            if let Some(reply) = self.replies.remove(&id) {
                return reply;
            }
            self.receive(&format!("the reply to request {id}"));
        }
    }

    /// Sends a request and gives its result.
    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let id = self.request(method, params);
        self.reply(id)
            .unwrap_or_else(|error| panic!("{method} was answered by {error}"))
    }

    /// The next notification of this method.
    pub fn notification(&mut self, method: &str) -> Value {
        loop {
            if let Some(at) = self.notifications.iter().position(|(it, _)| it == method) {
                return self.notifications.remove(at).expect("it was just found").1;
            }
            self.receive(method);
        }
    }

    /// The next request of the server of this method: its id and parameters. It has to be answered.
    pub fn server_request(&mut self, method: &str) -> (Value, Value) {
        loop {
            if let Some(at) = self.requests.iter().position(|(it, _, _)| it == method) {
                let (_, id, params) = self.requests.remove(at).expect("it was just found");
                return (id, params);
            }
            self.receive(method);
        }
    }

    /// Answers a request of the server.
    pub fn answer(&mut self, id: &Value, result: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "result": result }));
    }

    /// Initializes with these parameters.
    pub fn initialize_with(&mut self, params: Value) -> Value {
        let result = self.call("initialize", params);
        self.notify("initialized", json!({}));
        result
    }

    /// Opens a document at version 1.
    pub fn open(&mut self, uri: &str, text: &str) {
        self.notify(
            "textDocument/didOpen",
            json!({ "textDocument": { "uri": uri, "languageId": "java", "version": 1, "text": text } }),
        );
    }

    /// Changes a document.
    pub fn change(&mut self, uri: &str, version: i32, changes: Value) {
        self.notify(
            "textDocument/didChange",
            json!({ "textDocument": { "uri": uri, "version": version }, "contentChanges": changes }),
        );
    }

    /// Saves a document.
    pub fn save(&mut self, uri: &str) {
        self.notify(
            "textDocument/didSave",
            json!({ "textDocument": { "uri": uri } }),
        );
    }

    /// Closes our end of the server's input.
    pub fn hang_up(&mut self) {
        self.to_server = None;
    }

    /// Says `shutdown` and `exit`.
    pub fn end(&mut self) {
        self.call("shutdown", Value::Null);
        self.notify("exit", Value::Null);
    }

    /// Reads all that still comes until the server closes its output.
    pub fn read_to_end(&mut self) {
        loop {
            match self.from_server.recv_timeout(PATIENCE) {
                Ok(message) => self.sort(message),
                Err(RecvTimeoutError::Disconnected) => return,
                Err(RecvTimeoutError::Timeout) => panic!("the server keeps its output open"),
            }
        }
    }

    fn receive(&mut self, awaited: &str) {
        match self.from_server.recv_timeout(PATIENCE) {
            Ok(message) => self.sort(message),
            Err(error) => panic!(
                "{awaited} did not come ({error}); unread: {:?} {:?}",
                self.notifications, self.requests
            ),
        }
    }

    fn sort(&mut self, message: Value) {
        let id = message.get("id").cloned();
        let method = message
            .get("method")
            .and_then(Value::as_str)
            .map(str::to_owned);
        let params = message.get("params").cloned().unwrap_or_default();
        match (method, id) {
            (Some(method), Some(id)) if self.ignored.contains(&method) => {
                if self.to_server.is_some() {
                    let result = if method == "workspace/configuration" {
                        json!([null])
                    } else {
                        Value::Null
                    };
                    self.answer(&id, result);
                }
            }
            (Some(method), Some(id)) => self.requests.push_back((method, id, params)),
            (Some(method), None) if self.ignored.contains(&method) => {}
            (Some(method), None) => self.notifications.push_back((method, params)),
            (None, id) => {
                let id = id.as_ref().and_then(Value::as_i64).unwrap_or(-1);
                assert!(
                    self.unanswered.remove(&id) || id == -1,
                    "a second or unasked reply to {id}: {message}"
                );
                let reply = match message.get("error") {
                    Some(error) => Err(error.clone()),
                    None => Ok(message.get("result").cloned().unwrap_or_default()),
                };
                self.replies.insert(id, reply);
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        if thread::panicking() {
            return;
        }
        while let Ok(message) = self.from_server.try_recv() {
            self.sort(message);
        }
        assert!(
            self.unanswered.is_empty(),
            "not answered: {:?}",
            self.unanswered
        );
        assert!(
            self.replies.is_empty(),
            "unread replies: {:?}",
            self.replies
        );
        assert!(
            self.notifications.is_empty(),
            "unread: {:?}",
            self.notifications
        );
        assert!(
            self.requests.is_empty(),
            "requests we did not answer: {:?}",
            self.requests
        );
    }
}

fn read_message(reader: &mut impl BufRead) -> Option<Value> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if reader.read_line(&mut line).ok()? == 0 {
            return None;
        }
        let line = line.trim_end();
        if line.is_empty() {
            break;
        }
        let (name, value) = line
            .split_once(':')
            .expect("only headers stand on our standard output");
        if name.eq_ignore_ascii_case("content-length") {
            length = value.trim().parse::<usize>().ok();
        }
    }
    let mut body = vec![0; length.expect("a message has a length")];
    reader.read_exact(&mut body).ok()?;
    Some(serde_json::from_slice(&body).expect("a message is JSON"))
}
