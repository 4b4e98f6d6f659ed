//! Data in a section of the object that no program loads.
//!
//! LLVM gives every global that it does not know by name a loaded section. Module assembly is the way to one without flags, for objects, assembly and bitcode alike.

use super::Editor;
use inkwell::llvm_sys::core::LLVMAppendModuleInlineAsm;

/// Bytes in a line of assembly.
const LINE: usize = 64;

impl Editor<'_> {
    /// Adds `bytes` to the section `name`, which is not loaded and which linkers concatenate without padding.
    pub fn add_unloaded(&mut self, name: &str, bytes: &[u8]) {
        let assembly = assembly(name, bytes);
        // SAFETY: the module is live; LLVM copies the text.
        unsafe {
            LLVMAppendModuleInlineAsm(self.module, assembly.as_ptr().cast(), assembly.len());
        }
    }
}

fn assembly(name: &str, bytes: &[u8]) -> String {
    let mut text = format!(".pushsection {name},\"\",%progbits\n");
    text.reserve(bytes.len() * 5);
    for line in bytes.chunks(LINE) {
        text.push_str(".ascii \"");
        for byte in line {
            text.push('\\');
            for shift in [6, 3, 0] {
                text.push(char::from(b'0' + (byte >> shift & 7)));
            }
        }
        text.push_str("\"\n");
    }
    text.push_str(".popsection\n");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_byte_is_three_octal_digits() {
        assert_eq!(
            assembly(".x", &[0, b'"', 255]),
            ".pushsection .x,\"\",%progbits\n.ascii \"\\000\\042\\377\"\n.popsection\n"
        );
        assert_eq!(assembly(".x", &[1; 65]).matches(".ascii").count(), 2);
    }
}
