//! Linux: memory, output and process by direct system calls. They touch neither `errno` nor anything that
//! the program may have replaced, and they work before the C library is set up.

mod contexts;
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
mod requests;
mod seccomp;
mod signals;
mod stop;
mod tasks;
mod text;
mod threads;
#[cfg(target_arch = "x86_64")]
mod x86_64;

pub use contexts::*;
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
pub use seccomp::*;
pub use signals::*;
pub use stop::{Refusal, StoppedThread, with_threads_stopped};
pub use text::*;
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
