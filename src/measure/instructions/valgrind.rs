//! Counts instructions with valgrind's cachegrind, of the command and all that it starts.

use crate::diagnostics::DriverError;
use std::ffi::OsString;
use std::path::Path;

/// The words that run `command`. Each process writes a log into `folder`.
pub fn words(command: &[OsString], folder: &Path) -> Vec<OsString> {
    let mut log = OsString::from("--log-file=");
    log.push(folder.join("log.%p"));
    let mut words: Vec<OsString> = [
        "valgrind",
        "--tool=cachegrind",
        "--cache-sim=no",
        "--cachegrind-out-file=/dev/null",
        "--trace-children=yes",
    ]
    .map(OsString::from)
    .into();
    words.push(log);
    words.extend_from_slice(command);
    words
}

/// The instructions in all logs of `folder`.
///
/// # Errors
/// If a log has no count.
pub fn count(folder: &Path) -> Result<u64, DriverError> {
    let unread = |why: String| DriverError::new(format!("the log of valgrind: {why}"));
    let logs = std::fs::read_dir(folder).map_err(|error| unread(error.to_string()))?;
    let mut sum = None;
    for log in logs.flatten() {
        let text =
            std::fs::read_to_string(log.path()).map_err(|error| unread(error.to_string()))?;
        // A child that only calls `exec` leaves a log without figures, which goes on under the same number.
        let counts = text.lines().filter_map(instructions);
        sum = Some(sum.unwrap_or(0) + counts.sum::<u64>());
    }
    sum.filter(|sum| *sum > 0).ok_or_else(|| {
        unread("it has no line 'I refs'".to_owned())
            .next("programs with a shadow memory do not run in valgrind; count those with qemu")
    })
}

/// `==12== I   refs:      41,007`
fn instructions(line: &str) -> Option<u64> {
    let (head, figure) = line.split_once("refs:")?;
    let is_ours = head.starts_with("==") && head.split_whitespace().nth(1) == Some("I");
    is_ours.then(|| figure.trim().replace(',', "").parse().ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_of_all_processes_are_added() {
        let folder = tempfile::tempdir().unwrap();
        assert!(count(folder.path()).is_err());
        let write =
            |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
        write("log.1", "==1== Command: ./a\n==1== I   refs:      41,007\n");
        assert_eq!(count(folder.path()).unwrap(), 41_007);
        write(
            "log.2",
            "==2== I   refs:      1,000,000\n==2== D   refs:      5\n",
        );
        assert_eq!(count(folder.path()).unwrap(), 1_041_007);
    }
}
