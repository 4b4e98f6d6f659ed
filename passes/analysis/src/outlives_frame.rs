//! May the address of a stack object be used after its function has returned?
//!
//! Claims: an address for which [`outlives_frame`] is false is nowhere once the function is left: it was not stored, not returned,
//! and handed only to callees that do not keep it, by LLVM's word (`nocapture`), or are library functions that give it back
//! ([`Model::returns`](sanecc_ir::Model::returns)). Follows address arithmetic, phis, selects and what is given back; gives up
//! (the address outlives the frame) at everything else.

use crate::Uses;
use crate::worklist::Worklist;
use sanecc_ir::{Addresses, Function, Op, ValueDef, ValueId};

/// Whether the address that begins at `root` may outlive a call of the function.
pub(crate) fn outlives_frame(function: &Function, uses: &Uses, root: ValueId) -> bool {
    let mut work = Worklist::of([root]);
    while let Some(address) = work.pop() {
        for &user in uses.users(address) {
            match one_use(function, user, address) {
                Use::Over => {}
                Use::Kept => return true,
                Use::Passed => work.push(user),
            }
        }
    }
    false
}

/// What becomes of an address in one use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Use {
    /// Nothing that lasts.
    Over,
    /// The user's result is (or may be) the address.
    Passed,
    /// It may be anywhere.
    Kept,
}

/// What becomes of `address`, an operand of `user`.
pub(crate) fn one_use(function: &Function, user: ValueId, address: ValueId) -> Use {
    let op = match &function.values[user].def {
        ValueDef::Instruction(op) => op,
        ValueDef::ConstantAddress(_)
        | ValueDef::Param(_)
        | ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Global(_)
        | ValueDef::Function(_)
        | ValueDef::Undefined
        | ValueDef::Poison
        | ValueDef::Constant(_) => return Use::Kept,
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
        Op::Call { arguments, .. }
        | Op::Inert(_, arguments)
        | Op::LandingPad {
            clauses: arguments, ..
        } => {
            let not_kept =
                |number| function.not_kept.contains(&(user, number)) || forgets(op, number);
            let given_back = |number| returns(function, user) == Some(number);
            let handed = (0..).zip(arguments).filter(|(_, a)| **a == address);
            let mut kept = handed
                .clone()
                .map(|(number, _)| number)
                .filter(|&number| !not_kept(number));
            // The callee of an indirect call and bundles are operands, too.
            let mut operands = 0;
            op.operands(|operand| operands += usize::from(operand == address));
            if handed.clone().count() != operands || kept.clone().any(|number| !given_back(number))
            {
                return Use::Kept;
            }
            match kept.next() {
                Some(_) => Use::Passed,
                None => Use::Over,
            }
        }
        Op::Alloca { .. }
        | Op::Fence(_)
        | Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Cast(..)
        | Op::Select { .. }
        | Op::Element(..)
        | Op::VaArg(_)
        | Op::StackRestore(_)
        | Op::Return(_)
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable
        | Op::Opaque { .. } => Use::Kept,
    }
}

/// Whether a library function that is known keeps an argument nowhere and gives it back to nobody.
fn forgets(op: &Op, number: u32) -> bool {
    let Op::Call { model, .. } = op else {
        return false;
    };
    let kept = match model.addresses {
        Addresses::Unknown => true,
        Addresses::Stored { from, .. } => from == number,
        Addresses::Nowhere
        | Addresses::Copied { .. }
        | Addresses::Moved { .. }
        | Addresses::Filled { .. }
        | Addresses::Shown { .. } => false,
    };
    !kept && model.returns != Some(number)
}

/// The argument that a call of a library function gives back as its result. It must be declared to return a pointer, which
/// then is all there is of it.
fn returns(function: &Function, call: ValueId) -> Option<u32> {
    match function.op(call)? {
        Op::Call { model, .. } if function.values[call].ty.is_plain_pointer() => model.returns,
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use sanecc_ir::{CastOp, Layout, Model, Predicate, Type};

    fn escaped_by(use_it: impl Fn(&mut Builder, ValueId)) -> bool {
        let mut builder = Builder::new(1);
        let object = builder.alloca(0, Some(16));
        let address = builder.address(0, object, None);
        let condition = builder.constant(1);
        let choice = Op::Select {
            condition,
            then: address,
            otherwise: object,
        };
        let either = builder.push(0, choice);
        use_it(&mut builder, either);
        let uses = Uses::of(&builder.function);
        outlives_frame(&builder.function, &uses, object)
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
    fn what_a_library_function_gives_back_escapes_if_the_result_does() {
        let call = |f: &mut Builder, p: ValueId, name, numbers: &[u32]| {
            let other = f.alloca(0, Some(8));
            let mut arguments = vec![other, other];
            for &number in numbers {
                arguments[number as usize] = p;
            }
            let call = f.call(0, Model::of(name, &Layout::default()), arguments);
            f.function.values[call].ty = Type::Pointer(0);
            call
        };
        assert!(!escaped_by(|f, p| {
            let result = call(f, p, "strcpy", &[0]);
            f.load(0, result);
        }));
        assert!(escaped_by(|f, p| {
            let result = call(f, p, "strcpy", &[0]);
            f.push(0, Op::Return(Some(result)));
        }));
        // What lies in the other argument is copied, not where it lies.
        assert!(!escaped_by(|f, p| _ = call(f, p, "strcpy", &[1])));
        assert!(!escaped_by(|f, p| _ = call(f, p, "strcpy", &[0, 1])));
        assert!(escaped_by(|f, p| _ = call(f, p, "strtol", &[0])));
        assert!(!escaped_by(|f, p| _ = call(f, p, "strtol", &[1])));
        assert!(escaped_by(|f, p| _ = call(f, p, "strtok", &[0])));
        // A wrong declaration: what becomes of the result is not seen.
        assert!(escaped_by(|f, p| {
            let result = call(f, p, "strcpy", &[0]);
            f.function.values[result].ty = Type::Int(32);
        }));
    }

    #[test]
    fn a_call_decides_argument_by_argument() {
        let call = |f: &mut Builder, p: ValueId, not_kept: &[u32]| {
            let call = f.call(0, Model::UNKNOWN, vec![p, p]);
            let numbers = not_kept.iter().map(|number| (call, *number));
            f.function.not_kept.extend(numbers);
        };
        assert!(escaped_by(|f, p| call(f, p, &[])));
        assert!(escaped_by(|f, p| call(f, p, &[0])));
        assert!(!escaped_by(|f, p| call(f, p, &[0, 1])));
    }
}
