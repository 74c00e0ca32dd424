//! Configurations by name: takes `ALGORITHM[/OPTION…][@CRITERIA]`, gives the parameters of a search and what it seeks.

use goalline_engine::{
    Algorithm, Parameters, SETTINGS, Setting,
    goals::{Criterion, GROUPS, GoalChoice, Smart},
};
use goalline_evaluate::PairSuite;
use thiserror::Error;

use crate::plan::nearest::hint;

/// The name of the search as the product runs it: all defaults as measured, not as in the papers.
const PRODUCT: &str = "default";

/// Groups of criteria that the papers compare, by name (Zhou et al. 2022): lines or mutants in place of the
/// representatives, and the representatives without what the subsumption strategy adds.
const COMPARED: [(&str, &[Criterion]); 3] = [
    (
        "lt",
        &[
            Criterion::Line,
            Criterion::Method,
            Criterion::Exception,
            Criterion::Output,
        ],
    ),
    (
        "wt",
        &[
            Criterion::Weak,
            Criterion::Method,
            Criterion::Exception,
            Criterion::Output,
        ],
    ),
    (
        "representatives",
        &[
            Criterion::Direct,
            Criterion::NoException,
            Criterion::Exception,
            Criterion::Output,
        ],
    ),
];

/// The option of the smart selection begins so.
const THRESHOLD: &str = "line-threshold=";

/// A way to search, by name.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Its name: what it was made from.
    pub name: String,
    /// How it searches.
    pub parameters: Parameters,
    /// What it seeks.
    pub criteria: GoalChoice,
    /// Of a pair of classes what it searches in; none where subjects are single classes.
    pub suite: Option<PairSuite>,
}

/// Sides of a pair, by name.
const SIDES: [(&str, PairSuite); 3] = [
    ("caller", PairSuite::Caller),
    ("callee", PairSuite::Callee),
    ("both", PairSuite::Both),
];

/// Why a name is no configuration.
#[derive(Debug, Error)]
pub enum ConfigurationError {
    /// The first part.
    #[error("no algorithm is called {name:?}{hint}")]
    Algorithm {
        /// What was given.
        name: String,
        /// The nearest name.
        hint: String,
    },
    /// A part behind a slash.
    #[error("no option is called {name:?}{hint}; options are hmx, single-point and SETTING=VALUE")]
    Option {
        /// What was given.
        name: String,
        /// The nearest name.
        hint: String,
    },
    /// A value behind an equals sign.
    #[error("{0}")]
    Value(String),
    /// An algorithm with goals that the papers do not give it.
    #[error(
        "{algorithm} does not go with {criterion} goals: {reason}; take another algorithm or leave them out"
    )]
    Unfit {
        /// The algorithm.
        algorithm: &'static str,
        /// The criterion.
        criterion: &'static str,
        /// Why.
        reason: &'static str,
    },
    /// A part behind the colon.
    #[error("no side of a pair is called {name:?}{hint}; there are caller, callee and both")]
    Side {
        /// What was given.
        name: String,
        /// The nearest name.
        hint: String,
    },
    /// A part behind the at sign.
    #[error("no criterion is called {name:?}{hint}")]
    Criterion {
        /// What was given.
        name: String,
        /// The nearest name.
        hint: String,
    },
}

impl Configuration {
    /// The configuration of this name, with the settings of the papers for its algorithm: `dynamosa`,
    /// `mosa/hmx@branch+line`, `wsa/population=80`, `mosa@smart/line-threshold=4`; `default` is the search as the
    /// product runs it. Of pairs of classes, `mosa@coupled` seeks the pairs of branches, and `dynamosa@branch:caller`
    /// the caller's branches (`:callee` the callee's, `:both` each with the whole budget).
    ///
    /// # Errors
    /// See [`ConfigurationError`].
    pub fn named(name: &str) -> Result<Self, ConfigurationError> {
        let (how, criteria) = name.split_once('@').unwrap_or((name, "branch"));
        let mut options = how.split('/');
        let algorithm = options.next().unwrap_or_default();
        let mut parameters = parameters(algorithm)?;
        let (criteria, side) = match criteria.split_once(':') {
            Some((criteria, side)) => (criteria, Some(side)),
            None => (criteria, None),
        };
        let criteria = choice(criteria)?;
        let seeks_pairs = criteria.criteria().contains(&Criterion::Coupled);
        if seeks_pairs && algorithm == PRODUCT {
            parameters.algorithm = Algorithm::Mosa;
        }
        for option in options {
            apply(option, &mut parameters)?;
        }
        fits(parameters.algorithm, &criteria)?;
        let suite = match side {
            Some(side) => Some(side_named(side)?),
            None => seeks_pairs.then_some(PairSuite::Coupled),
        };
        Ok(Self {
            name: name.to_owned(),
            parameters,
            criteria,
            suite,
        })
    }

