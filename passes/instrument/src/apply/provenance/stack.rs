//! Objects of the function's own frame: each begins where the frame is set up and at each mark of its scope after that, so that the variable of a loop is another object in each
//! round. Where one mark precedes all uses, its provenance is that of the mark; else its record is asked at each use.
//!
//! None of them ends: pointers to it are told from those to what begins there next, and until then the shadow knows better whether the memory may be used.

use super::super::frame::Begun;
use super::source::{Source, StackSize};
use super::{Inserter, text};
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::llvm::edit::{Beside, Cursor, Editor, Val};
use sanecc_ir::{BlockId, Op, ValueId};

/// A stack object of so many bytes begins at a place: its provenance.
pub(in crate::apply) fn begin_on_stack(cursor: &mut Cursor<'_, '_>, place: Val, bytes: Val) -> Val {
    cursor.ask_beside(text::NEW_STACK, &[place, bytes], Beside::Writes)
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

    /// Erases the begin of objects that nobody has asked for.
    pub(super) fn drop_unused(&self, editor: &mut Editor<'_>, begun: &[Begun]) {
        for one in begun {
            if self.renewed.get(&one.object) != Some(&true) {
                editor.erase_if_unused(one.provenance);
            }
        }
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
        begin_on_stack(&mut cursor, place, size)
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
