//! Instruction counts by a simulator or an emulator. They stand for a cost and are none: labelled as proxies.

mod log;
pub mod qemu;
pub mod valgrind;

pub use log::Counts;
