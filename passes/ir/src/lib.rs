//! The analysis IR, an owned SSA copy of an LLVM module; and the only code that reads or edits LLVM.
//!
//! Analyses and check placement see [`Module`] and [`Function`]: plain data, dense ids, `Send`, no LLVM
//! anywhere. [`llvm`] imports a live LLVM module into the analysis IR ([`llvm::import`]) and edits that module by
//! the ids of the analysis IR ([`llvm::edit`]). An instruction that the import does not know becomes
//! [`Op::Opaque`]: it may do anything, and its result may be anything.

mod access;
mod address;
mod computed;
mod constant;
mod element;
mod float;
mod function;
mod ids;
mod initial;
mod layout;
pub mod llvm;
mod location;
mod member;
mod model;
mod module;
pub mod mutants;
mod operation;
mod ordering;
mod pair;
mod text;
mod types;
mod unevaluated;

pub use access::{Access, AccessKind, Extent, Lanes, Select};
pub use address::{Address, FieldPath, Step, Term};
pub use computed::Computed;
pub use constant::Constant;
pub use element::ElementOp;
pub use float::{FastMath, FloatCast, FloatOp, FloatPredicate};
pub use function::{Block, Function, Param, Signature, Value, ValueDef};
pub use ids::{AccessId, AggregateId, Arena, BlockId, FuncId, GlobalId, Id, ValueId};
pub use initial::{Distance, Initial, InitialAddress, Symbol};
pub use layout::Layout;
pub use location::Location;
pub use member::Member;
pub use model::{Addresses, Allocation, Model, Most, Returned, Size, prototypes};
pub use module::{Content, Exposed, Global, Linkage, Module};
pub use operation::{
    Assembly, BinaryOp, Callee, CastOp, MemoryIntrinsic, Op, PoisonFlags, Predicate,
};
pub use ordering::{AtomicOp, Mode, Ordering};
pub use pair::{Pair, PairKind};
pub use text::ParseError;
pub use types::{Aggregate, Field, FloatFormat, Lane, Parts, Type};
