//! The relocations by which files name functions of others: their form, and their numbers in the ABI's supplement for each processor.

#[cfg(target_arch = "x86_64")]
mod numbers {
    /// `R_X86_64_64`: a word of data.
    pub const ADDRESS: u32 = 1;
    /// `R_X86_64_GLOB_DAT`: a slot of the global offset table.
    pub const SLOT: u32 = 6;
    /// `R_X86_64_JUMP_SLOT`: one that calls go through.
    pub const CALL_SLOT: u32 = 7;
}

#[cfg(target_arch = "aarch64")]
mod numbers {
    /// `R_AARCH64_ABS64`: a word of data.
    pub const ADDRESS: u32 = 257;
    /// `R_AARCH64_GLOB_DAT`: a slot of the global offset table.
    pub const SLOT: u32 = 1025;
    /// `R_AARCH64_JUMP_SLOT`: one that calls go through.
    pub const CALL_SLOT: u32 = 1026;
}

#[cfg(target_arch = "riscv64")]
mod numbers {
    /// `R_RISCV_64`: a word of data, and also a slot of the global offset table, which cannot be told apart.
    pub const ADDRESS: u32 = 2;
    /// There is none that only slots of the global offset table have.
    pub const SLOT: u32 = u32::MAX;
    /// `R_RISCV_JUMP_SLOT`: a slot that calls go through.
    pub const CALL_SLOT: u32 = 5;
}

#[cfg(target_arch = "arm")]
mod numbers {
    /// `R_ARM_ABS32`: a word of data.
    pub const ADDRESS: u32 = 2;
    /// `R_ARM_GLOB_DAT`: a slot of the global offset table.
    pub const SLOT: u32 = 21;
    /// `R_ARM_JUMP_SLOT`: one that calls go through.
    pub const CALL_SLOT: u32 = 22;
}

/// Processors of 64 bits keep the addend beside a relocation.
#[cfg(target_pointer_width = "64")]
mod form {
    /// An entry of a table of relocations.
    pub type Relocation = libc::Elf64_Rela;

    /// `DT_RELA`: the entry of a dynamic section that leads to such a table.
    pub const RELOCATIONS: usize = 7;
    /// `DT_RELASZ`: how many bytes it has.
    pub const RELOCATION_BYTES: usize = 8;

    /// The number of a relocation, and the index of its symbol.
    pub fn kind_and_symbol(relocation: &Relocation) -> (u32, usize) {
        (relocation.r_info as u32, (relocation.r_info >> 32) as usize)
    }
}

/// 32-bit Arm keeps the addend where the relocation goes.
#[cfg(target_pointer_width = "32")]
mod form {
    /// An entry of a table of relocations.
    pub type Relocation = libc::Elf32_Rel;

    /// `DT_REL`: the entry of a dynamic section that leads to such a table.
    pub const RELOCATIONS: usize = 17;
    /// `DT_RELSZ`: how many bytes it has.
    pub const RELOCATION_BYTES: usize = 18;

    /// The number of a relocation, and the index of its symbol.
    pub fn kind_and_symbol(relocation: &Relocation) -> (u32, usize) {
        (relocation.r_info & 0xff, (relocation.r_info >> 8) as usize)
    }
}

pub use form::*;
pub use numbers::*;
