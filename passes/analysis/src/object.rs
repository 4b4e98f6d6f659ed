//! Which object does a pointer point into, as far as the function itself shows it?
//!
//! Claims: a pointer computed from an [`Object`] by address arithmetic alone belongs to that object, and the
//! object has the size that is said. Gives up on everything that is not visible in the function: loaded
//! pointers, parameters, phis. A global counts only where this very definition is the one that is linked.

use sanecc_ir::{Callee, Function, GlobalId, Linkage, Module, Op, Size, ValueDef, ValueId, mutant};

/// The size of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// So many bytes.
    Bytes(u64),
    /// What the allocation was asked for.
    Asked(Size),
    /// As many elements as an alloca counts, of so many bytes; modulo 2^64, as the stack pointer is lowered.
    Counted(u64),
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
    /// A stack object whose size is computed: a variable-length array, or what `alloca` gave.
    Dynamic {
        /// The alloca.
        alloca: ValueId,
        /// Bytes of an element.
        element: u64,
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
    /// An object that callers hand over by its address.
    Argument {
        /// The pointer parameter.
        value: ValueId,
        /// Size in bytes.
        bytes: u64,
        /// On the heap, not on the stack.
        is_heap: bool,
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
            | Object::Argument { bytes, .. }
            | Object::Global { bytes, .. } => Extent::Bytes(bytes),
            Object::Heap { size, .. } => Extent::Asked(size),
            Object::Dynamic { element, .. } => Extent::Counted(element),
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
            let known = (global.linkage == Linkage::Exact || mutant!("object/linkage"))
                && global.size > 0
                && (!global.foreign_space || mutant!("object/foreign-space"))
                // Whoever asked for no checks may lay out more behind it than the compiler knows.
                && (!global.unchecked || mutant!("object/unchecked"))
                && (!global.section.as_deref().is_some_and(is_walked_as_array)
                    || mutant!("object/section"));
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
        ValueDef::Instruction(Op::Alloca {
            bytes: None,
            element,
            ..
        }) => (*element > 0).then_some(Object::Dynamic {
            alloca: base,
            element: *element,
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
        | ValueDef::ConstantAddress(_)
        | ValueDef::Undefined
        | ValueDef::Poison
        | ValueDef::Constant(_)
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Builder, variable};
    use sanecc_ir::{Global, Id, Model};

    /// A global of 40 bytes, defined here and nowhere else.
    fn table() -> Global {
        variable(40)
    }

    /// The size of a global as a function sees it.
    fn seen(global: Global) -> Option<Extent> {
        let mut module = Module::default();
        module.globals.push(global);
        let mut builder = Builder::new(1);
        let base = builder.global(0);
        object_of(&module, &builder.function, base).map(Object::extent)
    }

    #[test]
    fn a_global_has_a_size_only_where_its_definition_is_the_one_that_counts() {
        assert_eq!(seen(table()), Some(Extent::Bytes(40)));
        for linkage in [Linkage::Merged, Linkage::Elsewhere] {
            assert_eq!(seen(Global { linkage, ..table() }), None);
        }
        assert_eq!(seen(Global { size: 0, ..table() }), None);
        let foreign_space = true;
        assert_eq!(
            seen(Global {
                foreign_space,
                ..table()
            }),
            None
        );
    }

    #[test]
    fn what_the_linker_lays_side_by_side_is_no_object_of_its_own() {
        let in_section = |name: &str| {
            let section = Some(name.to_owned());
            seen(Global { section, ..table() }).is_some()
        };
        assert!(!in_section("my_commands"));
        assert!(!in_section(".init_array"));
        assert!(!in_section(".init_array.00100"));
        assert!(!in_section("llvm.metadata"));
        assert!(in_section(".data.fast"));
        assert!(in_section(".rodata"));
    }

    #[test]
    fn stack_objects_and_parameters_by_value() {
        let module = Module::default();
        let mut builder = Builder::new(1);
        let fixed = builder.alloca(0, Some(24));
        let dynamic = builder.alloca(0, None);
        let plain = builder.param(None);
        let copied = builder.param(Some((16, 8)));
        let size = |base| object_of(&module, &builder.function, base).map(Object::extent);
        assert_eq!(size(fixed), Some(Extent::Bytes(24)));
        assert_eq!(size(dynamic), Some(Extent::Counted(1)));
        assert_eq!(size(plain), None);
        assert_eq!(size(copied), Some(Extent::Bytes(16)));
    }

    #[test]
    fn heap_blocks_are_as_large_as_they_were_asked_for() {
        let module = Module::default();
        let mut builder = Builder::new(1);
        let n = builder.constant(8);
        let mut size = |name, arguments| {
            let call = builder.call(0, Model::of(name, &builder.function.layout), arguments);
            object_of(&module, &builder.function, call).map(Object::extent)
        };
        let argument = |n| Some(Extent::Asked(Size::Argument(n)));
        assert_eq!(size("malloc", vec![n]), argument(0));
        assert_eq!(size("realloc", vec![n, n]), argument(1));
        assert_eq!(size("aligned_alloc", vec![n, n]), argument(1));
        let product = Some(Extent::Asked(Size::Product(0, 1)));
        assert_eq!(size("calloc", vec![n, n]), product);
        assert_eq!(size("strchr", vec![n, n]), None);
        assert_eq!(size("unknown", vec![n]), None);
    }

    #[test]
    fn loaded_pointers_and_constants_point_into_nothing_known() {
        let module = Module::default();
        let mut builder = Builder::new(1);
        let object = builder.alloca(0, Some(8));
        let loaded = builder.load(0, object);
        let number = builder.constant(4096);
        let phi = builder.push(0, Op::Phi(vec![(Id::from_index(0), object)]));
        for base in [loaded, number, phi] {
            assert_eq!(object_of(&module, &builder.function, base), None);
        }
    }
}
