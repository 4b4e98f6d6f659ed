//! Which bytes have all callers accessed when a function begins, and which has it accessed itself when it returns?
//!
//! Claims: where [`Across::elsewhere`] says so of bytes behind a pointer, accesses of other functions have touched them all, in the same execution: before
//! the function began ([`Elsewhere::before`]), or between the call and its return ([`Elsewhere::by_calls`]). They count as the host says, as in
//! [`Available`], and nothing since may have ended the life of what the pointer points to. So the induction that [`Available`] rests on goes
//! through calls: every access that counts stands before the one that it covers, whichever function makes it.
//!
//! Bytes are counted from parameters. What a function has touched at its end is solved bottom up over the calls by name, in functions that no other
//! definition can take the place of; a function that is not solved yet has touched nothing. What callers have in common is solved top down, for
//! functions that nothing but the calls of this module can enter ([`entered_by_calls_alone`]), and for bytes that the callee accesses or
//! passes on. Of functions that call each other, what the calls from outside have in common is taken for granted inside, and weakened by what the calls inside do not have, until nothing
//! changes: an induction over the depth of the recursion. One that still changes after [`VISITS`] visits knows nothing of its callers.
//! A caller that is not checked has accessed nothing. What it passes of an object that certainly outlives the call is as good as accessed.

use crate::available::{Address, Available, Elsewhere, Endings, address, address_behind};
use crate::callers::entered_by_calls_alone;
use crate::components::components;
use crate::symbolic::Passing;
use crate::{Extent, Object, object_of};
use fixedbitset::FixedBitSet;
use rustc_hash::FxHashSet;
use sanecc_ir::{
    AccessId, BlockId, Callee, FuncId, Function, Id, Module, Op, Type, ValueDef, ValueId, doubted,
};
use std::ops::Range;

/// Visits of a function that calls itself, by way of others or not, before nothing is known of its callers.
const VISITS: u32 = 6;
/// Runs of bytes behind all parameters of a function that are asked about.
const MOST_RUNS: usize = 48;

/// Whoever knows what counts, and what ends lives.
pub trait Host {
    /// Whether an access of a checked function is checked, proved to be good, or covered.
    fn counts(&self, function: FuncId, block: BlockId, access: AccessId) -> bool;
    /// What ends lives in a checked function.
    fn endings(&self, function: FuncId) -> Option<Box<dyn Endings + '_>>;
    /// Whether all bytes of an object of the caller are good until a call of it comes back, whatever that does.
    fn outlives(&self, passing: Passing, object: Object) -> bool;
}

/// Runs of bytes behind parameters, by number; disjoint, in order, none touches the next.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Bytes(Vec<(u32, Range<i64>)>);

impl Bytes {
    fn of(mut all: Vec<(u32, Range<i64>)>) -> Self {
        all.sort_unstable_by_key(|(number, run)| (*number, run.start, run.end));
        let mut joined: Vec<(u32, Range<i64>)> = Vec::new();
        for (number, run) in all {
            match joined.last_mut() {
                Some((n, last)) if *n == number && run.start <= last.end => {
                    last.end = last.end.max(run.end);
                }
                _ => joined.push((number, run)),
            }
        }
        Self(joined)
    }

    fn and(&self, other: &Self) -> Self {
        let mut both = Vec::new();
        for (number, run) in &self.0 {
            for (_, with) in other.0.iter().filter(|(n, _)| n == number) {
                let common = run.start.max(with.start)..run.end.min(with.end);
                if !common.is_empty() {
                    both.push((*number, common));
                }
            }
        }
        Self::of(both)
    }
}

/// A call by name.
struct Call {
    callee: FuncId,
    call: ValueId,
    block: BlockId,
    /// The arguments are the callee's parameters.
    fits: bool,
}

/// What is known of each function of a module; index = function.
#[derive(Default)]
pub struct Across {
    calls: Vec<Vec<Call>>,
    /// At the beginning.
    before: Vec<Bytes>,
    /// At each return.
    after: Vec<Bytes>,
}

