//! What tests with mocks look like: small programs around an office that lives on its collaborators, compared with
//! the expected text.

#![expect(
    clippy::needless_raw_string_hashes,
    reason = "expect-test writes the snapshots so"
)]

use std::collections::BTreeSet;

use crate::{
    descriptions::{cluster, parse_type},
    programs::{Program, object, seen},
    shop::check,
};
use expect_test::expect;
use goalline_junit::{
    AssertionLibrary, Framework, Mockito, Naming, Refusal, StubbedCall, StubbingWords, Style,
    WrittenTest, insert_into, suite_names, write_class,
};
use goalline_syntax::{JavaFile, apply_edits};
use goalline_testcase::{DescribedPart, Literal, Mocking, Observed, TestCluster, Var};

/// A desk with its collaborators; `Owners` inherits all its methods from a generic interface.
const OFFICE: &str = "
public class shop.Owner
  new()
  getName(): java.lang.String
public interface shop.Repository<T,I>
  <S extends T>save(entity: S): S
  findById(id: I): java.util.Optional<T>
  findAll(): java.util.List<T>
  count(): long
  deleteAll(entities: java.lang.Iterable<T>): void
public interface shop.Owners implements shop.Repository<shop.Owner,java.lang.Integer>
public interface shop.SpecialOwners implements shop.Owners
public interface shop.Files
  open(path: java.lang.String, mode: int): java.lang.String throws java.io.IOException
  close(): void throws java.io.IOException
  open(): boolean
  join(parts: java.lang.String...): java.lang.String
  kind(path: java.lang.String): java.lang.Class<?>
  <T>all(type: java.lang.Class<T>): java.util.List<T>
  <T>later(seconds: int, result: T): java.util.List<T>
  default size(): int
public interface shop.Packer
  pack(load: java.lang.Object, labels: java.lang.String...): java.lang.String
public class shop.Audit
  new(level: int, name: java.lang.String)
  note(text: java.lang.String): void
  note(number: int): void
  level(): int
public final class shop.Clock
  new()
  now(): long
public class shop.Desk
  new(owners: shop.Owners)
  new(owners: shop.Owners, files: shop.Files)
  new(audit: shop.Audit)
  new(packer: shop.Packer)
  new(search: shop.Search)
  new(clock: shop.Clock)
  new(all: shop.Repository<shop.Owner,java.lang.Long>)
  show(id: int): java.lang.String
  keep(owner: shop.Owner): void
  static sorted(owner: shop.Owner): java.util.List<shop.Owner>
  keepAll(owners: java.util.List<shop.Owner>): int
  fail(failure: java.io.IOException): void
  compare(others: shop.SpecialOwners): int
  read(path: java.lang.String): java.lang.String throws java.io.IOException
  open(): boolean
  reply(id: int): shop.Reply
public class shop.Reply
  getCode(): int
  getBody(): java.lang.Object
public class shop.Lamp
  new()
  injected field private limit: int
  injected field owners: shop.Owners
  watts(): int
public class shop.Bell
  new()
  injected field private owners: shop.Owners
  rings(): int
public class shop.Context
  new()
  injected field static private mail: far.Mail
  injected field static post: far.Post
public class far.Shifts
  new()
  static setMail(mail: far.Mail): void
  static getMail(): far.Mail
  static clearMail(): void
public interface far.Mail
  send(): int
  fetch(): int
public interface far.Post implements far.Mail
public class java.util.Optional<T>
  static empty(): java.util.Optional<T>
  static <U>of(value: U): java.util.Optional<U>
public interface java.util.List<E>
  size(): int
  get(index: int): E
public class shop.Query
  new()
  getTerms(): java.util.List<shop.Term>
public class shop.Term
  new()
  getField(): java.lang.String
  getValue(): java.lang.Object
  getRank(): java.lang.Integer
  getSize(): java.lang.Integer
  getWeight(): java.lang.Integer
public interface shop.Search
  insertTerm(term: shop.Term): int
  rows(query: shop.Query): int
  selectRows(query: shop.Query): int
  store(terms: java.util.List<shop.Term>): void
  storeAll(terms: java.lang.Iterable<shop.Term>): void
  byNames(names: java.util.List<java.lang.String>): int
  byArray(names: java.util.ArrayList<java.lang.String>): int
public class java.io.IOException extends java.lang.Exception
  new(message: java.lang.String)
public class java.lang.Exception extends java.lang.Throwable
  new()
public class java.lang.RuntimeException extends java.lang.Exception
  new()
public class java.lang.Throwable
  new()
";

const FIND: &str = "(Ljava/lang/Object;)Ljava/util/Optional;";
const SAVE: &str = "(Ljava/lang/Object;)Ljava/lang/Object;";
const OPEN: &str = "(Ljava/lang/String;I)Ljava/lang/String;";

fn office() -> TestCluster {
    cluster(OFFICE)
}

fn text(value: &str) -> Observed {
    Observed::Literal(Literal::Text(value.into()))
}

pub fn with_mockito(p: &mut Program<'_>) {
    p.style.mocks = Some(Mockito::default());
}

/// A desk that shows what its repository finds under 7.
fn showing<'a>(cluster: &'a mut TestCluster, calls: &[&[Observed]]) -> Program<'a> {
    let mut p = Program::new(cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let found = p.make("java.util.Optional.of", &[owner]);
    let owners = p.mock("shop.Owners", &[("findById", FIND, found)]);
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("Ada"));
    p.called(owners, "findById", FIND, calls);
    p
}

#[test]
fn what_a_repository_inherits_is_stubbed_with_the_argument_it_was_asked_with() {
    let mut cluster = office();
    check(
        &mut showing(&mut cluster, &[&[seen(7)]]),
        &expect![[r#"
            @Test
            void showReturnsAdaWhenOwnerIsFound() {
                Owners owners = mock(Owners.class);
                when(owners.findById(7)).thenReturn(Optional.of(new Owner()));
                Desk desk = new Desk(owners);

                assertEquals("Ada", desk.show(7));
            }"#]],
    );
}

#[test]
fn a_request_of_a_page_is_written_as_what_makes_it() {
    let mut cluster = office();
    let request = |text: &str| Observed::Value {
        class: "org.springframework.data.domain.PageRequest".to_owned(),
        text: text.into(),
    };
    let plain = showing(&mut cluster, &[&[request("2,20")]]).source();
    assert!(
        plain.contains("owners.findById(PageRequest.of(2, 20))"),
        "{plain}"
    );
    let all = showing(&mut cluster, &[&[request("0,2147483647")]]).source();
    assert!(all.contains("PageRequest.of(0, 2147483647)"), "{all}");
    let sorted = showing(&mut cluster, &[&[request("0,20,DESC,10")]]).source();
    // However it is wrapped.
    let sorted: String = sorted.split_whitespace().collect();
    let call = "PageRequest.of(0,20,Sort.Direction.DESC,\"10\")";
    assert!(sorted.contains(call), "{sorted}");
}

#[test]
fn a_property_that_was_found_is_told_by_what_it_is_there() {
    let mut cluster = cluster(&format!(
        "public class shop.Clerk\n  new(owners: shop.Owners)\n  card(id: int): shop.Card\n\
         public class shop.Card\n  getHolder(): shop.Owner\n\n{OFFICE}"
    ));
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let found = p.make("java.util.Optional.of", &[owner]);
    let owners = p.mock("shop.Owners", &[("findById", FIND, found)]);
    let clerk = p.make("shop.Clerk", &[owners]);
    let seven = p.int(7);
    let card = p.on(clerk, "shop.Clerk.card", &[seven]);
    p.inspected(card, "getHolder", "Lshop/Owner;", Observed::Same(owner));
    p.called(owners, "findById", FIND, &[&[seen(7)]]);
    let name = p.write().expect("it gives a card").name;
    // Before: cardReturnsCardWithHolderResultOfFindById.
    assert!(name.starts_with("cardReturnsCardWith"), "{name}");
    assert!(
        !name.contains("ResultOf") && !name.contains("HolderFound"),
        "{name}"
    );
}

#[test]
fn what_a_mock_saves_is_called_so_beside_what_the_call_was_given() {
    let mut cluster = cluster(
        "public class shop.Owner\n  new()\npublic interface shop.Owners\n  save(owner: shop.Owner): shop.Owner\n\
         public class shop.Clerk\n  new(owners: shop.Owners)\n  register(owner: shop.Owner): shop.Owner",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let saved = p.make("shop.Owner", &[]);
    let owners = p.mock(
        "shop.Owners",
        &[("save", "(Lshop/Owner;)Lshop/Owner;", saved)],
    );
    let clerk = p.make("shop.Clerk", &[owners]);
    let given = p.on(clerk, "shop.Clerk.register", &[owner]);
    p.saw(given, Observed::Same(saved));
    p.called(
        owners,
        "save",
        "(Lshop/Owner;)Lshop/Owner;",
        &[&[Observed::Same(owner)]],
    );
    let source = p.write().expect("a test").source;
    // Before: `other` was registered, and `owner` was saved.
    assert!(
        source.contains("when(owners.save(owner)).thenReturn(savedOwner)"),
        "{source}"
    );
    assert!(source.contains("clerk.register(owner)"), "{source}");
}

#[test]
fn what_a_mock_answers_in_a_row_is_one_line() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let found = p.make("java.util.Optional.of", &[owner]);
    let none = p.make("java.util.Optional.empty", &[]);
    let owners = p.mock(
        "shop.Owners",
        &[("findById", FIND, found), ("findById", FIND, none)],
    );
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("Ada"));
    p.called(owners, "findById", FIND, &[&[seen(7)], &[seen(7)]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void showReturnsAdaWhenOwnerIsFound() {
                Owners owners = mock(Owners.class);
                when(owners.findById(7)).thenReturn(Optional.of(new Owner())).thenReturn(Optional.empty());
                Desk desk = new Desk(owners);

                assertEquals("Ada", desk.show(7));
            }"#]],
    );
}

#[test]
fn answers_in_a_row_to_calls_that_ask_for_something_else_each_are_told_what_they_are_for() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let ann = p.text("Ann");
    let seven = p.text("seven");
    let files = p.mock("shop.Files", &[("open", OPEN, ann), ("open", OPEN, seven)]);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners, files]);
    let path = p.text("a.txt");
    let read = p.on(desk, "shop.Desk.read", &[path]);
    p.saw(read, text("Ann has seven"));
    let name = [text("name"), seen(1)];
    let number = [text("number"), seen(1)];
    p.called(files, "open", OPEN, &[&name, &number]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void readReturnsTextWhenOpenReturnsAnn() throws Exception {
                Files files = mock(Files.class);
                when(files.open("name", 1)).thenReturn("Ann");
                when(files.open("number", 1)).thenReturn("seven");
                Owners owners = mock(Owners.class);
                Desk desk = new Desk(owners, files);

                assertEquals("Ann has seven", desk.read("a.txt"));
            }"#]],
    );
}

#[test]
fn a_row_of_nothing_is_left_out_where_no_other_method_is_called_so() {
    const POST: &str =
        "(Ljava/lang/String;Ljava/lang/Object;[Ljava/lang/Object;)Ljava/lang/String;";
    let stubbed = |more: &str, wanted: &str| {
        let mut cluster = cluster(&format!(
            "public interface shop.Post\n  send(to: java.lang.String, what: java.lang.Object, more: java.lang.Object...): \
             java.lang.String\n  send(to: java.lang.String, what: java.lang.Object, \
             more: java.util.Map<java.lang.String,?>): java.lang.String\n{more}public class shop.Clerk\n  \
             new(post: shop.Post)\n  greet(who: java.lang.String): java.lang.String",
        ));
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let sent = p.text("sent");
        let post = p.mock("shop.Post", &[("send", POST, sent)]);
        let clerk = p.make("shop.Clerk", &[post]);
        let ann = p.text("Ann");
        let greeted = p.on(clerk, "shop.Clerk.greet", &[ann]);
        p.saw(greeted, text("sent"));
        let nothing = Observed::Array {
            length: 0,
            elements: Vec::new(),
        };
        p.called(
            post,
            "send",
            POST,
            &[&[text("Ann"), text("hello"), nothing]],
        );
        let source = p.write().expect("a test").source;
        assert!(source.contains(wanted), "{source}");
    };
    stubbed(
        "",
        "when(post.send(\"Ann\", \"hello\")).thenReturn(\"sent\");",
    );
    stubbed(
        "  send(to: java.lang.String, what: java.lang.Object): void\n",
        "when(post.send(eq(\"Ann\"), eq(\"hello\"), any(Object[].class))).thenReturn(\"sent\");",
    );
}

