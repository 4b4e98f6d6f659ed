//! The firmware as tasks of FreeRTOS, unchanged from a crate that vendors it: one error of each kind, of which the last is found inside of the kernel.

use super::board::{self, Firmware};
use sanecc_boards::{BOARDS, Board};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What is wrong, the kind of its report, and what is in the decoded text.
const BUGS: [(&str, &str, &str); 5] = [
    ("BUG_GLOBAL", "global-buffer-overflow", "in ring_put "),
    ("BUG_HEAP", "heap-buffer-overflow", "in parse "),
    ("BUG_FREED", "heap-use-after-free", "in count_one "),
    ("BUG_STACK", "stack-buffer-overflow", "in filter "),
    // The receiver's variable is smaller than an item: the kernel copies it.
    (
        "BUG_QUEUE",
        "stack-buffer-overflow",
        "in prvCopyDataFromQueue ",
    ),
];

#[test]
fn seeded_errors_are_found_under_freertos_on_a_cortex_m3() {
    errors_are_found(&BOARDS[0], "ARM_CM3");
}

#[test]
fn seeded_errors_are_found_under_freertos_on_a_cortex_m4() {
    errors_are_found(&BOARDS[1], "ARM_CM4F");
}

fn errors_are_found(board: &'static Board, port: &str) {
    let kernel = kernel();
    let build = |bug: &str| firmware(board, &kernel, port, bug);
    let ended = build("NO_BUG").run();
    assert_eq!(ended.status, Some(0), "{}", ended.log);
    for (bug, kind, place) in BUGS {
        let firmware = build(bug);
        let ended = firmware.run();
        assert_eq!(ended.status, Some(1), "{bug}: {}", ended.log);
        let text = firmware.decoded(&ended.log);
        for expected in [&format!("ERROR: sanecc: {kind} on"), place] {
            assert!(text.contains(expected), "{bug}: no '{expected}' in\n{text}");
        }
    }
}

fn firmware(board: &'static Board, kernel: &Path, port: &str, bug: &str) -> Firmware {
    let own = ["main.c", "heap.c"].map(|name| board::file("freertos").join(name));
    let parts = ["ring.c", "parser.c", "filter.c"];
    let parts = parts.map(|name| board::file("firmware").join(name));
    let port = kernel.join("portable/GCC").join(port);
    let of_kernel = ["tasks.c", "queue.c", "list.c"].map(|name| kernel.join(name));
    let sources = [&own[..], &parts, &of_kernel, &[port.join("port.c")]].concat();
    let includes = [
        board::file("freertos"),
        kernel.to_owned(),
        kernel.join("include"),
        port,
    ];
    let includes = includes.map(|folder| format!("-I{}", folder.display()));
    let bug = format!("-D{bug}");
    let flags = ["-Os", "-w", "-fsanecc-heap=freertos", &bug];
    let flags: Vec<&str> = (flags.into_iter())
        .chain(includes.iter().map(String::as_str))
        .collect();
    Firmware::of(board, &sources, &flags)
}

/// Where cargo has the kernel, whose version `tests/projects/freertos/Cargo.lock` pins.
fn kernel() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let text = board::succeed(
        Command::new(env!("CARGO"))
            .args(["metadata", "--format-version=1", "--locked"])
            .arg("--manifest-path")
            .arg(root.join("tests/projects/freertos/Cargo.toml")),
    );
    let metadata: Value = serde_json::from_str(&text).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let found = packages
        .iter()
        .find(|one| one["name"] == "freertos-next")
        .unwrap();
    let manifest = Path::new(found["manifest_path"].as_str().unwrap());
    manifest.with_file_name("FreeRTOS-Kernel")
}