impl Across {
    /// Solves it for a module.
    pub fn of(module: &Module, host: &dyn Host) -> Self {
        let _span = tracing::debug_span!("across-calls").entered();
        let functions = module.functions.iter();
        let calls: Vec<Vec<Call>> = functions.map(|(_, f)| calls(module, f)).collect();
        let groups = components(0..calls.len() as u32, |function| {
            let calls = calls[function as usize].iter();
            calls.map(|call| call.callee.index() as u32).collect()
        });
        let groups = groups.into_iter().map(|group| {
            let ids = group.into_iter().map(|f| FuncId::from_index(f as usize));
            ids.collect::<Vec<_>>()
        });
        let groups: Vec<Vec<FuncId>> = groups.collect();
        let mut search = Search {
            module,
            host,
            entered: entered_by_calls_alone(module),
            across: Across {
                before: vec![Bytes::default(); calls.len()],
                after: vec![Bytes::default(); calls.len()],
                calls,
            },
            wanted: vec![Bytes::default(); module.functions.len()],
            seen: vec![None; module.functions.len()],
        };
        for &id in groups.iter().flatten() {
            search.across.after[id.index()] = search.touched_at_end(id);
            search.wanted[id.index()] = search.wanted(id);
        }
        for group in groups.iter().rev() {
            search.settle(group);
        }
        let before = search.seen.into_iter().map(Option::unwrap_or_default);
        search.across.before = before.collect();
        search.across
    }

    /// What other functions have accessed, for one.
    pub fn elsewhere(&self, module: &Module, id: FuncId) -> Elsewhere {
        let function = &module.functions[id];
        let before = self.before.get(id.index());
        let before = before.map_or(&[][..], |bytes| &bytes.0);
        Elsewhere {
            before: behind(&parameters(function), before),
            by_calls: self.by_calls(function, id),
            asked: Vec::new(),
        }
    }

    fn by_calls(&self, function: &Function, id: FuncId) -> Vec<(ValueId, ValueId, Range<i64>)> {
        let mut all = Vec::new();
        let calls = self.calls.get(id.index()).map_or(&[][..], Vec::as_slice);
        for call in calls.iter().filter(|call| call.fits) {
            let touched = behind(
                arguments(function, call.call),
                &self.after[call.callee.index()].0,
            );
            all.extend(touched.into_iter().map(|(p, run)| (call.call, p, run)));
        }
        all
    }
}

struct Search<'s> {
    module: &'s Module,
    host: &'s dyn Host,
    /// Nothing else calls them.
    entered: FixedBitSet,
    across: Across,
    /// What is worth asking about.
    wanted: Vec<Bytes>,
    /// What all calls have that were seen; none before the first.
    seen: Vec<Option<Bytes>>,
}

