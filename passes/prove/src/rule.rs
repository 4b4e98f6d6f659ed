//! The rules that prove something, and which of them are on. A wrong proof is found by switching rules off.

use crate::Elide;

macro_rules! rules {
    ($($(#[doc = $doc:literal])* $rule:ident $name:literal $least:ident,)*) => {
        /// A rule that proves something.
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
            pub fn least(self) -> Elide {
                match self {
                    $(Self::$rule => Elide::$least,)*
                }
            }
        }
    };
}

// A rule, its name, and the lowest level at which it is on. To add one, see `docs/contributing.md`.
rules! {
    /// The offset and the size of the object are constant.
    InBounds "in-bounds" Local,
    /// Symbolic ranges bound the offset.
    InRange "in-range" Full,
    /// Intervals and strict upper bounds bound the offset.
    Pentagons "pentagons" Full,
    /// Intervals bound the offset.
    Intervals "intervals" Full,
    /// A heap allocation of this function cannot have been freed.
    NonEscaping "non-escaping" Full,
    /// All callers pass objects that live as long as the function runs.
    CallerOwned "caller-owned" Full,
    /// Earlier checks cover the bytes.
    Redundant "redundant" Local,
    /// The same, where callers or callees made some of these checks.
    Interprocedural "interprocedural" Full,
    /// Symbolic ranges bound the offset unless an operation wraps; where it does, the access is checked.
    OverflowGuard "overflow-guard" Full,
}

/// Which rules are on.
#[derive(Clone, Copy, Debug)]
pub struct Rules {
    /// Index = rule.
    enabled: [bool; Rule::ALL.len()],
}

impl Rules {
    /// Those of a level that are not disabled by name.
    pub fn of(level: Elide, is_disabled: impl Fn(&str) -> bool) -> Self {
        Self {
            enabled: Rule::ALL.map(|rule| level >= rule.least() && !is_disabled(rule.name())),
        }
    }

    /// All of these but one.
    pub fn without(mut self, rule: Rule) -> Self {
        self.enabled[rule as usize] = false;
        self
    }

    /// Whether a rule is on.
    pub fn enables(&self, rule: Rule) -> bool {
        self.enabled[rule as usize]
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
        for (index, rule) in Rule::ALL.into_iter().enumerate() {
            let claim = rule.claim();
            assert!(claim.len() > 10 && !claim.contains('\n'), "{claim}");
            assert_eq!(rule as usize, index);
        }
    }

    #[test]
    fn levels_and_names_switch_rules_off() {
        let on = |rules: Rules| [Rule::InBounds, Rule::InRange].map(|rule| rules.enables(rule));
        let level = |level| on(Rules::of(level, |_| false));
        assert_eq!(level(Elide::None), [false, false]);
        assert_eq!(level(Elide::Local), [true, false]);
        assert_eq!(level(Elide::Full), [true, true]);
        let named = Rules::of(Elide::Full, |name| name == "in-bounds");
        assert_eq!(on(named), [false, true]);
        assert_eq!(on(named.without(Rule::InRange)), [false, false]);
    }
}
