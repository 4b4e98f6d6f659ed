//! The constraints of a module: what each instruction means for the sets.
//!
//! Every value may carry an address, also numbers: the optimiser copies structures through integers and vectors, and programs do so byte
//! by byte. Numbers that come from outside carry whatever the outside knows.

use super::graph::{Graph, Node};
use super::objects::{ObjectId, Site};
use super::place::{Place, Range};
use super::solver::{Body, CallSite, Solver, Use};
use crate::is_walked_as_array;
use rustc_hash::FxHashMap;
use sanecc_ir::{
    Address, Addresses, BinaryOp, Callee, CastOp, Extent, FuncId, Function, GlobalId, Id, Linkage,
    MemoryIntrinsic, Model, Module, Op, Symbol, Type, ValueDef, ValueId, mutant,
};

/// Where the calls of a function lead: one for each call that is not known by a model.
pub(super) type Sites = FxHashMap<(FuncId, ValueId), u32>;

/// Adds all constraints of the module; yields its calls.
pub(super) fn add(solver: &mut Solver<'_>) -> Sites {
    let module = solver.module;
    for (_, function) in module.functions.iter() {
        let body = function.defined.then(|| body(solver, function));
        solver.bodies.push(body);
    }
    for id in module.functions.ids() {
        add_symbol(solver, module, id);
    }
    for id in module.globals.ids() {
        add_global(solver, module, id);
    }
    let mut sites = Sites::default();
    for (id, function) in module.functions.iter() {
        if function.defined {
            Reader::new(solver, &mut sites, id, function).read();
        }
    }
    sites
}

fn body(solver: &mut Solver<'_>, function: &Function) -> Body {
    let values = solver.graph.add_many(function.values.len());
    let mut parameters = vec![None; function.params.len()];
    for (value, it) in function.values.iter() {
        if let ValueDef::Param(number) = it.def
            && let Some(place) = parameters.get_mut(number as usize)
        {
            *place = Some(values + value.index() as u32);
        }
    }
    let parameters = parameters
        .into_iter()
        .map(|node| node.unwrap_or_else(|| solver.graph.add()))
        .collect();
    Body {
        values,
        parameters,
        by_value: function
            .params
            .iter()
            .map(|p| p.by_value.map(|(bytes, _)| bytes))
            .collect(),
        result: solver.graph.add(),
        replaceable: function.replaceable,
    }
}

/// A function that others can name or have the address of may be called by anybody.
fn add_symbol(solver: &mut Solver<'_>, module: &Module, id: FuncId) {
    let function = &module.functions[id];
    let (object, _) = solver.objects.object(Site::Function(id));
    let is_named = !function.local && !mutant!("points-to/named-function");
    let is_exposed =
        module.exposed.functions.contains(&id) && !mutant!("points-to/exposed-function");
    if is_named || is_exposed {
        solver.point(solver.outside, object, Place::START);
    }
    let copied = function.params.iter().zip(0..);
    for (_, number) in copied.filter(|(p, _)| p.by_value.is_some()) {
        let Some(body) = &solver.bodies[id.index()] else {
            continue;
        };
        let node = body.parameters[number as usize];
        let (copy, _) = solver.objects.object(Site::Parameter(id, number));
        solver.point(node, copy, Place::START);
    }
}

fn add_global(solver: &mut Solver<'_>, module: &Module, id: GlobalId) {
    let global = &module.globals[id];
    let (object, _) = solver.objects.object(Site::Global(id));
    let here = global.linkage == Linkage::Exact && !global.may_be_replaced();
    solver.objects.get_mut(object).constant =
        global.constant && (here || mutant!("points-to/constant-here"));
    let walked = global.section.as_deref().is_some_and(is_walked_as_array);
    let is_named = !global.local && !mutant!("points-to/named-global");
    let is_walked = walked && !mutant!("points-to/walked-global");
    let is_exposed = module.exposed.globals.contains(&id) && !mutant!("points-to/exposed-global");
    if is_named || is_walked || is_exposed {
        solver.point(solver.outside, object, Place::START);
    }
    // Another definition may hold what others know; it has a name, so the object has escaped and holds that anyway.
    assert!(here || !global.local);
    for address in module.initial_addresses(id) {
        if mutant!("points-to/initial") {
            break;
        }
        let place = Place::at(address.at as i64);
        let bytes = module.layout.pointer_bytes();
        let cell = solver.cell(object, Range { place, bytes });
        let place = Place::at(address.offset);
        match address.symbol {
            Symbol::Global(id) => {
                let (target, _) = solver.objects.object(Site::Global(id));
                solver.point(cell, target, place);
            }
            Symbol::Function(id) => {
                let (target, _) = solver.objects.object(Site::Function(id));
                solver.point(cell, target, place);
            }
            Symbol::Label(..) | Symbol::Absolute | Symbol::Number | Symbol::Unknown => {
                solver.graph.insert(cell, Graph::UNKNOWN)
            }
        }
    }
}

