//! Inserts code that writes the shadow of stack objects.

use sanecc_abi::bare::{self, Form};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT};
use sanecc_abi::symbols;
use sanecc_ir::llvm::edit::{Cursor, Val};

/// Longest run of one byte that is written inline.
const INLINE_BYTES: usize = 64;

/// The address (a number) of the shadow of `object`, which starts on a granule.
pub(super) fn address(cursor: &mut Cursor<'_, '_>, object: Val) -> Val {
    let address = cursor.address_of(object);
    let granule = cursor.shift_right(address, GRANULE_SHIFT);
    let offset = match cursor.target().shadow_offset() {
        Some(offset) => cursor.int(offset),
        None => cursor.address_of_symbol(symbols::SHADOW_OFFSET),
    };
    cursor.add(granule, offset)
}

/// Writes `bytes` as the shadow of the memory at `object`, by few wide stores. The runtime writes long uniform runs (large redzones, large objects out of
/// scope).
pub(super) fn write(cursor: &mut Cursor<'_, '_>, object: Val, bytes: &[u8]) {
    let shadow = address(cursor, object);
    let mut at = 0;
    while at < bytes.len() {
        let run = bytes[at..].iter().take_while(|b| **b == bytes[at]).count();
        if run >= INLINE_BYTES {
            let start = cursor.int((at * GRANULE) as u64);
            let start = cursor.offset(object, start);
            let size = cursor.int((run * GRANULE) as u64);
            if bytes[at] == 0 {
                cursor.call(symbols::CLEAR_SHADOW, &[start, size]);
            } else {
                let byte = cursor.int32(u32::from(bytes[at]));
                cursor.call(symbols::SET_SHADOW, &[start, size, byte]);
            }
            at += run;
            continue;
        }
        let rest = bytes.len() - at;
        let width = [8, 4, 2, 1].into_iter().find(|w| *w <= rest).unwrap_or(1);
        let place = cursor.int(at as u64);
        let place = cursor.add(shadow, place);
        let place = cursor.pointer_to(place);
        cursor.store_shadow(&bytes[at..at + width], place);
        at += width;
    }
}

/// Makes an object addressable; large ones through the runtime, and on bare metal all.
pub(super) fn open(cursor: &mut Cursor<'_, '_>, object: Val, size: u64, form: Option<Form>) {
    if form.is_some() {
        let size = cursor.int32(size as u32);
        cursor.call(bare::OPEN, &[object, size]);
        return;
    }
    let bytes = super::layout::object_shadow(size, true);
    if bytes.len() > INLINE_BYTES {
        let size = cursor.int(size);
        cursor.call(symbols::UNPOISON, &[object, size]);
    } else {
        write(cursor, object, &bytes);
    }
}

/// Poisons an object whose scope has ended.
pub(super) fn close(cursor: &mut Cursor<'_, '_>, object: Val, size: u64, form: Option<Form>) {
    if form.is_some() {
        let size = cursor.int32(size as u32);
        cursor.call(bare::CLOSE, &[object, size]);
        return;
    }
    write(cursor, object, &super::layout::object_shadow(size, false));
}
