//! Which bytes have all callers accessed when a function begins, and which has it accessed itself when it returns?
//!
//! Claims: where [`CheckSummaries::elsewhere`] says so of bytes behind a pointer, accesses of other functions have touched them all, in the same execution: before
//! the function began ([`Elsewhere::before`]), or between the call and its return ([`Elsewhere::by_calls`]). They count as the host says, as in
//! [`Available`], and nothing since may have killed the object that the pointer points to. So the induction that [`Available`] rests on goes
//! through calls: every access that counts stands before the one that it covers, whichever function makes it.
//!
//! Bytes are counted from parameters. What a function has touched at its end is solved bottom up over the calls by name, in functions that no other
//! definition can take the place of; a function that is not solved yet has touched nothing. What callers have in common is solved top down, for
//! functions that nothing but the calls of this module can enter ([`entered_by_calls_alone`]), and for bytes that the callee accesses or
//! passes on. Of functions that call each other, what the calls from outside have in common is taken for granted inside, and weakened by what the calls inside do not have, until nothing
//! changes: an induction over the depth of the recursion. One that still changes after [`VISITS`] visits knows nothing of its callers.
//! A caller that is not checked has accessed nothing. What it passes of an object that certainly outlives the call is equivalent to accessed.

mod bytes;
mod calls;
mod search;

use crate::Object;
use crate::available::{Elsewhere, Kills};
use crate::closed_world::entered_by_calls_alone;
use crate::component_solver::{Summaries, bottom_up, top_down};
use crate::components::components;
use crate::symbolic::Passing;
use bytes::{Bytes, behind};
use calls::{Call, arguments, calls, parameters};
use sanecc_ir::{AccessId, BlockId, FuncId, Function, Id, Module, ValueId};
use search::SummarySolver;
use std::ops::Range;

/// Visits of a function that calls itself, by way of others or not, before nothing is known of its callers.
const VISITS: u32 = 6;
/// The queried runs of bytes at all parameters of a function.
const MOST_RUNS: usize = 48;

/// Says which accesses count, and which instructions are kills.
pub trait Host {
    /// Whether an access of a checked function is checked, proved, or redundant.
    fn counts(&self, function: FuncId, block: BlockId, access: AccessId) -> bool;
    /// The kills of a checked function.
    fn kills(&self, function: FuncId) -> Option<Box<dyn Kills + '_>>;
    /// Whether all bytes of an object of the caller stay addressable until a call returns, whatever the callee does.
    fn outlives(&self, passing: Passing, object: Object) -> bool;
}

/// What is known of each function of a module; index = function.
#[derive(Default)]
pub struct CheckSummaries {
    calls: Vec<Vec<Call>>,
    /// At the beginning.
    before: Vec<Bytes>,
    below: Summaries<FuncId, Below>,
}

/// What a function does with the bytes at its parameters, itself or by its callees.
#[derive(Default)]
struct Below {
    /// Accessed wherever it returns.
    touched: Bytes,
    /// Worth knowing of its callers.
    wanted: Bytes,
}

impl CheckSummaries {
    /// Solves it for a module.
    pub fn of(module: &Module, host: &dyn Host) -> Self {
        let _span = tracing::debug_span!("interprocedural").entered();
        let functions = module.functions.iter();
        let calls: Vec<Vec<Call>> = functions.map(|(_, f)| calls(module, f)).collect();
        let callees = |caller: FuncId| calls[caller.index()].iter().map(|call| call.callee);
        let groups = components(module.functions.ids(), |id| callees(id).collect());
        let mut search = SummarySolver {
            module,
            host,
            entered: entered_by_calls_alone(module),
            summaries: CheckSummaries {
                calls,
                ..CheckSummaries::default()
            },
            seen: vec![None; module.functions.len()],
        };
        // One function at a time: what calls itself by way of others has the summaries of those that were solved before it.
        let each: Vec<Vec<FuncId>> = groups.iter().flatten().map(|&id| vec![id]).collect();
        bottom_up(&mut search, &each);
        top_down(&mut search, &groups);
        let before = search.seen.into_iter().map(Option::unwrap_or_default);
        search.summaries.before = before.collect();
        search.summaries
    }

    /// What other functions have accessed, for one.
    pub fn elsewhere(&self, module: &Module, id: FuncId) -> Elsewhere {
        let function = &module.functions[id];
        let before = self.before.get(id.index());
        let before = before.map_or(&[][..], |bytes| &bytes.0);
        Elsewhere {
            before: behind(&parameters(function), before),
            by_calls: self.by_calls(function, id),
            queried: Vec::new(),
        }
    }

    fn by_calls(&self, function: &Function, id: FuncId) -> Vec<(ValueId, ValueId, Range<i64>)> {
        let mut all = Vec::new();
        let calls = self.calls.get(id.index()).map_or(&[][..], Vec::as_slice);
        for call in calls.iter().filter(|call| call.fits) {
            let Some(below) = self.below.of(call.callee) else {
                continue;
            };
            let touched = behind(arguments(function, call.call), &below.touched.0);
            all.extend(touched.into_iter().map(|(p, run)| (call.call, p, run)));
        }
        all
    }
}
