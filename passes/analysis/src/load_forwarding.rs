//! Which loads yield a value that an earlier load or store of the function left in memory? So a pointer and its length that are fields of a
//! struct stay the same values to the symbolic analyses, as long as nothing in between may write them.
//!
//! Claims: where [`LoadForwarding::same`] names a value for a load, the load yields what that value was at its last evaluation, in every execution
//! up to its first memory error. It asks only about memory that no other thread and no other module can reach
//! ([`PointsTo::is_shared`](crate::PointsTo::is_shared)): another thread's write would be a data race, but a proof must not
//! rest on the absence of races.
//!
//! Reads points-to sets and [`Effects`] for what stores and calls may write, never the types of loads. LLVM does believe types, so it must not see
//! those of these [loads](LoadForwarding::loads).
//!
//! A cell is a base pointer, a constant offset, and a type. A forward analysis ([`crate::dataflow`]): a state maps each cell to the value that
//! it holds; a join keeps the values on which all paths agree. So a value that is found was evaluated on every path, and not again since. Gives up
//! beyond [`MAX_CELLS`] cells or [`MAX_STATES`] states, and in functions that call setjmp, because longjmp is an edge that is not drawn.

use crate::Effects;
use crate::dataflow::{Analysis, Domain};
use crate::points_to::ObjectId;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{Address, FuncId, Function, Mode, Op, Type, ValueId, mutant};

/// Most cells of one function.
const MAX_CELLS: usize = 128;
/// Most pairs of a block and a cell.
const MAX_STATES: usize = 1 << 20;

/// A part of memory as the function names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Cell {
    base: ValueId,
    /// Bytes from there.
    offset: i64,
    ty: Type,
}

/// What an instruction does to a cell, by number.
#[derive(Clone, Copy, Debug)]
enum CellEffect {
    /// It may hold anything afterwards.
    Lost(usize),
    /// It holds this value.
    Holds(usize, ValueId),
    /// The instruction yields what it holds.
    Read(usize),
}

/// What each cell holds: `None` was not reached yet, `Some(None)` is unknown.
#[derive(Clone)]
struct State(Vec<Option<Option<ValueId>>>);

/// Loads whose values were there before.
#[derive(Clone, Debug, Default)]
pub struct LoadForwarding {
    same: FxHashMap<ValueId, ValueId>,
    again: FxHashMap<ValueId, Vec<ValueId>>,
    loads: Vec<ValueId>,
}

impl LoadForwarding {
    /// Solves it for a function. The effects are asked for only where the function reads a place twice, or has written it before.
    pub fn of<'e, 'm: 'e>(
        id: FuncId,
        function: &Function,
        effects: impl FnOnce() -> &'e Effects<'m>,
    ) -> Self {
        let mut cells = candidates(function);
        if cells.is_empty() || function.calls_setjmp && !mutant!("load-forwarding/setjmp") {
            return Self::default();
        }
        let effects = effects();
        let _span = tracing::debug_span!("load-forwarding").entered();
        let mut bases = FxHashMap::default();
        cells.retain(|cell| {
            let objects = bases
                .entry(cell.base)
                .or_insert_with(|| effects.unshared(id, cell.base));
            objects.is_some()
        });
        if cells.is_empty()
            || cells.len() > MAX_CELLS
            || cells.len() * function.blocks.len() > MAX_STATES
        {
            return Self::default();
        }
        let bases = bases
            .into_iter()
            .filter_map(|(base, objects)| Some((base, objects?)))
            .collect();
        let scene = Scene {
            id,
            function,
            effects,
            cells,
            bases,
        };
        let steps = scene.steps();
        let same = Held::of(function, scene.cells.len(), &steps);
        let mut again: FxHashMap<ValueId, Vec<ValueId>> = FxHashMap::default();
        for (&load, &value) in &same {
            again.entry(value).or_default().push(load);
        }
        again.values_mut().for_each(|loads| loads.sort_unstable());
        let is_load = |value: &ValueId| matches!(function.op(*value), Some(Op::Load { .. }));
        let values = same.values().copied().filter(is_load);
        let mut loads: Vec<ValueId> = same.keys().copied().chain(values).collect();
        loads.sort_unstable();
        loads.dedup();
        Self { same, again, loads }
    }

    /// The value that the load yields again.
    pub fn same(&self, load: ValueId) -> Option<ValueId> {
        self.same.get(&load).copied()
    }

    /// The loads that yield this value again.
    pub fn again(&self, value: ValueId) -> &[ValueId] {
        self.again.get(&value).map_or(&[], Vec::as_slice)
    }

    /// All loads that the answers are about: whoever uses them lets no load go by its type to where it finds something else.
    pub fn loads(&self) -> &[ValueId] {
        &self.loads
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.same.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.same.is_empty()
    }
}

