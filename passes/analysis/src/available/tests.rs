//! Small functions made by hand, and random ones whose every path is walked.

use super::numbering::for_each_access;
use super::*;
use crate::Dominators;
use crate::builder::Builder;
use proptest::prelude::*;
use sanecc_ir::{Access, AccessKind, Extent, Model};

/// Calls kill everything.
struct Calls<'f>(&'f Function);

impl Kills for Calls<'_> {
    fn of(&mut self, instruction: ValueId) -> Option<Kill> {
        let call = matches!(self.0.op(instruction), Some(sanecc_ir::Op::Call { .. }));
        call.then_some(Kill(0))
    }

    fn clobbers(&mut self, _: Kill, _: ValueId) -> bool {
        true
    }
}

/// An access of `bytes` at `pointer`.
fn touch(f: &mut Builder, block: usize, pointer: ValueId, bytes: u64) -> AccessId {
    let instruction = f.load(block, pointer);
    f.function.accesses.push(Access {
        instruction,
        pointer,
        extent: Extent::Bytes(bytes),
        align: 1,
        kind: AccessKind::Read,
        atomic: false,
        bulk: false,
        by_library: false,
    })
}

fn at(f: &mut Builder, base: ValueId, offset: i64) -> ValueId {
    f.constant_place(base, offset)
}

/// For each access, in order, those that touched its bytes before, if it has them.
fn found(f: &Builder) -> Vec<Option<Vec<usize>>> {
    let function = &f.function;
    let available = Available::of(
        function,
        |_, _| true,
        &Elsewhere::default(),
        &mut Calls(function),
    );
    let mut has = Vec::new();
    walk(function, &available, |block, id, cursor| {
        has.push((block, id, cursor.has(id)));
    });
    let covered: Vec<bool> = has.iter().map(|(.., has)| *has).collect();
    let names = has.into_iter().map(|(block, id, has)| {
        let counts = |id: AccessId| !covered[id.index()];
        let by = has.then(|| available.made_by(function, id, block, counts, &mut 1000));
        by.map(|by| by.unwrap().accesses.into_iter().map(Id::index).collect())
    });
    names.collect()
}

