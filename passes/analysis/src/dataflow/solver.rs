//! Passes over the blocks until no state changes.
//!
//! A pass visits the blocks whose boundary state has changed since their last visit, in reverse postorder (forward) or postorder (backward), so that
//! the order of visits depends on nothing but the function. Kam and Ullman, "Global Data Flow Analysis and Iterative
//! Algorithms" (1976): for sets of facts, the nesting of loops plus two passes are enough on reducible control flow.

use super::{Analysis, Direction, Domain, Results};
use crate::dominators::reverse_postorder;
use sanecc_ir::{BlockId, Function, Id};

pub(super) fn solve<A: Analysis>(analysis: A, function: &Function) -> Results<A> {
    let forward = A::DIRECTION == Direction::Forward;
    let mut order = reverse_postorder(function);
    if !forward {
        order.reverse();
    }
    let mut states = vec![analysis.bottom(function); function.blocks.len()];
    for &block in &order {
        let starts = match A::DIRECTION {
            Direction::Forward => block.index() == 0,
            Direction::Backward => function.blocks[block].successors.is_empty(),
        };
        if starts {
            states[block.index()] = analysis.boundary(function);
        }
    }
    let mut grown = vec![0; function.blocks.len()];
    // Blocks that no path reaches have no edges here: they are never waiting.
    let mut reached = vec![false; function.blocks.len()];
    order.iter().for_each(|block| reached[block.index()] = true);
    let mut waiting = reached.clone();
    let mut left = order.len();
    let mut state = analysis.bottom(function);
    for _ in 0..A::MAX_PASSES {
        for &block in &order {
            if !std::mem::take(&mut waiting[block.index()]) {
                continue;
            }
            left -= 1;
            state.clone_from(&states[block.index()]);
            replay(&analysis, function, block, &mut state);
            let content = &function.blocks[block];
            let next = match A::DIRECTION {
                Direction::Forward => &content.successors,
                Direction::Backward => &content.predecessors,
            };
            for &other in next.iter().filter(|other| reached[other.index()]) {
                let (from, to) = if forward {
                    (block, other)
                } else {
                    (other, block)
                };
                let Some(through) = analysis.edge(function, from, to, &state) else {
                    continue;
                };
                let target = &mut states[other.index()];
                let before = A::WIDENS.then(|| target.clone());
                if !target.join(&through) {
                    continue;
                }
                if let Some(before) = before {
                    let times = &mut grown[other.index()];
                    analysis.widen(other, *times, &before, target);
                    *times += 1;
                }
                left += usize::from(!std::mem::replace(&mut waiting[other.index()], true));
            }
        }
        if left == 0 {
            return Results {
                analysis,
                states,
                reached,
            };
        }
    }
    Results::unsolved(analysis, function)
}

/// Applies the transfer functions of a whole block.
fn replay<A: Analysis>(analysis: &A, function: &Function, block: BlockId, state: &mut A::Domain) {
    let instructions = &function.blocks[block].instructions;
    match A::DIRECTION {
        Direction::Forward => {
            for &instruction in instructions {
                analysis.transfer(function, instruction, state);
            }
        }
        Direction::Backward => {
            for &instruction in instructions.iter().rev() {
                analysis.transfer(function, instruction, state);
            }
        }
    }
}
