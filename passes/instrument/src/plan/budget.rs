//! Counts removals, so that a bad one can be found by bisection, and switches rules off by name.

use super::{Elide, PlanOptions};

/// The rules that remove a check or make it cheaper, by name.
pub const REMOVALS: [&str; 4] = ["in-bounds", "in-range", "covered", "bounds-only"];

/// How many removals are left to do.
pub(super) struct Budget {
    left: Option<u64>,
    enabled: [bool; REMOVALS.len()],
}

/// A rule, as an index into [`REMOVALS`].
#[derive(Clone, Copy)]
pub(super) enum Rule {
    InBounds,
    InRange,
    Covered,
    BoundsOnly,
}

impl Budget {
    pub(super) fn new(options: &PlanOptions) -> Self {
        let on = options.elide != Elide::None;
        let mut enabled = REMOVALS.map(|name| on && !options.disabled.iter().any(|d| d == name));
        // What an earlier check covers is reported by that one, which helps only if the program ends there.
        enabled[Rule::Covered as usize] &= !options.recover;
        Self {
            left: options.removal_limit,
            enabled,
        }
    }

    /// Whether the rule is on and removals are left.
    pub(super) fn asks_for(&self, rule: Rule) -> bool {
        self.enabled[rule as usize] && self.left != Some(0)
    }

    /// Whether one more removal by this rule may be done; counts it.
    pub(super) fn allows(&mut self, rule: Rule) -> bool {
        if !self.enabled[rule as usize] {
            return false;
        }
        match &mut self.left {
            None => true,
            Some(0) => false,
            Some(n) => {
                *n -= 1;
                true
            }
        }
    }
}