/// A desk whose beans are asked for by their class.
const BEANS: &str = "
public class shop.Desk
  new(beans: shop.Beans)
  open(): int
public class shop.Lamp
  new()
public class shop.Chair
  new()
public class shop.Stool extends shop.Chair
  new()
public interface shop.Beans
  <T>get(type: java.lang.Class<T>): T
  get(name: java.lang.String): java.lang.Object
  <T>read(key: java.lang.String, type: java.lang.Class<T>): T
";

const GET: &str = "(Ljava/lang/Class;)Ljava/lang/Object;";

/// The desk is opened where its beans answer this method with new objects of two classes.
fn opened<'a>(
    cluster: &'a mut TestCluster,
    (method, descriptor): (&str, &str),
    answers: [&str; 2],
) -> (Program<'a>, Var) {
    let mut p = Program::new(cluster);
    with_mockito(&mut p);
    let [one, other] = answers.map(|class| p.make(class, &[]));
    let given = [(method, descriptor, one), (method, descriptor, other)];
    let beans = p.mock("shop.Beans", &given);
    let desk = p.make("shop.Desk", &[beans]);
    let opened = p.on(desk, "shop.Desk.open", &[]);
    p.saw(opened, Observed::Literal(Literal::Int(2)));
    (p, beans)
}

fn class_value(name: &str) -> Observed {
    Observed::Value {
        class: "java.lang.Class".to_owned(),
        text: name.into(),
    }
}

#[test]
fn who_asks_for_a_class_is_answered_by_it_and_leniently_where_others_ask_for_something_else() {
    let mut cluster = cluster(BEANS);
    let (mut p, beans) = opened(&mut cluster, ("get", GET), ["shop.Lamp", "shop.Chair"]);
    let [chairs, lamps] = ["shop.Chair", "shop.Lamp"].map(class_value);
    p.called(beans, "get", GET, &[&[chairs], &[lamps]]);
    let source = p.source();
    let lines = [
        "    when(beans.get(Lamp.class)).thenReturn(new Lamp());",
        "    when(beans.get(Chair.class)).thenReturn(new Chair());",
    ];
    assert!(source.contains(&lines.join("\n")), "{source}");
    let named = Observed::Literal(Literal::Text("taskAsync".into()));
    p.called(
        beans,
        "get",
        "(Ljava/lang/String;)Ljava/lang/Object;",
        &[&[named]],
    );
    let source = p.source();
    let lenient = "lenient().when(beans.get(Lamp.class)).thenReturn(new Lamp());";
    assert!(source.contains(lenient), "{source}");
}

#[test]
fn an_answer_that_is_of_two_classes_that_are_asked_for_stands_for_each_by_its_name() {
    let mut cluster = cluster(BEANS);
    let (mut p, beans) = opened(&mut cluster, ("get", GET), ["shop.Lamp", "shop.Stool"]);
    let [chairs, stools, lamps] = ["shop.Chair", "shop.Stool", "shop.Lamp"].map(class_value);
    p.called(beans, "get", GET, &[&[chairs], &[stools], &[lamps]]);
    let source = p.source();
    for class in ["Chair", "Stool", "Lamp"] {
        let stub = format!("when(beans.get({class}.class)).thenReturn(");
        assert_eq!(source.matches(&stub).count(), 1, "{source}");
    }
}

#[test]
fn who_asks_for_a_class_by_several_keys_is_answered_by_the_class() {
    const READ: &str = "(Ljava/lang/String;Ljava/lang/Class;)Ljava/lang/Object;";
    let mut cluster = cluster(BEANS);
    let (mut p, beans) = opened(&mut cluster, ("read", READ), ["shop.Lamp", "shop.Chair"]);
    let call = |key: &str, name: &str| {
        let key = Observed::Literal(Literal::Text(key.into()));
        [key, class_value(name)]
    };
    let [first, second, third] = [
        call("a", "shop.Lamp"),
        call("b", "shop.Chair"),
        call("c", "shop.Chair"),
    ];
    p.called(beans, "read", READ, &[&first, &second, &third]);
    let source = p.source();
    assert!(
        source.contains("when(beans.read(\"a\", Lamp.class))"),
        "{source}"
    );
    let stub = source.lines().find(|line| line.contains("new Chair()"));
    let stub = stub.expect("a chair is asked for");
    assert!(
        stub.contains("eq(Chair.class)") && stub.contains("any"),
        "{source}"
    );
}

#[test]
fn a_collaborator_of_one_method_is_mocked_though_a_lambda_would_do() {
    const DAO: &str = "
public class shop.Desk
  new(dao: shop.Dao)
  insert(id: int): int
public interface shop.Dao
  insert(id: int): int
";
    let mut cluster = cluster(DAO);
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let rows = p.int(2);
    let dao = p.mock("shop.Dao", &[("insert", "(I)I", rows)]);
    let desk = p.make("shop.Desk", &[dao]);
    let seven = p.int(7);
    let inserted = p.on(desk, "shop.Desk.insert", &[seven]);
    p.saw(inserted, Observed::Literal(Literal::Int(2)));
    p.called(dao, "insert", "(I)I", &[&[seen(7)]]);
    let source = p.source();
    assert!(source.contains("Dao dao = mock(Dao.class);"), "{source}");
    assert!(
        source.contains("when(dao.insert(7)).thenReturn(2);"),
        "{source}"
    );
    p.style.mocks = None;
    let source = p.source();
    assert!(source.contains("new Desk(number -> 2)"), "{source}");
}

#[test]
fn different_arguments_are_any_argument() {
    let mut cluster = office();
    check(
        &mut showing(&mut cluster, &[&[seen(7)], &[seen(8)]]),
        &expect![[r#"
            @Test
            void showReturnsAdaWhenOwnerIsFound() {
                Owners owners = mock(Owners.class);
                when(owners.findById(any())).thenReturn(Optional.of(new Owner()));
                Desk desk = new Desk(owners);

                assertEquals("Ada", desk.show(7));
            }"#]],
    );
}

#[test]
fn answers_are_given_where_the_test_class_says_given() {
    let mut cluster = office();
    let mut p = showing(&mut cluster, &[&[seen(7)]]);
    p.style.mocks = Some(Mockito {
        words: StubbingWords::Given,
        ..Mockito::default()
    });
    p.style.assertions = AssertionLibrary::AssertJ;
    check(
        &mut p,
        &expect![[r#"
            @Test
            void showReturnsAdaWhenOwnerIsFound() {
                Owners owners = mock(Owners.class);
                given(owners.findById(7)).willReturn(Optional.of(new Owner()));
                Desk desk = new Desk(owners);

                assertThat(desk.show(7)).isEqualTo("Ada");
            }"#]],
    );
}

#[test]
fn matchers_of_mockito_1_stand_in_their_old_class_and_tell_their_type() {
    let mut cluster = office();
    let mut p = showing(&mut cluster, &[&[seen(7)], &[seen(8)]]);
    p.style.framework = Framework::Junit4;
    p.style.mocks = Some(Mockito {
        major: 1,
        minor: 10,
        mocks_final: false,
        ..Mockito::default()
    });
    let written = p.write().expect("a text can be asserted");
    assert!(
        written
            .source
            .contains("when(owners.findById(any(Integer.class)))"),
        "{}",
        written.source
    );
    let matcher = "org.mockito.Matchers.any".to_owned();
    assert!(written.static_imports.contains(&matcher), "{written:?}");
}

#[test]
fn an_answer_that_no_call_asked_for_is_not_written_nor_what_was_made_for_it() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let found = p.make("java.util.Optional.of", &[owner]);
    let owners = p.mock("shop.Owners", &[("findById", FIND, found)]);
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("nobody"));
    p.called(owners, "count", "()J", &[&[]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void showReturnsNobody() {
                Owners owners = mock(Owners.class);
                Desk desk = new Desk(owners);

                assertEquals("nobody", desk.show(7));
            }"#]],
    );
}

#[test]
fn an_answer_that_mocks_give_unasked_is_written_where_the_test_says_it_and_told() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    // The search may hold a number as an object: it is written no other way.
    let zero = p.literal("java.lang.Long", Literal::Long(0));
    let owners = p.mock("shop.Owners", &[("count", "()J", zero)]);
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("nobody"));
    p.called(owners, "count", "()J", &[&[]]);
    p.deciding.push(StubbedCall {
        double: owners,
        method: "count".to_owned(),
        descriptor: "()J".to_owned(),
    });
    check(
        &mut p,
        &expect![[r#"
            @Test
            void showReturnsNobodyWhenCountReturnsZero() {
                Owners owners = mock(Owners.class);
                when(owners.count()).thenReturn(0L);
                Desk desk = new Desk(owners);

                assertEquals("nobody", desk.show(7));
            }"#]],
    );
}

#[test]
fn an_answer_that_mockito_objects_to_is_not_written_again() {
    let mut cluster = office();
    let mut p = showing(&mut cluster, &[&[seen(7)]]);
    p.idle.push(StubbedCall {
        double: Var(2),
        method: "findById".to_owned(),
        descriptor: FIND.to_owned(),
    });
    let source = p.source();
    assert!(!source.contains("when("), "{source}");
    assert!(!source.contains("Optional"), "{source}");
}

/// A desk that reads a file.
fn reading(
    cluster: &mut TestCluster,
    answer: impl Fn(&mut Program<'_>) -> Var,
) -> (Program<'_>, Var) {
    let mut p = Program::new(cluster);
    with_mockito(&mut p);
    let answer = answer(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let files = p.mock("shop.Files", &[("open", OPEN, answer)]);
    let desk = p.make("shop.Desk", &[owners, files]);
    let path = p.text("a.txt");
    let read = p.on(desk, "shop.Desk.read", &[path]);
    p.saw(read, text("content"));
    (p, files)
}

#[test]
fn a_method_that_throws_is_stubbed_in_a_test_that_throws_and_matchers_are_not_mixed() {
    let mut cluster = office();
    let (mut p, files) = reading(&mut cluster, |p| p.text("content"));
    p.called(files, "open", OPEN, &[&[text("a.txt"), object("x")]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void readReturnsResultOfOpenWhenPathContainsPoint() throws Exception {
                Owners owners = mock(Owners.class);
                Files files = mock(Files.class);
                when(files.open(eq("a.txt"), anyInt())).thenReturn("content");
                Desk desk = new Desk(owners, files);

                assertEquals("content", desk.read("a.txt"));
            }"#]],
    );
}

#[test]
fn where_matchers_stand_each_of_any_number_of_arguments_is_one() {
    const PACK: &str = "(Ljava/lang/Object;[Ljava/lang/String;)Ljava/lang/String;";
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let content = p.text("packed");
    let packer = p.mock("shop.Packer", &[("pack", PACK, content)]);
    let desk = p.make("shop.Desk", &[packer]);
    let path = p.text("a.txt");
    let read = p.on(desk, "shop.Desk.read", &[path]);
    p.saw(read, text("packed"));
    let labels = Observed::Array {
        length: 2,
        elements: vec![text("red"), text("blue")],
    };
    p.called(packer, "pack", PACK, &[&[object("x"), labels]]);
    let source = p.source();
    assert!(
        source.contains("when(packer.pack(any(), eq(\"red\"), eq(\"blue\")))"),
        "{source}"
    );
}

#[test]
fn without_mockito_a_double_of_a_class_keeps_what_is_called_from_its_real_work() {
    const NOTE: &str = "(Ljava/lang/String;)V";
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    let audit = p.mock("shop.Audit", &[]);
    let desk = p.make("shop.Desk", &[audit]);
    let path = p.text("a.txt");
    let read = p.on(desk, "shop.Desk.read", &[path]);
    p.saw(read, text("kept"));
    p.called(audit, "note", NOTE, &[&[text("a.txt")]]);
    let source = p.source();
    assert!(
        source.contains("public void note(String text) {"),
        "{source}"
    );
}

#[test]
fn an_exception_is_an_answer() {
    let mut cluster = office();
    let (mut p, files) = reading(&mut cluster, |p| {
        let message = p.text("gone");
        p.make("java.io.IOException", &[message])
    });
    p.throwing(files);
    p.called(files, "open", OPEN, &[&[text("a.txt"), seen(1)]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void readReturnsContentWhenOpenThrowsIOException() throws Exception {
                Owners owners = mock(Owners.class);
                Files files = mock(Files.class);
                when(files.open("a.txt", 1)).thenThrow(new IOException("gone"));
                Desk desk = new Desk(owners, files);

                assertEquals("content", desk.read("a.txt"));
            }"#]],
    );
}

#[test]
fn a_collaborator_that_fails_is_told_as_that_and_by_itself_where_both_methods_have_one_name() {
    let mut cluster = office();
    let (mut p, files) = reading(&mut cluster, |p| p.make("java.lang.RuntimeException", &[]));
    p.throwing(files);
    p.called(files, "open", OPEN, &[&[text("a.txt"), seen(1)]]);
    let source = p.source();
    assert!(
        source.contains("void readReturnsContentWhenOpenFails()"),
        "{source}"
    );

    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let failure = p.make("java.lang.RuntimeException", &[]);
    let owners = p.mock("shop.Owners", &[]);
    let files = p.mock("shop.Files", &[("open", "()Z", failure)]);
    p.throwing(files);
    let desk = p.make("shop.Desk", &[owners, files]);
    let open = p.on(desk, "shop.Desk.open", &[]);
    p.saw(open, Observed::Literal(Literal::Boolean(false)));
    p.called(files, "open", "()Z", &[&[]]);
    let source = p.source();
    assert!(
        source.contains("void openReturnsFalseWhenFilesFails()"),
        "{source}"
    );
}

#[test]
fn a_void_method_and_a_type_with_a_wildcard_are_answered_backwards() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let message = p.text("gone");
    let failure = p.make("java.io.IOException", &[message]);
    let of_owner = p.cluster.intern(parse_type("shop.Owner"));
    let class = p.literal("java.lang.Class<?>", Literal::Class(of_owner));
    let kind = "(Ljava/lang/String;)Ljava/lang/Class;";
    let files = p.mock(
        "shop.Files",
        &[("kind", kind, class), ("close", "()V", failure)],
    );
    p.throwing(files);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners, files]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("Ada"));
    p.called(files, "kind", kind, &[&[text("a.txt")]]);
    p.called(files, "close", "()V", &[&[]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void showReturnsAdaWhenCloseThrowsIOException() throws Exception {
                Files files = mock(Files.class);
                doReturn(Owner.class).when(files).kind("a.txt");
                doThrow(new IOException("gone")).when(files).close();
                Owners owners = mock(Owners.class);
                Desk desk = new Desk(owners, files);

                assertEquals("Ada", desk.show(7));
            }"#]],
    );
}

#[test]
fn what_is_of_the_type_of_an_argument_is_answered_backwards() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let found = p.make("shop.Desk.sorted", &[owner]);
    let later = "(ILjava/lang/Object;)Ljava/util/List;";
    let files = p.mock("shop.Files", &[("later", later, found)]);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners, files]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("Ada"));
    p.called(files, "later", later, &[&[seen(7), text("red")]]);
    let source = p.source();
    let backwards = "doReturn(Desk.sorted(new Owner())).when(files).later(7, \"red\");";
    assert!(source.contains(backwards), "{source}");
}

#[test]
fn a_list_of_what_the_caller_asks_for_is_answered_backwards() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let found = p.make("shop.Desk.sorted", &[owner]);
    let all = "(Ljava/lang/Class;)Ljava/util/List;";
    let files = p.mock("shop.Files", &[("all", all, found)]);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners, files]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("Ada"));
    p.called(files, "all", all, &[&[Observed::Null]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void showReturnsAda() {
                Files files = mock(Files.class);
                doReturn(Desk.sorted(new Owner())).when(files).all(null);
                Owners owners = mock(Owners.class);
                Desk desk = new Desk(owners, files);

                assertEquals("Ada", desk.show(7));
            }"#]],
    );
}

