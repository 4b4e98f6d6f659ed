//! Where does the provenance of a pointer come from?
//!
//! Claims: a pointer was derived from the object of its source, or its source is [`Source::Unknown`]. Gives up (unknown) at integers, vectors and aggregates, at what may lead
//! from one object into another (an index that is computed from addresses), and at objects without a record.

use super::held::Held;
use super::{Followed, library};
use crate::apply::calls;
use sanecc_abi::provenance::ARGUMENTS;
use sanecc_ir::{
    Callee, CastOp, FuncId, Function, GlobalId, Linkage, Module, Op, Size, ValueDef, ValueId,
};

/// How far an index is looked into.
const DEEPEST: u32 = 6;

/// The source of a pointer's provenance.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Source {
    /// Nobody knows.
    Unknown,
    /// A global variable with a record.
    Global(GlobalId),
    /// A global variable that another module defines, which has a record if that module is checked.
    Foreign(GlobalId),
    /// A function, whose code nobody may read or write.
    Function,
    /// An object of the function's frame with a record, of so many bytes, or of so many elements of so many bytes.
    Stack(StackSize),
    /// The caller hands it over, for the parameter of this number.
    Parameter(u32),
    /// It lies beside the memory that the pointer was read from.
    Loaded {
        /// Where the pointer was read.
        from: ValueId,
    },
    /// The call has made an object of this size.
    Made(Size),
    /// The library has made a chunk, whose size only the heap knows.
    Chunk,
    /// The callee hands it over.
    Returned,
    /// That of another pointer, held to an array in the object.
    Part(ValueId),
    /// That of another pointer, to the whole object.
    Whole(ValueId),
    /// That of another pointer.
    Same(ValueId),
    /// That of one of these.
    Merged(Vec<ValueId>),
}

/// The size of a stack object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum StackSize {
    /// In bytes.
    Bytes(u64),
    /// Elements, and the bytes of each.
    Elements(ValueId, u64),
}

/// The source of a pointer in a function with a plan.
pub(super) fn source(
    followed: &Followed<'_>,
    (id, function): (FuncId, &Function),
    pointer: ValueId,
) -> Source {
    let value = &function.values[pointer];
    if !value.ty.is_plain_pointer() {
        return Source::Unknown;
    }
    if let Some(size) = stack_object(followed, (id, function), pointer) {
        return Source::Stack(size);
    }
    match followed.held.get(&(id, pointer)) {
        Some(Held::Part { of }) => return Source::Part(*of),
        Some(Held::Whole { of }) => return Source::Whole(*of),
        None => {}
    }
    match &value.def {
        ValueDef::Param(number) => parameter(function, *number),
        ValueDef::Global(global) if followed.globals.contains(global) => Source::Global(*global),
        ValueDef::Global(global) if is_elsewhere(followed.module, *global) => {
            Source::Foreign(*global)
        }
        ValueDef::Function(_) => Source::Function,
        ValueDef::ConstantAddress(place) => Source::Same(place.base),
        ValueDef::Instruction(op) => of_instruction(followed, function, op),
        ValueDef::Global(_)
        | ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Undefined
        | ValueDef::Poison
        | ValueDef::Constant(_) => Source::Unknown,
    }
}

/// Whether another module defines a variable, as one of the program and not one for each thread.
fn is_elsewhere(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    global.linkage == Linkage::Elsewhere && !global.thread_local && !global.foreign_space
}

/// The size of a stack object, if it has a record: those do that lie apart from others, in a frame with redzones.
fn stack_object(
    followed: &Followed<'_>,
    (id, function): (FuncId, &Function),
    value: ValueId,
) -> Option<StackSize> {
    let plan = followed.plan.function(id)?;
    match &function.values[value].def {
        ValueDef::Param(number) if plan.parameters.contains(&value) => {
            let (size, _) = function.params[*number as usize].by_value?;
            Some(StackSize::Bytes(size))
        }
        ValueDef::Instruction(Op::Alloca { bytes, .. }) if plan.frame.contains(&value) => {
            bytes.map(StackSize::Bytes)
        }
        ValueDef::Instruction(Op::Alloca { count, element, .. })
            if plan.dynamic.contains(&value) =>
        {
            Some(StackSize::Elements(*count, *element))
        }
        _ => None,
    }
}

