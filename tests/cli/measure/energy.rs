//! Energy by counters: wrap-around, the machine at rest, and refusals, in a tree of files that stands for the kernel's.

use super::{Folder, SPIN, missing, stderr, values};
use std::process::{Child, Command, Stdio};

#[test]
fn a_counter_that_wraps_around_in_a_run_counts_on() {
    let folder = Folder::new();
    folder.zone("intel-rapl:0", "package-0", 99_000_000);
    folder.zone("intel-rapl:0:0", "core", 10);
    folder.zone("intel-rapl:0:1", "dram", 20);
    // The run itself takes 3 J of the package, beyond the end of its range, and 1 J of its cores.
    // A file is never there without its number, as with the kernel's.
    let spend = "cd sys/class/powercap; put() { echo $2 > next; mv next $1/energy_uj; }
                 put intel-rapl:0 99000000; put intel-rapl:0:0 10; sleep 0.1
                 put intel-rapl:0 2000000; put intel-rapl:0:0 1000010";
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
