//! Slots of the fake stack, as checked functions ask for them; fibers; what ASan's interface says of both.

use crate::arch::fake_frame;
use sanecc_rt::fake;
use sanecc_rt::no_return::fiber;
use sanecc_rt::shadow;

/// Added to the class where the option does not count.
pub(crate) const ALWAYS: usize = 0x100;

fake_frame! {
    0 __sanecc_fake_frame_0 __sanecc_fake_frame_always_0;
    1 __sanecc_fake_frame_1 __sanecc_fake_frame_always_1;
    2 __sanecc_fake_frame_2 __sanecc_fake_frame_always_2;
    3 __sanecc_fake_frame_3 __sanecc_fake_frame_always_3;
    4 __sanecc_fake_frame_4 __sanecc_fake_frame_always_4;
    5 __sanecc_fake_frame_5 __sanecc_fake_frame_always_5;
    6 __sanecc_fake_frame_6 __sanecc_fake_frame_always_6;
    7 __sanecc_fake_frame_7 __sanecc_fake_frame_always_7;
    8 __sanecc_fake_frame_8 __sanecc_fake_frame_always_8;
    9 __sanecc_fake_frame_9 __sanecc_fake_frame_always_9;
    10 __sanecc_fake_frame_10 __sanecc_fake_frame_always_10;
}

/// A slot of the class, to which [`ALWAYS`] may be added, for a function that was called with this stack pointer.
pub(crate) extern "C" fn frame(request: usize, sp: usize) -> usize {
    shadow::set_up();
    fake::frame(request & (ALWAYS - 1), sp, request & ALWAYS != 0)
}

/// The running fiber hands over to one whose stack is `[bottom, bottom + size)`. With a null `save` it ends.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_start_switch_fiber(save: *mut usize, bottom: usize, size: usize) {
    let saved = fiber::start(bottom..bottom + size, save.is_null());
    if !save.is_null() {
        // SAFETY: the program's own place for a pointer.
        unsafe { *save = saved };
    }
}

/// The fiber that saved this (null: a new one) goes on. Tells which stack was left.
#[unsafe(no_mangle)]
unsafe extern "C" fn __sanitizer_finish_switch_fiber(
    saved: usize,
    old_bottom: *mut usize,
    old_size: *mut usize,
) {
    let left = fiber::finish(saved);
    // SAFETY: each is null or the program's own place.
    unsafe {
        if let Some(place) = old_bottom.as_mut() {
            *place = left.start;
        }
        if let Some(place) = old_size.as_mut() {
            *place = left.len();
        }
    }
}

/// The running thread's or fiber's fake stack, null if it has none.
#[unsafe(no_mangle)]
extern "C" fn __asan_get_current_fake_stack() -> usize {
    shadow::set_up();
    fake::current().map_or(0, |fake| &raw const *fake as usize)
}

/// If a live frame of that fake stack holds the address: where on the real stack the function is, and the bounds of what
/// it may use in the slot. Null otherwise.
#[unsafe(no_mangle)]
unsafe extern "C" fn __asan_addr_is_in_fake_stack(
    fake: *const fake::FakeStack,
    address: usize,
    begin: *mut usize,
    end: *mut usize,
) -> usize {
    // SAFETY: null, or what `__asan_get_current_fake_stack` has returned, which stays.
    let slot = unsafe { fake.as_ref() }.and_then(|fake| fake.slot_at(address));
    let Some(slot) = slot.filter(|slot| slot.sp != 0) else {
        return 0;
    };
    // SAFETY: each is null or the program's own place.
    unsafe {
        if let Some(place) = begin.as_mut() {
            *place = slot.start + sanecc_abi::frame::LEFT_REDZONE;
        }
        if let Some(place) = end.as_mut() {
            *place = slot.start + slot.size;
        }
    }
    slot.sp
}