/// Reads one function.
struct Reader<'s, 'm> {
    solver: &'s mut Solver<'m>,
    sites: &'s mut Sites,
    id: FuncId,
    function: &'m Function,
    first: Node,
    /// The bytes of loads and stores; those that are missing lie in another address space.
    bytes: FxHashMap<ValueId, u64>,
}

impl<'s, 'm> Reader<'s, 'm> {
    fn new(
        solver: &'s mut Solver<'m>,
        sites: &'s mut Sites,
        id: FuncId,
        function: &'m Function,
    ) -> Self {
        let first = solver.bodies[id.index()].as_ref().map_or(0, |b| b.values);
        let sized = function.accesses.iter().filter_map(|(_, access)| {
            let Extent::Bytes(bytes) = access.extent else {
                return None;
            };
            Some((access.instruction, bytes))
        });
        Self {
            bytes: sized.collect(),
            solver,
            sites,
            id,
            function,
            first,
        }
    }

    fn read(&mut self) {
        for (value, it) in self.function.values.iter() {
            match &it.def {
                ValueDef::Param(_) | ValueDef::Integer(_) | ValueDef::Null => {}
                // What was never written holds no address.
                ValueDef::Undefined | ValueDef::Poison => {}
                ValueDef::Global(id) => self.point_to(value, Site::Global(*id)),
                ValueDef::Function(id) => self.point_to(value, Site::Function(*id)),
                ValueDef::ConstantAddress(place) => self.address(value, place),
                ValueDef::Constant(_) => {
                    if self.function.symbolic.contains(&value) {
                        self.unknown(value);
                    }
                }
                ValueDef::Instruction(op) => self.instruction(value, op),
            }
        }
    }

    fn node(&self, value: ValueId) -> Node {
        self.first + value.index() as u32
    }

    fn object(&mut self, site: Site) -> ObjectId {
        self.solver.objects.object(site).0
    }

    fn point_to(&mut self, value: ValueId, site: Site) {
        let (node, object) = (self.node(value), self.object(site));
        self.solver.point(node, object, Place::START);
    }

    fn unknown(&mut self, value: ValueId) {
        let node = self.node(value);
        self.solver.graph.insert(node, Graph::UNKNOWN);
    }

    fn edge(&mut self, from: ValueId, to: ValueId) {
        let (from, to) = (self.node(from), self.node(to));
        self.solver.graph.edge(from, to);
    }

    /// `from` reaches the outside.
    fn give_away(&mut self, from: ValueId) {
        let from = self.node(from);
        self.solver.graph.edge(from, self.solver.outside);
    }

    /// `to` is computed from `from`.
    fn derive(&mut self, from: ValueId, to: ValueId) {
        self.shift(from, to, 0, 1);
    }

    fn shift(&mut self, from: ValueId, to: ValueId, offset: i64, step: u64) {
        if !self.carries_nothing(from) {
            let (from, to) = (self.node(from), self.node(to));
            self.solver
                .apply_later(from, Use::Move { to, offset, step });
        }
    }

    /// Constants without an address.
    fn carries_nothing(&self, value: ValueId) -> bool {
        matches!(
            self.function.values[value].def,
            ValueDef::Integer(_) | ValueDef::Null | ValueDef::Undefined | ValueDef::Poison
        )
    }

