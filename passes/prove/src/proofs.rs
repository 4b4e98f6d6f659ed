//! Answers the obligations of one function, at the place of each.
//!
//! The facts about lifetimes belong to places, so there is a cursor that moves forward through a block. An access in front of it, or in another block, starts that block again.

use crate::redundant::{Naming, RedundantChecks};
use crate::{
    AccessContext, Alive, Argument, Assumption, Claim, Obligation, Proof, Solved, SpatialFailure,
    SpatialProof, Subject, TemporalFailure, Unproved, pair, temporal,
};
use sanecc_analysis::{NonEscapingCursor, Object, ScopeCursor};
use sanecc_ir::{AccessId, Address, BlockId, Id};

/// The answers for one function.
pub struct Proofs<'s, 'q> {
    solved: &'s Solved<'q>,
    /// The first access of each block; index = block.
    first: Vec<Option<AccessId>>,
    cursor: Option<Cursor<'s>>,
}

/// What holds at one place of a block.
struct Cursor<'s> {
    block: BlockId,
    /// Index of the instruction in its block.
    at: usize,
    /// The accesses of the function that are behind the cursor.
    made: usize,
    scopes: ScopeCursor<'s>,
    own: NonEscapingCursor<'s>,
    redundant: RedundantChecks<'s>,
    /// The access in front of which the cursor stands.
    here: Option<Here>,
}

/// An access whose pointer is resolved.
struct Here {
    id: AccessId,
    place: Address,
    object: Option<Object>,
}

impl<'s, 'q> Proofs<'s, 'q> {
    pub(crate) fn of(solved: &'s Solved<'q>) -> Self {
        let context = solved.context;
        let mut first = vec![None; context.function.blocks.len()];
        for (id, access) in context.function.accesses.iter() {
            if let Some(block) = context.analyses.block_of(access.instruction) {
                first[block.index()].get_or_insert(id);
            }
        }
        Self {
            solved,
            first,
            cursor: None,
        }
    }

    /// A proof of the obligation.
    ///
    /// # Errors
    /// If there is none, why.
    pub fn prove(&mut self, obligation: Obligation) -> Result<Proof, Unproved> {
        let Obligation { subject, claim } = obligation;
        let id = match (subject, claim) {
            (Subject::Access(id), _) => id,
            (Subject::Pair(number), Claim::InBounds) => return self.one_object(number, false),
            (Subject::Pair(number), Claim::Valid) => return self.one_object(number, true),
            (Subject::Pair(_), Claim::Alive | Claim::CheckedBefore) => {
                return Err(Unproved::NoSuchClaim);
            }
        };
        match claim {
            Claim::InBounds => {
                let spatial = self.in_bounds(id)?;
                let promises = spatial.rests_on();
                Ok(Proof {
                    argument: Argument::InBounds(spatial),
                    assumptions: promises.iter().map(Assumption::Environment).collect(),
                })
            }
            Claim::Alive => {
                let alive = self.alive(id)?;
                let mut assumptions = Vec::new();
                let at = self.at(id);
                let mut objects = at.objects().iter();
                let hidden = at.pointees.is_none()
                    && !at.objects().is_empty()
                    && objects.all(|object| at.is_private(*object));
                if !hidden
                    && self
                        .solved
                        .context
                        .options()
                        .environment
                        .has_manual_poisoning()
                {
                    assumptions.push(Assumption::NotPoisonedElsewhere);
                }
                assumptions.extend(alive.promises.iter().map(Assumption::Environment));
                Ok(Proof {
                    argument: Argument::Alive(alive.reason),
                    assumptions,
                })
            }
            Claim::Valid => {
                let spatial = self.in_bounds(id)?;
                let alive = self.alive(id)?;
                Ok(self.valid(id, spatial, alive))
            }
            Claim::CheckedBefore => self.checked_before(id).ok_or(Unproved::NotChecked),
        }
    }

    /// Why all bytes of the access lie in the object that its pointer points into.
    ///
    /// # Errors
    /// If there is no proof, why.
    pub fn in_bounds(&mut self, id: AccessId) -> Result<SpatialProof, SpatialFailure> {
        self.seek(id);
        self.solved.spatial.prove(&self.at_cursor())
    }

    /// Why the accessed object is alive, and not poisoned by this module.
    ///
    /// # Errors
    /// If there is no proof, why.
    pub fn alive(&mut self, id: AccessId) -> Result<Alive, TemporalFailure> {
        self.seek(id);
        temporal::lives(&self.at_cursor())
    }

