//! The threads of the process, as `/proc` lists them.

use super::files;
use super::seccomp::syscall;
use super::succeeded;

/// The open folder of the process's threads.
#[derive(Clone, Copy)]
pub struct Tasks(usize);

impl Tasks {
    /// Opens the calling process's; `None` without `/proc`.
    pub fn open() -> Option<Tasks> {
        files::open(c"/proc/self/task").map(Tasks)
    }

    /// Closes it.
    pub fn close(self) {
        files::close(self.0);
    }

    /// Calls `each` with the kernel's id of every thread; false if the list cannot be read.
    pub fn for_each(self, mut each: impl FnMut(u32)) -> bool {
        // SAFETY: lseek reads no memory.
        unsafe {
            syscall(
                libc::SYS_lseek,
                [self.0, 0, libc::SEEK_SET as usize, 0, 0, 0],
            )
        };
        let mut buffer = [0u64; 256];
        loop {
            let arguments = [
                self.0,
                buffer.as_mut_ptr() as usize,
                size_of_val(&buffer),
                0,
                0,
                0,
            ];
            // SAFETY: the kernel writes at most the buffer's length.
            let length = match succeeded(unsafe { syscall(libc::SYS_getdents64, arguments) }) {
                Ok(0) => return true,
                Ok(length) => length,
                Err(_) => return false,
            };
            // SAFETY: the buffer as bytes, as far as the kernel has written it.
            let mut rest =
                unsafe { core::slice::from_raw_parts(buffer.as_ptr().cast::<u8>(), length) };
            // Inode, offset, length of the entry, type; then the name.
            while let Some(&[low, high]) = rest.get(16..18) {
                let entry = u16::from_le_bytes([low, high]) as usize;
                if let Some(id) = rest.get(19..entry).and_then(number) {
                    each(id);
                }
                rest = rest.get(entry.max(1)..).unwrap_or(&[]);
            }
        }
    }

    /// Whether a thread has ended, though it may still be listed.
    pub fn has_ended(self, id: u32) -> bool {
        let mut path = Path::default();
        path.push_number(id);
        path.push(b"/stat\0");
        let flags = (libc::O_RDONLY | libc::O_CLOEXEC) as usize;
        let arguments = [self.0, path.bytes.as_ptr() as usize, flags, 0, 0, 0];
        // SAFETY: the path ends with NUL.
        let Ok(file) = succeeded(unsafe { syscall(libc::SYS_openat, arguments) }) else {
            return true;
        };
        let mut buffer = [0; 128];
        let text = files::read(file, &mut buffer);
        // `id (name) state ...`; the name may hold anything.
        let after_name = text.iter().rposition(|byte| *byte == b')');
        let state = after_name.and_then(|place| text.get(place + 2));
        let ended = matches!(state, None | Some(b'Z' | b'X' | b'x'));
        files::close(file);
        ended
    }
}

/// The number that a NUL-terminated name is.
fn number(name: &[u8]) -> Option<u32> {
    let length = name.iter().position(|byte| *byte == 0)?;
    core::str::from_utf8(&name[..length]).ok()?.parse().ok()
}

#[derive(Default)]
struct Path {
    bytes: [u8; 24],
    length: usize,
}

impl Path {
    fn push(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.bytes[self.length] = *byte;
            self.length += 1;
        }
    }

    fn push_number(&mut self, number: u32) {
        if number >= 10 {
            self.push_number(number / 10);
        }
        self.push(&[b'0' + (number % 10) as u8]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn this_thread_is_listed_and_runs() {
        let tasks = Tasks::open().unwrap();
        let own = super::super::kernel_thread_id();
        let mut found = false;
        assert!(tasks.for_each(|id| found |= id == own));
        assert!(found && !tasks.has_ended(own));
        assert!(tasks.has_ended(1), "no thread of this process");
        tasks.close();
    }
}
