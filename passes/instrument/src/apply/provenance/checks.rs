//! The comparisons of accesses with the object that their pointer was derived from: one each, or one before a loop.

use super::super::{Edited, members, sites};
use super::comparisons::{CHECK, CHECK_IF, CHECK_LIFE, CHECK_SHORT, LENGTH, RANGE, SHORT};
use super::source::Source;
use super::{Inserter, audit};
use crate::{AddressRange, CheckPlan, Decision, FunctionPlan, HoistedBy};
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_analysis::affine::Sum;
use sanecc_ir::llvm::edit::{Beside, Cursor, Editor, Val};
use sanecc_ir::{Access, AccessId, Extent, Function, Id, Op, ValueId};

/// How many variables of a function are followed that hand a pointer on.
const DEEPEST: usize = 8;

/// What the checks of a function need, collected before anything is edited.
#[derive(Default)]
pub(in crate::apply) struct ProvenanceChecks {
    /// The provenance of each access that is compared.
    accesses: FxHashMap<AccessId, Compared>,
    /// The provenance of pointers that ranges and bounds before loops are computed from.
    bases: FxHashMap<ValueId, (ValueId, Val)>,
    /// Stack objects of frames that end where these are left.
    pub(in crate::apply) on_stack: FxHashSet<ValueId>,
}

/// An access that is compared.
#[derive(Clone, Copy)]
struct Compared {
    /// It is not, but an audit asserts that it may be left out.
    asserted_alone: bool,
    /// What all of its provenance comes from, where that is one value.
    sole: Option<ValueId>,
    /// The same, where the function got it from elsewhere.
    source: Option<ValueId>,
    provenance: Val,
    /// Its bounds are compared with those of an object that the function sees, which tells them better.
    life_alone: bool,
}

impl Inserter<'_> {
    /// Computes the provenance that checks need.
    pub(super) fn collect_checks(
        &mut self,
        editor: &mut Editor<'_>,
        plan: &FunctionPlan,
    ) -> ProvenanceChecks {
        let mut checks = ProvenanceChecks::default();
        let (mut in_loops, mut in_cached) = (FxHashSet::default(), FxHashSet::default());
        let stores = sole_stores(self.edited.function);
        for (id, access) in self.edited.function.accesses.iter() {
            let followed = &self.all.followed;
            let of = (self.edited.id, plan);
            if !followed.looks_at(of, id, access) || !self.is_known(access.pointer) {
                continue;
            }
            let is_compared = followed.compares(of, id, access) && !self.is_own(access.pointer);
            if !is_compared && !followed.plan.audit {
                continue;
            }
            let decision = &plan.decisions[id.index()];
            let check = decision.check().or(decision.hoisted().map(|h| &h.check));
            match decision.hoisted().map(|hoisted| hoisted.by) {
                Some(HoistedBy::Range(number)) => in_loops.insert(number),
                Some(HoistedBy::CachedBound(one)) => in_cached.insert(one.cached_bound),
                None => false,
            };
            let sole = self.sole(access.pointer);
            let compared = Compared {
                asserted_alone: !is_compared,
                sole,
                source: self.obtained_by(&stores, access.pointer),
                provenance: self.provenance(editor, access.pointer, access.instruction),
                life_alone: check.is_some_and(|check| check.bounds.is_some())
                    && !self.may_be_part(editor, access),
            };
            checks.accesses.insert(id, compared);
        }
        // What no access asks for that is compared is not made.
        let loops = plan.loops.iter().enumerate();
        let loops = loops.filter(|(number, _)| in_loops.contains(number));
        let ranges = loops.flat_map(|(_, one)| &one.ranges);
        let mut bases: Vec<ValueId> = ranges.flat_map(|range| self.pointers(range)).collect();
        let cached_bounds = plan.cached_bounds.iter().enumerate();
        let cached_bounds = cached_bounds.filter(|(number, _)| in_cached.contains(number));
        bases.extend(cached_bounds.map(|(_, one)| one.base));
        for base in bases {
            if self.is_known(base)
                && !self.is_own(base)
                && let Some(sole) = self.sole(base)
            {
                let provenance = self.provenance(editor, base, base);
                checks.bases.insert(base, (sole, provenance));
            }
        }
        checks
    }

    /// The value by which the function got a pointer from elsewhere: read it from memory, or was returned it. None if it is another one, or not one alone.
    fn obtained_by(&mut self, stores: &SoleStores, pointer: ValueId) -> Option<ValueId> {
        let mut at = self.sole(pointer)?;
        for _ in 0..DEEPEST {
            match self.source(at) {
                Source::Returned => return Some(at),
                Source::Loaded { from } => match stores.get(&from) {
                    None => return Some(at),
                    Some(one) => at = self.sole((*one)?)?,
                },
                _ => return None,
            }
        }
        None
    }

    /// Whether an access may be by a pointer that is held to less than the object that the function sees.
    fn may_be_part(&mut self, editor: &Editor<'_>, access: &Access) -> bool {
        let id = self.edited.id;
        if self.all.followed.held.is_empty()
            || !editor.has_mark(id, access.instruction, members::ELEMENT)
        {
            return false;
        }
        let sole = self.sole(access.pointer);
        !sole.is_some_and(|sole| {
            matches!(
                self.source(sole),
                Source::Stack(_) | Source::Global(_) | Source::Foreign(_) | Source::Made(_)
            )
        })
    }

    /// Whether an access is of an object of the function's own frame and no other, whose bounds the shadow's check compares.
    fn is_own(&mut self, pointer: ValueId) -> bool {
        let sole = self.sole(pointer);
        sole.is_some_and(|sole| matches!(self.source(sole), Source::Stack(_)))
    }

    /// The pointers that a range is computed from.
    fn pointers(&self, range: &AddressRange) -> Vec<ValueId> {
        pointers_of(self.edited.function, &range.first)
    }
}

