//! The size of a program without runtimes and libraries: the loaded sections of its objects.

use crate::files;
use anyhow::{Context, Result};
use object::{Object, ObjectSection, SectionFlags, SectionKind, elf};
use std::path::Path;

/// Bytes of all objects of a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Size {
    /// Machine code.
    pub code: u64,
    /// All that is loaded from the file: code, constants, initialised data, unwind tables. What the program gets
    /// zeroed does not count.
    pub loaded: u64,
}

impl Size {
    /// Of all objects in `folder` and the folders below.
    pub fn below(folder: &Path) -> Result<Self> {
        let mut size = Self::default();
        for path in files::below(folder)? {
            if files::is_of(&path, &["o"]) {
                let own = Self::of(&files::bytes(&folder.join(&path))?);
                size.add(own.with_context(|| format!("{} is no object file", path.display()))?);
            }
        }
        Ok(size)
    }

    fn of(bytes: &[u8]) -> Result<Self> {
        let mut size = Self::default();
        for section in object::File::parse(bytes)?.sections() {
            let SectionFlags::Elf { sh_flags, .. } = section.flags() else {
                continue;
            };
            let zeroed = [
                SectionKind::UninitializedData,
                SectionKind::UninitializedTls,
            ];
            if sh_flags.contains(elf::SHF_ALLOC) && !zeroed.contains(&section.kind()) {
                size.loaded += section.size();
            }
            if sh_flags.contains(elf::SHF_EXECINSTR) {
                size.code += section.size();
            }
        }
        Ok(size)
    }

    fn add(&mut self, other: Self) {
        self.code += other.code;
        self.loaded += other.loaded;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compiler::CLANG;
    use std::fs;
    use std::process::Command;

    #[test]
    fn code_and_constants_count_and_zeroed_memory_does_not() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("below");
        fs::create_dir(&below).unwrap();
        let source = folder.path().join("x.s");
        let text = ".text\n.zero 100\n.section .rodata\n.zero 20\n.data\n.zero 3\n.bss\n.zero 1000\n.section .comment\n.zero 50\n";
        fs::write(&source, text).unwrap();
        let mut assembler = Command::new(CLANG);
        let object = below.join("x.o");
        let made = assembler.arg("-c").arg(&source).arg("-o").arg(&object);
        assert!(made.status().unwrap().success());
        let size = Size::below(folder.path()).unwrap();
        assert_eq!(
            size,
            Size {
                code: 100,
                loaded: 123
            }
        );
    }
}
