//! A day that is written down in place of today: takes a minimised test with objects that tell the time, gives it with
//! ones of a fixed time, wherever the goals allow. What comes out of today is another thing tomorrow, and cannot be
//! asserted.

use goalline_testcase::{
    Callable, CallableId, CallableKind, Literal, Primitive, Shape, Statement, StatementKind,
    TestCase, TestCluster, Var, Vars, name_words,
};

/// Beginnings of names of factories that ask the clock.
pub(super) const ASKING_THE_CLOCK: [&str; 3] = ["current", "now", "today"];

/// What a parameter of this name (its words, some of them) is given: 15 January 2024, half past ten.
const FIELDS: [(&str, i32); 6] = [
    ("year", 2024),
    ("month", 1),
    ("day", 15),
    ("hour", 10),
    ("minute", 30),
    ("second", 0),
];

/// The same as seconds and milliseconds since 1970, in UTC.
const SECONDS: i64 = 1_705_314_600;

/// Words of parameters that are such a number of milliseconds.
const INSTANTS: [&str; 6] = ["date", "epoch", "instant", "milli", "time", "timestamp"];

/// The test with a fixed time in place of each object made by asking the clock: all of them first, then each.
pub(in crate::minimise) fn at_fixed_times(
    test: &TestCase,
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let places: Vec<usize> = (0..test.len().saturating_sub(1)).rev().collect();
    let (mut all, mut found) = (test.clone(), Vec::new());
    for at in places {
        if let Some(changed) = with_fixed_time(&all, at, cluster) {
            all = changed;
            found.extend(with_fixed_time(test, at, cluster));
        }
    }
    if found.len() > 1 {
        found.insert(0, all);
    }
    found.retain(|changed| changed.is_well_formed(cluster));
    found
}

