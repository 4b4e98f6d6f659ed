//! Under which conditions does the source execute a load that LLVM speculates?
//!
//! LLVM loads from both addresses of a select or phi if both are always dereferenceable, and chooses between the results
//! ([`Function::speculated`]). It ignores whether a local is out of scope, or whether the program has poisoned the memory:
//! the check of the load that is not chosen would report an error that the program does not have.
//!
//! Claims: a load that is found here is used only where one of its guards holds, and the guards can be computed before the load.
//! Follows selects, and the edges into the block of a phi; gives up (the load stays as it is) at other uses. LLVM merges
//! loads of the same address, so a load may have several guards.

use crate::FunctionAnalyses;
use sanecc_ir::{BlockId, Function, Mode, Op, ValueId, mutant};

/// Most guards of one load.
const MOST_GUARDS: usize = 8;

/// A load whose result is used only under a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Speculated {
    /// The load.
    pub load: ValueId,
    /// Where it reads.
    pub pointer: ValueId,
    /// What that address leads back to.
    pub object: ValueId,
    /// All conditions of one of these hold where the result is used.
    pub guards: Vec<Vec<Condition>>,
}

/// Something that holds or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Condition {
    /// A bit is as told.
    Is(ValueId, bool),
    /// The value is one of these constants, or it is told of none of them that it is.
    OneOf(ValueId, Vec<ValueId>, bool),
}

impl Condition {
    fn value(&self) -> ValueId {
        match self {
            Condition::Is(value, _) | Condition::OneOf(value, ..) => *value,
        }
    }
}

/// Finds them.
pub fn speculated(analyses: &FunctionAnalyses<'_>) -> Vec<Speculated> {
    let function = analyses.function();
    if function.speculated.is_empty() {
        return Vec::new();
    }
    let search = LoadGuards { function, analyses };
    let mut found = Vec::new();
    for (block, body) in function.blocks.iter() {
        for (at, &load) in body.instructions.iter().enumerate() {
            if let Some(&choices) = function.speculated.get(&load)
                && let Some(Op::Load {
                    pointer,
                    mode: Mode::SIMPLE,
                }) = function.op(load)
                && let Some(guards) = search.guards(load, choices, block, at)
            {
                found.push(Speculated {
                    load,
                    pointer: *pointer,
                    object: function.resolve(*pointer).base,
                    guards,
                });
            }
        }
    }
    found
}

struct LoadGuards<'f> {
    function: &'f Function,
    analyses: &'f FunctionAnalyses<'f>,
}

