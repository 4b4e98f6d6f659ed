//! Core files hold the program's memory and not the runtime's, of which most is address space.

use crate::program::{By, Program};
use std::process::Command;

/// More than any trivial program has.
const MOST: u64 = 50 << 20;

/// Shows its mappings and aborts.
const SOURCE: &str = r#"
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    volatile char *chunk = malloc(10);
    chunk[9] = 1;
    FILE *maps = fopen("/proc/self/smaps", "r");
    for (int next; (next = getc(maps)) != EOF;) putchar(next);
    fflush(stdout);
    abort();
}
"#;

/// Bytes of the mappings that a core file gets: private memory that can be read, without the flag `dd`.
fn dumped(smaps: &str) -> u64 {
    let mut bytes = 0;
    let (mut is_dumpable, mut kilobytes) = (false, 0);
    for line in smaps.lines() {
        let mut words = line.split_whitespace();
        match (words.next(), words.next()) {
            (Some("Size:"), Some(size)) => kilobytes = size.parse().unwrap(),
            (Some("VmFlags:"), first) => {
                let is_left_out = first == Some("dd") || words.any(|flag| flag == "dd");
                if is_dumpable && !is_left_out {
                    bytes += kilobytes << 10;
                }
            }
            (Some(range), Some(protection)) if range.contains('-') => {
                is_dumpable = protection.starts_with('r') && protection.ends_with('p');
            }
            _ => {}
        }
    }
    bytes
}

#[test]
fn the_runtimes_memory_is_left_out_of_core_files() {
    let program = Program::new(By::Sanecc, SOURCE, &["-O1"]);
    let with = |options: &str| {
        let smaps = program.run(&[], options).stdout;
        assert!(smaps.contains("VmFlags:"), "{smaps}");
        dumped(&smaps)
    };
    assert!(with("") < MOST, "{}", with(""));
    assert!(with("use_madv_dontdump=0") > 1 << 40);
}

#[test]
fn a_core_file_of_a_trivial_program_is_small() {
    let pattern = std::fs::read_to_string("/proc/sys/kernel/core_pattern").unwrap();
    let is_written_here = !pattern.contains(['/', '|', '%']);
    let program = Program::new(By::Sanecc, SOURCE, &["-O1"]);
    let output = Command::new("sh")
        .args(["-c", "ulimit -c unlimited && ./program"])
        .current_dir(program.folder())
        .output()
        .unwrap();
    let files = std::fs::read_dir(program.folder()).unwrap();
    let mut cores = files
        .map(|file| file.unwrap())
        .filter(|file| file.file_name().to_str().unwrap().starts_with("core"));
    match cores.next() {
        Some(core) => assert!(core.metadata().unwrap().len() < MOST),
        // The system has another place for it, or the user may have none, and then the shell has not run the program.
        None => assert!(!is_written_here || output.status.code() != Some(134)),
    }
}
