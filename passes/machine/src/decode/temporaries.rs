//! Which registers hold values that only one block needs?
//!
//! Claims: a register that is listed is read by no instruction outside of its range. Phis and what they read are not listed, nor are variables: these hold their
//! values until they get others.

use super::Decoder;
use super::code::Temporary;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{BlockId, Op, Type, ValueDef, ValueId};

impl Decoder<'_> {
    /// Lists them.
    pub(super) fn note_temporaries(&mut self) {
        // Where the code of an instruction ends.
        let mut ends: FxHashMap<ValueId, u32> = FxHashMap::default();
        for (place, at) in self.code.places.iter().zip(0u32..) {
            ends.insert(*place, at);
        }
        let mut blocks: FxHashMap<ValueId, BlockId> = FxHashMap::default();
        let mut last: FxHashMap<ValueId, u32> = FxHashMap::default();
        let mut shared: FxHashSet<ValueId> = self.variables.keys().copied().collect();
        let entry = self.function.blocks.ids().next();
        for (id, value) in self.function.values.iter() {
            if let (ValueDef::Param(_), Some(entry)) = (&value.def, entry) {
                blocks.insert(id, entry);
            }
        }
        for (block, content) in self.function.blocks.iter() {
            for id in &content.instructions {
                blocks.insert(*id, block);
                let Some(op) = self.function.op(*id) else {
                    continue;
                };
                let is_phi = matches!(op, Op::Phi(_));
                if is_phi {
                    shared.insert(*id);
                }
                op.operands(|used| match ends.get(id) {
                    Some(&end) if !is_phi => _ = last.insert(used, end),
                    _ => _ = shared.insert(used),
                });
            }
        }
        for (block, content) in self.function.blocks.iter() {
            for id in &content.instructions {
                if let Some(op) = self.function.op(*id) {
                    op.operands(|used| {
                        if blocks.get(&used) != Some(&block) {
                            shared.insert(used);
                        }
                    });
                }
            }
        }
        for (id, value) in self.function.values.iter() {
            let from = match value.def {
                ValueDef::Param(_) => 0,
                ValueDef::Instruction(_) if value.ty != Type::Void => match ends.get(&id) {
                    Some(end) => end + 1,
                    None => continue,
                },
                _ => continue,
            };
            if shared.contains(&id) {
                continue;
            }
            if let Some(&register) = self.registers.get(&id) {
                let last = last.get(&id).copied().unwrap_or(0);
                self.code.temporaries.push(Temporary {
                    register,
                    from,
                    last,
                });
            }
        }
    }
}