/// The cell of a simple load or store of a number or an address.
fn cell(function: &Function, pointer: ValueId, ty: Type) -> Option<Cell> {
    matches!(ty, Type::Int(8 | 16 | 32 | 64) | Type::Pointer(0)).then_some(())?;
    let Address {
        base,
        terms,
        offset,
    } = function.resolve(pointer);
    terms.is_empty().then_some(Cell { base, offset, ty })
}

/// Bytes of a value in memory; none where that is not said.
fn bytes(function: &Function, ty: Type) -> Option<i64> {
    match ty {
        Type::Int(bits) => Some(i64::from(bits.div_ceil(8))),
        Type::Float(format) => Some(i64::from(format.bits().div_ceil(8))),
        Type::Pointer(0) => Some(function.layout.pointer_bytes() as i64),
        _ => None,
    }
}

/// Cells that are read, and read or written besides.
fn candidates(function: &Function) -> Vec<Cell> {
    let mut seen = FxHashSet::default();
    let mut found = Vec::new();
    let mut reads = FxHashSet::default();
    for (_, block) in function.blocks.iter() {
        for &instruction in &block.instructions {
            let (pointer, ty, read) = match function.op(instruction) {
                Some(&Op::Load {
                    pointer,
                    mode: Mode::SIMPLE,
                }) => (pointer, function.values[instruction].ty, true),
                Some(&Op::Store {
                    pointer,
                    value,
                    mode: Mode::SIMPLE,
                }) => (pointer, function.values[value].ty, false),
                _ => continue,
            };
            let Some(cell) = cell(function, pointer, ty) else {
                continue;
            };
            if read {
                reads.insert(cell);
            }
            if !seen.insert(cell) {
                found.push(cell);
            }
        }
    }
    let mut known = FxHashSet::default();
    found.retain(|cell| reads.contains(cell) && known.insert(*cell));
    found
}

/// What is asked of a function again and again.
struct Scene<'a> {
    id: FuncId,
    function: &'a Function,
    effects: &'a Effects<'a>,
    cells: Vec<Cell>,
    /// The objects that each base may point into.
    bases: FxHashMap<ValueId, Vec<ObjectId>>,
}

