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

/// The lines with marks, each mark underlined and labelled. `name` is the file as people call it.
pub fn render(name: &str, text: &str, marks: &[ExcerptMark]) -> String {
    if marks.is_empty() {
        return String::new();
    }
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
