//! The same question put to a simpler domain, to see what the symbolic one is worth (GreenArrays (2014), figure 25).

use crate::plan::FunctionContext;
use crate::plan::budget::Rule;
use crate::plan::decide::AccessContext;
use crate::plan::proof::{Region, SpatialProof};
use sanecc_analysis::Object;
use sanecc_analysis::pentagons::{Domain, Pentagons};

/// What the domain says of the function.
pub(super) fn solve<'q>(context: &FunctionContext<'q>, domain: Domain) -> Option<Pentagons<'q>> {
    Pentagons::of(context.analyses, domain)
}

/// A proof, if the domain shows it.
pub(super) fn prove(
    pentagons: &Pentagons<'_>,
    rule: Rule,
    object: Object,
    at: &AccessContext<'_>,
) -> Option<SpatialProof> {
    let proved = pentagons.stays_within(object, at.access, at.place, at.block);
    proved.then_some(SpatialProof {
        rule,
        object: Some(object),
        region: Region::Simpler(pentagons.domain()),
    })
}
