//! The concrete domain: values are bits, memory is a set of objects.

mod arithmetic;
mod casts;
mod compare;
mod domain;
mod float;
mod long;
mod quick;
mod value;

pub use arithmetic::binary;
pub use casts::cast;
pub use compare::{compare, decide};
pub use float::{Numeric, float_binary, float_cast, float_compare, negate};
pub use long::Long;
pub use value::{Partial, Parts, Pointer, Value, mask, signed, wide_mask, wide_signed};
