//! Functions built by hand, for tests of the analyses.

use sanecc_ir::{
    Address, Block, BlockId, Callee, Content, FuncId, Function, Global, GlobalId, Id, Linkage,
    Mode, Model, Op, Param, Term, Type, Value, ValueDef, ValueId,
};

/// A global of so many bytes, defined here and nowhere else.
pub(crate) fn variable(size: u64) -> Global {
    Global {
        name: "x".into(),
        size,
        align: 8,
        linkage: Linkage::Exact,
        constant: false,
        thread_local: false,
        section: None,
        unchecked: false,
        line: 0,
        foreign_space: false,
        preemptible: false,
        local: false,
        address_in_data: false,
        grouped: false,
        dynamic: false,
        optional: false,
        content: Content::Zero,
        ty: Type::Void,
        initial: None,
    }
}

/// A function in the making.
pub(crate) struct Builder {
    pub(crate) function: Function,
}

impl Builder {
    /// A function of so many empty blocks, without edges.
    pub(crate) fn new(blocks: usize) -> Self {
        let mut function = Function::default();
        for _ in 0..blocks {
            function.blocks.push(Block::default());
        }
        Self { function }
    }

    pub(crate) fn block(&self, number: usize) -> BlockId {
        BlockId::from_index(number)
    }

    pub(crate) fn edge(&mut self, from: usize, to: usize) {
        let (from, to) = (self.block(from), self.block(to));
        self.function.blocks[from].successors.push(to);
        self.function.blocks[to].predecessors.push(from);
    }

    /// Ends a block by a branch: to the first of `to` where a condition holds, or always.
    pub(crate) fn branch(&mut self, from: usize, condition: Option<ValueId>, to: &[usize]) {
        self.push(from, Op::Branch(condition.into_iter().collect()));
        to.iter().for_each(|&to| self.edge(from, to));
    }

    fn value(&mut self, def: ValueDef, ty: Type) -> ValueId {
        self.function.values.push(Value { def, ty })
    }

    pub(crate) fn constant(&mut self, n: i64) -> ValueId {
        self.value(ValueDef::Integer(n), Type::Int(64))
    }

    /// An integer constant of so many bits.
    pub(crate) fn number(&mut self, n: i64, bits: u32) -> ValueId {
        self.value(ValueDef::Integer(n), Type::Int(bits))
    }

    /// A parameter that is an integer of so many bits.
    pub(crate) fn integer(&mut self, bits: u32) -> ValueId {
        let number = self.function.params.len() as u32;
        self.function.params.push(Param { by_value: None });
        self.value(ValueDef::Param(number), Type::Int(bits))
    }

    /// Undefined content of so many bits.
    pub(crate) fn undefined(&mut self, bits: u32) -> ValueId {
        self.value(ValueDef::Undefined, Type::Int(bits))
    }

    /// Appends an instruction that yields an integer of so many bits.
    pub(crate) fn compute(&mut self, block: usize, op: Op, bits: u32) -> ValueId {
        let id = self.push(block, op);
        self.function.values[id].ty = Type::Int(bits);
        id
    }

    pub(crate) fn global(&mut self, number: usize) -> ValueId {
        let global = ValueDef::Global(GlobalId::from_index(number));
        self.value(global, Type::Pointer(0))
    }

    pub(crate) fn null(&mut self) -> ValueId {
        self.value(ValueDef::Null, Type::Pointer(0))
    }

    pub(crate) fn param(&mut self, by_value: Option<(u64, u64)>) -> ValueId {
        let number = self.function.params.len() as u32;
        self.function.params.push(Param { by_value });
        self.value(ValueDef::Param(number), Type::Pointer(0))
    }

    /// Address arithmetic that is a constant.
    pub(crate) fn constant_place(&mut self, base: ValueId, offset: i64) -> ValueId {
        let place = Address {
            base,
            terms: Vec::new(),
            offset,
        };
        self.value(ValueDef::ConstantAddress(place), Type::Pointer(0))
    }

    /// Appends an instruction to a block.
    pub(crate) fn push(&mut self, block: usize, op: Op) -> ValueId {
        let id = self.value(ValueDef::Instruction(op), Type::Pointer(0));
        let block = self.block(block);
        self.function.blocks[block].instructions.push(id);
        id
    }

    pub(crate) fn alloca(&mut self, block: usize, bytes: Option<u64>) -> ValueId {
        let count = self.constant(1);
        let op = Op::Alloca {
            bytes,
            count,
            element: bytes.unwrap_or(1),
            align: 8,
            fixed: bytes.is_some(),
        };
        self.push(block, op)
    }

    /// Address arithmetic with an optional variable part of one byte per step.
    pub(crate) fn address(
        &mut self,
        block: usize,
        base: ValueId,
        index: Option<ValueId>,
    ) -> ValueId {
        let terms = index.map(|index| Term { index, scale: 1 });
        let place = Address {
            base,
            terms: terms.into_iter().collect(),
            offset: 0,
        };
        self.push(block, Op::Address(place))
    }

    pub(crate) fn load(&mut self, block: usize, pointer: ValueId) -> ValueId {
        let mode = Mode::SIMPLE;
        self.push(block, Op::Load { pointer, mode })
    }

    pub(crate) fn store(&mut self, block: usize, pointer: ValueId, value: ValueId) -> ValueId {
        let op = Op::Store {
            pointer,
            value,
            mode: Mode::SIMPLE,
        };
        self.push(block, op)
    }

    pub(crate) fn call(&mut self, block: usize, model: Model, arguments: Vec<ValueId>) -> ValueId {
        let op = Op::Call {
            callee: Callee::Direct(FuncId::from_index(0)),
            arguments,
            model,
            noreturn: false,
            returns_twice: false,
            must_tail: false,
            signature: Default::default(),
            unwind: None,
        };
        self.push(block, op)
    }
}