#[test]
fn a_call_that_changes_something_is_verified_with_the_object_of_the_test() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let owner = p.make("shop.Owner", &[]);
    p.on(desk, "shop.Desk.keep", &[owner]);
    p.called(owners, "save", SAVE, &[&[Observed::Same(owner)]]);
    p.mutant_calls(owners, "save", SAVE, &[]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void keepSavesOwner() {
                Owners owners = mock(Owners.class);
                Desk desk = new Desk(owners);
                Owner owner = new Owner();

                desk.keep(owner);

                verify(owners).save(owner);
            }"#]],
    );
}

#[test]
fn of_two_tests_with_one_result_the_one_that_tells_a_collaborator_more_says_so() {
    let mut cluster = cluster(
        "public class shop.Counter\n  new(owners: shop.Owners)\n  count(id: int): int\n\
         public class shop.Owner\n  new()\npublic interface shop.Owners\n  save(owner: shop.Owner): void",
    );
    let mut taken = BTreeSet::new();
    let mut name = || {
        let mut p = Program::new(&mut cluster);
        p.taken.append(&mut taken);
        with_mockito(&mut p);
        let owners = p.mock("shop.Owners", &[]);
        let counter = p.make("shop.Counter", &[owners]);
        let id = p.int(7);
        let count = p.on(counter, "shop.Counter.count", &[id]);
        p.saw(count, seen(3));
        p.called(
            owners,
            "save",
            "(Lshop/Owner;)V",
            &[&[object("shop.Owner")]],
        );
        p.mutant_calls(owners, "save", "(Lshop/Owner;)V", &[]);
        p.mutant_changes_value(count, &seen(4));
        p.is_of_no_matter(id);
        let name = p.write().expect("a number can be asserted").name;
        taken = std::mem::take(&mut p.taken);
        name
    };
    assert_eq!(name(), "countReturnsThree");
    assert_eq!(name(), "countReturnsThreeAndSavesOwner");
}

#[test]
fn what_a_guard_keeps_from_being_changed_is_told_beside_the_result() {
    let mut cluster = cluster(&format!(
        "public class shop.Counter\n  new(owners: shop.Owners)\n  count(id: int): int\n\n{OFFICE}"
    ));
    let mut written = |is_of_goal: bool| {
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let owners = p.mock("shop.Owners", &[]);
        let counter = p.make("shop.Counter", &[owners]);
        let id = p.int(7);
        let count = p.on(counter, "shop.Counter.count", &[id]);
        p.saw(count, seen(3));
        p.mutant_calls(owners, "save", SAVE, &[&[object("shop.Owner")]]);
        p.and_changes_value(count, &seen(4));
        if is_of_goal {
            p.of_goal();
        }
        p.write().expect("a number can be asserted").source
    };
    expect![[r#"
        @Test
        void countReturnsThree() {
            Owners owners = mock(Owners.class);
            Counter counter = new Counter(owners);

            assertEquals(3, counter.count(7));
            verify(owners, never()).save(any());
        }"#]]
    .assert_eq(&written(true));
    let other = written(false);
    assert!(!other.contains("never()"), "{other}");
}

#[test]
fn a_guarded_call_is_never_made_whatever_a_mock_would_have_answered() {
    const UPDATE: &str = "(Lshop/Owner;)I";
    let mut cluster = cluster(
        "public class shop.Desk\n  new(owners: shop.Owners)\n  put(id: int): int\n\
         public class shop.Owner\n  new()\n\
         public interface shop.Owners\n  update(owner: shop.Owner): int",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let one = p.int(1);
    let owners = p.mock("shop.Owners", &[("update", UPDATE, one)]);
    let desk = p.make("shop.Desk", &[owners]);
    let id = p.int(7);
    let put = p.on(desk, "shop.Desk.put", &[id]);
    p.saw(put, seen(0));
    p.mutant_calls(owners, "update", UPDATE, &[&[object("shop.Owner")]]);
    p.and_changes_value(put, &seen(1));
    p.of_goal();
    let source = p.write().expect("a number can be asserted").source;
    let never = "verify(owners, never()).update(any());";
    assert!(
        source.contains(never) && !source.contains("when("),
        "{source}"
    );
}

#[test]
fn a_call_that_only_a_mutant_makes_is_never_made() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    p.mutant_calls(owners, "save", SAVE, &[&[Observed::Null]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void keepDoesNotCallSaveForNullOwner() {
                Owners owners = mock(Owners.class);
                Desk desk = new Desk(owners);

                desk.keep(null);

                verify(owners, never()).save(any());
            }"#]],
    );
}

#[test]
fn an_argument_that_was_made_inside_is_any_of_its_type_and_calls_are_counted() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    let made = object("shop.Owner");
    let call = [made];
    p.called(owners, "save", SAVE, &[&call, &call]);
    p.mutant_calls(owners, "save", SAVE, &[&call]);
    check(
        &mut p,
        &expect![[r#"
        @Test
        void keepCallsSaveForNullOwner() {
            Owners owners = mock(Owners.class);
            Desk desk = new Desk(owners);

            desk.keep(null);

            verify(owners, times(2)).save(any(Owner.class));
        }"#]],
    );
}

#[test]
fn calls_that_nobody_would_count_are_not_counted() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    let made = object("shop.Owner");
    let call: &[Observed] = &[made];
    p.called(owners, "save", SAVE, &[call; 7]);
    p.mutant_calls(owners, "save", SAVE, &[call; 6]);
    p.mutant_ends_otherwise();
    let source = p.source();
    assert!(!source.contains("times("), "{source}");
}

#[test]
fn that_an_answer_is_passed_on_is_told_though_no_mutant_asks_for_it() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let owners = p.mock("shop.Owners", &[("save", SAVE, owner)]);
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let reply = p.on(desk, "shop.Desk.reply", &[seven]);
    p.called(owners, "save", SAVE, &[&[object("shop.Owner")]]);
    p.inspected(reply, "getCode", "I", seen(200));
    let body = Observed::Same(owner);
    p.inspected(reply, "getBody", "Ljava/lang/Object;", body);
    p.mutant_changes(reply, "getCode", &seen(404));
    let test = p.write().expect("it is written");
    let told = "assertSame(owner, result.getBody());";
    assert!(test.source.contains(told), "{}", test.source);
    assert_eq!(test.kills.len(), 1, "only mutants of the class count");
}

#[test]
fn what_an_answer_holds_is_told_beside_its_status_though_no_mutant_asks_for_it() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    let owners = p.null("shop.Owners");
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let reply = p.on(desk, "shop.Desk.reply", &[seven]);
    p.inspected(reply, "getCode", "I", seen(200));
    p.inspected(reply, "getBody", "Ljava/lang/Object;", text("open"));
    p.mutant_changes(reply, "getCode", &seen(404));
    let source = p.source();
    let told = "assertEquals(\"open\", result.getBody());";
    assert!(source.contains(told), "{source}");
}

#[test]
fn a_text_that_a_mock_gave_is_told_where_it_arrives() {
    let mut cluster = cluster(
        "
public interface shop.Owners
  nameOf(id: int): java.lang.String
public class shop.Reply
  getCode(): int
  getBody(): java.lang.Object
public class shop.Desk
  new(owners: shop.Owners)
  reply(id: int): shop.Reply",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let ada = p.text("Ada");
    let owners = p.mock("shop.Owners", &[("nameOf", "(I)Ljava/lang/String;", ada)]);
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let reply = p.on(desk, "shop.Desk.reply", &[seven]);
    p.called(owners, "nameOf", "(I)Ljava/lang/String;", &[&[seen(7)]]);
    p.inspected(reply, "getCode", "I", seen(200));
    p.inspected(reply, "getBody", "Ljava/lang/Object;", text("Ada"));
    p.mutant_changes(reply, "getCode", &seen(404));
    let source = p.source();
    let told = "assertEquals(\"Ada\", result.getBody());";
    assert!(source.contains(told), "{source}");
}

#[test]
fn what_the_act_did_to_an_object_that_a_mock_gave_is_told() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let owners = p.mock("shop.Owners", &[("save", SAVE, owner)]);
    let desk = p.make("shop.Desk", &[owners]);
    let other = p.make("shop.Owner", &[]);
    p.on(desk, "shop.Desk.keep", &[other]);
    p.had(owner, "getName", Observed::Null);
    p.inspected(owner, "getName", "Ljava/lang/String;", text("Ada"));
    p.called(owners, "save", SAVE, &[&[Observed::Same(other)]]);
    p.mutant_changes(owner, "getName", &Observed::Null);
    let source = p.source();
    assert!(
        source.contains("assertEquals(\"Ada\", savedOwner.getName());"),
        "{source}"
    );
}

/// An owner by its name.
fn owner_of_name(name: &str) -> Observed {
    let part = |method: &str, observed: Observed| DescribedPart {
        method: method.to_owned(),
        descriptor: "()Ljava/lang/String;".to_owned(),
        observed,
    };
    Observed::Described {
        class: "shop.Owner".to_owned(),
        parts: vec![part("getName", text(name)), part("getNote", Observed::Null)],
    }
}

#[test]
fn what_was_made_inside_is_caught_and_told_by_its_parts() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    p.called(owners, "save", SAVE, &[&[owner_of_name("Ada")]]);
    // A mutant that gives the owner no name is noticed.
    p.mutant_calls(owners, "save", SAVE, &[&[owner_of_name("")]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void keepSavesOwnerForNullOwner() {
                Owners owners = mock(Owners.class);
                Desk desk = new Desk(owners);

                desk.keep(null);

                ArgumentCaptor<Owner> captor = ArgumentCaptor.forClass(Owner.class);
                verify(owners).save(captor.capture());
                assertEquals("Ada", captor.getValue().getName());
            }"#]],
    );
    let test = p.write().expect("it is written");
    assert_eq!(test.kills.len(), 1);
    let captor = "org.mockito.ArgumentCaptor".to_owned();
    assert!(test.imports.contains(&captor), "{:?}", test.imports);
}

const ROWS: &str = "(Lshop/Query;)I";
const INSERT: &str = "(Lshop/Term;)I";
const STORE: &str = "(Ljava/util/List;)V";

fn part(method: &str, returns: &str, observed: Observed) -> DescribedPart {
    DescribedPart {
        method: method.to_owned(),
        descriptor: format!("(){returns}"),
        observed,
    }
}

/// What two getters of a term say, at the end of this path.
fn term(path: &str, field: &str, value: i32) -> [DescribedPart; 2] {
    [
        part(
            &format!("{path}.getField"),
            "Ljava/lang/String;",
            text(field),
        ),
        part(
            &format!("{path}.getValue"),
            "Ljava/lang/Object;",
            seen(value),
        ),
    ]
}

fn query(value: i32) -> Observed {
    Observed::Described {
        class: "shop.Query".to_owned(),
        parts: term("getTerms().get(0)", "id", value).to_vec(),
    }
}

/// A desk that looks by this method for the rows of an id when it is asked for 3.
fn searching<'a>(cluster: &'a mut TestCluster, method: &str, id: i32) -> (Program<'a>, Var, Var) {
    let mut p = Program::new(cluster);
    with_mockito(&mut p);
    let seven = p.int(7);
    let search = p.mock("shop.Search", &[(method, ROWS, seven)]);
    let desk = p.make("shop.Desk", &[search]);
    let three = p.int(3);
    let shown = p.on(desk, "shop.Desk.show", &[three]);
    p.saw(shown, text("Ada"));
    p.called(search, method, ROWS, &[&[query(id)]]);
    (p, search, shown)
}

