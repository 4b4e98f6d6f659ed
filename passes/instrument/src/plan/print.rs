//! The plan as text, for `-fsanecc-print=plan`.

use super::{CheckPlan, Decision, FunctionPlan, Proof};
use sanecc_ir::{AccessKind, Extent, Function, Id, Module};
use std::fmt::Write;

impl CheckPlan {
    /// One line for each access of each checked function.
    pub fn describe(&self, module: &Module) -> String {
        let mut text = String::new();
        for global in &self.globals {
            let global = &module.globals[*global];
            let _ = writeln!(
                text,
                "redzone after @{} ({} bytes)",
                global.name, global.size
            );
        }
        for (id, function) in module.functions.iter() {
            if let Some(plan) = self.function(id) {
                describe_function(function, plan, &mut text);
            }
        }
        text
    }
}

fn describe_function(function: &Function, plan: &FunctionPlan, text: &mut String) {
    let _ = writeln!(text, "@{}", function.name);
    for object in plan
        .frame
        .iter()
        .chain(&plan.dynamic)
        .chain(&plan.parameters)
    {
        let _ = writeln!(
            text,
            "  redzones around {object:?} {}{}",
            function.name_of(*object).unwrap_or(""),
            if plan.escaping.contains(object) {
                ", which may outlive the call"
            } else {
                ""
            }
        );
    }
    for (id, access) in function.accesses.iter() {
        let place = function.location_of(access.instruction).map_or_else(
            || "?".to_owned(),
            |l| format!("{}:{}:{}", l.file, l.line, l.column),
        );
        let kind = match access.kind {
            AccessKind::Read => "read",
            AccessKind::Write => "write",
        };
        let size = match access.extent {
            Extent::Bytes(n) => format!("{n}"),
            Extent::Dynamic(_) => "?".to_owned(),
            Extent::Masked { lane, lanes, .. } => format!("{lanes}x{lane}"),
        };
        let decision = match plan.decisions[id.index()] {
            Decision::Removed(Proof::InBounds { offset, .. }) => {
                format!("none: at offset {offset} of a live object")
            }
            Decision::Removed(Proof::InRange { .. }) => {
                "none: in range of a live object".to_owned()
            }
            Decision::Removed(Proof::Covered { by }) => format!("none: covered by {by:?}"),
            Decision::Checked { bounds, shadow } => match (bounds, shadow) {
                (Some(_), false) if access.by_library => {
                    "bounds, and that of the library function".to_owned()
                }
                (Some(_), false) => "bounds".to_owned(),
                (Some(_), true) => "bounds and shadow".to_owned(),
                (None, true) => "shadow".to_owned(),
                (None, false) => "that of the library function".to_owned(),
            },
        };
        let proof = plan.in_range.get(&id);
        let proof = proof.map(|p| format!(", {p}")).unwrap_or_default();
        let _ = writeln!(text, "  {id:?} {place} {kind} {size}: {decision}{proof}");
    }
}
