//! How the address of a symbol is found that need not exist.

/// Functions that give the addresses of symbols that need not exist in the program; null where they do not.
macro_rules! weak_symbols {
    ($($(#[$doc:meta])* $name:ident = $symbol:literal;)*) => {$(
        $(#[$doc])*
        pub fn $name() -> *const u8 {
            let address: *const u8;
            // SAFETY: reads one entry of the global offset table. The program counter runs ahead by two instructions.
            unsafe {
                core::arch::asm!(
                    concat!(".weak ", $symbol),
                    "ldr {0}, 3f",
                    "2: ldr {0}, [pc, {0}]",
                    "b 4f",
                    concat!("3: .long ", $symbol, "(GOT_PREL)-((2b+8)-.)"),
                    "4:",
                    out(reg) address,
                    options(nostack, pure, readonly, preserves_flags),
                );
            }
            address
        }
    )*};
}

pub(crate) use weak_symbols;
