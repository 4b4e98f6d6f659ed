//! `operator new` and `operator delete` in all forms, by their mangled names. Weak, as the malloc family. And what
//! clang calls for the number of elements that `new[]` keeps before them.

use crate::arch::{begin, end, jump, operator_stub, throwing_stub};
use crate::stub::with_caller;
use sanecc_abi::shadow::Poison;
use sanecc_rt::entry;
use sanecc_rt::heap::{self, Family};
use sanecc_rt::report::{self, Deleted, Finding, Refusal};
use sanecc_rt::shadow;
use sanecc_rt::stack::Caller;

/// Defines throwing forms: they call `target` as `with_caller` does. When it has no memory, the program's handler (`std::set_new_handler`) has its turn
/// before each further try; without one, the C++ library throws `std::bad_alloc`, and in a program without that library the end is reported.
macro_rules! throwing {
    ($($name:ident $count:tt => $target:path;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                core::arch::naked_asm!(
                    throwing_stub!($count),
                    target = sym $target,
                    out_of_memory = sym out_of_memory,
                )
            }
        )*
    };
}

throwing! {
    __sanecc_new 1 => new_from;
    __sanecc_new_array 1 => new_array_from;
    __sanecc_new_aligned 2 => aligned_new_from;
    __sanecc_new_array_aligned 2 => aligned_new_array_from;
}

with_caller! {
    __sanecc_new_or_null 1 => new_from;
    __sanecc_new_array_or_null 1 => new_array_from;
    __sanecc_new_aligned_or_null 2 => aligned_new_from;
    __sanecc_new_array_aligned_or_null 2 => aligned_new_array_from;
    __sanecc_delete 1 => delete_from;
    __sanecc_delete_sized 2 => delete_sized_from;
    __sanecc_delete_aligned 2 => delete_aligned_from;
    __sanecc_delete_sized_aligned 3 => delete_sized_aligned_from;
    __sanecc_delete_array 1 => delete_array_from;
    __sanecc_delete_array_sized 2 => delete_array_sized_from;
    __sanecc_delete_array_aligned 2 => delete_array_aligned_from;
    __sanecc_delete_array_sized_aligned 3 => delete_array_sized_aligned_from;
}

/// Defines operators under their own names. A program may replace some of them, and then those that it leaves do what the standard says they do by
/// default: they call one that it has replaced (\[new.delete\]). Where the first of those named is the program's, or the one which that calls, it is gone
/// to the first, after `shift` has put the arguments in order; else to `ours`. A form that may not throw lets through what the program's throws.
macro_rules! operators {
    ($($name:ident => $ours:path $(, or $next:literal, $root:literal $(after $shift:ident)?)?;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                core::arch::naked_asm!(
                    begin!(),
                    // By this name it is known for ours.
                    concat!(".globl __sanecc_own", stringify!($name)),
                    concat!("__sanecc_own", stringify!($name), ":"),
                    $(operator_stub!($next, $root $(, $shift)?),)?
                    jump!(),
                    end!(),
                    target = sym $ours,
                )
            }
        )*
    };
}

