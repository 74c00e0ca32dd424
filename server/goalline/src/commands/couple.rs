//! `goalline couple`: takes Java files, prints the pairs of branches that their calls couple, as excerpts or JSON;
//! runs no test.

use std::{
    collections::{BTreeMap, BTreeSet},
    io::Write,
    iter,
    path::{Path, PathBuf},
};

use goalline_engine::{
    CoupledFile, Coupling, Settings,
    build::{Jdk, JdkRequest, Machine, Project, top_of},
    couple,
    goals::{BranchPlace, CallerSide, CoupledPair, PairKeys, flow::CoupledSite},
    syntax::Span,
};
use serde::Serialize;

use crate::{
    args::{CoupleArgs, Format},
    commands::{DONE, NOTHING, WRONG_USE, class_pairs},
    output::{
        excerpt::{self, ExcerptMark},
        paint::{BOLD, DIM, counted, grouped},
        visible::{complain, visible_json},
    },
};

/// Prints the coupled branches of the files.
pub fn run(args: &CoupleArgs, out: &mut dyn Write) -> anyhow::Result<u8> {
    let mut files: Vec<PathBuf> = Vec::new();
    for file in &args.files {
        match std::fs::canonicalize(file) {
            Ok(real) if files.contains(&real) => {}
            Ok(real) => files.push(real),
            Err(error) => {
                complain(&format!("cannot read {}: {error}", file.display()));
                return Ok(WRONG_USE);
            }
        }
    }
    let settings = args.project.settings();
    let Some(first) = files.first() else {
        return Ok(WRONG_USE);
    };
    let project = match Project::discover(first, &settings) {
        Ok(project) => project,
        Err(error) => {
            complain(&error.to_string());
            return Ok(WRONG_USE);
        }
    };
    let selector = JdkRequest {
        setting: settings.java_home.as_deref(),
        project: project.wanted_jdk.as_ref(),
        release: project.java_release(),
    };
    let machine = Machine::current().outside_of(&[top_of(&project.root, None)]);
    let jdk = match Jdk::find(selector, &machine) {
        Ok(jdk) => jdk,
        Err(error) => {
            complain(&error.to_string());
            return Ok(NOTHING);
        }
    };
    let worker = Settings {
        worker_memory_mb: args.memory,
        sandbox: args.project.sandbox.into(),
        ..Settings::default()
    };
    let coupling = couple(&worker, &project, &jdk, &files, &BTreeMap::new())?;
    if args.by_class {
        class_pairs::print(&coupling, out)?;
        return Ok(DONE);
    }
    let shown = ListedSites::of(&coupling, args);
    match args.format {
        Format::Json => {
            write!(out, "{}", visible_json(&shown.json())?)?;
            writeln!(out)?;
        }
        Format::Text => shown.text(out)?,
    }
    Ok(DONE)
}

/// What is printed of a file: what its calls couple, and the pairs.
#[derive(Default)]
struct OfFile {
    labels: BTreeMap<Span, Vec<String>>,
    list: Vec<String>,
}

/// The sites that are asked for.
struct ListedSites<'a> {
    coupling: &'a Coupling,
    sites: Vec<(usize, &'a CoupledSite)>,
    keys: PairKeys<'a>,
    limit: usize,
}

#[derive(Serialize)]
struct Json {
    pairs: Vec<JsonPair>,
    totals: Totals,
}

/// What there is, listed or not. `pairs` are distinct ⟨caller branch, callee branch⟩, `triples` those with their call.
#[derive(Serialize)]
struct Totals {
    classes: usize,
    calls: usize,
    own_calls: usize,
    unknown_calls: usize,
    coupled_calls: usize,
    sites: usize,
    pairs: usize,
    triples: usize,
    entry_pairs: usize,
    not_listed: usize,
}

#[derive(Serialize)]
struct JsonPair {
    key: String,
    pair: String,
    kind: &'static str,
    /// Whether a method's entry stands for the caller's branch.
    entry: bool,
    approximate: bool,
    caller_class: String,
    callee_class: String,
    site: JsonPlace,
    caller: JsonBranch,
    callee: JsonBranch,
}

/// Lines and columns start at 1, columns count code points.
#[derive(Serialize)]
struct JsonPlace {
    file: String,
    line: usize,
    column: usize,
    text: String,
}

