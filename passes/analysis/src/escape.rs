//! May the address of a stack object be used after its function has returned?
//!
//! Claims: an address that does not escape is nowhere once the function is left: it was not stored, not returned,
//! and handed only to callees that do not keep it, by LLVM's word (`nocapture`). Follows address arithmetic, merges and choices;
//! gives up (escaped) at everything else. Weaker than [`crate::Captured`], which asks whether anybody else may have the
//! address while the function runs.

use crate::Uses;
use rustc_hash::FxHashSet;
use sanecc_ir::{Function, Op, ValueDef, ValueId};

/// Whether the address that begins at `root` may outlive a call of the function.
pub fn escapes(function: &Function, uses: &Uses, root: ValueId) -> bool {
    let mut work = vec![root];
    let mut seen = FxHashSet::from_iter([root]);
    while let Some(address) = work.pop() {
        for &user in uses.users(address) {
            match one_use(function, user, address) {
                Use::Over => {}
                Use::Kept => return true,
                Use::Passed => {
                    if seen.insert(user) {
                        work.push(user);
                    }
                }
            }
        }
    }
    false
}

/// What becomes of an address in one use.
enum Use {
    /// Nothing that lasts.
    Over,
    /// The user's result is (or may be) the address.
    Passed,
    /// It may be anywhere.
    Kept,
}

fn one_use(function: &Function, user: ValueId, address: ValueId) -> Use {
    let op = match &function.values[user].def {
        ValueDef::Instruction(op) => op,
        ValueDef::ConstantPlace(_)
        | ValueDef::Param(_)
        | ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Global(_)
        | ValueDef::Function(_)
        | ValueDef::Undefined
        | ValueDef::Constant => return Use::Kept,
    };
    let kept_if = |kept| if kept { Use::Kept } else { Use::Over };
    match op {
        Op::Load { .. }
        | Op::Compare(..)
        | Op::ScopeBegin(_)
        | Op::ScopeEnd(_)
        | Op::Memory(..) => Use::Over,
        Op::Store { value, .. } => kept_if(*value == address),
        Op::Atomic { operands, .. } => kept_if(operands.contains(&address)),
        Op::Address(place) if place.terms.iter().all(|term| term.index != address) => Use::Passed,
        Op::Phi(_) | Op::Freeze(_) => Use::Passed,
        Op::Select { condition, .. } if *condition != address => Use::Passed,
        Op::Call { arguments, .. } | Op::Inert(arguments) => {
            let not_kept = |number| function.not_kept.contains(&(user, number as u32));
            let handed = arguments.iter().enumerate().filter(|(_, a)| **a == address);
            let count = handed.clone().count();
            // The callee of an indirect call and bundles are operands, too.
            let mut operands = 0;
            op.operands(|operand| operands += usize::from(operand == address));
            kept_if(count != operands || handed.into_iter().any(|(number, _)| !not_kept(number)))
        }
        Op::Alloca { .. }
        | Op::Fence
        | Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Cast(..)
        | Op::Select { .. }
        | Op::Element(_)
        | Op::VaArg(_)
        | Op::StackRestore(_)
        | Op::Return(_)
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable
        | Op::Opaque { .. } => Use::Kept,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sketch::Sketch;
    use sanecc_ir::{CastOp, Model, Predicate};

    fn escaped_by(use_it: impl Fn(&mut Sketch, ValueId)) -> bool {
        let mut sketch = Sketch::new(1);
        let object = sketch.alloca(0, Some(16));
        let address = sketch.address(0, object, None);
        let condition = sketch.constant(1);
        let choice = Op::Select {
            condition,
            then: address,
            otherwise: object,
        };
        let either = sketch.push(0, choice);
        use_it(&mut sketch, either);
        let uses = Uses::of(&sketch.function);
        escapes(&sketch.function, &uses, object)
    }

    #[test]
    fn accesses_and_comparisons_keep_nothing() {
        assert!(!escaped_by(|f, p| {
            f.load(0, p);
            let one = f.constant(1);
            f.store(0, p, one);
            f.push(0, Op::Compare(Predicate::Eq, p, one));
            f.push(0, Op::Freeze(p));
        }));
    }

    #[test]
    fn stored_returned_and_converted_addresses_escape() {
        assert!(escaped_by(|f, p| {
            let other = f.alloca(0, Some(8));
            f.store(0, other, p);
        }));
        assert!(escaped_by(|f, p| {
            f.push(0, Op::Return(Some(p)));
        }));
        assert!(escaped_by(|f, p| {
            f.push(0, Op::Cast(CastOp::PtrToInt, p));
        }));
    }

    #[test]
    fn a_call_decides_argument_by_argument() {
        let call = |f: &mut Sketch, p: ValueId, not_kept: &[u32]| {
            let call = f.call(0, Model::UNKNOWN, vec![p, p]);
            let numbers = not_kept.iter().map(|number| (call, *number));
            f.function.not_kept.extend(numbers);
        };
        assert!(escaped_by(|f, p| call(f, p, &[])));
        assert!(escaped_by(|f, p| call(f, p, &[0])));
        assert!(!escaped_by(|f, p| call(f, p, &[0, 1])));
    }
}
