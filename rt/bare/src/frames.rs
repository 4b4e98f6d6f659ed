//! Stack objects: redzones, scopes, objects of variable size.

use crate::arch::JUMP_STACK;
use crate::globals;
use crate::memory;
use crate::shadow::{self, GRANULE};
use sanecc_abi::bare::{CLOSED, Frame, FrameObject, Header, MAGIC};
use sanecc_abi::shadow::{PARTIAL, Poison};
use sanecc_abi::symbols::ALLOCA_REDZONE;

/// See [`sanecc_abi::bare::ENTER`].
///
/// # Safety
/// The chunk is of the caller's frame, and as the description says.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_bare_enter(chunk: usize, description: *const Frame) {
    globals::ensure();
    // SAFETY: the compiler made the description, and the objects behind it.
    let (size, count, objects) = unsafe {
        let frame = &*description;
        let objects = description.add(1).cast::<FrameObject>();
        (frame.size as usize, frame.objects as usize, objects)
    };
    // SAFETY: the left redzone is as large as a header at least.
    unsafe {
        memory::set_word(chunk, MAGIC);
        memory::set_word(
            chunk + core::mem::offset_of!(Header, frame),
            description as u32,
        );
    }
    shadow::fill(chunk, chunk + size, Poison::StackMid as u8);
    let mut last = chunk;
    let mut index = 0;
    while index < count {
        // SAFETY: there are so many.
        let FrameObject { offset, size } = unsafe { objects.add(index).read() };
        let start = chunk + offset as usize;
        let bytes = (size & !CLOSED) as usize;
        if index == 0 {
            shadow::fill(chunk, start, Poison::StackLeft as u8);
        }
        match size & CLOSED {
            0 => shadow::open(start, bytes),
            _ => shadow::fill(start, start + bytes, Poison::StackAfterScope as u8),
        }
        last = start + bytes.next_multiple_of(GRANULE);
        index += 1;
    }
    shadow::fill(last, chunk + size, Poison::StackRight as u8);
}

/// See [`sanecc_abi::bare::CLEAR`].
#[unsafe(no_mangle)]
pub extern "C" fn __sanecc_bare_clear(start: usize, size: usize) {
    shadow::fill(start, start + size, 0);
}

/// See [`sanecc_abi::bare::OPEN`].
#[unsafe(no_mangle)]
pub extern "C" fn __sanecc_bare_open(object: usize, size: usize) {
    shadow::open(object, size);
}

/// See [`sanecc_abi::bare::CLOSE`].
#[unsafe(no_mangle)]
pub extern "C" fn __sanecc_bare_close(object: usize, size: usize) {
    shadow::fill(object, object + size, Poison::StackAfterScope as u8);
}

/// See [`sanecc_abi::bare::ALLOCA`].
#[unsafe(no_mangle)]
pub extern "C" fn __sanecc_bare_alloca(object: usize, size: usize) {
    globals::ensure();
    shadow::fill(object - ALLOCA_REDZONE, object, Poison::AllocaLeft as u8);
    shadow::open(object, size);
    let end = (object + size + ALLOCA_REDZONE).next_multiple_of(ALLOCA_REDZONE);
    shadow::close_after(object, size, end, Poison::AllocaRight);
}

/// See [`sanecc_abi::bare::RESTORE`].
#[unsafe(no_mangle)]
pub extern "C" fn __sanecc_bare_restore(top: usize, bottom: usize) {
    if top != 0 && top < bottom {
        shadow::fill(top & !(GRANULE - 1), bottom, 0);
    }
}

/// See [`sanecc_abi::bare::JUMP`]: takes the poison of stacks back from here up to where the jump leads. Where the buffer does not tell, as one of a C library unknown
/// here or for another stack, redzones of all frames above are lost, which costs missed errors and no false report.
///
/// # Safety
/// The buffer is about to be read by `longjmp`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn __sanecc_bare_jump(buffer: usize) {
    let mark = 0u8;
    let mut at = &raw const mark as usize & !(GRANULE - 1);
    // SAFETY: `longjmp` reads the same word.
    let target = unsafe { memory::word((buffer & !3) + 4 * JUMP_STACK) } as usize;
    let is_above = target >= at && target.is_multiple_of(8) && memory::contains(target);
    let end = if is_above { target } else { usize::MAX };
    while at < end && memory::contains(at) {
        // Of a partial granule nobody knows whether its rest is of a stack.
        if is_of_stack(shadow::of(at)) || (PARTIAL..0x80).contains(&shadow::of(at)) {
            shadow::fill(at, at + 1, 0);
        }
        at += GRANULE;
    }
}

/// Whether a shadow byte says something of a stack.
pub fn is_of_stack(byte: u8) -> bool {
    [
        Poison::StackLeft,
        Poison::StackMid,
        Poison::StackRight,
        Poison::StackAfterScope,
        Poison::AllocaLeft,
        Poison::AllocaRight,
    ]
    .iter()
    .any(|code| *code as u8 == byte)
}

/// The frame and the object in it that an address lies in or next to: the names of the frame, the number of the object (from 1), its start and its size.
pub fn find(address: usize) -> Option<(u32, u32, usize, usize)> {
    let mut at = address & !(GRANULE - 1);
    // Frames are small, and their left redzone is poison of its own.
    for _ in 0..4096 / GRANULE {
        if !memory::contains(at) {
            return None;
        }
        if shadow::of(at) == Poison::StackLeft as u8
            && shadow::of(at.wrapping_sub(GRANULE)) != Poison::StackLeft as u8
        {
            break;
        }
        at -= GRANULE;
    }
    // SAFETY: a multiple of a granule in memory.
    let header = unsafe { (memory::word(at), memory::word(at + 4)) };
    if header.0 != MAGIC {
        return None;
    }
    let description = header.1 as *const Frame;
    // SAFETY: the prologue of a checked function wrote the header, whose redzone checked code does not write.
    unsafe {
        let objects = description.add(1).cast::<FrameObject>();
        let mut best = None;
        for index in 0..(*description).objects {
            let FrameObject { offset, size } = objects.add(index as usize).read();
            let size = (size & !CLOSED) as usize;
            let start = at + offset as usize;
            // The first one lies next to what is before it; all others to what is behind.
            if best.is_none() || address >= start {
                best = Some(((*description).names, index + 1, start, size));
            }
        }
        best
    }
}
