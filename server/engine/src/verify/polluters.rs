//! Who of many does harm: takes ids and a way to see what some of them do together, gives those that have to be left
//! out; runs nothing itself.

use std::collections::BTreeMap;

/// Runs after which those that were not told apart by then are all blamed: to leave out a test too many harms nobody.
const MOST_RUNS: u32 = 48;

/// Says what some do together; none where that is no harm.
type Harm<'h, E> = dyn FnMut(&[String]) -> Result<Option<String>, E> + 'h;

/// Each of `all` that does harm, with what it does. Those that do harm only together are all blamed. Takes about `2 k
/// log2 n` runs for `k` of `n`.
pub(crate) fn polluters<E>(
    all: &[String],
    harm: &mut Harm<'_, E>,
) -> Result<BTreeMap<String, String>, E> {
    let mut found = BTreeMap::new();
    let mut runs = MOST_RUNS;
    among(all, harm, &mut runs, &mut found)?;
    Ok(found)
}

fn among<E>(
    some: &[String],
    harm: &mut Harm<'_, E>,
    runs: &mut u32,
    found: &mut BTreeMap<String, String>,
) -> Result<(), E> {
    if some.is_empty() {
        return Ok(());
    }
    if *runs == 0 {
        let untold = "whether it makes one of your tests fail was not found out".to_owned();
        found.extend(some.iter().map(|one| (one.clone(), untold.clone())));
        return Ok(());
    }
    *runs -= 1;
    let Some(reason) = harm(some)? else {
        return Ok(());
    };
    let before = found.len();
    if some.len() > 1 {
        let (first, second) = some.split_at(some.len() / 2);
        among(first, harm, runs, found)?;
        among(second, harm, runs, found)?;
    }
    if found.len() == before {
        found.extend(some.iter().map(|one| (one.clone(), reason.clone())));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(count: u32) -> Vec<String> {
        (0..count).map(|number| format!("t{number:03}")).collect()
    }

    /// The polluters where any of these groups does harm when all of it is there, and the runs it took to find them.
    fn found(count: u32, groups: &[&[&str]]) -> (Vec<String>, u32) {
        let mut runs = 0;
        let found = polluters(&names(count), &mut |some| {
            runs += 1;
            let is_there = |name: &&str| some.iter().any(|one| one == name);
            let does_harm = groups.iter().any(|group| group.iter().all(is_there));
            Ok::<_, ()>(does_harm.then(|| "harm".to_owned()))
        });
        (found.expect("it cannot fail").into_keys().collect(), runs)
    }

    #[test]
    fn one_among_many_is_found_in_few_runs() {
        let (polluters_found, runs) = found(100, &[&["t037"]]);
        assert_eq!(polluters_found, ["t037"]);
        assert!(runs <= 16, "{runs}");
    }

    #[test]
    fn each_of_several_is_found_and_nobody_else() {
        assert_eq!(found(30, &[&["t002"], &["t029"]]).0, ["t002", "t029"]);
        assert_eq!(found(30, &[]), (Vec::new(), 1));
        assert_eq!(found(0, &[]), (Vec::new(), 0));
    }

    #[test]
    fn those_that_do_harm_only_together_are_left_out_with_all_around_them() {
        let (polluters_found, _) = found(4, &[&["t001", "t002"]]);
        assert_eq!(polluters_found, names(4));
    }

    #[test]
    fn what_was_not_told_apart_in_time_is_left_out() {
        let all = names(64);
        let groups: Vec<[&str; 1]> = all.iter().map(|one| [one.as_str()]).collect();
        let groups: Vec<&[&str]> = groups.iter().map(|group| &group[..]).collect();
        let (polluters_found, runs) = found(64, &groups);
        assert_eq!((polluters_found, runs), (all.clone(), MOST_RUNS));
    }
}
