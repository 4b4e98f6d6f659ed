//! 32-bit Arm: entry points of the fake stack, which are called as any function is.

/// The entry point of one class: hands on the class and the caller's stack pointer.
macro_rules! fake_frame {
    ($($class:literal $name:ident $always:ident;)*) => {
        $(
            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $name() {
                core::arch::naked_asm!(
                    ".fnstart\n movw r0, #{class}\n mov r1, sp\n b {frame}\n .fnend",
                    class = const $class,
                    frame = sym $crate::fake::frame,
                )
            }

            #[unsafe(no_mangle)]
            #[unsafe(naked)]
            extern "C" fn $always() {
                core::arch::naked_asm!(
                    ".fnstart\n movw r0, #{class}\n mov r1, sp\n b {frame}\n .fnend",
                    class = const $class + $crate::fake::ALWAYS,
                    frame = sym $crate::fake::frame,
                )
            }
        )*
    };
}

pub(crate) use fake_frame;
