//! Who else may have the address of a local, a parameter or a global, as far as one function goes?
//!
//! Claims: the [`Escape`] state of a root bounds what this function does with the address. If it is not captured, every access to the object in
//! this function goes through address arithmetic on it: loads, stores, memory intrinsics and comparisons do not capture,
//! whatever else takes the address does. If it is not exposed, phis and selects may merge it with others, and nothing else has it.
//! [`crate::outlives_frame`] tells of what is exposed whether it may outlive the call. Gives up (escaped) at each instruction that it does not know.

use crate::Uses;
use crate::escape::Escape;
use crate::outlives_frame::outlives_frame;
use crate::worklist::Worklist;
use sanecc_ir::{Function, GlobalId, Id, Module, Op, ValueDef, ValueId, mutant};

/// The escape states of the addresses that one function begins with.
pub struct Captured {
    /// Index = value; those of other values are never read.
    states: Vec<Escape>,
}

impl Captured {
    /// Asks it of every root of addresses in the function: allocas, parameters, globals.
    pub fn of(function: &Function, uses: &Uses) -> Self {
        let mut states = vec![Escape::Private; function.values.len()];
        for (id, value) in function.values.iter() {
            let is_own = match &value.def {
                ValueDef::Instruction(Op::Alloca { .. }) => true,
                ValueDef::Param(number) => {
                    let parameter = function.params.get(*number as usize);
                    parameter.is_some_and(|parameter| parameter.by_value.is_some())
                }
                ValueDef::Global(_) => false,
                ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Function(_)
                | ValueDef::ConstantAddress(_)
                | ValueDef::Undefined
                | ValueDef::Poison
                | ValueDef::Constant(_)
                | ValueDef::Instruction(_) => continue,
            };
            states[id.index()] = if !is_captured(function, uses, id, false) {
                Escape::Private
            } else if !is_captured(function, uses, id, true) {
                Escape::Merged
            } else if is_own && !outlives_frame(function, uses, id) {
                Escape::Exposed
            } else {
                Escape::EscapedFrame
            };
        }
        Self { states }
    }

    /// The state of the address that begins at this root.
    pub fn state(&self, root: ValueId) -> Escape {
        self.states[root.index()]
    }
}

/// Walks all values that are computed from `root`; through phis and selects only on request.
fn is_captured(function: &Function, uses: &Uses, root: ValueId, through_phis: bool) -> bool {
    let mut work = Worklist::of([root]);
    while let Some(address) = work.pop() {
        for &user in uses.users(address) {
            match &function.values[user].def {
                ValueDef::Instruction(Op::Address(place)) | ValueDef::ConstantAddress(place) => {
                    if place.terms.iter().any(|t| t.index == address) {
                        return true;
                    }
                    work.push(user);
                }
                ValueDef::Instruction(op) => {
                    if through_phis && hands_on(op, address) {
                        work.push(user);
                    } else if captures(op, address) {
                        return true;
                    }
                }
                ValueDef::Param(_)
                | ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Global(_)
                | ValueDef::Function(_)
                | ValueDef::Undefined
                | ValueDef::Poison
                | ValueDef::Constant(_) => return true,
            }
        }
    }
    false
}

/// Whether an instruction yields `address` or another pointer, and that is all that becomes of it.
fn hands_on(op: &Op, address: ValueId) -> bool {
    match op {
        Op::Phi(_) | Op::Freeze(_) => true,
        Op::Select { condition, .. } => *condition != address,
        _ => false,
    }
}

/// Whether an instruction lets `address` out of our sight.
fn captures(op: &Op, address: ValueId) -> bool {
    match op {
        Op::Load { .. } | Op::Compare(..) | Op::ScopeBegin(_) | Op::ScopeEnd(_) => false,
        Op::Store { value, .. } => *value == address && !mutant!("capture/stored"),
        Op::Atomic { operands, .. } => operands.contains(&address) && !mutant!("capture/exchanged"),
        Op::Call { .. } => !mutant!("capture/called"),
        Op::Cast(..) => !mutant!("capture/number"),
        Op::Return(_) => !mutant!("capture/returned"),
        // Pointers only; the length and the byte of a fill are no pointers.
        Op::Memory(..) => false,
        Op::Alloca { .. }
        | Op::Fence(_)
        | Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Element(..)
        | Op::VaArg(_)
        | Op::StackRestore(_)
        | Op::Inert(..)
        | Op::LandingPad { .. }
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable => true,
        Op::Opaque { .. } => !mutant!("capture/opaque"),
    }
}

