//! A worklist that yields each item once, however often it is pushed.

use rustc_hash::FxHashSet;
use std::hash::Hash;

/// The items of a graph that are reached but not visited yet; last in, first out.
pub(crate) struct Worklist<T> {
    pending: Vec<T>,
    visited: FxHashSet<T>,
}

impl<T: Copy + Eq + Hash> Worklist<T> {
    /// A worklist that begins with these items.
    pub(crate) fn of(roots: impl IntoIterator<Item = T>) -> Self {
        Self {
            pending: roots.into_iter().collect(),
            visited: FxHashSet::default(),
        }
    }

    pub(crate) fn push(&mut self, item: T) {
        self.pending.push(item);
    }

    pub(crate) fn extend(&mut self, items: impl IntoIterator<Item = T>) {
        self.pending.extend(items);
    }

    /// The next item that was not visited before.
    pub(crate) fn pop(&mut self) -> Option<T> {
        while let Some(item) = self.pending.pop() {
            if self.visited.insert(item) {
                return Some(item);
            }
        }
        None
    }
}
