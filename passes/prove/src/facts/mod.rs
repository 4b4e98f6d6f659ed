//! What is known before anything is proved: of a module, of its calls, of a function, of one access.

mod access;
mod calls;
mod function;
mod module;

pub use access::AccessContext;
pub use calls::CallFacts;
pub use function::FunctionContext;
pub use module::{CheckedAccesses, ModuleFacts, poisons_by_hand};