// `size_t` is `unsigned long`.
#[cfg(target_pointer_width = "64")]
operators! {
    _Znwm => __sanecc_new;
    _ZnwmRKSt9nothrow_t => __sanecc_new_or_null, or "_Znwm", "_Znwm";
    _Znam => __sanecc_new_array, or "_Znwm", "_Znwm";
    _ZnamRKSt9nothrow_t => __sanecc_new_array_or_null, or "_Znam", "_Znwm";
    _ZnwmSt11align_val_t => __sanecc_new_aligned;
    _ZnwmSt11align_val_tRKSt9nothrow_t => __sanecc_new_aligned_or_null, or "_ZnwmSt11align_val_t", "_ZnwmSt11align_val_t";
    _ZnamSt11align_val_t => __sanecc_new_array_aligned, or "_ZnwmSt11align_val_t", "_ZnwmSt11align_val_t";
    _ZnamSt11align_val_tRKSt9nothrow_t => __sanecc_new_array_aligned_or_null, or "_ZnamSt11align_val_t", "_ZnwmSt11align_val_t";
    _ZdlPv => __sanecc_delete;
    _ZdlPvm => __sanecc_delete_sized, or "_ZdlPv", "_ZdlPv";
    _ZdlPvRKSt9nothrow_t => __sanecc_delete, or "_ZdlPv", "_ZdlPv";
    _ZdaPv => __sanecc_delete_array, or "_ZdlPv", "_ZdlPv";
    _ZdaPvm => __sanecc_delete_array_sized, or "_ZdaPv", "_ZdlPv";
    _ZdaPvRKSt9nothrow_t => __sanecc_delete_array, or "_ZdaPv", "_ZdlPv";
    _ZdlPvSt11align_val_t => __sanecc_delete_aligned;
    _ZdlPvmSt11align_val_t => __sanecc_delete_sized_aligned, or "_ZdlPvSt11align_val_t", "_ZdlPvSt11align_val_t" after shift;
    _ZdlPvSt11align_val_tRKSt9nothrow_t => __sanecc_delete_aligned, or "_ZdlPvSt11align_val_t", "_ZdlPvSt11align_val_t";
    _ZdaPvSt11align_val_t => __sanecc_delete_array_aligned, or "_ZdlPvSt11align_val_t", "_ZdlPvSt11align_val_t";
    _ZdaPvmSt11align_val_t => __sanecc_delete_array_sized_aligned, or "_ZdaPvSt11align_val_t", "_ZdlPvSt11align_val_t" after shift;
    _ZdaPvSt11align_val_tRKSt9nothrow_t => __sanecc_delete_array_aligned, or "_ZdaPvSt11align_val_t", "_ZdlPvSt11align_val_t";
}

// `size_t` is `unsigned int`.
#[cfg(target_pointer_width = "32")]
operators! {
    _Znwj => __sanecc_new;
    _ZnwjRKSt9nothrow_t => __sanecc_new_or_null, or "_Znwj", "_Znwj";
    _Znaj => __sanecc_new_array, or "_Znwj", "_Znwj";
    _ZnajRKSt9nothrow_t => __sanecc_new_array_or_null, or "_Znaj", "_Znwj";
    _ZnwjSt11align_val_t => __sanecc_new_aligned;
    _ZnwjSt11align_val_tRKSt9nothrow_t => __sanecc_new_aligned_or_null, or "_ZnwjSt11align_val_t", "_ZnwjSt11align_val_t";
    _ZnajSt11align_val_t => __sanecc_new_array_aligned, or "_ZnwjSt11align_val_t", "_ZnwjSt11align_val_t";
    _ZnajSt11align_val_tRKSt9nothrow_t => __sanecc_new_array_aligned_or_null, or "_ZnajSt11align_val_t", "_ZnwjSt11align_val_t";
    _ZdlPv => __sanecc_delete;
    _ZdlPvj => __sanecc_delete_sized, or "_ZdlPv", "_ZdlPv";
    _ZdlPvRKSt9nothrow_t => __sanecc_delete, or "_ZdlPv", "_ZdlPv";
    _ZdaPv => __sanecc_delete_array, or "_ZdlPv", "_ZdlPv";
    _ZdaPvj => __sanecc_delete_array_sized, or "_ZdaPv", "_ZdlPv";
    _ZdaPvRKSt9nothrow_t => __sanecc_delete_array, or "_ZdaPv", "_ZdlPv";
    _ZdlPvSt11align_val_t => __sanecc_delete_aligned;
    _ZdlPvjSt11align_val_t => __sanecc_delete_sized_aligned, or "_ZdlPvSt11align_val_t", "_ZdlPvSt11align_val_t" after shift;
    _ZdlPvSt11align_val_tRKSt9nothrow_t => __sanecc_delete_aligned, or "_ZdlPvSt11align_val_t", "_ZdlPvSt11align_val_t";
    _ZdaPvSt11align_val_t => __sanecc_delete_array_aligned, or "_ZdlPvSt11align_val_t", "_ZdlPvSt11align_val_t";
    _ZdaPvjSt11align_val_t => __sanecc_delete_array_sized_aligned, or "_ZdaPvSt11align_val_t", "_ZdlPvSt11align_val_t" after shift;
    _ZdaPvSt11align_val_tRKSt9nothrow_t => __sanecc_delete_array_aligned, or "_ZdaPvSt11align_val_t", "_ZdlPvSt11align_val_t";
}