    fn address(&mut self, value: ValueId, place: &Address) {
        let step = place.terms.iter().fold(0, |step, term| {
            let place = Place::START
                .moved(0, step)
                .moved(0, term.scale.unsigned_abs());
            place.step()
        });
        // Memory at an index that holds parts of an address says something of it, whatever reads or writes there.
        for term in &place.terms {
            let index = self.node(term.index);
            if !mutant!("points-to/index") {
                self.solver.apply_later(index, Use::Escape);
            }
        }
        if self.carries_nothing(place.base) {
            // A number that was made a pointer by arithmetic on null.
            for term in &place.terms {
                self.derive(term.index, value);
            }
            self.unknown(value);
        } else if step == 0 && place.offset == 0 {
            self.edge(place.base, value);
        } else if mutant!("points-to/variable-index") {
            self.shift(place.base, value, place.offset, 0);
        } else {
            self.shift(place.base, value, place.offset, step);
        }
    }

    fn load(&mut self, pointer: ValueId, to: ValueId) {
        match self.bytes.get(&to) {
            Some(&bytes) => {
                let (pointer, to) = (self.node(pointer), self.node(to));
                self.solver.apply_later(pointer, Use::Load { to, bytes });
            }
            None => self.unknown(to),
        }
    }

    fn store_node(&mut self, instruction: ValueId, pointer: ValueId, from: Node) {
        match self.bytes.get(&instruction) {
            Some(&bytes) => {
                let pointer = self.node(pointer);
                self.solver.apply_later(pointer, Use::Store { from, bytes });
            }
            None if mutant!("points-to/unsized-store") => {}
            None => self.solver.graph.edge(from, self.solver.outside),
        }
    }

    fn store(&mut self, instruction: ValueId, pointer: ValueId, value: ValueId) {
        if !self.carries_nothing(value) {
            let from = self.node(value);
            self.store_node(instruction, pointer, from);
        }
    }

    fn copy(&mut self, to: ValueId, from: ValueId, bytes: u64) {
        let (to, from) = (self.node(to), self.node(from));
        self.solver.apply_later(to, Use::CopyTo { from, bytes });
        self.solver.apply_later(from, Use::CopyFrom { to, bytes });
    }

    fn instruction(&mut self, value: ValueId, op: &Op) {
        match op {
            Op::Alloca { .. } => self.point_to(value, Site::Stack(self.id, value)),
            Op::Load { pointer, .. } => self.load(*pointer, value),
            Op::Store {
                pointer,
                value: stored,
                ..
            } => self.store(value, *pointer, *stored),
            Op::Atomic {
                pointer, operands, ..
            } => {
                self.load(*pointer, value);
                if mutant!("points-to/exchanged") {
                    return;
                }
                // What is written may be computed from what was there.
                let written = self.solver.graph.add();
                for source in operands.iter().copied().chain([value]) {
                    let (offset, step) = (0, 1);
                    let source = self.node(source);
                    let to = written;
                    self.solver.graph.edge(source, to);
                    self.solver
                        .apply_later(source, Use::Move { to, offset, step });
                }
                self.store_node(value, *pointer, written);
            }
            Op::Address(place) => self.address(value, place),
            Op::Binary(kind, a, b) => self.arithmetic(value, *kind, *a, *b),
            Op::Negate(a) => self.derive(*a, value),
            Op::Cast(cast, a) => match cast {
                CastOp::ZExt | CastOp::SExt | CastOp::PtrToInt | CastOp::BitCast => {
                    self.edge(*a, value);
                }
                CastOp::IntToPtr | CastOp::AddrSpaceCast => {
                    self.edge(*a, value);
                    if !mutant!("points-to/number") {
                        self.unknown(value);
                    }
                }
                CastOp::Trunc | CastOp::Float(_) if mutant!("points-to/cut") => {}
                CastOp::Trunc | CastOp::Float(_) => self.derive(*a, value),
            },
            Op::Phi(edges) => edges.iter().for_each(|(_, from)| self.edge(*from, value)),
            Op::Select {
                then, otherwise, ..
            } => {
                self.edge(*then, value);
                self.edge(*otherwise, value);
            }
            Op::Freeze(a) => self.edge(*a, value),
            Op::Element(_, all) => self.element(value, all),
            Op::VaArg(_) if mutant!("points-to/variadic") => {}
            Op::VaArg(_) => self.unknown(value),
            Op::Memory(kind, arguments) => self.memory(value, *kind, arguments),
            Op::Inert(_, arguments)
            | Op::LandingPad {
                clauses: arguments, ..
            } => self.inert(value, arguments),
            Op::Call {
                callee,
                arguments,
                model,
                ..
            } => self.call(value, callee, arguments, *model),
            Op::Return(result) => {
                if let (Some(result), Some(body)) = (*result, &self.solver.bodies[self.id.index()])
                {
                    let to = body.result;
                    let from = self.node(result);
                    self.solver.graph.edge(from, to);
                }
            }
            Op::Resume(_) if mutant!("points-to/thrown") => {}
            Op::Resume(thrown) => self.give_away(*thrown),
            Op::Opaque { .. } if mutant!("points-to/opaque") => {}
            Op::Opaque { operands, .. } => {
                operands.iter().for_each(|&operand| self.give_away(operand));
                self.unknown(value);
            }
            Op::Fence(_)
            | Op::Compare(..)
            | Op::ScopeBegin(_)
            | Op::ScopeEnd(_)
            | Op::StackRestore(_)
            | Op::Branch(_)
            | Op::Unreachable => {}
        }
    }

