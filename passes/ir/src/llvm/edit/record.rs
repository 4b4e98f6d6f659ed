//! Constant records for the runtime: sites, objects, frames, globals.

use super::{Editor, Val, c_string};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target::*;
use inkwell::llvm_sys::{LLVMLinkage, LLVMUnnamedAddr};

/// One field of a record, laid out as C lays out a struct.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Field {
    /// Eight bits.
    U8(u8),
    /// Sixteen bits.
    U16(u16),
    /// Thirty-two bits.
    U32(u32),
    /// Sixty-four bits.
    U64(u64),
    /// Self-relative pointer ([`sanecc_abi::rel::Rel`]); `None` is 0.
    Relative(Option<Val>),
    /// Absolute pointer.
    Pointer(Val),
}

impl Editor<'_> {
    /// A NUL-terminated string constant; equal strings share one.
    pub fn string(&mut self, text: &str) -> Val {
        if let Some(&known) = self.strings.get(text) {
            return known;
        }
        // SAFETY: the module is live; the constant copies the bytes.
        let value = unsafe {
            let bytes = c_string(text);
            let length = bytes.as_bytes().len();
            let initial = LLVMConstStringInContext2(self.context, bytes.as_ptr(), length, 0);
            let global = self.constant("sanecc.string", initial);
            LLVMSetUnnamedAddress(global, LLVMUnnamedAddr::LLVMGlobalUnnamedAddr);
            LLVMSetAlignment(global, 1);
            Val(global)
        };
        self.strings.insert(text.to_owned(), value);
        value
    }

    /// A NUL-terminated string in a section.
    pub fn string_in(&mut self, section: &str, text: &str) -> Val {
        let key = format!("{section}\0{text}");
        if let Some(&known) = self.strings.get(&key) {
            return known;
        }
        // SAFETY: the module is live; the constant copies the bytes.
        let value = unsafe {
            let bytes = c_string(text);
            let length = bytes.as_bytes().len();
            let initial = LLVMConstStringInContext2(self.context, bytes.as_ptr(), length, 0);
            let global = self.constant("sanecc.name", initial);
            LLVMSetAlignment(global, 1);
            Val(global)
        };
        self.put_in_section(value, section);
        self.strings.insert(key, value);
        value
    }

    /// Moves a global into a section.
    pub fn put_in_section(&mut self, global: Val, section: &str) {
        // SAFETY: a live global of the module.
        unsafe { LLVMSetSection(global.0, c_string(section).as_ptr()) };
    }

    /// Moves a record that the start of a program reads into a section of its own, so that those of all modules lie side by side.
    /// It has no absolute pointer.
    pub fn gather(&mut self, record: Val) {
        // SAFETY: a live global of the module.
        unsafe { LLVMSetSection(record.0, c"sanecc_globals".as_ptr()) };
    }

    /// Whether self-relative pointers can lead to all data of the module: no code model says that data may be far away.
    pub fn all_is_within_reach(&self) -> bool {
        const MODEL: &str = "Code Model";
        // SAFETY: the module is live.
        unsafe { LLVMGetModuleFlag(self.module, MODEL.as_ptr().cast(), MODEL.len()).is_null() }
    }

    /// A private constant record. `name` is for readers of dumps.
    pub fn record(&mut self, name: &str, fields: &[Field]) -> Val {
        self.records(name, &[fields])
    }

    /// The same without a name; equal ones share one constant.
    pub fn shared_record(&mut self, fields: &[Field]) -> Val {
        if let Some(&known) = self.records.get(fields) {
            return known;
        }
        let value = self.record("", fields);
        self.records.insert(fields.to_vec(), value);
        value
    }

    /// A private constant with several records in a row, which may differ in form.
    pub fn records(&mut self, name: &str, rows: &[&[Field]]) -> Val {
        // SAFETY: the module is live; the initial value is built for exactly the global's type. The global
        // comes first because relative fields point back to it.
        unsafe {
            let mut row_types: Vec<LLVMTypeRef> =
                rows.iter().map(|row| self.row_type(row)).collect();
            let ty =
                LLVMStructTypeInContext(self.context, row_types.as_mut_ptr(), rows.len() as u32, 0);
            let name = c_string(name);
            let global = LLVMAddGlobal(self.module, ty, name.as_ptr());
            let mut values: Vec<LLVMValueRef> = rows
                .iter()
                .enumerate()
                .map(|(i, row)| {
                    let mut fields: Vec<LLVMValueRef> = row
                        .iter()
                        .enumerate()
                        .map(|(j, field)| self.field(global, ty, [i, j], *field))
                        .collect();
                    let count = fields.len() as u32;
                    LLVMConstStructInContext(self.context, fields.as_mut_ptr(), count, 0)
                })
                .collect();
            let initial =
                LLVMConstStructInContext(self.context, values.as_mut_ptr(), rows.len() as u32, 0);
            LLVMSetInitializer(global, initial);
            LLVMSetGlobalConstant(global, 1);
            LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
            // LLVM would align larger constants more than their fields ask for.
            LLVMSetAlignment(
                global,
                LLVMABIAlignmentOfType(LLVMGetModuleDataLayout(self.module), ty),
            );
            Val(global)
        }
    }

    /// # Safety
    /// `initial` must be a constant of the live context.
    unsafe fn constant(&self, name: &str, initial: LLVMValueRef) -> LLVMValueRef {
        // SAFETY: the caller guarantees it; the module is live.
        unsafe {
            let name = c_string(name);
            let global = LLVMAddGlobal(self.module, LLVMTypeOf(initial), name.as_ptr());
            LLVMSetInitializer(global, initial);
            LLVMSetGlobalConstant(global, 1);
            LLVMSetLinkage(global, LLVMLinkage::LLVMPrivateLinkage);
            global
        }
    }

    fn row_type(&self, row: &[Field]) -> LLVMTypeRef {
        // SAFETY: the context is live.
        unsafe {
            let mut types: Vec<LLVMTypeRef> = row
                .iter()
                .map(|field| match field {
                    Field::U8(_) => LLVMInt8TypeInContext(self.context),
                    Field::U16(_) => LLVMInt16TypeInContext(self.context),
                    Field::U32(_) | Field::Relative(_) => LLVMInt32TypeInContext(self.context),
                    Field::U64(_) => LLVMInt64TypeInContext(self.context),
                    Field::Pointer(_) => self.pointer_type(),
                })
                .collect();
            LLVMStructTypeInContext(self.context, types.as_mut_ptr(), types.len() as u32, 0)
        }
    }

    fn field(
        &self,
        global: LLVMValueRef,
        ty: LLVMTypeRef,
        [row, column]: [usize; 2],
        field: Field,
    ) -> LLVMValueRef {
        match field {
            Field::U8(n) => self.int(8, u64::from(n)),
            Field::U16(n) => self.int(16, u64::from(n)),
            Field::U32(n) => self.int(32, u64::from(n)),
            Field::U64(n) => self.int(64, n),
            Field::Relative(None) => self.int(32, 0),
            // SAFETY: target and record are live constants; the distance fits the field, else the linker says so.
            Field::Relative(Some(target)) => unsafe {
                let word = self.word_type();
                let mut path = [0, row as u64, column as u64].map(|n| self.int(32, n));
                let own = LLVMConstInBoundsGEP2(ty, global, path.as_mut_ptr(), 3);
                let distance = LLVMConstSub(
                    LLVMConstPtrToInt(target.0, word),
                    LLVMConstPtrToInt(own, word),
                );
                match self.target.pointer_bits {
                    32 => distance,
                    _ => LLVMConstTrunc(distance, LLVMInt32TypeInContext(self.context)),
                }
            },
            Field::Pointer(target) => target.0,
        }
    }
}
