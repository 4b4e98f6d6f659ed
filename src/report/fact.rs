//! The single fact that a check waits for: what is not known, where, and how a programmer can state it.
//!
//! A fact is read from the reasons of a record, whose words are those of `sanecc_prove`. The advice names only what the compiler heeds; `tests/cli/report.rs`
//! compiles each piece of advice and sees the check go.

use crate::remarks::sentence::readable;
use crate::remarks::{Record, State};

/// Something that is not known.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fact {
    /// The object that a parameter points to; whether other modules may call the function.
    Parameter {
        /// The function.
        function: String,
        /// The parameter, as the record writes it: a name in quotes or a number.
        parameter: String,
        /// Whether code of other modules may call the function.
        exported: bool,
    },
    /// The object that a call returns.
    Returned {
        /// The called function, in quotes.
        callee: String,
    },
    /// The object behind a pointer in memory.
    Loaded {
        /// The function that loads it.
        function: String,
    },
    /// Which of several objects a variable points to.
    Variable {
        /// The function.
        function: String,
        /// The variable, in quotes, or what the pointer is.
        variable: String,
    },
    /// A bound of an index.
    Index {
        /// The function.
        function: String,
        /// Which bound, in the words of the record.
        bound: String,
    },
    /// Whether an object that is known still lives.
    Lifetime {
        /// Who may end it, in the words of the record.
        ender: String,
    },
    /// Whether other modules poison a global by hand.
    Shared {
        /// The global, in the words of the record.
        object: String,
    },
    /// Something else, in the words of the record.
    Other(String),
}

/// What a reason about an unknown object begins with.
const UNKNOWN: &str = "unknown object: ";

/// The reason of what is proved but for that.
const SHARED: &str = "another module may poison it manually";

impl Fact {
    /// What a check waits for; none for an access that is not checked.
    pub fn of(record: &Record) -> Option<Fact> {
        if !matches!(record.state(), State::Checked | State::Hoisted) {
            return None;
        }
        let shared = |reason: &String| reason == SHARED;
        if record.reasons.iter().any(shared) && record.reasons.len() == 1 {
            return Some(Fact::Shared {
                object: record.object().unwrap_or("the object").to_owned(),
            });
        }
        let spatial = record.reasons.iter().find(|reason| !is_temporal(reason));
        let reason = spatial.or(record.reasons.first())?;
        let function = record.symbol.clone();
        if is_temporal(reason) {
            return Some(Fact::Lifetime {
                ender: ender(reason),
            });
        }
        let Some(origin) = reason.strip_prefix(UNKNOWN) else {
            return Some(match reason.contains("bound") || reason.contains("index") {
                true => Fact::Index {
                    function,
                    bound: reason.clone(),
                },
                false => Fact::Other(reason.clone()),
            });
        };
        let pointer = origin.strip_prefix("the pointer is ").unwrap_or(origin);
        if pointer.starts_with("loaded") {
            return Some(Fact::Loaded { function });
        }
        for begin in ["the parameter ", "parameter "] {
            if let Some(parameter) = pointer.strip_prefix(begin) {
                return Some(Fact::Parameter {
                    function,
                    parameter: parameter.to_owned(),
                    exported: record.exported,
                });
            }
        }
        if let Some(call) = pointer.strip_prefix("the result of the call of ") {
            return Some(Fact::Returned {
                callee: call.split(" at ").next().unwrap_or(call).to_owned(),
            });
        }
        let variable = pointer.strip_prefix("the variable ");
        let variable = variable.map(|text| text.trim_end_matches(", which has several sources"));
        let variable = variable.or_else(|| {
            let known = ["a phi or select", "computed"];
            known.into_iter().find(|known| pointer.starts_with(known))
        });
        Some(match variable {
            Some(variable) => Fact::Variable {
                function,
                variable: variable.to_owned(),
            },
            None => Fact::Other(origin.to_owned()),
        })
    }