#[test]
fn that_what_was_asked_for_stands_in_a_query_is_told_though_no_mutant_asks_for_it() {
    for (id, is_told) in [(3, true), (4, false)] {
        let mut cluster = office();
        let (mut p, _, shown) = searching(&mut cluster, "selectRows", id);
        p.mutant_changes_value(shown, &text(""));
        let source = p.source();
        assert_eq!(source.contains("getValue()"), is_told, "{source}");
    }
}

#[test]
fn what_a_query_is_for_that_was_made_inside_is_told_though_the_test_answers_it() {
    let mut cluster = office();
    let (mut p, search, _) = searching(&mut cluster, "rows", 3);
    p.mutant_calls(search, "rows", ROWS, &[&[query(4)]]);
    check(
        &mut p,
        &expect![[r#"
        @Test
        void showReturnsAdaWhenRowsReturnsSeven() {
            Search search = mock(Search.class);
            when(search.rows(any())).thenReturn(7);
            Desk desk = new Desk(search);

            assertEquals("Ada", desk.show(3));
            ArgumentCaptor<Query> captor = ArgumentCaptor.forClass(Query.class);
            verify(search).rows(captor.capture());
            Term term = captor.getValue().getTerms().get(0);
            assertEquals("id", term.getField());
            assertEquals(3, term.getValue());
        }"#]],
    );
}

#[test]
fn a_list_that_was_made_inside_is_told_by_how_long_it_is_and_what_its_elements_say() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let search = p.mock("shop.Search", &[]);
    let desk = p.make("shop.Desk", &[search]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    let list = |size| {
        let mut parts = vec![part("size", "I", seen(size))];
        parts.extend(term("get(0)", "id", 5));
        Observed::Described {
            class: "java.util.List".to_owned(),
            parts,
        }
    };
    p.called(search, "store", STORE, &[&[list(1)]]);
    p.mutant_calls(search, "store", STORE, &[&[list(2)]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void keepStoresTerms() {
                Search search = mock(Search.class);
                Desk desk = new Desk(search);

                desk.keep(null);

                @SuppressWarnings("unchecked")
                ArgumentCaptor<List<Term>> captor = ArgumentCaptor.forClass(List.class);
                verify(search).store(captor.capture());
                assertEquals(1, captor.getValue().size());
                assertEquals("id", captor.getValue().get(0).getField());
                assertEquals(5, captor.getValue().get(0).getValue());
            }"#]],
    );
}

#[test]
fn several_elements_that_need_no_list_are_caught_as_a_list() {
    const STORE_ALL: &str = "(Ljava/lang/Iterable;)V";
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let search = p.mock("shop.Search", &[]);
    let desk = p.make("shop.Desk", &[search]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    let list = |id| Observed::Described {
        class: "java.util.List".to_owned(),
        parts: term("get(0)", "id", id).to_vec(),
    };
    p.called(search, "storeAll", STORE_ALL, &[&[list(5)]]);
    p.mutant_calls(search, "storeAll", STORE_ALL, &[&[list(6)]]);
    let source = p.source();
    for line in [
        "ArgumentCaptor<List<Term>> captor = ArgumentCaptor.forClass(List.class);",
        "verify(search).storeAll(captor.capture());",
        "assertEquals(5, captor.getValue().get(0).getValue());",
    ] {
        assert!(source.contains(line), "{line}\n{source}");
    }
}

#[test]
fn what_gives_back_how_many_rows_were_written_is_told_by_what_was_written() {
    let named = |parts: &[(&str, i32)]| {
        let mut cluster = office();
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let one = p.int(1);
        let search = p.mock("shop.Search", &[("insertTerm", INSERT, one)]);
        let desk = p.make("shop.Desk", &[search]);
        let terms = p.null("java.util.List");
        let kept = p.on(desk, "shop.Desk.keepAll", &[terms]);
        p.saw(kept, seen(1));
        let told = |change: i32| {
            let parts = parts.iter();
            let parts = parts
                .map(|(getter, value)| part(getter, "Ljava/lang/Integer;", seen(value + change)));
            Observed::Described {
                class: "shop.Term".to_owned(),
                parts: parts.collect(),
            }
        };
        p.called(search, "insertTerm", INSERT, &[&[told(0)]]);
        p.mutant_calls(search, "insertTerm", INSERT, &[&[told(1)]]);
        p.write().expect("it is written").name
    };
    assert_eq!(named(&[("getRank", 3)]), "keepAllSetsRankForNullOwners");
    let three = [("getRank", 3), ("getSize", 5), ("getWeight", 7)];
    assert_eq!(named(&three), "keepAllInsertsTermForNullOwners");
}

#[test]
fn a_list_of_plain_values_is_an_argument_as_it_is() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let search = p.mock("shop.Search", &[]);
    let desk = p.make("shop.Desk", &[search]);
    let id = p.int(3);
    let shown = p.on(desk, "shop.Desk.show", &[id]);
    p.saw(shown, text("Ada"));
    let names = Observed::Sized {
        size: 2,
        elements: vec![text("Ada"), text("Eva")],
    };
    let (by_names, by_array) = ("(Ljava/util/List;)I", "(Ljava/util/ArrayList;)I");
    p.called(search, "byNames", by_names, &[std::slice::from_ref(&names)]);
    p.called(search, "byArray", by_array, &[&[names]]);
    p.mutant_calls(search, "byNames", by_names, &[]);
    p.mutant_calls(search, "byArray", by_array, &[]);
    let source = p.source();
    assert!(!source.contains("byArray(List.of"), "{source}");
    assert!(
        source.contains("verify(search).byNames(List.of(\"Ada\", \"Eva\"));"),
        "{source}"
    );
}

#[test]
fn what_was_made_inside_is_told_though_the_call_is_answered() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let saved = p.make("shop.Owner", &[]);
    let owners = p.mock("shop.Owners", &[("save", SAVE, saved)]);
    let desk = p.make("shop.Desk", &[owners]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    p.called(owners, "save", SAVE, &[&[owner_of_name("Ada")]]);
    p.mutant_calls(owners, "save", SAVE, &[&[owner_of_name("")]]);
    let source = p.source();
    assert!(source.contains("when(owners.save(any()))"), "{source}");
    assert!(
        source.contains("verify(owners).save(captor.capture());"),
        "{source}"
    );
}

#[test]
fn what_was_made_inside_is_any_argument_where_an_answer_is_given() {
    let mut cluster = office();
    let mut p = showing(&mut cluster, &[&[owner_of_name("Ada")]]);
    let source = p.source();
    assert!(source.contains("when(owners.findById(any()))"), "{source}");
}

#[test]
fn what_is_caught_of_several_calls_is_not_told() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    let (one, other) = ([owner_of_name("Ada")], [owner_of_name("Eva")]);
    p.called(owners, "save", SAVE, &[&one, &other]);
    p.mutant_calls(owners, "save", SAVE, &[]);
    let source = p.source();
    assert!(
        source.contains("verify(owners, times(2)).save("),
        "{source}"
    );
    assert!(!source.contains("ArgumentCaptor"), "{source}");
}

#[test]
fn a_query_that_the_test_answers_is_not_verified_as_well() {
    let mut cluster = office();
    let mut p = showing(&mut cluster, &[&[seen(7)]]);
    let owners = Var(2);
    p.mutant_calls(owners, "findById", FIND, &[]);
    let source = p.source();
    assert!(!source.contains("verify("), "{source}");
}

#[test]
fn that_the_second_of_two_like_calls_asks_nobody_is_verified_where_a_mutant_asks_again() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owner = p.make("shop.Owner", &[]);
    let found = p.make("java.util.Optional.of", &[owner]);
    let owners = p.mock("shop.Owners", &[("findById", FIND, found)]);
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    p.on(desk, "shop.Desk.show", &[seven]);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.called(owners, "findById", FIND, &[&[seen(7)]]);
    p.then_act();
    p.called(owners, "findById", FIND, &[&[seen(7)]]);
    p.saw(shown, text("Ada"));
    p.mutant_calls(owners, "findById", FIND, &[&[seen(7)], &[seen(7)]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void showReturnsAdaWhenOwnerIsFound() {
                Owners owners = mock(Owners.class);
                when(owners.findById(7)).thenReturn(Optional.of(new Owner()));
                Desk desk = new Desk(owners);
                desk.show(7);

                assertEquals("Ada", desk.show(7));
                verify(owners).findById(7);
            }"#]],
    );
}

#[test]
fn classes_are_mocked_and_a_final_one_where_mockito_can() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let level = p.int(3);
    let audit = p.mock("shop.Audit", &[("level", "()I", level)]);
    let desk = p.make("shop.Desk", &[audit]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    p.called(audit, "level", "()I", &[&[]]);
    p.called(audit, "note", "(Ljava/lang/String;)V", &[&[object("x")]]);
    check(
        &mut p,
        &expect![[r#"
            @Test
            void keepCallsNoteWhenLevelReturnsThree() {
                Audit audit = mock(Audit.class);
                when(audit.level()).thenReturn(3);
                Desk desk = new Desk(audit);

                desk.keep(null);

                verify(audit).note(any(String.class));
            }"#]],
    );

    let mut p = Program::new(&mut cluster);
    p.style.mocks = Some(Mockito {
        mocks_final: false,
        ..Mockito::default()
    });
    let clock = p.mock("shop.Clock", &[]);
    p.make("shop.Desk", &[clock]);
    let refused = p.write().map(|test| test.source);
    let needs = Refusal::NeedsMock {
        class: "shop.Clock".to_owned(),
        has_mockito: true,
    };
    assert_eq!(refused, Err(needs));
}

#[test]
fn without_mockito_a_double_that_would_be_long_is_not_written() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    let owners = p.test_double("shop.Owners", &[]);
    p.make("shop.Desk", &[owners]);
    let refusal = p.write().expect_err("it has five methods");
    assert_eq!(
        refusal.to_string(),
        "it needs a mock of Owners, and the tests of the project have no Mockito"
    );
}

#[test]
fn a_generic_mock_keeps_its_type_arguments() {
    let mut cluster = office();
    let all = "shop.Repository<shop.Owner,java.lang.Long>";
    for (major, expected) in [
        (5, "Repository<Owner, Long> all = mock();"),
        (
            3,
            "@SuppressWarnings(\"unchecked\")\n    Repository<Owner, Long> all = mock(Repository.class);",
        ),
    ] {
        let mut p = Program::new(&mut cluster);
        p.style.mocks = Some(Mockito {
            major,
            ..Mockito::default()
        });
        let all = p.mock(all, &[]);
        let desk = p.make("shop.Desk", &[all]);
        let seven = p.int(7);
        let shown = p.on(desk, "shop.Desk.show", &[seven]);
        p.saw(shown, text("Ada"));
        let source = p.source();
        assert!(source.contains(expected), "{source}");
    }
}

#[test]
fn fields_that_a_container_sets_are_set_as_the_project_can() {
    let mut cluster = office();
    for (sets_fields, expected) in [
        (
            true,
            "ReflectionTestUtils.setField(lamp, \"limit\", 3);\n    lamp.owners = owners;\n",
        ),
        (
            false,
            "Field limitField = Lamp.class.getDeclaredField(\"limit\");\n    limitField.setAccessible(true);\n    \
             limitField.set(lamp, 3);\n",
        ),
    ] {
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        p.style.sets_fields = sets_fields;
        let owners = p.mock("shop.Owners", &[]);
        let lamp = p.make("shop.Lamp", &[]);
        let three = p.int(3);
        p.inject(lamp, "limit", three);
        p.inject(lamp, "owners", owners);
        let watts = p.on(lamp, "shop.Lamp.watts", &[]);
        p.saw(watts, seen(60));
        let source = p.source();
        assert!(source.contains(expected), "{source}");
        assert_eq!(
            source.contains("throws Exception"),
            !sets_fields,
            "{source}"
        );
    }
}

/// A bell whose two neighbours stand in static fields.
fn ringing(cluster: &mut TestCluster) -> Program<'_> {
    cluster.allow_mocks(Mocking::Extensible);
    let mut p = Program::new(cluster);
    with_mockito(&mut p);
    let mail = p.mock("far.Mail", &[]);
    p.hold("mail", mail);
    let post = p.mock("far.Post", &[]);
    p.hold("post", post);
    let bell = p.make("shop.Bell", &[]);
    let rings = p.on(bell, "shop.Bell.rings", &[]);
    p.saw(rings, seen(60));
    p
}

#[test]
fn what_a_static_method_puts_down_is_taken_away_behind_the_assertions() {
    let mut cluster = office();
    cluster.allow_mocks(Mocking::Extensible);
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let mail = p.mock("far.Mail", &[]);
    p.hold("setMail", mail);
    let bell = p.make("shop.Bell", &[]);
    let rings = p.on(bell, "shop.Bell.rings", &[]);
    p.saw(rings, seen(60));
    check(
        &mut p,
        &expect![[r#"
        @Test
        void ringsReturns60() {
            Mail mail = mock(Mail.class);
            Shifts.setMail(mail);
            Bell bell = new Bell();

            try {
                assertEquals(60, bell.rings());
            } finally {
                Shifts.clearMail();
            }
        }"#]],
    );
}

#[test]
fn a_static_field_holds_a_mock_no_longer_than_the_test() {
    let mut cluster = office();
    let mut p = ringing(&mut cluster);
    p.style.sets_fields = true;
    check(
        &mut p,
        &expect![[r#"
        @Test
        void ringsReturns60() {
            Mail mail = mock(Mail.class);
            ReflectionTestUtils.setField(Context.class, "mail", mail);
            Post post = mock(Post.class);
            Context.post = post;
            Bell bell = new Bell();

            try {
                assertEquals(60, bell.rings());
            } finally {
                Context.post = null;
                ReflectionTestUtils.setField(Context.class, "mail", null);
            }
        }"#]],
    );
}

#[test]
fn a_static_field_is_emptied_by_reflection_after_an_exception_too() {
    let mut cluster = office();
    let mut p = ringing(&mut cluster);
    p.style.sets_fields = false;
    p.style.brace_alone = true;
    p.threw(
        "java.lang.IllegalStateException",
        Some("shut"),
        &["shop.Bell.rings:3"],
    );
    check(
        &mut p,
        &expect![[r#"
        @Test
        void ringsThrowsIllegalStateException() throws Exception
        {
            Mail mail = mock(Mail.class);
            Field mailField = Context.class.getDeclaredField("mail");
            mailField.setAccessible(true);
            mailField.set(null, mail);
            Post post = mock(Post.class);
            Context.post = post;
            Bell bell = new Bell();

            try
            {
                IllegalStateException thrown =
                        assertThrows(IllegalStateException.class, () -> bell.rings());

                assertEquals("shut", thrown.getMessage());
            }
            finally
            {
                Context.post = null;
                mailField.set(null, null);
            }
        }"#]],
    );
}

/// A test in which a desk with two mocks keeps an owner under its name.
fn keeping(cluster: &mut TestCluster, taken: &mut BTreeSet<String>, is_null: bool) -> WrittenTest {
    let mut p = Program::new(cluster);
    with_mockito(&mut p);
    p.taken.clone_from(taken);
    let owners = p.mock("shop.Owners", &[]);
    let files = p.mock("shop.Files", &[]);
    let desk = p.make("shop.Desk", &[owners, files]);
    let owner = if is_null {
        p.null("shop.Owner")
    } else {
        p.make("shop.Owner", &[])
    };
    p.on(desk, "shop.Desk.keep", &[owner]);
    let calls: &[&[Observed]] = &[&[Observed::Same(owner)]];
    if is_null {
        p.mutant_calls(owners, "save", SAVE, calls);
    } else {
        p.called(owners, "save", SAVE, calls);
        p.mutant_calls(owners, "save", SAVE, &[]);
    }
    let written = p.write().expect("a call can be stated");
    taken.clone_from(&p.taken);
    written
}

#[test]
fn tests_of_one_class_share_their_mocks_and_the_object_made_of_them() {
    let mut cluster = office();
    let mut taken = BTreeSet::new();
    let tests = [
        keeping(&mut cluster, &mut taken, false),
        keeping(&mut cluster, &mut taken, true),
        {
            let mut p = reading(&mut cluster, |p| p.text("content")).0;
            p.called(Var(2), "open", OPEN, &[&[text("a.txt"), seen(1)]]);
            p.write().expect("a text can be asserted")
        },
    ];
    let style = Style::default();
    expect![[r#"
        package shop;

        import static org.junit.jupiter.api.Assertions.assertEquals;
        import static org.mockito.ArgumentMatchers.any;
        import static org.mockito.Mockito.never;
        import static org.mockito.Mockito.verify;
        import static org.mockito.Mockito.when;

        import org.junit.jupiter.api.Test;
        import org.junit.jupiter.api.extension.ExtendWith;
        import org.mockito.InjectMocks;
        import org.mockito.Mock;
        import org.mockito.junit.jupiter.MockitoExtension;

        @ExtendWith(MockitoExtension.class)
        class DeskTest {
            @Mock
            private Owners owners;

            @Mock
            private Files files;

            @InjectMocks
            private Desk desk;

            @Test
            void keepSavesOwner() {
                Owner owner = new Owner();

                desk.keep(owner);

                verify(owners).save(owner);
            }

            @Test
            void keepDoesNotCallSaveForNullOwner() {
                desk.keep(null);

                verify(owners, never()).save(any());
            }

            @Test
            void readReturnsResultOfOpenWhenPathContainsPoint() throws Exception {
                when(files.open("a.txt", 1)).thenReturn("content");

                assertEquals("content", desk.read("a.txt"));
            }
        }
    "#]]
    .assert_eq(&write_class("shop", "DeskTest", &tests, &style));
    // One test alone makes its own.
    let alone = write_class("shop", "DeskTest", &tests[..1], &style);
    assert!(
        alone.contains("Desk desk = new Desk(owners, files);"),
        "{alone}"
    );
    assert!(!alone.contains("ExtendWith"), "{alone}");
}

#[test]
fn private_fields_are_filled_by_mockito_whatever_junit_there_is() {
    let mut cluster = office();
    for (framework, has_extension, expected) in [
        (
            Framework::Jupiter,
            true,
            "@ExtendWith(MockitoExtension.class)\nclass BellTest {\n",
        ),
        (
            Framework::Jupiter,
            false,
            "    @BeforeEach\n    void setUp() {\n        MockitoAnnotations.openMocks(this);\n",
        ),
        (
            Framework::Junit4,
            true,
            "@RunWith(MockitoJUnitRunner.class)\npublic class BellTest {\n",
        ),
    ] {
        let mut p = Program::new(&mut cluster);
        p.style.framework = framework;
        p.style.mocks = Some(Mockito {
            has_extension,
            ..Mockito::default()
        });
        let owners = p.mock("shop.Owners", &[]);
        let bell = p.make("shop.Bell", &[]);
        p.inject(bell, "owners", owners);
        let rings = p.on(bell, "shop.Bell.rings", &[]);
        p.saw(rings, seen(60));
        let style = p.style.clone();
        let test = p.write().expect("a number can be asserted");
        let class = write_class("shop", "BellTest", &[test], &style);
        let fields =
            "    @Mock\n    private Owners owners;\n\n    @InjectMocks\n    private Bell bell;\n\n";
        assert!(class.contains(expected), "{class}");
        assert!(class.contains(fields), "{class}");
        assert!(
            class.contains("() {\n        assertEquals(60, bell.rings());\n"),
            "{class}"
        );
        assert!(
            !class.contains("getDeclaredField") && !class.contains("mock("),
            "{class}"
        );
    }
}

/// The class of tests of a hall, each with a mock in each of these fields: by name and type.
fn hall_class(cluster: &mut TestCluster, mocks: &[&[(&str, &str)]]) -> String {
    let mut taken = BTreeSet::new();
    let mut tests = Vec::new();
    let mut style = None;
    for (number, fields) in (60..).zip(mocks) {
        let mut p = Program::new(cluster);
        with_mockito(&mut p);
        let hall = p.make("shop.Hall", &[]);
        for (field, ty) in *fields {
            let mock = p.mock(ty, &[]);
            p.inject(hall, field, mock);
        }
        let rings = p.on(hall, "shop.Hall.rings", &[]);
        p.saw(rings, seen(number));
        style.get_or_insert_with(|| p.style.clone());
        p.taken.clone_from(&taken);
        tests.push(p.write().expect("a number can be stated"));
        taken.clone_from(&p.taken);
    }
    write_class("shop", "HallTest", &tests, &style.expect("some tests"))
}

#[test]
fn mocks_that_one_test_alone_sets_are_fields_beside_those_of_the_others() {
    let mut cluster = cluster(
        "
public class shop.Hall
  new()
  injected field private owners: shop.Owners
  injected field private files: shop.Files
  rings(): int
public interface shop.Owners
  count(): long
public interface shop.Files
  size(): int
",
    );
    let (owners, files) = (("owners", "shop.Owners"), ("files", "shop.Files"));
    let class = hall_class(&mut cluster, &[&[owners], &[owners], &[files]]);
    assert_eq!(class.matches("@Mock\n").count(), 2, "{class}");
    assert!(class.contains("private Files files;"), "{class}");
    assert!(
        !class.contains("mock(") && !class.contains("new Hall"),
        "{class}"
    );
}

#[test]
fn two_mocks_of_one_type_are_fields_where_they_are_called_as_those_they_are_set_to() {
    let mut cluster = cluster(
        "
public class shop.Hall
  new()
  injected field private first: shop.Owners
  injected field private second: shop.Owners
  rings(): int
public interface shop.Owners
  count(): long
",
    );
    let (first, second) = (("first", "shop.Owners"), ("second", "shop.Owners"));
    let class = hall_class(&mut cluster, &[&[first, second], &[first], &[second]]);
    assert!(
        class.contains("    @Mock\n    private Owners first;\n"),
        "{class}"
    );
    assert!(
        class.contains("    @Mock\n    private Owners second;\n"),
        "{class}"
    );
    assert!(
        !class.contains("mock(") && !class.contains("new Hall"),
        "{class}"
    );
}

/// A test class after two tests that share mocks were put into it.
fn joined_with_two(text: &str) -> String {
    let mut cluster = office();
    let mut taken = BTreeSet::new();
    let tests = [
        keeping(&mut cluster, &mut taken, false),
        keeping(&mut cluster, &mut taken, true),
    ];
    let file = JavaFile::parse(text);
    let edits = insert_into(&file, &tests).expect("the class takes tests");
    apply_edits(text, &edits).expect("the edits fit the text")
}

#[test]
fn a_class_with_mocks_in_fields_gives_them_to_new_tests() {
    let text = "package shop;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.mockito.Mock;
import org.mockito.junit.jupiter.MockitoExtension;

@ExtendWith(MockitoExtension.class)
class DeskTest {
    @Mock Owners repository;
    @Mock Files files;
    private Desk subject;

    @BeforeEach
    void open() {
        subject = new Desk(repository, this.files);
    }

    @Test
    void opens() { }
}
";
    let joined = joined_with_two(text);
    expect![[r#"
        package shop;

        import static org.mockito.ArgumentMatchers.any;
        import static org.mockito.Mockito.never;
        import static org.mockito.Mockito.verify;

        import org.junit.jupiter.api.BeforeEach;
        import org.junit.jupiter.api.Test;
        import org.junit.jupiter.api.extension.ExtendWith;
        import org.mockito.Mock;
        import org.mockito.junit.jupiter.MockitoExtension;

        @ExtendWith(MockitoExtension.class)
        class DeskTest {
            @Mock Owners repository;
            @Mock Files files;
            private Desk subject;

            @BeforeEach
            void open() {
                subject = new Desk(repository, this.files);
            }

            @Test
            void opens() { }

            @Test
            void keepSavesOwner() {
                Owner owner = new Owner();

                subject.keep(owner);

                verify(repository).save(owner);
            }

            @Test
            void keepDoesNotCallSaveForNullOwner() {
                subject.keep(null);

                verify(repository, never()).save(any());
            }
        }
    "#]]
    .assert_eq(&joined);
}

#[test]
fn a_class_without_mockito_gets_fields() {
    let joined = joined_with_two(
        "package shop;

import org.junit.jupiter.api.Test;

class DeskTest {
    @Test
    void opens() { }
}
",
    );
    expect![[r#"
        package shop;

        import static org.mockito.ArgumentMatchers.any;
        import static org.mockito.Mockito.never;
        import static org.mockito.Mockito.verify;

        import org.junit.jupiter.api.Test;
        import org.junit.jupiter.api.extension.ExtendWith;
        import org.mockito.InjectMocks;
        import org.mockito.Mock;
        import org.mockito.junit.jupiter.MockitoExtension;

        @ExtendWith(MockitoExtension.class)
        class DeskTest {
            @Mock
            private Owners owners;

            @Mock
            private Files files;

            @InjectMocks
            private Desk desk;

            @Test
            void opens() { }

            @Test
            void keepSavesOwner() {
                Owner owner = new Owner();

                desk.keep(owner);

                verify(owners).save(owner);
            }

            @Test
            void keepDoesNotCallSaveForNullOwner() {
                desk.keep(null);

                verify(owners, never()).save(any());
            }
        }
    "#]]
    .assert_eq(&joined);
}

#[test]
fn a_class_with_its_own_way_of_mocks_keeps_it() {
    let own = joined_with_two(
        "package shop;

import static org.mockito.Mockito.mock;

import org.junit.jupiter.api.Test;

class DeskTest {
    @Test
    void opens() { mock(Owners.class); }
}
",
    );
    assert!(own.contains("Owners owners = mock(Owners.class);"), "{own}");
    assert!(!own.contains("ExtendWith"), "{own}");
}

#[test]
fn a_call_that_changes_something_is_verified_beside_the_result_whatever_the_mutants_are() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let seven = p.int(7);
    let shown = p.on(desk, "shop.Desk.show", &[seven]);
    p.saw(shown, text("Ada"));
    p.called(owners, "save", SAVE, &[&[object("shop.Owner")]]);
    p.called(owners, "count", "()J", &[&[]]);
    p.mutant_changes_value(shown, &text("Bob"));
    let source = p.source();
    assert!(
        source.contains("assertEquals(\"Ada\", desk.show(7));"),
        "{source}"
    );
    assert!(
        source.contains("verify(owners).save(any(Owner.class));"),
        "{source}"
    );
    // What only asks is no change.
    assert!(!source.contains("count()"), "{source}");
}

#[test]
fn a_mock_of_the_object_under_test_has_its_name_before_any_value() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let first = p.make("shop.Owner", &[]);
    let others = p.make("shop.Desk.sorted", &[first]);
    let owners = p.mock("shop.Owners", &[]);
    let desk = p.make("shop.Desk", &[owners]);
    let kept = p.on(desk, "shop.Desk.keepAll", &[others]);
    p.saw(kept, seen(1));
    let source = p.source();
    assert!(
        source.contains("Owners owners = mock(Owners.class);"),
        "{source}"
    );
}

#[test]
fn of_different_calls_those_are_verified_that_can_be_stated() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let audit = p.mock("shop.Audit", &[]);
    let desk = p.make("shop.Desk", &[audit]);
    let owner = p.null("shop.Owner");
    p.on(desk, "shop.Desk.keep", &[owner]);
    let (first, second, made) = ([text("one")], [text("two")], [object("x")]);
    let note = "(Ljava/lang/String;)V";
    p.called(audit, "note", note, &[&first, &made, &second, &first]);
    p.mutant_calls(audit, "note", note, &[]);
    let source = p.source();
    assert!(
        source.contains("verify(audit, times(2)).note(\"one\");"),
        "{source}"
    );
    assert!(!source.contains("any("), "{source}");
}

#[test]
fn fields_go_into_a_class_without_package_imports_or_members() {
    let mut cluster = office();
    let mut taken = BTreeSet::new();
    let tests = [
        keeping(&mut cluster, &mut taken, false),
        keeping(&mut cluster, &mut taken, true),
    ];
    for text in [
        "class DeskTest { }\n",
        "class DeskTest {\n}\n",
        "class DeskTest {\r\n\r\n}\r\n",
    ] {
        let file = JavaFile::parse(text);
        let edits = insert_into(&file, &tests).expect("the class takes tests");
        let joined = apply_edits(text, &edits).expect("the edits fit the text");
        assert!(!JavaFile::parse(joined.as_str()).has_error(), "{joined}");
        let plain = joined.replace("\r\n", "\n");
        assert!(
            plain.contains("@ExtendWith(MockitoExtension.class)\nclass DeskTest {\n"),
            "{joined}"
        );
        assert!(
            plain.contains("    @InjectMocks\n    private Desk desk;\n\n    @Test\n"),
            "{joined}"
        );
        assert!(!plain.contains("\n\n\n"), "{joined}");
        assert_eq!(text.contains('\r'), joined.contains('\r'), "{joined:?}");
    }
}

#[test]
fn a_mock_that_mockito_could_take_for_another_one_is_no_field() {
    let mut cluster = office();
    let mut taken = BTreeSet::new();
    let mut tests = Vec::new();
    for _ in 0..2 {
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        p.taken.clone_from(&taken);
        let owners = p.mock("shop.Owners", &[]);
        let files = p.mock("shop.Files", &[]);
        let desk = p.make("shop.Desk", &[owners, files]);
        let special = p.mock("shop.SpecialOwners", &[]);
        let count = p.on(desk, "shop.Desk.compare", &[special]);
        p.saw(count, seen(1));
        tests.push(p.write().expect("a number can be asserted"));
        taken.clone_from(&p.taken);
    }
    let class = write_class("shop", "DeskTest", &tests, &Style::default());
    assert!(
        class.contains("    @Mock\n    private Owners owners;\n"),
        "{class}"
    );
    assert!(
        class.contains("SpecialOwners others = mock(SpecialOwners.class);"),
        "{class}"
    );
    assert!(!class.contains("private SpecialOwners"), "{class}");
}

#[test]
fn a_class_that_shares_nothing_has_no_set_up() {
    let mut cluster = office();
    let mut p = showing(&mut cluster, &[&[seen(7)]]);
    p.style.mocks = Some(Mockito {
        has_extension: false,
        ..Mockito::default()
    });
    let style = p.style.clone();
    let test = p.write().expect("a text can be asserted");
    let class = write_class("shop", "DeskTest", &[test], &style);
    assert!(!class.contains("setUp"), "{class}");
    assert!(class.contains("class DeskTest {\n    @Test\n"), "{class}");
}

#[test]
fn a_test_that_needs_no_mock_shares_the_object_that_mockito_fills() {
    let mut cluster = office();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let owners = p.mock("shop.Owners", &[]);
    let bell = p.make("shop.Bell", &[]);
    p.inject(bell, "owners", owners);
    let rings = p.on(bell, "shop.Bell.rings", &[]);
    p.saw(rings, seen(60));
    let with = p.write().expect("a number can be asserted");
    let taken = p.taken.clone();
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    p.taken = taken;
    let bell = p.make("shop.Bell", &[]);
    let rings = p.on(bell, "shop.Bell.rings", &[]);
    p.saw(rings, seen(0));
    let without = p.write().expect("a number can be asserted");
    let style = Style::default();
    let class = write_class("shop", "BellTest", &[with, without.clone()], &style);
    assert!(!class.contains("new Bell()"), "{class}");
    // Alone it is a test like any other.
    let alone = write_class("shop", "BellTest", &[without], &style);
    assert!(
        alone.contains("new Bell()") && !alone.contains("Mock"),
        "{alone}"
    );
}

#[test]
fn what_a_mock_did_not_answer_can_be_why_nothing_comes_out() {
    let mut cluster = office();
    let mut name = |held: &[(&str, bool)]| {
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let owners = p.mock("shop.Owners", &[]);
        let files = p.mock("shop.Files", &[]);
        let desk = p.make("shop.Desk", &[owners, files]);
        let path = p.text("a.txt");
        let read = p.on(desk, "shop.Desk.read", &[path]);
        p.saw(read, Observed::Null);
        for (text, outcome) in held {
            p.passed(text, *outcome);
        }
        p.called(files, "open", OPEN, &[&[text("a.txt"), seen(1)]]);
        let written = p.write().expect("nothing was read");
        let suite = [(written.name, written.names)];
        suite_names(&suite, &[], Naming::Camel, &BTreeSet::new()).remove(0)
    };
    let open = "readReturnsNullWhenOpenReturnsNull";
    assert_eq!(name(&[]), open);
    assert_eq!(name(&[("files.open(path, 1) == null", true)]), open);
    // Who asked was somebody further down, for reasons of their own.
    let other = name(&[("path.length() == 5", true)]);
    assert!(!other.contains("Open"), "{other}");
}

#[test]
fn a_locale_that_a_mock_got_is_told_by_its_constant() {
    // Before: when(texts.find(eq(7), any(Locale.class))), whatever the locale.
    let mut cluster = cluster(
        "public class shop.Desk\n  new(texts: shop.Texts)\n  say(id: int, locale: java.util.Locale): int\n\
         public interface shop.Texts\n  find(id: int, locale: java.util.Locale): int\n\
         public class java.util.Locale\n  field static final ENGLISH: java.util.Locale",
    );
    let mut source = |told: &str| {
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let answer = p.int(3);
        let texts = p.mock("shop.Texts", &[("find", "(ILjava/util/Locale;)I", answer)]);
        let desk = p.make("shop.Desk", &[texts]);
        let given = [p.int(7), p.make("java.util.Locale.ENGLISH", &[])];
        let result = p.on(desk, "shop.Desk.say", &given);
        let locale = Observed::Value {
            class: "java.util.Locale".to_owned(),
            text: told.into(),
        };
        p.called(
            texts,
            "find",
            "(ILjava/util/Locale;)I",
            &[&[seen(7), locale]],
        );
        p.saw(result, seen(3));
        p.write().expect("it returns something").source
    };
    let exact = source("en");
    assert!(
        exact.contains("when(texts.find(7, Locale.ENGLISH)).thenReturn(3)"),
        "{exact}"
    );
    let other = source("th_TH_TH_#u-nu-thai");
    assert!(!other.contains("Locale.TH"), "{other}");
}

#[test]
fn an_answer_that_may_be_any_is_no_condition_and_may_be_the_result() {
    let name = |is_any: bool, result: i32| {
        let mut cluster = cluster(
            "public class shop.Counter\n  new(owners: shop.Owners)\n  sell(): int\n\n\
             public interface shop.Owners\n  increment(): int",
        );
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let two = p.int(2);
        let owners = p.mock("shop.Owners", &[("increment", "()I", two)]);
        let counter = p.make("shop.Counter", &[owners]);
        let sell = p.on(counter, "shop.Counter.sell", &[]);
        p.saw(sell, seen(result));
        p.called(owners, "increment", "()I", &[&[]]);
        if is_any {
            p.is_of_no_matter(two);
        }
        p.write().expect("a number can be asserted").name
    };
    assert_eq!(name(false, 7), "sellReturnsSevenWhenIncrementReturnsTwo");
    assert_eq!(name(true, 7), "sellReturnsSeven");
    assert_eq!(name(false, 2), "sellReturnsResultOfIncrement");
}

#[test]
fn a_property_that_a_mock_says_is_nothing_is_null() {
    let mut cluster = cluster(
        "public class shop.Filter\n  new(request: shop.Request)\n  allows(): boolean\n\n\
         public interface shop.Request\n  getHeader(name: java.lang.String): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let nothing = p.null("java.lang.String");
    let descriptor = "(Ljava/lang/String;)Ljava/lang/String;";
    let request = p.mock("shop.Request", &[("getHeader", descriptor, nothing)]);
    let filter = p.make("shop.Filter", &[request]);
    let allows = p.on(filter, "shop.Filter.allows", &[]);
    p.saw(allows, Observed::Literal(Literal::Boolean(true)));
    p.called(request, "getHeader", descriptor, &[&[text("Accept")]]);
    let written = p.write().expect("a truth can be asserted");
    assert_eq!(written.name, "allowsReturnsTrueWhenHeaderIsNull");
    let stub = "when(request.getHeader(\"Accept\")).thenReturn(null);";
    assert!(written.source.contains(stub), "{}", written.source);
}

#[test]
fn a_mock_that_only_leads_on_is_no_condition() {
    let mut cluster = cluster(
        "public class shop.Cache\n  new(template: shop.Template)\n  put(key: java.lang.String): void\n\n\
         public interface shop.Template\n  values(): shop.Values\n\n\
         public interface shop.Values\n  set(key: java.lang.String): void",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    p.taken.insert("putSetsKey".to_owned());
    p.taken.insert("putCallsSet".to_owned());
    let values = p.mock("shop.Values", &[]);
    let template = p.mock("shop.Template", &[("values", "()Lshop/Values;", values)]);
    let cache = p.make("shop.Cache", &[template]);
    let key = p.text("hello");
    p.on(cache, "shop.Cache.put", &[key]);
    let descriptor = "(Ljava/lang/String;)V";
    p.called(template, "values", "()Lshop/Values;", &[&[]]);
    p.called(values, "set", descriptor, &[&[text("hello")]]);
    p.mutant_calls(values, "set", descriptor, &[]);
    let name = p.write().expect("a call can be verified").name;
    assert!(!name.contains("ReturnsValues"), "{name}");
}

#[test]
fn an_array_that_becomes_any_number_of_arguments_is_written_one_by_one() {
    let mut cluster = cluster(
        "public class shop.Shelf\n  new(store: shop.Store)\n  put(parts: java.lang.String...): void\n\n\
         public interface shop.Store\n  join(parts: java.lang.String...): java.lang.String",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let store = p.mock("shop.Store", &[]);
    let shelf = p.make("shop.Shelf", &[store]);
    let words = [p.text("world"), p.text("hello")];
    let array = p.array("java.lang.String[]", &words);
    p.on(shelf, "shop.Shelf.put", &[array]);
    let descriptor = "([Ljava/lang/String;)Ljava/lang/String;";
    p.called(store, "join", descriptor, &[&[Observed::Same(array)]]);
    p.mutant_calls(store, "join", descriptor, &[]);
    let source = p.source();
    for line in [
        "shelf.put(\"world\", \"hello\");",
        "verify(store).join(\"world\", \"hello\");",
    ] {
        assert!(source.contains(line), "{source}");
    }
}

#[test]
fn an_answer_that_comes_out_is_no_condition() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new(store: shop.Store)\n  all(): java.util.Optional<shop.Owner>\n\n\
         public interface shop.Store\n  findFirst(): java.util.Optional<shop.Owner>\n\n\
         public class shop.Owner\n  new()\n\n\
         public class java.util.Optional<T>\n  static <T>empty(): java.util.Optional<T>",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let nothing = p.make("java.util.Optional.empty", &[]);
    let descriptor = "()Ljava/util/Optional;";
    let store = p.mock("shop.Store", &[("findFirst", descriptor, nothing)]);
    let desk = p.make("shop.Desk", &[store]);
    let all = p.on(desk, "shop.Desk.all", &[]);
    p.saw(all, Observed::Same(nothing));
    p.called(store, "findFirst", descriptor, &[&[]]);
    let name = p.write().expect("an object can be asserted").name;
    assert_eq!(name, "allReturnsResultOfFindFirst");
}

#[test]
fn what_a_collaborator_made_or_kept_is_told_by_what_became_of_it() {
    let name = |method: &str, returns: &str, is_text: bool| {
        let mut cluster = cluster(&format!(
            "public class shop.Desk\n  new(store: shop.Store)\n  act(): {returns}\n\n\
             public interface shop.Store\n  {method}(): {returns}\n\n\
             public class shop.Owner\n  new()"
        ));
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let given = if is_text {
            p.text("lamp")
        } else {
            p.make("shop.Owner", &[])
        };
        let descriptor = format!("()L{};", returns.replace('.', "/"));
        let store = p.mock("shop.Store", &[(method, &descriptor, given)]);
        let desk = p.make("shop.Desk", &[store]);
        let result = p.on(desk, "shop.Desk.act", &[]);
        p.saw(
            result,
            if is_text {
                text("lamp")
            } else {
                Observed::Same(given)
            },
        );
        p.called(store, method, &descriptor, &[&[]]);
        p.write().expect("what came out can be asserted").name
    };
    let (owner, string) = ("shop.Owner", "java.lang.String");
    assert_eq!(name("save", owner, false), "actReturnsSavedOwner");
    assert_eq!(name("saveAndFlush", owner, false), "actReturnsSavedOwner");
    assert_eq!(
        name("generateToken", string, true),
        "actReturnsGeneratedToken"
    );
    // Not of what is made of other words, and not by a class of which nobody knows that it maps.
    assert_eq!(
        name("updateAllowance", owner, false),
        "actReturnsUpdatedOwner"
    );
    assert_eq!(name("toDto", owner, false), "actReturnsResultOfToDto");
    // How something is looked for is not what is found.
    assert_eq!(
        name("resolveByName", string, true),
        "actReturnsResultOfResolveByName"
    );
    assert_eq!(name("settle", owner, false), "actReturnsResultOfSettle");
}

/// A shop that lists the products that a mapper finds by a query, which has these terms.
fn listing<'a>(cluster: &'a mut TestCluster, terms: &[[DescribedPart; 2]]) -> (Program<'a>, Var) {
    let mut p = Program::new(cluster);
    with_mockito(&mut p);
    let product = p.make("shop.Product", &[]);
    let found = p.make("java.util.Collections.singletonList", &[product]);
    let descriptor = "(Lshop/Query;)Ljava/util/List;";
    let mapper = p.mock(
        "shop.ProductMapper",
        &[("selectByQuery", descriptor, found)],
    );
    let shop = p.make("shop.Shop", &[mapper]);
    let param = p.make("shop.Param", &[]);
    let (brand, three) = (p.int(7), p.int(3));
    p.on(param, "shop.Param.setBrandId", &[brand]);
    p.on(param, "shop.Param.setStatus", &[three]);
    let listed = p.on(shop, "shop.Shop.list", &[param]);
    p.saw(listed, Observed::Same(found));
    let query = Observed::Described {
        class: "shop.Query".to_owned(),
        parts: terms.concat(),
    };
    p.called(mapper, "selectByQuery", descriptor, &[&[query]]);
    p.mutant_calls(mapper, "selectByQuery", descriptor, &[]);
    (p, listed)
}

const SHOP: &str = "\
public class shop.Shop
  new(mapper: shop.ProductMapper)
  list(param: shop.Param): java.util.List<shop.Product>

public interface shop.ProductMapper
  selectByQuery(query: shop.Query): java.util.List<shop.Product>

public class shop.Product
  new()

public class shop.Param
  new()
  setBrandId(brandId: int): void
  setStatus(status: int): void

public class shop.Query
  getTerms(): java.util.List<shop.Term>

public class shop.Term
  getField(): java.lang.String
  getValue(): java.lang.Object

public interface java.util.List<T>
  get(index: int): T

public class java.util.Collections
  static <T>singletonList(one: T): java.util.List<T>
";

#[test]
fn what_a_repository_of_any_subclass_saved_is_what_it_keeps() {
    let name = |returns: &str| {
        let mut cluster = cluster(&format!(
            "public class shop.Desk\n  new(owners: shop.OwnerRepository)\n  act(): java.lang.Object\n\n\
             public interface shop.OwnerRepository\n  save(): {returns}\n\n\
             public class shop.Owner\n  new()"
        ));
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let given = p.make("shop.Owner", &[]);
        let descriptor = format!("()L{};", returns.replace('.', "/"));
        let owners = p.mock("shop.OwnerRepository", &[("save", &descriptor, given)]);
        let desk = p.make("shop.Desk", &[owners]);
        let result = p.on(desk, "shop.Desk.act", &[]);
        p.saw(result, Observed::Same(given));
        p.called(owners, "save", &descriptor, &[&[]]);
        p.write().expect("what came out can be asserted").name
    };
    assert_eq!(name("java.lang.Object"), "actReturnsSavedOwner");
    assert_eq!(name("java.util.List"), "actReturnsSavedOwners");
    assert_eq!(name("java.util.Set"), "actReturnsResultOfSave");
}

#[test]
fn what_a_query_looks_for_is_the_name_of_its_test() {
    let name = |terms: &[[DescribedPart; 2]]| {
        let mut cluster = cluster(SHOP);
        let (mut p, _) = listing(&mut cluster, terms);
        p.write().expect("it gives what was found").name
    };
    let term = |at: usize, field: &str, value| term(&format!("getTerms().get({at})"), field, value);
    assert_eq!(
        name(&[term(0, "deleted", 9), term(1, "brand_id =", 7)]),
        "listFindsProductsByBrandId"
    );
    // Columns are told by their names, values by what was given.
    assert_eq!(
        name(&[term(0, "brand_id =", 5), term(1, "state =", 3)]),
        "listFindsProductsByBrandIdAndStatus"
    );
    // Of a query that has nothing of what was given, only what was found is known.
    assert_eq!(name(&[term(0, "deleted", 9)]), "listReturnsFoundProducts");
}

#[test]
fn of_many_parts_of_a_query_those_are_told_that_say_what_the_test_says() {
    let mut cluster = cluster(SHOP);
    let term = |at: usize, field: &str, value| term(&format!("getTerms().get({at})"), field, value);
    let terms = [
        term(0, "a =", 11),
        term(1, "b =", 12),
        term(2, "brand_id =", 7),
    ];
    let (mut p, _) = listing(&mut cluster, &terms);
    let source = p.source();
    assert!(source.contains("assertEquals(\"brand_id =\""), "{source}");
    assert!(source.contains("assertEquals(7, "), "{source}");
    assert!(!source.contains("\"b =\""), "{source}");
}

#[test]
fn rows_of_a_mock_are_found_where_there_are_any() {
    let name = |of: &str, is_empty: bool| {
        let returns = format!("java.util.List<{of}>");
        let mut cluster = cluster(&format!(
            "public class shop.Desk\n  new(mapper: shop.RoleMapper)\n  roles(): {returns}\n\n\
             public interface shop.RoleMapper\n  listRoles(): {returns}\n\n\
             public class shop.Role\n  new()\n\n\
             public interface java.util.List<T>\n  get(index: int): T\n\n\
             public class java.util.Collections\n  static <T>emptyList(): java.util.List<T>\n  \
             static <T>singletonList(one: T): java.util.List<T>"
        ));
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let found = if is_empty {
            p.make("java.util.Collections.emptyList", &[])
        } else {
            let one = match of {
                "shop.Role" => p.make("shop.Role", &[]),
                _ => p.text("lamp"),
            };
            p.make("java.util.Collections.singletonList", &[one])
        };
        let descriptor = "()Ljava/util/List;";
        let mapper = p.mock("shop.RoleMapper", &[("listRoles", descriptor, found)]);
        let desk = p.make("shop.Desk", &[mapper]);
        let result = p.on(desk, "shop.Desk.roles", &[]);
        p.saw(result, Observed::Same(found));
        p.called(mapper, "listRoles", descriptor, &[&[]]);
        p.write().expect("what came out can be asserted").name
    };
    assert_eq!(name("shop.Role", false), "rolesReturnsFoundRoles");
    assert_eq!(name("shop.Role", true), "rolesReturnsResultOfListRoles");
    // Nobody knows what rows of texts are.
    assert_eq!(
        name("java.lang.String", false),
        "rolesReturnsResultOfListRoles"
    );
}

#[test]
fn of_two_mocks_that_answer_alike_none_is_what_came_out() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new(orders: shop.Orders, items: shop.Items)\n  add(): java.lang.Object\n\n\
         public interface shop.Orders\n  save(): shop.Order\n\n\
         public interface shop.Items\n  save(): shop.Item\n\n\
         public class shop.Order\n  new()\n\npublic class shop.Item\n  new()",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let (order, item) = (p.make("shop.Order", &[]), p.make("shop.Item", &[]));
    let orders = p.mock("shop.Orders", &[("save", "()Lshop/Order;", order)]);
    let items = p.mock("shop.Items", &[("save", "()Lshop/Item;", item)]);
    let desk = p.make("shop.Desk", &[orders, items]);
    let result = p.on(desk, "shop.Desk.add", &[]);
    p.saw(result, Observed::Same(item));
    p.called(orders, "save", "()Lshop/Order;", &[&[]]);
    p.called(items, "save", "()Lshop/Item;", &[&[]]);
    let name = p.write().expect("what came out can be asserted").name;
    assert!(!name.contains("Order"), "{name}");
}

const WEB: &str = "\
public class shop.Desk
  new(service: shop.OwnerService)
  list(): shop.Answer
  mail(letter: shop.LetterVo): shop.Answer

public interface shop.OwnerService
  list(): java.util.List<shop.Owner>
  send(letter: shop.LetterVo, config: shop.Config): void

public class shop.Answer
  static success(): shop.Answer
  getData(): java.lang.Object
  getCode(): int

public class shop.LetterVo
  new()

public class shop.Owner
  new()

public interface java.util.List<T>
  get(index: int): T

public class java.util.Collections
  static <T>singletonList(one: T): java.util.List<T>
";

#[test]
fn an_answer_that_only_says_success_is_told_by_what_it_carries_or_what_was_done() {
    let name = |act: &str, of_service: &str, descriptor: &str, arguments: &[Observed]| {
        let mut cluster = cluster(WEB);
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        p.answered = Some("success");
        let owner = p.make("shop.Owner", &[]);
        let found = p.make("java.util.Collections.singletonList", &[owner]);
        let answers = [("list", "()Ljava/util/List;", found)];
        let told = if act == "list" { &answers[..] } else { &[] };
        let service = p.mock("shop.OwnerService", told);
        let desk = p.make("shop.Desk", &[service]);
        let letter = (act == "mail").then(|| p.make("shop.LetterVo", &[]));
        let letter: Vec<Var> = letter.into_iter().collect();
        let seen_by_mock: Vec<Observed> = letter
            .iter()
            .map(|letter| Observed::Same(*letter))
            .chain(arguments.iter().cloned())
            .collect();
        let answer = p.on(desk, &format!("shop.Desk.{act}"), &letter);
        p.inspected(answer, "getCode", "I", seen(200));
        if act == "list" {
            p.inspected(
                answer,
                "getData",
                "Ljava/lang/Object;",
                Observed::Same(found),
            );
            p.mutant_changes(answer, "getData", &Observed::Null);
        } else {
            p.mutant_calls(service, of_service, descriptor, &[]);
        }
        p.called(service, of_service, descriptor, &[&seen_by_mock]);
        p.write().expect("an answer can be asserted").name
    };
    assert_eq!(
        name("list", "list", "()Ljava/util/List;", &[]),
        "listReturnsFoundOwners"
    );
    assert_eq!(
        name(
            "mail",
            "send",
            "(Lshop/LetterVo;Lshop/Config;)V",
            &[Observed::Null]
        ),
        "mailSendsLetter"
    );
}

#[test]
fn a_text_that_an_object_was_told_which_a_mock_found_is_said_by_its_property() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new(store: shop.Store)\n  name(): java.lang.String\n\n\
         public interface shop.Store\n  load(): shop.ConfigDTO\n\n\
         public class shop.ConfigDTO\n  new()\n  setUsername(username: java.lang.String): void",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let config = p.make("shop.ConfigDTO", &[]);
    let alice = p.text("Alice");
    p.on(config, "shop.ConfigDTO.setUsername", &[alice]);
    let store = p.mock("shop.Store", &[("load", "()Lshop/ConfigDTO;", config)]);
    let desk = p.make("shop.Desk", &[store]);
    let name = p.on(desk, "shop.Desk.name", &[]);
    p.saw(name, text("Alice"));
    p.called(store, "load", "()Lshop/ConfigDTO;", &[&[]]);
    let name = p.write().expect("a text can be asserted").name;
    assert_eq!(name, "nameReturnsUsernameOfConfig");
}

#[test]
fn a_field_that_is_written_and_read_back_is_no_test() {
    let mut cluster = cluster(
        "public class shop.Lamp\n  new()\n  injected field private limit: int\n  getLimit(): int\n  \
         isOver(watts: int): boolean",
    );
    let mut written = |asks_for_limit: bool| {
        let mut p = Program::new(&mut cluster);
        with_mockito(&mut p);
        let lamp = p.make("shop.Lamp", &[]);
        let three = p.int(3);
        p.inject(lamp, "limit", three);
        if asks_for_limit {
            let limit = p.on(lamp, "shop.Lamp.getLimit", &[]);
            p.saw(limit, seen(3));
        } else {
            let watts = p.int(7);
            let over = p.on(lamp, "shop.Lamp.isOver", &[watts]);
            p.saw(over, Observed::Literal(Literal::Boolean(true)));
        }
        p.write().is_ok()
    };
    assert!(!written(true));
    assert!(written(false));
}

#[test]
fn that_an_object_has_its_collaborator_is_no_condition_and_a_row_of_texts_is_stubbed_as_it_is() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new()\n  setStore(store: shop.Store): void\n  delete(ids: java.lang.String): int\n\n\
         public interface shop.Store\n  deleteAll(ids: java.util.List<java.lang.String>): int",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let two = p.int(2);
    let descriptor = "(Ljava/util/List;)I";
    let store = p.mock("shop.Store", &[("deleteAll", descriptor, two)]);
    let desk = p.make("shop.Desk", &[]);
    p.on(desk, "shop.Desk.setStore", &[store]);
    let ids = p.text("a,b");
    let deleted = p.on(desk, "shop.Desk.delete", &[ids]);
    p.saw(deleted, seen(2));
    let given = Observed::Sized {
        size: 2,
        elements: vec![text("a"), text("b")],
    };
    p.called(store, "deleteAll", descriptor, &[&[given]]);
    let written = p.write().expect("a number can be asserted");
    assert_eq!(
        written.name,
        "deleteReturnsResultOfDeleteAllWhenIdsContainsComma"
    );
    let stub = "when(store.deleteAll(List.of(\"a\", \"b\"))).thenReturn(2);";
    assert!(written.source.contains(stub), "{}", written.source);
}

#[test]
fn a_command_that_is_told_a_text_says_what_that_is_for() {
    let mut cluster = cluster(
        "public class shop.Desk\n  new(cache: shop.Cache)\n  clean(name: java.lang.String): void\n\n\
         public interface shop.Cache\n  del(key: java.lang.String): void",
    );
    let mut p = Program::new(&mut cluster);
    with_mockito(&mut p);
    let cache = p.mock("shop.Cache", &[]);
    let desk = p.make("shop.Desk", &[cache]);
    let name = p.text("Alice");
    p.on(desk, "shop.Desk.clean", &[name]);
    let descriptor = "(Ljava/lang/String;)V";
    p.called(cache, "del", descriptor, &[&[text("user::alice")]]);
    p.mutant_calls(cache, "del", descriptor, &[]);
    let name = p.write().expect("a call can be verified").name;
    assert_eq!(name, "cleanDeletesKey");
}
