//! Objects of the function's own frame: each begins where the frame is set up and at each mark of its scope after that, so that the variable of a loop is another object in each
//! round. Where one mark precedes all uses, its provenance is that of the mark; else its record is asked at each use.
//!
//! It ends with its scope, as far as the shadow is closed there, and else where the function returns. Whoever jumps out of the frame ends nothing: the shadow is cleared then, and pointers are
//! told from those to what begins there next. In a function that may be jumped into, and for arrays of computed size, nothing ends, and the shadow decides.

use super::super::frame::{Begun, Frames};
use super::source::{Source, StackSize};
use super::{Inserter, text};
use rustc_hash::FxHashSet;
use sanecc_abi::provenance::LARGEST_LOCAL;
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::llvm::edit::{Beside, Cursor, Editor, Val};
use sanecc_ir::{BlockId, Function, Op, ValueId};

/// A stack object of so many bytes begins at a place: its provenance. Without `ends` the shadow decides of it.
pub(in crate::apply) fn begin_on_stack(
    cursor: &mut Cursor<'_, '_>,
    (place, bytes): (Val, Val),
    ends: bool,
) -> Val {
    let new = match ends {
        true => text::NEW_STACK,
        false => text::NEW_UNENDED,
    };
    cursor.ask_beside(new, &[place, bytes], Beside::Writes)
}

/// A stack object ends. The call that says so.
pub(in crate::apply) fn end_on_stack(cursor: &mut Cursor<'_, '_>, place: Val) -> Val {
    cursor.call_beside(text::END_STACK, &[place])
}

/// Whether the shadow need not be asked of an object of so many bytes while it lives: it is told when it ends, and who poisons a part of it finds its record.
pub(in crate::apply) fn ends(function: &Function, bytes: u64) -> bool {
    tells_ends(function) && bytes <= LARGEST_LOCAL
}

/// Whether it is told when the objects of a function end.
pub(in crate::apply) fn tells_ends(function: &Function) -> bool {
    !function.calls_setjmp
}

impl Inserter<'_> {
    /// Takes the provenance of objects from the marks of their scopes.
    pub(super) fn take_scopes(&mut self, begun: &[Begun]) {
        if begun.is_empty() {
            return;
        }
        let analyses = FunctionAnalyses::of(self.edited.function);
        for one in begun {
            let is_only = begun.iter().filter(|o| o.object == one.object).count() == 1;
            if is_only && precedes_all_uses(&analyses, one) {
                self.values.insert(one.object, one.provenance);
            } else {
                self.renewed.insert(one.object, false);
            }
        }
    }

    /// Erases the begin and the end of objects that nobody has asked for, nor will for assertions. Gives the others, which end with the frame.
    pub(super) fn drop_unused(
        &self,
        editor: &mut Editor<'_>,
        frames: &Frames<'_>,
        asserted: impl Fn(Val) -> bool,
    ) -> FxHashSet<ValueId> {
        let mut used: FxHashSet<ValueId> = self.begun_at_set_up.clone();
        for one in &frames.begun {
            let is_renewed = self.renewed.get(&one.object) == Some(&true);
            if is_renewed || asserted(one.provenance) || !editor.erase_if_unused(one.provenance) {
                used.insert(one.object);
            }
        }
        for (object, call) in &frames.ended {
            if !used.contains(object) {
                editor.erase_if_unused(*call);
            }
        }
        if !tells_ends(self.edited.function) {
            used.clear();
        }
        used
    }

    /// What the record of an object says that begins anew at several marks.
    pub(super) fn newest(
        &mut self,
        editor: &mut Editor<'_>,
        object: ValueId,
        before: ValueId,
    ) -> Val {
        let id = self.edited.id;
        if let Source::Stack(size) = self.source(object)
            && self.renewed.insert(object, true) == Some(false)
        {
            // A jump into the scope passes none of its marks.
            self.on_stack(editor, object, size);
        }
        let place = editor.value(id, object);
        let mut cursor = editor.before(id, before);
        cursor.ask_beside(text::NEWEST, &[place], Beside::Reads)
    }

    /// The provenance of an object, which has its place already.
    pub(super) fn on_stack(
        &mut self,
        editor: &mut Editor<'_>,
        object: ValueId,
        size: StackSize,
    ) -> Val {
        let id = self.edited.id;
        let ends = match size {
            StackSize::Bytes(bytes) => {
                self.begun_at_set_up.insert(object);
                ends(self.edited.function, bytes)
            }
            StackSize::Elements(..) => false,
        };
        let place = editor.value(id, object);
        let count = match size {
            StackSize::Bytes(bytes) => editor.constant_int(bytes),
            StackSize::Elements(count, _) => editor.value(id, count),
        };
        let mut cursor = editor.after_value(place);
        let size = match size {
            StackSize::Bytes(_) => count,
            StackSize::Elements(_, element) => {
                let count = cursor.widen(count);
                let element = cursor.int(element);
                cursor.mul(count, element)
            }
        };
        begin_on_stack(&mut cursor, (place, size), ends)
    }
}

/// Whether every path to a use of the object passes the mark.
fn precedes_all_uses(analyses: &FunctionAnalyses<'_>, one: &Begun) -> bool {
    let function = analyses.function();
    let Some(home) = analyses.block_of(one.mark) else {
        return false;
    };
    let place = |block: BlockId, instruction: ValueId| {
        let mut all = function.blocks[block].instructions.iter();
        all.position(|other| *other == instruction)
    };
    let is_behind = |user: ValueId| {
        let Some(block) = analyses.block_of(user) else {
            return false;
        };
        match block == home {
            true => place(block, user) > place(block, one.mark),
            false => analyses.dominators().strictly(home, block),
        }
    };
    let mut users = analyses.uses().users(one.object).iter().copied();
    users.all(|user| match function.op(user) {
        Some(Op::ScopeBegin(_) | Op::ScopeEnd(_)) => true,
        Some(Op::Phi(edges)) => edges
            .iter()
            .filter(|(_, value)| *value == one.object)
            .all(|(from, _)| *from == home || analyses.dominators().strictly(home, *from)),
        Some(_) | None => is_behind(user),
    })
}
