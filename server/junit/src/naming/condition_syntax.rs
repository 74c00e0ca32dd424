//! Expressions of the source as far as names can tell them: takes Java text, gives a small tree, or none where
//! something stands in it that no name would say.

use goalline_testcase::JavaString;

/// An expression.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Expression {
    /// `null`
    Null,
    /// `true`, `false`
    Truth(bool),
    /// `12`
    Number(i64),
    /// `0.5`, as it is written
    Decimal(String),
    /// `"abc"`
    Text(JavaString),
    /// `'c'`
    Char(u16),
    /// `name`, `this`
    Name(String),
    /// `of.name`
    Member { of: Box<Expression>, name: String },
    /// `on.name(arguments)`
    Call {
        on: Option<Box<Expression>>,
        name: String,
        arguments: Vec<Expression>,
    },
    /// `of[at]`
    Index {
        of: Box<Expression>,
        at: Box<Expression>,
    },
    /// `left operator right`
    Binary {
        operator: String,
        left: Box<Expression>,
        right: Box<Expression>,
    },
    /// `value instanceof class`, by its simple name
    InstanceOf {
        value: Box<Expression>,
        class: String,
    },
    /// `!inner`
    Not(Box<Expression>),
}

impl Expression {
    /// Whether a variable of such a name stands in it.
    pub(crate) fn has_name(&self, is_it: &dyn Fn(&str) -> bool) -> bool {
        match self {
            Self::Name(name) => is_it(name),
            Self::Member { of: inner, .. }
            | Self::InstanceOf { value: inner, .. }
            | Self::Not(inner) => inner.has_name(is_it),
            Self::Call { on, arguments, .. } => {
                on.as_deref().is_some_and(|on| on.has_name(is_it))
                    || arguments.iter().any(|one| one.has_name(is_it))
            }
            Self::Index { of: one, at: other }
            | Self::Binary {
                left: one,
                right: other,
                ..
            } => one.has_name(is_it) || other.has_name(is_it),
            Self::Null
            | Self::Truth(_)
            | Self::Number(_)
            | Self::Decimal(_)
            | Self::Text(_)
            | Self::Char(_) => false,
        }
    }
}

/// Nested so deep no name says anything.
const DEEPEST: usize = 12;

/// The tree of a whole text; none where a part of it is not understood.
pub(crate) fn parse(text: &str) -> Option<Expression> {
    let mut parser = Parser {
        tokens: without_casts(&tokens(text)?),
        at: 0,
        depth: 0,
    };
    let found = parser.comparison()?;
    (parser.at == parser.tokens.len()).then_some(found)
}

/// The values in a list such as that of a call's arguments.
#[cfg(test)]
fn tree(text: &str) -> String {
    format!("{:?}", parse(text))
}

#[derive(Clone, Debug, PartialEq)]
enum ExpressionToken {
    Word(String),
    Number(String),
    Text(JavaString),
    Char(u16),
    Symbol(&'static str),
}

/// Symbols, longer ones first.
const SYMBOLS: [&str; 20] = [
    "==", "!=", "<=", ">=", "<", ">", "(", ")", "[", "]", ",", ".", "!", "+", "-", "*", "/", "%",
    "&", "?",
];

/// The same without casts of literals, and without those that change no number: one is the same in a condition whatever
/// its width. `(int) ratio` is another one than `ratio`.
fn without_casts(tokens: &[ExpressionToken]) -> Vec<ExpressionToken> {
    const KINDS: [&str; 6] = ["byte", "short", "int", "long", "float", "double"];
    let mut left: Vec<ExpressionToken> = Vec::new();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let closes = tokens.get(at + 1) == Some(&ExpressionToken::Symbol(")"));
        let is_literal = matches!(tokens.get(at + 2), Some(ExpressionToken::Number(_)));
        let is_kind = matches!(token, ExpressionToken::Word(word)
            if KINDS.contains(&&**word) && (is_literal || ["long", "double"].contains(&&**word)));
        if is_kind && closes && left.last() == Some(&ExpressionToken::Symbol("(")) {
            left.pop();
            at += 2;
        } else {
            left.push(token.clone());
            at += 1;
        }
    }
    left
}

fn tokens(text: &str) -> Option<Vec<ExpressionToken>> {
    let mut found = Vec::new();
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let length;
        if first.is_alphabetic() || first == '_' || first == '$' {
            length = rest
                .find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$')
                .unwrap_or(rest.len());
            found.push(ExpressionToken::Word(rest[..length].to_owned()));
        } else if first.is_ascii_digit() {
            let is_part = |c: char| c.is_ascii_alphanumeric() || c == '.' || c == '_';
            length = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            found.push(ExpressionToken::Number(rest[..length].replace('_', "")));
        } else if first == '"' || first == '\'' {
            length = quoted(rest, first)?;
            let units = unescaped(&rest[1..length - 1])?;
            if first == '"' {
                found.push(ExpressionToken::Text(JavaString(units.into())));
            } else {
                let [unit] = units[..] else { return None };
                found.push(ExpressionToken::Char(unit));
            }
        } else {
            let symbol = SYMBOLS.iter().find(|one| rest.starts_with(**one))?;
            // `&&`, `<<` and `++` are other operators.
            let is_doubled = rest[symbol.len()..].starts_with(symbol)
                && matches!(*symbol, "&" | "<" | ">" | "+" | "-");
            if is_doubled {
                return None;
            }
            length = symbol.len();
            found.push(ExpressionToken::Symbol(symbol));
        }
        rest = rest[length..].trim_start();
    }
    Some(found)
}