impl LoadGuards<'_> {
    /// What holds wherever the load's result is used, as far as it is known before instruction `at` of `block`, which is the load.
    fn guards(
        &self,
        load: ValueId,
        choices: u32,
        block: BlockId,
        at: usize,
    ) -> Option<Vec<Vec<Condition>>> {
        let mut guards = self.uses(load, block, choices)?;
        for guard in &mut guards {
            let known = guard
                .iter()
                .take_while(|condition| self.is_known(condition.value(), block, at));
            let known = known.count();
            guard.truncate(known);
        }
        guards.dedup();
        let are_known = guards.iter().all(|guard| !guard.is_empty());
        are_known.then_some(guards)
    }

    /// What holds at each use of `value`, which is the load or one of the `left` choices in a row. `block` is that of the load.
    fn uses(&self, value: ValueId, block: BlockId, left: u32) -> Option<Vec<Vec<Condition>>> {
        let left = left.checked_sub(1)?;
        let mut all = Vec::new();
        for &user in self.analyses.uses().users(value) {
            let condition = self.choice(value, user, block)?;
            let further = self.uses(user, block, left);
            for more in further.unwrap_or_else(|| vec![Vec::new()]) {
                all.push([vec![condition.clone()], more].concat());
            }
            if all.len() > MOST_GUARDS {
                return None;
            }
            if mutant!("speculated/every-use") {
                break;
            }
        }
        (!all.is_empty()).then_some(all)
    }

    /// What holds where `user` chooses `value`.
    fn choice(&self, value: ValueId, user: ValueId, block: BlockId) -> Option<Condition> {
        match self.function.op(user)? {
            Op::Select {
                condition,
                then,
                otherwise,
            } if *condition != value && then != otherwise => {
                let holds = *then == value || mutant!("speculated/side");
                Some(Condition::Is(*condition, holds))
            }
            Op::Phi(edges) => {
                let only_from_here = edges.iter().all(|&(from, v)| v != value || from == block)
                    || mutant!("speculated/one-edge");
                let target = self.analyses.block_of(user)?;
                only_from_here.then(|| self.edge(block, target))?
            }
            _ => None,
        }
    }

    /// What holds where control goes from `block` to `target`.
    fn edge(&self, block: BlockId, target: BlockId) -> Option<Condition> {
        let body = &self.function.blocks[block];
        let Op::Branch(operands) = self.function.op(*body.instructions.last()?)? else {
            return None;
        };
        match (operands.as_slice(), body.successors.as_slice()) {
            (&[bit], &[holds, fails]) if holds != fails => {
                Some(Condition::Is(bit, holds == target))
            }
            (&[value, ref cases @ ..], &[otherwise, ref targets @ ..])
                if cases.len() == targets.len() && !cases.is_empty() =>
            {
                let here = otherwise == target;
                let cases = cases.iter().zip(targets);
                // Where no case holds, control goes there as well: those that lead elsewhere do not hold.
                let cases = cases
                    .filter(|&(_, &to)| (to == target) != here)
                    .map(|(&case, _)| case);
                let cases: Vec<_> = cases.collect();
                let all_are_constant = cases.iter().all(|&v| self.function.integer(v).is_some());
                (all_are_constant && !cases.is_empty())
                    .then_some(Condition::OneOf(value, cases, !here))
            }
            _ => None,
        }
    }

    /// Whether `value` is computed before place `at` of `block` is reached.
    fn is_known(&self, value: ValueId, block: BlockId, at: usize) -> bool {
        self.analyses.is_fixed_before(value, block)
            || self.function.blocks[block].instructions[..at].contains(&value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;

    fn choose(f: &mut Builder, block: usize, condition: ValueId, sides: [ValueId; 2]) -> ValueId {
        let [then, otherwise] = sides;
        let choice = Op::Select {
            condition,
            then,
            otherwise,
        };
        f.push(block, choice)
    }

    /// The only guard of a load that is marked; `use_it` is told the load, a bit and another value.
    fn guard(
        use_it: impl FnOnce(&mut Builder, ValueId, ValueId, ValueId),
    ) -> Option<Vec<Condition>> {
        match guards(use_it)?.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        }
    }

    /// All of them.
    fn guards(
        use_it: impl FnOnce(&mut Builder, ValueId, ValueId, ValueId),
    ) -> Option<Vec<Vec<Condition>>> {
        let mut builder = Builder::new(4);
        let (object, bit, other) = (
            builder.alloca(0, Some(8)),
            builder.integer(1),
            builder.integer(32),
        );
        let load = builder.load(0, object);
        builder.function.speculated.insert(load, 1);
        use_it(&mut builder, load, bit, other);
        let found = speculated(&FunctionAnalyses::of(&builder.function));
        assert!(
            found
                .iter()
                .all(|one| one.load == load && one.object == object)
        );
        found.into_iter().next().map(|one| one.guards)
    }

    #[test]
    fn a_choice_guards_what_it_chooses() {
        let bit = std::cell::Cell::new(None);
        let found = guard(|f, load, condition, other| {
            bit.set(Some(condition));
            choose(f, 0, condition, [load, other]);
        });
        assert_eq!(found, bit.get().map(|bit| vec![Condition::Is(bit, true)]));
        let found = guard(|f, load, condition, other| {
            bit.set(Some(condition));
            choose(f, 0, condition, [other, load]);
        });
        assert_eq!(found, bit.get().map(|bit| vec![Condition::Is(bit, false)]));
    }

    #[test]
    fn other_uses_need_the_load() {
        assert_eq!(guard(|_, _, _, _| ()), None);
        assert_eq!(
            guard(|f, load, _, _| _ = f.push(0, Op::Return(Some(load)))),
            None
        );
        assert_eq!(
            guard(|f, load, bit, _| _ = choose(f, 0, bit, [load, load])),
            None
        );
        let late = guard(|f, load, _, other| {
            let bit = f.compute(0, Op::Freeze(other), 1);
            choose(f, 0, bit, [load, other]);
        });
        assert_eq!(late, None);
    }

    #[test]
    fn each_use_guards_what_one_load_serves() {
        let both = guards(|f, load, bit, other| {
            choose(f, 0, bit, [load, other]);
            choose(f, 0, bit, [other, load]);
        });
        let [holds, fails] = both.as_deref().unwrap() else {
            panic!("{both:?}");
        };
        assert!(matches!(holds.as_slice(), [Condition::Is(_, true)]));
        assert!(matches!(fails.as_slice(), [Condition::Is(_, false)]));
        // One that is used whatever holds.
        let always = guards(|f, load, bit, other| {
            choose(f, 0, bit, [load, other]);
            f.push(0, Op::Return(Some(load)));
        });
        assert_eq!(always, None);
    }

    #[test]
    fn a_load_that_comes_in_from_several_blocks_has_no_edge() {
        let found = guards(|f, load, bit, _| {
            f.push(0, Op::Branch(vec![bit]));
            f.edge(0, 1);
            f.edge(0, 2);
            let (one, two) = (f.block(1), f.block(2));
            f.edge(1, 3);
            f.edge(2, 3);
            f.push(3, Op::Phi(vec![(one, load), (two, load)]));
        });
        assert_eq!(found, None);
    }

    #[test]
    fn as_many_choices_are_followed_as_are_marked() {
        let followed = |marked: bool| {
            guard(|f, load, bit, other| {
                let first = choose(f, 0, bit, [load, other]);
                let second = f.integer(1);
                choose(f, 0, second, [other, first]);
                if marked {
                    f.function.speculated.insert(load, 2);
                }
            })
        };
        assert_eq!(followed(true).map(|guard| guard.len()), Some(2));
        assert_eq!(followed(false).map(|guard| guard.len()), Some(1));
    }

    #[test]
    fn an_edge_guards_what_a_phi_takes_from_it() {
        let by_bit = |target: usize| {
            guard(|f, load, bit, other| {
                f.push(0, Op::Branch(vec![bit]));
                f.edge(0, 1);
                f.edge(0, 2);
                let (from, elsewhere) = (f.block(0), f.block(3));
                f.push(target, Op::Phi(vec![(from, load), (elsewhere, other)]));
            })
        };
        assert!(matches!(
            by_bit(1).as_deref(),
            Some([Condition::Is(_, true)])
        ));
        assert!(matches!(
            by_bit(2).as_deref(),
            Some([Condition::Is(_, false)])
        ));
        let by_switch = |target: usize| {
            guard(|f, load, _, other| {
                let (one, two) = (f.number(1, 32), f.number(2, 32));
                f.push(0, Op::Branch(vec![other, one, two]));
                f.edge(0, 1);
                f.edge(0, 2);
                f.edge(0, 1);
                let from = f.block(0);
                f.push(target, Op::Phi(vec![(from, load)]));
            })
        };
        // Otherwise and 2 lead to block 1, 1 to block 2.
        let cases = |guard: Option<Vec<Condition>>| match guard.as_deref() {
            Some([Condition::OneOf(_, cases, holds)]) => Some((cases.len(), *holds)),
            _ => None,
        };
        assert_eq!(cases(by_switch(1)), Some((1, false)));
        assert_eq!(cases(by_switch(2)), Some((1, true)));
    }
}
