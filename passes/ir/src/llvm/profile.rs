//! Profiles: what a program executes is counted, and what was counted becomes weights of branches (`profile.cpp`).
//!
//! A count belongs to a place of the control flow, and a hash of it tells whether that is still the same. So counters are inserted and counts are read at one place of the
//! pipeline, as early as can be: before anything depends on them.

use super::{Bitcode, Error};
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target_machine::LLVMTargetMachineRef;
use std::ffi::{CString, c_char};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;

unsafe extern "C" {
    fn sanecc_is_ir_profile(file: *const c_char) -> LLVMBool;
    fn sanecc_insert_counters(module: LLVMModuleRef, machine: LLVMTargetMachineRef);
    fn sanecc_lower_counters(
        module: LLVMModuleRef,
        machine: LLVMTargetMachineRef,
        file: *const c_char,
    );
    fn sanecc_use_profile(
        module: LLVMModuleRef,
        machine: LLVMTargetMachineRef,
        file: *const c_char,
    );
}

/// Whether a profile has counts of LLVM's own code; those of the source are the front end's to read. Neither, if it cannot be read.
pub fn is_of_ir(profile: &Path) -> bool {
    // SAFETY: the text ends in zero.
    unsafe { sanecc_is_ir_profile(text(profile).as_ptr()) != 0 }
}

impl Bitcode<'_> {
    /// Inserts intrinsics that count how often code is executed; [`lower_counters`](Self::lower_counters) makes code of them.
    ///
    /// # Errors
    /// If LLVM refuses something.
    pub fn insert_counters(&self) -> Result<(), Error> {
        // SAFETY: module and machine are live.
        unsafe { sanecc_insert_counters(self.module.as_mut_ptr(), self.machine.as_mut_ptr()) };
        self.result("pgo-instr-gen")
    }

    /// Makes code of the intrinsics that count. The program writes the counts to `file` when it ends.
    ///
    /// # Errors
    /// If LLVM refuses something.
    pub fn lower_counters(&self, file: &Path) -> Result<(), Error> {
        let (module, machine) = (self.module.as_mut_ptr(), self.machine.as_mut_ptr());
        // SAFETY: module and machine are live, and the text ends in zero.
        unsafe { sanecc_lower_counters(module, machine, text(file).as_ptr()) };
        self.result("instrprof")
    }

    /// Annotates the module with the counts of a profile, and calls the usual callees of pointers directly. Gives LLVM's warnings: of which function the counts do not fit.
    ///
    /// # Errors
    /// If the profile cannot be read.
    pub fn use_profile(&self, profile: &Path) -> Result<Vec<String>, Error> {
        let (module, machine) = (self.module.as_mut_ptr(), self.machine.as_mut_ptr());
        // SAFETY: module and machine are live, and the text ends in zero.
        let warnings = self.errors.warnings_of(|| unsafe {
            sanecc_use_profile(module, machine, text(profile).as_ptr());
        });
        self.result("pgo-instr-use")?;
        Ok(warnings)
    }

    /// What a pass that says nothing of its success has reported.
    fn result(&self, pass: &str) -> Result<(), Error> {
        let errors = self.errors.take();
        match errors.is_empty() {
            true => Ok(()),
            false => Err(Error::Pipeline {
                pipeline: pass.to_owned(),
                reason: errors.join("; "),
            }),
        }
    }
}

/// A path as LLVM takes it; none has a zero in it.
fn text(path: &Path) -> CString {
    CString::new(path.as_os_str().as_bytes()).unwrap_or_default()
}
