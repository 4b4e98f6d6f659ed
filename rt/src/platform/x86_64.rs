//! x86-64: the shadow's place, the system call instruction, registers, thread-local storage.

mod call;
mod frame;

use core::arch::{asm, global_asm};

pub use call::callee;
pub use frame::{Arguments, CallFrame};

/// The shadow of address `a` is at `(a >> 3) + SHADOW_OFFSET`.
pub const SHADOW_OFFSET: usize = sanecc_abi::shadow::OFFSET_X86_64;
/// First byte past the addresses that a program can have.
pub const ADDRESS_END: usize = 1 << 47;
/// Name of this architecture for messages.
pub const ARCH: &str = "x86-64";

/// One system call; returns the kernel's result, negative is `-errno`.
///
/// # Safety
/// As the system call: what the arguments point to must fit what it reads and writes.
#[inline(always)]
pub unsafe fn syscall(number: i64, arguments: [usize; 6]) -> isize {
    let [a, b, c, d, e, f] = arguments;
    let result: isize;
    // SAFETY: the kernel clobbers only rax, rcx and r11; what it does to memory is the caller's promise.
    unsafe {
        asm!(
            "syscall",
            inlateout("rax") number as isize => result,
            in("rdi") a, in("rsi") b, in("rdx") c, in("r10") d, in("r8") e, in("r9") f,
            lateout("rcx") _, lateout("r11") _,
            options(nostack),
        );
    }
    result
}

/// The registers that unwinding needs, as the entry stubs of the runtime save them.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default)]
pub struct Registers {
    /// rbx
    pub rbx: usize,
    /// rbp, the frame pointer
    pub rbp: usize,
    /// r12
    pub r12: usize,
    /// r13
    pub r13: usize,
    /// r14
    pub r14: usize,
    /// r15
    pub r15: usize,
    /// Stack pointer of the caller, after the return address was popped.
    pub sp: usize,
    /// Return address into the caller (or the faulting instruction, for signals).
    pub pc: usize,
}

impl Registers {
    /// DWARF numbers of the registers that are kept here.
    pub const DWARF: [u16; 8] = [3, 6, 12, 13, 14, 15, 7, 16];

    /// What they hold.
    pub fn words(&self) -> [usize; 8] {
        let Registers {
            rbx,
            rbp,
            r12,
            r13,
            r14,
            r15,
            sp,
            pc,
        } = *self;
        [rbx, rbp, r12, r13, r14, r15, sp, pc]
    }

    /// The slot of a register by its DWARF number.
    pub fn slot(&mut self, dwarf: u16) -> Option<&mut usize> {
        Some(match dwarf {
            3 => &mut self.rbx,
            6 => &mut self.rbp,
            7 => &mut self.sp,
            12 => &mut self.r12,
            13 => &mut self.r13,
            14 => &mut self.r14,
            15 => &mut self.r15,
            16 => &mut self.pc,
            _ => return None,
        })
    }
}

/// A value near the current stack pointer.
#[inline(always)]
pub fn stack_pointer() -> usize {
    let sp: usize;
    // SAFETY: only reads a register.
    unsafe { asm!("mov {}, rsp", out(reg) sp, options(nomem, nostack, preserves_flags)) };
    sp
}

/// Two words that are read at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub struct Pair(pub [usize; 2]);

/// Whether each place holds the pair of words that is expected there.
///
/// # Safety
/// 16 bytes can be read at each place, which is a multiple of 16.
#[inline(always)]
pub unsafe fn pairs_are<const N: usize>(places: &[usize; N], expected: &[Pair; N]) -> bool {
    use core::arch::x86_64::{
        __m128i, _mm_cmpeq_epi8, _mm_load_si128, _mm_movemask_epi8, _mm_or_si128,
        _mm_setzero_si128, _mm_xor_si128,
    };
    // SAFETY: SSE2 is part of x86-64; the caller promises that the places can be read.
    unsafe {
        let mut differences = _mm_setzero_si128();
        for (place, expected) in places.iter().zip(expected) {
            let is = _mm_load_si128(*place as *const __m128i);
            let should = _mm_load_si128(expected.0.as_ptr().cast());
            differences = _mm_or_si128(differences, _mm_xor_si128(is, should));
        }
        _mm_movemask_epi8(_mm_cmpeq_epi8(differences, _mm_setzero_si128())) == 0xffff
    }
}