    /// Numbers that hold an address: a constant distance is kept, all else may lead anywhere in the object.
    fn arithmetic(&mut self, value: ValueId, kind: BinaryOp, a: ValueId, b: ValueId) {
        match (kind, self.function.integer(a), self.function.integer(b)) {
            (BinaryOp::Add, _, Some(distance)) => self.shift(a, value, distance, 0),
            (BinaryOp::Add, Some(distance), _) => self.shift(b, value, distance, 0),
            (BinaryOp::Sub, _, Some(distance)) => {
                self.shift(a, value, distance.wrapping_neg(), 0);
            }
            _ if mutant!("points-to/arithmetic") => {}
            _ => {
                self.derive(a, value);
                self.derive(b, value);
            }
        }
    }

    fn element(&mut self, value: ValueId, all: &[ValueId]) {
        let ty = |v: ValueId| self.function.values[v].ty;
        let is_address = |ty| matches!(ty, Type::Pointer(_));
        // Address arithmetic on vectors and on types without a size has this form, too.
        let arithmetic = all.first().is_none_or(|&first| is_address(ty(first)))
            || matches!(ty(value), Type::Vector { .. } | Type::Other);
        for &from in all {
            if arithmetic {
                self.derive(from, value);
            } else {
                self.edge(from, value);
            }
        }
    }

    fn memory(&mut self, value: ValueId, kind: MemoryIntrinsic, arguments: &[ValueId]) {
        let &[to, from, ..] = arguments else {
            return;
        };
        let bytes = match arguments.get(2).and_then(|&n| self.function.integer(n)) {
            Some(n) => (n as u64).max(1),
            None => u64::MAX,
        };
        self.bytes.insert(value, bytes);
        match kind {
            MemoryIntrinsic::Copy | MemoryIntrinsic::Move if mutant!("points-to/copied") => {}
            MemoryIntrinsic::Copy | MemoryIntrinsic::Move => self.copy(to, from, bytes),
            MemoryIntrinsic::Set => self.store(value, to, from),
        }
    }

    /// An intrinsic: arithmetic, or something with memory that is not known.
    fn inert(&mut self, value: ValueId, arguments: &[ValueId]) {
        let function = self.function;
        let is_number = |v: ValueId| matches!(function.values[v].ty, Type::Int(_) | Type::Float(_));
        let arithmetic = !arguments.is_empty()
            && arguments.iter().all(|&a| is_number(a))
            && (is_number(value) || matches!(function.values[value].ty, Type::Aggregate(_)));
        for (&argument, number) in arguments.iter().zip(0..) {
            if arithmetic {
                self.derive(argument, value);
            } else if function.not_kept.contains(&(value, number)) {
                let node = self.node(argument);
                self.solver.apply_later(node, Use::Lend);
            } else if may_hold_address(function.values[argument].ty)
                && !mutant!("points-to/intrinsic")
            {
                self.give_away(argument);
            }
        }
        if !arithmetic && may_hold_address(function.values[value].ty) {
            self.unknown(value);
        }
    }