/// Where a literal in these quotes ends.
fn quoted(text: &str, quote: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if is_escaped {
            is_escaped = false;
        } else if c == '\\' {
            is_escaped = true;
        } else if c == quote {
            return Some(at + 1);
        }
    }
    None
}

/// What is written with escapes.
pub(crate) fn unescaped(text: &str) -> Option<Vec<u16>> {
    let mut units = Vec::new();
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            units.extend(c.encode_utf16(&mut [0; 2]).iter());
            continue;
        }
        units.push(match rest.next()? {
            'n' => 10,
            't' => 9,
            'r' => 13,
            'b' => 8,
            'f' => 12,
            '0' => 0,
            's' => 32,
            'u' => {
                let digits: String = rest.by_ref().skip_while(|c| *c == 'u').take(4).collect();
                u16::from_str_radix(&digits, 16).ok()?
            }
            c @ ('\\' | '\'' | '"') => c as u16,
            _ => return None,
        });
    }
    Some(units)
}

struct Parser {
    tokens: Vec<ExpressionToken>,
    at: usize,
    depth: usize,
}

impl Parser {
    fn takes(&mut self, symbol: &str) -> bool {
        let is_it = matches!(self.tokens.get(self.at), Some(ExpressionToken::Symbol(one)) if *one == symbol);
        self.at += usize::from(is_it);
        is_it
    }

    fn one_of(&mut self, symbols: &[&'static str]) -> Option<&'static str> {
        symbols.iter().copied().find(|symbol| self.takes(symbol))
    }

    fn comparison(&mut self) -> Option<Expression> {
        let left = self.sum()?;
        if self.tokens.get(self.at) == Some(&ExpressionToken::Word("instanceof".to_owned())) {
            self.at += 1;
            return self.instance_of(left);
        }
        let Some(operator) = self.one_of(&["==", "!=", "<=", ">=", "<", ">"]) else {
            return Some(left);
        };
        Some(Expression::Binary {
            operator: operator.to_owned(),
            left: Box::new(left),
            right: Box::new(self.sum()?),
        })
    }

    /// The type of an `instanceof` with its arguments, and the variable of a pattern.
    fn instance_of(&mut self, value: Expression) -> Option<Expression> {
        let mut class = None;
        loop {
            let Some(ExpressionToken::Word(word)) = self.tokens.get(self.at) else {
                return None;
            };
            if word != "final" {
                class = Some(word.clone());
            }
            self.at += 1;
            if !self.takes(".") && class.is_some() {
                break;
            }
        }
        if self.takes("<") {
            while !self.takes(">") {
                self.tokens.get(self.at)?;
                self.at += 1;
            }
        }
        if self.takes("[") {
            return None;
        }
        if matches!(self.tokens.get(self.at), Some(ExpressionToken::Word(_))) {
            self.at += 1;
        }
        Some(Expression::InstanceOf {
            value: Box::new(value),
            class: class?,
        })
    }

    fn sum(&mut self) -> Option<Expression> {
        let mut left = self.unary()?;
        while let Some(operator) = self.one_of(&["+", "-", "*", "/", "%", "&"]) {
            left = Expression::Binary {
                operator: operator.to_owned(),
                left: Box::new(left),
                right: Box::new(self.unary()?),
            };
        }
        Some(left)
    }

    fn unary(&mut self) -> Option<Expression> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return None;
        }
        let found = if self.takes("!") {
            Expression::Not(Box::new(self.unary()?))
        } else if self.takes("-") {
            match self.unary()? {
                Expression::Number(number) => Expression::Number(number.checked_neg()?),
                Expression::Decimal(text) => Expression::Decimal(format!("-{text}")),
                _ => return None,
            }
        } else {
            let primary = self.primary()?;
            self.postfix(primary)?
        };
        self.depth -= 1;
        Some(found)
    }

