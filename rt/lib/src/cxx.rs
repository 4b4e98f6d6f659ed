//! `operator new` and `operator delete` in all forms, by their mangled names. Weak, as the malloc family. And what
//! clang calls for the number of elements that `new[]` keeps before them.

use crate::stub::with_caller;
use sanecc_abi::shadow::Poison;
use sanecc_rt::entry;
use sanecc_rt::heap::{self, Family};
use sanecc_rt::report::{self, Deleted, Finding, Refusal};
use sanecc_rt::shadow;
use sanecc_rt::stack::Caller;

/// Defines throwing forms: they call `target` as `with_caller` does and, when it has no memory, let the C++
/// library throw `std::bad_alloc`; in a program without it that is reported.
macro_rules! throwing {
    ($($name:ident => $target:path, pc in $pc:literal, frame in $frame:literal;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                core::arch::naked_asm!(
                    ".weak _ZSt17__throw_bad_allocv",
                    "push rdi",
                    concat!("mov ", $pc, ", [rsp + 8]"),
                    concat!("mov ", $frame, ", rbp"),
                    "call {target}",
                    "pop rdi",
                    "test rax, rax",
                    "je 2f",
                    "ret",
                    "2:",
                    // As if the caller itself had called it: this frame is gone.
                    "mov rax, [rip + _ZSt17__throw_bad_allocv@GOTPCREL]",
                    "test rax, rax",
                    "je 3f",
                    "jmp rax",
                    "3:",
                    "mov rsi, [rsp]",
                    "mov rdx, rbp",
                    "jmp {out_of_memory}",
                    target = sym $target,
                    out_of_memory = sym out_of_memory,
                )
            }
        )*
    };
}

throwing! {
    // new(size), new[](size)
    _Znwm => new_from, pc in "rsi", frame in "rdx";
    _Znam => new_array_from, pc in "rsi", frame in "rdx";
    // new(size, align), new[](size, align)
    _ZnwmSt11align_val_t => aligned_new_from, pc in "rdx", frame in "rcx";
    _ZnamSt11align_val_t => aligned_new_array_from, pc in "rdx", frame in "rcx";
}

with_caller! {
    // The same, not throwing: one more argument that means nothing.
    _ZnwmRKSt9nothrow_t => new_from, pc in "rsi", frame in "rdx";
    _ZnamRKSt9nothrow_t => new_array_from, pc in "rsi", frame in "rdx";
    _ZnwmSt11align_val_tRKSt9nothrow_t => aligned_new_from, pc in "rdx", frame in "rcx";
    _ZnamSt11align_val_tRKSt9nothrow_t => aligned_new_array_from, pc in "rdx", frame in "rcx";
    // delete(pointer), also with nothrow, which means nothing, with a size, and with an alignment.
    _ZdlPv => delete_from, pc in "rsi", frame in "rdx";
    _ZdlPvm => delete_sized_from, pc in "rdx", frame in "rcx";
    _ZdlPvRKSt9nothrow_t => delete_from, pc in "rsi", frame in "rdx";
    _ZdlPvSt11align_val_t => delete_aligned_from, pc in "rdx", frame in "rcx";
    _ZdlPvmSt11align_val_t => delete_sized_aligned_from, pc in "rcx", frame in "r8";
    _ZdlPvSt11align_val_tRKSt9nothrow_t => delete_aligned_from, pc in "rdx", frame in "rcx";
    // delete[] likewise.
    _ZdaPv => delete_array_from, pc in "rsi", frame in "rdx";
    _ZdaPvm => delete_array_sized_from, pc in "rdx", frame in "rcx";
    _ZdaPvRKSt9nothrow_t => delete_array_from, pc in "rsi", frame in "rdx";
    _ZdaPvSt11align_val_t => delete_array_aligned_from, pc in "rdx", frame in "rcx";
    _ZdaPvmSt11align_val_t => delete_array_sized_aligned_from, pc in "rcx", frame in "r8";
    _ZdaPvSt11align_val_tRKSt9nothrow_t => delete_array_aligned_from, pc in "rdx", frame in "rcx";
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
    report::ending::end()
}

/// `new[]` has written the number of elements. Nothing but `delete[]` may touch it from here on.
#[unsafe(no_mangle)]
extern "C" fn __asan_poison_cxx_array_cookie(cookie: usize) {
    // Blocks of an allocator of the program's own would stay poisoned when they are used for something else.
    if entry::guards_array_cookies() && heap::size_of_block(cookie).is_some() {
        shadow::poison(cookie, size_of::<usize>(), Poison::ArrayCookie);
    }
}

/// `delete[]` asks for the number of elements: none in a block that was freed, so that no destructor runs before
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