    /// The proof of a valid access from its two halves.
    pub fn valid(&mut self, id: AccessId, spatial: SpatialProof, alive: Alive) -> Proof {
        let at = self.at(id);
        let manual_poisoning = at.context.environment().has_manual_poisoning();
        let hidden = spatial.object.is_some_and(|object| at.is_private(object));
        let mut assumptions = Vec::new();
        if manual_poisoning && !hidden {
            assumptions.push(Assumption::NotPoisonedElsewhere);
        }
        let promises = spatial.rests_on().and(alive.promises);
        assumptions.extend(promises.iter().map(Assumption::Environment));
        Proof {
            argument: Argument::Valid(spatial, alive.reason),
            assumptions,
        }
    }

    /// Whether accesses that the client checks cover this one. [`Solved::covered`] has the proofs.
    pub fn is_redundant(&mut self, id: AccessId) -> bool {
        self.seek(id);
        let cursor = self.cursor.as_ref();
        cursor.is_some_and(|cursor| cursor.redundant.has(id))
    }

    /// The access with all facts at its place.
    pub fn at(&mut self, id: AccessId) -> AccessContext<'_> {
        self.seek(id);
        self.at_cursor()
    }

    fn checked_before(&mut self, id: AccessId) -> Option<Proof> {
        if !self.is_redundant(id) {
            return None;
        }
        let Solved {
            context, available, ..
        } = self.solved;
        Naming::of(context, available).proof(id, |other| other != id)
    }

    fn one_object(&self, number: usize, alive: bool) -> Result<Proof, Unproved> {
        let context = self.solved.context;
        let mut pair = pair::prove(self.solved, number)?;
        let mut assumptions = Vec::new();
        if alive {
            pair.life = Some(pair::lives(self.solved, number, &pair)?.reason);
            let hidden = |object| context.whole.is_private(context.id, object);
            if context.environment().has_manual_poisoning() && !pair.object.is_some_and(hidden) {
                assumptions.push(Assumption::NotPoisonedElsewhere);
            }
        }
        let promises = pair.rests_on();
        assumptions.extend(promises.iter().map(Assumption::Environment));
        Ok(Proof {
            argument: Argument::Pair(pair),
            assumptions,
        })
    }

    /// Moves the cursor directly in front of an access.
    fn seek(&mut self, id: AccessId) {
        let here = self.cursor.as_ref().and_then(|cursor| cursor.here.as_ref());
        if here.is_some_and(|here| here.id == id) {
            return;
        }
        let Solved {
            context,
            own,
            available,
            ..
        } = self.solved;
        let function = context.function;
        let instruction = function.accesses[id].instruction;
        let block = context.analyses.block_of(instruction);
        let block = block.expect("an access belongs to an instruction of a block");
        let is_ahead = |cursor: &Cursor<'_>| cursor.block == block && cursor.made <= id.index();
        if !self.cursor.as_ref().is_some_and(is_ahead) {
            let first = self.first[block.index()].expect("the block has an access");
            self.cursor = Some(Cursor {
                block,
                at: 0,
                made: first.index(),
                scopes: context.analyses.scopes().cursor(block),
                own: own.cursor(block),
                redundant: RedundantChecks::new(available, block),
                here: None,
            });
        }
        let cursor = self.cursor.as_mut().expect("it was just placed");
        let accesses = &function.accesses;
        let place = function.resolve(accesses[id].pointer);
        cursor.here = Some(Here {
            id,
            object: context.object_of_access(&accesses[id], &place),
            place,
        });
        loop {
            let here = function.blocks[block].instructions[cursor.at];
            while cursor.made < id.index()
                && accesses[AccessId::from_index(cursor.made)].instruction == here
            {
                cursor.redundant.make(AccessId::from_index(cursor.made));
                cursor.made += 1;
            }
            if here == instruction {
                return;
            }
            cursor.scopes.pass(function, here);
            cursor.own.pass(function, here);
            cursor.redundant.pass(function, here);
            cursor.at += 1;
        }
    }

    /// The access in front of which the cursor is.
    fn at_cursor(&self) -> AccessContext<'_> {
        let Solved {
            context, spatial, ..
        } = self.solved;
        let cursor = self.cursor.as_ref().expect("the cursor is at the access");
        let here = cursor.here.as_ref().expect("the cursor is at the access");
        AccessContext {
            context,
            id: here.id,
            access: &context.function.accesses[here.id],
            object: here.object,
            behind: spatial.objects(&here.place),
            pointees: spatial.caller_pointees(&here.place),
            place: &here.place,
            block: cursor.block,
            scopes: &cursor.scopes,
            own: &cursor.own,
            redundant: &cursor.redundant,
        }
    }
}