impl Search<'_> {
    /// The bytes behind its parameters that a function has touched wherever it returns.
    fn touched_at_end(&self, id: FuncId) -> Bytes {
        let function = &self.module.functions[id];
        let is_replaceable = function.replaceable && !doubted("across-calls/callee-replaceable");
        if is_replaceable || self.own_accesses(id).next().is_none() {
            return Bytes::default();
        }
        let Some(mut endings) = self.host.endings(id) else {
            return Bytes::default();
        };
        let counts = |block: BlockId, access: AccessId| {
            let behind = parameter_behind(function, access);
            behind.is_some() && self.host.counts(id, block, access)
        };
        let elsewhere = Elsewhere {
            by_calls: self.across.by_calls(function, id),
            ..Elsewhere::default()
        };
        let available = Available::with(function, counts, &elsewhere, 1, &mut *endings);
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
                Some(common) if !doubted("across-calls/every-return") => common.and(&here),
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

    /// What callers are worth being asked about.
    fn wanted(&self, id: FuncId) -> Bytes {
        let function = &self.module.functions[id];
        if !self.entered.contains(id.index()) || !function.checked {
            return Bytes::default();
        }
        let mut all: Vec<_> = self.own_accesses(id).collect();
        for call in &self.across.calls[id.index()] {
            let wanted = &self.wanted[call.callee.index()].0;
            for (pointer, bytes) in behind(arguments(function, call.call), wanted) {
                all.extend(of_parameter(function, pointer, &bytes));
            }
        }
        let mut all = Bytes::of(all);
        all.0.truncate(MOST_RUNS);
        all
    }

    /// Finds what all calls of a group of functions that call each other have in common, and adds their calls of others.
    fn settle(&mut self, group: &[FuncId]) {
        for id in group {
            if !self.entered.contains(id.index()) {
                self.seen[id.index()] = Some(Bytes::default());
            }
        }
        let members: FxHashSet<FuncId> = group.iter().copied().collect();
        let mut visits = vec![0; group.len()];
        let mut changed = members.clone();
        loop {
            let mut settled = true;
            for (at, &id) in group.iter().enumerate().rev() {
                // Those that never get a call here are never called.
                if self.seen[id.index()].is_none() || !changed.remove(&id) {
                    continue;
                }
                settled = false;
                visits[at] += 1;
                if visits[at] > VISITS {
                    self.seen[id.index()] = Some(Bytes::default());
                }
                changed.extend(self.add_calls(id, &|callee| members.contains(&callee)));
            }
            if settled {
                break;
            }
        }
        for &id in group {
            self.add_calls(id, &|callee| !members.contains(&callee));
        }
    }

    /// Adds the calls that a function makes of some others; those of which less is known now.
    fn add_calls(&mut self, id: FuncId, is_meant: &dyn Fn(FuncId) -> bool) -> Vec<FuncId> {
        let is_asked = |call: &&Call| {
            let callee = call.callee.index();
            is_meant(call.callee)
                && self.entered.contains(callee)
                && self.seen[callee] != Some(Bytes::default())
        };
        let calls: Vec<&Call> = self.across.calls[id.index()]
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
                Some(seen) if !doubted("across-calls/every-caller") => seen.and(&here),
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
        let mut asked = Vec::new();
        for call in calls.iter().filter(|call| call.fits) {
            let wanted = &self.wanted[call.callee.index()].0;
            asked.extend(behind(arguments(function, call.call), wanted));
        }
        if asked.is_empty() {
            return nothing();
        }
        let addresses: FxHashSet<Address> = asked
            .iter()
            .filter_map(|(pointer, bytes)| Some(address_behind(function, *pointer, bytes)?.0))
            .collect();
        let Some(mut endings) = self.host.endings(id) else {
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
            by_calls: self.across.by_calls(function, id),
            asked,
        };
        let available = Available::with(function, counts, &elsewhere, 2, &mut *endings);
        let mut found = Vec::new();
        each_instruction(function, &available, |instruction, cursor| {
            for call in calls.iter().filter(|call| call.call == instruction) {
                let wanted = &self.wanted[call.callee.index()].0;
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
        let to = if doubted("across-calls/inside") {
            i64::MAX
        } else {
            to
        };
        let inside = bytes.start.max(from)..bytes.end.min(to);
        // What setjmp returns to is an edge that is not drawn, so scopes may be closed that seem to be open.
        let is_good = (!function.calls_setjmp || doubted("across-calls/setjmp"))
            && place.terms.is_empty()
            && !inside.is_empty()
            && (self.host.outlives(passing, object) || doubted("across-calls/outlives"));
        is_good.then_some(inside)
    }
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

/// The calls of functions that are defined here.
fn calls(module: &Module, function: &Function) -> Vec<Call> {
    let mut all = Vec::new();
    for (block, content) in function.blocks.iter() {
        for &call in &content.instructions {
            if let Some(Op::Call {
                callee: Callee::Direct(callee),
                arguments,
                ..
            }) = function.op(call)
                && module.functions[*callee].defined
            {
                let to = &module.functions[*callee];
                let types = parameters(to).into_iter().map(|p| to.values[p].ty);
                let fits = arguments.len() == to.params.len()
                    && types.eq(arguments.iter().map(|a| function.values[*a].ty));
                all.push(Call {
                    callee: *callee,
                    call,
                    block,
                    fits,
                });
            }
        }
    }
    all
}

fn arguments(function: &Function, call: ValueId) -> &[ValueId] {
    match function.op(call) {
        Some(Op::Call { arguments, .. }) => arguments,
        Some(_) | None => &[],
    }
}

/// The values of the parameters; index = number.
fn parameters(function: &Function) -> Vec<ValueId> {
    crate::symbolic::values_of(function)
}

/// These bytes, where parameters have these values.
fn behind(values: &[ValueId], bytes: &[(u32, Range<i64>)]) -> Vec<(ValueId, Range<i64>)> {
    let all = bytes.iter();
    let all = all.filter_map(|(number, run)| Some((*values.get(*number as usize)?, run.clone())));
    all.collect()
}

/// The parameter that these bytes behind a pointer lie behind, at a constant distance; no copy that belongs to the function itself.
fn of_parameter(
    function: &Function,
    pointer: ValueId,
    bytes: &Range<i64>,
) -> Option<(u32, Range<i64>)> {
    let place = function.resolve(pointer);
    let ValueDef::Param(number) = function.values[place.base].def else {
        return None;
    };
    let copied = function.params.get(number as usize)?.by_value.is_some();
    let from = place.offset.checked_add(bytes.start)?;
    let to = place.offset.checked_add(bytes.end)?;
    let plain = matches!(function.values[place.base].ty, Type::Pointer(0));
    (plain
        && (!copied || doubted("across-calls/copied"))
        && (place.terms.is_empty() || doubted("across-calls/same-index")))
    .then_some((number, from..to))
}

/// The same of an access.
fn parameter_behind(function: &Function, access: AccessId) -> Option<(u32, Range<i64>)> {
    let it = &function.accesses[access];
    let sanecc_ir::Extent::Bytes(bytes) = it.extent else {
        return None;
    };
    of_parameter(function, it.pointer, &(0..i64::try_from(bytes).ok()?))
}