    /// What is not known, as a sentence without its end.
    pub fn sentence(&self) -> String {
        match self {
            Fact::Parameter {
                function,
                parameter,
                ..
            } => format!(
                "the object that parameter {parameter} of '{}' points to is not known",
                readable(function)
            ),
            Fact::Returned { callee } => format!("the object that {callee} returns is not known"),
            Fact::Loaded { function } => format!(
                "the objects behind pointers that '{}' reads from memory are not known",
                readable(function)
            ),
            Fact::Variable { function, variable } => {
                let what = match variable.starts_with('\'') {
                    true => format!("variable {variable}"),
                    false if variable == "computed" => "a computed pointer".to_owned(),
                    false => "a pointer with several sources".to_owned(),
                };
                format!(
                    "which object {what} in '{}' points to is not known",
                    readable(function)
                )
            }
            Fact::Index { function, bound } => format!("in '{}', {bound}", readable(function)),
            Fact::Lifetime { ender } => ender.clone(),
            Fact::Shared { object } => {
                format!("whether another module poisons {object} by hand is not known")
            }
            Fact::Other(reason) => reason.clone(),
        }
    }

    /// How to state it, where the compiler heeds that.
    pub fn advice(&self) -> Option<String> {
        match self {
            Fact::Parameter {
                function,
                exported: true,
                ..
            } => Some(format!(
                "If only this file calls '{}', make it 'static': the compiler then takes the objects of its callers.",
                readable(function)
            )),
            Fact::Parameter {
                function,
                exported: false,
                ..
            } => Some(format!(
                "Its callers pass different or unknown objects. '__attribute__((always_inline))' lets the compiler see '{}' once for each of them.",
                readable(function)
            )),
            Fact::Index { bound, .. } if bound.contains("bound of the index") => Some(
                "Compare the index with the number of elements before the access, and leave where it is not below."
                    .to_owned(),
            ),
            Fact::Shared { .. } => {
                Some("If only this file uses the global, make it 'static'.".to_owned())
            }
            _ => None,
        }
    }
}

/// Whether a reason is about the life of the object.
fn is_temporal(reason: &str) -> bool {
    reason.contains("lifetime")
        || reason.contains("freed")
        || reason.contains("scope may have ended")
        || reason.contains("poison it manually")
        || reason.contains("poisons memory manually")
        || reason.contains("restoring the stack pointer")
        || reason.contains("a constructor initialises it")
}

/// Who may end a life, without the place of the call.
fn ender(reason: &str) -> String {
    let text = reason.strip_prefix(UNKNOWN).unwrap_or(reason);
    match text.split_once(" at ") {
        Some((who, rest)) => {
            let after = rest.split_once(' ').map(|(_, after)| format!(" {after}"));
            format!("{who}{}", after.unwrap_or_default())
        }
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(reasons: &str) -> Fact {
        let record = format!(
            r#"{{"id":"a","function":"f","symbol":"g","exported":true,"kind":"read","decision":"checked","reasons":{reasons}}}"#
        );
        Fact::of(&serde_json::from_str(&record).unwrap()).unwrap()
    }

    #[test]
    fn reasons_become_facts() {
        for (reasons, expected) in [
            (
                r#"["unknown object: the pointer is the parameter 'p'","unknown object: its lifetime may have ended before this basic block"]"#,
                "the object that parameter 'p' of 'g' points to is not known",
            ),
            (
                r#"["unknown object: the pointer is parameter 2"]"#,
                "the object that parameter 2 of 'g' points to is not known",
            ),
            (
                r#"["unknown object: the pointer is the result of the call of 'h' at a.c:3"]"#,
                "the object that 'h' returns is not known",
            ),
            (
                r#"["unknown object: the pointer is loaded at a.c:3"]"#,
                "the objects behind pointers that 'g' reads from memory are not known",
            ),
            (
                r#"["unknown object: the pointer is the variable 'q', which has several sources"]"#,
                "which object variable 'q' in 'g' points to is not known",
            ),
            (
                r#"["no upper bound of the index is proved"]"#,
                "in 'g', no upper bound of the index is proved",
            ),
            (
                r#"["unknown object: the call of 'h' at a.c:3 may end its lifetime"]"#,
                "the call of 'h' may end its lifetime",
            ),
            (
                r#"["a mask chooses the bytes"]"#,
                "a mask chooses the bytes",
            ),
        ] {
            assert_eq!(of(reasons).sentence(), expected);
        }
    }

    #[test]
    fn what_is_proved_waits_for_nothing() {
        let record = r#"{"id":"a","function":"f","symbol":"g","kind":"read","decision":"removed"}"#;
        assert_eq!(Fact::of(&serde_json::from_str(record).unwrap()), None);
    }
}
