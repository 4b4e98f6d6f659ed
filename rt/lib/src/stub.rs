//! Entry stubs: a few instructions that note the caller before Rust code changes the registers.

/// Defines C functions that pass their arguments on, as many as the number says, followed by the return address and the caller's frame
/// pointer.
macro_rules! with_caller {
    ($($name:ident $count:tt => $target:path;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                core::arch::naked_asm!($crate::arch::caller_stub!($count), target = sym $target)
            }
        )*
    };
}

pub(crate) use with_caller;
