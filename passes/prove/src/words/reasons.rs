//! The reasons why there is no proof, in words.

use super::{Words, kept, source_values};
use crate::{Origin, PairFailure, Promise, SpatialFailure, TemporalFailure, Unproved as NoProof};
use sanecc_analysis::symbolic::Unproved;
use sanecc_ir::{ValueDef, ValueId};

/// Why a rule proves nothing.
const SWITCHED_OFF: &str = "the rules that could prove it are off";

impl Words<'_> {
    /// Why there is no proof.
    pub fn unproved(self, why: NoProof) -> String {
        match why {
            NoProof::Spatial(why) => self.spatial_failure(why),
            NoProof::Temporal(why) => self.temporal_failure(why),
            NoProof::NotChecked => "earlier checks may not cover all its bytes".to_owned(),
            NoProof::NoSuchClaim => "the claim says nothing about such a subject".to_owned(),
            NoProof::Pair(why) => match why {
                PairFailure::TwoRoots => "the pointers may point into two objects".to_owned(),
                PairFailure::Null => "the pointers may be null".to_owned(),
                PairFailure::GaveUp => "the range analysis gave up on this function".to_owned(),
                PairFailure::Outside(number, why) => {
                    format!("pointer {}: {}", number + 1, unproved(why))
                }
            },
        }
    }

    /// Why there is no spatial proof.
    pub fn spatial_failure(self, why: SpatialFailure) -> String {
        let text = match why {
            SpatialFailure::UnknownObject(origin) => {
                return format!("unknown object: {}", self.origin(origin));
            }
            SpatialFailure::Masked => "a mask chooses the bytes",
            SpatialFailure::Outside => "the constant offset is out of bounds",
            SpatialFailure::Unproved(why) => unproved(why),
            SpatialFailure::NotInDomain => "the simpler domain has no proof",
            SpatialFailure::GaveUp => "the range analysis gave up on this function",
            SpatialFailure::SwitchedOff => SWITCHED_OFF,
            SpatialFailure::Environment(promise) => return not_kept(promise),
        };
        text.to_owned()
    }

    /// Why there is no temporal proof.
    pub fn temporal_failure(self, why: TemporalFailure) -> String {
        let call = |since: Option<ValueId>| since.map(|call| self.instruction(call));
        let text = match why {
            TemporalFailure::UnknownObject { since } => {
                return match call(since) {
                    Some(call) => format!("unknown object: {call} may end its lifetime"),
                    None => "unknown object: its lifetime may have ended before this basic block"
                        .to_owned(),
                };
            }
            TemporalFailure::Heap { since } => {
                let freed = call(since).map_or("before this basic block".to_owned(), |call| {
                    format!("by {call}")
                });
                return format!("the heap allocation may be null, or freed {freed}");
            }
            TemporalFailure::ScopeClosed => "its scope may have ended",
            TemporalFailure::StackRestored => "restoring the stack pointer may free it",
            TemporalFailure::AwaitsConstructor => "a constructor initialises it",
            TemporalFailure::PoisonedByHand => "this module poisons memory manually",
            TemporalFailure::SwitchedOff => SWITCHED_OFF,
            TemporalFailure::Environment(promise) => return not_kept(promise),
        };
        text.to_owned()
    }

    fn origin(self, origin: Origin) -> String {
        match origin {
            Origin::Parameter(number) => {
                let parameter = ValueDef::Param(number);
                let values = &self.function.values;
                let value = values.ids().find(|&value| values[value].def == parameter);
                match value.and_then(|value| self.name(value)) {
                    Some(name) => format!("the pointer is the parameter '{name}'"),
                    None => format!("the pointer is parameter {}", number + 1),
                }
            }
            Origin::Loaded(value) => format!("the pointer is loaded{}", self.at(value)),
            Origin::Returned(call) => {
                format!("the pointer is the result of {}", self.instruction(call))
            }
            Origin::Merged(value) => match source_values::variable(self, value) {
                Some(name) => {
                    format!("the pointer is the variable '{name}', which has several sources")
                }
                None => format!("the pointer is a phi or select{}", self.at(value)),
            },
            Origin::Global(_) => "another definition of the global may prevail".to_owned(),
            Origin::VariableSize(value) => {
                format!("the stack object is of variable size{}", self.at(value))
            }
            Origin::Other(value) => format!("the pointer is computed{}", self.at(value)),
        }
    }
}

/// Why the range analysis has no proof.
fn unproved(why: Unproved) -> &'static str {
    match why {
        Unproved::Size => "unknown size of the object",
        Unproved::Length => "unknown number of bytes",
        Unproved::Offset => "the index is too complex or may be poison",
        Unproved::Below => "no lower bound of the index is proved",
        Unproved::Above => "no upper bound of the index is proved",
        Unproved::BelowAndAbove => "no lower and no upper bound of the index is proved",
        Unproved::Null => "the pointer may be null and the offset large",
    }
}

/// A promise that a proof would need.
fn not_kept(promise: Promise) -> String {
    format!("the target does not promise that {}", kept(promise))
}
