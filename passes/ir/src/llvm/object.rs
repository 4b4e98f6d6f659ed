//! Writes object files in this process, byte for byte those that clang writes for the same module.

use super::options::Tuned;
use super::{Bitcode, Context};
use inkwell::llvm_sys::prelude::{LLVMBool, LLVMMemoryBufferRef, LLVMModuleRef};
use inkwell::memory_buffer::MemoryBuffer;
use std::path::Path;

/// The folder of the LLVM that this is linked with.
pub const INSTALLATION: &str = env!("LLVM_INSTALLATION");

/// LLVM's option for turning conditional moves of loops into branches on x86. It is off for checked code: the gain is estimated by the latencies along a loop, in
/// which a check's statement counts as nothing, and a branch on the program's data that is predicted wrongly costs more than all checks of an iteration.
pub const MOVES_TO_BRANCHES: &str = "x86-cmov-converter";

unsafe extern "C" {
    /// In `object.cpp`, which says what it asks of its arguments.
    fn sanecc_object(
        module: LLVMModuleRef,
        level: u32,
        call_sites: LLVMBool,
    ) -> LLVMMemoryBufferRef;
}

/// What decides about machine code beside the module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Code {
    /// The level of LLVM's code generator, from 0 to 3.
    pub level: u32,
    /// Whether parameters at calls are described to debuggers, which clang does for optimised code with full debug
    /// information.
    pub call_sites: bool,
}

/// Makes objects, also in several threads. One exists at a time: LLVM's options are the process's.
pub struct CodeGenerator {
    _moves: Tuned,
}

impl CodeGenerator {
    /// Sets LLVM's options until it is dropped.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self {
            _moves: Tuned::new(MOVES_TO_BRANCHES, 0),
        }
    }

    /// The object file of the module in `bitcode`, position-independent, as clang makes it for x86-64 Linux without flags for
    /// another processor or ABI. `None` if LLVM had anything to say, be it a warning: clang says that better.
    ///
    /// It starts from bitcode, as clang does, because a module that passes have worked on is not quite the one that is read
    /// back from what it writes: the order of uses differs, and with it now and then what the code generator does.
    pub fn object(&self, bitcode: &[u8], code: Code) -> Option<Vec<u8>> {
        generated(bitcode, code)
    }
}

fn generated(bitcode: &[u8], code: Code) -> Option<Vec<u8>> {
    let context = Context::new();
    let module = Bitcode::parse(&context, bitcode, Path::new("bitcode")).ok()?;
    module.errors.hear_warnings();
    // SAFETY: the module is live and not used again; a buffer that comes back is ours.
    let buffer = unsafe {
        let buffer = sanecc_object(
            module.module.as_mut_ptr(),
            code.level,
            code.call_sites.into(),
        );
        (!buffer.is_null()).then(|| MemoryBuffer::new(buffer))
    };
    let quiet = module.errors.take().is_empty();
    buffer
        .filter(|_| quiet)
        .map(|buffer| buffer.as_slice().to_vec())
}
