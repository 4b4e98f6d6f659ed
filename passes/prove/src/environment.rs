//! What the processor, the system and the C library promise to every program.
//!
//! A proof that uses a promise has it among its assumptions. Where the target does not keep it, there is no such proof.

/// Something that an environment may promise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Promise {
    /// An access below [`LOWEST_MAPPED`](sanecc_analysis::symbolic::LOWEST_MAPPED) faults, so one through null ends the program.
    NullFaults,
    /// An allocation that fails returns null.
    FailedAllocationIsNull,
    /// A stack that overflows meets unmapped memory before other objects.
    StackGuard,
}

impl Promise {
    /// All promises.
    pub const ALL: [Self; 3] = [
        Self::NullFaults,
        Self::FailedAllocationIsNull,
        Self::StackGuard,
    ];
}

/// What a target promises, and what it lets others do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Environment {
    promises: PromiseSet,
    /// Code may mark live memory as not addressable.
    manual_poisoning: bool,
}

impl Environment {
    /// A process of Linux as it comes, whose memory has a shadow.
    pub const LINUX: Self = Self {
        promises: PromiseSet::ALL,
        manual_poisoning: true,
    };

    /// The same environment without a promise.
    pub fn without(mut self, promise: Promise) -> Self {
        self.promises.0 &= !PromiseSet::of(&[promise]).0;
        self
    }

    /// The same environment for a client whose memory has no shadow, so that no code can mark live memory as not addressable.
    pub fn without_manual_poisoning(mut self) -> Self {
        self.manual_poisoning = false;
        self
    }

    /// Whether code may mark live memory as not addressable (`__asan_poison_memory_region`), so that proofs of life have to exclude it.
    pub fn has_manual_poisoning(self) -> bool {
        self.manual_poisoning
    }

    /// Whether it keeps a promise.
    pub fn keeps(self, promise: Promise) -> bool {
        self.promises.has(promise)
    }

    /// The first of these promises that it does not keep.
    pub(crate) fn lacks(self, promises: PromiseSet) -> Option<Promise> {
        promises.iter().find(|promise| !self.keeps(*promise))
    }
}

impl Default for Environment {
    fn default() -> Self {
        Self::LINUX
    }
}

/// A set of promises; bit = position in [`Promise::ALL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PromiseSet(u8);

impl PromiseSet {
    const ALL: Self = Self::of(&Promise::ALL);

    /// The set of these.
    pub(crate) const fn of(promises: &[Promise]) -> Self {
        let mut bits = 0;
        let mut at = 0;
        while at < promises.len() {
            bits |= 1 << promises[at] as u8;
            at += 1;
        }
        Self(bits)
    }

    /// Those of both.
    pub(crate) fn and(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    fn has(self, promise: Promise) -> bool {
        self.0 & Self::of(&[promise]).0 != 0
    }

    /// Its members, in order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Promise> {
        Promise::ALL.into_iter().filter(move |one| self.has(*one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_environment_lacks_what_was_taken_away() {
        let bare = Environment::LINUX.without(Promise::NullFaults);
        assert!(!bare.keeps(Promise::NullFaults) && bare.keeps(Promise::StackGuard));
        let needed = PromiseSet::of(&[Promise::StackGuard, Promise::NullFaults]);
        assert_eq!(bare.lacks(needed), Some(Promise::NullFaults));
        assert_eq!(Environment::LINUX.lacks(needed), None);
        assert_eq!(bare.lacks(PromiseSet::of(&[Promise::StackGuard])), None);
    }

    #[test]
    fn sets_list_their_members_once_and_in_order() {
        let one = PromiseSet::of(&[Promise::StackGuard]);
        let all = one.and(PromiseSet::of(&[Promise::NullFaults, Promise::StackGuard]));
        let listed: Vec<Promise> = all.iter().collect();
        assert_eq!(listed, [Promise::NullFaults, Promise::StackGuard]);
    }
}
