//! What instrumented functions call about their frames: the shadow of the objects in them, and how they are left without an epilogue.

use crate::arch::vfork_stub;
use crate::unwinder;
use core::ffi::c_int;
use sanecc_rt::{entry, globals, no_return, shadow};

#[unsafe(no_mangle)]
extern "C" fn __sanecc_handle_no_return() {
    globals::order::before_exit();
    no_return::handle_no_return();
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_handle_no_return_of(function: usize) {
    globals::order::before_exit();
    if !no_return::announced::is_announced_by(function) {
        no_return::handle_no_return();
    }
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_handle_unwinding(set_ip: usize) {
    globals::order::before_exit();
    if !unwinder::is_known(set_ip) {
        no_return::handle_no_return();
    }
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_handle_jump(buffer: usize) {
    no_return::jumps(buffer);
}

/// Hands on where the caller's frame ends, in the parent.
#[unsafe(no_mangle)]
#[unsafe(naked)]
extern "C" fn __sanecc_vfork_returned(_result: c_int) {
    core::arch::naked_asm!(vfork_stub!(), returned = sym vfork_returned)
}

extern "C" fn vfork_returned(sp: usize) {
    no_return::vfork_returned(sp);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_set_shadow(address: usize, size: usize, byte: c_int) {
    entry::set_shadow(address, size, byte as u8);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_unpoison(address: usize, size: usize) {
    shadow::unpoison(address, size);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_clear_shadow(address: usize, size: usize) {
    shadow::clear(address, size);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_poison_alloca(address: usize, size: usize) {
    entry::poison_alloca(address, size);
}

#[unsafe(no_mangle)]
extern "C" fn __sanecc_unpoison_allocas(top: usize, bottom: usize) {
    entry::unpoison_allocas(top, bottom);
}
