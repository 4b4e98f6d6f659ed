//! Imports source locations from debug information.

use super::name_of;
use crate::Location;
use crate::llvm::Bitcode;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use rustc_hash::FxHashMap;
use sanecc_abi::library;
use std::ffi::c_char;
use std::sync::Arc;

/// Position of the name among the operands of a subprogram, and of the parent among those of a block.
const SUBPROGRAM_NAME: usize = 2;
const SCOPE_PARENT: usize = 1;

/// Locations read so far; many instructions share one.
#[derive(Default)]
pub(super) struct Locations {
    known: FxHashMap<LLVMMetadataRef, Option<Location>>,
    functions: FxHashMap<LLVMMetadataRef, Option<Arc<str>>>,
    files: FxHashMap<LLVMMetadataRef, Arc<str>>,
    /// The working folder of the compilation, as debug information has it.
    folder: String,
}

impl Locations {
    /// For the instructions of a module.
    pub(super) fn new(bitcode: &Bitcode<'_>) -> Self {
        Self {
            folder: source_file(bitcode).map(folder_name).unwrap_or_default(),
            ..Self::default()
        }
    }

    /// Where an instruction was written.
    pub(super) fn of_instruction(&mut self, instruction: LLVMValueRef) -> Option<Location> {
        // SAFETY: the instruction is live.
        let location = unsafe { LLVMInstructionGetDebugLoc(instruction) };
        if location.is_null() {
            return None;
        }
        // SAFETY: the module is live; its context lives with it.
        let context = unsafe { LLVMGetTypeContext(LLVMTypeOf(instruction)) };
        self.place(context, location)
    }

    /// What a location says; each is read once.
    fn place(&mut self, context: LLVMContextRef, location: LLVMMetadataRef) -> Option<Location> {
        if let Some(known) = self.known.get(&location) {
            return known.clone();
        }
        let read = self.read(context, location);
        self.known.insert(location, read.clone());
        read
    }

    /// What a location says. Where the C library's headers wrap a function in one of the same name, as the fortified
    /// ones do, the place is that of the wrapper's call.
    fn read(&mut self, context: LLVMContextRef, location: LLVMMetadataRef) -> Option<Location> {
        // SAFETY: `location` is a DILocation, whose scope is never null; one that is not inlined has no place where.
        let (scope, line, column, inlined_at) = unsafe {
            (
                LLVMDILocationGetScope(location),
                LLVMDILocationGetLine(location),
                LLVMDILocationGetColumn(location),
                LLVMDILocationGetInlinedAt(location),
            )
        };
        let function = self.function_name(context, scope)?;
        let file = self.file_of(scope);
        if !inlined_at.is_null() && file.ends_with(".h") && library::find(&function).is_some() {
            return self.place(context, inlined_at);
        }
        let inlined_at = match inlined_at.is_null() {
            true => None,
            false => self.place(context, inlined_at),
        };
        Some(Location {
            file,
            function,
            line,
            column,
            inlined_at: inlined_at.map(Arc::new),
        })
    }

    /// Where a function begins.
    pub(super) fn of_function(&mut self, function: LLVMValueRef) -> Option<Location> {
        // SAFETY: the function is live; a null subprogram means no debug information.
        let (context, subprogram) = unsafe {
            (
                LLVMGetTypeContext(LLVMTypeOf(function)),
                LLVMGetSubprogram(function),
            )
        };
        if subprogram.is_null() {
            return None;
        }
        // SAFETY: it is a subprogram.
        let line = unsafe { LLVMDISubprogramGetLine(subprogram) };
        let name = self
            .function_name(context, subprogram)
            .unwrap_or_else(|| Arc::from(name_of(function)));
        Some(Location {
            file: self.file_of(subprogram),
            function: name,
            line,
            column: 0,
            inlined_at: None,
        })
    }

    fn file_of(&mut self, scope: LLVMMetadataRef) -> Arc<str> {
        // SAFETY: `scope` is a DIScope; a null file means that it has none.
        let file = unsafe { LLVMDIScopeGetFile(scope) };
        if file.is_null() {
            return Arc::from("<unknown>");
        }
        let folder = &self.folder;
        self.files
            .entry(file)
            .or_insert_with(|| {
                let (name, parent) = (file_name(file), folder_name(file));
                // Clang splits absolute names after what they share with the working folder.
                let split = parent.starts_with('/') && parent != *folder && !name.starts_with('/');
                Arc::from(if split {
                    format!("{parent}/{name}")
                } else {
                    name
                })
            })
            .clone()
    }

