//! Loops and the ways out of them, exceptions and what `finally` does to jumps.

use expect_test::expect;

use super::check_code;

#[test]
fn loops_do_not_depend_on_themselves() {
    check_code(
        "while (a) { if (b) x(); } if (c) y();",
        expect![[r#"
        a
        b <- a true
        c
    "#]],
    );
    check_code(
        "for (int i = 0; i < n; i++) for (;j < m;) { if (b) x(); }",
        expect![[r#"
            i < n
            j < m <- i < n true
            b <- j < m true
        "#]],
    );
    check_code(
        "do { if (a) x(); } while (b); if (c) y();",
        expect![[r#"
        a
        b
        c
    "#]],
    );
    check_code(
        "if (z) do { if (a) x(); } while (b);",
        expect![[r#"
        z
        a <- z true, b true
        b <- z true
    "#]],
    );
    check_code(
        "for (String s : names) { if (s.isEmpty()) x(); }",
        expect![[r#"
            names each
            s.isEmpty() <- names true
        "#]],
    );
}

#[test]
fn what_follows_a_break_or_continue_depends_on_not_taking_it() {
    check_code(
        "while (a) { if (b) break; if (c) continue; if (d) x(); } if (e) y();",
        expect![[r#"
            a
            b <- a true
            c <- b false
            d <- c false
            e
        "#]],
    );
}

#[test]
fn labels_say_which_loop_is_meant() {
    check_code(
        "o: for (;a;) { for (;b;) { if (c) continue o; if (d) break o; if (e) x(); } if (f) y(); } if (g) z();",
        expect![[r#"
            a
            b <- a true, d false
            c <- b true
            d <- c false
            e <- d false
            f <- b false
            g
        "#]],
    );
    check_code(
        "l: { if (a) break l; if (b) x(); } if (c) y();",
        expect![[r#"
        a
        b <- a false
        c
    "#]],
    );
    check_code(
        "p: q: while (a) { if (b) continue p; if (c) break q; if (d) x(); }",
        expect![[r#"
            a
            b <- a true
            c <- b false
            d <- c false
        "#]],
    );
}

#[test]
fn what_follows_a_return_or_throw_depends_on_not_taking_it() {
    check_code(
        "if (a) return; if (b) throw new X(); if (c) x();",
        expect![[r#"
            a
            b <- a false
            c <- b false
        "#]],
    );
}

#[test]
fn endless_loops_have_control_dependence_all_the_same() {
    check_code(
        "while (true) { if (a) { if (b) x(); } }",
        expect![[r#"
        a
        b <- a true
    "#]],
    );
    check_code(
        "for (;;) { for (;;) { if (a) x(); } }",
        expect![[r#"
        a
    "#]],
    );
    check_code(
        "if (z) while (true) { if (a) return; if (b) x(); }",
        expect![[r#"
            z
            a <- z true
            b <- a false
        "#]],
    );
}

#[test]
fn a_catch_block_is_reached_from_the_start_of_its_try() {
    check_code(
        "try { x(); } catch (E e) { if (a) y(); } if (b) z();",
        expect![[r#"
            a
            b
        "#]],
    );
    check_code(
        "if (z) try { if (c) x(); } catch (E e) { if (a) y(); }",
        expect![[r#"
            z
            c <- z true
            a <- z true
        "#]],
    );
}

#[test]
fn a_throw_goes_to_the_clause_that_may_catch_it() {
    check_code(
        "try { if (a) throw new E(); if (b) x(); } catch (E e) { if (c) y(); } if (d) z();",
        expect![[r#"
            a
            b <- a false
            c
            d
        "#]],
    );
    check_code(
        "try { if (a) throw new MyError(); if (b) x(); } catch (Exception e) { if (c) y(); } if (d) z();",
        expect![[r#"
            a
            b <- a false
            c
            d
        "#]],
    );
    check_code(
        "try { try { if (a) throw e; } catch (F f) { if (b) x(); } } catch (G g) { if (c) y(); }",
        expect![[r#"
            a
            b
            c
        "#]],
    );
}

#[test]
fn finally_runs_on_every_way_out() {
    check_code(
        "try { if (a) return; if (b) x(); } finally { if (c) y(); } if (d) z();",
        expect![[r#"
            a
            b <- a false
            c
            d <- a false
        "#]],
    );
    check_code(
        "while (w) { try { if (a) break; if (b) continue; } finally { if (c) y(); } if (d) z(); } if (e) v();",
        expect![[r#"
            w
            a <- w true
            b <- a false
            c <- w true
            d <- b false
            e
        "#]],
    );
    check_code(
        "if (w) try { try { if (a) return; } finally { if (b) x(); } } finally { if (c) y(); }",
        expect![[r#"
            w
            a <- w true
            b <- w true
            c <- w true
        "#]],
    );
    check_code(
        "try { return; } finally { if (a) x(); }",
        expect![[r#"
        a
    "#]],
    );
    check_code(
        "try { if (a) throw new E(); } catch (E e) { return; } finally { if (b) x(); } if (c) y();",
        expect![[r#"
            a
            b
            c <- a false
        "#]],
    );
}

#[test]
fn resources_are_evaluated_before_the_body() {
    check_code(
        "try (R r = a ? p() : q(); S s = t()) { if (b) x(); } catch (E e) { if (c) y(); }",
        expect![[r#"
            a
            b
            c
        "#]],
    );
}

#[test]
fn synchronized_blocks_and_empty_statements_change_nothing() {
    check_code(
        "synchronized (a ? p : q) { if (b) x(); ; } if (c) y();",
        expect![[r#"
            a
            b
            c
        "#]],
    );
}

#[test]
fn deep_nesting_is_cut_off_and_never_overflows_the_stack() {
    let deep = |open: &str, close: &str| format!("{}{}", open.repeat(3000), close.repeat(3000));
    for code in [
        format!("if ({}a{}) x();", "(".repeat(3000), ")".repeat(3000)),
        format!("if ({}a) x();", "!".repeat(3000)),
        format!("x = a{};", " + a".repeat(20_000)),
        format!("if (a{}) x();", " && a".repeat(9000)),
        format!("if (a) x(); {}", "else if (a) x();".repeat(9000)),
        deep("{", "}"),
        format!("x = {}1{};", "f(".repeat(3000), ")".repeat(3000)),
        format!("{} x();", "if (a) ".repeat(3000)),
        format!(
            "{} x(); {}",
            "try { if (a) return; } finally { ".repeat(60),
            "}".repeat(60)
        ),
    ] {
        let file = goalline_syntax::JavaFile::parse(format!("class A {{ void f() {{ {code} }} }}"));
        let run = std::thread::Builder::new().stack_size(2 << 20);
        let flow = run
            .spawn(move || crate::FileFlow::of(&file))
            .expect("a thread can be started");
        assert_eq!(flow.join().expect("no panic").methods.len(), 1);
    }
}
