//! The language server over a real pipe: order, replies, lifecycle, text; what it finds is tested beside the server
//! itself.

mod client;
mod handshake;
mod hostile;
mod killed;
mod lifecycle;
mod order;
mod pairs;
mod server;
mod story;
mod stuck;
mod text;
mod trouble;