impl Scene<'_> {
    /// What each instruction does to the cells.
    fn steps(&self) -> FxHashMap<ValueId, Vec<CellEffect>> {
        let mut all: FxHashMap<ValueId, Vec<CellEffect>> = FxHashMap::default();
        let blocks = self.function.blocks.iter();
        for &instruction in blocks.flat_map(|(_, block)| &block.instructions) {
            let mut steps = Vec::new();
            // Nothing is held where a base is computed anew: on the first path there it has no value yet, and a cell is held on
            // every path or not at all.
            if let Some(op) = self.function.op(instruction) {
                self.steps_of(instruction, op, &mut steps);
            }
            if !steps.is_empty() {
                all.insert(instruction, steps);
            }
        }
        all
    }

    fn lose(&self, steps: &mut Vec<CellEffect>, is_lost: impl Fn(usize, &Cell) -> bool) {
        let cells = self.cells.iter().enumerate();
        let lost = cells.filter(|(number, cell)| is_lost(*number, cell));
        steps.extend(lost.map(|(number, _)| CellEffect::Lost(number)));
    }

    fn steps_of(&self, instruction: ValueId, op: &Op, steps: &mut Vec<CellEffect>) {
        let function = self.function;
        let number = |pointer, ty| {
            let cell = cell(function, pointer, ty)?;
            self.cells.iter().position(|other| *other == cell)
        };
        match op {
            Op::Load { pointer, mode } => {
                let cell = number(*pointer, function.values[instruction].ty);
                steps.extend(cell.filter(|_| mode.is_simple()).map(CellEffect::Read));
            }
            Op::Store {
                pointer,
                value,
                mode,
            } => {
                let ty = function.values[*value].ty;
                if !mutant!("load-forwarding/stored") {
                    self.write(steps, *pointer, bytes(self.function, ty));
                }
                let cell = number(*pointer, ty).filter(|_| mode.is_simple());
                steps.extend(cell.map(|cell| CellEffect::Holds(cell, *value)));
            }
            Op::Atomic { .. } if mutant!("load-forwarding/atomic") => {}
            Op::VaArg(_) if mutant!("load-forwarding/variadic") => {}
            Op::Atomic { pointer, .. } | Op::VaArg(pointer) => self.write(steps, *pointer, None),
            Op::ScopeBegin(_) | Op::ScopeEnd(_) if mutant!("load-forwarding/scope") => {}
            Op::ScopeBegin(object) | Op::ScopeEnd(object) => self.write(steps, *object, None),
            // Those that write say so of their first argument.
            Op::Memory(..) if mutant!("load-forwarding/copied") => {}
            Op::Memory(_, arguments) => {
                if let Some(&to) = arguments.first() {
                    self.write(steps, to, None);
                }
            }
            Op::Inert(_, arguments)
            | Op::LandingPad {
                clauses: arguments, ..
            } => {
                for &argument in arguments {
                    if function.values[argument].ty.is_plain_pointer() {
                        self.write(steps, argument, None);
                    }
                }
            }
            Op::Call { .. } => {
                let may_write = |base: &ValueId| {
                    let objects = &self.bases[base];
                    self.effects
                        .may_write_unshared(self.id, instruction, objects)
                };
                let written: FxHashSet<ValueId> =
                    self.bases.keys().copied().filter(may_write).collect();
                self.lose(steps, |_, cell| {
                    written.contains(&cell.base) && !mutant!("load-forwarding/called")
                });
            }
            Op::Opaque { .. } | Op::StackRestore(_) => {
                self.lose(steps, |_, _| !mutant!("load-forwarding/opaque"));
            }
            Op::Fence(_)
            | Op::Alloca { .. }
            | Op::Address(_)
            | Op::Binary(..)
            | Op::Negate(_)
            | Op::Compare(..)
            | Op::Cast(..)
            | Op::Phi(_)
            | Op::Select { .. }
            | Op::Freeze(_)
            | Op::Element(..)
            | Op::Return(_)
            | Op::Branch(_)
            | Op::Resume(_)
            | Op::Unreachable => {}
        }
    }

    /// So many bytes are written through a pointer.
    fn write(&self, steps: &mut Vec<CellEffect>, pointer: ValueId, length: Option<i64>) {
        let place = self.function.resolve(pointer);
        let distance =
            length.filter(|_| place.is_constant() || mutant!("load-forwarding/variable-index"));
        let overlaps = |cell: &Cell| match (distance, bytes(self.function, cell.ty)) {
            (Some(length), Some(size)) => {
                let (start, other) = (i128::from(place.offset), i128::from(cell.offset));
                start < other + i128::from(size)
                    && other < start + i128::from(length)
                    && (start == other || !mutant!("load-forwarding/overlap"))
            }
            _ => true,
        };
        let reached = self.effects.reached(self.id, place.base);
        self.lose(steps, |_, cell| {
            if cell.base == place.base {
                return overlaps(cell);
            }
            if mutant!("load-forwarding/alias") {
                return false;
            }
            // What nobody outside has is not among what is not known.
            let objects = &self.bases[&cell.base];
            let reached = reached.as_ref();
            reached.is_none_or(|reached| reached.iter().any(|object| objects.contains(object)))
        });
    }
}

