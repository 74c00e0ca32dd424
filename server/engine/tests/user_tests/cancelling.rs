//! Runs that are cancelled while the user's tests are compiled or run.

use std::{thread, time::Duration};

use goalline_engine::{Cancel, EngineError, Event, RunPhase};

use super::shop::{DEPENDENCIES, ShopProject, outcomes};

const TILL: &str = "package shop;
public class Till { public boolean isOpen(int hour) { return hour > 8; } }
";

/// Says that it runs, and ends once nobody holds it.
const TILL_TEST: &str = "package shop;
import java.nio.file.*;
import org.junit.jupiter.api.Test;
class TillTest {
    @Test void waits() throws Exception {
        Files.writeString(Path.of(\"begun\"), \"\");
        while (Files.exists(Path.of(\"held\"))) { Thread.sleep(10); }
        new Till().isOpen(9);
    }
}
";

fn held_shop() -> Option<ShopProject> {
    let shop = ShopProject::open(
        DEPENDENCIES,
        &[
            ("src/main/java/shop/Till.java", TILL),
            ("src/test/java/shop/TillTest.java", TILL_TEST),
        ],
    )?;
    shop.write("held", "");
    Some(shop)
}

/// Releases the test, which the next run then sees pass.
fn passes_once_released(shop: &ShopProject) {
    std::fs::remove_file(shop.root().join("held")).expect("it was held");
    assert_eq!(outcomes(&shop.run("Till")), ["passed TillTest.waits"]);
}

#[test]
fn a_cancel_while_the_users_tests_run_is_a_cancel_and_the_next_run_hears_nothing_of_it() {
    let Some(shop) = held_shop() else { return };
    let cancel = Cancel::default();
    let mut told = Vec::new();
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            let begun = shop.root().join("begun");
            for _ in 0..12_000 {
                if begun.exists() {
                    break;
                }
                thread::sleep(Duration::from_millis(10));
            }
            cancel.cancel();
        });
        let request = shop.request("Till", 100);
        shop.session.generate(&request, &cancel, &mut |event| {
            if let Event::UserTests { class, at, of } = event {
                told.push((class, at, of));
            }
        })
    });
    assert_eq!(told, [("shop.TillTest".to_owned(), 1, 1)]);
    assert!(shop.root().join("begun").exists(), "the test never ran");
    assert!(matches!(result, Err(EngineError::Cancelled)), "{result:?}");
    passes_once_released(&shop);
}

#[test]
fn a_cancel_before_the_users_tests_are_compiled_is_a_cancel_and_runs_none() {
    let Some(shop) = held_shop() else { return };
    let cancel = Cancel::default();
    let request = shop.request("Till", 100);
    let result = shop.session.generate(&request, &cancel, &mut |event| {
        if matches!(event, Event::Phase(RunPhase::UserTests)) {
            cancel.cancel();
        }
    });
    assert!(matches!(result, Err(EngineError::Cancelled)), "{result:?}");
    assert!(!shop.root().join("begun").exists(), "the test was run");
    passes_once_released(&shop);
}
