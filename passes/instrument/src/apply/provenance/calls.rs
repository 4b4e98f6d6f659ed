//! What calls hand over: the caller before it calls, the callee first of all and before it returns.

use super::comparisons::{HOLD, HOLD_PART, LET_GO, RELEASE};
use super::source::{Partner, Source};
use super::{Edited, Inserter, library, text};
use crate::apply::library::library_call;
use crate::apply::members;
use sanecc_abi::symbols::{CHUNK_STORED, COPY_PROVENANCE, FORGET_PROVENANCE, UNCHECKED_CALLED};
use sanecc_ir::llvm::edit::{Beside, Editor};
use sanecc_ir::llvm::{Bitcode, HandoverCalls};
use sanecc_ir::{Callee, Op, Type, ValueDef, ValueId};

/// The function that the C library calls first.
const MAIN: &str = "main";

/// Bytes of a pointer.
const WORD: u64 = 8;
/// Bits of a pointer.
const POINTER_BITS: u32 = 64;
/// Parameters of more words are forgotten by the runtime.
const MOST_WORDS: u64 = 4;

/// Functions of which all callers are known get the provenance of arguments as parameters, and return that of their result with it.
pub fn hand_over(bitcode: &mut Bitcode<'_>) {
    bitcode.hand_over(HandoverCalls {
        asked: text::ARGUMENT,
        told: text::PASS,
        result: text::RESULT,
        returned: text::RETURN,
    });
}

