//! Globals: padding, constructors, symbol sizes.

use super::{Editor, Field, Val, c_string};
use crate::{GlobalId, Id};
use inkwell::llvm_sys::comdat::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMVisibility};
use sanecc_abi::target::Architecture;

/// How a global is padded.
#[derive(Clone, Copy, Debug)]
pub struct Padding {
    /// Bytes added after it.
    pub redzone: u64,
    /// Least alignment in bytes.
    pub align: u64,
}

/// A padded global.
#[derive(Clone, Copy, Debug)]
pub struct Padded {
    /// The new definition, which begins with the old one's content.
    pub value: Val,
}

/// A word about the definition that the linker or the loader chose.
#[derive(Clone, Copy, Debug)]
pub enum Chosen {
    /// It holds that one's size in bytes.
    Size(Val),
    /// It holds the address of this module's, 0 if that is gone.
    Address(Val),
}

unsafe extern "C" {
    /// In `globals.cpp`, for a global variable.
    fn sanecc_source_of(global: LLVMValueRef, length: *mut usize) -> *const std::ffi::c_char;
}

impl Editor<'_> {
    /// The source of a global in a module that was merged of several; `None` if it was not.
    pub fn source_of(&self, global: GlobalId) -> Option<String> {
        let mut length = 0;
        // SAFETY: a live global variable; the text belongs to its context and is copied at once.
        unsafe {
            let text = sanecc_source_of(self.global(global).0, &raw mut length);
            let text = (!text.is_null() && length > 0)
                .then(|| std::slice::from_raw_parts(text.cast(), length));
            text.map(|text| String::from_utf8_lossy(text).into_owned())
        }
    }

    /// Replaces a definition by one with bytes after it; everything else about the symbol stays.
    pub fn pad_global(&mut self, global: GlobalId, padding: Padding) -> Padded {
        let old = self.global(global).0;
        // SAFETY: `old` is a live definition; the new one takes its place, name and properties before it is
        // deleted, and pointers have no element type that could differ.
        let new = unsafe {
            let initial = LLVMGetInitializer(old);
            let bytes = LLVMArrayType2(LLVMInt8TypeInContext(self.context), padding.redzone);
            let mut types = [LLVMTypeOf(initial), bytes];
            let ty = LLVMStructTypeInContext(self.context, types.as_mut_ptr(), 2, 0);
            let new = LLVMAddGlobal(self.module, ty, c"".as_ptr());
            let linkage = LLVMGetLinkage(old);
            let initial = if LLVMIsNull(initial) != 0 {
                // Common symbols allow no other form of zero.
                LLVMConstNull(ty)
            } else {
                let mut values = [initial, LLVMConstNull(bytes)];
                LLVMConstStructInContext(self.context, values.as_mut_ptr(), 2, 0)
            };
            LLVMSetInitializer(new, initial);
            LLVMSetGlobalConstant(new, LLVMIsGlobalConstant(old));
            LLVMSetLinkage(new, linkage);
            if self.handles.globals[global.index()].dso_local {
                // The C API sets this property only as a consequence of hidden visibility; it then stays.
                LLVMSetVisibility(new, LLVMVisibility::LLVMHiddenVisibility);
            }
            LLVMSetVisibility(new, LLVMGetVisibility(old));
            LLVMSetDLLStorageClass(new, LLVMGetDLLStorageClass(old));
            LLVMSetUnnamedAddress(new, LLVMGetUnnamedAddress(old));
            LLVMSetExternallyInitialized(new, LLVMIsExternallyInitialized(old));
            let section = LLVMGetSection(old);
            if !section.is_null() {
                LLVMSetSection(new, section);
            }
            let comdat = LLVMGetComdat(old);
            if !comdat.is_null() {
                LLVMSetComdat(new, comdat);
            }
            LLVMSetAlignment(new, LLVMGetAlignment(old).max(padding.align as u32));
            copy_metadata(old, new);
            let name = super::super::import::name_of(old);
            LLVMSetValueName2(old, c"".as_ptr(), 0);
            LLVMSetValueName2(new, name.as_ptr().cast(), name.len());
            LLVMReplaceAllUsesWith(old, new);
            LLVMDeleteGlobal(old);
            new
        };
        self.handles.globals[global.index()].value = new;
        Padded { value: Val(new) }
    }

    /// A word in this object that tells which definition of a padded global is used where there may be several;
    /// `None` if the assembler would not take the symbol's name as it is, or has no word for a size that the linker gives.
    pub fn chosen(&mut self, global: GlobalId, symbol: &str, padded: u64) -> Option<Chosen> {
        // Others would need quoting rules of their own.
        let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        if !symbol.chars().all(plain) {
            return None;
        }
        let value = self.global(global).0;
        // SAFETY: `value` is a live definition.
        let (common, grouped) = unsafe {
            let common = matches!(LLVMGetLinkage(value), LLVMLinkage::LLVMCommonLinkage);
            (common, !LLVMGetComdat(value).is_null())
        };
        // Only this architecture has a relocation for the size of a symbol.
        if common && self.target.architecture != Architecture::X86_64 {
            return None;
        }
        let own = match grouped {
            false => format!("sanecc.own.{symbol}"),
            // A local name would end with its group, when the linker takes another module's. A shared one then
            // names that module's, if it is padded alike, or nothing.
            true => format!("sanecc.own.{padded}.{symbol}"),
        };
        let (names, word) = match (common, grouped) {
            (true, _) => (String::new(), format!("{symbol}@SIZE")),
            (false, false) => (format!(".set {own},{symbol}\n"), own),
            (false, true) => (
                format!(".weak {own}\n.hidden {own}\n.set {own},{symbol}\n"),
                own,
            ),
        };
        let holder = format!("sanecc.chosen.{symbol}");
        // The runtime reads 64 bits, wherever an address has fewer.
        let word = match self.target.pointer_bits {
            64 => format!(".quad {word}"),
            _ => format!(".long {word}\n.long 0"),
        };
        let assembly = format!(
            "{names}.pushsection .data.rel.ro.sanecc_chosen,\"aw\",%progbits\n.p2align 3\n{holder}:\n{word}\n.popsection\n"
        );
        // SAFETY: the module is live; the declared symbol is the label just defined.
        let holder = unsafe {
            LLVMAppendModuleInlineAsm(self.module, assembly.as_ptr().cast(), assembly.len());
            let ty = LLVMInt64TypeInContext(self.context);
            let global = LLVMAddGlobal(self.module, ty, c_string(&holder).as_ptr());
            LLVMSetVisibility(global, LLVMVisibility::LLVMHiddenVisibility);
            Val(global)
        };
        Some(match common {
            true => Chosen::Size(holder),
            false => Chosen::Address(holder),
        })
    }

    /// Lets `name(first, count)` run before main with `priority` (lower is earlier) and, if given,
    /// `at_end(first, count)` when the module is left.
    pub fn run_at_start(
        &mut self,
        priority: u32,
        name: &str,
        arguments: &[Val],
        at_end: Option<&str>,
    ) {
        self.append_hook(
            "llvm.global_ctors",
            ("sanecc.module_start", ".text.startup"),
            priority,
            name,
            arguments,
        );
        if let Some(name) = at_end {
            self.append_hook(
                "llvm.global_dtors",
                ("sanecc.module_end", ".text.exit"),
                priority,
                name,
                arguments,
            );
        }
    }

    fn append_hook(
        &mut self,
        list: &str,
        (hook, section): (&str, &str),
        priority: u32,
        callee: &str,
        arguments: &[Val],
    ) {
        // SAFETY: the module is live. The list is an array of {priority, function, data}; it is rebuilt with one
        // element more because its type carries the length.
        unsafe {
            let void = LLVMVoidTypeInContext(self.context);
            let ty = LLVMFunctionType(void, std::ptr::null_mut(), 0, 0);
            let function = LLVMAddFunction(self.module, c_string(hook).as_ptr(), ty);
            LLVMSetLinkage(function, LLVMLinkage::LLVMInternalLinkage);
            // Linkers put these of all modules side by side: few pages are read to run them.
            LLVMSetSection(function, c_string(section).as_ptr());
            // It is nothing of the program's that could be covered.
            self.add_attributes(function, &["noprofile", "nosanitize_coverage"]);
            let entry = LLVMAppendBasicBlockInContext(self.context, function, c"".as_ptr());
            LLVMPositionBuilderAtEnd(self.builder, entry);
            LLVMSetCurrentDebugLocation2(self.builder, std::ptr::null_mut());
            super::Cursor { editor: self }.call(callee, arguments);
            LLVMBuildRetVoid(self.builder);

            let mut fields = [
                LLVMInt32TypeInContext(self.context),
                self.pointer_type(),
                self.pointer_type(),
            ];
            let element_type = LLVMStructTypeInContext(self.context, fields.as_mut_ptr(), 3, 0);
            let mut values = [
                self.int(32, u64::from(priority)),
                function,
                LLVMConstPointerNull(self.pointer_type()),
            ];
            let mut elements = Vec::new();
            let list = c_string(list);
            let old = LLVMGetNamedGlobal(self.module, list.as_ptr());
            if !old.is_null() {
                let initial = LLVMGetInitializer(old);
                let count = LLVMGetArrayLength2(LLVMTypeOf(initial)) as u32;
                elements.extend((0..count).map(|i| LLVMGetAggregateElement(initial, i)));
                LLVMDeleteGlobal(old);
            }
            elements.push(LLVMConstStructInContext(
                self.context,
                values.as_mut_ptr(),
                3,
                0,
            ));
            let count = elements.len() as u64;
            let initial = LLVMConstArray2(element_type, elements.as_mut_ptr(), count);
            let new = LLVMAddGlobal(self.module, LLVMTypeOf(initial), list.as_ptr());
            LLVMSetInitializer(new, initial);
            LLVMSetLinkage(new, LLVMLinkage::LLVMAppendingLinkage);
        }
    }

    /// Refers to an external symbol so that the object cannot be linked without it.
    pub fn require_symbol(&mut self, symbol: &str) {
        // SAFETY: the module is live; the symbol's type does not matter to the linker.
        let target = unsafe {
            let ty = LLVMInt8TypeInContext(self.context);
            Val(LLVMAddGlobal(self.module, ty, c_string(symbol).as_ptr()))
        };
        let holder = self.record("sanecc.requires", &[Field::Pointer(target)]);
        self.keep(holder);
    }

    /// Defines a symbol that says by being there what the object needs. Any number of objects may define it.
    pub fn define_mark(&mut self, symbol: &str) {
        // SAFETY: the module is live, and so are the types of its context.
        let mark = unsafe {
            let ty = LLVMInt8TypeInContext(self.context);
            let mark = LLVMAddGlobal(self.module, ty, c_string(symbol).as_ptr());
            LLVMSetInitializer(mark, LLVMConstInt(ty, 1, 0));
            LLVMSetGlobalConstant(mark, 1);
            LLVMSetLinkage(mark, LLVMLinkage::LLVMWeakODRLinkage);
            LLVMSetComdat(
                mark,
                LLVMGetOrInsertComdat(self.module, c_string(symbol).as_ptr()),
            );
            Val(mark)
        };
        self.keep(mark);
    }

    /// Keeps a global that nothing in the module refers to.
    pub fn keep(&mut self, holder: Val) {
        // SAFETY: the list keeps the holder alive through optimisation; it is rebuilt like the hooks above.
        unsafe {
            let list = c"llvm.used";
            let mut elements: Vec<LLVMValueRef> = Vec::new();
            let old = LLVMGetNamedGlobal(self.module, list.as_ptr());
            if !old.is_null() {
                let initial = LLVMGetInitializer(old);
                let count = LLVMGetArrayLength2(LLVMTypeOf(initial)) as u32;
                elements.extend((0..count).map(|i| LLVMGetAggregateElement(initial, i)));
                LLVMDeleteGlobal(old);
            }
            elements.push(holder.0);
            let count = elements.len() as u64;
            let initial = LLVMConstArray2(self.pointer_type(), elements.as_mut_ptr(), count);
            let new = LLVMAddGlobal(self.module, LLVMTypeOf(initial), list.as_ptr());
            LLVMSetInitializer(new, initial);
            LLVMSetLinkage(new, LLVMLinkage::LLVMAppendingLinkage);
            LLVMSetSection(new, c"llvm.metadata".as_ptr());
        }
    }
}

/// Copies all metadata (debug information, type information) from one global to another.
///
/// # Safety
/// Both must be live globals.
unsafe fn copy_metadata(from: LLVMValueRef, to: LLVMValueRef) {
    let mut count = 0;
    // SAFETY: the caller guarantees it; the entries are ours to dispose.
    unsafe {
        let entries = LLVMGlobalCopyAllMetadata(from, &mut count);
        for i in 0..count as u32 {
            let kind = LLVMValueMetadataEntriesGetKind(entries, i);
            LLVMGlobalSetMetadata(to, kind, LLVMValueMetadataEntriesGetMetadata(entries, i));
        }
        LLVMDisposeValueMetadataEntries(entries);
    }
}
