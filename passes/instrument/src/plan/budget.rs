//! Which switches are on, and how many removals are left: a wrong removal is found by switching rules off and by bisection.

use super::{Audit, Placement, PlanOptions, Switch};
use sanecc_prove::{Rule, Rules};

/// Which switches are on, and how many decisions by them are left.
#[derive(Clone)]
pub(super) struct Budget {
    left: Option<u64>,
    /// Index = [`Switch::index`].
    enabled: [bool; Switch::COUNT],
}

impl Budget {
    pub(super) fn new(options: &PlanOptions) -> Self {
        let rules = rules(options);
        let mut enabled = [false; Switch::COUNT];
        for switch in Switch::all() {
            enabled[switch.index()] = match switch {
                Switch::Proof(rule) => rules.enables(rule),
                // A report that the program survives must not come after that of a later access. And where the pointer's object is compared first, an access costs less alone.
                Switch::Placement(Placement::Coalesce) if options.recover || options.provenance => {
                    false
                }
                // Code size counts more than time there, and these make more of it.
                Switch::Placement(
                    Placement::Coalesce | Placement::HoistRange | Placement::CachedBound,
                )
                | Switch::ShrinkWrap
                    if options.bare.is_some() =>
                {
                    false
                }
                Switch::Untainted
                    if !options.taint && !options.bare.is_some_and(|form| form.only_writes) =>
                {
                    false
                }
                // An audit asks the shadow of every object, and so do checks of pairs of pointers.
                Switch::Unreached if options.audit != Audit::No || options.pairs => false,
                Switch::Placement(_)
                | Switch::Untainted
                | Switch::ShrinkWrap
                | Switch::Unreached => {
                    options.elide >= switch.least() && !is_disabled(options, switch.name())
                }
            };
        }
        Self {
            left: options.removal_limit,
            enabled,
        }
    }

    /// Whether decisions are counted, so that the plan of one function depends on those before it.
    pub(super) fn is_limited(&self) -> bool {
        self.left.is_some()
    }

    /// Whether the switch is on and decisions are left.
    pub(super) fn enables(&self, switch: impl Into<Switch>) -> bool {
        self.enabled[switch.into().index()] && self.left != Some(0)
    }

    /// Whether one more decision by this switch may be made; counts it.
    pub(super) fn allows(&mut self, switch: impl Into<Switch>) -> bool {
        let allows = self.enables(switch);
        if allows && let Some(left) = &mut self.left {
            *left -= 1;
        }
        allows
    }
}

/// The rules that may prove something.
pub(super) fn rules(options: &PlanOptions) -> Rules {
    let rules = Rules::of(options.elide, |name| is_disabled(options, name));
    match options.recover {
        // The earlier check reports the error of a redundant access, which suffices only if the program ends there.
        true => rules.without(Rule::Redundant),
        false => rules,
    }
}

fn is_disabled(options: &PlanOptions, name: &str) -> bool {
    options.disabled.iter().any(|one| one == name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanecc_prove::Elide;

    #[test]
    fn levels_and_names_switch_rules_off() {
        let on = |options: &PlanOptions| {
            let budget = Budget::new(options);
            [Rule::InBounds, Rule::InRange].map(|rule| budget.enables(rule))
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

    #[test]
    fn the_limit_counts_what_is_on() {
        let mut budget = Budget::new(&PlanOptions {
            removal_limit: Some(1),
            ..PlanOptions::default()
        });
        assert!(!budget.allows(Switch::Untainted));
        assert!(budget.allows(Switch::ShrinkWrap));
        assert!(!budget.allows(Rule::InBounds) && !budget.enables(Rule::InBounds));
    }
}
