//! LLVM's diagnostics, routed to `tracing`; errors are kept for the caller.

use inkwell::llvm_sys::LLVMDiagnosticSeverity;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::*;
use std::cell::{Cell, RefCell};
use std::ffi::{CStr, c_void};

/// The errors that LLVM reported in one context.
#[derive(Default)]
pub(super) struct Errors {
    messages: RefCell<Vec<String>>,
    /// Whether warnings are kept, too.
    warnings: Cell<bool>,
    /// Warnings for whoever asked for those of one step; none while nobody does.
    of_step: RefCell<Option<Vec<String>>>,
}

impl Errors {
    /// Takes the errors reported so far.
    pub(super) fn take(&self) -> Vec<String> {
        self.messages.take()
    }

    /// The warnings of one step.
    pub(super) fn warnings_of(&self, step: impl FnOnce()) -> Vec<String> {
        self.of_step.replace(Some(Vec::new()));
        step();
        self.of_step.take().unwrap_or_default()
    }

    /// From now on warnings are kept as errors are.
    pub(super) fn hear_warnings(&self) {
        self.warnings.set(true);
    }
}

/// Sends the context's diagnostics here. Without a handler LLVM would print errors and exit the process.
///
/// `errors` must live as long as the context; a boxed value that the context's owner keeps does.
pub(super) fn route(context: LLVMContextRef, errors: &Errors) {
    // SAFETY: the context is live, and the owner keeps `errors` at its address beside it.
    unsafe {
        LLVMContextSetDiagnosticHandler(
            context,
            Some(handle),
            errors as *const Errors as *mut c_void,
        );
    }
}

extern "C" fn handle(info: LLVMDiagnosticInfoRef, errors: *mut c_void) {
    // SAFETY: LLVM passes a live diagnostic and the pointer given to `route`; the description is ours to dispose.
    let (text, severity, errors) = unsafe {
        let description = LLVMGetDiagInfoDescription(info);
        let text = CStr::from_ptr(description).to_string_lossy().into_owned();
        LLVMDisposeMessage(description);
        (
            text,
            LLVMGetDiagInfoSeverity(info),
            &*(errors as *const Errors),
        )
    };
    match severity {
        LLVMDiagnosticSeverity::LLVMDSError => errors.messages.borrow_mut().push(text),
        LLVMDiagnosticSeverity::LLVMDSWarning if errors.warnings.get() => {
            errors.messages.borrow_mut().push(text);
        }
        LLVMDiagnosticSeverity::LLVMDSWarning => {
            tracing::warn!(target: "llvm", "{text}");
            errors
                .of_step
                .borrow_mut()
                .iter_mut()
                .for_each(|list| list.push(text.clone()));
        }
        LLVMDiagnosticSeverity::LLVMDSRemark | LLVMDiagnosticSeverity::LLVMDSNote => {
            tracing::debug!(target: "llvm", "{text}")
        }
    }
}
