//! The LLVM boundary: all code of the passes that reads, edits or runs LLVM, and all their `unsafe` code.
//!
//! [`Bitcode`] is a live module with its target machine. [`import`] copies it into the analysis IR, [`edit`] changes
//! it by the ids of that copy. LLVM's diagnostics go to `tracing`, its errors become [`Error`].

mod access_types;
mod attribute;
mod bitcode;
pub mod crash;
mod created_loads;
mod diagnostics;
mod early_inlining;
pub mod edit;
mod handover;
mod held_values;
pub mod import;
mod inlining;
mod kept_accesses;
pub mod merge;
mod metadata;
mod object;
mod options;
mod profile;
mod speculation;
mod split;
mod symbols;
mod touched;
mod uncertain_globals;
mod unused_divisions;
mod variable_constants;
mod version;

pub use access_types::AccessTypes;
pub use bitcode::{Bitcode, Context, Error, Pipeline, Reading};
pub use handover::HandoverCalls;
pub use object::{Code, CodeGenerator, INSTALLATION, MOVES_TO_BRANCHES};
pub use options::set_options;
pub use profile::is_of_ir;
pub use split::release_memory;
pub use symbols::Symbols;
pub use version::version;
