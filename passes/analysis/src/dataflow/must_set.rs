//! Sets of what holds on every path.

use super::Domain;
use fixedbitset::FixedBitSet;
use std::ops::{Deref, DerefMut};

/// A set that joins by intersection: its bottom is the full set, its top the empty one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MustSet(FixedBitSet);

impl MustSet {
    /// The bottom: all of so many members.
    pub fn full(members: usize) -> Self {
        let mut set = Self::empty(members);
        set.0.insert_range(..);
        set
    }

    /// The top: none of so many members.
    pub fn empty(members: usize) -> Self {
        Self(FixedBitSet::with_capacity(members))
    }
}

impl From<FixedBitSet> for MustSet {
    fn from(set: FixedBitSet) -> Self {
        Self(set)
    }
}

impl Domain for MustSet {
    fn join(&mut self, other: &Self) -> bool {
        let changed = !self.0.is_subset(&other.0);
        if changed {
            self.0.intersect_with(&other.0);
        }
        changed
    }
}

impl Deref for MustSet {
    type Target = FixedBitSet;

    fn deref(&self) -> &FixedBitSet {
        &self.0
    }
}

impl DerefMut for MustSet {
    fn deref_mut(&mut self) -> &mut FixedBitSet {
        &mut self.0
    }
}
