//! An offset, length or size that is no constant, bounded by symbolic ranges (section 4.4 of the paper).
//!
//! Where the function as it is shows nothing, because a value may be poison whose promise (`nsw` and the like) is not proved, it is asked
//! again without these promises. What the proofs need of that is taken back in the program ([`InRange::withdrawn`]).

use super::{in_bounds, object_of_access};
use crate::plan::Question;
use crate::plan::budget::Rule;
use crate::plan::decide::At;
use crate::plan::decision::Decision;
use crate::plan::proof::{Region, Within};
use sanecc_analysis::symbolic::{Promises, Ranges, Regions, Unproved, roots_of_access};
use sanecc_ir::{Id, ValueId, mutated};
use std::cell::OnceCell;
use std::sync::Arc;

/// The ranges of a function.
pub(super) struct InRange<'q> {
    question: &'q Question<'q>,
    roots: Vec<ValueId>,
    kept: Ranges<'q>,
    /// Made when it is first asked.
    without: OnceCell<Option<Ranges<'q>>>,
}

impl<'q> InRange<'q> {
    /// The ranges that the function's accesses depend on, if any do.
    pub(super) fn of(question: &'q Question<'q>) -> Option<Self> {
        let function = question.function;
        let parameters = question.parameters.clone();
        let reloads = (question.reloads)(question.id);
        let regions = Regions::recalling(question.module, function, parameters, reloads)
            .knowing(Arc::clone(question.results));
        let mut roots = Vec::new();
        let mut asked = false;
        for (_, access) in function.accesses.iter() {
            let place = function.resolve(access.pointer);
            let constant = object_of_access(question, access, &place)
                .is_some_and(|object| in_bounds::applies(object, access, &place));
            // What only callers know, and may be dead by now, is checked in any case.
            let root = regions.root(place.base);
            let seen = root.is_some_and(|root| regions.behind(root).is_some());
            if seen && !access.by_library && !constant {
                roots.extend(roots_of_access(access, &place));
                asked = true;
            }
        }
        let kept = asked.then(|| solve(question, Promises::Kept, regions, &roots))??;
        Some(Self {
            question,
            roots,
            kept,
            without: OnceCell::new(),
        })
    }

    /// What pointers are counted from.
    pub(super) fn regions(&self) -> &Regions {
        self.kept.regions()
    }

    /// The instructions with promises that are not proved, among those that the roots are computed from; none where nobody knows. LLVM would decide
    /// comparisons by them.
    pub(super) fn unproved(&self, roots: &[ValueId]) -> Option<Vec<ValueId>> {
        if roots.is_empty() || !self.kept.has_unproved_promises() {
            return Some(Vec::new());
        }
        let without = self.without()?;
        Some(without.withdrawn(roots.iter().copied()))
    }

    fn without(&self) -> Option<&Ranges<'q>> {
        let without = self.without.get_or_init(|| {
            let regions = self.regions().clone();
            solve(self.question, Promises::Withdrawn, regions, &self.roots)
        });
        without.as_ref()
    }

    /// A proof, if the ranges show it.
    pub(super) fn prove(&self, at: &At<'_>) -> Result<Within, Unproved> {
        let stays = |ranges: &Ranges<'_>| ranges.stays_within(at.access, at.place, at.block);
        let proof = match stays(&self.kept) {
            Err(why) if self.kept.has_unproved_promises() => {
                stays(self.without().ok_or(why)?).map_err(|_| why)?
            }
            found => found?,
        };
        Ok(Within {
            rule: Rule::InRange,
            object: match *at.objects {
                [object] => Some(object),
                _ => None,
            },
            region: Region::Symbolic(Box::new(proof)),
        })
    }

    /// The instructions whose promises have to go for the proofs that are used. Loads that are taken to yield what stood there before always
    /// do without their types: there are few.
    pub(super) fn withdrawn(&self, decisions: &[Decision]) -> Vec<ValueId> {
        if mutated("in-range/withdrawn") {
            return Vec::new();
        }
        let mut withdrawn = self.regions().reloads().loads().to_vec();
        let Some(Some(without)) = self.without.get() else {
            return withdrawn;
        };
        let function = self.question.function;
        let mut roots = Vec::new();
        for (id, access) in function.accesses.iter() {
            let within = match &decisions[id.index()] {
                Decision::Removed(proof) => Some(&proof.within),
                Decision::Checked(check) => check.within.as_ref().ok(),
                Decision::Hoisted(hoisted) => hoisted.check.within.as_ref().ok(),
            };
            if let Some(Within {
                region: Region::Symbolic(proof),
                ..
            }) = within
                && proof.promises == Promises::Withdrawn
            {
                let place = function.resolve(access.pointer);
                roots.extend(roots_of_access(access, &place));
            }
        }
        withdrawn.extend(without.withdrawn(roots));
        withdrawn
    }
}

fn solve<'q>(
    question: &Question<'q>,
    promises: Promises,
    regions: Regions,
    roots: &[ValueId],
) -> Option<Ranges<'q>> {
    let roots = roots.iter().copied();
    let uses = &question.facts.uses;
    Ranges::with(question.function, uses, regions, promises, roots)
}
