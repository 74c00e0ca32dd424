//! Dates as people write them: takes a minimised test with days that are counted from 1970, read from a text or the
//! last there are, gives it with ones of year, month and day, wherever the goals allow. Which season
//! `LocalDate.ofEpochDay(220)` is in nobody sees.

use goalline_testcase::{
    CallableId, CallableKind, ExecutorError, Literal, Observation, Observed, ObservedPart,
    Primitive, Shape, Statement, StatementKind, TestCase, TestCluster, Var, Vars,
};

use crate::minimise::{
    Judge, Minimisation, state_to_change::observing, values::meaningful::first_that_works,
};

/// Classes with a factory `of` that takes so many numbers, the year first.
const CLASSES: [(&str, usize); 2] = [("java.time.LocalDate", 3), ("java.time.LocalDateTime", 5)];

/// The year in which all is that can be: a leap year, so that each day is there.
const YEAR: i32 = 2024;

/// Years that a reader takes as they are.
const PLAIN_YEARS: std::ops::RangeInclusive<i32> = 1900..=2100;

/// Writes dates as such: all of them in one year first, then each, there or in its own year.
pub(in crate::minimise) fn as_calendar_dates(
    test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    let uncommon = uncommon_dates(&test, minimisation.cluster);
    if uncommon.is_empty() {
        return Ok(test);
    }
    let options = observing(minimisation);
    let tests = std::slice::from_ref(&test);
    let runs = minimisation
        .executor
        .run(minimisation.cluster, tests, options)?;
    let seen = &runs[0].observations;
    let candidates = candidates(&test, &uncommon, seen, minimisation.cluster);
    first_that_works(test, candidates, minimisation, judge)
}

/// The dates that the test makes in another way, the last one first, each with the number of its fields.
fn uncommon_dates(test: &TestCase, cluster: &TestCluster) -> Vec<(Var, usize)> {
    let date = |var: Var| {
        let StatementKind::Call {
            callable,
            receiver: None,
            ..
        } = &test.statement(var).kind
        else {
            return None;
        };
        let maker = cluster.callable(*callable);
        let (_, fields) = CLASSES.iter().find(|(class, _)| maker.owner == *class)?;
        let is_common = maker.name == "of";
        (!maker.is_under_test && !is_common).then_some((var, *fields))
    };
    let before_act = (0..test.len().saturating_sub(1)).rev();
    before_act.filter_map(|at| date(Var(at as u16))).collect()
}

fn candidates(
    test: &TestCase,
    dates: &[(Var, usize)],
    seen: &[Observation],
    cluster: &mut TestCluster,
) -> Vec<TestCase> {
    let mut all = test.clone();
    let mut each = Vec::new();
    for (date, count) in dates {
        let Some(fields) = fields_of(*date, *count, seen) else {
            continue;
        };
        let mut this_year = fields.clone();
        this_year[0] = YEAR;
        if let Some(changed) = written(&all, *date, &this_year, cluster) {
            all = changed;
        }
        let own = Some(fields).filter(|fields| PLAIN_YEARS.contains(&fields[0]));
        for fields in [this_year].into_iter().chain(own) {
            each.extend(written(test, *date, &fields, cluster));
        }
    }
    if dates.len() > 1 {
        each.insert(0, all);
    }
    each.retain(|changed| changed.is_well_formed(cluster));
    each
}

/// Year, month, day and what follows, as the date was when it was made.
fn fields_of(date: Var, count: usize, seen: &[Observation]) -> Option<Vec<i32>> {
    let value = |one: &Observation| match &one.observed {
        Observed::Value { text, .. } if one.var == date && one.subject == ObservedPart::Value => {
            Some(text.to_text())
        }
        _ => None,
    };
    let text = seen.iter().find_map(value)?;
    let (sign, digits) = match text.strip_prefix('-') {
        Some(rest) => (-1, rest.to_owned()),
        None => (1, text.trim_start_matches('+').to_owned()),
    };
    let numbers = digits
        .split(['-', 'T', ':', '.'])
        .map_while(|it| it.parse().ok());
    let mut fields: Vec<i32> = numbers.take(count).collect();
    *fields.first_mut()? *= sign;
    (fields.len() == count).then_some(fields)
}

