//! `sane report`: as text, as JSON, as SARIF, and as a page, which is opened in Chromium.

mod page;

use crate::build::corpus;
use crate::twin::Twin;
use serde_json::Value;
use std::process::{Command, Output};

const SANE: &str = env!("CARGO_BIN_EXE_sane");

/// The check goes where the advice is followed: `-DFOLLOWED`.
const ADVICE: &str = "\
#ifdef FOLLOWED
#define LOCAL static
#define INLINE __attribute__((always_inline))
#define BELOW(i) if (i >= 8) return 0;
#else
#define LOCAL
#define INLINE __attribute__((noinline))
#define BELOW(i)
#endif
int table[8];
__attribute__((noinline)) LOCAL int last(const int *p) { return p[7]; }
int of_local(void) { int own[8] = {1}; return last(own); }
INLINE static int first(const int *q) { return q[0]; }
int of_global(void) { return first(table); }
static int own[8];
int at(unsigned i) { BELOW(i) return own[i]; }
LOCAL int shared[8];
int in_shared(unsigned i) { return shared[i & 7]; }
";

fn twin() -> Twin {
    let twin = Twin::new();
    twin.write("advice.c", ADVICE);
    twin
}

fn compiled(twin: &Twin, words: &[&str]) {
    let first = ["-c", "-O1", "-g", "-fsanecc-embed-remarks"];
    let output = twin.only_ours(&[&first, words].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{error}");
}

fn sane(twin: &Twin, words: &[&str]) -> Output {
    let mut command = Command::new(SANE);
    command.args(words).current_dir(twin.ours(""));
    command.output().unwrap()
}

fn reported(twin: &Twin, words: &[&str]) -> String {
    let output = sane(twin, &[&["report"], words].concat());
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?} {error}");
    String::from_utf8(output.stdout).unwrap()
}

fn json(twin: &Twin, words: &[&str]) -> Value {
    let text = reported(twin, &[&["--format", "json"], words].concat());
    serde_json::from_str(&text).unwrap()
}

