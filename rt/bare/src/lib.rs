//! The runtime on bare metal: a shadow over the memory that the linker script names, poison around stack objects, globals and heap chunks, and reports.
//!
//! Nothing here waits or allocates, so all of it may run in interrupt handlers and before constructors. State is one flag, and the shadow.
//! Modules, lowest first: `memory` (addresses of the linker script), `shadow`, `globals`, `frames`, `heap`, `report`, `checks`.
#![no_std]
#![no_builtins]

mod arch;
mod checks;
mod frames;
mod globals;
mod heap;
mod interface;
mod library;
mod memory;
mod report;
mod shadow;
mod text;

macro_rules! version {
    ($name:literal) => {
        core::arch::global_asm!(
            concat!(".global \"", $name, "\""),
            concat!("\"", $name, "\" = 1")
        );
    };
}
// What every checked module asks for, see `sanecc_abi::bare::version_symbol`.
#[cfg(not(any(feature = "scale16", feature = "scale32")))]
version!("__sanecc_bare_v9_is_missing__link_with_sanecc_or_libsanecc_bare_8.a");
#[cfg(feature = "scale16")]
version!("__sanecc_bare_v9_is_missing__link_with_sanecc_or_libsanecc_bare_16.a");
#[cfg(feature = "scale32")]
version!("__sanecc_bare_v9_is_missing__link_with_sanecc_or_libsanecc_bare_32.a");

#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    report::stop(report::STATUS)
}
