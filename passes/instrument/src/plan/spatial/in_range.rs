//! An offset, length or size that is no constant, bounded by symbolic ranges (section 4.4 of the paper).

use super::{in_bounds, object_of_access};
use crate::plan::Question;
use crate::plan::budget::Rule;
use crate::plan::decide::At;
use crate::plan::proof::{Region, Within};
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::{Ranges, Unproved, roots_of_access};

/// A proof, if the ranges show it.
pub(super) fn prove(
    ranges: &mut Ranges<'_>,
    object: Object,
    at: &At<'_>,
) -> Result<Within, Unproved> {
    let proof = ranges.stays_within(object, at.access, at.place, at.block)?;
    Ok(Within {
        rule: Rule::InRange,
        object: Some(object),
        region: Region::Symbolic(Box::new(proof)),
    })
}

/// The ranges that the function's accesses depend on, if any do.
pub(super) fn ranges<'q>(question: &Question<'q>) -> Option<Ranges<'q>> {
    let function = question.function;
    let mut roots = Vec::new();
    let mut asked = false;
    for (_, access) in function.accesses.iter() {
        let place = function.resolve(access.pointer);
        if let Some(object) = object_of_access(question, access, &place)
            && !access.by_library
            && !in_bounds::applies(object, access, &place)
        {
            roots.extend(roots_of_access(function, object, access, &place));
            asked = true;
        }
    }
    asked
        .then(|| Ranges::of(function, &question.facts.uses, roots))
        .flatten()
}
