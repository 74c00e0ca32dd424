//! Source excerpts with carets: takes a text and labelled spans, gives what a compiler would print; knows nothing of
//! goals.

use goalline_engine::syntax::Span;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};

/// A place in a text and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExcerptMark {
    /// The place; of several lines only the first is underlined.
    pub span: Span,
    /// What to say.
    pub label: String,
}

/// Characters of a line beyond which it is not shown: nobody reads it, and each mark would cost a walk through it.
const LONGEST: usize = 500;

/// The lines with marks, each mark underlined and labelled. `name` is the file as people call it. Marks in lines that
/// are too long to be shown stand in a line of their own.
pub fn render(name: &str, text: &str, marks: &[ExcerptMark]) -> String {
    let starts: Vec<usize> = line_starts(text);
    let (long, shown): (Vec<_>, Vec<_>) = marks.iter().partition(|mark| {
        let line = line_of(&starts, mark.span.start);
        let end = starts.get(line + 1).copied().unwrap_or(text.len());
        end - starts[line] > LONGEST
    });
    let mut parts = Vec::new();
    if !shown.is_empty() {
        parts.push(with_source(name, text, &shown));
    }
    parts.extend(long.into_iter().map(|mark| {
        let line = line_of(&starts, mark.span.start);
        let column = text[starts[line]..mark.span.start].chars().count();
        format!("{name}:{}:{}: {}", line + 1, column + 1, mark.label)
    }));
    parts.join("\n")
}

/// Where each line begins.
fn line_starts(text: &str) -> Vec<usize> {
    let ends = text.match_indices('\n').map(|(at, _)| at + 1);
    std::iter::once(0).chain(ends).collect()
}

fn line_of(starts: &[usize], place: usize) -> usize {
    starts.partition_point(|start| *start <= place) - 1
}

fn with_source(name: &str, text: &str, marks: &[&ExcerptMark]) -> String {
    let annotations = marks.iter().map(|mark| {
        let end = first_line_end(text, mark.span);
        AnnotationKind::Primary
            .span(mark.span.start..end)
            .label(&mark.label)
    });
    let snippet = Snippet::source(text)
        .path(name)
        .fold(true)
        .annotations(annotations);
    Renderer::styled().render(&[Group::with_level(Level::NOTE).element(snippet)])
}

fn first_line_end(text: &str, span: Span) -> usize {
    let line_end = span
        .of(text)
        .find(['\n', '\r'])
        .map_or(span.end, |length| span.start + length);
    line_end.max(span.start)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use super::*;

    #[test]
    fn a_line_that_nobody_reads_is_not_shown_and_costs_little() {
        let text = format!("class A {{\n  int ä; {}\n}}", "boolean b; ".repeat(20_000));
        let all = text.match_indices("boolean").map(|(at, _)| ExcerptMark {
            span: Span::new(at, at + 7),
            label: "never run".into(),
        });
        let marks: Vec<_> = all.collect();
        let shown = render("A.java", &text, &marks);
        assert!(shown.len() < 40 * marks.len(), "{} bytes", shown.len());
        assert!(shown.starts_with("A.java:2:10: never run\nA.java:2:21: never run\n"));
    }

    #[test]
    fn marks_of_one_line_share_an_excerpt() {
        let text = "class A {\n  int m(boolean a) {\n    return a && b() ? 1\n      : 2;\n  }\n}\n";
        let mark = |part: &str, label: &str| {
            let start = text.find(part).expect("it is there");
            ExcerptMark {
                span: Span::new(start, start + part.len()),
                label: label.into(),
            }
        };
        let marks = [
            mark("a && b() ? 1\n      : 2", "never run"),
            mark("b()", "never false"),
        ];
        let plain = anstream::adapter::strip_str(&render("A.java", text, &marks)).to_string();
        expect![[r#"
             --> A.java:3:12
              |
            3 |     return a && b() ? 1
              |            ^^^^^^^^^^^^
              |            |    |
              |            |    never false
              |            never run"#]]
        .assert_eq(&plain);
    }
}