/// The pointer that a variable of the function gets, if it is one alone and nobody else can write there.
type SoleStores = FxHashMap<ValueId, Option<ValueId>>;

fn sole_stores(function: &Function) -> SoleStores {
    let is_variable = |value: ValueId| matches!(function.op(value), Some(Op::Alloca { .. }));
    let mut stores = SoleStores::default();
    for (_, block) in function.blocks.iter() {
        for instruction in &block.instructions {
            match function.op(*instruction) {
                Some(Op::Load { .. } | Op::ScopeBegin(_) | Op::ScopeEnd(_)) | None => {}
                Some(Op::Store { pointer, value, .. }) => {
                    stores
                        .entry(*pointer)
                        .and_modify(|one| *one = None)
                        .or_insert(Some(*value));
                    stores.insert(*value, None);
                }
                Some(op) => op.operands(|operand| {
                    stores.insert(operand, None);
                }),
            }
        }
    }
    stores.retain(|variable, _| is_variable(*variable));
    stores
}

fn pointers_of(function: &Function, sum: &Sum) -> Vec<ValueId> {
    let mut pointers = Vec::new();
    sum.values(&mut |value| {
        if function.values[value].ty.is_plain_pointer() {
            pointers.push(value);
        }
    });
    pointers
}

impl ProvenanceChecks {
    /// The value that the address of an access that is compared is computed from, for its record.
    pub(in crate::apply) fn source_of(&self, access: AccessId) -> Option<ValueId> {
        self.accesses.get(&access)?.source
    }

    /// Whether an audit asserts something of this provenance.
    pub(super) fn asserts(&self, provenance: Val) -> bool {
        let mut asserted = self.accesses.values().filter(|one| one.asserted_alone);
        asserted.any(|one| one.provenance == provenance)
    }

