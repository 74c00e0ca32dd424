//! Ranking of a population (FITNESS.md): takes distance rows, gives the survivors with rank and crowding; knows no
//! tests.
//!
//! The preference criterion fills front 0: per uncovered goal the nearest individual. The rest is sorted by dominance
//! into fronts as Zhang et al. (ENS, 2015) do it, on the columns in which the individuals differ, and only as far as
//! places are left.

use rand::{Rng, seq::IndexedRandom};

/// A front of more individuals is not compared pair by pair.
const LARGE_FRONT: usize = 32;

/// How a population is sorted: whole, or by one half of it for the ablations (Panichella, Kifetew, Tonella 2018, §6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sorting {
    /// The preference criterion fills front 0, dominance sorts the rest.
    Preference,
    /// Dominance alone: no goal keeps its nearest individual for certain.
    RankingOnly,
    /// The preference criterion alone: the rest is one front.
    PreferenceOnly,
}

/// Who survives.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Survival {
    /// How many, where front 0 has no more.
    pub size: usize,
    /// How they are sorted.
    pub sorting: Sorting,
    /// Others that each of a large front is compared with for its crowding; the papers compare each with each.
    pub neighbours: usize,
}

/// A goal's column in the rows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GoalColumn {
    /// Index into each row.
    pub at: usize,
    /// Whether the shorter test is preferred on equal distance. Switched off for a goal that stagnates, for diversity.
    pub shorter_wins: bool,
}

/// One survivor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct RankedRow {
    /// Index of its row.
    pub index: usize,
    /// Its front, from 0.
    pub rank: u32,
    /// In how many goals it is better than the one most like it; more is better.
    pub crowding: u32,
}

/// The rows of a population.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rows<'a> {
    /// Per individual: the distance to each goal.
    pub rows: &'a [&'a [f64]],
    /// Per individual: the length of its test.
    pub lengths: &'a [usize],
}

/// The survivors, best first: all of front 0, and more up to `size`.
pub(crate) fn survivors(
    population: Rows<'_>,
    columns: &[GoalColumn],
    Survival {
        size,
        sorting,
        neighbours,
    }: Survival,
    rng: &mut impl Rng,
) -> Vec<RankedRow> {
    let preferred = match sorting {
        Sorting::RankingOnly => Vec::new(),
        Sorting::Preference | Sorting::PreferenceOnly => preferred(population, columns, rng),
    };
    let packed = Packed::new(population.rows, columns);
    let mut places = crowded(&preferred, 0, &packed, neighbours);
    let mut is_left = vec![true; population.rows.len()];
    for index in &preferred {
        is_left[*index] = false;
    }
    let left: Vec<usize> = (0..is_left.len()).filter(|index| is_left[*index]).collect();
    // A front 0 that fills the population leaves two fronts only: nothing of the second one survives.
    if places.len() < size && !left.is_empty() {
        let first = u32::from(sorting != Sorting::RankingOnly);
        let fronts = match sorting {
            Sorting::PreferenceOnly => vec![left],
            Sorting::Preference | Sorting::RankingOnly => fronts(left, &packed, population.lengths),
        };
        for (rank, front) in (first..).zip(&fronts) {
            let mut front = crowded(front, rank, &packed, neighbours);
            front.truncate(size - places.len());
            places.extend(front);
            if places.len() == size {
                break;
            }
        }
    }
    places
}

/// Per column the individual with the least distance; each individual once.
fn preferred(population: Rows<'_>, columns: &[GoalColumn], rng: &mut impl Rng) -> Vec<usize> {
    let mut chosen = Vec::new();
    let mut is_chosen = vec![false; population.rows.len()];
    let mut ties = Vec::new();
    for column in columns {
        ties.clear();
        let mut best = (f64::INFINITY, usize::MAX);
        for (index, row) in population.rows.iter().enumerate() {
            let length = if column.shorter_wins {
                population.lengths[index]
            } else {
                0
            };
            let key = (row[column.at], length);
            if key < best {
                best = key;
                ties.clear();
            }
            if key == best {
                ties.push(index);
            }
        }
        // One that is chosen already serves this goal too; a new one would only crowd the front.
        if ties.iter().any(|index| is_chosen[*index]) {
            continue;
        }
        if let Some(index) = ties.choose(rng) {
            is_chosen[*index] = true;
            chosen.push(*index);
        }
    }
    chosen
}