/// The test with the date made of these fields.
fn written(
    test: &TestCase,
    date: Var,
    fields: &[i32],
    cluster: &mut TestCluster,
) -> Option<TestCase> {
    let maker = maker(test.statement(date), fields.len(), cluster)?;
    let parameters = cluster.callable(maker).parameters.clone();
    let at = usize::from(date.0);
    let literals = fields.iter().zip(parameters).map(|(field, ty)| Statement {
        ty,
        kind: StatementKind::Literal(Literal::Int(*field)),
    });
    let places = (at..at + fields.len()).map(|at| Var(at as u16));
    let mut changed = test.clone();
    changed.insert(at, literals.collect());
    changed.statements[at + fields.len()].kind = StatementKind::Call {
        callable: maker,
        receiver: None,
        arguments: places.collect::<Vars>(),
    };
    changed.remove_unused();
    Some(changed)
}

/// `of`, of so many numbers.
fn maker(date: &Statement, count: usize, cluster: &mut TestCluster) -> Option<CallableId> {
    let StatementKind::Call { callable, .. } = &date.kind else {
        return None;
    };
    let ty = cluster.callable(*callable).returns;
    let makers = cluster.generators(ty).to_vec();
    makers.into_iter().find(|id| {
        let maker = cluster.callable(*id);
        let mut shapes = maker.parameters.iter().map(|ty| cluster.shape(*ty));
        maker.kind == CallableKind::StaticMethod
            && maker.name == "of"
            && maker.returns == ty
            && maker.parameters.len() == count
            && shapes.all(|shape| shape == Shape::Primitive(Primitive::Int))
    })
}

#[cfg(test)]
mod tests {
    use goalline_testcase::JavaType;

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, named};

    const DATE: &str = "java.time.LocalDate";

    /// A garden that is asked for the season of a day, and how days are made.
    fn garden() -> TestCluster {
        let java = "package p; class Garden { static boolean blooms(java.time.LocalDate on) { return on != null; } }";
        let garden = class(
            "p.Garden",
            vec![function("blooms", "(Ljava/time/LocalDate;)Z")],
        );
        let makers = [("of", "(III)"), ("ofYearDay", "(II)")];
        let makers =
            makers.map(|(name, given)| function(name, &format!("{given}Ljava/time/LocalDate;")));
        let mut date = class(DATE, makers.into());
        date.constructors.clear();
        cluster_of(java, vec![garden, date])
    }

    /// `blooms(LocalDate.ofYearDay(1970, 221))`
    fn asked(cluster: &mut TestCluster) -> TestCase {
        let ty = cluster.intern(JavaType::class(DATE));
        let makers = cluster.generators(ty).to_vec();
        let mut makers = makers.into_iter();
        let of_day = makers.find(|id| cluster.callable(*id).name == "ofYearDay");
        let of_day = of_day.expect("it is there");
        let number = cluster.callable(of_day).parameters[0];
        let literal = |number_of: i32| Statement {
            ty: number,
            kind: StatementKind::Literal(Literal::Int(number_of)),
        };
        let blooms = named("blooms", cluster);
        let statements = vec![
            literal(1970),
            literal(221),
            call(cluster, of_day, None, &[Var(0), Var(1)]),
            call(cluster, blooms, None, &[Var(2)]),
        ];
        TestCase { statements }
    }

    fn seen(text: &str) -> [Observation; 1] {
        [Observation {
            var: Var(2),
            subject: ObservedPart::Value,
            observed: Observed::Value {
                class: DATE.to_owned(),
                text: text.into(),
            },
        }]
    }

    /// The numbers that each candidate makes its day of.
    fn days(text: &str) -> Vec<Vec<i32>> {
        let cluster = &mut garden();
        let case = asked(cluster);
        let dates = uncommon_dates(&case, cluster);
        assert_eq!(dates, [(Var(2), 3)]);
        let found = candidates(&case, &dates, &seen(text), cluster);
        let numbers = found.iter().map(|case| {
            let literals = case.statements.iter().filter_map(|it| match &it.kind {
                StatementKind::Literal(Literal::Int(number)) => Some(*number),
                _ => None,
            });
            literals.collect()
        });
        numbers.collect()
    }

    #[test]
    fn a_day_of_a_year_is_written_with_its_month_in_this_year_or_in_its_own_where_that_is_plain() {
        assert_eq!(days("1970-08-09"), [[2024, 8, 9], [1970, 8, 9]]);
        assert_eq!(days("+999999999-12-31"), [[2024, 12, 31]]);
        assert_eq!(days("-0044-03-15"), [[2024, 3, 15]]);
        assert!(days("no date").is_empty());
    }
}
