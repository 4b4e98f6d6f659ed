//! Runs LLVM's pipelines, and marks the loads that LLVM creates where the source may not load (`created_loads.cpp`).

use super::metadata;
use inkwell::llvm_sys::core::{LLVMConstIntGetZExtValue, LLVMGetMDNodeOperands};
use inkwell::llvm_sys::error::{LLVMDisposeErrorMessage, LLVMErrorRef, LLVMGetErrorMessage};
use inkwell::llvm_sys::prelude::*;
use inkwell::llvm_sys::target_machine::LLVMTargetMachineRef;
use inkwell::module::Module;
use inkwell::targets::TargetMachine;
use std::ffi::{CStr, CString, c_char};

unsafe extern "C" {
    /// In `created_loads.cpp`: as `LLVMRunPasses`; `marks` is whether created loads are marked.
    fn sanecc_run_passes(
        module: LLVMModuleRef,
        pipeline: *const c_char,
        machine: LLVMTargetMachineRef,
        unroll: LLVMBool,
        verify_each: LLVMBool,
        marks: LLVMBool,
    ) -> LLVMErrorRef;
}

/// Runs a pipeline in the notation of `opt -passes=`.
pub(super) fn run(
    module: &Module<'_>,
    pipeline: &str,
    machine: &TargetMachine,
    [unroll, verify_each, marks]: [bool; 3],
) -> Result<(), String> {
    let pipeline = CString::new(pipeline).map_err(|error| error.to_string())?;
    // SAFETY: module and machine are live, the text ends in zero; the message is copied before it is freed.
    unsafe {
        let error = sanecc_run_passes(
            module.as_mut_ptr(),
            pipeline.as_ptr(),
            machine.as_mut_ptr(),
            unroll.into(),
            verify_each.into(),
            marks.into(),
        );
        if error.is_null() {
            return Ok(());
        }
        let message = LLVMGetErrorMessage(error);
        let reason = CStr::from_ptr(message).to_string_lossy().into_owned();
        LLVMDisposeErrorMessage(message);
        Err(reason)
    }
}

/// How many choices in a row decide whether the source needs the result of a load that LLVM speculates; none for other loads. A live instruction of a module.
pub(super) fn choices(load: LLVMValueRef) -> Option<u32> {
    // SAFETY: as the caller says; only `created_loads.cpp` sets this kind, to one number.
    unsafe {
        let node = metadata::node(load, "sanecc.speculated")?;
        let mut number = std::ptr::null_mut();
        LLVMGetMDNodeOperands(node, &mut number);
        Some(LLVMConstIntGetZExtValue(number) as u32)
    }
}

/// Whether LLVM hoisted the load out of a loop. A live instruction of a module.
pub(super) fn is_hoisted(load: LLVMValueRef) -> bool {
    // SAFETY: as the caller says.
    unsafe { metadata::node(load, "sanecc.hoisted").is_some() }
}