    /// The name of the subprogram around `scope`.
    fn function_name(
        &mut self,
        context: LLVMContextRef,
        scope: LLVMMetadataRef,
    ) -> Option<Arc<str>> {
        if let Some(known) = self.functions.get(&scope) {
            return known.clone();
        }
        // SAFETY: `scope` is a live DIScope.
        let kind = unsafe { LLVMGetMetadataKind(scope) };
        let is_subprogram = matches!(kind, LLVMMetadataKind::LLVMDISubprogramMetadataKind);
        let position = if is_subprogram {
            SUBPROGRAM_NAME
        } else {
            SCOPE_PARENT
        };
        let operand = operand(context, scope, position)?;
        let name = if is_subprogram {
            let mut length = 0;
            // SAFETY: the operand is an MDString (or the call returns null, checked below).
            let text = unsafe { LLVMGetMDString(operand, &mut length) };
            if text.is_null() {
                None
            } else {
                // SAFETY: the string lives in the context.
                let bytes =
                    unsafe { std::slice::from_raw_parts(text.cast::<u8>(), length as usize) };
                Some(Arc::from(String::from_utf8_lossy(bytes)))
            }
        } else {
            // SAFETY: the operand wraps a scope.
            let parent = unsafe { LLVMValueAsMetadata(operand) };
            self.function_name(context, parent)
        };
        self.functions.insert(scope, name.clone());
        name
    }
}

/// The file that debug information calls the source of a module, if there is any.
fn source_file(bitcode: &Bitcode<'_>) -> Option<LLVMMetadataRef> {
    let raw = bitcode.module.as_mut_ptr();
    let name = c"llvm.dbg.cu".as_ptr();
    // SAFETY: the module is live; the buffer holds as many operands as LLVM says there are, and each of this list
    // is a compile unit, which is a scope.
    unsafe {
        let count = LLVMGetNamedMetadataNumOperands(raw, name) as usize;
        let mut units = vec![std::ptr::null_mut(); count];
        LLVMGetNamedMetadataOperands(raw, name, units.as_mut_ptr());
        let unit = LLVMValueAsMetadata(*units.first()?);
        Some(LLVMDIScopeGetFile(unit)).filter(|file| !file.is_null())
    }
}

/// The name of the source file of a module: that of its debug information, which heeds prefix maps, if it has any.
pub(super) fn source_of(bitcode: &Bitcode<'_>) -> String {
    match source_file(bitcode) {
        Some(file) => file_name(file),
        None => {
            let name = bitcode.module.get_source_file_name();
            name.to_string_lossy().into_owned()
        }
    }
}

/// The working folder of the compilation, as the module's debug information has it.
pub fn compilation_folder(bitcode: &Bitcode<'_>) -> Option<String> {
    let folder = source_file(bitcode).map(folder_name);
    folder.filter(|folder| !folder.is_empty())
}

fn file_name(file: LLVMMetadataRef) -> String {
    // SAFETY: `file` is a DIFile.
    text(|length| unsafe { LLVMDIFileGetFilename(file, length) })
}

fn folder_name(file: LLVMMetadataRef) -> String {
    // SAFETY: `file` is a DIFile.
    text(|length| unsafe { LLVMDIFileGetDirectory(file, length) })
}

/// A copy of a string that LLVM gives with its length; empty for null.
fn text(give: impl FnOnce(*mut u32) -> *const c_char) -> String {
    let mut length = 0;
    let start = give(&mut length);
    if start.is_null() {
        return String::new();
    }
    // SAFETY: the string is that long and lives in the context.
    let bytes = unsafe { std::slice::from_raw_parts(start.cast::<u8>(), length as usize) };
    String::from_utf8_lossy(bytes).into_owned()
}

/// Operand number `position` of a metadata node, wrapped as a value.
fn operand(
    context: LLVMContextRef,
    node: LLVMMetadataRef,
    position: usize,
) -> Option<LLVMValueRef> {
    // SAFETY: the node is a live MDNode; the buffer holds as many operands as LLVM says it has.
    unsafe {
        let value = LLVMMetadataAsValue(context, node);
        let count = LLVMGetMDNodeNumOperands(value) as usize;
        let mut operands = vec![std::ptr::null_mut(); count];
        LLVMGetMDNodeOperands(value, operands.as_mut_ptr());
        operands.get(position).copied().filter(|o| !o.is_null())
    }
}
