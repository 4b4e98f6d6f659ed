//! Does memory that is addressable when control enters a loop stay so in all its iterations?
//!
//! Claims: where [`LoopKills::keeps`] says so, no instruction of the loop kills memory at the base ([`super::kills`]).

use super::Kills;
use crate::FunctionContext;
use sanecc_analysis::Kills as _;
use sanecc_analysis::{Kill, Loop};
use sanecc_ir::{BlockId, Id, ValueId};

/// The kills in each loop of a function.
pub struct LoopKills<'q> {
    context: &'q FunctionContext<'q>,
    kills: Kills<'q>,
    /// The kills in a loop; index = loop.
    in_loop: Vec<Option<Vec<Kill>>>,
}

impl<'q> LoopKills<'q> {
    /// For a function with so many loops. Computes nothing yet.
    pub fn of(context: &'q FunctionContext<'q>, loops: usize) -> Self {
        Self {
            context,
            kills: Kills::of(context.whole, context.id),
            in_loop: vec![None; loops],
        }
    }

    /// Whether no instruction of the loop with this number kills memory at the base.
    pub fn keeps(&mut self, number: usize, one: &Loop, base: ValueId) -> bool {
        let Self {
            context,
            kills,
            in_loop,
        } = self;
        let all = in_loop[number].get_or_insert_with(|| {
            let blocks = one.blocks.ones().map(BlockId::from_index);
            let mut all: Vec<Kill> = blocks
                .flat_map(|block| &context.function.blocks[block].instructions)
                .filter_map(|instruction| kills.of(*instruction))
                .collect();
            all.sort_by_key(|ending| ending.0);
            all.dedup();
            all
        });
        !all.iter().any(|ending| kills.clobbers(*ending, base))
    }
}
