//! The table of removals; counts them, so that a bad one can be found by bisection, and switches rules off by name.

use super::{Elide, PlanOptions};

/// A rule that removes a check or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Removal {
    /// Its name in flags and remarks.
    pub name: &'static str,
    /// From which level on it is used.
    pub least: Elide,
}

/// A rule, as an index into [`REMOVALS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Rule {
    /// A constant offset into an object of constant size.
    InBounds,
    /// Symbolic ranges bound the offset.
    InRange,
    /// Intervals and strict upper bounds bound the offset.
    Pentagons,
    /// Intervals bound the offset.
    Intervals,
    /// A heap block of this function cannot have been freed.
    NonEscaping,
    /// What all callers pass the address of lives as long as the function runs.
    CallerOwned,
    /// Earlier checks asked about the same bytes.
    Redundant,
    /// The same where callers or callees made some of these checks.
    Interprocedural,
    /// The comparison with the bounds suffices; the shadow is not asked.
    BoundsOnly,
    /// Symbolic ranges bound the offset unless an operation wraps; where it does, the access is checked.
    OverflowGuard,
    /// One check asks about it and its neighbours.
    Coalesce,
    /// Outside data do not influence it; no proof that it is good.
    Untainted,
    /// One question before the loop; where its answer is no, the access is checked.
    HoistRange,
    /// How far the memory at a base is good is found out before the loop; what goes further is checked.
    CachedBound,
    /// Stack objects have redzones only where a path leads that needs them; removes no check.
    ShrinkWrap,
}

/// The rules, in the order of [`Rule`]. To add one, see `docs/contributing.md`.
pub const REMOVALS: [Removal; 15] = [
    row(Rule::InBounds, "in-bounds", Elide::Local),
    row(Rule::InRange, "in-range", Elide::Full),
    row(Rule::Pentagons, "pentagons", Elide::Full),
    row(Rule::Intervals, "intervals", Elide::Full),
    row(Rule::NonEscaping, "non-escaping", Elide::Full),
    row(Rule::CallerOwned, "caller-owned", Elide::Full),
    row(Rule::Redundant, "redundant", Elide::Local),
    row(Rule::Interprocedural, "interprocedural", Elide::Full),
    row(Rule::BoundsOnly, "bounds-only", Elide::Local),
    row(Rule::OverflowGuard, "overflow-guard", Elide::Full),
    row(Rule::Coalesce, "coalesce", Elide::Local),
    row(Rule::Untainted, "untainted", Elide::Local),
    row(Rule::HoistRange, "hoist-range", Elide::Full),
    row(Rule::CachedBound, "cached-bound", Elide::Full),
    row(Rule::ShrinkWrap, "shrink-wrap", Elide::Full),
];

/// One row; `rule` is there to be read.
const fn row(_rule: Rule, name: &'static str, least: Elide) -> Removal {
    Removal { name, least }
}

impl Rule {
    /// Its name in flags and remarks.
    pub fn name(self) -> &'static str {
        REMOVALS[self as usize].name
    }
}

/// Which rules are on, and how many removals are left to do.
#[derive(Clone)]
pub(super) struct Budget {
    left: Option<u64>,
    enabled: [bool; REMOVALS.len()],
    level: Elide,
}

impl Budget {
    pub(super) fn new(options: &PlanOptions) -> Self {
        let mut enabled = REMOVALS.map(|removal| {
            options.elide >= removal.least && !options.disabled.iter().any(|d| d == removal.name)
        });
        // What an earlier check covers is reported by that one, which helps only if the program ends there.
        enabled[Rule::Redundant as usize] &= !options.recover;
        // Before a report that the program survives, nothing may be reported that comes behind it.
        enabled[Rule::Coalesce as usize] &= !options.recover;
        enabled[Rule::Untainted as usize] &= options.taint;
        Self {
            left: options.removal_limit,
            enabled,
            level: options.elide,
        }
    }

    /// Whether rules may ask what a call does that is none of a known library function.
    pub(super) fn follows_calls(&self) -> bool {
        self.level >= Elide::Full
    }

    /// Whether removals are counted, so that what is decided of one function depends on those before it.
    pub(super) fn is_limited(&self) -> bool {
        self.left.is_some()
    }

    /// Whether the rule is on and removals are left.
    pub(super) fn asks_for(&self, rule: Rule) -> bool {
        self.enabled[rule as usize] && self.left != Some(0)
    }

    /// Whether one more removal by this rule may be done; counts it.
    pub(super) fn allows(&mut self, rule: Rule) -> bool {
        if !self.asks_for(rule) {
            return false;
        }
        if let Some(n) = &mut self.left {
            *n -= 1;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_has_its_row() {
        let names = [
            (Rule::InBounds, "in-bounds"),
            (Rule::InRange, "in-range"),
            (Rule::Pentagons, "pentagons"),
            (Rule::Intervals, "intervals"),
            (Rule::NonEscaping, "non-escaping"),
            (Rule::CallerOwned, "caller-owned"),
            (Rule::Redundant, "redundant"),
            (Rule::Interprocedural, "interprocedural"),
            (Rule::BoundsOnly, "bounds-only"),
            (Rule::OverflowGuard, "overflow-guard"),
            (Rule::Coalesce, "coalesce"),
            (Rule::Untainted, "untainted"),
            (Rule::HoistRange, "hoist-range"),
            (Rule::CachedBound, "cached-bound"),
            (Rule::ShrinkWrap, "shrink-wrap"),
        ];
        assert_eq!(names.len(), REMOVALS.len());
        for (rule, name) in names {
            assert_eq!(rule.name(), name);
        }
    }

    #[test]
    fn levels_and_names_switch_rules_off() {
        let on = |options: &PlanOptions| {
            let budget = Budget::new(options);
            [Rule::InBounds, Rule::InRange].map(|rule| budget.asks_for(rule))
        };
        let level = |elide| PlanOptions {
            elide,
            ..PlanOptions::default()
        };
        assert_eq!(on(&level(Elide::None)), [false, false]);
        assert_eq!(on(&level(Elide::Local)), [true, false]);
        assert_eq!(on(&level(Elide::Full)), [true, true]);
        let disabled = vec!["in-bounds".to_owned()];
        let named = PlanOptions {
            disabled,
            ..PlanOptions::default()
        };
        assert_eq!(on(&named), [false, true]);
    }
}
