//! The core of the sanecc runtime: shadow memory, allocator, reports.
//!
//! Nothing here is exported under a C name; `sanecc-rt-lib` does that, so that tests of this crate keep their
//! own `malloc`. The C library is asked for as little as possible: memory, output and signals go to the
//! kernel directly. A report allocates from an arena of its own, never from the program's heap.
#![cfg_attr(not(test), no_std)]

extern crate alloc;

pub mod arena;
pub mod counts;
pub mod coverage;
pub mod entry;
pub mod fake;
pub mod fork;
pub mod globals;
pub mod hash;
pub mod heap;
pub mod init;
pub mod leak;
pub mod library;
pub mod limited;
pub mod lock;
pub mod malloc_hooks;
pub mod no_return;
pub mod options;
pub mod origin;
pub mod output;
pub mod pairs;
pub mod platform;
pub mod provenance;
pub mod report;
pub mod shadow;
pub mod signal;
pub mod stack;
pub mod suppress;
pub mod thread;