/// The columns in which individuals differ, row by row.
struct Packed {
    width: usize,
    values: Vec<f64>,
}

impl Packed {
    fn new(rows: &[&[f64]], columns: &[GoalColumn]) -> Self {
        let Some(first) = rows.first() else {
            return Self {
                width: 0,
                values: Vec::new(),
            };
        };
        let varying: Vec<usize> = columns
            .iter()
            .map(|column| column.at)
            .filter(|at| {
                rows.iter()
                    .any(|row| row[*at].to_bits() != first[*at].to_bits())
            })
            .collect();
        let mut values = Vec::with_capacity(varying.len() * rows.len());
        for row in rows {
            values.extend(varying.iter().map(|at| row[*at]));
        }
        Self {
            width: varying.len(),
            values,
        }
    }

    fn row(&self, index: usize) -> &[f64] {
        &self.values[index * self.width..(index + 1) * self.width]
    }

    /// Whether `a`, whose sum is not greater, is nowhere worse than `b` and somewhere better.
    fn dominates(&self, a: usize, b: usize) -> bool {
        let (a, b) = (self.row(a), self.row(b));
        a.iter().zip(b).all(|(a, b)| a <= b) && a.iter().zip(b).any(|(a, b)| a < b)
    }
}

/// Non-dominated fronts of these individuals.
fn fronts(mut left: Vec<usize>, packed: &Packed, lengths: &[usize]) -> Vec<Vec<usize>> {
    let sums: Vec<f64> = (0..lengths.len())
        .map(|index| packed.row(index).iter().sum::<f64>())
        .collect();
    // Who dominates has the smaller sum, so each one need only be compared with those before it.
    left.sort_by(|a, b| {
        sums[*a]
            .total_cmp(&sums[*b])
            .then(lengths[*a].cmp(&lengths[*b]))
            .then(a.cmp(b))
    });
    let mut fronts: Vec<Vec<usize>> = Vec::new();
    for index in left {
        let dominated = |front: &Vec<usize>| {
            front
                .iter()
                .rev()
                .any(|other| packed.dominates(*other, index))
        };
        match fronts.iter().position(|front| !dominated(front)) {
            Some(at) => fronts[at].push(index),
            None => fronts.push(vec![index]),
        }
    }
    fronts
}