/// Has the cache line of an address fetched; any address will do.
#[inline(always)]
pub fn prefetch(address: usize) {
    // SAFETY: a hint, which never faults.
    unsafe {
        core::arch::x86_64::_mm_prefetch(address as *const i8, core::arch::x86_64::_MM_HINT_T0)
    };
}

// The runtime's thread-local block. `#[thread_local]` is not stable, so the symbol is declared here; it is
// always reached by the initial-exec model, since the runtime is part of the executable.
global_asm!(
    ".pushsection .tbss.sanecc_thread, \"awT\", @nobits",
    ".balign 16",
    ".globl sanecc_thread",
    ".hidden sanecc_thread",
    ".type sanecc_thread, @object",
    ".size sanecc_thread, {size}",
    "sanecc_thread:",
    ".zero {size}",
    ".popsection",
    size = const THREAD_BLOCK_SIZE,
);

/// Bytes of the thread-local block; zero when a thread starts.
pub const THREAD_BLOCK_SIZE: usize = 128;

/// Address of the calling thread's block of [`THREAD_BLOCK_SIZE`] bytes.
#[inline(always)]
pub fn thread_block() -> *mut u8 {
    let block: *mut u8;
    // SAFETY: reads the thread pointer and a link-time constant.
    unsafe {
        asm!(
            "mov {0}, qword ptr fs:[0]",
            "add {0}, qword ptr [rip + sanecc_thread@GOTTPOFF]",
            out(reg) block,
            options(nostack, pure, readonly),
        );
    }
    block
}

