//! Which bytes does a shadow check check, by its name?

use super::{SHADOW_CHECK_PREFIX, Shape, coalesced, shapes};
use crate::CheckPlan;
use rustc_hash::FxHashMap;
use sanecc_ir::{Extent, Module};

/// Bytes that a check checks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::apply) struct Part {
    /// Distance of the first one from the pointer.
    pub(in crate::apply) offset: i64,
    /// How many.
    pub(in crate::apply) bytes: u64,
    /// The check of these bytes alone.
    pub(in crate::apply) check: String,
}

/// The shadow checks of a plan.
#[derive(Clone, Debug, Default)]
pub struct ShadowChecks {
    parts: FxHashMap<String, Vec<Part>>,
    /// Removed checks stay as assertions.
    pub(in crate::apply) audit: bool,
}

impl ShadowChecks {
    /// Lists the checks, `(pointer, record)`, that apply inserts.
    pub fn of(module: &Module, plan: &CheckPlan) -> Self {
        let part = |offset: u64, shape: Shape| Part {
            offset: offset as i64,
            bytes: shape.bytes,
            check: shape.check(),
        };
        let single = shapes(module, plan, |decision| decision.checks_shadow());
        let single = single.into_iter();
        let mut parts: FxHashMap<String, Vec<Part>> = single
            .map(|shape| (shape.check(), vec![part(0, shape)]))
            .collect();
        for (id, function) in module.functions.iter() {
            for one in plan.function(id).into_iter().flat_map(|f| &f.coalesced) {
                let members = one.members.iter().filter_map(|member| {
                    let access = &function.accesses[member.access];
                    let Extent::Bytes(bytes) = access.extent else {
                        return None;
                    };
                    let shape = Shape::of(access, bytes)?.in_plan(access, plan);
                    Some(part(member.offset, shape))
                });
                parts.insert(coalesced(one), members.collect());
            }
        }
        Self {
            parts,
            audit: plan.audit,
        }
    }

    /// What the check of that name checks; `None` if it is none, or of no constant size.
    pub(in crate::apply) fn parts(&self, name: &str) -> Option<&[Part]> {
        self.parts.get(name).map(Vec::as_slice)
    }
}

/// Whether a function of this name is a shadow check, or counts one.
pub(in crate::apply) fn is_shadow_check(name: &str) -> bool {
    name.starts_with(SHADOW_CHECK_PREFIX)
}