fn with_fixed_time(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<TestCase> {
    let statement = &test.statements[at];
    let StatementKind::Call {
        callable,
        receiver: None,
        arguments,
    } = &statement.kind
    else {
        return None;
    };
    let asks = arguments.is_empty() && may_ask_the_clock(*callable, cluster);
    let class = cluster.ty(statement.ty).class_name().filter(|_| asks)?;
    let class = class.to_owned();
    let makers = cluster.generators(statement.ty).to_vec();
    let makers = makers.into_iter().filter(|id| {
        let maker = cluster.callable(*id);
        maker.owner == class
            && matches!(
                maker.kind,
                CallableKind::Constructor | CallableKind::StaticMethod
            )
    });
    let mut fixed: Vec<FixedTime> = makers.filter_map(|id| FixedTime::of(id, cluster)).collect();
    fixed.sort_by_key(|it| (it.values.len() == 1, it.values.len()));
    let best = fixed.into_iter().next()?;
    let count = best.values.len();
    let parameters = cluster.callable(best.maker).parameters.clone();
    let values = best.values.into_iter().zip(parameters);
    let values = values.map(|(value, ty)| Statement {
        ty,
        kind: StatementKind::Literal(value),
    });
    let places = (0..count).map(|offset| Var((at + offset) as u16));
    let made = Statement {
        ty: cluster.callable(best.maker).returns,
        kind: StatementKind::Call {
            callable: best.maker,
            receiver: None,
            arguments: places.collect::<Vars>(),
        },
    };
    let mut changed = test.clone();
    changed.insert(at, values.collect());
    changed.statements[at + count] = made;
    Some(changed)
}

/// Whether it is a constructor, or a factory whose name says so.
fn may_ask_the_clock(callable: CallableId, cluster: &TestCluster) -> bool {
    let maker = cluster.callable(callable);
    match maker.kind {
        CallableKind::Constructor => true,
        CallableKind::StaticMethod => ASKING_THE_CLOCK
            .iter()
            .any(|begin| maker.name.starts_with(begin)),
        _ => false,
    }
}

/// A way to make an object of a fixed time.
struct FixedTime {
    maker: CallableId,
    values: Vec<Literal>,
}

impl FixedTime {
    /// The way by this constructor or factory, where all of its parameters are parts of a time, the year first, or its
    /// only one is a number of milliseconds.
    fn of(maker: CallableId, cluster: &TestCluster) -> Option<Self> {
        let callable = cluster.callable(maker);
        if let Some(values) = milliseconds_without_a_name(callable, cluster) {
            return Some(Self { maker, values });
        }
        let shapes = callable.parameters.iter().map(|ty| cluster.shape(*ty));
        let given = callable.parameter_names.iter().zip(shapes);
        let values: Option<Vec<Literal>> = given.map(|(name, shape)| value(name, shape)).collect();
        let is_whole = |values: &Vec<Literal>| values.len() == callable.parameters.len();
        let is_time = |values: &Vec<Literal>| match &values[..] {
            [only] => matches!(only, Literal::Long(_)) && is_called_a_time(&callable.owner),
            [first, _, ..] => *first == Literal::Int(FIELDS[0].1),
            [] => false,
        };
        let values = values.filter(is_whole).filter(is_time)?;
        Some(Self { maker, values })
    }
}

/// The milliseconds that a constructor of a class of times takes, where the library has no names of parameters.
fn milliseconds_without_a_name(maker: &Callable, cluster: &TestCluster) -> Option<Vec<Literal>> {
    let [only] = maker.parameters[..] else {
        return None;
    };
    let is_named = |name: &String| !name.is_empty() && !name.starts_with("arg");
    let is_it = maker.kind == CallableKind::Constructor
        && !maker.parameter_names.iter().any(is_named)
        && cluster.shape(only) == Shape::Primitive(Primitive::Long)
        && is_a_moment(&maker.owner);
    is_it.then(|| vec![Literal::Long(SECONDS * 1_000)])
}

/// Whether the name of a class says that its objects are moments, in whatever zone: a time-out is none.
fn is_a_moment(class: &str) -> bool {
    const MOMENTS: [&str; 4] = ["Date", "DateTime", "Instant", "Timestamp"];
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    MOMENTS.iter().any(|word| simple.ends_with(word)) && !simple.starts_with("Local")
}

/// Whether the name of a class says that its objects tell the time.
fn is_called_a_time(class: &str) -> bool {
    const TIMES: [&str; 5] = ["Calendar", "Date", "Day", "Instant", "Time"];
    let simple = class.rsplit(['.', '$']).next().unwrap_or(class);
    TIMES.iter().any(|word| simple.contains(word))
}

/// What a parameter of this name is given as a part of a time.
fn value(name: &str, shape: Shape) -> Option<Literal> {
    let words = name_words(name);
    match shape {
        Shape::Primitive(Primitive::Int) => {
            let row = FIELDS
                .iter()
                .find(|(field, _)| words.first().is_some_and(|word| word == field))?;
            Some(Literal::Int(row.1))
        }
        Shape::Primitive(Primitive::Long) => {
            let is_seconds = words.iter().any(|word| word == "second");
            let is_instant = words.iter().any(|word| INSTANTS.contains(&&**word));
            let number = if is_seconds { SECONDS } else { SECONDS * 1_000 };
            (is_seconds || is_instant).then_some(Literal::Long(number))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{ExecutableDescription, JavaType};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named};

    fn with_names(names: &[&str], made: ExecutableDescription) -> ExecutableDescription {
        ExecutableDescription {
            parameter_names: names.iter().map(|it| (*it).to_owned()).collect(),
            ..made
        }
    }

    /// A shop that is asked whether it is open on a day; how days are made.
    fn shop(makers: Vec<ExecutableDescription>) -> TestCluster {
        let java = "package p; class Shop { static boolean isOpen(Day on) { return on != null; } }";
        let shop = class("p.Shop", vec![function("isOpen", "(Lp/Day;)Z")]);
        let mut day = class("p.Day", Vec::new());
        day.constructors.extend(makers);
        cluster_of(java, vec![shop, day])
    }

    /// Asks of today.
    fn today(cluster: &mut TestCluster) -> TestCase {
        let ty = cluster.intern(JavaType::class("p.Day"));
        let makers = cluster.generators(ty).to_vec();
        let mut makers = makers.into_iter();
        let now = makers.find(|id| cluster.callable(*id).parameters.is_empty());
        let is_open = named("isOpen", cluster);
        let statements = vec![
            call(cluster, now.expect("it is there"), None, &[]),
            call(cluster, is_open, None, &[Var(0)]),
        ];
        TestCase { statements }
    }

    fn literals(test: &TestCase) -> Vec<Literal> {
        let literals = test.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Literal(literal) => Some(literal.clone()),
            _ => None,
        });
        literals.collect()
    }

    #[test]
    fn a_day_that_is_written_down_stands_for_today() {
        let names = ["year", "monthOfYear", "dayOfMonth"];
        let maker = with_names(&names, method("<init>", "(III)V"));
        let mut cluster = shop(vec![maker]);
        let test = today(&mut cluster);
        let found = at_fixed_times(&test, &mut cluster);
        let [fixed] = &found[..] else {
            panic!("{found:?}");
        };
        assert_eq!(literals(fixed), [2024, 1, 15].map(Literal::Int));
        assert_eq!(fixed.len(), 5);
    }

    #[test]
    fn what_is_made_of_other_numbers_is_no_time() {
        let maker = with_names(&["width", "height"], method("<init>", "(II)V"));
        let mut cluster = shop(vec![maker]);
        let test = today(&mut cluster);
        assert_eq!(at_fixed_times(&test, &mut cluster), []);
        let unnamed = method("<init>", "(III)V");
        let mut cluster = shop(vec![unnamed]);
        let test = today(&mut cluster);
        assert_eq!(at_fixed_times(&test, &mut cluster), []);
    }

    #[test]
    fn a_class_of_times_takes_milliseconds_also_where_nobody_says_so() {
        let mut cluster = shop(vec![method("<init>", "(J)V")]);
        let day = cluster.intern(JavaType::class("p.Day"));
        let makers = cluster.generators(day).to_vec();
        let mut makers = makers.into_iter().map(|id| cluster.callable(id).clone());
        let maker = makers.find(|it| it.parameters.len() == 1);
        let maker = maker.expect("its constructor");
        let of = |owner: &str| {
            let maker = Callable {
                owner: owner.to_owned(),
                ..maker.clone()
            };
            milliseconds_without_a_name(&maker, &cluster)
        };
        let fixed = Some(vec![Literal::Long(1_705_314_600_000)]);
        assert_eq!(of("org.joda.time.DateTime"), fixed);
        assert_eq!(of("org.joda.time.LocalDate"), None);
        assert_eq!(of("shop.Timeout"), None);
    }

    #[test]
    fn a_number_is_a_time_where_its_name_and_the_class_say_so() {
        let long = Shape::Primitive(Primitive::Long);
        assert_eq!(
            value("instant", long),
            Some(Literal::Long(1_705_314_600_000))
        );
        assert_eq!(
            value("epochSecond", long),
            Some(Literal::Long(1_705_314_600))
        );
        assert_eq!(value("size", long), None);
        assert!(is_called_a_time("java.util.Date") && is_called_a_time("p.Shop$OpeningTime"));
        assert!(!is_called_a_time("p.Money"));
    }
}
