//! The rules that choose or move checks, and all that flags switch off by name and bisection counts.

use sanecc_prove::{Elide, Rule};

/// A rule that replaces checks by cheaper ones. What it relies on is proved or compared at run time; the rule decides that it pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Placement {
    /// The comparison with the object's bounds suffices; the shadow is not checked.
    BoundsOnly,
    /// One check covers several accesses.
    Coalesce,
    /// One check before the loop covers all iterations; where it fails, the access is checked.
    HoistRange,
    /// The addressable length at a base is read before the loop; an access beyond it is checked.
    CachedBound,
}

impl Placement {
    const ALL: [Self; 4] = [
        Self::BoundsOnly,
        Self::Coalesce,
        Self::HoistRange,
        Self::CachedBound,
    ];

    fn name(self) -> &'static str {
        match self {
            Self::BoundsOnly => "bounds-only",
            Self::Coalesce => "coalesce",
            Self::HoistRange => "hoist-range",
            Self::CachedBound => "cached-bound",
        }
    }

    fn claim(self) -> &'static str {
        match self {
            Self::BoundsOnly => {
                "The comparison with the object's bounds suffices; the shadow is not checked"
            }
            Self::Coalesce => "One check covers several accesses",
            Self::HoistRange => {
                "One check before the loop covers all iterations; where it fails, the access is checked"
            }
            Self::CachedBound => {
                "The addressable length at a base is read before the loop; an access beyond it is checked"
            }
        }
    }
}

/// What a flag switches off by name and bisection counts: a rule, or one of three decisions that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// A rule that proves.
    Proof(Rule),
    /// A rule that chooses or moves checks.
    Placement(Placement),
    /// Accesses that outside data cannot influence stay unchecked (`-fsanecc-taint`): the user's choice, without a proof.
    Untainted,
    /// Redzones of a frame are set up only on paths that need them. Removes no check.
    ShrinkWrap,
    /// Stack objects that no check reaches get no redzones. Removes no check.
    Unreached,
}

impl Switch {
    /// How many of them are rules: those come first.
    pub const RULES: usize = Rule::ALL.len() + Placement::ALL.len();
    /// How many there are.
    pub(super) const COUNT: usize = Self::RULES + 3;

    /// All rules, in the order of [`Switch::index`].
    pub fn rules() -> impl Iterator<Item = Self> + Clone {
        let proofs = Rule::ALL.into_iter().map(Self::Proof);
        proofs.chain(Placement::ALL.into_iter().map(Self::Placement))
    }

    /// All, in the order of [`Switch::index`].
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        Self::rules().chain([Self::Untainted, Self::ShrinkWrap, Self::Unreached])
    }

    /// Its name in flags and remarks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Proof(rule) => rule.name(),
            Self::Placement(placement) => placement.name(),
            Self::Untainted => "untainted",
            Self::ShrinkWrap => "shrink-wrap",
            Self::Unreached => "unreached",
        }
    }

    /// What holds where a rule applies, in one sentence without full stop; `None` for what is no rule.
    pub fn claim(self) -> Option<&'static str> {
        match self {
            Self::Proof(rule) => Some(rule.claim()),
            Self::Placement(placement) => Some(placement.claim()),
            Self::Untainted | Self::ShrinkWrap | Self::Unreached => None,
        }
    }

    /// What remarks and counts say of a check that it replaces.
    pub(crate) fn decision(self) -> &'static str {
        match self {
            Self::Proof(Rule::Redundant | Rule::Interprocedural) => "merged",
            Self::Placement(Placement::Coalesce) => "merged",
            Self::Placement(Placement::HoistRange | Placement::CachedBound) => "hoisted",
            Self::Proof(_) | Self::Placement(Placement::BoundsOnly) => "removed",
            Self::Untainted | Self::ShrinkWrap | Self::Unreached => "unchecked",
        }
    }

    /// Its index in tables with a row for each.
    pub(crate) fn index(self) -> usize {
        match self {
            Self::Proof(rule) => rule as usize,
            Self::Placement(placement) => Rule::ALL.len() + placement as usize,
            Self::Untainted => Self::RULES,
            Self::ShrinkWrap => Self::RULES + 1,
            Self::Unreached => Self::RULES + 2,
        }
    }

    /// The lowest level at which it is on.
    pub(super) fn least(self) -> Elide {
        match self {
            Self::Proof(rule) => rule.least(),
            Self::Placement(Placement::BoundsOnly | Placement::Coalesce) => Elide::Local,
            Self::Placement(Placement::HoistRange | Placement::CachedBound) => Elide::Full,
            Self::Untainted => Elide::Local,
            Self::ShrinkWrap | Self::Unreached => Elide::Full,
        }
    }
}

impl From<Rule> for Switch {
    fn from(rule: Rule) -> Self {
        Self::Proof(rule)
    }
}

impl From<Placement> for Switch {
    fn from(placement: Placement) -> Self {
        Self::Placement(placement)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_says_what_holds() {
        for rule in Switch::rules() {
            let claim = rule.claim().unwrap();
            assert!(claim.len() > 10 && !claim.ends_with('.'), "{claim}");
        }
    }

    #[test]
    fn each_switch_has_its_own_index_and_name() {
        let all: Vec<Switch> = Switch::all().collect();
        assert_eq!(all.len(), Switch::COUNT);
        for (index, switch) in all.iter().enumerate() {
            assert_eq!(switch.index(), index);
            assert!(all[..index].iter().all(|one| one.name() != switch.name()));
        }
    }
}
