//! Coupled branches on the command line: pairs with all places in both files, against a real compiler.

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

fn couple(folder: &Path, args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_goalline"))
        .arg("couple")
        .args(args)
        .current_dir(folder)
        .env(
            "XDG_CACHE_HOME",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"),
        )
        .output()
        .expect("the binary runs")
}

const CART: &str = "package shop;
class Cart {
    boolean vip; int limit;
    int total(int sum, Rule rule) {
        /* é😀 */ if (vip || sum > limit) { return rule.rate(sum); }
        return Tax.of(sum);
    }
}
";
const RULE: &str = "package shop;\ninterface Rule { int rate(int sum); }\n";
const FLAT: &str = "package shop;\nclass Flat implements Rule { public int rate(int sum) { return sum > 9 ? 2 : 3; } }\n";
const TAX: &str =
    "package shop;\nclass Tax { static int of(int sum) { while (sum > 7) sum--; return sum; } }\n";

fn shop() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let package = folder.path().join("src/shop");
    fs::create_dir_all(&package).expect("a folder");
    for (name, text) in [("Cart", CART), ("Rule", RULE), ("Flat", FLAT), ("Tax", TAX)] {
        fs::write(package.join(format!("{name}.java")), text).expect("a file");
    }
    folder
}

const ARGS: [&str; 3] = ["src/shop/Cart.java", "--sources", "src"];

#[test]
fn pairs_have_their_places_in_both_files() {
    let folder = shop();
    let output = couple(folder.path(), &[&ARGS[..], &["--format", "json"]].concat());
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let pairs = json["pairs"].as_array().expect("a list");
    let keys: Vec<&str> = pairs
        .iter()
        .filter_map(|pair| pair["key"].as_str())
        .collect();
    let cart = "shop.Cart#total(int,Rule)";
    let mut expected = Vec::new();
    for branch in ["vip#0", "sum > limit#0"] {
        for outcome in ["true", "false"] {
            expected.push(format!(
                "{cart}:branch:{branch}:true + shop.Flat#rate(int):branch:sum > 9#0:{outcome} @ {cart}:call:rule.rate(sum)#0"
            ));
        }
    }
    for outcome in ["true", "false"] {
        expected.push(format!(
            "{cart}:branch:sum > limit#0:false + shop.Tax#of(int):branch:sum > 7#0:{outcome} @ {cart}:call:Tax.of(sum)#0"
        ));
    }
    assert_eq!(keys, expected);
    assert_eq!(pairs[0]["kind"], "different");
    let at = |side: &str| {
        let place = &pairs[0][side];
        let file = place["file"].as_str().expect("a file");
        let name = Path::new(file).file_name().expect("a name").to_owned();
        (name, place["line"].clone(), place["column"].clone())
    };
    assert_eq!(at("site"), ("Cart.java".into(), 5.into(), 51.into()));
    assert_eq!(at("caller"), ("Cart.java".into(), 5.into(), 22.into()));
    assert_eq!(at("callee"), ("Flat.java".into(), 2.into(), 64.into()));
    assert_eq!(pairs[0]["callee"]["outcome"], true);
    assert_eq!(json["totals"]["pairs"], 6);
}

