//! Can anything but the accesses that we see touch an object?
//!
//! Claims: if an address is not captured, every access to the object in this function goes through address
//! arithmetic on it, and nothing else in the program has its address. Loads, stores, block operations and
//! comparisons through it do not capture; whatever else takes the address does.
//! If an address is not exposed, nothing but this function has it, though phis and choices may bring it together with others.

use crate::Uses;
use rustc_hash::FxHashSet;
use sanecc_ir::{Function, GlobalId, Id, Module, Op, ValueDef, ValueId, mutated};

/// The captured addresses of one function.
pub struct Captured {
    captured: Vec<bool>,
    exposed: Vec<bool>,
}

impl Captured {
    /// Asks it of every root of addresses in the function: allocas, parameters passed by value, globals.
    pub fn of(function: &Function, uses: &Uses) -> Self {
        let mut captured = vec![false; function.values.len()];
        let mut exposed = vec![false; function.values.len()];
        for (id, value) in function.values.iter() {
            let root = match &value.def {
                ValueDef::Instruction(Op::Alloca { .. })
                | ValueDef::Param(_)
                | ValueDef::Global(_) => true,
                ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Function(_)
                | ValueDef::ConstantPlace(_)
                | ValueDef::Undefined
                | ValueDef::Constant
                | ValueDef::Instruction(_) => false,
            };
            if root {
                captured[id.index()] = is_captured(function, uses, id, false);
                exposed[id.index()] = captured[id.index()] && is_captured(function, uses, id, true);
            }
        }
        Self { captured, exposed }
    }

    /// Whether the address that begins at this root is captured in the function.
    pub fn is_captured(&self, root: ValueId) -> bool {
        self.captured[root.index()]
    }

    /// Whether anything but this function may have the address that begins at this root.
    pub fn is_exposed(&self, root: ValueId) -> bool {
        self.exposed[root.index()]
    }
}

/// Walks all that is computed from `root`, through phis and choices only if asked to.
fn is_captured(function: &Function, uses: &Uses, root: ValueId, through_phis: bool) -> bool {
    let mut work = vec![root];
    let mut seen = FxHashSet::default();
    while let Some(address) = work.pop() {
        for &user in uses.users(address) {
            match &function.values[user].def {
                ValueDef::Instruction(Op::Address(place)) | ValueDef::ConstantPlace(place) => {
                    if place.terms.iter().any(|t| t.index == address) {
                        return true;
                    }
                    if seen.insert(user) {
                        work.push(user);
                    }
                }
                ValueDef::Instruction(op) => {
                    if through_phis && hands_on(op, address) {
                        if seen.insert(user) {
                            work.push(user);
                        }
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
                | ValueDef::Constant => return true,
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
        Op::Store { value, .. } => *value == address && !mutated("capture/stored"),
        Op::Atomic { operands, .. } => operands.contains(&address) && !mutated("capture/exchanged"),
        Op::Call { .. } => !mutated("capture/called"),
        Op::Cast(..) => !mutated("capture/number"),
        Op::Return(_) => !mutated("capture/returned"),
        // Pointers only; the length and the byte of a fill are no pointers.
        Op::Memory(..) => false,
        Op::Alloca { .. }
        | Op::Fence
        | Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Element(_)
        | Op::VaArg(_)
        | Op::StackRestore(_)
        | Op::Inert(_)
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable => true,
        Op::Opaque { .. } => !mutated("capture/opaque"),
    }
}

/// The globals of a module whose address anything but visible accesses may have.
pub fn captured_globals<'f>(
    module: &Module,
    functions: impl IntoIterator<Item = (&'f Function, &'f Captured)>,
) -> FxHashSet<GlobalId> {
    globals(module, functions, Captured::is_captured)
}

/// The globals of a module whose address anything but its own functions may have.
pub fn exposed_globals<'f>(
    module: &Module,
    functions: impl IntoIterator<Item = (&'f Function, &'f Captured)>,
) -> FxHashSet<GlobalId> {
    globals(module, functions, Captured::is_exposed)
}

fn globals<'f>(
    module: &Module,
    functions: impl IntoIterator<Item = (&'f Function, &'f Captured)>,
    is_out: fn(&Captured, ValueId) -> bool,
) -> FxHashSet<GlobalId> {
    let mut captured: FxHashSet<GlobalId> = module
        .globals
        .iter()
        .filter(|(_, global)| {
            !global.local && !mutated("capture/global-local")
                || global.address_in_data && !mutated("capture/global-in-data")
        })
        .map(|(id, _)| id)
        .collect();
    for (function, here) in functions {
        for (id, value) in function.values.iter() {
            if let ValueDef::Global(global) = value.def
                && is_out(here, id)
            {
                captured.insert(global);
            }
        }
    }
    captured
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Builder, variable};
    use sanecc_ir::{BinaryOp, BlockId, CastOp, Global, MemoryIntrinsic, Model, Predicate};

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
            Captured::of(&builder.function, &uses).is_captured(object)
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
            f.push(0, Op::Atomic { pointer, operands });
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
            assert!(captured.is_captured(object));
            captured.is_exposed(object)
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
        assert!(captures(|p| Op::Element(vec![p])));
        assert!(captures(Op::VaArg));
        assert!(captures(|p| Op::Inert(vec![p])));
        assert!(captures(|p| Op::Return(Some(p))));
        assert!(captures(|p| Op::Branch(vec![p])));
        assert!(captures(Op::Resume));
        assert!(captures(Op::StackRestore));
        assert!(captures(|p| Op::Opaque {
            name: "new".into(),
            operands: vec![p]
        }));
        assert!(captured_by(|f, p| {
            f.call(0, Model::of("strlen"), vec![p]);
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
            f.push(0, Op::Atomic { pointer, operands });
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
        assert!(captured.is_captured(private));
        assert!(!captured.is_captured(public));
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
        let captured = captured_globals(&module, functions.iter().zip(&facts));
        let captured: Vec<bool> = module
            .globals
            .ids()
            .map(|id| captured.contains(&id))
            .collect();
        assert_eq!(captured, [false, true, true, true]);
    }
}
