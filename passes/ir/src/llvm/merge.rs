//! Merges the modules of a program into one, by what a linker said of their symbols.
//!
//! Claim: the merged module holds what LLVM's own link-time optimisation would hold before its first pass: of each symbol the definition that prevails, internal where nobody
//! outside of the modules can see it. Nothing is guessed: a symbol table that differs from the linker's is an error.

use super::Bitcode;
use inkwell::llvm_sys::core::LLVMDisposeMessage;
use inkwell::llvm_sys::prelude::{LLVMMemoryBufferRef, LLVMModuleRef};
use inkwell::memory_buffer::MemoryBuffer;
use inkwell::targets::{InitializationConfig, Target};
use std::ffi::{CStr, CString, c_char, c_void};

/// What a linker decided about a symbol of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution {
    /// The symbol.
    pub symbol: CString,
    /// Bits of [`PREVAILING`], [`FINAL`], [`VISIBLE`], [`REDEFINED`].
    pub flags: u8,
}

/// This module's definition is the one that is used.
pub const PREVAILING: u8 = 1;
/// No other object that is loaded can replace it.
pub const FINAL: u8 = 2;
/// Others than the merged modules can see it.
pub const VISIBLE: u8 = 4;
/// The linker makes something else of it (`--defsym`, `--wrap`).
pub const REDEFINED: u8 = 8;

/// A module to merge.
#[derive(Clone, Debug)]
pub struct Part<'a> {
    /// Its name, for errors.
    pub name: CString,
    /// Its bitcode.
    pub bitcode: &'a [u8],
    /// Its symbols, in the order of its table.
    pub resolutions: &'a [Resolution],
}

#[repr(C)]
struct Input {
    bytes: *const c_char,
    length: usize,
    name: *const c_char,
    symbols: *const *const c_char,
    flags: *const u8,
    count: usize,
}

type Each = unsafe extern "C" fn(*mut c_void, *const c_char, usize);

unsafe extern "C" {
    /// In `merge.cpp`, as the others.
    fn sanecc_merge(
        inputs: *const Input,
        count: usize,
        source: *const c_char,
        said: *mut *mut c_char,
    ) -> LLVMMemoryBufferRef;
    fn sanecc_note_sources(module: LLVMModuleRef);
    fn sanecc_inline_assembly(module: LLVMModuleRef, to: *mut c_void, each: Each);
    fn sanecc_embed(
        module: LLVMModuleRef,
        bytes: *const c_char,
        length: usize,
        section: *const c_char,
    );
}

/// Bitcode of all `parts` as one module called `source`.
///
/// # Errors
/// What LLVM has against it, in its words.
pub fn merge(parts: &[Part<'_>], source: &CStr) -> Result<Vec<u8>, String> {
    // Assembly in modules names symbols, which only the assembler of the target can tell.
    let config = InitializationConfig::default();
    Target::initialize_x86(&config);
    Target::initialize_aarch64(&config);
    Target::initialize_arm(&config);
    Target::initialize_riscv(&config);
    let tables: Vec<(Vec<*const c_char>, Vec<u8>)> = parts
        .iter()
        .map(|part| {
            let symbols = part.resolutions.iter();
            symbols.map(|one| (one.symbol.as_ptr(), one.flags)).unzip()
        })
        .collect();
    let inputs = parts.iter().zip(&tables);
    let inputs: Vec<Input> = inputs
        .map(|(part, (symbols, flags))| Input {
            bytes: part.bitcode.as_ptr().cast(),
            length: part.bitcode.len(),
            name: part.name.as_ptr(),
            symbols: symbols.as_ptr(),
            flags: flags.as_ptr(),
            count: flags.len(),
        })
        .collect();
    let mut said = std::ptr::null_mut();
    // SAFETY: all pointers are to what lives until the call ends. A buffer or a message that comes back is ours.
    unsafe {
        let buffer = sanecc_merge(
            inputs.as_ptr(),
            inputs.len(),
            source.as_ptr(),
            &raw mut said,
        );
        if !buffer.is_null() {
            return Ok(MemoryBuffer::new(buffer).as_slice().to_vec());
        }
        let reason = CStr::from_ptr(said).to_string_lossy().trim().to_owned();
        LLVMDisposeMessage(said);
        Err(reason)
    }
}

impl Bitcode<'_> {
    /// The texts of inline assembly in the functions of the module.
    pub fn inline_assembly(&self) -> Vec<String> {
        unsafe extern "C" fn note(to: *mut c_void, text: *const c_char, length: usize) {
            // SAFETY: `to` is the list below, which nothing else uses meanwhile, and the text is `length` bytes long; an empty one may have no address.
            unsafe {
                let text = match length {
                    0 => &[],
                    _ => std::slice::from_raw_parts(text.cast(), length),
                };
                (*to.cast::<Vec<String>>()).push(String::from_utf8_lossy(text).into_owned());
            }
        }
        let mut texts: Vec<String> = Vec::new();
        // SAFETY: the module is live, and `note` gets the list that it expects.
        unsafe {
            let to = (&raw mut texts).cast();
            sanecc_inline_assembly(self.module.as_mut_ptr(), to, note);
        }
        texts
    }

    /// Notes with each variable and function of which source it is, for when modules are merged ([`Editor::source_of`](super::edit::Editor::source_of)) and split.
    pub fn note_sources(&self) {
        // SAFETY: the module is live.
        unsafe { sanecc_note_sources(self.module.as_mut_ptr()) };
    }

    /// Puts bytes into a section of the object that no linker puts into a program.
    pub fn embed(&self, section: &CStr, bytes: &[u8]) {
        // SAFETY: the module is live; LLVM copies the bytes.
        unsafe {
            sanecc_embed(
                self.module.as_mut_ptr(),
                bytes.as_ptr().cast(),
                bytes.len(),
                section.as_ptr(),
            );
        }
    }
}