fn states(report: &Value, function: &str) -> Vec<String> {
    let accesses = report["files"][0]["accesses"].as_array().unwrap();
    let of = accesses
        .iter()
        .filter(|access| access["function"] == function);
    of.map(|access| access["state"].as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn the_advice_is_heeded() {
    let twin = twin();
    compiled(&twin, &["advice.c"]);
    let report = json(&twin, &["advice.o"]);
    for function in ["last", "first", "at", "in_shared"] {
        assert_eq!(states(&report, function), ["checked"], "{report:#}");
    }
    let unknown = report["unknown"].as_array().unwrap();
    let advice = |fact: &str| {
        let found = unknown.iter().find(|one| one["fact"] == fact);
        let found = found.unwrap_or_else(|| panic!("no '{fact}' in {unknown:#?}"));
        found["advice"].as_str().unwrap().to_owned()
    };
    let said = advice("the object that parameter 'p' of 'last' points to is not known");
    assert!(said.contains("make it 'static'"), "{said}");
    let said = advice("the object that parameter 'q' of 'first' points to is not known");
    assert!(said.contains("'__attribute__((always_inline))'"), "{said}");
    let said = advice("in 'at', no upper bound of the index is proved");
    assert!(said.contains("Compare the index"), "{said}");
    let said = advice(
        "whether another module poisons global variable 'shared' of 32 bytes by hand is not known",
    );
    assert!(said.contains("make it 'static'"), "{said}");
    compiled(&twin, &["-DFOLLOWED", "advice.c"]);
    let report = json(&twin, &["advice.o"]);
    for function in ["last", "first", "at", "in_shared"] {
        assert_eq!(
            states(&report, function),
            ["proved"],
            "{function} {report:#}"
        );
    }
}

#[test]
fn the_text_has_totals_files_functions_and_facts() {
    let twin = twin();
    compiled(&twin, &["advice.c"]);
    let text = reported(&twin, &["--format", "text", "advice.o"]);
    for part in [
        " accesses in 1 unit: ",
        "\n advice.c ",
        "\n last (advice.c:11) ",
        "What is not known, and how many checks wait for it:\n",
        "       1: the object that parameter 'p' of 'last' points to is not known\n          If only this file calls 'last', make it 'static'",
    ] {
        assert!(text.contains(part), "no '{part}' in\n{text}");
    }
    // The working folder is asked without a name.
    assert_eq!(reported(&twin, &["--format", "text"]), text);
}

#[test]
fn sarif_says_what_passes_and_what_is_open() {
    let twin = twin();
    compiled(&twin, &["advice.c"]);
    let log: Value =
        serde_json::from_str(&reported(&twin, &["--format", "sarif", "advice.o"])).unwrap();
    let results = log["runs"][0]["results"].as_array().unwrap();
    let open = results.iter().find(|one| one["kind"] == "open").unwrap();
    assert_eq!(
        (&open["level"], &open["ruleId"]),
        (&"none".into(), &"checked".into())
    );
    let place = &open["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "advice.c");
    assert!(place["region"]["startLine"].is_u64() && place["region"]["startColumn"].is_u64());
    assert!(
        results
            .iter()
            .any(|one| one["kind"] == "pass" && one["ruleId"] == "proved")
    );
}

#[test]
fn counts_of_a_run_order_what_costs() {
    let twin = twin();
    compiled(&twin, &["advice.c"]);
    twin.write(
        "run.info",
        "SF:advice.c\nDA:11,3\nDA:16,9000\nend_of_record\n",
    );
    let text = reported(
        &twin,
        &["--format", "text", "--counts", "run.info", "advice.o"],
    );
    let functions = text.split("\n function").nth(1).unwrap();
    let first = functions.lines().nth(1).unwrap();
    assert!(
        first.starts_with(" at (advice.c:16)") && first.ends_with(" 9000"),
        "{text}"
    );
    assert!(
        text.contains("1, executed 9000 times: in 'at', no upper bound"),
        "{text}"
    );
    twin.write("none.info", "nothing\n");
    let output = sane(&twin, &["report", "--counts", "none.info", "advice.o"]);
    assert_eq!(output.status.code(), Some(1));
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(error.contains("'none.info' has no counts\n"), "{error}");
    assert!(!twin.ours("sane-report.html").exists());
}

#[test]
fn a_program_counts_executed_accesses_for_the_report() {
    let twin = twin();
    twin.write("main.c", "int last(int *); int main(int c, char **v) { (void)v; int a[8] = {c}; return last(a) == 7; }\n");
    compiled(&twin, &["-fsanecc-count", "advice.c"]);
    compiled(&twin, &["-fsanecc-count", "main.c"]);
    assert!(
        twin.only_ours(&["advice.o", "main.o", "-o", "p"])
            .status
            .success()
    );
    let options = "report_format=json:log_path=counts";
    let ended = Command::new(twin.ours("p"))
        .env("SANECC_OPTIONS", options)
        .current_dir(twin.ours(""))
        .output()
        .unwrap();
    assert!(ended.status.success(), "{ended:?}");
    let mut files = twin
        .ours("")
        .read_dir()
        .unwrap()
        .map(|file| file.unwrap().file_name().into_string().unwrap());
    let counts = files.find(|name| name.starts_with("counts")).unwrap();
    let report = json(&twin, &["--counts", &counts, "p"]);
    assert!(
        report["executed"]["checked"].as_u64().unwrap() >= 1,
        "{report:#}"
    );
}

#[test]
fn lua_is_reported_on() {
    let twin = Twin::new();
    let lua = corpus("lua-src").join("lua-5.4.7");
    let source = lua.join("ltable.c");
    let folder = lua.to_str().unwrap();
    compiled(
        &twin,
        &["-I", folder, source.to_str().unwrap(), "-o", "ltable.o"],
    );
    let report = json(&twin, &["ltable.o"]);
    let total = report["totals"]["accesses"].as_u64().unwrap();
    assert!(total > 200, "{total}");
    let files = report["files"].as_array().unwrap();
    let listed: usize = files
        .iter()
        .map(|file| file["accesses"].as_array().unwrap().len())
        .sum();
    assert_eq!(listed as u64, total);
    let checked: u64 = report["unknown"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["checks"].as_u64().unwrap())
        .sum();
    let sums = &report["totals"];
    // Each check waits for one fact.
    assert_eq!(
        checked,
        sums["checked"].as_u64().unwrap() + sums["hoisted"].as_u64().unwrap()
    );
}

#[test]
fn objects_apart_from_the_whole_program_are_named() {
    let twin = Twin::new();
    twin.write("start.c", "int beside(int);\nint main(int n, char **v) { int a[4] = {0}; (void)v; return a[n & 3] + beside(n) - n; }\n");
    twin.write("beside.c", "int beside(int x) { return x; }\n");
    let whole = ["-O1", "-fsanecc-whole-program", "-fsanecc-embed-remarks"];
    for words in [
        &[&whole[..], &["-c", "start.c"]].concat()[..],
        &["-O1", "-c", "beside.c"],
        &[&whole[..], &["start.o", "beside.o", "-o", "p"]].concat(),
    ] {
        let output = twin.only_ours(words);
        assert!(output.status.success(), "{words:?} {output:?}");
    }
    let report = json(&twin, &["p"]);
    let expected = serde_json::json!([{"object": "beside.o", "reason": "it carries no bitcode"}]);
    assert_eq!(report["apart"], expected, "{report:#}");
    let text = reported(&twin, &["--format", "text", "p"]);
    assert!(
        text.contains("  beside.o: it carries no bitcode\n"),
        "{text}"
    );
    // What the section says is read as it is, or refused.
    let removed = ["--remove-section", ".sanecc.whole", "p"];
    let added = ["--add-section", ".sanecc.whole=beside.c", "p"];
    for words in [removed, added] {
        let ended = Command::new("objcopy")
            .args(words)
            .current_dir(twin.ours(""))
            .status();
        assert!(ended.unwrap().success());
        let output = sane(&twin, &["report", "--format", "json", "p"]);
        assert_eq!(output.status.success(), words == removed, "{output:?}");
    }
}
