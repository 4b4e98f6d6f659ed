//! What reports say, in which form and where, and whether the program goes on: single programs with several errors, or
//! one error under several options. Where clang's AddressSanitizer has the same options, it is asked, too.

mod asan_format;
mod audit;
mod ci;
mod core_files;
mod count;
mod debug_files;
mod debuggers;
mod explain;
mod golden;
mod hints;
mod interface;
mod json_format;
mod look;
mod memory;
mod pairs;
mod program;
mod recover;
mod signals;
mod stacks;
mod symbolize;
mod syscalls;
mod taint;
mod unwind_tables;