/// The dataflow analysis of what the cells hold.
struct Held<'s> {
    cells: usize,
    steps: &'s FxHashMap<ValueId, Vec<CellEffect>>,
}

impl Held<'_> {
    /// The value that each load finds in its cell.
    fn of(
        function: &Function,
        cells: usize,
        steps: &FxHashMap<ValueId, Vec<CellEffect>>,
    ) -> FxHashMap<ValueId, ValueId> {
        let results = Held { cells, steps }.solve(function);
        let mut same = FxHashMap::default();
        for (id, block) in function
            .blocks
            .iter()
            .filter(|(id, _)| results.is_reached(*id))
        {
            let mut cursor = results.cursor(id);
            for &instruction in &block.instructions {
                for step in steps.get(&instruction).into_iter().flatten() {
                    if let CellEffect::Read(cell) = *step
                        && let Some(Some(value)) = cursor.state().0[cell]
                        && !function.is_indeterminate(value)
                    {
                        same.insert(instruction, value);
                    }
                }
                cursor.pass(function, instruction);
            }
        }
        same
    }
}

impl Analysis for Held<'_> {
    type Domain = State;

    fn bottom(&self, _: &Function) -> State {
        State(vec![None; self.cells])
    }

    fn top(&self, _: &Function) -> State {
        State(vec![Some(None); self.cells])
    }

    fn transfer(&self, _: &Function, instruction: ValueId, state: &mut State) {
        for step in self.steps.get(&instruction).into_iter().flatten() {
            match *step {
                CellEffect::Lost(cell) => state.0[cell] = Some(None),
                CellEffect::Holds(cell, value) => state.0[cell] = Some(Some(value)),
                CellEffect::Read(cell) => {
                    if state.0[cell].flatten().is_none() {
                        state.0[cell] = Some(Some(instruction));
                    }
                }
            }
        }
    }
}

