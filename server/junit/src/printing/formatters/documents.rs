//! Documents as google-java-format has them (its `Doc` and `DocBuilder`): levels of tokens and breaks. A level that
//! has no room on its line is broken at its breaks, the outermost first.

/// How many columns a level, or what follows a break, is moved in.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Indent {
    /// So many.
    Fixed(isize),
    /// The first if the break with this number was broken, else the second.
    IfBroken(usize, isize, isize),
}

/// When a break is broken once its level is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fill {
    /// Always.
    Unified,
    /// Where what follows has no room.
    Independent,
}

#[derive(Clone, Debug)]
enum Item {
    Text(String),
    Break {
        flat: &'static str,
        fill: Fill,
        indent: isize,
        tag: Option<usize>,
    },
    Level(usize),
}

#[derive(Clone, Debug)]
struct Level {
    indent: Indent,
    items: Vec<Item>,
}

/// Builds a document: what is no break goes to the level that had the last one.
pub(crate) struct DocumentBuilder {
    levels: Vec<Level>,
    open: Vec<usize>,
    appended: usize,
    tags: usize,
}

#[derive(Clone, Copy)]
struct Place {
    indent: isize,
    column: usize,
    must_break: bool,
}

impl DocumentBuilder {
    pub(crate) fn new() -> Self {
        Self {
            levels: vec![Level {
                indent: Indent::Fixed(0),
                items: Vec::new(),
            }],
            open: vec![0],
            appended: 0,
            tags: 0,
        }
    }

    /// A number for a break that indents ask for.
    pub(crate) fn tag(&mut self) -> usize {
        self.tags += 1;
        self.tags - 1
    }

    pub(crate) fn open(&mut self, indent: Indent) {
        self.levels.push(Level {
            indent,
            items: Vec::new(),
        });
        self.open.push(self.levels.len() - 1);
    }

    pub(crate) fn close(&mut self) {
        let top = self.open.pop().expect("a level is open");
        let around = *self.open.last().expect("the outermost level stays open");
        self.levels[around].items.push(Item::Level(top));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.levels[self.appended]
            .items
            .push(Item::Text(text.to_owned()));
    }

    /// A break that is `flat` where it is not broken.
    pub(crate) fn may_break(&mut self, flat: &'static str, fill: Fill, tag: Option<usize>) {
        self.break_at(flat, fill, 0, tag);
    }

    /// A break behind which the line stands by so many columns further in, or out.
    pub(crate) fn break_at(
        &mut self,
        flat: &'static str,
        fill: Fill,
        indent: isize,
        tag: Option<usize>,
    ) {
        self.appended = *self.open.last().expect("the outermost level stays open");
        self.levels[self.appended].items.push(Item::Break {
            flat,
            fill,
            indent,
            tag,
        });
    }

    /// The lines, none wider than `width` where breaks can do it.
    pub(crate) fn lines(self, width: usize) -> Vec<String> {
        let mut writer = Writer {
            broken: vec![false; self.tags],
            levels: &self.levels,
            width,
            lines: vec![String::new()],
        };
        let start = Place {
            indent: 0,
            column: 0,
            must_break: false,
        };
        writer.level(0, start);
        writer.lines
    }
}

struct Writer<'d> {
    levels: &'d [Level],
    width: usize,
    broken: Vec<bool>,
    lines: Vec<String>,
}

impl Writer<'_> {
    fn width_of(&self, items: &[Item]) -> usize {
        let widths = items.iter().map(|item| match item {
            Item::Text(text) => text.chars().count(),
            Item::Break { flat, .. } => flat.len(),
            Item::Level(level) => self.width_of(&self.levels[*level].items),
        });
        widths.sum()
    }

    fn put(&mut self, text: &str) {
        let line = self.lines.last_mut().expect("there is a line");
        line.push_str(text);
    }

    fn flat(&mut self, items: &[Item]) {
        for item in items {
            match item {
                Item::Text(text) => self.put(text),
                Item::Break { flat, tag, .. } => {
                    if let Some(tag) = tag {
                        self.broken[*tag] = false;
                    }
                    self.put(flat);
                }
                Item::Level(level) => {
                    let levels = self.levels;
                    self.flat(&levels[*level].items);
                }
            }
        }
    }

    fn level(&mut self, level: usize, place: Place) -> Place {
        let levels = self.levels;
        let Level { indent, items } = &levels[level];
        let whole = place.column + self.width_of(items);
        if whole <= self.width {
            self.flat(items);
            return Place {
                column: whole,
                ..place
            };
        }
        let more = match *indent {
            Indent::IfBroken(tag, more, _) if self.broken[tag] => more,
            Indent::Fixed(more) | Indent::IfBroken(_, _, more) => more,
        };
        let mut inner = Place {
            indent: place.indent + more,
            column: place.column,
            must_break: false,
        };
        let mut splits = items.split_inclusive_at_breaks();
        let first = splits.remove(0);
        inner = self.split(None, first, inner);
        for split in splits {
            inner = self.split(Some(&split[0]), &split[1..], inner);
        }
        Place {
            column: inner.column,
            ..place
        }
    }

    /// What stands between two breaks, behind the first of them.
    fn split(&mut self, before: Option<&Item>, items: &[Item], mut place: Place) -> Place {
        let width = self.width_of(items);
        if let Some(Item::Break {
            flat,
            fill,
            indent,
            tag,
        }) = before
        {
            let is_broken = *fill == Fill::Unified
                || place.must_break
                || place.column + flat.len() + width > self.width;
            if let Some(tag) = tag {
                self.broken[*tag] = is_broken;
            }
            if is_broken {
                place.column = usize::try_from(place.indent + indent).unwrap_or(0);
                self.lines.push(" ".repeat(place.column));
            } else {
                place.column += flat.len();
                self.put(flat);
            }
        }
        let has_room = place.column + width <= self.width;
        place.must_break = false;
        for item in items {
            match item {
                Item::Text(text) => {
                    self.put(text);
                    place.column += text.chars().count();
                }
                Item::Level(level) => place = self.level(*level, place),
                Item::Break { .. } => {}
            }
        }
        place.must_break = !has_room;
        place
    }
}

trait SplitAtBreaks {
    /// What stands before the first break, then each break with what follows it.
    fn split_inclusive_at_breaks(&self) -> Vec<&[Item]>;
}

impl SplitAtBreaks for [Item] {
    fn split_inclusive_at_breaks(&self) -> Vec<&[Item]> {
        let mut parts = Vec::new();
        let mut from = 0;
        for (at, item) in self.iter().enumerate() {
            if matches!(item, Item::Break { .. }) {
                parts.push(&self[from..at]);
                from = at;
            }
        }
        parts.push(&self[from..]);
        parts
    }
}
