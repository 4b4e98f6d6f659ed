//! `pentagons`, `intervals`: simpler domains, to measure what the symbolic one is worth (GreenArrays (2014), figure 25).

use crate::{AccessContext, FunctionContext, Region, Rule, SpatialProof};
use sanecc_analysis::Object;
use sanecc_analysis::pentagons::{Domain, Pentagons};

/// Solves the domain for the function.
pub(super) fn solve<'q>(context: &FunctionContext<'q>, domain: Domain) -> Option<Pentagons<'q>> {
    Pentagons::of(context.analyses, domain)
}

/// A proof, if the domain bounds the access.
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