impl Inserter<'_> {
    /// At the beginning of the function.
    pub(super) fn take_parameters(&mut self, editor: &mut Editor<'_>) {
        let Edited { id, function, .. } = self.edited;
        let wanted = &self.all.wanted;
        let parameters = function
            .values
            .iter()
            .filter_map(|(value, it)| match it.def {
                ValueDef::Param(number) if wanted.uses(id, number) => Some((number, value)),
                _ => None,
            });
        let own = editor.function_pointer(id);
        let pointers: Vec<_> = parameters
            .map(|(number, value)| (number, value, editor.value(id, value)))
            .collect();
        let mut cursor = editor.at_entry(id);
        // The caller of `main` writes no pointers of the program.
        let is_told = wanted.is_open(id) && function.name != MAIN;
        let taken = match is_told {
            true => cursor.ask_bit_beside(text::TAKE, &[own], Beside::Writes),
            false => cursor.bit(!wanted.is_open(id)),
        };
        for (number, value, pointer) in pointers {
            let number = cursor.int(u64::from(number));
            let arguments = [number, pointer, taken];
            let provenance = cursor.ask_beside(text::ARGUMENT, &arguments, Beside::Reads);
            self.values.insert(value, provenance);
        }
    }

    /// Parameters in memory are written by the code of the call itself, which writes no slots: those there tell of what lay in that memory before.
    pub(super) fn forget_copies(&self, editor: &mut Editor<'_>) {
        let Edited { id, function, .. } = self.edited;
        let copies = function
            .values
            .iter()
            .filter_map(|(value, it)| match it.def {
                ValueDef::Param(number) => {
                    let (bytes, _) = function.params.get(number as usize)?.by_value?;
                    Some((value, bytes))
                }
                _ => None,
            });
        for (value, bytes) in copies.filter(|(_, bytes)| *bytes >= WORD) {
            let place = editor.value(id, value);
            let plan = self.all.followed.plan.function(id);
            // Those with redzones have moved into the frame.
            let mut cursor = match plan.is_some_and(|plan| plan.parameters.contains(&value)) {
                true => editor.after_value(place),
                false => editor.at_entry(id),
            };
            if bytes > MOST_WORDS * WORD {
                let bytes = cursor.int(bytes);
                cursor.tell_beside(FORGET_PROVENANCE, &[place, bytes]);
                continue;
            }
            for at in (0..bytes).step_by(WORD as usize) {
                let at = cursor.int(at);
                let word = cursor.displaced(place, at);
                cursor.tell_beside(text::FORGET, &[word]);
            }
        }
    }

    /// Around a call.
    pub(super) fn call(&mut self, editor: &mut Editor<'_>, instruction: ValueId, op: &Op) {
        let Edited { id, function, .. } = self.edited;
        let Op::Call {
            callee,
            arguments,
            noreturn,
            must_tail,
            unwind,
            model,
            ..
        } = op
        else {
            return;
        };
        if let Some(freed) = model.frees.and_then(|n| arguments.get(n as usize)) {
            self.release(editor, instruction, *freed);
        }
        let partner = self.all.followed.partner(callee);
        let may_be_unchecked = match partner {
            Partner::Unchecked => true,
            Partner::Library => self.may_write_pointers(callee),
            Partner::Checked(_) | Partner::Any => false,
        };
        if may_be_unchecked && let Some(mut cursor) = editor.after_call(id, instruction) {
            cursor.tell_beside(UNCHECKED_CALLED, &[]);
        }
        if partner == Partner::Library
            && let Callee::Direct(callee) = callee
        {
            let name = &self.all.followed.module.functions[*callee].name;
            self.follow_library(editor, instruction, (name, arguments));
        }
        // Behind an invocation that may unwind there is no place to let go.
        if partner == Partner::Library && !must_tail && unwind.is_none() {
            self.hold_arguments(editor, instruction, (arguments, model.frees));
        }
        let is_told = match partner {
            Partner::Library | Partner::Unchecked => return,
            Partner::Any => true,
            Partner::Checked(callee) => self.all.wanted.is_open(callee),
        };
        if *must_tail {
            return;
        }
        // A number may stand where the callee expects a pointer, which finds what was passed there last if nothing is.
        let asked = arguments.iter().enumerate().filter(|(number, argument)| {
            let ty = function.values[**argument].ty;
            let may_be_pointer =
                partner != Partner::Any || ty.is_plain_pointer() || ty == Type::Int(POINTER_BITS);
            may_be_pointer && self.all.wanted.wants_argument(partner, *number)
        });
        let asked: Vec<(usize, ValueId)> = asked.map(|(n, argument)| (n, *argument)).collect();
        let handed: Vec<_> = asked
            .into_iter()
            .map(|(number, argument)| {
                let is_pointer = function.values[argument].ty.is_plain_pointer();
                let pointer = (is_pointer && self.is_known(argument)).then_some(argument);
                let provenance = match pointer {
                    Some(pointer) => self.provenance(editor, pointer, instruction),
                    None => editor.constant_int(0),
                };
                (
                    number,
                    provenance,
                    pointer.map(|pointer| editor.value(id, pointer)),
                )
            })
            .collect();
        let called = editor.callee(id, instruction);
        let mut cursor = editor.before(id, instruction);
        // The name stands first: a handler of signals that comes in between and passes something takes it away, so that nothing is taken for these arguments.
        if is_told {
            cursor.tell_beside(text::CALL, &[called]);
        }
        for (number, provenance, pointer) in handed {
            let number = cursor.int(number as u64);
            let pointer = pointer.unwrap_or_else(|| cursor.null());
            cursor.tell_beside(text::PASS, &[number, provenance, pointer]);
        }
        let goes_on = !noreturn && unwind.is_none();
        if partner == Partner::Any
            && goes_on
            && let Some(mut cursor) = editor.after(id, instruction)
        {
            cursor.tell_beside(text::CALLED, &[]);
        }
    }

    /// Around a call of a library function that the runtime checks: an argument that is not inside of its object is held there.
    fn hold_arguments(
        &mut self,
        editor: &mut Editor<'_>,
        call: ValueId,
        (arguments, freed): (&[ValueId], Option<u32>),
    ) {
        let Edited {
            id,
            module,
            function,
        } = self.edited;
        let Some((_, row)) = library_call(module, function, call) else {
            return;
        };
        let hold = match members::is_of_memory(row.name) {
            true => HOLD,
            false => HOLD_PART,
        };
        let mut held = None;
        for (number, &argument) in (0..).zip(arguments) {
            let is_plain = function.values[argument].ty.is_plain_pointer();
            if !is_plain || freed == Some(number) || !self.may_go_astray(argument) {
                continue;
            }
            let provenance = self.provenance(editor, argument, call);
            let pointer = editor.value(id, argument);
            let mut cursor = editor.before(id, call);
            let one = cursor.ask_bit_beside(hold, &[pointer, provenance], Beside::Writes);
            held = Some(match held {
                Some(others) => cursor.or(others, one),
                None => one,
            });
        }
        if let Some(held) = held
            && let Some(mut cursor) = editor.after(id, call)
        {
            cursor.tell_beside(LET_GO, &[held]);
        }
    }

    /// Whether a pointer is perhaps not inside of the object that it was derived from, or that may be gone.
    fn may_go_astray(&mut self, pointer: ValueId) -> bool {
        if !self.is_known(pointer) {
            return false;
        }
        let place = self.edited.function.resolve(pointer);
        let is_start = place.is_constant() && place.offset == 0;
        match self.source(place.base) {
            Source::Function => false,
            Source::Stack(_) | Source::Global(_) | Source::Foreign(_) => !is_start,
            _ => true,
        }
    }

    /// Before a chunk is freed.
    fn release(&mut self, editor: &mut Editor<'_>, call: ValueId, freed: ValueId) {
        if !self.is_known(freed) {
            return;
        }
        let id = self.edited.id;
        let provenance = self.provenance(editor, freed, call);
        let pointer = editor.value(id, freed);
        let mut cursor = editor.before(id, call);
        cursor.tell_beside(RELEASE, &[pointer, provenance]);
    }

    /// What a function of the library has done to pointers in memory, behind its call.
    fn follow_library(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        (name, arguments): (&str, &[ValueId]),
    ) {
        let id = self.edited.id;
        if let Some(place) = library::stores_chunk(name).and_then(|n| arguments.get(n)) {
            let place = editor.value(id, *place);
            if let Some(mut cursor) = editor.after_call(id, instruction) {
                cursor.tell_beside(CHUNK_STORED, &[place]);
            }
        }
        if library::stores_place(name)
            && let [text, place, ..] = arguments[..]
        {
            self.store_place(editor, instruction, (place, text));
        }
        if let Some(copies) = library::copied(name)
            && let [Some(to), Some(from), Some(length)] =
                [copies.to, copies.from, copies.length].map(|number| arguments.get(number))
        {
            let [to, from, length] = [to, from, length].map(|value| editor.value(id, *value));
            let result = editor.value(id, instruction);
            if let Some(mut cursor) = editor.after_call(id, instruction) {
                let (length, unit) = (cursor.widen(length), cursor.int(copies.unit));
                let mut bytes = cursor.mul(length, unit);
                if copies.may_stop {
                    let [first, end] = [to, result].map(|place| cursor.address_of(place));
                    let is_null = cursor.below(end, first);
                    let copied = cursor.sub(end, first);
                    bytes = cursor.choose(is_null, bytes, copied);
                }
                cursor.tell_beside(COPY_PROVENANCE, &[to, from, bytes]);
            }
        }
    }

    /// The library has stored a place in a string. Where the address of that may be null, the runtime alone says that nobody knows the pointer there.
    fn store_place(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        (place, text): (ValueId, ValueId),
    ) {
        let Edited { id, function, .. } = self.edited;
        let base = function.resolve(place).base;
        let is_variable = matches!(
            function.values[base].def,
            ValueDef::Global(_) | ValueDef::Instruction(Op::Alloca { .. })
        );
        if !is_variable || !self.is_known(text) {
            return;
        }
        let provenance = self.provenance(editor, text, instruction);
        let place = editor.value(id, place);
        if let Some(mut cursor) = editor.after_call(id, instruction) {
            let stored = cursor.load_pointer(place);
            cursor.tell_beside(text::STORE, &[place, provenance, stored]);
        }
    }

    /// Whether a function of the C library may write pointers into memory.
    fn may_write_pointers(&self, callee: &Callee) -> bool {
        let Callee::Direct(callee) = callee else {
            return false;
        };
        library::writes_pointers(&self.all.followed.module.functions[*callee].name)
    }

    /// In front of a return.
    pub(super) fn hand_back(
        &mut self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        value: ValueId,
    ) {
        let Edited { id, function, .. } = self.edited;
        if !self.all.wanted.wants_result(id)
            || !function.values[value].ty.is_plain_pointer()
            || !self.returns_known()
        {
            return;
        }
        let provenance = self.provenance(editor, value, instruction);
        let own = editor.function_pointer(id);
        let pointer = editor.value(id, value);
        let mut cursor = editor.before(id, instruction);
        cursor.tell_beside(text::RETURN, &[own, provenance, pointer]);
    }

    /// Whether the function ever returns a pointer of which anything may be known.
    fn returns_known(&mut self) -> bool {
        let function = self.edited.function;
        let blocks = function.blocks.iter();
        let lasts = blocks.filter_map(|(_, block)| block.instructions.last());
        let returned: Vec<ValueId> = lasts
            .filter_map(|last| match function.op(*last) {
                Some(Op::Return(value)) => *value,
                _ => None,
            })
            .collect();
        returned.into_iter().any(|value| self.is_known(value))
    }
}
