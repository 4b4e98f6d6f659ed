//! Frames of objects whose address may outlive the call: in a slot of the fake stack if the runtime has one.

use super::layout::Layout;
use super::shadow;
use crate::UseAfterReturn;
use sanecc_abi::shadow::{GRANULE, Poison};
use sanecc_abi::symbols::{self, FAKE_FRAMES, FAKE_FRAMES_ALWAYS};
use sanecc_ir::llvm::edit::{Cursor, Val};

/// Longest run of shadow bytes that is written inline.
const INLINE_BYTES: usize = 64;

/// The entry point that allocates slots of a class.
pub(super) fn symbol(class: usize, use_after_return: UseAfterReturn) -> &'static str {
    match use_after_return {
        UseAfterReturn::Always => FAKE_FRAMES_ALWAYS[class],
        UseAfterReturn::Runtime | UseAfterReturn::Never => FAKE_FRAMES[class],
    }
}

/// Releases a frame: a slot is poisoned and freed, stack memory becomes addressable. Without a branch: on the real stack, the word that frees a
/// slot has no meaning.
pub(super) fn leave(cursor: &mut Cursor<'_, '_>, layout: &Layout, address: Val, slot: Val) {
    let bytes = layout.size as usize / GRANULE;
    let code = Poison::StackAfterReturn as u8;
    if bytes > INLINE_BYTES {
        let (addressable, poisoned) = (cursor.int32(0), cursor.int32(u32::from(code)));
        let byte = cursor.if_null(slot, addressable, poisoned);
        let size = cursor.int(layout.size);
        cursor.call(symbols::SET_SHADOW, &[address, size, byte]);
    } else {
        let (addressable, poisoned) = (cursor.int(0), cursor.int(u64::from_le_bytes([code; 8])));
        let pattern = cursor.if_null(slot, addressable, poisoned);
        let shadow = shadow::address(cursor, address);
        let mut at = 0;
        while at < bytes {
            let width = [8, 4, 2, 1]
                .into_iter()
                .find(|width| *width <= bytes - at)
                .unwrap_or(1);
            let place = cursor.int(at as u64);
            let place = cursor.add(shadow, place);
            let place = cursor.pointer_to(place);
            let value = cursor.narrow(pattern, width);
            cursor.store_shadow_value(value, place);
            at += width;
        }
    }
    let taken = cursor.int(cursor.target().taken_offset());
    let taken = cursor.offset(address, taken);
    let nobody = cursor.word(0);
    cursor.store_kept(nobody, taken);
}
