//! Mocks in the worker: what they answer, what they were told, and that fields are set as a container would.

use goalline_jvm::CompileSetup;
use goalline_testcase::{
    Answer, CallableKind, ConstantDescription, DescribedPart, DoubleStyle, Execution, Literal,
    Mocking, NullResult, Observed, ObservedPart, Outcome, StatementKind, UnansweredCall, Var, Vars,
};

use crate::support::{CompiledSubject, TestScript, class, jdks, observing, options, text};

/// As much of Spring Data's as is asked.
const PAGE_REQUEST: &str = "package org.springframework.data.domain;
public class PageRequest {
    private final int page;
    private final int size;
    private final Sort sort;
    private PageRequest(int page, int size, Sort sort) { this.page = page; this.size = size; this.sort = sort; }
    public static PageRequest of(int page, int size) { return new PageRequest(page, size, Sort.by()); }
    public static PageRequest of(int page, int size, Sort sort) { return new PageRequest(page, size, sort); }
    public int getPageNumber() { return page; }
    public int getPageSize() { return size; }
    public Sort getSort() { return sort; }
}";

const SORT: &str = "package org.springframework.data.domain;
import java.util.*;
public class Sort implements Iterable<Sort.Order> {
    public enum Direction { ASC, DESC }
    public enum NullHandling { NATIVE, NULLS_FIRST }
    private final List<Order> orders = new ArrayList<>();
    public static Sort by(String... properties) {
        Sort sort = new Sort();
        for (String property : properties) { sort.orders.add(new Order(property)); }
        return sort;
    }
    public static Sort unsorted() { return new Sort(); }
    public Iterator<Order> iterator() { return orders.iterator(); }
    public static class Order {
        private final String property;
        Order(String property) { this.property = property; }
        public Direction getDirection() { return Direction.DESC; }
        public String getProperty() { return property; }
        public NullHandling getNullHandling() { return NullHandling.NATIVE; }
        public boolean isIgnoreCase() { return property.equals(\"name\"); }
    }
}";

const DESK: &str = r#"package shop;
import java.util.*;
import org.springframework.data.domain.*;
public class Desk {
    @javax.inject.Inject private Store store;
    private Clerk clerk;
    private final List<String> log = new ArrayList<>();
    public String sell(String name, long count) {
        if (store.stock(name, count) < count) {
            return store.find(name).map(it -> "later " + it).orElse("never");
        }
        store.take(name, count);
        return clerk == null ? "sold" : clerk.name();
    }
    public String ask(Clerk clerk) {
        return clerk.name() + clerk.wage();
    }
    public int pass(Clerk clerk) {
        return clerk.name() == null ? Gate.passed : ++Gate.passed;
    }
    public String shared() {
        return Shared.bag() == null ? "nobody" : "a bag of " + Shared.bag().size();
    }
    public int letters(Clerk clerk) {
        return clerk.name().length();
    }
    public Object fetch() {
        return store.get("pear", Desk.class);
    }
    public Object copy() {
        return store.copy("pear");
    }
    public void sign(int level) {
        store.note(new Note(level));
    }
    public void bill(String first, String second) {
        store.list(List.of(new Line(first), new Line(second)));
        store.file(new Bill(first));
    }
    public void spoil() {
        List<Line> rows = new ArrayList<>(List.of(new Line("a"), new Line("b")));
        store.list(rows.subList(0, 1));
        rows.clear();
    }
    public void page(int at, String by) {
        store.page(PageRequest.of(at - 1, 20, Sort.by(by)));
    }
    public int turn() {
        return far.Turns.getTurn() == null ? 0 : far.Turns.getTurn();
    }
    public String who() {
        return Guests.name();
    }
    public boolean isBig(Object given) {
        return given instanceof Crate ? true : Size.of("" + given) == Size.BIG;
    }
    public Object order() {
        return Comparator.naturalOrder();
    }
    public void visit(Shop shop) { }
    public void fail(Failure failure) {
        throw failure;
    }
    public String shut() {
        try {
            store.close();
            return "shut";
        } catch (java.io.IOException stuck) {
            return stuck.getMessage();
        }
    }
}
interface Shelf<K> {
    int stock(K name, long count);
    default void take(K name, long count) { throw new IllegalStateException("ran"); }
}
interface Store extends Shelf<String> {
    Optional<String> find(String name);
    void close() throws java.io.IOException;
    <T> T get(String key, Class<T> type);
    <T> T copy(T one);
    void note(Note note);
    void list(List<Line> lines);
    void file(Bill bill);
    void page(PageRequest request);
}
class Shared {
    private static far.Bag bag = null;
    static far.Bag own;
    static far.Bag first = none();
    void set(far.Bag given) { if (bag == null) { bag = given; } first = given; }
    static far.Bag none() { return null; }
    static far.Bag bag() { return bag; }
}
class Line {
    private final String text;
    Line(String text) { this.text = text; }
    public String getText() { return text; }
    public String getNothing() { return null; }
}
class Page {
    private final List<Line> lines;
    Page(List<Line> lines) { this.lines = lines; }
    public List<Line> getLines() { return lines; }
    public List<Line> getSame() { return lines; }
}
class Bill {
    private final List<Page> pages;
    Bill(String text) { pages = List.of(new Page(List.of(new Line(text)))); }
    public List<Page> getPages() { return pages; }
}
class Note {
    final int level;
    Note(int level) { this.level = level; }
    public int getLevel() { return level; }
    public Object getOther() { return new Object(); }
    public void getRid() { }
}
class Guests {
    static String name() { return ((Note) (Object) far.Turns.getTurn()).toString(); }
}
class Gate {
    static int passed;
}
class Crate { }
enum Size {
    BIG("large"), SMALL("tiny");
    private final String word;
    Size(String word) { this.word = word; }
    static Size of(String word) {
        for (Size one : values()) { if (one.word.equals(word)) { return one; } }
        throw new IllegalArgumentException("no size");
    }
}
class Shop {
    private Clerk unasked;
    private Clerk opened;
    private Clerk told;
    @javax.annotation.PostConstruct private void start() { unasked = null; }
    @javax.annotation.PostConstruct void open() { opened = null; }
    private void tell() { told = null; }
}
abstract class Failure extends RuntimeException {
    abstract int level();
}
class Clerk {
    final int wage;
    Clerk(int wage) { throw new IllegalStateException("made"); }
    String name() { throw new IllegalStateException("ran"); }
    Integer wage() { return wage; }
}
"#;

fn desk() -> Vec<CompiledSubject> {
    let roots = tempfile::tempdir().expect("a folder").keep();
    let inject = roots.join("javax/inject");
    std::fs::create_dir_all(&inject).expect("a folder");
    let java = "package javax.inject; import java.lang.annotation.*; \
                @Retention(RetentionPolicy.RUNTIME) public @interface Inject {}";
    std::fs::write(inject.join("Inject.java"), java).expect("a file");
    let annotation = roots.join("javax/annotation");
    std::fs::create_dir_all(&annotation).expect("a folder");
    let java = "package javax.annotation; import java.lang.annotation.*; \
                @Retention(RetentionPolicy.RUNTIME) public @interface PostConstruct {}";
    std::fs::write(annotation.join("PostConstruct.java"), java).expect("a file");
    std::fs::create_dir_all(roots.join("far")).expect("a folder");
    let java = "package far; public interface Bag { int size(); void empty(); }";
    std::fs::write(roots.join("far/Bag.java"), java).expect("a file");
    let java = "package far; public class Turns { \
                private static final ThreadLocal<Integer> TURN = new ThreadLocal<>(); \
                public static void setTurn(Integer turn) { TURN.set(turn); } \
                public static Integer getTurn() { return TURN.get(); } \
                public static void clear() { TURN.remove(); } }";
    std::fs::write(roots.join("far/Turns.java"), java).expect("a file");
    let data = roots.join("org/springframework/data/domain");
    std::fs::create_dir_all(&data).expect("a folder");
    std::fs::write(data.join("PageRequest.java"), PAGE_REQUEST).expect("a file");
    std::fs::write(data.join("Sort.java"), SORT).expect("a file");
    let setup = CompileSetup {
        source_roots: vec![roots],
        ..CompileSetup::default()
    };
    let all = jdks().into_iter();
    let all = all.map(|(feature, home)| {
        let options = options(feature, &home);
        let mut subject = CompiledSubject::with(DESK, &options, 1, &setup);
        subject.cluster.allow_mocks(Mocking::Extensible);
        subject
    });
    all.collect()
}

/// A desk with a store that gives these answers, and what is called on it.
struct Sale {
    script: TestScript,
    store: Var,
    desk: Var,
}

impl Sale {
    fn new(subject: &mut CompiledSubject, answers: Vec<Answer>, mut script: TestScript) -> Self {
        let (style, ty) = (
            DoubleStyle::Mock,
            subject.cluster.intern(class("shop.Store")),
        );
        let store = script.push(ty, StatementKind::test_double(style, answers));
        let ty = subject.cluster.intern(class("shop.Desk"));
        let made = subject.cluster.generators(ty)[0];
        let desk = script.call(&subject.cluster, made, None, &[]);
        let injected = subject.cluster.injected(ty).to_vec();
        assert_eq!(injected.len(), 1);
        let field = subject.cluster.callable(injected[0]);
        assert_eq!(
            (&*field.name, field.kind),
            ("store", CallableKind::InjectedField)
        );
        script.call(&subject.cluster, injected[0], Some(desk), &[store]);
        Self {
            script,
            store,
            desk,
        }
    }

