//! x86-64: entry points of the fake stack.

use crate::fake::frame;

/// The entry point of one class: the next slot in turn if nobody has it, otherwise Rust decides. Preserves all general
/// registers but `rax` and `r11`.
macro_rules! fake_frame {
    ($($class:literal $name:ident $always:ident;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                core::arch::naked_asm!(
                    ".cfi_startproc",
                    "mov rax, qword ptr [rip + sanecc_thread@GOTTPOFF]",
                    "mov rax, qword ptr fs:[rax + {fake}]",
                    "cmp rax, {not_now}",
                    "jbe 3f",
                    "mov r11, qword ptr [rax + {next}]",
                    "cmp qword ptr [r11 + {taken}], 0",
                    "jne 2f",
                    // Whoever interrupts between these has given back what it took when we go on.
                    "mov qword ptr [r11 + {taken}], rsp",
                    "add r11, {size}",
                    "mov qword ptr [rax + {next}], r11",
                    "lea rax, [r11 - {size}]",
                    "ret",
                    "3: cmp rax, {off}",
                    "je 4f",
                    "2: mov eax, {class}",
                    "jmp {slow}",
                    "4: xor eax, eax",
                    "ret",
                    ".cfi_endproc",
                    fake = const sanecc_rt::thread::FAKE,
                    not_now = const sanecc_rt::fake::NOT_NOW,
                    off = const sanecc_rt::fake::OFF,
                    next = const $class * size_of::<sanecc_rt::fake::class::Class>() + sanecc_rt::fake::class::NEXT,
                    taken = const sanecc_abi::frame::TAKEN,
                    size = const sanecc_abi::frame::FAKE_SMALLEST << $class,
                    class = const $class,
                    slow = sym $crate::arch::slow_frame,
                )
            }

            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $always() {
                core::arch::naked_asm!(
                    ".cfi_startproc",
                    "mov rax, qword ptr [rip + sanecc_thread@GOTTPOFF]",
                    "cmp qword ptr fs:[rax + {fake}], {off}",
                    "ja {name}",
                    "mov eax, {class} + {always}",
                    "jmp {slow}",
                    ".cfi_endproc",
                    fake = const sanecc_rt::thread::FAKE,
                    off = const sanecc_rt::fake::OFF,
                    class = const $class,
                    always = const $crate::fake::ALWAYS,
                    name = sym $name,
                    slow = sym $crate::arch::slow_frame,
                )
            }
        )*
    };
}

/// Saves what a C function may change, and asks [`frame`]. `rax` is the class, to which [`ALWAYS`] may be added.
#[unsafe(naked)]
pub(crate) extern "C" fn slow_frame() {
    core::arch::naked_asm!(
        ".cfi_startproc",
        "push rcx",
        "push rdx",
        "push rsi",
        "push rdi",
        "push r8",
        "push r9",
        "push r10",
        "sub rsp, 16",
        ".cfi_adjust_cfa_offset 72",
        "mov edi, eax",
        // Where the fast path would have seen the stack pointer.
        "lea rsi, [rsp + 72]",
        "call {frame}",
        "add rsp, 16",
        "pop r10",
        "pop r9",
        "pop r8",
        "pop rdi",
        "pop rsi",
        "pop rdx",
        "pop rcx",
        ".cfi_adjust_cfa_offset -72",
        "ret",
        ".cfi_endproc",
        frame = sym frame,
    )
}

pub(crate) use fake_frame;
