//! Instruction counts by simulators, and what models make of them.

use super::{Folder, values};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles a program; none where a tool for it is not installed.
fn program(folder: &Folder, name: &str, flags: &[&str]) -> Option<PathBuf> {
    let output = folder.path(name);
    let mut command = Command::new("clang-19");
    command
        .args(flags)
        .arg("-o")
        .arg(&output)
        .current_dir(folder.0.path());
    command.output().unwrap().status.success().then_some(output)
}

fn is_installed(program: &str) -> bool {
    let found = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&found).any(|folder| Path::new(&folder).join(program).is_file())
}

const LOOP: &str =
    "volatile int x; int main(void) { for (int i = 0; i < 100000; i++) x += i; return 0; }\n";

#[test]
fn simulators_count_instructions_and_say_that_they_are_proxies() {
    let folder = Folder::new();
    folder.write("loop.c", LOOP);
    program(&folder, "loop", &["-O1", "-static", "loop.c"]).unwrap();
    let mut counts = Vec::new();
    for (proxy, emulator, command) in [
        ("valgrind", "valgrind", "./loop"),
        ("qemu", "qemu-x86_64", "qemu-x86_64 ./loop"),
    ] {
        if !is_installed(emulator) {
            continue;
        }
        let compared = format!("loop={command}");
        let text = folder.succeeds(&[
            "--runs",
            "1",
            "--proxy",
            proxy,
            "--json",
            "m.json",
            "--compare",
            &compared,
        ]);
        assert!(
            text.contains(&format!("instructions-{proxy} (proxy)")),
            "{text}"
        );
        counts.extend(values(
            &folder.json("m.json"),
            "loop",
            &format!("instructions-{proxy}"),
        ));
    }
    // Three or four instructions a round, and the start of the C library.
    assert!(
        counts.iter().all(|count| *count > 3e5 && *count < 7e5),
        "{counts:?}"
    );
    if let [one, other] = counts[..] {
        assert!((one - other).abs() < 0.05 * one, "{counts:?}");
    }
    let said = folder.fails(&["--runs", "1", "--proxy", "qemu", "--", "./loop"]);
    assert!(said.contains("'./loop' is not run by qemu"), "{said}");
}

const BARE: &str = "volatile int x, a[8];
static void ask(int operation, int value) {
  register int r0 __asm__(\"r0\") = operation, r1 __asm__(\"r1\") = value;
  __asm__ volatile(\"bkpt 0xab\" : : \"r\"(r0), \"r\"(r1) : \"memory\");
}
void reset(void) { for (int i = 0; i < 1000; i++) { x += i * 3; a[i & 7] = x; } ask(0x18, 0x20026); for (;;); }
__attribute__((section(\".vectors\"), used)) const void *vectors[] = {(void *)0x20010000, (void *)reset};
";

const SCRIPT: &str = "ENTRY(reset)
MEMORY { code (rx) : ORIGIN = 0, LENGTH = 64K
 data (rw) : ORIGIN = 0x20000000, LENGTH = 64K }
SECTIONS { .text : { KEEP(*(.vectors)) *(.text*) } > code
 .bss : { *(.bss*) *(COMMON) } > data
 /DISCARD/ : { *(.ARM.*) } }
";

#[test]
fn a_model_tells_cycles_and_energy_with_source_and_error() {
    let folder = Folder::new();
    folder.write("bare.c", BARE);
    folder.write("bare.ld", SCRIPT);
    let flags = [
        "--target=thumbv7m-none-eabi",
        "-O1",
        "-ffreestanding",
        "-nostdlib",
        "-fuse-ld=lld",
        "-T",
        "bare.ld",
        "bare.c",
    ];
    if !is_installed("qemu-system-arm") || program(&folder, "bare.elf", &flags).is_none() {
        eprintln!("skipped: needs qemu-system-arm and lld");
        return;
    }
    let machine = "a=qemu-system-arm -M mps2-an385 -nographic -semihosting -kernel bare.elf";
    let text = folder.succeeds(&[
        "--runs",
        "1",
        "--model",
        "cortex-m3",
        "--json",
        "m.json",
        "--compare",
        machine,
    ]);
    let record = folder.json("m.json");
    let (cycles, energy) = (
        values(&record, "a", "cortex-m3-cycles"),
        values(&record, "a", "cortex-m3-energy"),
    );
    // A thousand rounds of about ten instructions.
    assert!(cycles[0] > 8_000.0 && cycles[0] < 30_000.0, "{cycles:?}");
    assert!(
        (energy[0] - cycles[0] * 1.08e-9).abs() < 1e-12,
        "{energy:?}"
    );
    assert!(
        text.contains(
            "cortex-m3-cycles (model): Arm DDI 0337, table 3-1; by its ranges of cycles up to "
        ),
        "{text}"
    );
    assert!(text.contains("data sheet of STM32L100"), "{text}");
    let text = folder.succeeds(&["--runs", "1", "--model", "cortex-m4", "--compare", machine]);
    assert!(
        text.contains("not measured: cortex-m4-energy: no data sheet is known for it"),
        "{text}"
    );
    let text = folder.succeeds(&[
        "--runs",
        "1",
        "--model",
        "cortex-m4",
        "--nanojoules-per-cycle",
        "0.5",
        "--compare",
        machine,
    ]);
    assert!(
        text.contains("cortex-m4-energy (model): 0.500 nJ a cycle"),
        "{text}"
    );
}