    /// How it searches, without what it seeks: the part before the at sign.
    pub(crate) fn how(&self) -> &str {
        self.name.split('@').next().unwrap_or_default()
    }

    /// The criteria that it seeks, where it seeks all goals of some.
    pub(crate) fn listed(&self) -> Option<&[Criterion]> {
        match &self.criteria {
            GoalChoice::Listed(criteria) => Some(criteria),
            GoalChoice::Smart(_) => None,
        }
    }
}

/// Reads names of criteria, the smart ones with the option that they may have.
fn choice(text: &str) -> Result<GoalChoice, ConfigurationError> {
    let Some((names, option)) = text.split_once('/') else {
        return named_choice(text);
    };
    let number = option.strip_prefix(THRESHOLD);
    let lines = number.and_then(|number| number.parse().ok());
    match (named_choice(names)?, lines) {
        (GoalChoice::Smart(smart), Some(line_threshold)) => Ok(GoalChoice::Smart(Smart {
            line_threshold,
            ..smart
        })),
        _ => Err(ConfigurationError::Value(format!(
            "{text}: smart and smart-paper may be followed by /{THRESHOLD}LINES"
        ))),
    }
}

fn named_choice(text: &str) -> Result<GoalChoice, ConfigurationError> {
    if let Some(choice) = GoalChoice::group(text) {
        return Ok(choice);
    }
    if let Some((_, criteria)) = COMPARED.iter().find(|(name, _)| *name == text) {
        return Ok(GoalChoice::Listed(criteria.to_vec()));
    }
    let criteria: Result<Vec<Criterion>, _> = text.split('+').map(criterion).collect();
    Ok(GoalChoice::Listed(criteria?))
}

/// Whether the papers give the algorithm such goals.
///
/// # Errors
/// [`ConfigurationError::Unfit`], where they do not.
pub fn fits(algorithm: Algorithm, choice: &GoalChoice) -> Result<(), ConfigurationError> {
    let unfit = |criterion: Criterion, reason| {
        Err(ConfigurationError::Unfit {
            algorithm: algorithm.name(),
            criterion: criterion.title(),
            reason,
        })
    };
    let criteria = choice.criteria();
    if criteria.len() > 1 && criteria.contains(&Criterion::Coupled) {
        let reason = "pairs of branches are sought by themselves";
        return unfit(Criterion::Coupled, reason);
    }
    if criteria.contains(&Criterion::Exception) && !algorithm.takes_discovered() {
        let reason = "it takes each goal in turn, and exceptions are goals only once they are seen";
        return unfit(Criterion::Exception, reason);
    }
    Ok(())
}

fn side_named(name: &str) -> Result<PairSuite, ConfigurationError> {
    let known = SIDES.iter().find(|(known, _)| *known == name);
    known
        .map(|(_, suite)| *suite)
        .ok_or_else(|| ConfigurationError::Side {
            name: name.to_owned(),
            hint: hint(name, SIDES.iter().map(|(known, _)| *known)),
        })
}

fn parameters(algorithm: &str) -> Result<Parameters, ConfigurationError> {
    if algorithm == PRODUCT {
        return Ok(Parameters::default());
    }
    let known = || Algorithm::all().map(Algorithm::name).chain([PRODUCT]);
    Algorithm::named(algorithm)
        .map(Parameters::of_papers)
        .ok_or_else(|| ConfigurationError::Algorithm {
            name: algorithm.to_owned(),
            hint: hint(algorithm, known()),
        })
}

fn apply(option: &str, parameters: &mut Parameters) -> Result<(), ConfigurationError> {
    let (name, value) = match option {
        "hmx" => ("crossover", "hybrid"),
        "single-point" => ("crossover", "single-point"),
        _ => option.split_once('=').unwrap_or((option, "")),
    };
    let Some(setting) = Setting::named(name).filter(|_| !value.is_empty()) else {
        let known = SETTINGS.iter().map(|setting| setting.name);
        return Err(ConfigurationError::Option {
            name: option.to_owned(),
            hint: hint(name, known.chain(["hmx", "single-point"])),
        });
    };
    setting
        .set(parameters, value)
        .map_err(ConfigurationError::Value)
}

fn criterion(name: &str) -> Result<Criterion, ConfigurationError> {
    Criterion::named(name).ok_or_else(|| {
        let groups = COMPARED.iter().map(|(name, _)| *name);
        let others = groups.chain(GROUPS);
        ConfigurationError::Criterion {
            name: name.to_owned(),
            hint: hint(name, Criterion::all().map(Criterion::name).chain(others)),
        }
    })
}

#[cfg(test)]
mod tests {
    use goalline_engine::goals::Subsumption;

