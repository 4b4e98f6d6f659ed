//! Where are pointers lost? Each object knows the last place where a pointer to it was overwritten in memory, or where a function returned that had got it. So the report of a leak
//! (`-fsanitize=leak`) tells both where the chunk was allocated and where it went out of reach.
//!
//! Claims: nothing of a leak; that there is one, the search at the end of the program finds out. A chunk whose last pointer lay in another chunk that was freed, or was written by code
//! without checks, has an earlier place or none.
//!
//! Source: Chen et al. (Movec), ISSTA 2019, section 4: a leak is reported at the last use of the pointer.

use super::super::sites;
use super::source::Source;
use super::{Edited, Inserter, text};
use sanecc_analysis::FunctionAnalyses;
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{BlockId, Op, ValueId};

impl Inserter<'_> {
    /// A pointer that lies at a place is about to be overwritten.
    pub(super) fn lose(
        &self,
        editor: &mut Editor<'_>,
        instruction: ValueId,
        place: ValueId,
        provenance: Option<Val>,
    ) {
        let Edited { id, function, .. } = self.edited;
        let site = sites::of_place(editor, function, instruction);
        let provenance = provenance.unwrap_or_else(|| editor.constant_int(0));
        let place = editor.value(id, place);
        let mut cursor = editor.before(id, instruction);
        cursor.tell_beside(text::LOSE, &[place, provenance, site]);
    }

    /// Before returns: the function leaves the chunks that it has got itself, but for the one that it returns.
    pub(super) fn leave_chunks(&mut self, editor: &mut Editor<'_>) {
        let function = self.edited.function;
        let blocks = || function.blocks.iter();
        let calls =
            blocks().flat_map(|(id, block)| block.instructions.iter().map(move |i| (id, *i)));
        let is_chunk =
            |value: &ValueId| matches!(self.source(*value), Source::Made(_) | Source::Chunk);
        let got: Vec<(BlockId, ValueId)> = calls.filter(|(_, value)| is_chunk(value)).collect();
        if got.is_empty() {
            return;
        }
        let analyses = FunctionAnalyses::of(function);
        for (block, one) in blocks() {
            let Some(last) = one.instructions.last() else {
                continue;
            };
            let Some(Op::Return(returned)) = function.op(*last) else {
                continue;
            };
            let returned = returned.and_then(|value| self.sole(value));
            for (home, call) in &got {
                let is_left = *home == block || analyses.dominators().strictly(*home, block);
                if is_left && returned != Some(*call) {
                    self.leave(editor, *last, *call);
                }
            }
        }
    }

    fn leave(&mut self, editor: &mut Editor<'_>, instruction: ValueId, call: ValueId) {
        let Edited { id, function, .. } = self.edited;
        let provenance = self.provenance(editor, call, instruction);
        let site = sites::of_place(editor, function, instruction);
        let mut cursor = editor.before(id, instruction);
        cursor.tell_beside(text::LEAVE, &[provenance, site]);
    }
}