#[derive(Serialize)]
struct JsonBranch {
    file: String,
    line: usize,
    column: usize,
    outcome: Option<bool>,
    text: String,
}

impl JsonBranch {
    /// `Tax.java:2:40 sum > 7 true`, without the file where it is this one.
    fn shown(&self, here: &str) -> String {
        let name = Path::new(&self.file).file_name().unwrap_or_default();
        let file = if self.file == here {
            String::new()
        } else {
            format!("{}:", name.to_string_lossy())
        };
        let text = self.text.split_whitespace().collect::<Vec<_>>().join(" ");
        let outcome = match self.outcome {
            Some(outcome) => outcome.to_string(),
            None => String::from("entered"),
        };
        format!("{file}{}:{} {text} {outcome}", self.line, self.column)
    }
}

impl<'a> ListedSites<'a> {
    fn of(coupling: &'a Coupling, args: &CoupleArgs) -> Self {
        let wanted = |callee: &str| {
            args.callee.as_ref().is_none_or(|name| {
                let simple = callee.rsplit(['.', '$']).next().unwrap_or(callee);
                simple == name || callee == name
            })
        };
        let sites = coupling.sites.iter().enumerate();
        Self {
            coupling,
            sites: sites.filter(|(_, site)| wanted(&site.callee)).collect(),
            keys: coupling.keys(),
            limit: args.limit,
        }
    }

    fn totals(&self, not_listed: usize) -> Totals {
        let count = self.keys.count(self.sites.iter().map(|(_, site)| *site));
        let calls: BTreeSet<_> = self
            .sites
            .iter()
            .map(|(_, site)| (site.body, site.span))
            .collect();
        let all = self.coupling.count;
        Totals {
            classes: self.coupling.classes,
            calls: all.calls,
            own_calls: all.own,
            unknown_calls: all.unknown,
            coupled_calls: calls.len(),
            sites: count.sites,
            pairs: count.pairs,
            triples: count.triples,
            entry_pairs: count.entry_pairs,
            not_listed,
        }
    }

    fn json(&self) -> Json {
        let site_keys = self.coupling.site_keys();
        let mut pairs = Vec::new();
        let mut not_listed = 0;
        for (number, site) in &self.sites {
            let all = self.keys.pairs(site);
            not_listed += all.len().saturating_sub(self.limit);
            let shown = all.iter().take(self.limit);
            pairs.extend(shown.map(|pair| self.pair(site, &site_keys[*number], pair)));
        }
        Json {
            pairs,
            totals: self.totals(not_listed),
        }
    }

    fn pair(&self, site: &CoupledSite, site_key: &str, pair: &CoupledPair) -> JsonPair {
        let method = self.coupling.base.method(site.body);
        let (caller, entry) = match pair.caller {
            CallerSide::Branch(place) => (self.branch(place), false),
            CallerSide::Entry(body) => {
                let place = self.place(body.file, method.name_span);
                let branch = JsonBranch {
                    file: place.file,
                    line: place.line,
                    column: place.column,
                    outcome: None,
                    text: method.signature(),
                };
                (branch, true)
            }
        };
        JsonPair {
            key: self.keys.strict_key(site_key, pair).0.to_string(),
            pair: self.keys.key(pair).0.to_string(),
            kind: site.kind.name(),
            entry,
            approximate: site.is_approximate,
            caller_class: site.caller.to_string(),
            callee_class: site.callee.to_string(),
            site: self.place(site.body.file, site.span),
            caller,
            callee: self.branch(pair.callee),
        }
    }

