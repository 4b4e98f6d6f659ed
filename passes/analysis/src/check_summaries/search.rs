//! Bottom up over the calls, and down again.

use super::bytes::{Bytes, behind, of_parameter, parameter_behind};
use super::calls::{Call, arguments, parameters};
use super::{Below, CheckSummaries, Host, MOST_RUNS, VISITS};
use crate::available::{Address, Available, Elsewhere, address, address_behind};
use crate::component_solver::{BottomUp, Summaries, TopDown};
use crate::symbolic::Passing;
use crate::{Extent, object_of};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use sanecc_ir::{AccessId, BlockId, FuncId, Function, Id, Module, Op, ValueId, mutant};
use std::ops::{ControlFlow, Range};

pub(super) struct SummarySolver<'s> {
    pub(super) module: &'s Module,
    pub(super) host: &'s dyn Host,
    /// Nothing else calls them.
    pub(super) entered: FixedBitSet,
    pub(super) summaries: CheckSummaries,
    /// What all calls have that were seen; none before the first.
    pub(super) seen: Vec<Option<Bytes>>,
}

impl SummarySolver<'_> {
    /// The bytes behind its parameters that a function has touched wherever it returns.
    fn touched_at_end(&self, id: FuncId) -> Bytes {
        let function = &self.module.functions[id];
        let is_replaceable = function.replaceable && !mutant!("interprocedural/callee-replaceable");
        if is_replaceable || self.own_accesses(id).next().is_none() {
            return Bytes::default();
        }
        let Some(mut kills) = self.host.kills(id) else {
            return Bytes::default();
        };
        let counts = |block: BlockId, access: AccessId| {
            let behind = parameter_behind(function, access);
            behind.is_some() && self.host.counts(id, block, access)
        };
        let elsewhere = Elsewhere {
            by_calls: self.summaries.by_calls(function, id),
            ..Elsewhere::default()
        };
        let available = Available::with(function, counts, &elsewhere, 1, &mut *kills);
        let parameters = parameters(function);
        let mut common: Option<Bytes> = None;
        each_instruction(function, &available, |instruction, cursor| {
            if !matches!(function.op(instruction), Some(Op::Return(_))) {
                return;
            }
            let number = |base: ValueId| parameters.iter().position(|p| *p == base);
            let here = available
                .bytes_at(cursor)
                .filter_map(|(base, run)| Some((number(base)? as u32, run)));
            let here = Bytes::of(here.collect());
            common = Some(match &common {
                Some(common) if !mutant!("interprocedural/every-return") => common.and(&here),
                Some(_) | None => here,
            });
        });
        common.unwrap_or_default()
    }

    /// The bytes behind parameters that a function accesses itself.
    fn own_accesses(&self, id: FuncId) -> impl Iterator<Item = (u32, Range<i64>)> {
        let function = &self.module.functions[id];
        let accesses = function.accesses.ids();
        accesses.filter_map(|access| parameter_behind(function, access))
    }

    /// What callers are worth a query.
    fn wanted(&self, id: FuncId) -> Bytes {
        let function = &self.module.functions[id];
        if !self.entered.contains(id.index()) || !function.checked {
            return Bytes::default();
        }
        let mut all: Vec<_> = self.own_accesses(id).collect();
        for call in &self.summaries.calls[id.index()] {
            let wanted = self.wanted_by(call.callee);
            for (pointer, bytes) in behind(arguments(function, call.call), wanted) {
                all.extend(of_parameter(function, pointer, &bytes));
            }
        }
        let mut all = Bytes::of(all);
        all.0.truncate(MOST_RUNS);
        all
    }

    /// What is worth knowing of the callers of a function; nothing as long as it is not solved.
    fn wanted_by(&self, callee: FuncId) -> &[(u32, Range<i64>)] {
        let below = self.summaries.below.of(callee);
        below.map_or(&[], |below| &below.wanted.0)
    }

    /// Adds the calls that a function makes of some others; those of which less is known now.
    fn add_calls(&mut self, id: FuncId, is_meant: &dyn Fn(FuncId) -> bool) -> Vec<FuncId> {
        let is_asked = |call: &&Call| {
            let callee = call.callee.index();
            is_meant(call.callee)
                && self.entered.contains(callee)
                && self.seen[callee] != Some(Bytes::default())
        };
        let calls: Vec<&Call> = self.summaries.calls[id.index()]
            .iter()
            .filter(is_asked)
            .collect();
        if calls.is_empty() {
            return Vec::new();
        }
        let found = self.bytes_at_calls(id, &calls);
        let mut changed = Vec::new();
        for (callee, here) in found {
            let seen = &mut self.seen[callee.index()];
            let known = match &*seen {
                Some(seen) if !mutant!("interprocedural/every-caller") => seen.and(&here),
                Some(seen) => seen.clone(),
                None => here,
            };
            if seen.as_ref() != Some(&known) {
                *seen = Some(known);
                changed.push(callee);
            }
        }
        changed
    }

    /// What has been accessed behind the arguments of these calls, of what their callees want.
    fn bytes_at_calls(&self, id: FuncId, calls: &[&Call]) -> Vec<(FuncId, Bytes)> {
        let function = &self.module.functions[id];
        let nothing = || {
            let calls = calls.iter();
            calls.map(|call| (call.callee, Bytes::default())).collect()
        };
        let mut queried = Vec::new();
        for call in calls.iter().filter(|call| call.fits) {
            let wanted = self.wanted_by(call.callee);
            queried.extend(behind(arguments(function, call.call), wanted));
        }
        if queried.is_empty() {
            return nothing();
        }
        let addresses: FxHashSet<Address> = queried
            .iter()
            .filter_map(|(pointer, bytes)| Some(address_behind(function, *pointer, bytes)?.0))
            .collect();
        let Some(mut kills) = self.host.kills(id) else {
            return nothing();
        };
        let counts = |block: BlockId, access: AccessId| {
            let address = address(function, access);
            address.is_some_and(|(address, _)| addresses.contains(&address))
                && self.host.counts(id, block, access)
        };
        let known = self.seen[id.index()].clone().unwrap_or_default();
        let elsewhere = Elsewhere {
            before: behind(&parameters(function), &known.0),
            by_calls: self.summaries.by_calls(function, id),
            queried,
        };
        let available = Available::with(function, counts, &elsewhere, 2, &mut *kills);
        let mut found = Vec::new();
        each_instruction(function, &available, |instruction, cursor| {
            for call in calls.iter().filter(|call| call.call == instruction) {
                let wanted = self.wanted_by(call.callee);
                let arguments = arguments(function, instruction);
                let mut here = Vec::new();
                for (number, bytes) in wanted.iter().filter(|_| call.fits) {
                    let Some(&pointer) = arguments.get(*number as usize) else {
                        continue;
                    };
                    let there = cursor.bytes_behind(function, pointer, bytes);
                    let there = there
                        .into_iter()
                        .chain(self.of_object(id, call, pointer, bytes));
                    here.extend(there.map(|run| (*number, run)));
                }
                found.push((call.callee, Bytes::of(here)));
            }
        });
        found
    }

    /// Which of these bytes behind an argument belong to an object that outlives the call.
    fn of_object(
        &self,
        caller: FuncId,
        call: &Call,
        argument: ValueId,
        bytes: &Range<i64>,
    ) -> Option<Range<i64>> {
        let function = &self.module.functions[caller];
        let place = function.resolve(argument);
        let object = object_of(self.module, function, place.base)?;
        let Extent::Bytes(size) = object.extent() else {
            return None;
        };
        let passing = Passing {
            caller,
            block: call.block,
            call: call.call,
        };
        let from = place.offset.checked_neg()?;
        let to = i64::try_from(size).ok()?.checked_add(from)?;
        let to = mutant!("interprocedural/inside", to, i64::MAX);
        let inside = bytes.start.max(from)..bytes.end.min(to);
        // What setjmp returns to is an edge that is not drawn, so scopes may be closed that seem to be open.
        let is_good = (!function.calls_setjmp || mutant!("interprocedural/setjmp"))
            && place.terms.is_empty()
            && !inside.is_empty()
            && (self.host.outlives(passing, object) || mutant!("interprocedural/outlives"));
        is_good.then_some(inside)
    }
}

