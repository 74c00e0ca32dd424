//! `goalline demo`: generates tests for the example project, in a temporary copy of it; the sources travel inside the binary.

use std::{fs, io::Write, path::Path};

use anyhow::Context;
use goalline_engine::{Budget, ReadyTest, Session, Settings, project::ProjectSettings};

use crate::{
    args::DemoArgs,
    commands::{DONE, NOTHING, WRONG_USE},
    destination::{Destination, Subject},
    interrupt,
    paint::{DIM, GOOD, counted},
    run::{self, Done, Options},
    summary::{self, Shown},
};

/// The files of the example, by their path in it.
const SHOP: [(&str, &str); 6] = [
    (
        "pom.xml",
        include_str!("../../../../tests/fixtures/shop/pom.xml"),
    ),
    (
        CART,
        include_str!("../../../../tests/fixtures/shop/src/main/java/shop/Cart.java"),
    ),
    (
        "src/main/java/shop/Discount.java",
        include_str!("../../../../tests/fixtures/shop/src/main/java/shop/Discount.java"),
    ),
    (
        "src/main/java/shop/Item.java",
        include_str!("../../../../tests/fixtures/shop/src/main/java/shop/Item.java"),
    ),
    (
        "src/main/java/shop/Money.java",
        include_str!("../../../../tests/fixtures/shop/src/main/java/shop/Money.java"),
    ),
    (
        "src/test/java/shop/CartTest.java",
        include_str!("../../../../tests/fixtures/shop/src/test/java/shop/CartTest.java"),
    ),
];

/// The class that the demo is about.
const CART: &str = "src/main/java/shop/Cart.java";

/// Tests shown without `--all`.
const SHOWN_TESTS: usize = 3;

/// Shows what Goalline does for a class of the example.
pub fn run(args: &DemoArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    let folder = tempfile::Builder::new()
        .prefix("goalline-demo-")
        .tempdir()?;
    unpack(folder.path()).context("cannot copy the example")?;
    let options = Options {
        class: None,
        settings: ProjectSettings {
            java_home: args.java_home.clone(),
            ..Default::default()
        },
        budget: Budget {
            seconds: Some(args.seconds),
            max_executions: None,
        },
        seed: args.seed,
        workers: 1,
        framework: None,
    };
    let session = Session::new(Settings::default());
    let cancel = interrupt::cancel_on_interrupt();
    let cart = fs::canonicalize(folder.path())?.join(CART);
    let done = match run::generate(&session, &cart, &options, &cancel, out) {
        Ok(done) => done,
        Err(error) => {
            eprintln!("goalline: {error}");
            return Ok(NOTHING);
        }
    };
    let report = &done.report;
    let shown = if args.all {
        Shown::All
    } else {
        Shown::Some(SHOWN_TESTS)
    };
    summary::tests(report, shown, out)?;
    summary::figures(report, "Cart.java", done.file.lines(), shown, out)?;
    if args.write || args.only.is_some() {
        let status = insert(args, &done, &cart, out)?;
        if status == DONE {
            // The user wants to look at it.
            let _ = folder.keep();
        }
        return Ok(status);
    }
    if let Some(test) = report.tests.first() {
        let name = &test.name;
        writeln!(
            out,
            "\n{DIM}--all shows all tests, --write inserts them into a copy, --only {name} one of them{DIM:#}"
        )?;
    }
    Ok(if report.tests.is_empty() {
        NOTHING
    } else {
        DONE
    })
}

fn insert(args: &DemoArgs, done: &Done, cart: &Path, out: &mut dyn Write) -> anyhow::Result<u8> {
    let tests: Vec<&ReadyTest> = done
        .report
        .tests
        .iter()
        .map(AsRef::as_ref)
        .filter(|test| args.only.as_ref().is_none_or(|only| *only == test.name))
        .collect();
    if tests.is_empty() {
        eprintln!("goalline: no test has this name; --all shows all of them");
        return Ok(WRONG_USE);
    }
    let subject = Subject {
        file: cart,
        text: done.file.text(),
        project: &done.project,
        framework: None,
    };
    if let Some(written) = Destination::Project.write(&subject, &done.report, &tests)? {
        let path = written.path.display();
        writeln!(
            out,
            "\n{GOOD}{} inserted into{GOOD:#} {path}",
            counted(tests.len(), "test")
        )?;
    }
    Ok(DONE)
}

fn unpack(folder: &Path) -> std::io::Result<()> {
    for (path, text) in SHOP {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap_or(folder))?;
        fs::write(path, text)?;
    }
    Ok(())
}