/// The escape states of the globals of a module.
pub struct GlobalEscapes(Vec<Escape>);

impl GlobalEscapes {
    /// Joins what all functions of the module do with them. What other modules or initial data name has escaped.
    pub fn of<'f>(
        module: &Module,
        functions: impl IntoIterator<Item = (&'f Function, &'f Captured)>,
    ) -> Self {
        let globals = module.globals.iter();
        let states = globals.map(|(_, global)| {
            let named = !global.local && !mutant!("capture/global-local")
                || global.address_in_data && !mutant!("capture/global-in-data");
            match named {
                true => Escape::EscapedModule,
                false => Escape::Private,
            }
        });
        let mut states: Vec<Escape> = states.collect();
        for (function, here) in functions {
            for (id, value) in function.values.iter() {
                if let ValueDef::Global(global) = value.def {
                    let state = &mut states[global.index()];
                    *state = state.join(here.state(id));
                }
            }
        }
        Self(states)
    }

    /// The state of one.
    pub fn state(&self, global: GlobalId) -> Escape {
        self.0[global.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Builder, variable};
    use sanecc_ir::{
        AtomicOp, BinaryOp, BlockId, CastOp, ElementOp, Global, MemoryIntrinsic, Mode, Model,
        Predicate,
    };

    /// Whether a use of a fresh stack object, and of an address computed from it, captures the object.
    fn captured_by(use_it: impl Fn(&mut Builder, ValueId)) -> bool {
        let answers = [false, true].map(|computed| {
            let mut builder = Builder::new(1);
            let object = builder.alloca(0, Some(16));
            let address = if computed {
                let first = builder.address(0, object, None);
                builder.address(0, first, None)
            } else {
                object
            };
            use_it(&mut builder, address);
            let uses = Uses::of(&builder.function);
            Captured::of(&builder.function, &uses)
                .state(object)
                .is_captured()
        });
        assert_eq!(answers[0], answers[1]);
        answers[0]
    }

    #[test]
    fn accesses_comparisons_and_scope_marks_do_not_capture() {
        assert!(!captured_by(|_, _| {}));
        assert!(!captured_by(|f, p| {
            f.load(0, p);
            let one = f.constant(1);
            f.store(0, p, one);
            f.push(0, Op::Compare(Predicate::Eq, p, one));
            f.push(0, Op::ScopeBegin(p));
            f.push(0, Op::ScopeEnd(p));
            let address = f.address(0, p, Some(one));
            f.push(0, Op::Memory(MemoryIntrinsic::Copy, vec![address, p, one]));
            let pointer = p;
            let operands = vec![one];
            f.push(
                0,
                Op::Atomic {
                    pointer,
                    operation: AtomicOp::Exchange,
                    operands,
                    mode: Mode::default(),
                },
            );
        }));
    }

    #[test]
    fn phis_and_choices_capture_but_do_not_expose() {
        let is_exposed = |use_it: fn(&mut Builder, ValueId)| {
            let mut builder = Builder::new(1);
            let object = builder.alloca(0, Some(16));
            let phi = builder.push(0, Op::Phi(vec![(BlockId::from_index(0), object)]));
            let frozen = builder.push(0, Op::Freeze(phi));
            let choice = Op::Select {
                condition: builder.constant(1),
                then: frozen,
                otherwise: frozen,
            };
            let choice = builder.push(0, choice);
            use_it(&mut builder, choice);
            let uses = Uses::of(&builder.function);
            let captured = Captured::of(&builder.function, &uses);
            assert!(captured.state(object).is_captured());
            captured.state(object).is_exposed()
        };
        assert!(!is_exposed(|f, p| {
            f.load(0, p);
        }));
        assert!(is_exposed(|f, p| {
            f.store(0, p, p);
        }));
        assert!(is_exposed(|f, p| {
            f.push(0, Op::Return(Some(p)));
        }));
    }

    #[test]
    fn everything_that_may_pass_the_address_on_captures() {
        let captures = |op: fn(ValueId) -> Op| {
            captured_by(move |f, p| {
                f.push(0, op(p));
            })
        };
        assert!(captures(|p| Op::Phi(vec![(BlockId::from_index(0), p)])));
        assert!(captures(|p| Op::Select {
            condition: p,
            then: p,
            otherwise: p
        }));
        assert!(captures(|p| Op::Cast(CastOp::PtrToInt, p)));
        assert!(captures(|p| Op::Binary(BinaryOp::Add, p, p)));
        assert!(captures(Op::Freeze));
        assert!(captures(|p| Op::Element(ElementOp::Unknown, vec![p])));
        assert!(captures(Op::VaArg));
        assert!(captures(|p| Op::Inert("llvm.test".into(), vec![p])));
        assert!(captures(|p| Op::Return(Some(p))));
        assert!(captures(|p| Op::Branch(vec![p])));
        assert!(captures(Op::Resume));
        assert!(captures(Op::StackRestore));
        assert!(captures(|p| Op::Opaque {
            name: "new".into(),
            operands: vec![p]
        }));
        assert!(captured_by(|f, p| {
            f.call(
                0,
                Model::of("strlen", &sanecc_ir::Layout::default()),
                vec![p],
            );
        }));
    }

    #[test]
    fn a_stored_address_is_captured_wherever_it_is_stored() {
        assert!(captured_by(|f, p| {
            let other = f.alloca(0, Some(8));
            f.store(0, other, p);
        }));
        assert!(captured_by(|f, p| {
            f.store(0, p, p);
        }));
        assert!(captured_by(|f, p| {
            let pointer = f.alloca(0, Some(8));
            let operands = vec![p];
            f.push(
                0,
                Op::Atomic {
                    pointer,
                    operation: AtomicOp::Exchange,
                    operands,
                    mode: Mode::default(),
                },
            );
        }));
    }

    #[test]
    fn an_address_used_as_an_index_is_captured() {
        assert!(captured_by(|f, p| {
            let other = f.alloca(0, Some(8));
            f.address(0, other, Some(p));
        }));
    }

    #[test]
    fn what_is_captured_of_one_object_says_nothing_of_another() {
        let mut builder = Builder::new(1);
        let [private, public] = [(); 2].map(|()| builder.alloca(0, Some(8)));
        builder.store(0, public, private);
        let uses = Uses::of(&builder.function);
        let captured = Captured::of(&builder.function, &uses);
        assert!(captured.state(private).is_captured());
        assert!(!captured.state(public).is_captured());
    }

    fn global(local: bool, address_in_data: bool) -> Global {
        Global {
            local,
            address_in_data,
            ..variable(8)
        }
    }

    #[test]
    fn a_global_is_private_if_it_is_local_and_no_function_gives_it_away() {
        let mut module = Module::default();
        for (local, in_data) in [(true, false), (true, false), (false, false), (true, true)] {
            module.globals.push(global(local, in_data));
        }
        let mut reader = Builder::new(1);
        let place = reader.global(0);
        let place = reader.constant_place(place, 4);
        reader.load(0, place);
        let mut giver = Builder::new(1);
        let place = giver.global(1);
        let place = giver.constant_place(place, 4);
        giver.push(0, Op::Return(Some(place)));
        let functions = [reader.function, giver.function];
        let facts: Vec<Captured> = functions
            .iter()
            .map(|f| Captured::of(f, &Uses::of(f)))
            .collect();
        let globals = GlobalEscapes::of(&module, functions.iter().zip(&facts));
        let captured: Vec<bool> = module
            .globals
            .ids()
            .map(|id| globals.state(id).is_captured())
            .collect();
        assert_eq!(captured, [false, true, true, true]);
    }
}
