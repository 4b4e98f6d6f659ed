//! What printf and scanf do with a format (C17 7.21.6).

mod decimal;
mod directive;
mod input;
mod numbers;
mod output;
mod prefix;
mod real;
mod wanted;

pub use input::{Source, scan};
pub use numbers::{parse_double, parse_integer, parse_single, parse_x87};
pub use output::print;