    fn call(&mut self, value: ValueId, callee: &Callee, arguments: &[ValueId], model: Model) {
        let by_model = match callee {
            Callee::Direct(_) => self.modelled(value, arguments, model),
            Callee::Indirect(_) | Callee::Assembly(_) => false,
        };
        if by_model {
            return;
        }
        let not_kept = (0..arguments.len() as u32)
            .map(|number| self.function.not_kept.contains(&(value, number)))
            .collect();
        let site = self.solver.sites.len() as u32;
        self.solver.sites.push(CallSite {
            arguments: arguments.iter().map(|&a| self.node(a)).collect(),
            not_kept,
            result: self.node(value),
        });
        self.sites.insert((self.id, value), site);
        match callee {
            Callee::Direct(function) => self.solver.call(site, *function),
            Callee::Indirect(pointer) => {
                let pointer = self.node(*pointer);
                self.solver.apply_later(pointer, Use::Call { site });
            }
            Callee::Assembly(_) if mutant!("points-to/assembly") => {}
            Callee::Assembly(_) => self.solver.call_outside(site),
        }
        // A fresh object all the same, whatever else the function does with its arguments.
        if model.allocates.is_some() {
            self.point_to(value, Site::Heap(self.id, value));
        }
    }

    /// A library function that is known; false if it is not, or is called with too little.
    fn modelled(&mut self, value: ValueId, arguments: &[ValueId], model: Model) -> bool {
        let argument = |number: u32| arguments.get(number as usize).copied();
        let bytes = u64::MAX;
        match model.addresses {
            Addresses::Unknown => return false,
            Addresses::Nowhere => {}
            _ if mutant!("points-to/library") => {}
            Addresses::Copied { to, from } => {
                let (Some(to), Some(from)) = (argument(to), argument(from)) else {
                    return false;
                };
                self.copy(to, from, bytes);
            }
            Addresses::Moved { from } => {
                let Some(from) = argument(from) else {
                    return false;
                };
                self.copy(value, from, bytes);
            }
            Addresses::Stored { to, from } => {
                let (Some(to), Some(from)) = (argument(to), argument(from)) else {
                    return false;
                };
                let (offset, step) = (0, 1);
                let (to, inner) = (self.node(to), self.solver.graph.add());
                let from = self.node(from);
                let bytes = self.solver.module.layout.pointer_bytes();
                let move_ = Use::Move {
                    to: inner,
                    offset,
                    step,
                };
                self.solver.apply_later(from, move_);
                self.solver
                    .apply_later(to, Use::Store { from: inner, bytes });
            }
            Addresses::Filled { to } => {
                let Some(to) = argument(to) else {
                    return false;
                };
                let to = self.node(to);
                self.solver.apply_later(to, Use::Fill);
            }
            Addresses::Shown { from } => {
                let Some(from) = argument(from) else {
                    return false;
                };
                let from = self.node(from);
                self.solver.apply_later(from, Use::Show);
            }
        }
        self.bytes.insert(value, bytes);
        match (model.allocates, model.returns.and_then(argument)) {
            (Some(_), _) => self.point_to(value, Site::Heap(self.id, value)),
            (None, Some(_)) if mutant!("points-to/given-back") => {}
            (None, Some(given_back)) => self.derive(given_back, value),
            (None, None)
                if may_hold_address(self.function.values[value].ty)
                    && !matches!(
                        self.function.values[value].ty,
                        Type::Int(_) | Type::Float(_)
                    )
                    && !mutant!("points-to/library-result") =>
            {
                self.unknown(value);
                for &argument in arguments {
                    self.derive(argument, value);
                }
            }
            (None, None) => {}
        }
        true
    }
}

/// Whether a value of the type can hold a part of an address.
fn may_hold_address(ty: Type) -> bool {
    match ty {
        Type::Void | Type::Int(1) => false,
        Type::Int(_)
        | Type::Float(_)
        | Type::Pointer(_)
        | Type::Vector { .. }
        | Type::Aggregate(_)
        | Type::Other => true,
    }
}