/// Addresses of symbols that need not exist in the program; null where they do not.
macro_rules! weak_symbol {
    ($(#[$doc:meta])* $name:ident = $symbol:literal) => {
        $(#[$doc])*
        pub fn $name() -> *const u8 {
            let address: *const u8;
            // SAFETY: reads one entry of the global offset table.
            unsafe {
                asm!(
                    concat!(".weak ", $symbol),
                    concat!("mov {}, qword ptr [rip + ", $symbol, "@GOTPCREL]"),
                    out(reg) address,
                    options(nostack, pure, readonly),
                );
            }
            address
        }
    };
}

weak_symbol! {
    /// glibc's flag that the process has one thread, a `char`.
    single_threaded_flag = "__libc_single_threaded"
}
weak_symbol! {
    /// `const char *__asan_default_options(void)`, which a program may define.
    default_options_function = "__asan_default_options"
}
weak_symbol! {
    /// `const char *__sanecc_default_options(void)`, which a program may define.
    own_default_options_function = "__sanecc_default_options"
}

weak_symbol! {
    /// `void __sanitizer_on_print(const char *)`, which a program may define.
    on_print_function = "__sanitizer_on_print"
}
weak_symbol! {
    /// `void __sanitizer_report_error_summary(const char *)`, ours unless the program defines it.
    report_summary_function = "__sanitizer_report_error_summary"
}
weak_symbol! {
    /// `void __asan_on_error(void)`, which a program may define.
    on_error_function = "__asan_on_error"
}
weak_symbol! {
    /// `void __sanitizer_malloc_hook(const volatile void *, size_t)`, which a program may define.
    malloc_hook = "__sanitizer_malloc_hook"
}
weak_symbol! {
    /// `void __sanitizer_free_hook(const volatile void *)`, which a program may define.
    free_hook = "__sanitizer_free_hook"
}
weak_symbol! {
    /// `int __sanitizer_ignore_free_hook(const volatile void *)`, which a program may define.
    ignore_free_hook = "__sanitizer_ignore_free_hook"
}
weak_symbol! {
    /// `void *dlsym(void *, const char *)`; null in static programs that do not call it.
    dlsym_function = "dlsym"
}

weak_symbol! {
    /// `const char *__lsan_default_options(void)`, which a program may define.
    leak_default_options_function = "__lsan_default_options"
}
weak_symbol! {
    /// `const char *__lsan_default_suppressions(void)`, which a program may define.
    leak_default_suppressions_function = "__lsan_default_suppressions"
}
weak_symbol! {
    /// `const char *__asan_default_suppressions(void)`, which a program may define.
    default_suppressions_function = "__asan_default_suppressions"
}
weak_symbol! {
    /// `int __lsan_is_turned_off(void)`, which a program may define.
    leaks_turned_off_function = "__lsan_is_turned_off"
}
weak_symbol! {
    /// In static programs, glibc's list of the stacks of threads that have ended.
    cached_stacks = "_dl_stack_cache"
}

weak_symbol! {
    /// `pthread_create` under the name that it has in the static C library; null in other programs.
    own_thread_creator = "__pthread_create"
}

/// Words of the registers that the kernel hands out of a stopped thread (`user_regs_struct`).
pub const GENERAL_REGISTERS: usize = 27;
/// Words of the floating-point and vector registers that it hands out (`user_fpregs_struct`).
pub const VECTOR_WORDS: usize = 64;
/// Bytes below the stack pointer that a function may use.
pub const RED_ZONE: usize = 128;

/// Stack pointer among the registers of a stopped thread.
pub fn stack_pointer_in(general: &[usize; GENERAL_REGISTERS]) -> usize {
    general[19]
}

/// Thread pointer among the registers of a stopped thread.
pub fn thread_pointer_in(general: &[usize; GENERAL_REGISTERS]) -> usize {
    general[21]
}

/// The calling thread's pointer, by which its thread-local storage is found.
#[inline(always)]
pub fn thread_pointer() -> usize {
    let pointer: usize;
    // SAFETY: the first word of the thread's block is its own address.
    unsafe { asm!("mov {}, qword ptr fs:[0]", out(reg) pointer, options(nostack, pure, readonly)) };
    pointer
}

/// `clone` with a stack of its own for the child, which calls `function` and ends. Returns as [`syscall`].
///
/// # Safety
/// `stack` is the end of memory, a multiple of 16, that the child alone uses; with shared memory, `function` must
/// keep off thread-local storage.
pub unsafe fn clone_with_stack(
    flags: usize,
    stack: usize,
    function: extern "C" fn(usize),
    argument: usize,
) -> isize {
    let result: isize;
    // SAFETY: the child starts on its own stack and never comes back here.
    unsafe {
        asm!(
            "syscall",
            "test rax, rax",
            "jne 2f",
            "xor ebp, ebp",
            "mov rdi, r13",
            "call r12",
            "mov eax, {exit}",
            "xor edi, edi",
            "syscall",
            "ud2",
            "2:",
            exit = const libc::SYS_exit,
            inlateout("rax") libc::SYS_clone as isize => result,
            in("rdi") flags, in("rsi") stack, in("rdx") 0, in("r10") 0, in("r8") 0,
            in("r12") function, in("r13") argument,
            lateout("rcx") _, lateout("r11") _,
        );
    }
    result
}

/// Where signal handlers return to.
#[unsafe(naked)]
pub extern "C" fn signal_return() {
    core::arch::naked_asm!("mov eax, {number}", "syscall", number = const libc::SYS_rt_sigreturn)
}

/// Registers at the place of the call.
#[inline(always)]
pub fn registers_here() -> Registers {
    let mut registers = Registers::default();
    // SAFETY: stores registers into a local.
    unsafe {
        asm!(
            "mov [{0}], rbx", "mov [{0} + 8], rbp", "mov [{0} + 16], r12", "mov [{0} + 24], r13",
            "mov [{0} + 32], r14", "mov [{0} + 40], r15", "mov [{0} + 48], rsp",
            "lea {1}, [rip]", "mov [{0} + 56], {1}",
            in(reg) &raw mut registers,
            out(reg) _,
            options(nostack, preserves_flags),
        );
    }
    registers
}
