//! The records of loaded files in the format's class of the target: 32 or 64 bits.
//!
//! Source: ELF gABI, chapters 4 and 5.

#[cfg(target_pointer_width = "64")]
mod class {
    pub use libc::{Elf64_Phdr as ProgramHeader, Elf64_Sym as Symbol};
    pub use object::elf::FileHeader64 as FileHeader;
}

#[cfg(target_pointer_width = "32")]
mod class {
    pub use libc::{Elf32_Phdr as ProgramHeader, Elf32_Sym as Symbol};
    pub use object::elf::FileHeader32 as FileHeader;
}

pub use class::*;
