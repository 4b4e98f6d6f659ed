//! Who may have the address of an object? The lattice of escape states.
//!
//! One lattice serves the analysis of a function ([`crate::Captured`]: what its own instructions do with an address) and that of a
//! module ([`crate::PointsTo`]). A state bounds what may happen from above: each state includes all below it, and unknown is the top.
//!
//! | state | who may have the address | what a rule may conclude |
//! | --- | --- | --- |
//! | `Private` | accesses through address arithmetic on the object | the accesses that are seen are all accesses |
//! | `Merged` | phis and selects of the function, too | nothing but this function can read, write, free or poison it |
//! | `Exposed` | callees, while they run | no use after the function has returned |
//! | `EscapedFrame` | memory, results, numbers: after the function has returned, too | code outside and other threads do not know it |
//! | `Shared` | another thread: a global variable leads to it | code outside does not know it |
//! | `Lent` | code outside of the module, which does not keep it | no other thread has it; nothing outside uses it between such calls |
//! | `SharedAndLent` | both | nothing outside uses it between such calls |
//! | `EscapedModule` | anybody, at any time | nothing |
//!
//! Each state stands above the one before it, but `Shared` and `Lent` are not comparable. Choi et al., "Escape Analysis for Java" (1999), have
//! three of them: `NoEscape` is `Merged`, `ArgEscape` is `Exposed`, `GlobalEscape` is all from `EscapedFrame` on.

use std::cmp::Ordering;

/// Who may have an address.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Escape {
    /// Only accesses that are seen, each through address arithmetic on the object.
    Private,
    /// Only the function, which mixes it with other addresses by phis and selects.
    Merged,
    /// Other code while the function runs.
    Exposed,
    /// Other code of the module, after the function has returned, too.
    EscapedFrame,
    /// Other threads.
    Shared,
    /// Code outside of the module while a call runs.
    Lent,
    /// Other threads, and code outside while a call runs.
    SharedAndLent,
    /// Anybody.
    EscapedModule,
}

impl Escape {
    /// All states, none before one that it includes.
    pub const ALL: [Escape; 8] = [
        Escape::Private,
        Escape::Merged,
        Escape::Exposed,
        Escape::EscapedFrame,
        Escape::Shared,
        Escape::Lent,
        Escape::SharedAndLent,
        Escape::EscapedModule,
    ];

    /// Either may be the case: the least state that includes both.
    #[must_use]
    pub fn join(self, other: Self) -> Self {
        match self.partial_cmp(&other) {
            Some(Ordering::Less | Ordering::Equal) => other,
            Some(Ordering::Greater) => self,
            None => Escape::SharedAndLent,
        }
    }

    /// Whether anything but accesses that are seen may have the address.
    pub fn is_captured(self) -> bool {
        self >= Escape::Merged
    }

    /// Whether anything but the function may have it.
    pub fn is_exposed(self) -> bool {
        self >= Escape::Exposed
    }

    /// Whether it may be used after the function has returned.
    pub fn outlives_frame(self) -> bool {
        self >= Escape::EscapedFrame
    }

    /// Whether another thread may have it.
    pub fn is_shared(self) -> bool {
        self >= Escape::Shared
    }

    /// Whether code outside of the module ever has it, be it only while a call runs.
    pub fn is_known_outside(self) -> bool {
        self >= Escape::Lent
    }

    /// Whether code outside of the module may keep it.
    pub fn escapes_module(self) -> bool {
        self == Escape::EscapedModule
    }
}

impl PartialOrd for Escape {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        match (self, other) {
            (Escape::Shared, Escape::Lent) | (Escape::Lent, Escape::Shared) => None,
            _ => Some((*self as u8).cmp(&(*other as u8))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Escape;

    /// All pairs and triples: the lattice is small.
    #[test]
    fn join_is_the_least_upper_bound() {
        for a in Escape::ALL {
            assert_eq!(a.join(a), a);
            assert_eq!(a.join(Escape::Private), a);
            assert_eq!(a.join(Escape::EscapedModule), Escape::EscapedModule);
            for b in Escape::ALL {
                let both = a.join(b);
                assert_eq!(both, b.join(a));
                assert!(both >= a && both >= b);
                assert_eq!(both == b, a <= b);
                for c in Escape::ALL {
                    assert_eq!(both.join(c), a.join(b.join(c)));
                    assert!(!(a <= b && b <= c) || a <= c);
                    assert!(!(c >= a && c >= b) || c >= both);
                }
            }
        }
    }

    /// A predicate that is monotone, and splits no join: where it holds of a join, it holds of one of the two.
    #[test]
    fn predicates_are_monotone() {
        let predicates = [
            Escape::is_captured,
            Escape::is_exposed,
            Escape::outlives_frame,
            Escape::is_shared,
            Escape::is_known_outside,
            Escape::escapes_module,
        ];
        for predicate in predicates {
            for a in Escape::ALL {
                for b in Escape::ALL {
                    assert_eq!(predicate(a.join(b)), predicate(a) || predicate(b));
                }
            }
        }
    }

    #[test]
    fn a_thread_and_a_borrower_outside_do_not_include_each_other() {
        assert!(Escape::Shared.is_shared() && !Escape::Shared.is_known_outside());
        assert!(Escape::Lent.is_known_outside() && !Escape::Lent.is_shared());
        let both = Escape::Shared.join(Escape::Lent);
        assert!(both.is_shared() && both.is_known_outside() && !both.escapes_module());
    }
}
