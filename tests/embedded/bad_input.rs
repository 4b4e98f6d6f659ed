//! What is wrong about a memory map, a log or a machine is said with the next step.

use crate::board::{Firmware, example, file, ours, run};
use crate::cases::named;
use sanecc_boards::BOARDS;
use std::process::Command;

fn firmware() -> Firmware {
    Firmware::build(&BOARDS[0], named("global.c"), &["-Os"])
}

/// What `sane decode` says of a log that it refuses.
fn refused(firmware: &Firmware, log: &[u8]) -> String {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().join("log");
    std::fs::write(&place, log).unwrap();
    let mut command = Command::new(ours("sane"));
    command
        .arg("decode")
        .arg("--elf")
        .arg(firmware.elf())
        .arg(&place);
    let output = run(&mut command);
    assert_eq!(output.status.code(), Some(1));
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_damaged_log_is_refused() {
    let firmware = firmware();
    let log = firmware.run().log;
    let at = log.find("sanecc-record ").unwrap() + 40;
    let mut damaged = log.clone().into_bytes();
    damaged[at] = if damaged[at] == b'7' { b'8' } else { b'7' };
    let said = refused(&firmware, &damaged);
    assert!(said.contains("the record is damaged"), "{said}");
    assert!(said.contains("__sanecc_report"), "{said}");
    let said = refused(&firmware, &log.as_bytes()[..at]);
    assert!(said.contains("the record is damaged"), "{said}");
    let said = refused(&firmware, b"all is well\n");
    assert!(said.contains("holds no whole report"), "{said}");
    let said = refused(&firmware, &[0; 500]);
    assert!(said.contains("dump all of RAM"), "{said}");
}

#[test]
fn a_file_that_is_no_elf_file_is_refused() {
    let mut command = Command::new(ours("sane"));
    command.args(["decode", "--elf"]).arg(example("start.c"));
    let output = run(&mut command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        said.contains("is no ELF file") && said.contains("--elf names"),
        "{said}"
    );
}

/// Links with a changed linker script.
fn with_script(change: impl Fn(&str) -> String) -> (Firmware, std::process::Output) {
    let firmware = firmware();
    let folder = tempfile::tempdir().unwrap();
    let script = std::fs::read_to_string(example("cortex-m.ld")).unwrap();
    std::fs::write(folder.path().join("cortex-m.ld"), change(&script)).unwrap();
    let board = std::fs::read_to_string(example("mps2-an385.ld")).unwrap();
    std::fs::write(folder.path().join("board.ld"), board).unwrap();
    let mut command = firmware.command_with(&folder.path().join("board.ld"), &["-Os"]);
    let output = run(command.arg(file("programs/global.c")));
    (firmware, output)
}

#[test]
fn a_script_without_the_shadow_is_told_what_to_include() {
    let (_, output) = with_script(|script| script.replace("INCLUDE sanecc.ld", ""));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(
        said.contains("write 'INCLUDE sanecc.ld' inside of SECTIONS"),
        "{said}"
    );
}

#[test]
fn a_shadow_that_is_too_small_or_holds_the_stack_ends_the_program() {
    for (shadow, expected) in [
        (
            ".shadow (NOLOAD) : { *(.sanecc_report) __sanecc_shadow_start = .; . += 64; __sanecc_shadow_end = .; } > RAM",
            "the shadow is smaller than the RAM",
        ),
        (
            "__sanecc_shadow_start = ORIGIN(RAM) + LENGTH(RAM) - 8192; __sanecc_shadow_end = ORIGIN(RAM) + LENGTH(RAM); .rep (NOLOAD) : { *(.sanecc_report) } > RAM",
            "the stack lies in the shadow",
        ),
    ] {
        let symbols = "\n__sanecc_ram_start = ORIGIN(RAM); __sanecc_ram_size = LENGTH(RAM);\n";
        let (firmware, output) = with_script(|script| {
            script.replace("INCLUDE sanecc.ld", &format!("{shadow}{symbols}"))
        });
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        let ended = firmware.run();
        assert_eq!(ended.status, Some(2), "{}", ended.log);
        assert!(ended.log.contains(expected), "{}", ended.log);
        assert!(ended.log.contains("sanecc: error: "), "{}", ended.log);
    }
}
