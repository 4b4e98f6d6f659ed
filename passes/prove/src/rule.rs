//! The removal rules, and what else in a plan has a name that flags switch off and bisection counts.

use super::Elide;

macro_rules! rules {
    ($($(#[doc = $doc:literal])* $rule:ident $name:literal $least:ident $decision:literal,)*) => {
        /// A rule that removes a check, or replaces it by something cheaper.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule {
            $($(#[doc = $doc])* $rule,)*
        }

        impl Rule {
            /// All rules, in order.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$rule),*];

            /// Its name in flags and remarks.
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$rule => $name,)*
                }
            }

            /// What holds where it applies, in one sentence without full stop.
            pub fn claim(self) -> &'static str {
                let text = match self {
                    $(Self::$rule => concat!($($doc),*),)*
                };
                text.trim().trim_end_matches('.')
            }

            /// The lowest level at which it is on.
            fn least(self) -> Elide {
                match self {
                    $(Self::$rule => Elide::$least,)*
                }
            }

            /// What remarks and counts say of a check that it replaces.
            pub(crate) fn decision(self) -> &'static str {
                match self {
                    $(Self::$rule => $decision,)*
                }
            }
        }
    };
}

// A rule, its name, the lowest level at which it is on, and what remarks say of a check that it replaces. To add one, see `docs/contributing.md`.
rules! {
    /// The offset and the size of the object are constant.
    InBounds "in-bounds" Local "removed",
    /// Symbolic ranges bound the offset.
    InRange "in-range" Full "removed",
    /// Intervals and strict upper bounds bound the offset.
    Pentagons "pentagons" Full "removed",
    /// Intervals bound the offset.
    Intervals "intervals" Full "removed",
    /// A heap allocation of this function cannot have been freed.
    NonEscaping "non-escaping" Full "removed",
    /// All callers pass objects that live as long as the function runs.
    CallerOwned "caller-owned" Full "removed",
    /// Earlier checks cover the bytes.
    Redundant "redundant" Local "merged",
    /// The same, where callers or callees made some of these checks.
    Interprocedural "interprocedural" Full "merged",
    /// The comparison with the object's bounds suffices; the shadow is not checked.
    BoundsOnly "bounds-only" Local "removed",
    /// Symbolic ranges bound the offset unless an operation wraps; where it does, the access is checked.
    OverflowGuard "overflow-guard" Full "removed",
    /// One check covers several accesses.
    Coalesce "coalesce" Local "merged",
    /// One check before the loop covers all iterations; where it fails, the access is checked.
    HoistRange "hoist-range" Full "hoisted",
    /// The addressable length at a base is read before the loop; an access beyond it is checked.
    CachedBound "cached-bound" Full "hoisted",
}

/// What a flag switches off by name and bisection counts: a removal rule, or one of two decisions that are none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// A removal rule.
    Rule(Rule),
    /// Accesses that outside data cannot influence stay unchecked (`-fsanecc-taint`): the user's choice, without a proof.
    Untainted,
    /// Redzones of a frame are set up only on paths that need them. Removes no check.
    ShrinkWrap,
}

impl Switch {
    /// How many there are.
    pub(super) const COUNT: usize = Rule::ALL.len() + 2;

    /// All, in the order of [`Switch::index`].
    pub fn all() -> impl Iterator<Item = Self> + Clone {
        let rules = Rule::ALL.into_iter().map(Self::Rule);
        rules.chain([Self::Untainted, Self::ShrinkWrap])
    }

    /// Its name in flags and remarks.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rule(rule) => rule.name(),
            Self::Untainted => "untainted",
            Self::ShrinkWrap => "shrink-wrap",
        }
    }

    /// Its index in tables with a row for each.
    pub(super) fn index(self) -> usize {
        match self {
            Self::Rule(rule) => rule as usize,
            Self::Untainted => Rule::ALL.len(),
            Self::ShrinkWrap => Rule::ALL.len() + 1,
        }
    }

    /// The lowest level at which it is on.
    pub(super) fn least(self) -> Elide {
        match self {
            Self::Rule(rule) => rule.least(),
            Self::Untainted => Elide::Local,
            Self::ShrinkWrap => Elide::Full,
        }
    }
}

impl From<Rule> for Switch {
    fn from(rule: Rule) -> Self {
        Self::Rule(rule)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_rule_says_what_holds() {
        assert_eq!(
            Rule::InBounds.claim(),
            "The offset and the size of the object are constant"
        );
        for rule in Rule::ALL {
            let claim = rule.claim();
            assert!(claim.len() > 10 && !claim.contains('\n'), "{claim}");
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
