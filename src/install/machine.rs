//! Whether a runtime archive is one for a target: its first object names the machine.
//!
//! `SANECC_RUNTIME` names one file for whatever target a command has. Code for a machine and the runtime of another would only meet in the linker, whose
//! message says neither. A file that cannot be read as an archive of objects fits: whoever needs its symbols says what is wrong with it.

use object::read::archive::ArchiveFile;
use object::{Object, ReadCache};
use sanecc_abi::target::{Architecture, Target};
use std::fs::File;
use std::path::Path;

/// The machine that `archive` is for, if it is another one than that of `target`.
pub(super) fn other(archive: &Path, target: &Target) -> Option<&'static str> {
    let found = machine(archive)?;
    (found != name(target.architecture)).then_some(found)
}

/// The machine of an archive's first object that is for a known one.
fn machine(archive: &Path) -> Option<&'static str> {
    let data = ReadCache::new(File::open(archive).ok()?);
    let members = ArchiveFile::parse(&data).ok()?;
    let member = members.members().next()?.ok()?;
    let (offset, size) = member.file_range();
    let object = object::File::parse(data.range(offset, size)).ok()?;
    Some(match object.architecture() {
        object::Architecture::X86_64 => name(Architecture::X86_64),
        object::Architecture::Aarch64 => name(Architecture::AArch64),
        object::Architecture::Arm => name(Architecture::Arm),
        object::Architecture::Riscv64 => name(Architecture::RiscV64),
        object::Architecture::Riscv32 => name(Architecture::RiscV32),
        _ => "another machine",
    })
}

/// What a machine is called in messages. Arm's instruction sets of 32 bits share a machine in ELF files.
fn name(architecture: Architecture) -> &'static str {
    match architecture {
        Architecture::X86_64 => "x86-64",
        Architecture::AArch64 => "AArch64",
        Architecture::Arm | Architecture::Thumb => "Arm",
        Architecture::RiscV64 => "RISC-V of 64 bits",
        Architecture::RiscV32 => "RISC-V of 32 bits",
    }
}
