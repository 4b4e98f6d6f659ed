//! Counts instructions with a plugin of qemu, of a command that is qemu: `qemu-aarch64 ./a`, `qemu-system-arm -kernel a.elf ...`.
//!
//! The plugin (`counter.c`) is compiled when it is needed: it is a library for the machine that qemu runs on, and clang is there.

use super::executed::{self, Counts};
use crate::diagnostics::DriverError;
use crate::temporary::Folder;
use crate::tool::{self, Stderr, clang};
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufReader, ErrorKind};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Path, PathBuf};

const SOURCE: &str = include_str!("counter.c");

/// The compiled plugin.
pub struct Plugin(PathBuf);

impl Plugin {
    /// Compiles it.
    ///
    /// # Errors
    /// If there is no clang, or it cannot make a library.
    pub fn build(folder: &Folder) -> Result<Self, DriverError> {
        let source = folder.path().join("counter.c");
        let library = folder.path().join("counter.so");
        std::fs::write(&source, SOURCE).map_err(|error| {
            DriverError::new(format!("cannot write {}: {error}", source.display()))
        })?;
        let mut words = ["-O2", "-shared", "-fPIC", "-o"]
            .map(OsString::from)
            .to_vec();
        words.extend([library.clone().into(), source.into()]);
        let ended = tool::run(&clang::find()?, &words, Stderr::Captured, folder)?;
        if ended.code != 0 {
            let said = String::from_utf8_lossy(&ended.stderr);
            let cause = format!(
                "cannot compile the plugin that counts for qemu:\n{}",
                said.trim_end()
            );
            return Err(DriverError::new(cause)
                .next("install a C library for developing (Debian: apt-get install libc6-dev)"));
        }
        Ok(Self(library))
    }

    /// The words that run `command` with the counts going to `file`.
    ///
    /// # Errors
    /// If the command is not qemu.
    pub fn words(&self, command: &[OsString], file: &Path) -> Result<Vec<OsString>, DriverError> {
        let program = command.first().map(Path::new).unwrap_or(Path::new(""));
        let name = program.file_name().unwrap_or_default().to_string_lossy();
        if !name.starts_with("qemu-") {
            return Err(DriverError::new(format!("'{}' is not run by qemu", program.display()))
                .next("write the emulator into the command, for example NAME='qemu-aarch64 ./a' or 'qemu-system-arm -M mps2-an386 -nographic -semihosting -kernel a.elf'"));
        }
        let mut option = value(self.0.as_os_str());
        option.push(",out=");
        option.push(value(file.as_os_str()));
        let mut words = vec![command[0].clone(), "-plugin".into(), option];
        words.extend_from_slice(&command[1..]);
        Ok(words)
    }
}

/// What was executed, after qemu has ended.
///
/// # Errors
/// If there are no counts, or they cannot be understood.
pub fn read(file: &Path) -> Result<Counts, DriverError> {
    let why = match File::open(file) {
        Ok(open) => match executed::read(BufReader::new(open)) {
            Ok(counts) => return Ok(counts),
            Err(why) => why,
        },
        Err(error) if error.kind() == ErrorKind::NotFound => {
            "there are none: qemu did not end by itself".to_owned()
        }
        Err(error) => error.to_string(),
    };
    Err(
        DriverError::new(format!("the counts of qemu's plugin: {why}"))
            .next("a program that a signal ends cannot be counted; it has to exit"),
    )
}

/// A value in one of qemu's options, which are separated by commas.
fn value(text: &OsStr) -> OsString {
    let commas = text
        .as_bytes()
        .split(|byte| *byte == b',')
        .collect::<Vec<_>>();
    OsString::from_vec(commas.join(&b",,"[..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_qemu_is_told_to_count() {
        let plugin = Plugin("/tmp/a,b/counter.so".into());
        let command = ["/usr/bin/qemu-arm", "./a", "-d"].map(OsString::from);
        let words = plugin.words(&command, Path::new("counts")).unwrap();
        assert_eq!(
            words[1..3],
            ["-plugin", "/tmp/a,,b/counter.so,out=counts"].map(OsString::from)
        );
        assert_eq!(words[3..], command[1..]);
        assert!(plugin.words(&["sh".into()], Path::new("counts")).is_err());
    }

    #[test]
    fn counts_that_are_missing_are_no_zero() {
        let folder = tempfile::tempdir().unwrap();
        let error = read(&folder.path().join("counts")).unwrap_err().to_string();
        assert!(error.contains("did not end by itself"), "{error}");
    }
}
