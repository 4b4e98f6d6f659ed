//! `sane measure`: figures with their sources, refusals in place of guesses, files and charts.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};

/// A folder in which `sane measure` is called; its `sys` stands for `/sys`.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Folder(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    fn json(&self, name: &str) -> Value {
        serde_json::from_slice(&std::fs::read(self.path(name)).unwrap()).unwrap()
    }

    fn measure(&self, words: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_sane"));
        command.args(["measure", "--sysfs", "sys"]).args(words);
        command.current_dir(self.0.path()).output().unwrap()
    }

    fn succeeds(&self, words: &[&str]) -> String {
        let output = self.measure(words);
        assert!(output.status.success(), "{}", stderr(&output));
        String::from_utf8(output.stdout).unwrap()
    }

    fn fails(&self, words: &[&str]) -> String {
        let output = self.measure(words);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert_eq!(String::from_utf8_lossy(&output.stdout), "");
        stderr(&output)
    }

    /// A zone of the powercap tree.
    fn zone(&self, folder: &str, name: &str, counter: u64) {
        let folder = format!("sys/class/powercap/{folder}");
        self.write(&format!("{folder}/name"), name);
        self.write(&format!("{folder}/energy_uj"), &counter.to_string());
        self.write(&format!("{folder}/max_energy_range_uj"), "100000000");
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The values of a quantity in all runs of a command.
fn values(record: &Value, subject: &str, quantity: &str) -> Vec<f64> {
    let runs = record["samples"].as_array().unwrap().iter();
    runs.filter(|run| run["subject"] == subject)
        .filter_map(|run| run["values"][quantity].as_f64())
        .collect()
}

fn missing(record: &Value, name: &str) -> String {
    let all = record["missing"].as_array().unwrap().iter();
    let reasons = all.filter(|missing| missing["name"] == name);
    reasons
        .map(|missing| missing["reason"].as_str().unwrap().to_owned())
        .collect()
}

/// A program that keeps the processor busy.
const SPIN: &str = "i=0; while [ $i -lt $1 ]; do i=$((i+1)); done";

#[test]
fn two_commands_are_compared_in_turn() {
    let folder = Folder::new();
    folder.write("spin.sh", SPIN);
    let text = folder.succeeds(&[
        "--compare",
        "short=sh spin.sh 2000",
        "long=sh spin.sh 200000",
        "--runs",
        "6",
        "--seed",
        "4",
        "--json",
        "m.json",
        "--csv",
        "m.csv",
        "--svg",
        "m.svg",
        "--png",
        "m.png",
    ]);
    assert!(
        text.contains("6 runs in random order (seed 4) after 1 for warm-up"),
        "{text}"
    );
    assert!(
        text.contains("not measured: energy: there is no zone of RAPL in sys/class/powercap"),
        "{text}"
    );
    let record = folder.json("m.json");
    let (short, long) = (
        values(&record, "short", "cpu"),
        values(&record, "long", "cpu"),
    );
    assert_eq!((short.len(), long.len()), (6, 6));
    assert!(long.iter().all(|seconds| *seconds > 0.0));
    let rows = record["summary"].as_array().unwrap().iter();
    let ratio: Vec<f64> = rows
        .filter(|row| row["quantity"] == "cpu" && row["subject"] == "long")
        .map(|row| row["ratio"]["median"].as_f64().unwrap())
        .collect();
    assert!(ratio.len() == 1 && ratio[0] > 3.0, "{ratio:?}");
    // Both come first in some round.
    let first: Vec<&Value> = record["samples"]
        .as_array()
        .unwrap()
        .chunks(2)
        .map(|pair| &pair[0]["subject"])
        .collect();
    assert!(
        first.iter().any(|name| *name == "short") && first.iter().any(|name| *name == "long"),
        "{first:?}"
    );
    let table = std::fs::read_to_string(folder.path("m.csv")).unwrap();
    assert!(
        table.contains("\n\"short, long\",cpu,s,measured,long,6,"),
        "{table}"
    );
    assert!(
        std::fs::read_to_string(folder.path("m.svg"))
            .unwrap()
            .starts_with("<svg")
    );
    assert!(
        std::fs::read(folder.path("m.png"))
            .unwrap()
            .starts_with(b"\x89PNG")
    );
    // What was written can be read, alone and with others.
    let again = folder.succeeds(&["--read", "m.json"]);
    assert_eq!(again, text);
    let twice = folder.succeeds(&[
        "--read", "m.json", "m.json", "--svg", "two.svg", "--chart", "wall",
    ]);
    assert!(twice.contains("geometric mean of ratios"), "{twice}");
    assert!(
        std::fs::read_to_string(folder.path("two.svg"))
            .unwrap()
            .contains("ratio to short")
    );
}

#[test]
fn failures_are_told_with_what_was_printed() {
    let folder = Folder::new();
    let said = folder.fails(&["--", "sh", "-c", "echo out; echo broken >&2; exit 3"]);
    assert!(
        said.contains("sh failed: ")
            && said.contains("exit status: 3; it printed:\n    broken\n    out"),
        "{said}"
    );
    assert!(
        said.contains("note: --status 3 takes that for success"),
        "{said}"
    );
    folder.succeeds(&["--runs", "1", "--status", "3", "--", "sh", "-c", "exit 3"]);
    let said = folder.fails(&["--", "sh", "-c", "kill -9 $$"]);
    assert!(
        said.contains("signal: 9") && said.contains("it printed nothing"),
        "{said}"
    );
    let said = folder.fails(&["--", "./no-such-program"]);
    assert!(
        said.contains("cannot run './no-such-program'") && said.contains("note: "),
        "{said}"
    );
    let said = folder.fails(&["--compare", "sh"]);
    assert!(said.contains("'sh' has no name"), "{said}");
    assert_eq!(folder.measure(&[]).status.code(), Some(2));
    assert_eq!(
        folder.measure(&["--runs", "0", "--", "true"]).status.code(),
        Some(2)
    );
}

#[test]
fn programs_whose_outputs_differ_are_not_compared() {
    let folder = Folder::new();
    let compared = ["--runs", "1", "--compare", "a=echo same", "b=echo other"];
    let said = folder.fails(&compared);
    assert!(
        said.contains("a and b print different text: line 1 is 'same' and 'other'"),
        "{said}"
    );
    folder.succeeds(&[&["--any-output"], &compared[..]].concat());
    let said = folder.fails(&["--runs", "1", "--warmup", "2", "--", "sh", "-c", "echo $$"]);
    assert!(
        said.contains("two runs of sh print different text"),
        "{said}"
    );
}

#[test]
fn streams_go_where_they_are_told() {
    let folder = Folder::new();
    folder.write("input", "text\n");
    folder.succeeds(&[
        "--runs",
        "2",
        "--stdin",
        "input",
        "--output",
        "kept",
        "--compare",
        "cat=cat",
        "tr=tr x x",
    ]);
    assert_eq!(
        std::fs::read_to_string(folder.path("kept/cat.1.out")).unwrap(),
        "text\n"
    );
    assert_eq!(
        std::fs::read_to_string(folder.path("kept/tr.2.out")).unwrap(),
        "text\n"
    );
    let said = folder.fails(&["--output", "kept", "--compare", "a/b=cat"]);
    assert!(
        said.contains("'a/b' cannot be part of a file name"),
        "{said}"
    );
}

#[test]
fn a_counter_that_wraps_around_in_a_run_counts_on() {
    let folder = Folder::new();
    folder.zone("intel-rapl:0", "package-0", 99_000_000);
    folder.zone("intel-rapl:0:0", "core", 10);
    folder.zone("intel-rapl:0:1", "dram", 20);
    // The run itself takes 3 J of the package, beyond the end of its range, and 1 J of its cores.
    let spend = "cd sys/class/powercap; echo 99000000 > intel-rapl:0/energy_uj; echo 10 > intel-rapl:0:0/energy_uj; sleep 0.1
                 echo 2000000 > intel-rapl:0/energy_uj; echo 1000010 > intel-rapl:0:0/energy_uj";
    let text = folder.succeeds(&[
        "--idle", "0", "--runs", "1", "--warmup", "0", "--json", "m.json", "--need", "energy",
        "--", "sh", "-c", spend,
    ]);
    let record = folder.json("m.json");
    assert_eq!(values(&record, "sh", "energy-package"), [3.0]);
    assert_eq!(values(&record, "sh", "energy-cores"), [1.0]);
    // Never a zero, and never a sum of domains.
    assert!(
        missing(&record, "energy-dram").contains("the counter did not move"),
        "{text}"
    );
    assert_eq!(values(&record, "sh", "energy-dram"), [0.0; 0]);
    assert!(text.contains("energy-package (measured): RAPL, sys/class/powercap/intel-rapl:0/energy_uj; of the whole machine, idle not subtracted"), "{text}");
}

/// A process that lets the counter of a zone go on, 2 W as the machine sees it, while it lives.
struct Ticking(Child);

impl Ticking {
    fn start(folder: &Folder) -> Self {
        let script = "n=1000000; while :; do n=$((n+40000)); echo $n > t && mv t sys/class/powercap/intel-rapl:0/energy_uj; sleep 0.02; done";
        let mut command = Command::new("sh");
        command
            .args(["-c", script])
            .current_dir(folder.0.path())
            .stderr(Stdio::null());
        Ticking(command.spawn().unwrap())
    }
}

impl Drop for Ticking {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

#[test]
fn what_the_idle_machine_takes_is_subtracted() {
    let folder = Folder::new();
    folder.zone("intel-rapl:0", "package-0", 1_000_000);
    folder.zone("intel-rapl:0:0", "core", 10);
    let _ticking = Ticking::start(&folder);
    folder.succeeds(&[
        "--idle", "1", "--runs", "1", "--json", "m.json", "--", "sleep", "0.5",
    ]);
    let record = folder.json("m.json");
    let spent = values(&record, "sleep", "energy-package");
    assert!(spent[0] > 0.1 && spent[0] < 2.0, "{spent:?}");
    let idle = record["conditions"]["idle"].to_string();
    assert!(idle.contains("package "), "{idle}");
    // A sleeping command takes next to nothing more, or that is refused.
    let above = values(&record, "sleep", "energy-package-above-idle");
    assert!(
        above
            .iter()
            .all(|joules| *joules > 0.0 && *joules < 0.7 * spent[0]),
        "{above:?} of {spent:?}"
    );
    assert!(
        above.len() == 1
            || missing(&record, "energy-package-above-idle")
                .contains("no more than the idle machine")
    );
    assert!(missing(&record, "energy-cores").contains("did not move at rest"));
}

#[test]
fn energy_that_cannot_be_had_is_refused() {
    let folder = Folder::new();
    let said = folder.fails(&["--need", "energy", "--runs", "1", "--", "true"]);
    assert!(
        said.contains("there is no zone of RAPL in sys/class/powercap")
            && said.contains("--meter CSV --marker FILE"),
        "{said}"
    );
    // A counter that stands still counts nothing.
    folder.zone("intel-rapl:0", "package-0", 5);
    let said = folder.fails(&[
        "--need", "energy", "--idle", "0.1", "--runs", "1", "--", "true",
    ]);
    assert!(
        said.contains("the energy counters did not move in 0.1"),
        "{said}"
    );
    let said = folder.fails(&[
        "--need", "energy", "--idle", "0", "--runs", "1", "--", "true",
    ]);
    assert!(
        said.contains("is too short for counters that move once a millisecond"),
        "{said}"
    );
    folder.zone("intel-rapl:0", "package-0", 100_000_001);
    let said = folder.fails(&["--idle", "0", "--runs", "1", "--", "true"]);
    assert!(said.contains("more than its range of 100000000"), "{said}");
}

#[test]
fn hardware_counters_are_measured_or_missed() {
    let folder = Folder::new();
    folder.write("spin.sh", SPIN);
    let words = [
        "--runs", "1", "--json", "m.json", "--", "sh", "spin.sh", "20000",
    ];
    folder.succeeds(&words);
    let record = folder.json("m.json");
    let counts = values(&record, "sh", "instructions");
    let demanded = folder.measure(&[&["--need", "counters"], &words[..]].concat());
    match counts.as_slice() {
        [count] => assert!(*count > 1e6 && demanded.status.success()),
        _ => {
            assert!(
                missing(&record, "instructions").contains("perf"),
                "{record}"
            );
            assert!(
                stderr(&demanded).contains("error: instructions: perf"),
                "{}",
                stderr(&demanded)
            );
        }
    }
}

/// Samples of a meter at 200 Hz for the runs of a record, warm-up first: 1 W at rest and 3 W in runs.
fn meter(record: &Value) -> String {
    let runs = record["samples"].as_array().unwrap();
    let walls = runs
        .iter()
        .map(|run| run["values"]["wall"].as_f64().unwrap());
    let mut text = "time,power,marker\n".to_owned();
    let mut tick = 0;
    let mut rows = |count: usize, watts: f64, marker: u8| {
        for _ in 0..count {
            text.push_str(&format!(
                "{:.3},{watts},{marker}\n",
                f64::from(tick) * 0.005
            ));
            tick += 1;
        }
    };
    rows(100, 1.0, 0);
    for wall in [0.2].into_iter().chain(walls) {
        rows((wall / 0.005) as usize, 3.0, 1);
        rows(100, 1.0, 0);
    }
    text
}

#[test]
fn a_meters_samples_are_aligned_by_the_marker() {
    let folder = Folder::new();
    folder.write("marker", "");
    folder.succeeds(&[
        "--marker", "marker", "--runs", "2", "--json", "m.json", "--", "sleep", "0.2",
    ]);
    assert_eq!(std::fs::read_to_string(folder.path("marker")).unwrap(), "0");
    let record = folder.json("m.json");
    folder.write("meter.csv", &meter(&record));
    let text = folder.succeeds(&[
        "--read",
        "m.json",
        "--meter",
        "meter.csv",
        "--json",
        "joined.json",
    ]);
    assert!(
        text.contains("energy-meter (measured): meter, meter.csv"),
        "{text}"
    );
    let joined = folder.json("joined.json");
    let walls = values(&joined, "sleep", "wall");
    for (joules, wall) in values(&joined, "sleep", "energy-meter").iter().zip(walls) {
        assert!((joules - 3.0 * wall).abs() < 0.05, "{joules} J in {wall} s");
    }
    let refused = |text: &str| {
        folder.write("meter.csv", text);
        folder.fails(&["--read", "m.json", "--meter", "meter.csv"])
    };
    let good = meter(&record);
    let lines: Vec<&str> = good.lines().collect();
    let gap = [&lines[..250], &lines[262..]].concat().join("\n");
    assert!(
        refused(&gap).contains("run 1 of sleep (from 1.2 s): a gap from 1.24"),
        "{}",
        refused(&gap)
    );
    let unmarked = good.replace(",1\n", ",0\n");
    assert!(refused(&unmarked).contains("the marker is set 0 times, but there were 3 runs"));
    assert!(refused("time,power\n0,1\n").contains("there is no column 'marker'"));
    let said = folder.fails(&["--meter", "meter.csv", "--", "true"]);
    assert!(said.contains("--meter without --marker"), "{said}");
    let said = folder.fails(&["--marker", "no/such/file", "--", "true"]);
    assert!(
        said.contains("cannot write the marker no/such/file"),
        "{said}"
    );
}

#[test]
fn files_that_are_no_measurements_are_refused() {
    let folder = Folder::new();
    folder.write("other.json", "{}");
    assert!(
        folder
            .fails(&["--read", "other.json"])
            .contains("other.json: not a measurement")
    );
    assert!(
        folder
            .fails(&["--read", "none.json"])
            .contains("none.json: ")
    );
    folder.succeeds(&["--runs", "1", "--json", "m.json", "--", "true"]);
    let said = folder.fails(&["--read", "m.json", "--svg", "m.svg", "--chart", "beauty"]);
    assert!(
        said.contains("no measurement has 'beauty'")
            && said.contains("--chart NAME with one of: cpu"),
        "{said}"
    );
    let said = folder.fails(&["--runs", "1", "--json", "no/such/m.json", "--", "true"]);
    assert!(said.contains("cannot write no/such/m.json"), "{said}");
}

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
