//! Configurations by name: takes `ALGORITHM[/OPTION…][@CRITERIA]`, gives the parameters of a search and what it seeks.

use goalline_engine::{Algorithm, Parameters, SETTINGS, Setting, goals::Criterion};
use thiserror::Error;

use crate::nearest::hint;

/// The name of the search as the product runs it: all defaults as measured, not as in the papers.
const PRODUCT: &str = "default";

/// What runs can seek and measure.
const MEASURED: [Criterion; 1] = [Criterion::Branch];

/// A way to search, by name.
#[derive(Clone, Debug)]
pub struct Configuration {
    /// Its name: what it was made from.
    pub name: String,
    /// How it searches.
    pub parameters: Parameters,
    /// What it seeks.
    pub criteria: Vec<Criterion>,
}

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
    /// A criterion that the engine has no runs for.
    #[error("runs do not seek {0} goals yet, only branches")]
    Unmeasured(&'static str),
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
    /// The configuration of this name, with the settings of the papers for its algorithm: `dynamosa`, `mosa/hmx@branch+line`,
    /// `wsa/population=80`; `default` is the search as the product runs it.
    ///
    /// # Errors
    /// See [`ConfigurationError`].
    pub fn named(name: &str) -> Result<Self, ConfigurationError> {
        let (how, criteria) = name.split_once('@').unwrap_or((name, "branch"));
        let mut options = how.split('/');
        let mut parameters = parameters(options.next().unwrap_or_default())?;
        for option in options {
            apply(option, &mut parameters)?;
        }
        let criteria: Result<Vec<Criterion>, _> = criteria.split('+').map(criterion).collect();
        Ok(Self {
            name: name.to_owned(),
            parameters,
            criteria: criteria?,
        })
    }
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
    let criterion = Criterion::named(name).ok_or_else(|| ConfigurationError::Criterion {
        name: name.to_owned(),
        hint: hint(name, Criterion::all().map(Criterion::name)),
    })?;
    if MEASURED.contains(&criterion) {
        Ok(criterion)
    } else {
        Err(ConfigurationError::Unmeasured(criterion.title()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_says_algorithm_options_and_criteria() {
        let it = Configuration::named("mosa/hmx/population=80@branch").expect("a configuration");
        assert_eq!(it.parameters.algorithm, Algorithm::Mosa);
        assert_eq!(it.parameters.population, 80);
        assert_eq!(it.criteria, [Criterion::Branch]);
        let product = Configuration::named("default").expect("a configuration");
        assert!(product.parameters.local_share > 0.0);
        let paper = Configuration::named("dynamosa").expect("a configuration");
        assert!(paper.parameters.local_share.abs() < 1e-12);
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
