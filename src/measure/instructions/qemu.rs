//! Counts instructions with qemu's own log, of a command that is qemu: `qemu-aarch64 ./a`, `qemu-system-arm -kernel a.elf ...`.

use super::log::{self, Counts};
use crate::diagnostics::DriverError;
use rustix::fs::{CWD, FileType, Mode, OFlags};
use std::ffi::OsString;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::thread::JoinHandle;

/// Reads the log while qemu writes it: it may be many gigabytes.
pub struct Reader {
    /// Keeps the pipe open until the end, whether qemu opens it or not.
    held: File,
    thread: JoinHandle<Result<Counts, String>>,
}

/// The words that run `command` with the log going to `pipe`.
///
/// # Errors
/// If the command is not qemu.
pub fn words(command: &[OsString], pipe: &Path) -> Result<Vec<OsString>, DriverError> {
    let program = command.first().map(Path::new).unwrap_or(Path::new(""));
    let name = program.file_name().unwrap_or_default().to_string_lossy();
    if !name.starts_with("qemu-") {
        return Err(DriverError::new(format!("'{}' is not run by qemu", program.display()))
            .next("write the emulator into the command, for example NAME='qemu-aarch64 ./a' or 'qemu-system-arm -M mps2-an386 -nographic -semihosting -kernel a.elf'"));
    }
    let mut words = vec![command[0].clone()];
    words.extend(["-d", "in_asm,exec,nochain", "-D"].map(OsString::from));
    words.push(pipe.into());
    words.extend_from_slice(&command[1..]);
    Ok(words)
}

impl Reader {
    /// Makes the pipe and begins to read.
    ///
    /// # Errors
    /// If the file system has no pipes.
    pub fn start(pipe: &Path) -> Result<Self, DriverError> {
        let failed = |error: std::io::Error| {
            DriverError::new(format!("cannot make the pipe {}: {error}", pipe.display()))
                .next("set TMPDIR to a folder of this machine")
        };
        rustix::fs::mknodat(CWD, pipe, FileType::Fifo, Mode::RUSR | Mode::WUSR, 0)
            .map_err(|error| failed(error.into()))?;
        // Without waiting for a writer, which may never come.
        let reader = rustix::fs::open(
            pipe,
            OFlags::RDONLY | OFlags::NONBLOCK | OFlags::CLOEXEC,
            Mode::empty(),
        );
        let reader = reader.map_err(|error| failed(error.into()))?;
        let held = File::options().write(true).open(pipe).map_err(failed)?;
        rustix::fs::fcntl_setfl(&reader, OFlags::empty()).map_err(|error| failed(error.into()))?;
        let thread = std::thread::spawn(move || {
            let mut log = BufReader::with_capacity(1 << 20, File::from(reader));
            let counts = log::read(&mut log);
            // qemu must not wait for a reader that has given up.
            let _ = std::io::copy(&mut log, &mut std::io::sink());
            counts
        });
        Ok(Self { held, thread })
    }

    /// What was executed, after qemu has ended.
    ///
    /// # Errors
    /// If the log cannot be understood.
    pub fn finish(self) -> Result<Counts, DriverError> {
        drop(self.held);
        let counts = self.thread.join();
        let counts = counts.unwrap_or_else(|_| Err("its reader failed".to_owned()));
        counts.map_err(|why| {
            DriverError::new(format!("the log of qemu: {why}"))
                .next("qemu 7.2 is known to work; programs with several threads are not")
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_qemu_is_told_to_log() {
        let command = ["/usr/bin/qemu-arm", "./a", "-d"].map(OsString::from);
        let words = words(&command, Path::new("pipe")).unwrap();
        assert_eq!(
            words[1..5],
            ["-d", "in_asm,exec,nochain", "-D", "pipe"].map(OsString::from)
        );
        assert_eq!(words[5..], command[1..]);
        assert!(super::words(&["sh".into()], Path::new("pipe")).is_err());
    }

    #[test]
    fn a_qemu_that_never_writes_is_no_reason_to_wait() {
        let folder = tempfile::tempdir().unwrap();
        let reader = Reader::start(&folder.path().join("pipe")).unwrap();
        assert!(
            reader
                .finish()
                .unwrap_err()
                .to_string()
                .contains("no instruction")
        );
    }
}
