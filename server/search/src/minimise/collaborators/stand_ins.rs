//! What frameworks made themselves: takes a minimised test with mocks of types for which a framework has a class that
//! stands for them, gives one with objects of that class, wherever the goals allow. A mocked result of a validation
//! that was told of an error still says that there is none.

use goalline_testcase::{
    CallableId, CallableKind, DoubleStyle, ExecutorError, JavaType, Literal, Statement,
    StatementKind, TestCase, TestCluster, TypeId, Var, Vars, data_holder, stand_in,
};

use crate::minimise::{
    Judge, Minimisation,
    arranging::{DEEPEST, Role, telling},
    values::meaningful::first_that_works,
};

/// The test with such objects in place of mocks, the last one first.
pub(in crate::minimise) fn with_stand_ins(
    mut test: TestCase,
    minimisation: &mut Minimisation<'_>,
    judge: &mut Judge<'_>,
) -> Result<TestCase, ExecutorError> {
    for at in (0..test.len()).rev() {
        if at < test.len() {
            let candidate = with_stand_in(&test, at, minimisation.cluster);
            let candidates = candidate.into_iter().collect();
            test = first_that_works(test, candidates, minimisation, judge)?;
        }
        if at < test.len() {
            let holders = with_data_holder(&test, at, minimisation.cluster);
            test = first_that_works(test, holders, minimisation, judge)?;
        }
    }
    Ok(test)
}

