//! Objects with nothing in memory, that bring sections into a program.

use object::write::Object;
use object::{Architecture, BinaryFormat, Endianness, SectionKind};
use sanecc_abi::target::{self, Target};

/// An object with these sections, each with its name and its bytes; `None` for a target whose objects are not known.
pub fn object(target: &Target, sections: &[(&str, Vec<u8>)]) -> Option<Vec<u8>> {
    let architecture = match target.architecture {
        target::Architecture::X86_64 => Architecture::X86_64,
        target::Architecture::AArch64 => Architecture::Aarch64,
        target::Architecture::RiscV64 => Architecture::Riscv64,
        _ => return None,
    };
    let mut object = Object::new(BinaryFormat::Elf, architecture, Endianness::Little);
    for (name, bytes) in sections {
        let section = object.add_section(Vec::new(), (*name).into(), SectionKind::Other);
        object.append_section_data(section, bytes, 1);
    }
    // Without it, linkers take the stack to be executable.
    let stack = b".note.GNU-stack".to_vec();
    object.add_section(Vec::new(), stack, SectionKind::Other);
    object.write().ok()
}
