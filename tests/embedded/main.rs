//! Firmware with one error each, run on emulated boards: the device's report, decoded, names kind, access and line; the fixed revision is silent.
//!
//! Needs qemu, a C library for the processors (`cargo xtask setup --yes`) and the runtimes (`cargo xtask build --target thumbv7m-none-eabi` and so on).

mod bad_input;
mod board;
mod cases;
mod freertos;

use board::Firmware;
use cases::CASES;
use sanecc_boards::{BOARDS, Board};

#[test]
fn errors_are_found_on_a_cortex_m3() {
    errors_are_found_and_fixed_programs_are_silent(&BOARDS[0]);
}

#[test]
fn errors_are_found_on_a_cortex_m4() {
    errors_are_found_and_fixed_programs_are_silent(&BOARDS[1]);
}

#[test]
fn errors_are_found_on_a_cortex_m0() {
    errors_are_found_and_fixed_programs_are_silent(&BOARDS[2]);
}

#[test]
fn errors_are_found_on_risc_v() {
    errors_are_found_and_fixed_programs_are_silent(&BOARDS[3]);
}

fn errors_are_found_and_fixed_programs_are_silent(board: &'static Board) {
    for case in CASES {
        if !board::has(board, case) {
            continue;
        }
        for extra in case.variants {
            let what = format!("{} on {} with {extra:?}", case.program, board.name);
            let fixed = Firmware::build(board, case, &[extra, &["-DFIXED"][..]].concat());
            let ended = fixed.run();
            assert_eq!(ended.status, Some(0), "{what}, fixed: {}", ended.log);
            let Some(kind) = case.kind else { continue };
            let wrong = Firmware::build(board, case, extra);
            let ended = wrong.run();
            assert_eq!(ended.status, Some(1), "{what}: {}", ended.log);
            assert!(
                ended.log.contains(&format!("sanecc: {kind}: ")),
                "{what}: {}",
                ended.log
            );
            let text = wrong.decoded(&ended.log);
            for expected in [
                &format!("ERROR: sanecc: {kind} on address"),
                case.access,
                case.place,
            ] {
                assert!(
                    text.contains(expected),
                    "{what}: no '{expected}' in\n{text}"
                );
            }
        }
    }
}

/// Tasks, a ring buffer, a protocol and a filter, over the heap of a kernel; one error of each kind, on every board.
#[test]
fn each_seeded_error_of_a_firmware_is_found() {
    for board in BOARDS {
        let sources = ["kernel", board.port, "main", "ring", "parser", "filter"];
        let sources = sources.map(|name| board::file("firmware").join(format!("{name}.c")));
        let build = |bug: &str| {
            let bug = format!("-D{bug}");
            Firmware::of(board, &sources, &["-Os", "-fsanecc-heap=freertos", &bug])
        };
        let ended = build("NO_BUG").run();
        assert_eq!(ended.status, Some(0), "{}: {}", board.name, ended.log);
        for (bug, kind, place) in [
            ("BUG_GLOBAL", "global-buffer-overflow", "ring_put"),
            ("BUG_HEAP", "heap-buffer-overflow", "parse "),
            ("BUG_FREED", "heap-use-after-free", "handle "),
            ("BUG_STACK", "stack-buffer-overflow", "filter "),
        ] {
            let what = format!("{bug} on {}", board.name);
            let firmware = build(bug);
            let ended = firmware.run();
            assert_eq!(ended.status, Some(1), "{what}: {}", ended.log);
            let text = firmware.decoded(&ended.log);
            for expected in [&format!("ERROR: sanecc: {kind} on"), place] {
                assert!(
                    text.contains(expected),
                    "{what}: no '{expected}' in\n{text}"
                );
            }
        }
    }
}

#[test]
fn the_device_prints_lines_where_they_are_in_the_program() {
    let board = &BOARDS[0];
    let case = cases::named("stack.c");
    let firmware = Firmware::build(board, case, &["-fsanecc-device-lines"]);
    let log = firmware.run().log;
    assert!(log.contains("stack.c:9 in fill"), "{log}");
}

#[test]
fn a_dump_of_the_record_is_decoded_too() {
    let board: &Board = &BOARDS[0];
    let firmware = Firmware::build(board, cases::named("heap.c"), &[]);
    let log = firmware.run().log;
    let digits = log.split("sanecc-record ").nth(1).unwrap();
    let digits = digits.lines().next().unwrap().trim();
    let bytes = (0..digits.len()).step_by(2);
    let bytes = bytes.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).unwrap());
    let mut dump = vec![0; 100];
    dump.extend(bytes);
    dump.extend([0xff; 33]);
    let from_dump = firmware.decoded(&dump);
    assert!(from_dump.contains("heap-buffer-overflow"), "{from_dump}");
    assert!(from_dump.contains("heap chunk, 12 bytes"), "{from_dump}");
    assert!(from_dump.contains("allocated by"), "{from_dump}");
}