    use super::*;

    #[test]
    fn a_name_says_algorithm_options_and_criteria() {
        let it = Configuration::named("mosa/hmx/population=80@branch").expect("a configuration");
        assert_eq!(it.parameters.algorithm, Algorithm::Mosa);
        assert_eq!(it.parameters.population, 80);
        assert_eq!(it.criteria, GoalChoice::Listed(vec![Criterion::Branch]));
        let product = Configuration::named("default").expect("a configuration");
        assert!(product.parameters.local_share > 0.0);
        let paper = Configuration::named("dynamosa").expect("a configuration");
        assert!(paper.parameters.local_share.abs() < 1e-12);
    }

    #[test]
    fn what_the_papers_do_not_give_an_algorithm_is_refused_with_the_reason() {
        let says = |name: &str| Configuration::named(name).expect_err("unfit").to_string();
        assert!(says("one-goal@branch+exception").contains("goals only once they are seen"));
        assert!(says("one-goal@smart").contains("one-goal does not go with exception goals"));
        assert!(says("mosa@coupled+line").contains("sought by themselves"));
        assert!(
            Configuration::named("ws@lt").is_ok() && Configuration::named("mosa@strong").is_ok()
        );
    }

    #[test]
    fn all_criteria_of_a_class_go_with_every_algorithm_that_takes_exceptions() {
        let all = GoalChoice::named("all").expect("a choice");
        let criteria = all.criteria();
        assert!(criteria.contains(&Criterion::Strong) && !criteria.contains(&Criterion::Coupled));
        for algorithm in Algorithm::all().filter(|it| it.takes_discovered()) {
            assert!(fits(algorithm, &all).is_ok(), "{}", algorithm.name());
        }
    }

    #[test]
    fn a_configuration_for_pairs_says_what_it_searches_in() {
        let suite = |name: &str| Configuration::named(name).expect("a configuration").suite;
        assert_eq!(suite("default@coupled"), Some(PairSuite::Coupled));
        assert_eq!(suite("dynamosa@branch:callee"), Some(PairSuite::Callee));
        assert_eq!(suite("dynamosa@branch"), None);
        let product = Configuration::named("default@coupled").expect("a configuration");
        assert_eq!(product.parameters.algorithm, Algorithm::Mosa);
        let typo = Configuration::named("mosa@branch:caler").expect_err("a typo");
        assert!(typo.to_string().contains("did you mean \"caller\"?"));
    }

    #[test]
    fn a_setting_of_the_product_changes_the_product_as_it_searches_pairs() {
        let of = |name: &str| {
            Configuration::named(name)
                .expect("a configuration")
                .parameters
        };
        let pairs = of("default@coupled");
        let without = of("default/steps-after=unlimited@coupled");
        assert_eq!(
            (without.algorithm, without.steps_after),
            (Algorithm::Mosa, u32::MAX)
        );
        let put_back = Parameters {
            steps_after: pairs.steps_after,
            ..without
        };
        assert_eq!(format!("{put_back:?}"), format!("{pairs:?}"));
        let dynamic = of("default/algorithm=dynamosa@coupled");
        assert_eq!(dynamic.algorithm, Algorithm::DynaMosa);
    }

    #[test]
    fn the_threshold_of_lines_is_an_option_of_the_smart_selection() {
        let of =
            |name: &str| Configuration::named(name).map(|it| (it.how().to_owned(), it.criteria));
        let (how, criteria) = of("mosa/hmx@smart/line-threshold=4").expect("a configuration");
        let four = Smart {
            table: Subsumption::Sound,
            line_threshold: 4,
        };
        assert_eq!(
            (how.as_str(), criteria),
            ("mosa/hmx", GoalChoice::Smart(four))
        );
        for wrong in [
            "smart/line-threshold=few",
            "smart/lines=4",
            "line/line-threshold=4",
        ] {
            let refusal = of(&format!("mosa@{wrong}"))
                .expect_err("no criteria")
                .to_string();
            assert!(
                refusal.contains("may be followed by /line-threshold=LINES"),
                "{refusal}"
            );
        }
    }

    #[test]
    fn a_typo_is_answered_with_the_nearest_name() {
        let says = |name: &str| Configuration::named(name).expect_err("a typo").to_string();
        assert_eq!(
            says("dynmosa"),
            "no algorithm is called \"dynmosa\" (did you mean \"dynamosa\"?)"
        );
        assert!(says("mosa/populaton=5").contains("did you mean \"population\"?"));
        assert!(says("mosa@brunch").contains("did you mean \"branch\"?"));
        assert!(says("mosa/population=none").contains("population takes"));
        assert_eq!(says("zzz"), "no algorithm is called \"zzz\"");
    }
}
