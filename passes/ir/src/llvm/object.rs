//! Writes object files in this process, byte for byte those that clang writes for the same module.

use super::options::Tuned;
use super::{Bitcode, Context};
use inkwell::llvm_sys::prelude::{LLVMBool, LLVMMemoryBufferRef, LLVMModuleRef};
use inkwell::memory_buffer::MemoryBuffer;
use sanecc_abi::symbols::SPLIT_SUFFIX;
use std::ffi::{c_char, c_void};
use std::path::Path;
use std::sync::Mutex;

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

    /// In `merge.cpp`.
    fn sanecc_split(
        module: LLVMModuleRef,
        parts: u32,
        suffix: *const c_char,
        to: *mut c_void,
        each: unsafe extern "C" fn(*mut c_void, *const c_char, usize),
    ) -> LLVMBool;
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

/// The object file of the module in `bitcode`, position-independent, as clang makes it for x86-64 Linux without flags for
/// another processor or ABI. `None` if LLVM had anything to say, be it a warning: clang says that better.
///
/// It starts from bitcode, as clang does, because a module that passes have worked on is not quite the one that is read
/// back from what it writes: the order of uses differs, and with it now and then what the code generator does.
pub fn object(bitcode: &[u8], code: Code) -> Option<Vec<u8>> {
    let _kept = Tuned::new(MOVES_TO_BRANCHES, 0);
    generated(bitcode, code)
}

/// The same as several objects, which threads make: about one for each `part` bytes of bitcode, and the same ones whatever the machine has. What was local to the module
/// is called [`SPLIT_SUFFIX`] more then, and hidden.
pub fn objects(bitcode: &[u8], code: Code, part: usize) -> Option<Vec<Vec<u8>>> {
    /// More only cost time: every part holds the declarations of all others.
    const MOST: usize = 16;
    let parts = (bitcode.len() / part.max(1)).clamp(1, MOST);
    let split = (parts > 1).then(|| split(bitcode, parts as u32)).flatten();
    let Some(split) = split else {
        return object(bitcode, code).map(|object| vec![object]);
    };
    let _kept = Tuned::new(MOVES_TO_BRANCHES, 0);
    let waiting = Mutex::new(split.iter().enumerate());
    let made = Mutex::new(vec![None; split.len()]);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads.min(split.len()) {
            scope.spawn(|| {
                while let Some((at, part)) = waiting.lock().ok().and_then(|mut list| list.next()) {
                    let object = generated(part, code);
                    if let Ok(mut made) = made.lock() {
                        made[at] = object;
                    }
                }
            });
        }
    });
    made.into_inner().ok()?.into_iter().collect()
}

fn split(bitcode: &[u8], parts: u32) -> Option<Vec<Vec<u8>>> {
    unsafe extern "C" fn note(to: *mut c_void, bytes: *const c_char, length: usize) {
        // SAFETY: `to` is the list below, which nothing else uses meanwhile; the bytes are as many.
        unsafe {
            let bytes = std::slice::from_raw_parts(bytes.cast(), length);
            (*to.cast::<Vec<Vec<u8>>>()).push(bytes.to_vec());
        }
    }
    let context = Context::new();
    let module = Bitcode::parse(&context, bitcode, Path::new("bitcode")).ok()?;
    let suffix = std::ffi::CString::new(SPLIT_SUFFIX).ok()?;
    let mut split: Vec<Vec<u8>> = Vec::new();
    // SAFETY: the module is live and not used again; `note` gets the list that it expects.
    let done = unsafe {
        let to = (&raw mut split).cast();
        sanecc_split(module.module.as_mut_ptr(), parts, suffix.as_ptr(), to, note)
    };
    (done != 0).then_some(split)
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