    fn file(&self, index: usize) -> &'a CoupledFile {
        &self.coupling.files[index]
    }

    fn place(&self, index: usize, span: Span) -> JsonPlace {
        let file = self.file(index);
        let at = file.file.lines().chars(span.start);
        JsonPlace {
            file: file.path.display().to_string(),
            line: at.line + 1,
            column: at.column + 1,
            text: span.of(file.file.text()).to_owned(),
        }
    }

    fn branch(&self, place: BranchPlace) -> JsonBranch {
        let flow = &self.coupling.base.file(place.file).flow;
        let predicate = flow.predicate(place.branch.predicate);
        let at = self.place(place.file, predicate.span);
        JsonBranch {
            file: at.file,
            line: at.line,
            column: at.column,
            outcome: Some(place.branch.outcome),
            text: predicate.text.clone(),
        }
    }

    /// The call on a line, then a line for each pair, with the places of all; nothing where none is to be listed.
    fn list(&self, site: &CoupledSite, pairs: &[CoupledPair]) -> Vec<String> {
        if self.limit == 0 {
            return Vec::new();
        }
        let call = self.place(site.body.file, site.span);
        let count = label(site, pairs.len());
        let head = format!("{}:{} {count}", call.line, call.column);
        let shown = pairs.iter().take(self.limit);
        let shown = shown.map(|pair| {
            let pair = self.pair(site, "", pair);
            let [one, other] = [&pair.caller, &pair.callee].map(|it| it.shown(&call.file));
            format!("  {one} × {other}")
        });
        let more = pairs.len().saturating_sub(self.limit);
        let more = (more > 0).then(|| format!("  and {} more", grouped(more as u64)));
        iter::once(head).chain(shown).chain(more).collect()
    }

    fn text(&self, out: &mut dyn Write) -> std::io::Result<()> {
        let mut by_file: BTreeMap<usize, OfFile> = BTreeMap::new();
        let mut not_listed = 0;
        for (_, site) in &self.sites {
            let pairs = self.keys.pairs(site);
            if pairs.is_empty() {
                continue;
            }
            not_listed += pairs.len().saturating_sub(self.limit);
            let of_file = by_file.entry(site.body.file).or_default();
            of_file.list.extend(self.list(site, &pairs));
            let labels = of_file.labels.entry(site.span).or_default();
            labels.push(label(site, pairs.len()));
        }
        for (index, of_file) in by_file {
            self.calls_of(index, of_file, out)?;
        }
        self.summary(not_listed, out)
    }

    fn calls_of(&self, index: usize, calls: OfFile, out: &mut dyn Write) -> std::io::Result<()> {
        let file = self.file(index);
        let name = file.path.file_name().unwrap_or_default().to_string_lossy();
        let count = counted(calls.labels.len(), "call");
        writeln!(out, "{BOLD}{name}{BOLD:#} · {count}")?;
        let marks = calls.labels.into_iter().map(|(span, labels)| ExcerptMark {
            span,
            label: labels.join(", "),
        });
        let marks: Vec<ExcerptMark> = marks.collect();
        let excerpt = excerpt::render(&name, file.file.text(), &marks);
        writeln!(out, "{excerpt}\n")?;
        for line in &calls.list {
            writeln!(out, "{line}")?;
        }
        if !calls.list.is_empty() {
            writeln!(out)?;
        }
        Ok(())
    }

    fn summary(&self, not_listed: usize, out: &mut dyn Write) -> std::io::Result<()> {
        let totals = self.totals(not_listed);
        let number = |count: usize| grouped(count as u64);
        writeln!(
            out,
            "{}: {} of {} calls reach another class with source, {BOLD}{} pairs{BOLD:#} at {} sites \
             ({} with their call, {} more by a method's entry)",
            counted(totals.classes, "class").replace("classs", "classes"),
            number(totals.coupled_calls),
            number(totals.calls),
            number(totals.pairs),
            number(totals.sites),
            number(totals.triples),
            number(totals.entry_pairs),
        )?;
        if not_listed > 0 && self.limit > 0 {
            let left = counted(not_listed, "pair");
            writeln!(out, "{DIM}not listed: {left} (--limit){DIM:#}")?;
        }
        writeln!(
            out,
            "{DIM}left out: {} calls of methods without source or implementation, {} within a class{DIM:#}",
            number(totals.unknown_calls),
            number(totals.own_calls)
        )
    }
}

/// "4 pairs with Discount.rateFor".
fn label(site: &CoupledSite, pairs: usize) -> String {
    let callee = site.callee.rsplit(['.', '$']).next().unwrap_or_default();
    let by_entry = if site.caller_branches.is_empty() {
        " by the method's entry"
    } else {
        ""
    };
    let by_name = if site.is_approximate {
        " (by name)"
    } else {
        ""
    };
    format!(
        "{} with {callee}.{}{by_entry}{by_name}",
        counted(pairs, "pair"),
        method_name(&site.method.name, callee)
    )
}

fn method_name<'a>(name: &'a str, class: &'a str) -> &'a str {
    if name == "<init>" { class } else { name }
}