    /// Sells so many pears.
    fn sell(mut self, subject: &mut CompiledSubject, count: i64) -> (Execution, Var, Var) {
        let pear = self
            .script
            .literal(&mut subject.cluster, Literal::Text("pear".into()));
        let count = self
            .script
            .literal(&mut subject.cluster, Literal::Long(count));
        let method = subject.callable("sell");
        let sold = self
            .script
            .call(&subject.cluster, method, Some(self.desk), &[pear, count]);
        (
            subject.run_with(&self.script.test, observing()),
            sold,
            self.store,
        )
    }
}

fn answer(method: &str, descriptor: &str, value: Var, throws: bool) -> Answer {
    Answer {
        method: method.into(),
        descriptor: descriptor.into(),
        value,
        throws,
    }
}

/// What was observed of the variable.
fn seen(execution: &Execution, var: Var, part: &ObservedPart) -> Option<Observed> {
    let mut all = execution.observations.iter();
    let found = all.find(|it| it.var == var && it.subject == *part);
    found.map(|it| it.observed.clone())
}

const STOCK: &str = "(Ljava/lang/Object;J)I";

#[test]
fn a_mock_answers_runs_no_default_method_and_tells_what_it_was_told() {
    for mut subject in desk() {
        let mut script = TestScript::default();
        let stock = script.literal(&mut subject.cluster, Literal::Int(9));
        let answers = vec![answer("stock", STOCK, stock, false)];
        let sale = Sale::new(&mut subject, answers, script);
        let (execution, sold, store) = sale.sell(&mut subject, 3);
        assert_eq!(execution.outcome, Outcome::Passed);
        let value = seen(&execution, sold, &ObservedPart::Value);
        assert_eq!(value, Some(Observed::Literal(text("sold"))));
        let take = ObservedPart::Interaction {
            method: "take".to_owned(),
            descriptor: "(Ljava/lang/Object;J)V".to_owned(),
        };
        let arguments = [text("pear"), Literal::Long(3)].map(Observed::Literal);
        let told = Observed::Calls {
            count: 1,
            arguments: vec![arguments.to_vec()],
        };
        assert_eq!(seen(&execution, store, &take), Some(told));
        // What gives nothing could still fail.
        let asked = execution.trace.unanswered.iter();
        let asked: Vec<&str> = asked.map(|call| call.method.as_str()).collect();
        assert_eq!(asked, ["take"]);
    }
}

#[test]
fn a_static_field_that_a_container_fills_is_found_and_empty_again_after_the_test() {
    for mut subject in desk() {
        let holders = subject.cluster.holders().to_vec();
        let names = holders
            .iter()
            .map(|it| &*subject.cluster.callable(*it).name);
        // Nobody sets the second one, and the third one has a value of its own.
        assert_eq!(names.collect::<Vec<_>>(), ["bag", "setTurn"]);
        let shared = subject.callable("shared");
        let mut said = |is_held: bool| {
            let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
            if is_held {
                let ty = subject.cluster.intern(class("far.Bag"));
                let (answers, style) = (Vec::new(), DoubleStyle::Mock);
                let bag = StatementKind::test_double(style, answers);
                let bag = sale.script.push(ty, bag);
                sale.script.call(&subject.cluster, holders[0], None, &[bag]);
            }
            let desk = Some(sale.desk);
            let told = sale.script.call(&subject.cluster, shared, desk, &[]);
            let execution = subject.run_with(&sale.script.test, observing());
            seen(&execution, told, &ObservedPart::Value)
        };
        let expected = |what: &str| Some(Observed::Literal(text(what)));
        assert_eq!(said(true), expected("a bag of 0"));
        assert_eq!(said(false), expected("nobody"));
    }
}

#[test]
fn what_constants_of_a_used_enum_are_made_with_and_what_is_asked_for_is_described() {
    for subject in desk() {
        let constants = subject.cluster.constants();
        let is_there = |word: &str| {
            let text = ConstantDescription::Text(word.into());
            constants.contains(&&text)
        };
        assert!(is_there("large") && is_there("tiny"), "{constants:?}");
        assert!(!is_there("no size"), "what is only said is no constant");
        let desk = subject.cluster.class("shop.Desk").expect("it is described");
        assert!(desk.casts.iter().any(|it| it == "shop.Crate"));
    }
}

#[test]
fn what_a_static_method_puts_down_is_taken_away_after_the_test() {
    for mut subject in desk() {
        let desk = subject.cluster.class("shop.Desk").expect("it is described");
        let is_told = desk.casts.iter().any(|it| it == "shop.Note");
        assert!(is_told, "what is taken from a holder is cast elsewhere");
        let set_turn = subject.cluster.holders()[1];
        let turn = subject.callable("turn");
        let mut said = |is_put_down: bool| {
            let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
            if is_put_down {
                let ty = subject.cluster.callable(set_turn).parameters[0];
                let number = StatementKind::Literal(Literal::Int(7));
                let number = sale.script.push(ty, number);
                sale.script
                    .call(&subject.cluster, set_turn, None, &[number]);
            }
            let desk = Some(sale.desk);
            let told = sale.script.call(&subject.cluster, turn, desk, &[]);
            let execution = subject.run_with(&sale.script.test, observing());
            seen(&execution, told, &ObservedPart::Value)
        };
        assert_eq!(said(true), Some(Observed::Literal(Literal::Int(7))));
        assert_eq!(said(false), Some(Observed::Literal(Literal::Int(0))));
    }
}

#[test]
fn answers_in_a_row_come_one_a_call_and_the_last_one_stays() {
    for mut subject in desk() {
        let mut script = TestScript::default();
        let [one, nine] = [1, 9].map(|it| script.literal(&mut subject.cluster, Literal::Int(it)));
        let answers = vec![
            answer("stock", STOCK, one, false),
            answer("stock", STOCK, nine, false),
        ];
        let mut sale = Sale::new(&mut subject, answers, script);
        let pear = sale
            .script
            .literal(&mut subject.cluster, Literal::Text("pear".into()));
        let count = sale.script.literal(&mut subject.cluster, Literal::Long(3));
        let method = subject.callable("sell");
        let sold: Vec<Var> = (0..3)
            .map(|_| {
                let desk = Some(sale.desk);
                sale.script
                    .call(&subject.cluster, method, desk, &[pear, count])
            })
            .collect();
        let execution = subject.run_with(&sale.script.test, observing());
        let told = sold
            .iter()
            .map(|var| seen(&execution, *var, &ObservedPart::Value));
        let told: Vec<Option<Observed>> = told.collect();
        let said = |what: &str| Some(Observed::Literal(text(what)));
        assert_eq!(told, [said("never"), said("sold"), said("sold")]);
    }
}

#[test]
fn what_a_mock_is_given_that_no_variable_holds_is_told_by_its_getters() {
    for mut subject in desk() {
        let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
        let sign = subject.callable("sign");
        let level = sale.script.literal(&mut subject.cluster, Literal::Int(3));
        sale.script
            .call(&subject.cluster, sign, Some(sale.desk), &[level]);
        let execution = subject.run_with(&sale.script.test, observing());
        let note = ObservedPart::Interaction {
            method: "note".to_owned(),
            descriptor: "(Lshop/Note;)V".to_owned(),
        };
        let level = DescribedPart {
            method: "getLevel".to_owned(),
            descriptor: "()I".to_owned(),
            observed: Observed::Literal(Literal::Int(3)),
        };
        let told = Observed::Calls {
            count: 1,
            arguments: vec![vec![Observed::Described {
                class: "shop.Note".to_owned(),
                parts: vec![level],
            }]],
        };
        assert_eq!(seen(&execution, sale.store, &note), Some(told));
    }
}

#[test]
fn a_request_of_a_page_is_told_by_what_it_is_made_of_and_an_order_of_more_words_is_not() {
    for mut subject in desk() {
        let cases = [
            ("age", Some("2,20,DESC,age")),
            ("name", None),
            ("a-b", None),
        ];
        for (by, expected) in cases {
            let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
            let page = subject.callable("page");
            let at = sale.script.literal(&mut subject.cluster, Literal::Int(3));
            let by = Literal::Text(by.into());
            let by = sale.script.literal(&mut subject.cluster, by);
            sale.script
                .call(&subject.cluster, page, Some(sale.desk), &[at, by]);
            let execution = subject.run_with(&sale.script.test, observing());
            let request = ObservedPart::Interaction {
                method: "page".to_owned(),
                descriptor: "(Lorg/springframework/data/domain/PageRequest;)V".to_owned(),
            };
            let Some(Observed::Calls { arguments, .. }) = seen(&execution, sale.store, &request)
            else {
                panic!("{:?}", execution.observations);
            };
            let told = match &arguments[0][0] {
                Observed::Value { text, .. } => Some(text.to_text()),
                _ => None,
            };
            assert_eq!(told.as_deref(), expected);
        }
    }
}

#[test]
fn what_lists_hold_that_a_mock_is_given_is_told_element_by_element() {
    for mut subject in desk() {
        let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
        let bill = subject.callable("bill");
        let [pear, plum] = ["pear", "plum"].map(|it| {
            sale.script
                .literal(&mut subject.cluster, Literal::Text(it.into()))
        });
        sale.script
            .call(&subject.cluster, bill, Some(sale.desk), &[pear, plum]);
        let execution = subject.run_with(&sale.script.test, observing());
        let told = |method: &str, descriptor: &str, class: &str, parts: Vec<DescribedPart>| {
            let asked = ObservedPart::Interaction {
                method: method.to_owned(),
                descriptor: descriptor.to_owned(),
            };
            let expected = Observed::Calls {
                count: 1,
                arguments: vec![vec![Observed::Described {
                    class: class.to_owned(),
                    parts,
                }]],
            };
            assert_eq!(seen(&execution, sale.store, &asked), Some(expected));
        };
        let part = |method: &str, descriptor: &str, observed| DescribedPart {
            method: method.to_owned(),
            descriptor: descriptor.to_owned(),
            observed: Observed::Literal(observed),
        };
        let of_text = "()Ljava/lang/String;";
        let list = vec![
            part("size", "()I", Literal::Int(2)),
            part("get(0).getText", of_text, text("pear")),
            part("get(1).getText", of_text, text("plum")),
        ];
        told("list", "(Ljava/util/List;)V", "java.util.List", list);
        let path = "getPages().get(0).getLines().get(0).getText";
        let pages = vec![
            DescribedPart {
                method: "getPages".to_owned(),
                descriptor: "()Ljava/util/List;".to_owned(),
                observed: Observed::Sized {
                    size: 1,
                    elements: Vec::new(),
                },
            },
            part(path, of_text, text("pear")),
        ];
        told("file", "(Lshop/Bill;)V", "shop.Bill", pages);
    }
}

#[test]
fn a_list_that_cannot_be_read_any_more_ends_no_worker() {
    for mut subject in desk() {
        let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
        let spoil = subject.callable("spoil");
        sale.script
            .call(&subject.cluster, spoil, Some(sale.desk), &[]);
        let execution = subject.run_with(&sale.script.test, observing());
        assert_eq!(execution.outcome, Outcome::Passed);
    }
}

#[test]
fn without_an_answer_a_mock_gives_what_mockito_gives_and_the_question_is_told() {
    for mut subject in desk() {
        let sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
        let (execution, sold, store) = sale.sell(&mut subject, 3);
        assert_eq!(execution.outcome, Outcome::Passed);
        let value = seen(&execution, sold, &ObservedPart::Value);
        assert_eq!(value, Some(Observed::Literal(text("never"))));
        let asked = |method: &str, descriptor: &str| UnansweredCall {
            double: store,
            method: method.to_owned(),
            descriptor: descriptor.to_owned(),
            class_argument: None,
        };
        let find = "(Ljava/lang/String;)Ljava/util/Optional;";
        let expected = [asked("stock", STOCK), asked("find", find)];
        assert_eq!(execution.trace.unanswered, expected);
    }
}

#[test]
fn a_test_with_mocks_finds_the_static_state_that_others_left_as_it_is_at_first() {
    for mut subject in desk() {
        let mut passed = |name: Option<&str>| {
            let mut script = TestScript::default();
            let ty = subject.cluster.intern(class("shop.Clerk"));
            let answers = name.map(|name| {
                let name = script.literal(&mut subject.cluster, Literal::Text(name.into()));
                answer("name", "()Ljava/lang/String;", name, false)
            });
            let (answers, style) = (answers.into_iter().collect(), DoubleStyle::Mock);
            let clerk = script.push(ty, StatementKind::test_double(style, answers));
            let mut sale = Sale::new(&mut subject, Vec::new(), script);
            let pass = subject.callable("pass");
            let passed = sale
                .script
                .call(&subject.cluster, pass, Some(sale.desk), &[clerk]);
            let execution = subject.run_with(&sale.script.test, observing());
            assert_eq!(execution.outcome, Outcome::Passed);
            seen(&execution, passed, &ObservedPart::Value)
        };
        let number = |number| Some(Observed::Literal(Literal::Int(number)));
        // One that leaves it hands its classes on; one that changes it does not.
        let found = [None, Some("Ann"), Some("Bob"), None].map(&mut passed);
        assert_eq!(found, [number(0), number(1), number(1), number(0)]);
    }
}

#[test]
fn a_mock_of_a_class_runs_neither_a_constructor_nor_a_method() {
    for mut subject in desk() {
        let mut script = TestScript::default();
        let name = script.literal(&mut subject.cluster, Literal::Text("Ann".into()));
        let ty = subject.cluster.intern(class("shop.Clerk"));
        let answers = vec![answer("name", "()Ljava/lang/String;", name, false)];
        let style = DoubleStyle::Mock;
        let clerk = script.push(ty, StatementKind::test_double(style, answers));
        let mut sale = Sale::new(&mut subject, Vec::new(), script);
        let ask = subject.callable("ask");
        let asked = sale
            .script
            .call(&subject.cluster, ask, Some(sale.desk), &[clerk]);
        let execution = subject.run_with(&sale.script.test, observing());
        assert_eq!(execution.outcome, Outcome::Passed);
        let value = seen(&execution, asked, &ObservedPart::Value);
        assert_eq!(value, Some(Observed::Literal(text("Ann0"))));
    }
}

#[test]
fn an_answer_may_be_an_exception() {
    for mut subject in desk() {
        let mut script = TestScript::default();
        let stuck = subject.cluster.intern(class("java.io.IOException"));
        let message = script.literal(&mut subject.cluster, Literal::Text("stuck".into()));
        let makers = subject.cluster.generators(stuck).to_vec();
        let maker = makers.into_iter().find(|it| {
            let callable = subject.cluster.callable(*it);
            callable.descriptor == "(Ljava/lang/String;)V" && callable.returns == stuck
        });
        let thrown = script.push(
            stuck,
            StatementKind::Call {
                callable: maker.expect("a constructor with a message"),
                receiver: None,
                arguments: Vars::from_slice(&[message]),
            },
        );
        let answers = vec![answer("close", "()V", thrown, true)];
        let mut sale = Sale::new(&mut subject, answers, script);
        let shut = subject.callable("shut");
        let shut = sale
            .script
            .call(&subject.cluster, shut, Some(sale.desk), &[]);
        let execution = subject.run_with(&sale.script.test, observing());
        let value = seen(&execution, shut, &ObservedPart::Value);
        assert_eq!(value, Some(Observed::Literal(text("stuck"))));
    }
}

#[test]
fn an_exception_of_a_class_written_for_the_test_is_expected_by_the_class_above_it() {
    for mut subject in desk() {
        let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
        let fail = subject.callable("fail");
        let failure = subject.cluster.callable(fail).parameters[0];
        let (answers, style) = (Vec::new(), DoubleStyle::Written);
        let kind = StatementKind::test_double(style, answers);
        let failure = sale.script.push(failure, kind);
        let desk = Some(sale.desk);
        sale.script.call(&subject.cluster, fail, desk, &[failure]);
        let execution = subject.run_with(&sale.script.test, observing());
        let Outcome::Threw { thrown, .. } = &execution.outcome else {
            panic!("{:?}", execution.outcome);
        };
        assert_eq!(thrown.nameable, "shop.Failure");
    }
}

#[test]
fn a_constant_of_an_enum_that_a_library_keeps_to_itself_is_not_told_by_its_name() {
    for mut subject in desk() {
        let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
        let order = subject.callable("order");
        let desk = Some(sale.desk);
        let order = sale.script.call(&subject.cluster, order, desk, &[]);
        let execution = subject.run_with(&sale.script.test, observing());
        let told = seen(&execution, order, &ObservedPart::Value);
        assert!(!matches!(told, Some(Observed::Constant { .. })), "{told:?}");
    }
}

#[test]
fn a_mock_tells_the_class_that_it_was_asked_for_or_that_of_what_it_was_given() {
    for mut subject in desk() {
        for (method, class) in [("fetch", "shop.Desk"), ("copy", "java.lang.String")] {
            let mut sale = Sale::new(&mut subject, Vec::new(), TestScript::default());
            let method = subject.callable(method);
            sale.script
                .call(&subject.cluster, method, Some(sale.desk), &[]);
            let execution = subject.run_with(&sale.script.test, observing());
            assert_eq!(execution.outcome, Outcome::Passed);
            let asked = &execution.trace.unanswered[0];
            assert_eq!(asked.class_argument.as_deref(), Some(class));
        }
    }
}

#[test]
fn who_asks_for_an_object_of_a_class_is_given_none_of_another_class() {
    const GET: &str = "(Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;";
    for mut subject in desk() {
        for is_there in [true, false] {
            let mut script = TestScript::default();
            let (note, ty) = (
                script.literal(&mut subject.cluster, Literal::Text("a".into())),
                "shop.Desk",
            );
            let ty = subject.cluster.intern(class(ty));
            let made = subject.cluster.generators(ty)[0];
            let other = script.call(&subject.cluster, made, None, &[]);
            let mut answers = vec![answer("get", GET, note, false)];
            if is_there {
                answers.push(answer("get", GET, other, false));
            }
            let mut sale = Sale::new(&mut subject, answers, script);
            let fetch = subject.callable("fetch");
            let desk = Some(sale.desk);
            let fetched = sale.script.call(&subject.cluster, fetch, desk, &[]);
            let execution = subject.run_with(&sale.script.test, observing());
            assert_eq!(execution.outcome, Outcome::Passed);
            let told = seen(&execution, fetched, &ObservedPart::Value);
            let asked = execution.trace.unanswered.iter();
            let asked: Vec<Option<&str>> = asked.map(|it| it.class_argument.as_deref()).collect();
            if is_there {
                assert_eq!(told, Some(Observed::Same(other)));
                assert_eq!(asked, []);
            } else {
                assert_eq!(told, Some(Observed::Null));
                assert_eq!(asked, [Some("shop.Desk")]);
            }
        }
    }
}

#[test]
fn what_only_a_private_method_of_the_container_sets_no_test_can_have_set() {
    for subject in desk() {
        let shop = subject.cluster.class("shop.Shop").expect("it is used");
        let fields = shop.fields.iter();
        let set = fields.map(|it| (it.name.as_str(), it.is_set));
        assert_eq!(
            set.collect::<Vec<_>>(),
            [("unasked", false), ("opened", true), ("told", true)]
        );
    }
}

#[test]
fn whose_null_ended_a_run_is_told_where_the_jdk_tells_it() {
    let features = jdks().into_iter().map(|(feature, _)| feature);
    let features: Vec<u32> = features.collect();
    for (mut subject, feature) in desk().into_iter().zip(features) {
        let mut script = TestScript::default();
        let ty = subject.cluster.intern(class("shop.Clerk"));
        let (answers, style) = (Vec::new(), DoubleStyle::Mock);
        let clerk = script.push(ty, StatementKind::test_double(style, answers));
        let mut sale = Sale::new(&mut subject, Vec::new(), script);
        let letters = subject.callable("letters");
        sale.script
            .call(&subject.cluster, letters, Some(sale.desk), &[clerk]);
        let execution = subject.run_with(&sale.script.test, observing());
        let told = NullResult {
            class: "shop.Clerk".to_owned(),
            method: "name".to_owned(),
        };
        assert_eq!(execution.trace.null_result, (feature >= 15).then_some(told));
    }
}
