//! How the address of a symbol is found that need not exist.

/// Functions that give the addresses of symbols that need not exist in the program; null where they do not.
macro_rules! weak_symbols {
    ($($(#[$doc:meta])* $name:ident = $symbol:literal;)*) => {$(
        $(#[$doc])*
        pub fn $name() -> *const u8 {
            let address: *const u8;
            // SAFETY: reads one entry of the global offset table.
            unsafe {
                core::arch::asm!(
                    concat!(".weak ", $symbol),
                    concat!("adrp {0}, :got:", $symbol),
                    concat!("ldr {0}, [{0}, :got_lo12:", $symbol, "]"),
                    out(reg) address,
                    options(nostack, pure, readonly),
                );
            }
            address
        }
    )*};
}

pub(crate) use weak_symbols;
