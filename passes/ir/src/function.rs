//! A function of the mirror: one arena of values, blocks that list them, side tables.

use crate::{
    Access, AccessId, Arena, BlockId, FuncId, GlobalId, Location, Op, Place, Type, ValueId,
};

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ValueDef {
    /// Parameter number (from 0).
    Param(u32),
    /// An integer constant of at most 64 bits, sign-extended.
    Integer(i64),
    /// The null pointer.
    Null,
    /// The address of a global variable.
    Global(GlobalId),
    /// The address of a function.
    Function(FuncId),
    /// An address computed from constants.
    ConstantPlace(Place),
    /// Undefined or poison.
    Undefined,
    /// Any other constant.
    Constant,
    /// The result of an instruction.
    Instruction(Op),
}

/// One value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    /// Where it comes from.
    pub def: ValueDef,
    /// Its type.
    pub ty: Type,
}

/// A basic block.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// Its instructions in order; the last one is the terminator.
    pub instructions: Vec<ValueId>,
    /// Where it may go on.
    pub successors: Vec<BlockId>,
    /// Where it may come from, in the order of blocks.
    pub predecessors: Vec<BlockId>,
}

/// What is special about a parameter.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Param {
    /// A copy made for the callee: size in bytes and alignment of the object it points to.
    pub by_value: Option<(u64, u64)>,
}

/// A function definition or declaration.
#[derive(Clone, Debug, Default)]
pub struct Function {
    /// Symbol.
    pub name: String,
    /// Whether the body is here.
    pub defined: bool,
    /// Whether the front end wants its accesses checked.
    pub checked: bool,
    /// Calls something that returns twice.
    pub calls_setjmp: bool,
    /// Parameters.
    pub params: Vec<Param>,
    /// All values.
    pub values: Arena<ValueId, Value>,
    /// All blocks; the first is the entry.
    pub blocks: Arena<BlockId, Block>,
    /// All memory accesses, in the order of instructions.
    pub accesses: Arena<AccessId, Access>,
    /// Source location of each value; index = value.
    pub locations: Vec<Option<Location>>,
    /// Name of each value in the source, where the compiler kept it; index = value.
    pub names: Vec<Option<String>>,
    /// Where the function itself stands.
    pub location: Option<Location>,
}

impl Function {
    /// The operation behind a value, if it is an instruction.
    pub fn op(&self, value: ValueId) -> Option<&Op> {
        match &self.values[value].def {
            ValueDef::Instruction(op) => Some(op),
            _ => None,
        }
    }

    /// The constant behind a value, if it is an integer constant.
    pub fn integer(&self, value: ValueId) -> Option<i64> {
        match self.values[value].def {
            ValueDef::Integer(n) => Some(n),
            _ => None,
        }
    }

    /// Where the instruction stands in the source.
    pub fn location_of(&self, value: ValueId) -> Option<&Location> {
        use crate::Id;
        self.locations.get(value.index())?.as_ref()
    }

    /// The name of a value in the source.
    pub fn name_of(&self, value: ValueId) -> Option<&str> {
        use crate::Id;
        self.names.get(value.index())?.as_deref()
    }

    /// Follows address arithmetic back to where it starts: the root object and the distance from it, with all
    /// constant parts added up (wrapping, as pointers do) and the variable parts collected.
    pub fn resolve(&self, pointer: ValueId) -> Place {
        let mut place = Place {
            base: pointer,
            terms: Vec::new(),
            offset: 0,
        };
        loop {
            let step = match &self.values[place.base].def {
                ValueDef::Instruction(Op::Address(step)) | ValueDef::ConstantPlace(step) => step,
                ValueDef::Param(_)
                | ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Global(_)
                | ValueDef::Function(_)
                | ValueDef::Undefined
                | ValueDef::Constant
                | ValueDef::Instruction(_) => return place,
            };
            place.terms.extend_from_slice(&step.terms);
            place.offset = place.offset.wrapping_add(step.offset);
            place.base = step.base;
        }
    }
}