/// The test with a real page, or another holder of data, in place of the mock that this statement makes: of what the
/// mock gives as its content, else of one element.
fn with_data_holder(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Vec<TestCase> {
    let statement = &test.statements[at];
    let StatementKind::TestDouble { answers, .. } = &statement.kind else {
        return Vec::new();
    };
    let holder = cluster.ty(statement.ty).class_name().and_then(data_holder);
    let Some(maker) = holder.and_then(|class| holder_of_list(class, statement.ty, cluster)) else {
        return Vec::new();
    };
    let list = cluster.callable(maker).parameters[0];
    let content = answers.iter().find(|it| &*it.method == "getContent");
    let content = content.filter(|it| {
        let given = test.statement(it.value);
        given.kind != StatementKind::Null && cluster.would_be_assignable(given.ty, list)
    });
    let held = |content: Option<Var>, cluster: &mut TestCluster| {
        let mut made = TestCase {
            statements: test.statements[..at].to_vec(),
        };
        let list = match content {
            Some(content) => content,
            None => telling(&mut made, list, &Role::default(), DEEPEST, cluster)?,
        };
        let added = made.statements.split_off(at);
        let count = added.len();
        let mut changed = test.clone();
        changed.insert(at, added);
        changed.statements[at + count].ty = cluster.callable(maker).returns;
        changed.statements[at + count].kind = StatementKind::Call {
            callable: maker,
            receiver: None,
            arguments: Vars::from_slice(&[list]),
        };
        changed.remove_unused();
        changed.is_well_formed(cluster).then_some(changed)
    };
    let mut found = Vec::new();
    if let Some(content) = content {
        found.extend(held(Some(content.value), cluster));
    }
    found.extend(held(None, cluster));
    found
}

/// The constructor of the class that takes a list and makes an object of this type.
fn holder_of_list(class: &str, ty: TypeId, cluster: &mut TestCluster) -> Option<CallableId> {
    let makers = cluster.generators(ty).to_vec();
    makers.into_iter().find(|maker| {
        let maker = cluster.callable(*maker);
        let is_of_list = matches!(maker.parameters[..], [only]
            if cluster.ty(only).class_name() == Some("java.util.List"));
        maker.kind == CallableKind::Constructor && maker.owner == class && is_of_list
    })
}

/// The test with the object that stands for the mock that this statement makes, where the last call alone is given it.
fn with_stand_in(test: &TestCase, at: usize, cluster: &mut TestCluster) -> Option<TestCase> {
    let statement = &test.statements[at];
    let class = stand_in(cluster.ty(statement.ty).class_name()?)?;
    let is_apt = match &statement.kind {
        StatementKind::TestDouble { style, .. } => *style == DoubleStyle::Mock,
        // `new DataBinder(new int[0]).getBindingResult()` is about nothing of the test.
        StatementKind::Call { callable, .. } => cluster.callable(*callable).owner != class,
        _ => false,
    };
    if !is_apt {
        return None;
    }
    let last = test.len() - 1;
    let StatementKind::Call {
        callable,
        arguments,
        ..
    } = &test.statements[last].kind
    else {
        return None;
    };
    let mock = Var(at as u16);
    let position = arguments.iter().position(|it| *it == mock)?;
    if test.users(mock)[..] != [Var(last as u16)] {
        return None;
    }
    // It is about what stands before it.
    let before = position.checked_sub(1)?;
    let about = arguments[before];
    let name = cluster.callable(*callable).parameter_names.get(before);
    let name = name.map_or_else(|| "target".to_owned(), String::clone);
    let maker = maker_of(class, cluster)?;
    let [_, string] = cluster.callable(maker).parameters[..] else {
        return None;
    };
    let name = Statement {
        ty: string,
        kind: StatementKind::Literal(Literal::Text(name.as_str().into())),
    };
    let object = Statement {
        ty: cluster.callable(maker).returns,
        kind: StatementKind::Call {
            callable: maker,
            receiver: None,
            arguments: Vars::from_slice(&[about, Var(last as u16)]),
        },
    };
    let mut changed = test.clone();
    changed.insert(last, vec![name, object]);
    if let StatementKind::Call { arguments, .. } = &mut changed.statements[last + 2].kind {
        arguments[position] = Var(last as u16 + 1);
    }
    changed.remove(mock);
    changed.remove_unused();
    changed.is_well_formed(cluster).then_some(changed)
}

/// The constructor of the class that is given an object and what it is called.
fn maker_of(class: &str, cluster: &mut TestCluster) -> Option<CallableId> {
    let ty = cluster.intern(JavaType::class(class));
    let makers = cluster.generators(ty).to_vec();
    makers.into_iter().find(|maker| {
        let maker = cluster.callable(*maker);
        let class_of = |ty: &TypeId| cluster.ty(*ty).class_name();
        let names: Vec<Option<&str>> = maker.parameters.iter().map(class_of).collect();
        maker.kind == CallableKind::Constructor
            && names == [Some("java.lang.Object"), Some("java.lang.String")]
    })
}

#[cfg(test)]
mod tests {
    use goalline_testcase::{Answer, ClassDescription, ClassKind, Modifiers};

    use super::*;
    use crate::minimise::small_classes::{call, class, cluster_of, function, method, named};

    const PACKAGE: &str = "org.springframework.validation";

    fn result() -> ClassDescription {
        let mut result = class(&format!("{PACKAGE}.BindingResult"), Vec::new());
        result.kind = ClassKind::Interface;
        result.modifiers = Modifiers(0x601);
        result.constructors = Vec::new();
        result
    }

    fn real() -> ClassDescription {
        let mut real = class(&format!("{PACKAGE}.BeanPropertyBindingResult"), Vec::new());
        real.interfaces = vec![JavaType::class(&format!("{PACKAGE}.BindingResult"))];
        real.constructors = vec![method("<init>", "(Ljava/lang/Object;Ljava/lang/String;)V")];
        real
    }

    #[test]
    fn a_mocked_page_gives_way_to_a_real_one_with_what_the_mock_gave_as_its_content() {
        const DATA: &str = "org.springframework.data.domain";
        let java = "package p; class Desk { static void show(Page page) {} }";
        let show = function("show", "(Lorg/springframework/data/domain/Page;)V");
        let mut page = class(&format!("{DATA}.Page"), Vec::new());
        page.kind = ClassKind::Interface;
        page.modifiers = Modifiers(0x601);
        page.constructors = Vec::new();
        let mut real = class(&format!("{DATA}.PageImpl"), Vec::new());
        real.interfaces = vec![JavaType::class(&format!("{DATA}.Page"))];
        real.constructors = vec![method("<init>", "(Ljava/util/List;)V")];
        let mut list = class("java.util.List", Vec::new());
        list.kind = ClassKind::Interface;
        let classes = vec![class("p.Desk", vec![show]), page, real, list];
        let cluster = &mut cluster_of(java, classes);
        let lists = cluster.intern(JavaType::class("java.util.List"));
        let pages = cluster.intern(JavaType::class(&format!("{DATA}.Page")));
        let double = |ty, answers| Statement {
            ty,
            kind: StatementKind::test_double(DoubleStyle::Mock, answers),
        };
        let content = Answer {
            method: "getContent".into(),
            descriptor: "()Ljava/util/List;".into(),
            value: Var(0),
            throws: false,
        };
        let statements = vec![
            double(lists, Vec::new()),
            double(pages, vec![content]),
            call(cluster, named("show", cluster), None, &[Var(1)]),
        ];
        let test = TestCase { statements };
        let found = with_data_holder(&test, 1, cluster);
        let StatementKind::Call {
            callable,
            arguments,
            ..
        } = &found[0].statements[1].kind
        else {
            panic!("{found:?}");
        };
        assert_eq!(
            cluster.callable(*callable).owner,
            format!("{DATA}.PageImpl")
        );
        assert_eq!(arguments[..], [Var(0)]);
        // What is no mock stays.
        assert_eq!(with_data_holder(&found[0], 1, cluster), []);
    }

    #[test]
    fn a_mocked_result_of_a_validation_gives_way_to_a_real_one_about_what_stands_before_it() {
        let java = "package p; class Desk { static void save(Pen pen, BindingResult result) {} }";
        let mut save = function(
            "save",
            "(Lp/Pen;Lorg/springframework/validation/BindingResult;)V",
        );
        save.parameter_names = vec!["pen".to_owned(), "result".to_owned()];
        let classes = vec![
            class("p.Desk", vec![save]),
            class("p.Pen", Vec::new()),
            result(),
            real(),
            class("java.lang.Object", Vec::new()),
        ];
        let cluster = &mut cluster_of(java, classes);
        let pens = cluster.intern(JavaType::class("p.Pen"));
        let new_pen = cluster.generators(pens)[0];
        let mock = Statement {
            ty: cluster.intern(JavaType::class(&format!("{PACKAGE}.BindingResult"))),
            kind: StatementKind::test_double(DoubleStyle::Mock, Vec::new()),
        };
        let statements = vec![
            mock,
            call(cluster, new_pen, None, &[]),
            call(cluster, named("save", cluster), None, &[Var(1), Var(0)]),
        ];
        let test = TestCase { statements };
        let found = with_stand_in(&test, 0, cluster).expect("there is a real one");
        let owners = found.statements.iter().filter_map(|it| match &it.kind {
            StatementKind::Call { callable, .. } => Some(cluster.callable(*callable).owner.clone()),
            _ => None,
        });
        let owners: Vec<String> = owners.collect();
        assert_eq!(
            owners,
            [
                "p.Pen",
                &format!("{PACKAGE}.BeanPropertyBindingResult"),
                "p.Desk"
            ]
        );
        let name = StatementKind::Literal(Literal::Text("pen".into()));
        assert_eq!(found.statements[1].kind, name);
        // What is no mock stays.
        assert_eq!(with_stand_in(&found, 2, cluster), None);
    }
}
