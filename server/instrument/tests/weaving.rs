//! What probed text looks like: takes small Java texts, compares the probed line with an expected one.

use expect_test::{Expect, expect};
use goalline_flow::{FileFlow, MethodId, PredicateId};
use goalline_instrument::{MarkedCall, ProbeLevel, ProbePlan, ProbedSource, weave};
use goalline_syntax::{JavaFile, Span};

struct Woven {
    file: JavaFile,
    flow: FileFlow,
    plan: ProbePlan,
    probed: ProbedSource,
}

fn woven(text: &str) -> Woven {
    let file = JavaFile::parse(text);
    let flow = FileFlow::of(&file);
    let plan = ProbePlan::full(&flow);
    let probed = weave(&file, &flow, &plan);
    Woven {
        file,
        flow,
        plan,
        probed,
    }
}

impl Woven {
    /// Answers for javac: complains at each of these places.
    fn complain(&mut self, places: &[&str]) -> bool {
        let text = &self.probed.text;
        let offset = |place: &&str| {
            let byte = text.find(place).expect("the place is in the probed text");
            text[..byte].encode_utf16().count()
        };
        let offsets: Vec<usize> = places.iter().map(offset).collect();
        let changed = self.plan.step_down(&self.probed, &offsets);
        self.probed = weave(&self.file, &self.flow, &self.plan);
        changed
    }

    fn short(&self) -> String {
        self.probed.text.replace("goalline.probe.", "")
    }
}

/// The body of a method with these statements, probed.
fn check(statements: &str, expected: &Expect) {
    let woven = woven(&format!("class C {{ void m() {{\n{statements}\n}} }}"));
    let text = woven.short();
    let lines: Vec<&str> = text.lines().collect();
    expected.assert_eq(&lines[1..lines.len() - 1].join("\n"));
}

#[test]
fn comparisons_become_overloads() {
    check(
        "if (a + 1 <= b) f();",
        &expect!["if (P.le(0,a + 1 , b)) f();"],
    );
    check(
        "if (x == null && null != y.z) f();",
        &expect!["if (P.isNull(0,x  ) && P.notNull(1,  y.z)) f();"],
    );
    check(
        "return !(a /* < */ < // b\n b);",
        &expect!["return !(P.lt(0,a /* < */ , // b\n b));"],
    );
}

/// The line of a method with this statement, with probes of its operations.
fn operations_of(statement: &str) -> String {
    operations_in("void", statement)
}

/// The same for a method of this type.
fn operations_in(returns: &str, statement: &str) -> String {
    let file = JavaFile::parse(format!(
        "class C {{ byte b; String s; {returns} m(int i, long l) {{\n{statement}\n}} }}"
    ));
    let flow = FileFlow::with_operations(&file);
    let operations = flow.operations.iter().map(|it| it.id);
    let plan = ProbePlan::full(&flow).with_extras(&flow, 0..0, operations);
    let probed = weave(&file, &flow, &plan).text;
    let line = probed.replace("goalline.probe.", "");
    line.lines().nth(1).unwrap_or_default().to_owned()
}

#[test]
fn compound_assignments_and_steps_are_computed_by_a_probe_and_cast_as_java_does_it() {
    let check = |statement: &str, expected: &Expect| expected.assert_eq(&operations_of(statement));
    check("b += f();", &expect!["b =(byte)P.add(0,b, f());"]);
    check("l <<= g(2);", &expect!["l =(long)P.shl(0,l, g(P.k(1,2)));"]);
    check("i--;", &expect!["i=(int)P.sub(0,i,1);"]);
    // A text, a value that somebody reads, and what is no variable by itself stay as they are.
    check("s += f();", &expect!["s += f();"]);
    check("f(i++);", &expect!["{if(P.made(0))f(i++);}"]);
    check("this.b += f();", &expect!["this.b += f();"]);
}