    /// Lets a check before a loop ask, too, whether its range lies in the object of its pointer: `addressable` and that.
    pub(in crate::apply) fn range(
        &self,
        cursor: &mut Cursor<'_, '_>,
        function: &Function,
        range: &AddressRange,
        [first, last, addressable]: [Val; 3],
    ) -> Val {
        let mut all = addressable;
        for base in pointers_of(function, &range.first) {
            if let Some((_, provenance)) = self.bases.get(&base) {
                let arguments = [first, last, *provenance, all];
                all = cursor.ask_bit_beside(RANGE, &arguments, Beside::Writes);
            }
        }
        all
    }

    /// The bytes behind a base, of so many that are addressable, that lie in the object of the base.
    pub(in crate::apply) fn length(
        &self,
        cursor: &mut Cursor<'_, '_>,
        base: ValueId,
        start: Val,
        addressable: Val,
    ) -> Val {
        match self.bases.get(&base) {
            Some((_, provenance)) => {
                let arguments = [start, *provenance, addressable];
                cursor.ask_beside(LENGTH, &arguments, Beside::Reads)
            }
            None => addressable,
        }
    }

    /// Whether what was asked before a loop has answered for the object of an access.
    fn is_answered(
        &self,
        compared: &Compared,
        function: &Function,
        plan: &FunctionPlan,
        decision: &Decision,
    ) -> bool {
        let Some(sole) = compared.sole else {
            return false;
        };
        let mut bases = match decision.hoisted().map(|hoisted| hoisted.by) {
            None => Vec::new(),
            Some(HoistedBy::CachedBound(one)) => vec![plan.cached_bounds[one.cached_bound].base],
            Some(HoistedBy::Range(range)) => {
                let ranges = plan.loops[range].ranges.iter();
                ranges
                    .flat_map(|range| pointers_of(function, &range.first))
                    .collect()
            }
        };
        bases.retain(|base| self.bases.get(base).is_some_and(|(of, _)| *of == sole));
        !bases.is_empty()
    }

    /// The comparison of one access, directly before it, and under an audit the assertion that stands for what of it is left out; `unless` is the bit of what was asked before the loop.
    pub(in crate::apply) fn check(
        &self,
        editor: &mut Editor<'_>,
        edited: Edited<'_>,
        (plan, whole): (&FunctionPlan, &CheckPlan),
        (access_id, access): (AccessId, &Access),
        unless: Option<Val>,
    ) {
        let Edited { id, function, .. } = edited;
        let Some(compared) = self.accesses.get(&access_id) else {
            return;
        };
        let decision = &plan.decisions[access_id.index()];
        let is_answered = self.is_answered(compared, function, plan, decision);
        let missed = unless.filter(|_| is_answered);
        let pointer = editor.value(id, access.pointer);
        let length = match access.extent {
            Extent::Bytes(bytes) => editor.constant_int(bytes),
            Extent::Dynamic(length) => editor.value(id, length),
            Extent::Masked { .. } => return,
        };
        let site = match compared.asserted_alone {
            true => None,
            false => Some(sites::site(
                editor,
                (id, function),
                access,
                self.source_of(access_id),
                whole,
            )),
        };
        let is_whole = !compared.asserted_alone && missed.is_none() && !compared.life_alone;
        let left_out = match whole.audit && !is_whole {
            true => audit::left_out(editor, edited, (access_id, access), decision),
            false => None,
        };
        let mut cursor = editor.before(id, access.instruction);
        let length = cursor.widen(length);
        let is_short = matches!(access.extent, Extent::Bytes(1..SHORT));
        if let Some(site) = site {
            let arguments = [pointer, length, compared.provenance, site];
            match missed {
                Some(on) if is_short => {
                    let [pointer, length, provenance, site] = arguments;
                    cursor.tell_beside(CHECK_IF, &[pointer, length, provenance, site, on]);
                }
                None if compared.life_alone => cursor.tell_beside(CHECK_LIFE, &arguments),
                _ if is_short => cursor.tell_beside(CHECK_SHORT, &arguments),
                _ => cursor.tell_beside(CHECK, &arguments),
            }
        }
        if let Some(site) = left_out {
            cursor.tell_beside(CHECK, &[pointer, length, compared.provenance, site]);
        }
    }
}
