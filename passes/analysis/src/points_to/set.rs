//! Sparse sets of small numbers: words of 64 bits, only those with a bit, in order.

/// A set.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set {
    /// Number of the word, and its bits; never 0.
    words: Vec<(u32, u64)>,
}

impl Set {
    /// The empty set.
    pub(super) const EMPTY: Set = Set { words: Vec::new() };

    /// Whether it is empty.
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// How many members it has.
    pub(super) fn len(&self) -> usize {
        self.words
            .iter()
            .map(|(_, w)| w.count_ones() as usize)
            .sum()
    }

    /// Whether `member` is in it.
    pub(super) fn contains(&self, member: u32) -> bool {
        let place = self.words.binary_search_by_key(&(member / 64), |w| w.0);
        place.is_ok_and(|at| self.words[at].1 & bit(member) != 0)
    }

    /// Adds a member; whether it is new.
    pub(super) fn insert(&mut self, member: u32) -> bool {
        match self.words.binary_search_by_key(&(member / 64), |w| w.0) {
            Ok(at) => {
                let word = &mut self.words[at].1;
                let new = *word & bit(member) == 0;
                *word |= bit(member);
                new
            }
            Err(at) => {
                self.words.insert(at, (member / 64, bit(member)));
                true
            }
        }
    }

    /// Adds all of `other` that is not in `without`; yields what is new.
    pub(super) fn add_all(&mut self, other: &Set, without: &Set) -> Set {
        let mut new = Set::default();
        let (mut here, mut barred) = (0, 0);
        let mut merged = Vec::new();
        for &(number, bits) in &other.words {
            while without.words.get(barred).is_some_and(|w| w.0 < number) {
                barred += 1;
            }
            let refused = without.words.get(barred).filter(|w| w.0 == number);
            let bits = bits & !refused.map_or(0, |w| w.1);
            while let Some(word) = self.words.get(here).filter(|w| w.0 < number) {
                merged.push(*word);
                here += 1;
            }
            let old = self.words.get(here).filter(|w| w.0 == number);
            let old_bits = old.map_or(0, |w| w.1);
            here += usize::from(old.is_some());
            if bits | old_bits != 0 {
                merged.push((number, bits | old_bits));
            }
            if bits & !old_bits != 0 {
                new.words.push((number, bits & !old_bits));
            }
        }
        if !new.is_empty() {
            merged.extend_from_slice(&self.words[here..]);
            self.words = merged;
        }
        new
    }

    /// The members in order.
    pub(super) fn iter(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().flat_map(|&(number, bits)| {
            let rest = std::iter::successors(Some(bits), |rest| Some(rest & rest.wrapping_sub(1)));
            rest.take_while(|rest| *rest != 0)
                .map(move |rest| number * 64 + rest.trailing_zeros())
        })
    }
}

fn bit(member: u32) -> u64 {
    1 << (member % 64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn set(members: &BTreeSet<u32>) -> Set {
        let mut set = Set::default();
        for member in members {
            assert!(set.insert(*member));
            assert!(!set.insert(*member));
        }
        set
    }

    proptest! {
        /// It is a set, as the library's own is.
        #[test]
        fn sets_are_sets(
            a in prop::collection::btree_set(0..400u32, 0..40),
            b in prop::collection::btree_set(0..400u32, 0..40),
            barred in prop::collection::btree_set(0..400u32, 0..40),
        ) {
            let mut sum = set(&a);
            let new = sum.add_all(&set(&b), &set(&barred));
            let added: BTreeSet<u32> = b.difference(&barred).copied().collect();
            let all: BTreeSet<u32> = a.union(&added).copied().collect();
            prop_assert_eq!(sum.iter().collect::<Vec<_>>(), all.iter().copied().collect::<Vec<_>>());
            prop_assert_eq!(new.iter().collect::<Vec<_>>(), added.difference(&a).copied().collect::<Vec<_>>());
            prop_assert_eq!(sum.len(), all.len());
            prop_assert_eq!(&sum, &set(&all));
            for member in 0..400 {
                prop_assert_eq!(sum.contains(member), all.contains(&member));
            }
        }
    }
}