/// A front with its crowding, the most different individuals first: sub-vector dominance after Köppen and Yoshida
/// (2007).
fn crowded(front: &[usize], rank: u32, packed: &Packed, neighbours: usize) -> Vec<RankedRow> {
    let mut crowding = vec![u32::MAX; front.len()];
    // In a large front each is compared with some others only: what is left of the order is good enough to choose by.
    let reach = if front.len() > LARGE_FRONT {
        neighbours
    } else {
        front.len()
    };
    for a in 0..front.len() {
        for b in (a + 1..front.len()).take(reach) {
            let (mut a_better, mut b_better) = (0_u32, 0_u32);
            for (x, y) in packed.row(front[a]).iter().zip(packed.row(front[b])) {
                a_better += u32::from(x < y);
                b_better += u32::from(y < x);
            }
            crowding[a] = crowding[a].min(a_better);
            crowding[b] = crowding[b].min(b_better);
        }
    }
    let mut places: Vec<RankedRow> = front
        .iter()
        .zip(crowding)
        .map(|(index, crowding)| RankedRow {
            index: *index,
            rank,
            crowding,
        })
        .collect();
    places.sort_by_key(|place| (std::cmp::Reverse(place.crowding), place.index));
    places
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    fn survive(rows: &[&[f64]], lengths: &[usize], size: usize) -> Vec<(usize, u32)> {
        survive_by(Sorting::Preference, rows, lengths, size)
    }

    fn survive_by(
        sorting: Sorting,
        rows: &[&[f64]],
        lengths: &[usize],
        size: usize,
    ) -> Vec<(usize, u32)> {
        let columns: Vec<GoalColumn> = (0..rows[0].len())
            .map(|at| GoalColumn {
                at,
                shorter_wins: true,
            })
            .collect();
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let survival = Survival {
            size,
            sorting,
            neighbours: usize::MAX,
        };
        survivors(Rows { rows, lengths }, &columns, survival, &mut rng)
            .iter()
            .map(|place| (place.index, place.rank))
            .collect()
    }

    #[test]
    fn nearest_individual_of_each_goal_is_in_front_zero() {
        let rows: [&[f64]; 4] = [&[0.5, 3.0], &[2.0, 0.1], &[1.0, 1.0], &[3.0, 3.0]];
        let got = survive(&rows, &[1, 1, 1, 1], 4);
        assert_eq!(got[2..], [(2, 1), (3, 2)]);
        let mut zero: Vec<_> = got[..2].to_vec();
        zero.sort_unstable();
        assert_eq!(zero, [(0, 0), (1, 0)]);
    }

    #[test]
    fn shorter_test_wins_a_tie() {
        let rows: [&[f64]; 2] = [&[0.5], &[0.5]];
        assert_eq!(survive(&rows, &[5, 4], 1), [(1, 0)]);
    }

    #[test]
    fn front_zero_survives_whole_even_when_it_exceeds_the_size() {
        let rows: [&[f64]; 3] = [&[0.0, 1.0, 1.0], &[1.0, 0.0, 1.0], &[1.0, 1.0, 0.0]];
        assert_eq!(survive(&rows, &[1, 1, 1], 2).len(), 3);
    }

    #[test]
    fn individuals_unlike_the_others_come_first_in_a_front() {
        // 1 and 2 are twins; 3 is better than either in one goal of its own.
        let rows: [&[f64]; 4] = [
            &[0.0, 0.0, 0.0],
            &[1.0, 2.0, 1.0],
            &[1.0, 2.0, 1.0],
            &[2.0, 1.0, 2.0],
        ];
        assert_eq!(survive(&rows, &[1, 1, 1, 1], 2), [(0, 0), (3, 1)]);
    }

    /// Five tests and two uncovered goals, by hand. Nearest to the first goal is 0 and to the second 4, so these are
    /// front 0 though 1 dominates nobody less than they do; of the rest 1 and 2 do not dominate one another, and 3 is
    /// worse than 1 twice.
    const WORKED: [&[f64]; 5] = [
        &[0.1, 9.0],
        &[1.0, 3.0],
        &[3.0, 1.0],
        &[2.0, 4.0],
        &[9.0, 0.1],
    ];

    fn ranks(sorting: Sorting) -> Vec<u32> {
        let mut got = survive_by(sorting, &WORKED, &[1; 5], 5);
        got.sort_unstable();
        got.into_iter().map(|(_, rank)| rank).collect()
    }

    #[test]
    fn preference_sorting_puts_the_nearest_test_of_each_goal_before_dominance() {
        // Panichella, Kifetew, Tonella 2015 (MOSA), Algorithm 2 and Definition 4.
        assert_eq!(ranks(Sorting::Preference), [0, 1, 1, 2, 0]);
    }

    #[test]
    fn ranking_alone_sorts_by_dominance_only() {
        assert_eq!(ranks(Sorting::RankingOnly), [0, 0, 0, 1, 0]);
    }

    #[test]
    fn preference_alone_leaves_all_others_in_one_front() {
        assert_eq!(ranks(Sorting::PreferenceOnly), [0, 1, 1, 1, 0]);
    }

    #[test]
    fn sub_vector_crowding_is_the_least_number_of_goals_in_which_another_is_worse() {
        // Köppen and Yoshida 2007, sub-vector dominance, as MOSA uses it for crowding. Over three goals:
        // a = (0, 0, 2), b = (1, 0, 1), c = (2, 2, 0). a is better than b in 1 goal, than c in 2: 1.
        // b is better than a in 1, than c in 2: 1. c is better than a in 1, than b in 1: 1. With d = (0, 3, 3): a is
        // better than d in 2, d better than a in none: 0, so d stands last.
        let rows: [&[f64]; 4] = [
            &[0.0, 0.0, 2.0],
            &[1.0, 0.0, 1.0],
            &[2.0, 2.0, 0.0],
            &[0.0, 3.0, 3.0],
        ];
        let columns: Vec<GoalColumn> = (0..3)
            .map(|at| GoalColumn {
                at,
                shorter_wins: true,
            })
            .collect();
        let places = crowded(&[0, 1, 2, 3], 1, &Packed::new(&rows, &columns), usize::MAX);
        let got: Vec<(usize, u32)> = places.iter().map(|it| (it.index, it.crowding)).collect();
        assert_eq!(got, [(0, 1), (1, 1), (2, 1), (3, 0)]);
    }
}
