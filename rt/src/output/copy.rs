//! Copies of what reports say, for the functions of the program that want them: `__sanitizer_on_print` gets each piece, the
//! one of `__asan_set_error_report_callback` a whole report.

use crate::lock::Locked;
use crate::platform;
use alloc::vec::Vec;
use core::ffi::c_char;
use core::sync::atomic::{AtomicPtr, Ordering};

type Listener = extern "C" fn(*const c_char);

static CALLBACK: AtomicPtr<()> = AtomicPtr::new(core::ptr::null_mut());
static WHOLE: Locked<Option<Vec<u8>>> = Locked::new(None);

/// A function of the program that gets the text of each report; null for none.
pub fn set_callback(callback: *const ()) {
    CALLBACK.store(callback.cast_mut(), Ordering::Release);
}

fn listener(address: *const ()) -> Option<Listener> {
    // SAFETY: the program handed in, or defines, a function of this type.
    (!address.is_null()).then(|| unsafe { core::mem::transmute::<*const (), Listener>(address) })
}

/// A report begins.
pub fn begin() {
    if !CALLBACK.load(Ordering::Acquire).is_null() {
        *WHOLE.hold() = Some(Vec::new());
    }
}

/// A piece of text was written; at most as long as the buffer of `Out`.
pub(super) fn take(piece: &[u8]) {
    if piece.is_empty() {
        return;
    }
    if let Some(whole) = &mut *WHOLE.hold() {
        whole.extend_from_slice(piece);
    }
    if let Some(on_print) = listener(platform::on_print_function().cast()) {
        let mut text = [0; 1025];
        let length = piece.len().min(text.len() - 1);
        text[..length].copy_from_slice(&piece[..length]);
        on_print(text.as_ptr().cast());
    }
}

/// The report is complete.
pub fn end() {
    let whole = WHOLE.hold().take();
    if let Some(mut text) = whole
        && let Some(callback) = listener(CALLBACK.load(Ordering::Acquire))
    {
        text.push(0);
        callback(text.as_ptr().cast());
    }
}
