//! Instruction counts by a simulator or an emulator. They stand for a cost and are none: labelled as proxies.

mod executed;
pub mod qemu;
pub mod valgrind;

pub use executed::Counts;
