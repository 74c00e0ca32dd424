//! `goalline demo`: generates tests for the example project, in a copy of it; the sources travel inside the binary.

use std::{
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use goalline_engine::{
    Budget, Parameters, ReadyTest, Session, Settings, WrittenTest,
    build::{Project, ProjectSettings, cache_folder, write_whole},
    goals::GoalChoice,
};

use anyhow::Context;

use crate::{
    args::DemoArgs,
    commands::{DONE, NOTHING, WRONG_USE},
    destination::{Destination, WritingSubject},
    interrupt,
    output::{
        missed::missed,
        paint::{DIM, GOOD, counted},
        summary::{self, ListLength},
        visible::complain,
    },
    run::{self, Console, Generated, Options},
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
    // Always the same folder: what Maven says of it is cached by its path.
    let shop = cache_folder(None).join("demo");
    let cart =
        unpack(&shop).with_context(|| format!("cannot copy the example to {}", shop.display()))?;
    let options = options(args);
    let session = Session::new(Settings::default());
    let cancel = interrupt::cancel_on_interrupt();
    let done = match run::generate(&session, &cart, &options, &cancel, &mut Console::new(out)) {
        Ok(done) => done,
        Err(error) => {
            complain(&error.to_string());
            return Ok(NOTHING);
        }
    };
    let report = &done.report;
    let shown = if args.all {
        ListLength::All
    } else {
        ListLength::Some(SHOWN_TESTS)
    };
    missed(report, "Cart.java", &done.file, shown, out)?;
    summary::tests(report, shown, out)?;
    summary::figures(report, "Cart.java", done.file.lines(), shown, out)?;
    let Some(test) = report.tests.first() else {
        return Ok(NOTHING);
    };
    if args.write || args.only.is_some() {
        return insert(args, &done, out);
    }
    let name = &test.name;
    writeln!(
        out,
        "\n{DIM}--all shows all of it, --write inserts them into a copy, --only {name} one of them{DIM:#}"
    )?;
    Ok(DONE)
}

fn options(args: &DemoArgs) -> Options {
    Options {
        class: None,
        method: None,
        settings: ProjectSettings {
            java_home: args.java_home.clone(),
            ..ProjectSettings::default()
        },
        budget: Budget {
            seconds: Some(args.seconds),
            max_executions: None,
        },
        seed: args.seed,
        criteria: GoalChoice::default(),
        parameters: Parameters::default(),
        workers: 1,
        framework: None,
        user_tests: true,
        coupled: None,
        implicit_exceptions: false,
        kill_survivors: false,
        is_apart: false,
        one_per_shape: false,
    }
}

/// Inserts tests into a copy of the example that the user can keep.
fn insert(args: &DemoArgs, done: &Generated, out: &mut dyn Write) -> anyhow::Result<u8> {
    let wanted = |test: &&ReadyTest| args.only.as_ref().is_none_or(|only| *only == test.name);
    let all = done.report.tests.iter().map(AsRef::as_ref);
    let tests: Vec<&ReadyTest> = all.filter(wanted).collect();
    if tests.is_empty() {
        eprintln!("goalline: no test has this name; --all shows all of them");
        return Ok(WRONG_USE);
    }
    let folder = tempfile::Builder::new()
        .prefix("goalline-demo-")
        .tempdir()?;
    let cart = unpack(folder.path())?;
    let settings = ProjectSettings {
        sources: vec![folder.path().join("src/main/java")],
        ..ProjectSettings::default()
    };
    let tests: Vec<&WrittenTest> = tests.iter().map(|test| &test.written).collect();
    let subject = WritingSubject {
        project: &Project::discover(&cart, &settings)?,
        file: &cart,
        text: done.file.text(),
        framework: None,
    };
    if let Some(written) = Destination::Project.write(&subject, &done.report, &tests)? {
        let path = written.path.display();
        let tests = counted(tests.len(), "test");
        writeln!(out, "\n{GOOD}{tests} inserted into{GOOD:#} {path}")?;
    }
    // The user wants to look at it.
    let _ = folder.keep();
    Ok(DONE)
}

/// Writes the example and gives the real path of the class that the demo is about.
fn unpack(folder: &Path) -> std::io::Result<PathBuf> {
    for (path, text) in SHOP {
        let path = folder.join(path);
        write_whole(&path, text.as_bytes())?;
    }
    fs::canonicalize(folder.join(CART))
}
