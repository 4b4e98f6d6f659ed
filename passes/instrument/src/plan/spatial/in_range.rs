//! An offset, length or size that is no constant, bounded by symbolic ranges (section 4.4 of the paper).

use super::{in_bounds, object_of_access};
use crate::plan::Question;
use crate::plan::budget::Rule;
use crate::plan::decide::At;
use crate::plan::proof::{Region, Within};
use sanecc_analysis::symbolic::{Ranges, Regions, Unproved, roots_of_access};

/// A proof, if the ranges show it.
pub(super) fn prove(
    ranges: &Ranges<'_>,
    at: &At<'_>,
) -> Result<Within, Unproved> {
    let proof = ranges.stays_within(at.access, at.place, at.block)?;
    Ok(Within {
        rule: Rule::InRange,
        object: match *at.objects {
            [object] => Some(object),
            _ => None,
        },
        region: Region::Symbolic(Box::new(proof)),
    })
}

/// The ranges that the function's accesses depend on, if any do.
pub(super) fn ranges<'q>(question: &Question<'q>) -> Option<Ranges<'q>> {
    let function = question.function;
    let regions = Regions::of(question.module, function);
    let mut roots = Vec::new();
    let mut asked = false;
    for (_, access) in function.accesses.iter() {
        let place = function.resolve(access.pointer);
        let constant = object_of_access(question, access, &place)
            .is_some_and(|object| in_bounds::applies(object, access, &place));
        if regions.root(place.base).is_some() && !access.by_library && !constant {
            roots.extend(roots_of_access(access, &place));
            asked = true;
        }
    }
    asked
        .then(|| Ranges::of(function, &question.facts.uses, regions, roots))
        .flatten()
}
