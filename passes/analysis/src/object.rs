//! Which object does a pointer point into, as far as the function itself shows it?
//!
//! Claims: a pointer computed from an [`Object`] by address arithmetic alone belongs to that object, and the
//! object has the size that is said. Gives up on everything that is not visible in the function: loaded
//! pointers, parameters, phis. A global counts only where this very definition is the one that is linked.

use sanecc_ir::{Callee, Function, GlobalId, Linkage, Module, Op, Size, ValueDef, ValueId};

/// The size of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many bytes.
    Bytes(u64),
    /// What the allocation was asked for.
    Asked(Size),
}

/// An object that the function can see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Object {
    /// A stack object of fixed size.
    Stack {
        /// The alloca.
        alloca: ValueId,
        /// Size in bytes.
        bytes: u64,
    },
    /// The callee's copy of a struct passed by value.
    Parameter {
        /// The pointer parameter.
        value: ValueId,
        /// Its number, from 0.
        number: u32,
        /// Size in bytes.
        bytes: u64,
    },
    /// A global variable.
    Global {
        /// Which.
        global: GlobalId,
        /// Size in bytes.
        bytes: u64,
    },
    /// A heap block that this function allocated.
    Heap {
        /// The call.
        call: ValueId,
        /// What it was asked for.
        size: Size,
    },
}

impl Object {
    /// How large it is.
    pub fn extent(self) -> Extent {
        match self {
            Object::Stack { bytes, .. }
            | Object::Parameter { bytes, .. }
            | Object::Global { bytes, .. } => Extent::Bytes(bytes),
            Object::Heap { size, .. } => Extent::Asked(size),
        }
    }
}

/// The object at whose start `base` points, where `base` is a root of address arithmetic.
pub fn object_of(module: &Module, function: &Function, base: ValueId) -> Option<Object> {
    match &function.values[base].def {
        ValueDef::Param(number) => {
            let (bytes, _) = function.params.get(*number as usize)?.by_value?;
            Some(Object::Parameter {
                value: base,
                number: *number,
                bytes,
            })
        }
        ValueDef::Global(id) => {
            let global = &module.globals[*id];
            let known = global.linkage == Linkage::Exact
                && global.size > 0
                && !global.foreign_space
                && !global.section.as_deref().is_some_and(is_walked_as_array);
            known.then_some(Object::Global {
                global: *id,
                bytes: global.size,
            })
        }
        ValueDef::Instruction(Op::Alloca {
            bytes: Some(bytes), ..
        }) => Some(Object::Stack {
            alloca: base,
            bytes: *bytes,
        }),
        ValueDef::Instruction(Op::Call {
            callee: Callee::Direct(_),
            model,
            ..
        }) => {
            let allocation = model.allocates?;
            Some(Object::Heap {
                call: base,
                size: allocation.size,
            })
        }
        ValueDef::Integer(_)
        | ValueDef::Null
        | ValueDef::Function(_)
        | ValueDef::ConstantPlace(_)
        | ValueDef::Undefined
        | ValueDef::Constant
        | ValueDef::Instruction(_) => None,
    }
}

/// Whether variables of this section may be walked over as one array: between the linker's `__start_` and
/// `__stop_` symbols, which it offers for every section whose name is a C identifier, or by the start-up code.
pub fn is_walked_as_array(section: &str) -> bool {
    const BY_START_UP: [&str; 7] = [
        ".init_array",
        ".fini_array",
        ".preinit_array",
        ".ctors",
        ".dtors",
        ".note",
        "llvm.",
    ];
    section
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || c == '_')
        || BY_START_UP.iter().any(|prefix| section.starts_with(prefix))
}