fn parameter(function: &Function, number: u32) -> Source {
    let is_copy = function
        .params
        .get(number as usize)
        .is_none_or(|p| p.by_value.is_some());
    match is_copy || number as usize >= ARGUMENTS {
        true => Source::Unknown,
        false => Source::Parameter(number),
    }
}

fn of_instruction(followed: &Followed<'_>, function: &Function, op: &Op) -> Source {
    match op {
        Op::Address(place) => {
            let mut indices = place.terms.iter().map(|term| term.index);
            match indices.any(|index| is_from_address(function, index, DEEPEST)) {
                true => Source::Unknown,
                false => Source::Same(place.base),
            }
        }
        Op::Load { pointer, mode } if mode.ordering == sanecc_ir::Ordering::NotAtomic => {
            Source::Loaded { from: *pointer }
        }
        Op::Phi(edges) => Source::Merged(edges.iter().map(|edge| edge.1).collect()),
        Op::Select {
            then, otherwise, ..
        } => Source::Merged(vec![*then, *otherwise]),
        Op::Freeze(same) => Source::Same(*same),
        Op::Call {
            must_tail: false,
            callee,
            arguments,
            model,
            ..
        } => {
            if let Some(allocation) = model.allocates {
                return Source::Made(allocation.size);
            }
            // Those that are given no place make a chunk (`realpath`).
            let returned = model.returns.and_then(|n| arguments.get(n as usize));
            if let Some(argument) = returned
                && function.values[*argument].def != ValueDef::Null
            {
                return Source::Same(*argument);
            }
            match followed.partner(callee) {
                Partner::Library if followed.makes_chunk(callee) => Source::Chunk,
                Partner::Library | Partner::Unchecked => Source::Unknown,
                Partner::Checked(_) | Partner::Any => Source::Returned,
            }
        }
        _ => Source::Unknown,
    }
}

/// Whether a number is computed from an address: then it may lead from one object into another.
fn is_from_address(function: &Function, value: ValueId, deepest: u32) -> bool {
    match function.op(value) {
        Some(Op::Cast(CastOp::PtrToInt, _)) => true,
        Some(Op::Cast(_, operand)) if deepest > 0 => {
            is_from_address(function, *operand, deepest - 1)
        }
        Some(Op::Binary(_, a, b)) if deepest > 0 => {
            is_from_address(function, *a, deepest - 1) || is_from_address(function, *b, deepest - 1)
        }
        Some(_) | None => false,
    }
}

/// Who is called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Partner {
    /// The C library, which takes nothing over; the table of its functions says what it does.
    Library,
    /// A function of this module whose code hands over nothing.
    Unchecked,
    /// A function of this module, and no other.
    Checked(FuncId),
    /// Any: it says itself whether it takes what is handed over.
    Any,
}

impl Followed<'_> {
    /// Who is called by this.
    pub(super) fn partner(&self, callee: &Callee) -> Partner {
        match callee {
            Callee::Direct(id) => self.partner_named(*id),
            Callee::Indirect(_) => Partner::Any,
            Callee::Assembly(_) => Partner::Unchecked,
        }
    }

    /// Whether the C library is asked for a copy in a chunk of its own.
    fn makes_chunk(&self, callee: &Callee) -> bool {
        matches!(callee, Callee::Direct(id) if library::returns_chunk(&self.module.functions[*id].name))
    }

    fn partner_named(&self, id: FuncId) -> Partner {
        let function = &self.module.functions[id];
        if !function.defined {
            let takes_nothing =
                is_of_library(self.module, &function.name) || calls::is_own(&function.name);
            return match takes_nothing {
                true => Partner::Library,
                false => Partner::Any,
            };
        }
        if function.replaceable {
            return Partner::Any;
        }
        match self.plan.function(id).is_some() {
            true => Partner::Checked(id),
            false => Partner::Unchecked,
        }
    }
}

/// Whether a function that is defined elsewhere is known as one of the C library, or is one of the runtime's, which take no provenance either.
pub(in crate::apply) fn is_of_library(module: &Module, name: &str) -> bool {
    let model = sanecc_ir::Model::of(name, &module.layout);
    model != sanecc_ir::Model::UNKNOWN
        || sanecc_abi::library::find(name).is_some()
        || name.starts_with("__sanecc_")
}