extern "C" fn new_from(size: usize, pc: usize, frame: usize) -> usize {
    entry::malloc(size, Family::New, Caller { pc, frame })
}

extern "C" fn new_array_from(size: usize, pc: usize, frame: usize) -> usize {
    entry::malloc(size, Family::NewArray, Caller { pc, frame })
}

extern "C" fn aligned_new_from(size: usize, align: usize, pc: usize, frame: usize) -> usize {
    entry::aligned(align, size, Family::New, Caller { pc, frame })
}

extern "C" fn aligned_new_array_from(size: usize, align: usize, pc: usize, frame: usize) -> usize {
    entry::aligned(align, size, Family::NewArray, Caller { pc, frame })
}

extern "C" fn delete_from(address: usize, pc: usize, frame: usize) {
    entry::free(address, Some(Family::New), Caller { pc, frame });
}

extern "C" fn delete_array_from(address: usize, pc: usize, frame: usize) {
    entry::free(address, Some(Family::NewArray), Caller { pc, frame });
}

extern "C" fn delete_sized_from(address: usize, size: usize, pc: usize, frame: usize) {
    let told = Deleted { size, align: 0 };
    entry::delete(address, told, Family::New, Caller { pc, frame });
}

extern "C" fn delete_aligned_from(address: usize, align: usize, pc: usize, frame: usize) {
    let told = Deleted { size: 0, align };
    entry::delete(address, told, Family::New, Caller { pc, frame });
}

extern "C" fn delete_sized_aligned_from(
    address: usize,
    size: usize,
    align: usize,
    pc: usize,
    frame: usize,
) {
    let told = Deleted { size, align };
    entry::delete(address, told, Family::New, Caller { pc, frame });
}

extern "C" fn delete_array_sized_from(address: usize, size: usize, pc: usize, frame: usize) {
    let told = Deleted { size, align: 0 };
    entry::delete(address, told, Family::NewArray, Caller { pc, frame });
}

extern "C" fn delete_array_aligned_from(address: usize, align: usize, pc: usize, frame: usize) {
    let told = Deleted { size: 0, align };
    entry::delete(address, told, Family::NewArray, Caller { pc, frame });
}

extern "C" fn delete_array_sized_aligned_from(
    address: usize,
    size: usize,
    align: usize,
    pc: usize,
    frame: usize,
) {
    let told = Deleted { size, align };
    entry::delete(address, told, Family::NewArray, Caller { pc, frame });
}

extern "C" fn out_of_memory(size: usize, pc: usize, frame: usize) -> ! {
    let refused = Finding::Refused(Refusal::Memory { size });
    report::from_caller(refused, Caller { pc, frame });
    report::termination::end()
}

/// `new[]` has written the number of elements. Nothing but `delete[]` may touch it from here on.
#[unsafe(no_mangle)]
extern "C" fn __asan_poison_cxx_array_cookie(cookie: usize) {
    // Chunks of an allocator of the program's own would stay poisoned when they are used for something else.
    if entry::guards_array_cookies() && heap::size_of_chunk(cookie).is_some() {
        shadow::poison(cookie, size_of::<usize>(), Poison::ArrayCookie);
    }
}

/// `delete[]` asks for the number of elements: none in a chunk that was freed, so that no destructor runs before
/// `operator delete[]` reports it.
#[unsafe(no_mangle)]
extern "C" fn __asan_load_cxx_array_cookie(cookie: *const usize) -> usize {
    let address = cookie as usize;
    if entry::guards_array_cookies()
        && shadow::map::is_readable(address)
        && shadow::get(address) == Poison::Freed as u8
    {
        report::say_freed_array();
        return 0;
    }
    // SAFETY: the program would read it here itself.
    unsafe { cookie.read_unaligned() }
}