    fn primary(&mut self) -> Option<Expression> {
        if self.takes("(") {
            let inner = self.comparison()?;
            return self.takes(")").then_some(inner);
        }
        let token = self.tokens.get(self.at)?.clone();
        self.at += 1;
        Some(match token {
            ExpressionToken::Word(word) => match word.as_str() {
                "null" => Expression::Null,
                "true" => Expression::Truth(true),
                "false" => Expression::Truth(false),
                "new" => self.made()?,
                "switch" => return None,
                _ if self.takes("(") => Expression::Call {
                    on: None,
                    name: word,
                    arguments: self.arguments()?,
                },
                _ => Expression::Name(word),
            },
            ExpressionToken::Number(text) => number(&text)?,
            ExpressionToken::Text(text) => Expression::Text(text),
            ExpressionToken::Char(unit) => Expression::Char(unit),
            ExpressionToken::Symbol(_) => return None,
        })
    }

    /// What `new` was read of: `BigDecimal(0)` and its like are numbers as others are, a file is told by its path.
    fn made(&mut self) -> Option<Expression> {
        const NUMBERS: [&str; 2] = ["BigDecimal", "BigInteger"];
        let Some(ExpressionToken::Word(class)) = self.tokens.get(self.at).cloned() else {
            return None;
        };
        self.at += 1;
        if !self.takes("(") {
            return None;
        }
        let [of] = <[Expression; 1]>::try_from(self.arguments()?).ok()?;
        match of {
            path if class == "File" => Some(path),
            _ if !NUMBERS.contains(&class.as_str()) => None,
            Expression::Number(value) => Some(Expression::Number(value)),
            Expression::Text(text) => number(&text.to_text()),
            _ => None,
        }
    }

    fn postfix(&mut self, mut found: Expression) -> Option<Expression> {
        loop {
            if self.takes(".") {
                let ExpressionToken::Word(name) = self.tokens.get(self.at)?.clone() else {
                    return None;
                };
                self.at += 1;
                found = if self.takes("(") {
                    Expression::Call {
                        on: Some(Box::new(found)),
                        name,
                        arguments: self.arguments()?,
                    }
                } else {
                    Expression::Member {
                        of: Box::new(found),
                        name,
                    }
                };
            } else if self.takes("[") {
                let at = self.comparison()?;
                if !self.takes("]") {
                    return None;
                }
                found = Expression::Index {
                    of: Box::new(found),
                    at: Box::new(at),
                };
            } else {
                return Some(found);
            }
        }
    }

    /// The arguments of a call, behind its opening parenthesis.
    fn arguments(&mut self) -> Option<Vec<Expression>> {
        let mut found = Vec::new();
        if self.takes(")") {
            return Some(found);
        }
        loop {
            found.push(self.comparison()?);
            if self.takes(")") {
                return Some(found);
            }
            if !self.takes(",") {
                return None;
            }
        }
    }
}

fn number(text: &str) -> Option<Expression> {
    let lower = text.to_lowercase();
    if let Some(digits) = lower.strip_prefix("0x") {
        let value = i64::from_str_radix(digits.trim_end_matches('l'), 16).ok()?;
        return Some(Expression::Number(value));
    }
    let plain = lower.trim_end_matches(['l', 'f', 'd']);
    if let Ok(value) = plain.parse::<i64>() {
        return Some(Expression::Number(value));
    }
    let value = plain.parse::<f64>().ok()?;
    if value.fract() == 0.0 && value.abs() < 1e9 {
        return Some(Expression::Number(value as i64));
    }
    Some(Expression::Decimal(plain.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_members_and_indices_hang_together() {
        assert_eq!(
            tree("a.b(c, 1)[0].d"),
            "Some(Member { of: Index { of: Call { on: Some(Name(\"a\")), name: \"b\", arguments: [Name(\"c\"), Number(1)] }, \
             at: Number(0) }, name: \"d\" })"
        );
    }

    #[test]
    fn a_file_is_told_by_its_path_and_what_else_is_made_not_at_all() {
        assert_eq!(tree("new File(path).exists()"), tree("path.exists()"));
        assert_eq!(parse("new BigDecimal(0)"), Some(Expression::Number(0)));
        for text in [
            "new File(a, b).exists()",
            "new Cart(a).isEmpty()",
            "new File",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }

    #[test]
    fn numbers_and_quotes_are_values() {
        assert_eq!(parse("0x10L"), Some(Expression::Number(16)));
        assert_eq!(parse("-1.5"), Some(Expression::Decimal("-1.5".to_owned())));
        assert_eq!(parse("2.0f"), Some(Expression::Number(2)));
        assert_eq!(tree("type == (byte)0"), tree("type == 0"));
        assert_eq!(tree("(long) count > 0"), tree("count > 0"));
        assert_ne!(tree("(int) ratio == 0"), tree("ratio == 0"));
        assert_eq!(parse(r"'\n'"), Some(Expression::Char(10)));
        assert_eq!(parse(r"'\u0041'"), Some(Expression::Char(65)));
    }

    #[test]
    fn what_no_name_would_say_has_no_tree() {
        for text in [
            "a && b",
            "i++ < 3",
            "a ? b : c",
            "x -> y",
            "a >> 1",
            "",
            "(",
            "a.",
            "f(a",
            "\"abc",
        ] {
            assert_eq!(parse(text), None, "{text}");
        }
    }
}