impl Domain for State {
    /// Keeps what both agree on.
    fn join(&mut self, other: &Self) -> bool {
        let mut changed = false;
        for (mine, other) in self.0.iter_mut().zip(&other.0) {
            let met = match (*mine, *other) {
                (None, any) | (any, None) => any,
                (Some(a), Some(b)) => {
                    Some(a.filter(|_| a == b || mutant!("load-forwarding/every-path")))
                }
            };
            changed |= *mine != met;
            *mine = met;
        }
        changed
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::{Builder, variable};
    use crate::differential::{self, Claims, Run};
    use proptest::prelude::*;
    use sanecc_ir::{BlockId, Model, Module};
    use std::sync::OnceLock;

    impl Claims for LoadForwarding {
        fn hold_in(&mut self, _: &Run<'_>, _: BlockId) {}

        fn hold_of(&mut self, run: &Run<'_>, value: ValueId) {
            // What memory has where poison was written, nobody says.
            if let Some(same) = self.same(value)
                && run.get(same).is_some()
            {
                assert_eq!(run.get(value), run.get(same), "{value:?} is not {same:?}");
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(700))]

        #[test]
        fn what_is_read_again_is_what_stood_there(
            choices in prop::collection::vec(any::<u16>(), 10..400),
            blocks in 1..6usize,
            inputs in prop::collection::vec(any::<u64>(), 24),
        ) {
            let function = differential::function_of_pointers(&choices, blocks);
            differential::run(&function, &inputs, &mut differential::load_forwarding(&function));
        }
    }

    /// The loads of a function alone in its module that yield something again.
    fn solved(builder: Builder, globals: usize) -> LoadForwarding {
        let mut module = Module::default();
        for _ in 0..globals {
            module.globals.push(variable(64));
        }
        let mut function = builder.function;
        function.defined = true;
        module.functions.push(Function::default());
        let id = module.functions.push(function);
        let points_to = OnceLock::new();
        let effects = Effects::of(&module, &points_to);
        LoadForwarding::of(id, &module.functions[id], || &effects)
    }

    #[test]
    fn a_store_is_read_until_something_may_overwrite_it() {
        let mut builder = Builder::new(1);
        let object = builder.alloca(0, Some(16));
        let index = builder.integer(64);
        let [first, second] = [1, 2].map(|n| builder.constant(n));
        builder.store(0, object, first);
        let read = |builder: &mut Builder, from| {
            let (pointer, mode) = (from, Mode::SIMPLE);
            builder.compute(0, Op::Load { pointer, mode }, 64)
        };
        let stored = read(&mut builder, object);
        let place = |offset| Address {
            base: object,
            terms: Vec::new(),
            offset,
        };
        let [beside, summaries] = [8, 4].map(|offset| builder.push(0, Op::Address(place(offset))));
        builder.store(0, beside, second);
        let kept = read(&mut builder, object);
        let other = read(&mut builder, beside);
        builder.store(0, summaries, second);
        let cut = [object, beside].map(|from| read(&mut builder, from));
        let anywhere = builder.address(0, object, Some(index));
        let again = read(&mut builder, object);
        builder.store(0, anywhere, second);
        let lost = read(&mut builder, object);
        let load_forwarding = solved(builder, 0);
        assert_eq!(load_forwarding.same(stored), Some(first));
        assert_eq!(load_forwarding.same(kept), Some(first));
        assert_eq!(load_forwarding.same(other), Some(second));
        assert!(cut.iter().all(|load| load_forwarding.same(*load).is_none()));
        assert_eq!(load_forwarding.same(again), Some(cut[0]));
        assert_eq!(load_forwarding.same(lost), None);
        assert_eq!(load_forwarding.again(first), [stored, kept]);
    }

    /// Whether a load after a call yields what was stored before it, where `lend` says what the call gets.
    fn outlives(lend: impl FnOnce(&mut Builder, ValueId) -> Vec<ValueId>) -> bool {
        let mut builder = Builder::new(1);
        let object = builder.alloca(0, Some(8));
        let number = builder.constant(1);
        builder.store(0, object, number);
        let arguments = lend(&mut builder, object);
        builder.call(0, Model::UNKNOWN, arguments);
        let pointer = object;
        let op = Op::Load {
            pointer,
            mode: Mode::SIMPLE,
        };
        let load = builder.compute(0, op, 64);
        solved(builder, 1).same(load) == Some(number)
    }

    #[test]
    fn nothing_is_known_of_what_others_can_reach() {
        assert!(outlives(|_, _| Vec::new()));
        assert!(!outlives(|_, object| vec![object]));
        // Another thread may come by the global at any time.
        assert!(!outlives(|builder, object| {
            let global = builder.global(0);
            builder.store(0, global, object);
            Vec::new()
        }));
    }

    #[test]
    fn paths_join_in_what_all_of_them_left() {
        for (value, known) in [(1, true), (2, false)] {
            let mut builder = Builder::new(4);
            for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3), (3, 3)] {
                builder.edge(from, to);
            }
            let object = builder.alloca(0, Some(8));
            let [one, two] = [1, 2].map(|n| builder.constant(n));
            builder.store(1, object, one);
            builder.store(2, object, if value == 1 { one } else { two });
            let pointer = object;
            let op = Op::Load {
                pointer,
                mode: Mode::SIMPLE,
            };
            let load = builder.compute(3, op, 64);
            assert_eq!(solved(builder, 0).same(load) == Some(one), known);
        }
    }
}
