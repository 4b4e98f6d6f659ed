//! The edges of the graph: GreenArrays (2014), figures 8 and 18, operation by operation.
//!
//! Claims: if two executions of the module differ in a node, and not in what comes from outside, then they differ in a node from which an
//! edge leads to it, earlier or in the same step. That is the step of the proofs of theorems 4.1 and 4.4. Control counts as in GreenArrays: all
//! that a block computes is influenced by the branches that decide whether it runs, and by those that decide whether these run. What
//! the optimiser has made of assignments is followed, too: a phi is influenced by whatever decides which edge is taken. That a function may end the program instead of
//! returning is no influence.
//!
//! Functions that call setjmp have edges that are not drawn: all that they compute is from outside. What is not understood is, too.

use super::graph::{Graph, Node, Numbers};
use super::memory::{ANYWHERE, MemoryId, Named};
use super::sources::Flow;
use crate::ControlDependences;
use fixedbitset::FixedBitSet;
use sanecc_ir::{
    Addresses, Block, BlockId, Callee, FuncId, Function, Id, MemoryIntrinsic, Mode, Model, Module,
    Op, Symbol, Type, ValueDef, ValueId, mutant, prototypes,
};

impl Graph {
    /// The graph of a module. With `whole_program` nobody else calls its functions but `main`, and nobody else writes its memory
    /// unless it is called.
    pub fn of(module: &Module, memory: &dyn Named, whole_program: bool) -> Self {
        let _span = tracing::debug_span!("dependences").entered();
        let mut builder = Builder {
            module,
            memory,
            whole_program,
            numbers: Numbers::of(module, memory.memories()),
            edges: Vec::new(),
        };
        if !whole_program {
            builder.edge(Node::Outside, Node::Memory(ANYWHERE));
        }
        let entries = Entries::of(module, whole_program);
        for (id, function) in module.functions.iter().filter(|(_, f)| f.defined) {
            if entries.taken.contains(id.index()) {
                builder.edge(Node::Outside, Node::Called(id));
            }
            // A program begins once.
            if entries.open.contains(id.index()) && function.name != "main" {
                builder.edge(Node::Outside, Node::Entered(id));
            }
            let edges = FunctionEdges {
                id,
                function,
                control: ControlDependences::of(function),
            };
            builder.function(&edges, entries.open.contains(id.index()));
        }
        Graph::new(builder.numbers, &builder.edges)
    }
}

/// Where a module may be entered.
struct Entries {
    /// Functions whose address somebody has: any call through a pointer may lead there.
    taken: FixedBitSet,
    /// Functions that may be called with arguments of which nothing is known: these, and those that others know by name.
    open: FixedBitSet,
}

impl Entries {
    fn of(module: &Module, whole_program: bool) -> Self {
        let mut taken = FixedBitSet::with_capacity(module.functions.len());
        let mut named = taken.clone();
        for (id, function) in module.functions.iter() {
            let known = if whole_program {
                function.name == "main"
            } else {
                !function.local
            };
            named.set(id.index(), known);
            taken.set(id.index(), module.exposed.functions.contains(&id));
        }
        for (_, function) in module.functions.iter() {
            for (_, value) in function.values.iter() {
                if let ValueDef::Function(id) = value.def {
                    taken.insert(id.index());
                }
            }
        }
        for id in module.globals.ids() {
            for address in module.initial_addresses(id) {
                if let Symbol::Function(id) = address.symbol {
                    taken.insert(id.index());
                }
            }
        }
        named.union_with(&taken);
        Self { taken, open: named }
    }
}

struct Builder<'m> {
    module: &'m Module,
    memory: &'m dyn Named,
    whole_program: bool,
    numbers: Numbers,
    edges: Vec<(u32, u32)>,
}

/// One function, while its edges are made.
struct FunctionEdges<'f> {
    id: FuncId,
    function: &'f Function,
    control: ControlDependences,
}

impl FunctionEdges<'_> {
    fn value(&self, value: ValueId) -> Node {
        Node::Value(self.id, value)
    }

    fn block(&self, block: BlockId) -> Node {
        Node::Block(self.id, block)
    }
}

