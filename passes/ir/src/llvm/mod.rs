//! LLVM, fenced in: everything that reads, edits or runs LLVM, and all `unsafe` of the passes.
//!
//! [`Bitcode`] is a live module with its target machine. [`import`] copies it into owned data, [`edit`] changes
//! it by the mirror's ids. LLVM's own diagnostics go to `tracing`, its errors become [`Error`].

mod attribute;
mod bitcode;
pub mod crash;
mod diagnostics;
pub mod edit;
pub mod import;
mod inlining;
mod object;
mod options;
mod speculation;
mod touched;
mod version;

pub use bitcode::{Bitcode, Context, Error, Pipeline, Reading};
pub use object::{Code, INSTALLATION, object};
pub use options::set_options;
pub use version::version;
