//! Accesses of an element of an array that is a member of a structure are compared with the bounds of that array (`-fsanecc-mode=pointer`).
//!
//! Claims: whoever leaves an array of [`held`] for another member of its structure is reported, and nobody else is. The source itself names the array, in the expression
//! that is the address of the access (`s->a[i]`, `*(s->a + i)`), or in the one that a variable of the function got its value from ([`LoadForwarding`]). What it names by
//! another way (a pointer that others keep, the start of the structure, bytes of it) is held to nothing here. Arrays that may be longer than their types say, and members
//! of unions, bind nobody. Before LLVM optimises, which merges addresses by their values: afterwards a byte of the structure may be named as an element of an array.
//!
//! The distance is computed from the indices and not from the addresses: an address that becomes a number has escaped, as far as proofs go.
//!
//! Source: Chen et al. (Movec), ISSTA 2019, section 4 (sub-object overflows), without metadata.

mod arguments;
mod held;
mod kept;

pub(super) use arguments::{HELD, is_of_memory};
pub(super) use kept::{ELEMENT, PART, WHOLE, definitions};

use super::sites;
use held::{Held, Source};
use sanecc_abi::site::{ObjectKind, flags};
use sanecc_abi::symbols::REPORT_OBJECT;
use sanecc_analysis::{Effects, LoadForwarding};
use sanecc_ir::llvm::edit::{Cursor, Editor, Field, Val};
use sanecc_ir::{
    Access, Address, Extent, FuncId, Function, Member, Module, Op, Parts, Term, ValueId,
};
use std::sync::OnceLock;

/// How many operations that an index comes from lose what LLVM may assume of them.
const DEEPEST: u32 = 8;

/// Inserts the comparisons in all checked functions. Which arrays at the end of structures bind nobody is numbered as by `-fstrict-flex-arrays=`; with `returns` the program may
/// go on after the report.
pub fn check_members(
    editor: &mut Editor<'_>,
    module: &Module,
    strict_flex_arrays: u8,
    returns: bool,
) {
    let points_to = OnceLock::new();
    let effects = Effects::of(module, &points_to);
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        let loads = LoadForwarding::of(id, function, || &effects);
        let source = Source {
            module,
            function,
            loads: &loads,
            strict_flex_arrays,
        };
        arguments::hold(editor, &source, id);
        kept::hold(editor, &source, id);
        for (_, access) in function.accesses.iter() {
            for held in source.held(access.pointer) {
                let check = Comparison {
                    module,
                    id,
                    function,
                    access,
                    held,
                };
                check.insert(editor, returns);
            }
        }
    }
}

/// An access and an array that it is held to.
struct Comparison<'a> {
    module: &'a Module,
    id: FuncId,
    function: &'a Function,
    access: &'a Access,
    held: Held,
}