impl Builder<'_> {
    fn edge(&mut self, from: Node, to: Node) {
        let [from, to] = [from, to].map(|node| self.numbers.of_node(node) as u32);
        self.edges.push((from, to));
    }

    fn memories(&self, id: FuncId, pointer: ValueId) -> Vec<Node> {
        let mut named = Vec::new();
        self.memory.named(id, pointer, &mut |memory: MemoryId| {
            named.push(Node::Memory(memory));
        });
        named
    }

    fn function(&mut self, here: &FunctionEdges<'_>, open: bool) {
        let function = here.function;
        for (id, value) in function.values.iter() {
            match &value.def {
                ValueDef::Param(number) if open && !mutant!("untainted/open") => {
                    self.edge(Node::Outside, here.value(id));
                    self.parameter_memory(here, *number, id, &[Node::Outside]);
                }
                ValueDef::ConstantAddress(place) => {
                    self.edge(here.value(place.base), here.value(id));
                    for term in &place.terms {
                        self.edge(here.value(term.index), here.value(id));
                    }
                }
                ValueDef::Param(_)
                | ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Global(_)
                | ValueDef::Function(_)
                | ValueDef::Undefined
                | ValueDef::Poison
                | ValueDef::Constant(_)
                | ValueDef::Instruction(_) => {}
            }
        }
        let returns = |block: &Block| {
            let last = block.instructions.last();
            matches!(last.and_then(|v| function.op(*v)), Some(Op::Return(_)))
        };
        let several = function.blocks.iter().filter(|(_, b)| returns(b)).count() > 1;
        for (id, block) in function.blocks.iter() {
            for &branch in here.control.branches(id) {
                self.edge(here.block(branch), here.block(id));
                if !mutant!("untainted/condition") {
                    self.condition(here, branch, here.block(id));
                }
            }
            if several && returns(block) && !mutant!("untainted/one-of-returns") {
                self.edge(here.block(id), Node::Returned(here.id));
            }
            if function.calls_setjmp && !mutant!("untainted/setjmp") {
                self.edge(Node::Outside, here.block(id));
            }
            for &instruction in &block.instructions {
                self.edge(here.block(id), here.value(instruction));
                if let Some(op) = function.op(instruction) {
                    self.operation(here, id, instruction, op);
                }
            }
        }
    }

    /// What decides where a block goes on influences a node.
    fn condition(&mut self, here: &FunctionEdges<'_>, block: BlockId, to: Node) {
        let last = here.function.blocks[block].instructions.last();
        let Some(last) = last.copied() else { return };
        match here.function.op(last) {
            Some(Op::Branch(operands)) => {
                for &operand in operands {
                    self.edge(here.value(operand), to);
                }
            }
            // Whether a call throws is its result.
            Some(_) => self.edge(here.value(last), to),
            None => {}
        }
    }

    /// What a copy of a parameter made for the callee holds.
    fn parameter_memory(
        &mut self,
        here: &FunctionEdges<'_>,
        number: u32,
        parameter: ValueId,
        from: &[Node],
    ) {
        let copied = here.function.params.get(number as usize);
        if copied.is_some_and(|param| param.by_value.is_some()) {
            for to in self.memories(here.id, parameter) {
                from.iter().for_each(|from| self.edge(*from, to));
            }
        }
    }

    fn operands(&mut self, here: &FunctionEdges<'_>, op: &Op, to: Node) {
        op.operands(|operand| self.edge(here.value(operand), to));
    }

    /// `from` is written to what a pointer points to, in a block.
    fn written(
        &mut self,
        here: &FunctionEdges<'_>,
        block: BlockId,
        pointer: ValueId,
        from: &[Node],
    ) {
        for to in self.memories(here.id, pointer) {
            from.iter().for_each(|from| self.edge(*from, to));
            if !mutant!("untainted/written-where") {
                self.edge(here.value(pointer), to);
            }
            if !mutant!("untainted/written-whether") {
                self.edge(here.block(block), to);
                self.edge(Node::Called(here.id), to);
            }
            if let Node::Memory(memory) = to
                && self.memory.outlives_calls(memory)
                && !mutant!("untainted/entered")
            {
                self.edge(Node::Entered(here.id), to);
            }
        }
    }

    fn operation(&mut self, here: &FunctionEdges<'_>, block: BlockId, value: ValueId, op: &Op) {
        let result = here.value(value);
        match op {
            Op::Load { pointer, .. } | Op::VaArg(pointer) => {
                self.edge(here.value(*pointer), result);
                let memories = self.memories(here.id, *pointer);
                memories.iter().for_each(|from| self.edge(*from, result));
                if matches!(op, Op::VaArg(_)) {
                    self.edge(Node::Memory(ANYWHERE), result);
                }
                // What is volatile may be a device.
                let plain = matches!(
                    op,
                    Op::Load {
                        mode: Mode::SIMPLE,
                        ..
                    }
                );
                if !plain
                    && memories.contains(&Node::Memory(ANYWHERE))
                    && !mutant!("untainted/volatile")
                {
                    self.edge(Node::Outside, result);
                }
            }
            Op::Store {
                pointer,
                value: written,
                ..
            } => self.written(here, block, *pointer, &[here.value(*written)]),
            Op::Atomic {
                pointer, operands, ..
            } => {
                self.operands(here, op, result);
                for memory in self.memories(here.id, *pointer) {
                    self.edge(memory, result);
                }
                let from: Vec<Node> = operands.iter().map(|v| here.value(*v)).collect();
                self.written(here, block, *pointer, &from);
            }
            Op::Memory(kind, arguments) => self.block_operation(here, block, *kind, arguments),
            Op::Phi(edges) => {
                self.operands(here, op, result);
                for &(from, _) in edges {
                    self.edge(here.block(from), result);
                    if here.function.blocks[from].successors.len() > 1 && !mutant!("untainted/phi")
                    {
                        self.condition(here, from, result);
                    }
                }
            }
            Op::Return(returned) => {
                if let Some(value) = returned {
                    self.edge(here.value(*value), Node::Returned(here.id));
                }
            }
            Op::Call {
                callee,
                arguments,
                model,
                ..
            } => self.call(here, (block, value), callee, arguments, *model),
            Op::Inert(_, arguments)
            | Op::LandingPad {
                clauses: arguments, ..
            } => {
                self.operands(here, op, result);
                for &pointer in arguments.iter().filter(|v| is_pointer(here, **v)) {
                    for memory in self.memories(here.id, pointer) {
                        self.edge(memory, result);
                    }
                    let from: Vec<Node> = arguments.iter().map(|v| here.value(*v)).collect();
                    self.written(here, block, pointer, &from);
                }
            }
            Op::Opaque { .. } if mutant!("untainted/opaque") => {}
            Op::Opaque { .. } => self.unknown(result),
            Op::Alloca { .. }
            | Op::Address(_)
            | Op::Binary(..)
            | Op::Negate(_)
            | Op::Compare(..)
            | Op::Cast(..)
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::Element(..) => self.operands(here, op, result),
            Op::Fence(_)
            | Op::ScopeBegin(_)
            | Op::ScopeEnd(_)
            | Op::StackRestore(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::Unreachable => {}
        }
    }

    fn block_operation(
        &mut self,
        here: &FunctionEdges<'_>,
        block: BlockId,
        kind: MemoryIntrinsic,
        arguments: &[ValueId],
    ) {
        let &[to, from, ref rest @ ..] = arguments else {
            return;
        };
        let mut sources = vec![here.value(from)];
        sources.extend(rest.iter().map(|v| here.value(*v)));
        if kind != MemoryIntrinsic::Set && !mutant!("untainted/copied") {
            sources.extend(self.memories(here.id, from));
        }
        self.written(here, block, to, &sources);
    }

    /// The result, and whatever others can reach, is from outside.
    fn unknown(&mut self, result: Node) {
        if !mutant!("untainted/unknown-result") {
            self.edge(Node::Outside, result);
        }
        if !mutant!("untainted/unknown-written") {
            self.edge(Node::Outside, Node::Memory(ANYWHERE));
        }
        if !mutant!("untainted/unknown-freed") {
            self.edge(Node::Outside, Node::Freed);
        }
    }

    /// Code that is not known writes outside data also to what it is lent.
    fn unknown_call(
        &mut self,
        here: &FunctionEdges<'_>,
        block: BlockId,
        result: Node,
        arguments: &[ValueId],
    ) {
        self.unknown(result);
        for &pointer in arguments.iter().filter(|v| is_pointer(here, **v)) {
            if !mutant!("untainted/unknown-lent") {
                self.written(here, block, pointer, &[Node::Outside]);
            }
        }
    }

    fn call(
        &mut self,
        here: &FunctionEdges<'_>,
        (block, value): (BlockId, ValueId),
        callee: &Callee,
        arguments: &[ValueId],
        model: Model,
    ) {
        let result = here.value(value);
        let &Callee::Direct(callee) = callee else {
            return self.unknown_call(here, block, result, arguments);
        };
        let target = &self.module.functions[callee];
        if target.defined {
            // The linker or the loader may take another module's definition.
            if target.replaceable && !self.whole_program && !mutant!("untainted/replaceable") {
                self.unknown_call(here, block, result, arguments);
            }
            return self.call_of_known(here, block, result, callee, arguments);
        }
        let mut from: Vec<Node> = arguments.iter().map(|v| here.value(*v)).collect();
        for &pointer in arguments.iter().filter(|v| is_pointer(here, **v)) {
            if !mutant!("untainted/read-by-library") {
                from.extend(self.memories(here.id, pointer));
            }
        }
        if model.allocates.is_some() {
            // Of what is copied into the new block nothing is known but where it was.
            let new = self.memories(here.id, value);
            let arguments = arguments.iter().map(|v| here.value(*v));
            arguments.for_each(|from| self.edge(from, result));
            if model.may_free || model.addresses == Addresses::Unknown {
                from.iter()
                    .for_each(|from| new.iter().for_each(|to| self.edge(*from, *to)));
            }
        } else {
            let values = &here.function.values;
            let layout = &here.function.layout;
            let types: Vec<Type> = arguments.iter().map(|&v| values[v].ty).collect();
            // A function of the program's own may have such a name, too.
            let flow = match prototypes::fits(&target.name, values[value].ty, &types, layout) {
                true => Flow::of(&target.name),
                false => Flow::Outside,
            };
            match flow {
                Flow::Outside => self.unknown_call(here, block, result, arguments),
                Flow::Result if mutant!("untainted/library-result") => {}
                Flow::Result => self.edge(Node::Outside, result),
                Flow::Reads => from.iter().for_each(|from| self.edge(*from, result)),
                Flow::Into(number) => {
                    from.iter().for_each(|from| self.edge(*from, result));
                    match arguments.get(number as usize) {
                        Some(&to) if is_pointer(here, to) => self.written(here, block, to, &from),
                        _ => self.unknown_call(here, block, result, arguments),
                    }
                }
            }
        }
        if model.may_free && !mutant!("untainted/freed-what") {
            arguments
                .iter()
                .for_each(|v| self.edge(here.value(*v), Node::Freed));
        }
        if model.may_free && !mutant!("untainted/freed-whether") {
            self.edge(here.block(block), Node::Freed);
            self.edge(Node::Called(here.id), Node::Freed);
        }
    }

    fn call_of_known(
        &mut self,
        here: &FunctionEdges<'_>,
        block: BlockId,
        result: Node,
        callee: FuncId,
        arguments: &[ValueId],
    ) {
        self.edge(Node::Returned(callee), result);
        if !mutant!("untainted/called") {
            self.edge(here.block(block), Node::Called(callee));
            self.edge(Node::Called(here.id), Node::Called(callee));
            self.edge(Node::Entered(here.id), Node::Entered(callee));
        }
        let target = &self.module.functions[callee];
        let there = FunctionEdges {
            id: callee,
            function: target,
            control: ControlDependences::of(&Function::default()),
        };
        for (id, parameter) in target.values.iter() {
            // Parameters stand before everything else.
            let ValueDef::Param(number) = parameter.def else {
                break;
            };
            let from: Vec<Node> = match arguments.get(number as usize) {
                Some(&argument) => {
                    self.edge(here.value(argument), there.value(id));
                    let mut from = self.memories(here.id, argument);
                    from.push(here.value(argument));
                    from
                }
                None => {
                    self.edge(Node::Outside, there.value(id));
                    vec![Node::Outside]
                }
            };
            self.parameter_memory(&there, number, id, &from);
        }
        // Arguments beyond the parameters lie in memory that the callee's list leads to.
        for &more in arguments.iter().skip(target.params.len()) {
            if mutant!("untainted/too-many") {
                break;
            }
            self.edge(here.value(more), Node::Memory(ANYWHERE));
        }
    }
}

fn is_pointer(here: &FunctionEdges<'_>, value: ValueId) -> bool {
    here.function.values[value].ty.is_plain_pointer()
}
