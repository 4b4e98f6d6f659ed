//! A function of the analysis IR: one arena of values, blocks that list them, side tables.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::{
    Access, AccessId, Address, Arena, BlockId, Callee, Computed, Constant, FastMath, FieldPath,
    FuncId, GlobalId, Layout, Location, Op, Pair, PoisonFlags, Type, ValueId, unevaluated,
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
    ConstantAddress(Address),
    /// Any bits, another choice at each use (`undef`).
    Undefined,
    /// No value: whoever depends on it is undefined (`poison`).
    Poison,
    /// Any other constant.
    Constant(Constant),
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
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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

/// The type of a function.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Signature {
    /// Type of the result.
    pub result: Type,
    /// Types of the fixed parameters.
    pub parameters: Vec<Type>,
    /// Takes further arguments.
    pub variadic: bool,
}

/// A function definition or declaration.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Function {
    /// Symbol.
    pub name: String,
    /// What the target says about memory.
    pub layout: Layout,
    /// Whether the body is here.
    pub defined: bool,
    /// Whether the front end wants its accesses checked.
    pub checked: bool,
    /// It may be defined nowhere, and is null then (`extern_weak`).
    pub optional: bool,
    /// No other module can name it.
    pub local: bool,
    /// The linker or the loader may use another definition instead of the one here, which may be a copy of one elsewhere.
    pub replaceable: bool,
    /// A fuzzer learns from the comparisons that it makes: they stay calls.
    pub fuzzed: bool,
    /// Calls something that returns twice.
    pub calls_setjmp: bool,
    /// A library may define it: it is not defined here, and visible to other linked objects.
    pub external: bool,
    /// Its type.
    pub signature: Arc<Signature>,
    /// Parameters.
    pub params: Vec<Param>,
    /// All values.
    pub values: Arena<ValueId, Value>,
    /// All blocks; the first is the entry.
    pub blocks: Arena<BlockId, Block>,
    /// All memory accesses, in the order of instructions.
    pub accesses: Arena<AccessId, Access>,
    /// All pairs of pointers that are ordered or subtracted, likewise.
    pub pairs: Vec<Pair>,
    /// Source location of each value; index = value.
    pub locations: Vec<Option<Location>>,
    /// Name of each parameter, stack object and phi, where the compiler kept it; index = value. Names of phis are those of variables, with a number, or invented.
    pub names: Vec<Option<String>>,
    /// Where the function itself stands.
    pub location: Option<Location>,
    /// Arguments of calls that the callee certainly does not keep: (call, number of the argument).
    pub not_kept: FxHashSet<(ValueId, u32)>,
    /// Constants that are computed from the address of a symbol, of those that are no plain address ([`ValueDef::Constant(_)`]).
    pub symbolic: FxHashSet<ValueId>,
    /// Loads that LLVM speculates: it loads from all addresses of a select or phi, and chooses between the results. With the number of such
    /// choices in a row between a load and its use by the source.
    pub speculated: FxHashMap<ValueId, u32>,
    /// Stack objects that the source touches, though the function may do so no more.
    pub touched: FxHashSet<ValueId>,
    /// Loads that the program does not make: operands that C does not evaluate. They have no access.
    pub unevaluated: FxHashSet<ValueId>,
    /// Loads that LLVM hoisted out of a loop, of memory that the loop stores to.
    pub hoisted: FxHashSet<ValueId>,
    /// Poison-generating flags; instructions without flags are missing.
    pub poison_flags: FxHashMap<ValueId, PoisonFlags>,
    /// What the results of pure intrinsics are.
    pub computed: FxHashMap<ValueId, Computed>,
    /// What floating-point operations may assume; those that assume nothing are missing.
    pub fast_math: FxHashMap<ValueId, FastMath>,
    /// Address computations whose result, and each step to it, is poison outside of the object (`inbounds`).
    pub in_bounds: FxHashSet<ValueId>,
    /// The fields and elements that an address names, be it computed by an instruction or a constant, where the front end gave types.
    pub paths: FxHashMap<ValueId, FieldPath>,
    /// Arguments that a call copies for its callee: size and alignment in bytes, by call and number of the argument.
    pub copied: FxHashMap<(ValueId, u32), (u64, u64)>,
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

    /// The blocks and their size in bytes, if an operation compares blocks of a small, fixed size by a library function:
    /// one that code generation makes loads of. `external` names a function of a library.
    pub fn inline_comparison<'n>(
        &self,
        op: &Op,
        external: impl FnOnce(FuncId) -> Option<&'n str>,
    ) -> Option<([ValueId; 2], u64)> {
        const LARGEST: i64 = 64;
        if self.fuzzed {
            return None;
        }
        let Op::Call {
            callee: Callee::Direct(callee),
            arguments,
            ..
        } = op
        else {
            return None;
        };
        let &[a, b, length] = arguments.as_slice() else {
            return None;
        };
        let size = self.integer(length).filter(|n| (1..=LARGEST).contains(n))?;
        let pointers = [a, b].iter().all(|&v| self.values[v].ty.is_plain_pointer());
        let fits = pointers && self.values[length].ty == Type::Int(self.layout.size_bits);
        let compares = matches!(external(*callee)?, "memcmp" | "bcmp");
        (compares && fits).then_some(([a, b], size as u64))
    }

    /// Whether a value is undefined or poison.
    pub fn is_indeterminate(&self, value: ValueId) -> bool {
        matches!(
            self.values[value].def,
            ValueDef::Undefined | ValueDef::Poison
        )
    }

    /// Finds the loads that the program does not make, and forgets their accesses.
    pub(crate) fn leave_out_unevaluated(&mut self) {
        self.unevaluated = unevaluated::loads(self);
        if !self.unevaluated.is_empty() {
            let unevaluated = &self.unevaluated;
            self.accesses
                .retain(|access| !unevaluated.contains(&access.instruction));
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
    /// constant parts added up (wrapping, as the target's pointers do) and the variable parts collected.
    pub fn resolve(&self, pointer: ValueId) -> Address {
        let mut place = Address {
            base: pointer,
            terms: Vec::new(),
            offset: 0,
        };
        loop {
            let step = match &self.values[place.base].def {
                ValueDef::Instruction(Op::Address(step)) | ValueDef::ConstantAddress(step) => step,
                ValueDef::Param(_)
                | ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Global(_)
                | ValueDef::Function(_)
                | ValueDef::Undefined
                | ValueDef::Poison
                | ValueDef::Constant(_)
                | ValueDef::Instruction(_) => return place,
            };
            place.terms.extend_from_slice(&step.terms);
            place.offset = self.layout.wrap(place.offset.wrapping_add(step.offset));
            place.base = step.base;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Term;
    use proptest::prelude::*;

    fn add(function: &mut Function, def: ValueDef, ty: Type) -> ValueId {
        function.values.push(Value { def, ty })
    }

    fn place(base: ValueId, terms: Vec<Term>, offset: i64) -> Address {
        Address {
            base,
            terms,
            offset,
        }
    }

    #[test]
    fn a_pointer_that_is_not_computed_is_its_own_root() {
        let mut function = Function::default();
        let defs = [
            ValueDef::Param(0),
            ValueDef::Null,
            ValueDef::Constant(Constant::Zero),
            ValueDef::Undefined,
            ValueDef::Poison,
            ValueDef::Integer(7),
            ValueDef::Instruction(Op::Unreachable),
        ];
        for def in defs {
            let value = add(&mut function, def, Type::Pointer(0));
            assert_eq!(function.resolve(value), place(value, Vec::new(), 0));
        }
    }

    #[test]
    fn instructions_and_constants_are_followed_alike() {
        let mut function = Function::default();
        let global = ValueDef::Global(crate::Id::from_index(0));
        let global = add(&mut function, global, Type::Pointer(0));
        let index = add(&mut function, ValueDef::Param(0), Type::Int(64));
        let constant = ValueDef::ConstantAddress(place(global, Vec::new(), 24));
        let constant = add(&mut function, constant, Type::Pointer(0));
        let term = Term { index, scale: 4 };
        let last = ValueDef::Instruction(Op::Address(place(constant, vec![term], -8)));
        let last = add(&mut function, last, Type::Pointer(0));
        assert_eq!(function.resolve(last), place(global, vec![term], 16));
    }

    proptest! {
        /// A chain of steps adds up as pointers of the target do, and no variable part gets lost.
        #[test]
        fn resolve_adds_up_with_wrap_around(
            width in prop::sample::select(vec![16u32, 32, 64]),
            steps in prop::collection::vec((any::<i64>(), prop::option::of(any::<i64>())), 0..20)
        ) {
            let layout = Layout::of_width(width);
            let mut function = Function { layout, ..Function::default() };
            let root = add(&mut function, ValueDef::Param(0), Type::Pointer(0));
            let index = add(&mut function, ValueDef::Param(1), Type::Int(64));
            let mut last = root;
            for &(offset, scale) in &steps {
                let terms = scale.map(|scale| Term { index, scale }).into_iter().collect();
                let step = ValueDef::Instruction(Op::Address(place(last, terms, offset)));
                last = add(&mut function, step, Type::Pointer(0));
            }
            let resolved = function.resolve(last);
            let sum: i128 = steps.iter().map(|(offset, _)| i128::from(*offset)).sum();
            prop_assert_eq!(resolved.base, root);
            prop_assert_eq!(resolved.offset, layout.wrap(sum as i64));
            let mut scales: Vec<i64> = resolved.terms.iter().map(|term| term.scale).collect();
            let mut expected: Vec<i64> = steps.iter().filter_map(|(_, scale)| *scale).collect();
            scales.sort_unstable();
            expected.sort_unstable();
            prop_assert_eq!(scales, expected);
        }
    }
}