#[test]
fn calls_can_be_left_out_conditions_turned_round_and_returned_values_keep_the_type_of_their_method()
{
    let check = |returns: &str, statement: &str, expected: &Expect| {
        expected.assert_eq(&operations_in(returns, statement));
    };
    // A block: what follows may be an `else`.
    let plain = "if (s == null) f(); else g();";
    let expected =
        expect!["if (P.n(0,P.isNull(0,s  ))) {if(P.made(1))f();} else {if(P.made(2))g();}"];
    check("void", plain, &expected);
    check(
        "void",
        "switch (s) { case \"\" -> f(); }",
        &expect![[r#"switch (P.f(P.l(P.s(s),1,""),0)) { case "" -> f(); }"#]],
    );
    check("void", "f(s = g());", &expect!["f(s = g());"]);
    check(
        "java.util.List<String>",
        "return f();",
        &expect!["return P.<java.util.List<String>>r(0,f(),java.util.Collections.emptyList());"],
    );
    check(
        "List<String>",
        "return f();",
        &expect!["return P.<List<String>>r(0,f(),java.util.Collections.emptyList());"],
    );
    check("boolean", "return f();", &expect!["return P.rz(0,f());"]);
    check("byte", "return f();", &expect!["return (byte)P.ri(0,f());"]);
}

#[test]
fn probes_nest() {
    check(
        "if (f(a < b) > g(c ? 1 : 2)) h();",
        &expect!["if (P.gt(0,f(P.lt(1,a , b)) , g(P.bool(2,c) ? 1 : 2))) h();"],
    );
}

#[test]
fn calls_keep_their_text_and_their_types() {
    check(
        "if (s.equals(t)) f();",
        &expect!["if (P.qEquals(0,P.a(0,s).equals(P.b(0,t)))) f();"],
    );
    check(
        "if (Objects.equals(s, null)) f();",
        &expect!["if (P.qEquals(0,Objects.equals(P.a(0,s), null))) f();"],
    );
    check(
        "if (super.equals(t)) f();",
        &expect!["if (P.bool(0,super.equals(t))) f();"],
    );
    check(
        "if (isEmpty()) f();",
        &expect!["if (P.bool(0,isEmpty())) f();"],
    );
    check(
        "if (Character.isDigit(s.charAt(i))) f();",
        &expect!["if (P.isDigit(0,Character.isDigit(P.a(0,s.charAt(i))))) f();"],
    );
    check(
        "if (-1 != s.indexOf(c)) f();",
        &expect!["if (P.index(0,5,-1 , P.a(0,s).indexOf(P.b(0,c)))) f();"],
    );
    check(
        "if (a.compareTo(b) < 0) f();",
        &expect!["if (P.order(0,0,P.a(0,a).compareTo(P.b(0,b)) , 0)) f();"],
    );
    check(
        "if (m.get(k) == null) f();",
        &expect!["if (P.qIsNull(0,P.a(0,m).get(P.b(0,k))  )) f();"],
    );
    check(
        "if (s.regionMatches(true, 0, t, 1, n)) f();",
        &expect![
            "if (P.qRegionMatchesIgnoringCase(0,P.a(0,s).regionMatches(true, P.c(0), P.b(0,t), P.d(1), P.e(n)))) f();"
        ],
    );
}

#[test]
fn calls_that_promise_nothing_tell_what_they_were_asked_about() {
    check(
        "if (options.has(s, 1, t.trim())) f();",
        &expect!["if (P.qAsked(0,options.has(P.a(0,s), 1, P.b(0,t.trim())))) f();"],
    );
    check(
        "if (it.hasNext() && is(1, new A())) f();",
        &expect!["if (P.bool(0,it.hasNext()) && P.bool(1,is(1, new A()))) f();"],
    );
}

#[test]
fn a_bound_pattern_stays_an_operand_of_and() {
    check(
        "if (!(o instanceof String s) || s.isEmpty()) f();",
        &expect![
            "if (!((P.o(0,o) instanceof String s && P.hit(0))) || P.qIsEmpty(1,P.a(1,s).isEmpty())) f();"
        ],
    );
    check(
        "if (o instanceof String) f();",
        &expect!["if (P.bool(0,o instanceof String)) f();"],
    );
}

#[test]
fn new_arrays_cost_steps_by_their_length() {
    check(
        "int[][] g = new int[a + b][4];",
        &expect!["int[][] g = new int[P.length(a + b)][4];"],
    );
}

#[test]
fn loops_count_their_steps() {
    check("for (;;) f();", &expect!["for (;;) {P.step();f();}"]);
    check(
        "while (true) { f(); }",
        &expect!["while (true) {P.step(); f(); }"],
    );
    check("while (a < 3) f();", &expect!["while (P.lt(0,a , 3)) f();"]);
    check(
        "for (int x : xs) f();",
        &expect!["for (int x : P.each(0,xs)) f();"],
    );
    check(
        "for (var x : xs) f();",
        &expect!["for (var x : P.all(0,xs)) f();"],
    );
}

#[test]
fn every_label_is_measured_at_the_selector() {
    check(
        "switch (i) { case 1: case 'b': f(); break; case -3: g(); }",
        &expect![
            "switch (P.f(P.l(P.l(P.l(P.s(i),1,1),2,'b'),3,- 3),0)) { case 1: case 'b': f(); break; case -3: g(); }"
        ],
    );
    check(
        "switch (c) { case RED -> f(); default -> g(); }",
        &expect![[r#"switch (P.named("0=RED,1",c)) { case RED -> f(); default -> g(); }"#]],
    );
    check(
        "switch (o) { case String s -> f(); case null, default -> { g(); } }",
        &expect![[
            r#"switch (P.open("0=,1=null,2",o)) { case String s -> {P.hit(0);f();} case null, default -> {P.other(2); g(); } }"#
        ]],
    );
}

#[test]
fn bodies_report_their_entry() {
    let woven = woven(
        "class C { C() { this(1); } C(int x) { super(); f(); } static { f(); } Runnable r = () -> f();
         IntPredicate p = x -> x + 1; void m() {} abstract int n(); record R(int a) { R { f(); } } }",
    );
    expect![[r#"
        class C { C() { this(1);P.enter(0); } C(int x) { super();P.enter(1); f(); } static {P.enter(2); f(); } Runnable r = () -> f();
                 IntPredicate p = x -> {P.enter(5);return x + 1;}; void m() {P.enter(6);} abstract int n(); record R(int a) { R {P.enter(7); f(); } } }"#]].assert_eq(&woven.short());
    assert!(woven.probed.has_entry(MethodId(6)) && !woven.probed.has_entry(MethodId(4)));
}

#[test]
fn ends_of_callable_methods_tell_what_is_returned_and_keep_its_type() {
    let text = "class C { C() { super(); } byte b() { return 1; } <T> List<T> l() { return List.of(); }
        void v(int a) { if (a > 0) return; f(() -> { return 3; }); } private int hidden() { return 1; }
        int t() { throw x; } void w() { while (true) { } } }";
    let file = JavaFile::parse(text);
    let flow = FileFlow::of(&file);
    let mut plan = ProbePlan::full(&flow).with_returns(&flow);
    let probed = weave(&file, &flow, &plan);
    let short = |probed: &ProbedSource| {
        let text = probed.text.replace("goalline.probe.", "");
        text.replace("P.step();", "")
    };
    expect![[r#"
        class C { C() { super();P.enter(0); P.returned(0);} byte b() {P.enter(1); return P.returned(1,(byte)(1)); } <T> List<T> l() {P.enter(2); return P.<List<T>>returned(2,List.of()); }
                void v(int a) {P.enter(3); if (P.gt(0,a , 0)) {P.returned(3);return;} f(() -> {P.enter(4); return 3; }); P.returned(3);} private int hidden() {P.enter(5); return 1; }
                int t() {P.enter(6); throw x; } void w() {P.enter(7); while (true) { } } }"#]].assert_eq(&short(&probed));
    let offset = probed.text.find("P.<List<T>>").expect("a probe");
    assert!(plan.step_down(&probed, &[offset]));
    let probed = weave(&file, &flow, &plan);
    assert!(short(&probed).contains("return List.of();"));
    assert!(short(&probed).contains("return P.returned(1,(byte)(1));"));
}

#[test]
fn constants_and_annotations_stay_as_they_are() {
    let text = "class C { static final int A = B > 2 ? 1 : 2; @X(v = 1 < B) void m() {} final String s = f(x > 1); }";
    let woven = woven(text);
    let reasons: Vec<&str> = woven
        .probed
        .unmeasurable()
        .iter()
        .map(|(_, reason)| reason.as_str())
        .collect();
    assert!(
        woven
            .probed
            .text
            .contains("A = B > 2 ? 1 : 2; @X(v = 1 < B)"),
        "{}",
        woven.probed.text
    );
    assert!(
        reasons.contains(&"may be a compile-time constant"),
        "{reasons:?}"
    );
}

#[test]
fn a_file_that_uses_the_name_goalline_gets_an_import() {
    let woven = woven(
        "package a.goalline;\nclass C { int goalline; boolean m() { return goalline > 1; } }",
    );
    expect![[r#"
        package a.goalline; import goalline.probe.GoallineProbes; 
        class C { int goalline; boolean m() {GoallineProbes.enter(0); return GoallineProbes.gt(0,goalline , 1); } }"#]].assert_eq(&woven.probed.text);
}

#[test]
fn bases_shift_what_probes_report() {
    let file = JavaFile::parse("class C { boolean m() { return a > 1; } }");
    let flow = FileFlow::of(&file);
    let probed = weave(&file, &flow, &ProbePlan::full(&flow).with_bases(100, 10));
    assert!(
        probed.text.contains("P.enter(10)") && probed.text.contains("P.gt(100,"),
        "{}",
        probed.text
    );
}

#[test]
fn a_rejected_probe_steps_down_alone() {
    let mut woven = woven("class C { /* é😀 */ boolean m() { return s.indexOf(x) < 0 && b; } }");
    assert!(woven.complain(&["goalline.probe.P.index"]));
    assert!(
        woven
            .short()
            .contains("P.lt(0,s.indexOf(x) , 0) && P.bool(1,b)"),
        "{}",
        woven.short()
    );
    assert_eq!(woven.plan.level(PredicateId(0)), ProbeLevel::Full);
    assert!(woven.complain(&["goalline.probe.P.lt"]));
    assert!(
        woven
            .short()
            .contains("P.bool(0,s.indexOf(x) < 0) && P.bool(1,b)"),
        "{}",
        woven.short()
    );
    assert_eq!(woven.plan.level(PredicateId(0)), ProbeLevel::Plain);
    assert!(woven.complain(&["goalline.probe.P.bool(0"]));
    assert!(
        woven
            .short()
            .contains("return s.indexOf(x) < 0 && P.bool(1,b)"),
        "{}",
        woven.short()
    );
    let expected = vec![(PredicateId(0), "javac rejects a probe here".to_owned())];
    assert_eq!(woven.probed.unmeasurable(), expected);
}

#[test]
fn an_error_inside_an_operand_costs_the_probe_around_it() {
    let mut woven = woven("class C { boolean m() { return f(a > b) < g(x); } }");
    assert!(woven.complain(&["g(x)"]));
    assert!(
        woven.short().contains("P.bool(0,f(P.gt(1,a , b)) < g(x))"),
        "{}",
        woven.short()
    );
}

#[test]
fn an_error_at_no_probe_costs_the_likely_probes_first() {
    let text =
        "class C { int m() { while (FOREVER) { if (a > b) f(); } } int n() { return c ? 1 : 2; } }";
    let mut woven = woven(text);
    assert!(woven.complain(&["} int n()"]));
    assert!(
        woven
            .short()
            .contains("while (FOREVER) {P.step(); if (P.gt(1,a , b)) f(); }"),
        "{}",
        woven.short()
    );
    assert!(
        woven.short().contains("P.bool(2,c) ? 1 : 2"),
        "other methods keep theirs"
    );
}

#[test]
fn errors_that_no_probe_causes_end_the_stepping_down() {
    let mut woven = woven(
        "class C { int m() { if (a > b && c || d) f(); for (;;) g(); } int n() { return c ? 1 : 2; } }",
    );
    let mut rounds = 0;
    while woven.complain(&["int m()"]) {
        rounds += 1;
        assert!(rounds < 20, "{}", woven.short());
    }
    assert_eq!(woven.probed.text, woven.file.text());
    assert_eq!(
        woven.probed.unmeasurable().len(),
        woven.flow.predicates.len()
    );
}

#[test]
fn a_body_too_large_loses_observed_operands_before_outcomes() {
    let mut woven = woven(
        "class C { int m() { if (s.equals(t)) f(); } int n() { return s.equals(t) ? 1 : 2; } }",
    );
    assert!(woven.complain(&["int m()"]));
    let text = woven.short();
    assert!(text.contains("if (P.bool(0,s.equals(t)))"), "{text}");
    assert!(text.contains("P.qEquals(1,"), "{text}");
}

#[test]
fn a_body_too_large_loses_mutants_first_then_what_is_returned_then_lines() {
    let file = JavaFile::parse("class C { int m(int a) { if (a > 1) f(); return a + 1; } }");
    let flow = FileFlow::with_operations(&file);
    let operations = flow.operations.iter().map(|it| it.id);
    let lines = 0..flow.lines.len() as u32;
    let plan = ProbePlan::full(&flow).with_returns(&flow);
    let plan = plan.with_extras(&flow, lines, operations);
    let probed = weave(&file, &flow, &plan);
    let mut woven = Woven {
        file,
        flow,
        plan,
        probed,
    };
    let has = |woven: &Woven| {
        let text = woven.short();
        ["P.add(", "P.returned(", "P.line(", "P.gt("].map(|probe| text.contains(probe))
    };
    assert_eq!(has(&woven), [true; 4], "{}", woven.short());
    for left in [
        [false, true, true, true],
        [false, false, true, true],
        [false, false, false, true],
    ] {
        assert!(woven.complain(&["int m("]));
        assert_eq!(has(&woven), left, "{}", woven.short());
    }
    let lost = woven.probed.unmeasurable_operations();
    assert!(!lost.is_empty() && lost.iter().all(|(_, reason)| reason.contains("no room")));
}

#[test]
fn what_ends_the_jvm_ends_the_run() {
    check(
        "if (a) System.exit(1);\nRuntime.getRuntime().halt(b);\nmine.exit(2); exit(3);",
        &expect![[r#"
            if (P.bool(0,a)) P.exit(1);
            P.exit(b);
            mine.exit(2); exit(3);"#]],
    );
    let own = woven(
        "class C { static class System { static void exit(int i) { } } void m() { System.exit(1); } }",
    );
    assert!(own.short().contains("System.exit(1)"), "{}", own.short());
}

/// The statements of `m` with an announcement of each call of this text, and with its exit.
fn check_marks(call: &str, absent: Option<&'static str>, statements: &str, expected: &Expect) {
    let text = format!("class C {{ void m() {{\n{statements}\n}} }}");
    let file = JavaFile::parse(text.as_str());
    let flow = FileFlow::of(&file);
    let places = text.match_indices(call).zip(7..);
    let calls = places.map(|((start, _), number)| MarkedCall {
        span: Span::new(start, start + call.len()),
        number,
        absent,
    });
    let plan = ProbePlan::full(&flow).with_marks(calls, [MethodId(0)]);
    let probed = weave(&file, &flow, &plan);
    let short = probed.text.replace("goalline.probe.", "");
    assert_eq!(short.lines().count(), text.lines().count());
    expected.assert_eq(&format!("{short}\nunmarked: {:?}", probed.unmarked()));
}

#[test]
fn calls_are_announced_where_they_stand_and_bodies_report_their_exit() {
    check_marks(
        "e.g()",
        Some("0"),
        "e.g(); int a = 1 + e.g(); if (b) e.g(); for (;; e.g()) f();",
        &expect![[r#"
            class C { void m() {P.enter(0);try{
            {P.at(7);e.g();} int a = 1 + (P.at(8)?e.g():0); if (P.bool(0,b)) {P.at(9);e.g();} for (;; e.g()) {P.step();f();}
            }finally{P.left(0);}} }
            unmarked: [10]"#]],
    );
}

#[test]
fn calls_without_a_value_are_announced_as_statements_alone() {
    check_marks(
        "e.g()",
        None,
        "e.g(); x(() -> e.g()); y(E::g);",
        &expect![[r#"
            class C { void m() {P.enter(0);try{
            {P.at(7);e.g();} x(() -> {P.at(8);e.g();}); y(E::g);
            }finally{P.left(0);}} }
            unmarked: []"#]],
    );
}
