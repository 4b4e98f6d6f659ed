//! Asserts in the machine what the compiler's plan claims of each access whose check it removes, at the place of the access.
//!
//! The machine knows each object exactly, so a claim is compared with it also where the access itself is fine: the object that a proof names, the
//! offset, the size and the facts that it states. [`claims`] lists the claims, [`compare`] compares one, [`before_loops`] decides whether what a check before a loop claims
//! holds there.

mod before_loops;
mod claims;
mod coalesced;
mod compare;
mod masked;
mod values;

use claims::{Claim, Condition, Watched};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_instrument::CheckPlan;
use sanecc_ir::{AccessId, FuncId, Module};
use sanecc_machine::Machine;
use sanecc_machine::watch::{Sight, Watcher, Watches};
use sanecc_prove::proof_id;
use values::Values;

/// Watches a program for claims that do not hold.
pub struct Audit<'p> {
    module: &'p Module,
    plan: &'p CheckPlan,
    watched: Vec<Watched<'p>>,
    /// Calls in which an operation has wrapped that a proof assumes not to wrap.
    wrapped: FxHashSet<u64>,
    /// What the checks before the loops of a call said; by call and number of the watch.
    passed: FxHashMap<(u64, usize), before_loops::Passed>,
    /// Checks of several accesses that are under way; by call and number of the watch.
    spans: FxHashMap<(u64, usize), coalesced::Span>,
    /// So many entries are kept until those of calls that have returned are dropped.
    room: usize,
}

/// Entries that are kept at least.
const ROOM: usize = 1 << 12;

impl<'p> Audit<'p> {
    /// For the whole of a planned program: the places, and who looks there.
    pub fn of(module: &'p Module, plan: &'p CheckPlan, compares_facts: bool) -> (Watches, Self) {
        let (watches, watched) = claims::of(module, plan, compares_facts);
        let audit = Self {
            module,
            plan,
            watched,
            wrapped: FxHashSet::default(),
            passed: FxHashMap::default(),
            spans: FxHashMap::default(),
            room: ROOM,
        };
        (watches, audit)
    }

    /// How many claims it asserts.
    pub fn claims(&self) -> usize {
        let all = self.watched.iter();
        all.filter(|one| matches!(one, Watched::Claim(_) | Watched::Member(..)))
            .count()
    }

    /// Whether a claim is made in this call, as far as checks and guards decide that at run time.
    fn is_made(&self, claim: &Claim<'_>, call: u64, values: &Values<'_>) -> bool {
        match &claim.condition {
            Condition::Always => true,
            Condition::NothingWrapped => !self.wrapped.contains(&call),
            Condition::Range(watch) => {
                let passed = self.passed.get(&(call, *watch));
                passed.is_some_and(before_loops::Passed::is_range)
            }
            Condition::CachedBound(watch, one) => {
                let passed = self.passed.get(&(call, *watch));
                let pointer = self.function(claim.function).accesses[claim.access].pointer;
                passed.is_some_and(|passed| passed.is_below(one, pointer, values))
            }
        }
    }

    /// Notes what a check before a loop said.
    fn note(&mut self, machine: &Machine<'_>, sight: Sight<'_>, passed: before_loops::Passed) {
        self.drop_returned(machine);
        self.passed.insert((sight.call, sight.number), passed);
    }

    /// Drops what is known of calls that have returned, if there is much.
    fn drop_returned(&mut self, machine: &Machine<'_>) {
        let count = |audit: &Self| audit.passed.len() + audit.wrapped.len() + audit.spans.len();
        if count(self) > self.room {
            let calls: FxHashSet<u64> = machine.calls().collect();
            self.passed.retain(|(call, _), _| calls.contains(call));
            self.spans.retain(|(call, _), _| calls.contains(call));
            self.wrapped.retain(|call| calls.contains(call));
            self.room = ROOM.max(2 * count(self));
        }
    }

    /// The words for an access that a check of several does not cover as planned.
    fn left_out(&self, function: FuncId, access: AccessId, seen: &str) -> String {
        let proof = proof_id(self.module, self.function(function), access);
        format!(
            "unsound removal: {proof}\n{seen}\nthe compiler had removed this check by rule 'coalesce': an earlier access of the block checks all its bytes with its own"
        )
    }

    fn function(&self, id: FuncId) -> &'p sanecc_ir::Function {
        &self.module.functions[id]
    }
}

impl Watcher for Audit<'_> {
    fn see(&mut self, machine: &Machine<'_>, sight: Sight<'_>) -> Result<(), String> {
        let watched = &self.watched[sight.number];
        match watched {
            Watched::Guard(function, guard, ids) => {
                let values = Values::new(self.function(*function), ids, sight.values);
                if values.wraps(guard) {
                    self.wrapped.insert(sight.call);
                }
                Ok(())
            }
            Watched::Loop(function, number, ids) => {
                let values = Values::new(self.function(*function), ids, sight.values);
                let checks = self.plan.function(*function);
                let check = checks.map(|plan| &plan.loops[*number]);
                if let Some(check) = check {
                    let passed = before_loops::ranges(machine, check, &values);
                    self.note(machine, sight, passed);
                }
                Ok(())
            }
            Watched::CachedBound(function, number, ids) => {
                let values = Values::new(self.function(*function), ids, sight.values);
                let bounds = self.plan.function(*function);
                let bound = bounds.map(|plan| &plan.cached_bounds[*number]);
                if let Some(bound) = bound {
                    let passed = before_loops::bounds(machine, bound, &values);
                    self.note(machine, sight, passed);
                }
                Ok(())
            }
            Watched::Span(function, number, ids) => {
                let code = self.function(*function);
                let values = Values::new(code, ids, sight.values);
                let key = (sight.call, sight.number);
                let Some(plan) = self.plan.function(*function) else {
                    return Ok(());
                };
                let check = &plan.coalesced[*number];
                let last = self.spans.get(&key);
                let span = coalesced::begin(machine, check, (code, &values), last);
                let span =
                    span.map_err(|(access, seen)| self.left_out(*function, access, &seen))?;
                self.drop_returned(machine);
                self.spans.insert(key, span);
                Ok(())
            }
            Watched::Member(function, (number, member), first, ids) => {
                let code = self.function(*function);
                let values = Values::new(code, ids, sight.values);
                let plan = self.plan.function(*function);
                let span = self.spans.get_mut(&(sight.call, *first));
                let (Some(plan), Some(span)) = (plan, span) else {
                    return Ok(());
                };
                let check = &plan.coalesced[*number];
                let seen = coalesced::go_on(machine, (check, *member), (code, &values), span);
                let access = check.members[*member].access;
                seen.map_err(|seen| self.left_out(*function, access, &seen))
            }
            Watched::Claim(claim) => {
                let function = self.function(claim.function);
                let values = Values::new(function, &claim.values, sight.values);
                if !self.is_made(claim, sight.call, &values) {
                    return Ok(());
                }
                compare::compare(machine, claim, function, &values).map_err(|seen| {
                    let proof = proof_id(self.module, function, claim.access);
                    let (rule, words) = (claim.rule, &claim.words);
                    format!(
                        "unsound removal: {proof}\n{seen}\nthe compiler had removed this check by rule '{rule}': {words}"
                    )
                })
            }
        }
    }
}