impl Comparison<'_> {
    fn insert(&self, editor: &mut Editor<'_>, returns: bool) {
        let bytes = self.held.member.bytes;
        // The length, the last distance from the start of the array at which so many bytes fit, and the length where that is computed.
        let (constant, last, computed) = match self.access.extent {
            Extent::Bytes(0) | Extent::Masked { .. } => return,
            Extent::Bytes(length) if self.is_rest(length) => return,
            Extent::Bytes(length) => {
                let last = bytes.checked_sub(length);
                let at = self.held.distance.constant();
                if at.is_some_and(|at| last.is_some_and(|last| at <= last)) {
                    return;
                }
                (length, last, None)
            }
            Extent::Dynamic(length) => (0, None, Some(length)),
        };
        self.forget_assumptions(editor);
        let site = self.site(editor, returns);
        let object = record(editor, self.module, &self.held.member);
        let [pointer, start] =
            [self.access.pointer, self.held.start].map(|value| editor.value(self.id, value));
        let terms = self.held.distance.terms.iter();
        let terms: Vec<(Val, i64)> = terms
            .map(|term| (editor.value(self.id, term.index), term.scale))
            .collect();
        let dynamic = computed.map(|length| editor.value(self.id, length));
        let mut cursor = editor.before(self.id, self.access.instruction);
        let distance = distance(&mut cursor, &terms, self.held.distance.offset);
        let size = cursor.int(bytes);
        let (fits, length) = match dynamic {
            Some(length) => {
                let length = cursor.widen(length);
                (self.dynamic_fits(&mut cursor, distance, length), length)
            }
            None => {
                let fits = match last {
                    Some(last) => {
                        let last = cursor.int(last);
                        cursor.at_most(distance, last)
                    }
                    None => cursor.bit(false),
                };
                (fits, cursor.int(constant))
            }
        };
        let instruction = self.access.instruction;
        let mut cursor = editor.where_unset(self.id, instruction, fits, instruction, returns);
        let arguments = [pointer, length, start, size, site, object];
        cursor.call_for_report(REPORT_OBJECT, &arguments);
    }

    /// Whether so many bytes are more than the array, and end with its structure or behind it: programs clear and copy several members at once. What lies behind the structure is
    /// the shadow's business.
    fn is_rest(&self, length: u64) -> bool {
        let starts = self.held.distance.constant() == Some(0);
        self.access.bulk
            && starts
            && length > self.held.member.bytes
            && length >= rest(&self.held.member)
    }

    /// Whether bytes whose number is computed lie in the array, or are what [`Self::is_rest`] lets go.
    fn dynamic_fits(&self, cursor: &mut Cursor<'_, '_>, distance: Val, length: Val) -> Val {
        let [none, bytes, rest] =
            [0, self.held.member.bytes, rest(&self.held.member)].map(|n| cursor.int(n));
        let begins_inside = cursor.at_most(distance, bytes);
        let room = cursor.sub(bytes, distance);
        let ends_inside = cursor.at_most(length, room);
        let is_inside = cursor.and(begins_inside, ends_inside);
        let is_nothing = cursor.equal(length, none);
        let fits = cursor.or(is_inside, is_nothing);
        let starts = cursor.equal(distance, none);
        let reaches_end = cursor.at_most(rest, length);
        let is_rest = cursor.and(starts, reaches_end);
        cursor.or(fits, is_rest)
    }

    /// The branch asks for values that may be poison, on which nothing may depend: so they may be poison no more.
    fn forget_assumptions(&self, editor: &mut Editor<'_>) {
        for &step in &self.held.steps {
            editor.drop_poison_flags(self.id, step);
        }
        let indices = self.held.distance.terms.iter().map(|term| term.index);
        let length = match self.access.extent {
            Extent::Dynamic(length) => Some(length),
            Extent::Bytes(_) | Extent::Masked { .. } => None,
        };
        for value in indices.chain(length) {
            self.forget_assumptions_of(editor, value, DEEPEST);
        }
    }

    fn forget_assumptions_of(&self, editor: &mut Editor<'_>, value: ValueId, deepest: u32) {
        if deepest == 0 {
            return;
        }
        let operands = match self.function.op(value) {
            Some(Op::Binary(_, left, right)) => vec![*left, *right],
            Some(Op::Cast(_, operand)) => vec![*operand],
            Some(_) | None => return,
        };
        editor.drop_poison_flags(self.id, value);
        for operand in operands {
            self.forget_assumptions_of(editor, operand, deepest - 1);
        }
    }

    fn site(&self, editor: &mut Editor<'_>, returns: bool) -> Val {
        let more = if returns { flags::RECOVER } else { 0 };
        let fields = sites::of_access(editor, self.function, self.access, more);
        editor.record("sanecc.element", &fields)
    }
}

/// A record of [`sanecc_abi::site::Object`] for an array.
fn record(editor: &mut Editor<'_>, module: &Module, member: &Member) -> Val {
    let fields = object(editor, module, member);
    editor.record("sanecc.member", &fields)
}

/// The fields of such a record.
fn object(editor: &mut Editor<'_>, module: &Module, member: &Member) -> [Field; 6] {
    let name = name(module, member).map(|name| editor.string(&name));
    [
        Field::Relative(name),
        Field::U8(ObjectKind::Member as u8),
        Field::U8(0),
        Field::U8(0),
        Field::U8(0),
        Field::U64(member.bytes),
    ]
}

/// Bytes from the start of an array to the end of its structure.
fn rest(member: &Member) -> u64 {
    member.holder_bytes.saturating_sub(member.at)
}

/// A distance as a number of 64 bits.
fn distance(cursor: &mut Cursor<'_, '_>, terms: &[(Val, i64)], offset: i64) -> Val {
    let mut sum = cursor.int(offset as u64);
    for (index, scale) in terms {
        let index = cursor.number(*index, true);
        let scale = cursor.int(*scale as u64);
        let bytes = cursor.mul(index, scale);
        sum = cursor.add(sum, bytes);
    }
    sum
}

/// What the source calls a member: the structure and the field, whose name only debug information has.
pub(crate) fn name(module: &Module, member: &Member) -> Option<String> {
    let holder = &module.aggregates[member.holder];
    let Parts::Fields(fields) = &holder.parts else {
        return None;
    };
    let field = fields.get(member.field as usize)?.name.as_deref();
    let holder = holder.source_name().filter(|name| !name.is_empty());
    match (holder, field) {
        (Some(holder), Some(field)) => Some(format!("{holder}.{field}")),
        (Some(holder), None) => Some(format!("field {} of {holder}", member.field)),
        (None, field) => field.map(str::to_owned),
    }
}

/// Where an address lies in an array.
#[derive(Clone, Default)]
struct Distance {
    /// Variable parts.
    terms: Vec<Term>,
    /// Constant part in bytes.
    offset: i64,
}

impl Distance {
    /// Adds a step of the computation.
    fn add(&mut self, function: &Function, step: &Address) {
        self.terms.extend_from_slice(&step.terms);
        self.offset = function.layout.wrap(self.offset.wrapping_add(step.offset));
    }

    /// The distance, if it is a constant; one in front of the array is larger than all arrays.
    fn constant(&self) -> Option<u64> {
        self.terms.is_empty().then_some(self.offset as u64)
    }
}