#[test]
fn as_text_each_pair_has_a_line_with_its_places() {
    let folder = shop();
    let output = couple(folder.path(), &[&ARGS[..], &["--limit", "3"]].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let list = "5:51 4 pairs with Flat.rate
  5:22 vip true × Flat.java:2:64 sum > 9 true
  5:22 vip true × Flat.java:2:64 sum > 9 false
  5:29 sum > limit true × Flat.java:2:64 sum > 9 true
  and 1 more
6:16 2 pairs with Tax.of
  5:29 sum > limit false × Tax.java:2:45 sum > 7 true
  5:29 sum > limit false × Tax.java:2:45 sum > 7 false
";
    assert!(text.contains(list), "{text}");
    assert!(text.contains("not listed: 1 pair (--limit)"), "{text}");
    let output = couple(folder.path(), &[&ARGS[..], &["--limit", "0"]].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(
        text.contains("4 pairs with Flat.rate") && !text.contains('×'),
        "{text}"
    );
}

#[test]
fn one_callee_can_be_asked_for_and_long_lists_are_cut() {
    let folder = shop();
    let more = ["--format", "json", "--callee", "Flat", "--limit", "3"];
    let output = couple(folder.path(), &[&ARGS[..], &more].concat());
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(json["pairs"].as_array().map(Vec::len), Some(3));
    assert_eq!(json["totals"]["pairs"], 4);
    assert_eq!(json["totals"]["not_listed"], 1);
}

#[test]
fn code_that_does_not_compile_is_matched_by_name() {
    let folder = shop();
    let broken = CART.replace("Tax.of(sum)", "new Missing().of(sum)");
    fs::write(folder.path().join("src/shop/Cart.java"), broken).expect("a file");
    fs::write(folder.path().join("src/shop/Other.java"), "class Other { }").expect("a file");
    let both = [
        "src/shop/Cart.java",
        "src/shop/Tax.java",
        "--sources",
        "src",
        "--format",
        "json",
    ];
    let output = couple(folder.path(), &both);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let pairs = json["pairs"].as_array().expect("a list");
    let guessed: Vec<_> = pairs
        .iter()
        .filter(|pair| pair["approximate"] == true)
        .collect();
    assert_eq!(guessed.len(), 2);
    assert_eq!(guessed[0]["callee_class"], "shop.Tax");
}

#[test]
fn an_object_of_a_missing_class_is_not_taken_for_one_of_another_class() {
    let folder = shop();
    let broken = CART.replace(
        "return Tax.of(sum);",
        "if (vip) { new Missing(1); new Tax(2); } return 0;",
    );
    let tax = "package shop;\nclass Tax { Tax(int sum) { while (sum > 7) sum--; } }\n";
    for (name, text) in [("Cart", broken.as_str()), ("Tax", tax)] {
        fs::write(folder.path().join(format!("src/shop/{name}.java")), text).expect("a file");
    }
    let args = ["--limit", "1", "--callee", "Tax"];
    let output = couple(folder.path(), &[&ARGS[..], &args].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(text.matches("2 pairs with Tax.Tax").count(), 2, "{text}");
}

#[test]
fn calls_without_source_or_implementation_are_counted_and_a_callee_without_branches_has_no_pair() {
    let folder = shop();
    let uses = "package shop;
abstract class Scale { abstract int rate(int sum); }
class Plain { static int id(int sum) { return sum; } }
class Uses {
    int total(int sum, Scale scale, String name) {
        if (sum > 0) { return scale.rate(sum) + name.length() + Plain.id(sum); }
        return 0;
    }
}
";
    fs::write(folder.path().join("src/shop/Uses.java"), uses).expect("a file");
    let args = ["src/shop/Uses.java", "--sources", "src", "--format", "json"];
    let output = couple(folder.path(), &args);
    let json: serde_json::Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let total = |name: &str| json["totals"][name].as_u64();
    assert_eq!(total("calls"), Some(3));
    assert_eq!(total("unknown_calls"), Some(2));
    assert_eq!(total("coupled_calls"), Some(1));
    assert_eq!(total("pairs"), Some(0));
}

#[test]
fn a_file_that_is_not_there_is_wrong_use() {
    let folder = shop();
    let output = couple(folder.path(), &["src/shop/Nowhere.java"]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn tests_for_pairs_are_verified_and_written() {
    let folder = shop();
    let status = Command::new(env!("CARGO_BIN_EXE_goalline"))
        .args([
            "generate",
            "src/shop/Cart.java",
            "--sources",
            "src",
            "--out",
            "out",
        ])
        .args([
            "--criteria",
            "coupled",
            "--callee",
            "Tax",
            "--max-executions",
            "4000",
        ])
        .args(["--report", "report.json"])
        .current_dir(folder.path())
        .env(
            "XDG_CACHE_HOME",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("cache"),
        )
        .output()
        .expect("the binary runs");
    let errors = String::from_utf8_lossy(&status.stderr);
    assert_eq!(status.status.code(), Some(0), "{errors}");
    let text = fs::read_to_string(folder.path().join("report.json")).expect("a report");
    let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let goals = report["goals"].as_array().expect("a list");
    assert_eq!(goals.len(), 2, "{report:#}");
    assert!(
        goals.iter().all(|goal| goal["state"] == "test_ready"),
        "{report:#}"
    );
    let written = folder.path().join("out/shop/CartTest.java");
    let java = fs::read_to_string(written).expect("a test class");
    assert!(java.contains("cart.total("), "{java}");
}

#[test]
fn by_class_there_is_a_row_per_caller_and_callee() {
    let folder = shop();
    let output = couple(folder.path(), &[&ARGS[..], &["--by-class"]].concat());
    let text = String::from_utf8_lossy(&output.stdout);
    let rows: Vec<&str> = text.lines().skip(1).collect();
    // `Flat` is met behind an interface.
    assert_eq!(
        rows,
        [
            "shop.Cart\tshop.Flat\tdifferent\t4\t4\t3\t2\ttrue\tfalse",
            "shop.Cart\tshop.Tax\tdifferent\t2\t2\t3\t2\ttrue\ttrue",
        ]
    );
}
