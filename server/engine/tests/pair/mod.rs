//! A class that calls another one in a plain folder, and the request to search it: what tests of pairs of branches on a
//! real JVM begin with. Whoever uses it has `cart` beside it.

use std::{fs, path::Path};

use goalline_engine::{Algorithm, Budget, Parameters, Request};

use crate::cart;

/// Two calls of one method, each under a branch of its own; the first one never meets a negative number.
pub const CALLER: &str = "package shop;
public class Cart {
    public int first(int a) {
        if (a > 100) {
            return Rates.of(a);
        }
        return 0;
    }
    public void second(int a) {
        if (a < 50) {
            Rates.of(a);
        }
    }
}
";

/// What it calls.
pub const CALLEE: &str = "package shop;
public class Rates {
    static int of(int a) {
        if (a < 0) {
            return fallback();
        }
        return a;
    }
    static int fallback() { return 1; }
}
";

/// Saves both classes in the folder and asks for tests of the caller.
pub fn save(root: &Path) -> Request {
    let budget = Budget {
        seconds: None,
        max_executions: Some(4_000),
    };
    let request = cart::save(root, CALLER, budget);
    fs::write(root.join("src/shop/Rates.java"), CALLEE).expect("it is ours");
    Request {
        parameters: Parameters {
            algorithm: Algorithm::Mosa,
            ..Parameters::default()
        },
        ..request
    }
}
