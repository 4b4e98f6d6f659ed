//! Linux: memory, output and process by direct system calls. They touch neither `errno` nor anything that
//! the program may have replaced, and they work before the C library is set up.

#[cfg(target_arch = "aarch64")]
mod aarch64;
#[cfg(target_arch = "riscv64")]
#[path = "action_plain.rs"]
mod action;
#[cfg(not(target_arch = "riscv64"))]
#[path = "action_returning.rs"]
mod action;
#[cfg(target_arch = "arm")]
mod arm;
#[cfg(any(target_arch = "x86_64", target_arch = "arm"))]
#[path = "older_calls.rs"]
mod calls;
#[cfg(not(any(target_arch = "x86_64", target_arch = "arm")))]
#[path = "newer_calls.rs"]
mod calls;
mod contexts;
mod elf;
mod environment;
mod executable;
mod files;
mod headers;
mod imports;
mod known_thread;
mod limits;
mod loader;
mod maps;
mod memory;
mod modules;
mod process;
#[cfg(not(target_arch = "x86_64"))]
mod register_sets;
mod relocations;
mod requests;
#[cfg(target_arch = "riscv64")]
mod riscv64;
mod seccomp;
mod signals;
mod stop;
mod tasks;
mod text;
#[cfg(not(target_arch = "x86_64"))]
#[path = "thread_memory_above.rs"]
mod thread_memory;
#[cfg(target_arch = "x86_64")]
#[path = "thread_memory_below.rs"]
mod thread_memory;
mod threads;
#[cfg(target_pointer_width = "32")]
#[path = "narrow_calls.rs"]
mod width;
#[cfg(target_pointer_width = "64")]
#[path = "wide_calls.rs"]
mod width;
#[cfg(target_arch = "x86_64")]
mod x86_64;

#[cfg(target_arch = "aarch64")]
pub use aarch64::*;
pub use action::SignalAction;
#[cfg(target_arch = "arm")]
pub use arm::*;
pub use contexts::*;
pub use elf::FileHeader;
pub use environment::*;
pub use executable::*;
pub use files::{
    close, create_file, is_terminal, map_file, map_text, read_file, read_link, read_regular, write,
};
pub use headers::{Module, for_each_module};
pub use imports::{LoadedFile, count_of_loads, for_each_file};
pub use known_thread::{KnownThread, known_thread};
pub use limits::*;
pub use loader::{LOADER_FILES, find_symbol, open_library, symbol_size_at};
pub use maps::*;
pub use memory::*;
pub use modules::*;
pub use process::*;
pub use requests::bytes_of_request;
#[cfg(target_arch = "riscv64")]
pub use riscv64::*;
pub use seccomp::*;
pub use signals::*;
pub use stop::{Refusal, StoppedThread, is_single_threaded, with_threads_stopped};
pub use text::*;
pub use thread_memory::{
    HANDLE_ALIGN, THREAD_ID_AT, is_thread_descriptor, thread_block_of, thread_block_of_handle,
    thread_descriptor, thread_handle, thread_local_distance, thread_local_memory,
};
pub use threads::*;
#[cfg(target_arch = "x86_64")]
pub use x86_64::*;

fn succeeded(result: isize) -> Result<usize, i32> {
    if (-4095..0).contains(&result) {
        Err(-result as i32)
    } else {
        Ok(result as usize)
    }
}
