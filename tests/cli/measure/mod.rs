//! `sane measure`: figures with their sources, refusals in place of guesses, files and charts.

mod energy;
mod meter;
mod simulators;

use serde_json::Value;
use std::path::PathBuf;
use std::process::{Command, Output};

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
