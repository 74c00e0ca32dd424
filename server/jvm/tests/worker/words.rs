//! Texts that members of the JDK are said to understand, passed to these members on every JDK that is found.

use goalline_jvm::CompileSetup;
use goalline_testcase::{CallableId, Outcome, TestCase, jdk_allow_list};

use crate::support::{CompiledSubject, TestScript, class, jdks, options, text};

const ANY: &str = "package shop; public class Any { public static int go(int a) { return a; } }";

/// One test per word: a static member or constructor is called with it alone.
fn tests(subject: &mut CompiledSubject) -> Vec<(String, TestCase)> {
    let cluster = &mut subject.cluster;
    let mut makers: Vec<CallableId> = Vec::new();
    for listed in jdk_allow_list() {
        let ty = cluster.intern(class(listed.name));
        makers.extend(cluster.generators(ty));
    }
    makers.sort_unstable();
    makers.dedup();
    let of_texts =
        ["java.lang.String", "java.lang.CharSequence"].map(|it| cluster.intern(class(it)));
    makers.retain(|id| {
        let callable = cluster.callable(*id);
        callable.receiver.is_none()
            && matches!(callable.parameters[..], [only] if of_texts.contains(&only))
    });
    let mut tests = Vec::new();
    for maker in makers {
        for word in cluster.words(maker) {
            let mut script = TestScript::default();
            let var = script.literal(cluster, text(word));
            script.call(cluster, maker, None, &[var]);
            let called = cluster.callable(maker);
            tests.push((
                format!("{}.{}({word})", called.owner, called.name),
                script.test,
            ));
        }
    }
    tests
}

#[test]
fn the_jdk_understands_what_it_is_said_to_understand() {
    for (feature, home) in jdks() {
        let mut subject =
            CompiledSubject::with(ANY, &options(feature, &home), 1, &CompileSetup::default());
        let tests = tests(&mut subject);
        assert!(
            tests
                .iter()
                .any(|(name, _)| name.contains("LocalDate.parse"))
        );
        assert!(tests.len() > 30, "{} tests on JDK {feature}", tests.len());
        for (name, test) in tests {
            let outcome = subject.run(&test).outcome;
            assert_eq!(outcome, Outcome::Passed, "{name} on JDK {feature}");
        }
    }
}