fn walk(
    function: &Function,
    available: &Available,
    mut visit: impl FnMut(BlockId, AccessId, &AvailableCursor<'_>),
) {
    let mut accesses = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        let mut cursor = available.cursor(block);
        for &instruction in &content.instructions {
            while let Some((id, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                visit(block, id, &cursor);
                cursor.make(id);
            }
            cursor.pass(instruction);
        }
    }
}

/// Blocks 0 to 3: a branch and where it joins.
fn diamond() -> (Builder, ValueId) {
    let mut f = Builder::new(4);
    for (from, to) in [(0, 1), (0, 2), (1, 3), (2, 3)] {
        f.edge(from, to);
    }
    let p = f.param(None);
    (f, p)
}

#[test]
fn what_both_branches_access_is_available_where_they_join() {
    let (mut f, p) = diamond();
    let high = at(&mut f, p, 4);
    touch(&mut f, 1, p, 8);
    touch(&mut f, 2, p, 4);
    touch(&mut f, 2, high, 4);
    touch(&mut f, 3, p, 8);
    touch(&mut f, 3, high, 8);
    assert_eq!(found(&f), [None, None, None, Some(vec![0, 1, 2]), None]);
}

#[test]
fn what_one_branch_accesses_or_ends_is_not() {
    let (mut f, p) = diamond();
    let q = f.param(None);
    touch(&mut f, 0, p, 4);
    touch(&mut f, 1, q, 4);
    f.call(2, Model::UNKNOWN, vec![]);
    touch(&mut f, 3, p, 4);
    touch(&mut f, 3, q, 4);
    touch(&mut f, 3, q, 4);
    assert_eq!(found(&f), [None, None, None, None, Some(vec![3])]);
}

#[test]
fn a_loop_has_what_was_accessed_before_it_unless_it_ends_it() {
    for frees in [false, true] {
        let mut f = Builder::new(3);
        for (from, to) in [(0, 1), (1, 1), (1, 2)] {
            f.edge(from, to);
        }
        let p = f.param(None);
        touch(&mut f, 0, p, 4);
        touch(&mut f, 1, p, 4);
        if frees {
            f.call(1, Model::UNKNOWN, vec![]);
        }
        let expected = if frees { None } else { Some(vec![0]) };
        assert_eq!(found(&f), [None, expected]);
    }
}

#[test]
fn a_value_that_is_computed_anew_is_another_address() {
    let mut f = Builder::new(3);
    for (from, to) in [(0, 1), (1, 1), (1, 2)] {
        f.edge(from, to);
    }
    let p = f.param(None);
    let next = f.load(1, p);
    touch(&mut f, 1, next, 4);
    touch(&mut f, 1, next, 4);
    touch(&mut f, 2, next, 4);
    assert_eq!(found(&f), [None, Some(vec![0]), Some(vec![0])]);
    // The same, but before it is computed anew.
    let mut f = Builder::new(3);
    for (from, to) in [(0, 1), (1, 2), (2, 1)] {
        f.edge(from, to);
    }
    let start = f.param(None);
    let phi = f.push(1, sanecc_ir::Op::Phi(vec![]));
    touch(&mut f, 1, phi, 4);
    touch(&mut f, 2, phi, 4);
    touch(&mut f, 2, start, 4);
    assert_eq!(found(&f), [None, Some(vec![0]), None]);
}

/// Whether on every path to the access its bytes were accessed since the last call, by walking all paths of so many blocks.
fn on_every_path(f: &Builder, wanted: AccessId, length: usize) -> bool {
    let function = &f.function;
    let mut work = vec![vec![0]];
    while let Some(path) = work.pop() {
        let mut available: Vec<Range<i64>> = Vec::new();
        for &block in &path {
            for &instruction in &function.blocks[f.block(block)].instructions {
                let here = function.accesses.iter();
                for (id, _) in here.filter(|(_, a)| a.instruction == instruction) {
                    let (_, bytes) = address(function, id).unwrap();
                    let mut all = bytes.clone();
                    let has = all.all(|byte| available.iter().any(|range| range.contains(&byte)));
                    if id == wanted && !has {
                        return false;
                    }
                    available.push(bytes);
                }
                if matches!(function.op(instruction), Some(sanecc_ir::Op::Call { .. })) {
                    available.clear();
                }
            }
        }
        if path.len() < length {
            let last = f.block(path[path.len() - 1]);
            for to in &function.blocks[last].successors {
                let mut longer = path.clone();
                longer.push(to.index());
                work.push(longer);
            }
        }
    }
    true
}

proptest! {
    /// The analysis says just what walking all paths says.
    #[test]
    fn it_is_what_every_path_has(
        blocks in 1..5usize,
        edges in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
        steps in prop::collection::vec((any::<prop::sample::Index>(), 0..4i64, 0..4u64), 1..10),
    ) {
        let mut f = Builder::new(blocks);
        let mut has = vec![];
        for (from, to) in edges {
            let (from, to) = (from.index(blocks), to.index(blocks));
            // Nothing leads back to the entry, and nobody branches three ways.
            if to != 0 && has.iter().filter(|(other, _)| *other == from).count() < 2 {
                f.edge(from, to);
                has.push((from, to));
            }
        }
        let p = f.param(None);
        let mut steps = steps;
        // Accesses stand in the order of blocks.
        steps.sort_by_key(|(block, ..)| block.index(blocks));
        for (block, offset, bytes) in steps {
            let block = block.index(blocks);
            if bytes == 0 {
                f.call(block, Model::UNKNOWN, vec![]);
            } else {
                let pointer = at(&mut f, p, offset);
                touch(&mut f, block, pointer, bytes);
            }
        }
        let dominators = Dominators::of(&f.function);
        let found = found(&f);
        let mut blocks = vec![];
        for_each_access(&f.function, |block, _, _| blocks.push(block));
        for (id, _) in f.function.accesses.iter() {
            if dominators.is_reached(blocks[id.index()]) {
                let says = found[id.index()].is_some();
                prop_assert_eq!(says, on_every_path(&f, id, 9), "{:?}", id);
            }
        }
    }
}
