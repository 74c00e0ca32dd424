//! What a method gives whatever happens: takes its declaration, says whether all its `return` statements spell one
//! value. That comes out of a change that was lost as well.

use goalline_syntax::{JavaFile, MemberDeclaration, Node};

/// What a method gives, as far as its source spells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum SpeltResult {
    /// Nothing, or what is computed, or now this and now that.
    #[default]
    Various,
    /// Always the same, and there is nothing else that it does: `int getSize() { return 3; }`.
    Constant,
    /// Always a constant by its name, and there is nothing else that it does: `return Format.UPC_E;`.
    NamedConstant,
    /// Always the same, after it did something else.
    Same,
}

impl SpeltResult {
    pub(super) fn of(file: &JavaFile, member: &MemberDeclaration) -> Self {
        let Some(body) = member.code.map(|code| file.node(code)) else {
            return Self::Various;
        };
        let mut values: Vec<&str> = Vec::new();
        let mut is_spelt = true;
        let mut is_named = true;
        body.visit(|node| {
            if node.kind() == "return_statement" {
                let value = node.named_children().next();
                is_spelt &= value.is_some_and(is_literal);
                is_named &= value.is_some_and(is_constant_name);
                values.extend(value.map(Node::text));
            }
            // What a lambda or a class inside gives is not given here.
            !matches!(node.kind(), "lambda_expression" | "class_body")
        });
        values.sort_unstable();
        values.dedup();
        let statements = body.named_children().count();
        match (is_spelt, values.len(), statements) {
            (true, 1, 1) => Self::Constant,
            (_, 1, 1) if is_named => Self::NamedConstant,
            (true, 1, _) => Self::Same,
            _ => Self::Various,
        }
    }
}

/// The field that a method gives and does nothing else: `name` of `return this.name;`.
pub(super) fn field_given<'f>(file: &'f JavaFile, member: &MemberDeclaration) -> Option<&'f str> {
    let body = file.node(member.code?);
    let mut statements = body.named_children();
    let only = statements.next().filter(|_| statements.next().is_none())?;
    let value = (only.kind() == "return_statement").then(|| only.named_children().next())??;
    match value.kind() {
        "identifier" => Some(value.text()),
        "field_access" if value.field("object")?.kind() == "this" => {
            value.field("field").map(Node::text)
        }
        _ => None,
    }
}

/// Whether it is a name in capital letters, of a class or not.
fn is_constant_name(value: Node<'_>) -> bool {
    let is_name = matches!(value.kind(), "identifier" | "field_access");
    let last = value.text().rsplit('.').next().unwrap_or_default();
    let is_large = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
    is_name && last.len() > 1 && last.chars().all(is_large)
}

fn is_literal(value: Node<'_>) -> bool {
    matches!(value.kind(), "true" | "false") || value.kind().ends_with("_literal")
}

#[cfg(test)]
mod tests {
    use goalline_syntax::declarations;

    use super::*;

    fn of(body: &str) -> SpeltResult {
        let file = JavaFile::parse(format!("class A {{ Object m(int a) {{ {body} }} }}"));
        let declared = declarations(&file);
        SpeltResult::of(&file, &declared.types[0].members[0])
    }

    #[test]
    fn what_only_gives_a_field_is_known_by_it() {
        let of = |body: &str| {
            let file = JavaFile::parse(format!("class A {{ Object m() {{ {body} }} }}"));
            let declared = declarations(&file);
            field_given(&file, &declared.types[0].members[0]).map(str::to_owned)
        };
        assert_eq!(of("return name;").as_deref(), Some("name"));
        assert_eq!(of("return this.name;").as_deref(), Some("name"));
        assert_eq!(of("return other.name;"), None);
        assert_eq!(of("go(); return name;"), None);
    }

    #[test]
    fn a_value_that_every_return_spells_is_always_the_same() {
        assert_eq!(of("return 3;"), SpeltResult::Constant);
        assert_eq!(of("all.add(a); return true;"), SpeltResult::Same);
        assert_eq!(
            of("if (a > 0) return null; go(); return null;"),
            SpeltResult::Same
        );
        assert_eq!(
            of("if (a > 0) return true; return false;"),
            SpeltResult::Various
        );
        assert_eq!(of("return Format.UPC_E;"), SpeltResult::NamedConstant);
        assert_eq!(of("go(); return Format.UPC_E;"), SpeltResult::Various);
        assert_eq!(of("return format;"), SpeltResult::Various);
        assert_eq!(of("go(); return a;"), SpeltResult::Various);
        assert_eq!(of("run(() -> { return 1; });"), SpeltResult::Various);
    }
}
