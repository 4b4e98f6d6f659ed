//! The plan as text, for `-fsanecc-print=plan`.

use super::{
    CachedBound, Check, CheckPlan, Decision, FunctionPlan, Hoisted, HoistedBy, LoopCheck, Place,
};
use sanecc_ir::{Extent, Id, Module};
use sanecc_prove::{Argument, Assumption, Proof, Region, Words, kind};
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
                describe_function(Words { module, function }, plan, &mut text);
            }
        }
        text
    }
}

fn describe_function(words: Words<'_>, plan: &FunctionPlan, text: &mut String) {
    let function = words.function;
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
    for value in &plan.dropped_flags {
        let _ = writeln!(text, "  {value:?} loses its poison-generating flags");
    }
    let coalesced_into = plan.coalesced_into();
    for one in &plan.loops {
        let _ = writeln!(text, "  {}", range_check(one));
    }
    for one in &plan.cached_bounds {
        let _ = writeln!(text, "  {}", cached_bound(one));
    }
    for (id, access) in function.accesses.iter() {
        let place = function.location_of(access.instruction).map_or_else(
            || "?".to_owned(),
            |l| format!("{}:{}:{}", l.file, l.line, l.column),
        );
        let kind = kind(access.kind);
        let size = match access.extent {
            Extent::Bytes(n) => format!("{n}"),
            Extent::Dynamic(_) => "?".to_owned(),
            Extent::Masked { lane, lanes, .. } => format!("{lanes}x{lane}"),
        };
        let decision = &plan.decisions[id.index()];
        let decided = match decision {
            Decision::Removed(proof) => format!("none{}", removed(words, proof)),
            Decision::Untainted => "none: not proved, but untouched by outside data".to_owned(),
            Decision::Checked(check) => match coalesced_into.get(&id) {
                Some(first) => format!("shadow, with {first:?}"),
                None => check_name(check, access.by_library).to_owned(),
            },
            Decision::Hoisted(Hoisted {
                check,
                by: HoistedBy::CachedBound(one),
            }) => {
                let cached = &plan.cached_bounds[one.cached_bound];
                format!(
                    "{} unless {} is below bound {} before {:?}",
                    check_name(check, false),
                    place_name(one.place),
                    one.bound,
                    cached.header
                )
            }
            Decision::Hoisted(Hoisted {
                check,
                by: HoistedBy::Range(range),
            }) => {
                let header = plan.loops[*range].header;
                format!(
                    "{} unless the range check before {header:?} passes",
                    check_name(check, false)
                )
            }
        };
        let proof = match decision.spatial().map(|spatial| &spatial.region) {
            Some(Region::Symbolic(proof)) => format!(", {proof}"),
            // The rule's name says all of these.
            Some(Region::Constant { .. } | Region::Simpler(_)) | None => String::new(),
        };
        let _ = writeln!(text, "  {id:?} {place} {kind} {size}: {decided}{proof}");
    }
}

/// Why an access has no check.
fn removed(words: Words<'_>, proof: &Proof) -> String {
    if let Argument::CheckedBefore { by, .. } = &proof.argument {
        let ids = by.accesses.iter().map(|by| format!("{by:?}"));
        let others = words.in_other_functions(by);
        let by: Vec<String> = ids.chain(others).collect();
        return format!(": covered by {}", by.join(", "));
    }
    match proof.spatial().map(|spatial| &spatial.region) {
        Some(Region::Constant { offset, .. }) => format!(": at offset {offset} of a live object"),
        Some(_) if proof.is_guarded() => {
            format!(" unless {} wraps: in range of a live object", guards(proof))
        }
        Some(Region::Symbolic(_) | Region::Simpler(_)) | None => {
            ": in range of a live object".to_owned()
        }
    }
}

/// A range check before a loop, in one line.
fn range_check(one: &LoopCheck) -> String {
    let mut text = format!("before {:?}, at the end of {:?}:", one.header, one.entry);
    for range in &one.ranges {
        let _ = write!(text, " [{} .. {}]", range.first, range.last);
    }
    for condition in &one.conditions {
        let _ = write!(text, ", if {condition}");
    }
    text
}

/// A cached bound, in one line.
fn cached_bound(one: &CachedBound) -> String {
    let mut text = format!(
        "before {:?}, at the end of {:?}: addressable length at {:?}",
        one.header, one.entry, one.base
    );
    for bound in &one.bounds {
        let _ = write!(text, ", {} bytes every {}", bound.end, bound.scale);
    }
    text
}

fn place_name(place: Place) -> String {
    match place {
        Place::Index(index, offset) => format!("{index:?} + {offset}"),
        Place::Distance => "its distance".to_owned(),
    }
}

/// The operations that a proof assumes not to wrap.
fn guards(proof: &Proof) -> String {
    let operations = proof.assumptions.iter().filter_map(|one| match one {
        Assumption::NoWrap(no_wrap) => Some(format!("{:?}", no_wrap.operation)),
        _ => None,
    });
    operations.collect::<Vec<_>>().join(" or ")
}

/// The check that is made.
fn check_name(check: &Check, by_library: bool) -> &'static str {
    match (check.bounds.is_some(), check.shadow) {
        (true, false) if by_library => "bounds, and that of the library function",
        (true, false) => "bounds",
        (true, true) => "bounds and shadow",
        (false, true) => "shadow",
        (false, false) => "that of the library function",
    }
}