impl BottomUp for SummarySolver<'_> {
    type Node = FuncId;
    type Summary = Below;

    fn summaries(&mut self) -> &mut Summaries<FuncId, Below> {
        &mut self.summaries.below
    }

    fn transfer(&self, id: FuncId, summary: &mut Below) {
        *summary = Below {
            touched: self.touched_at_end(id),
            wanted: self.wanted(id),
        };
    }
}

impl TopDown for SummarySolver<'_> {
    type Node = FuncId;
    const VISITS: u32 = VISITS;

    fn enter(&mut self, group: &[FuncId]) {
        for id in group {
            if !self.entered.contains(id.index()) {
                self.seen[id.index()] = Some(Bytes::default());
            }
        }
    }

    fn is_called(&self, id: FuncId) -> bool {
        self.seen[id.index()].is_some()
    }

    fn pass_down(&mut self, id: FuncId, wanted: &dyn Fn(FuncId) -> bool, _: u32) -> Vec<FuncId> {
        self.add_calls(id, wanted)
    }

    /// Nothing is known of this function's callers; the others go on.
    fn give_up(&mut self, id: FuncId, _: &[FuncId]) -> ControlFlow<()> {
        self.seen[id.index()] = Some(Bytes::default());
        ControlFlow::Continue(())
    }

    /// Nothing is widened.
    fn settled(&mut self, _: &[FuncId]) {}
}

/// Goes through all blocks, in front of each instruction but behind its accesses.
fn each_instruction(
    function: &Function,
    available: &Available,
    mut visit: impl FnMut(ValueId, &crate::AvailableCursor<'_>),
) {
    let mut accesses = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        let mut cursor = available.cursor(block);
        for &instruction in &content.instructions {
            while let Some((id, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                cursor.make(id);
            }
            visit(instruction, &cursor);
            cursor.pass(instruction);
        }
    }
}
