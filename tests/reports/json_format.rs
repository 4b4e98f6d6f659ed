//! `report_format=json`, and SARIF made of it.

use crate::program::{By, Outcome, Program};
use serde_json::Value;
use std::process::Command;

const SOURCE: &str = r#"
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) static int get(volatile char *p, int at) { return p[at]; }
__attribute__((noinline)) static void local(int at) { volatile char own[10]; own[at] = 1; }
int main(int count, char **arguments) {
    char *block = malloc(10);
    get(block, 10);
    local(9 + count);
    free(block);
    get(block, 3);
    free(block);
    return 0;
}
"#;

/// In pointer mode, with 1 an access to a chunk whose memory was given out again, with 2 another `free` of it, with 3 one behind a member that is kept.
const KEPT: &str = r#"
#include <stdlib.h>
struct message { char text[8]; long rest; };
struct reader { char *next; };
static struct reader *volatile reader; static void *volatile made, *volatile old;
__attribute__((noinline)) static void put(int at) {
    char *next = reader->next;
    next[at] = 1;
}
int main(int count, char **arguments) {
    struct reader own;
    reader = &own;
    struct message *message = malloc(2 * sizeof *message);
    if (arguments[1][0] == '3') {
        own.next = message[1].text;
        put(8);
    }
    own.next = (char *)message; old = message;
    free(message);
    do made = malloc(2 * sizeof *message); while (made != old);
    if (arguments[1][0] == '1') put(0);
    free(own.next);
    return 0;
}
"#;

/// An error of the kind that the argument names.
const EVERY_KIND: &str = r#"
#include <stdlib.h>
#include <string.h>
#include <signal.h>
static void *volatile kept;
static char global[20];
__attribute__((noinline)) static int get(volatile char *p, long at) { return p[at]; }
int main(int count, char **arguments) {
    char *block = malloc(10);
    switch (arguments[1][0]) {
    case 'h': get(block, 10); break;
    case 'p': memmove(block, block + 1, -(long)count); break;
    case 'o': memcpy(global + count, global, 10); break;
    case 's':
        if (arguments[1][2] == 'g') get((char *)(1L << 60), 0);
        else kept = malloc(-(long)count);
        break;
    case 'l': kept = malloc(77); kept = 0; break;
    case 't': free(block); free(block); return 0;
    case 'w': get((char *)24, 0);
    }
    free(block);
    return 0;
}
"#;

const OPTIONS: &str = "report_format=json:halt_on_error=0";

fn records(outcome: &Outcome) -> Vec<Value> {
    let read = |line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
    outcome.stderr.lines().map(read).collect()
}

fn program(flags: &[&str]) -> Program {
    Program::new(
        By::Sanecc,
        SOURCE,
        &[&["-fsanecc-recover", "-O1"], flags].concat(),
    )
}

#[test]
fn each_report_is_one_object_on_one_line() {
    let records = records(&program(&[]).run(&[], OPTIONS));
    let kinds: Vec<_> = records
        .iter()
        .map(|r| r["kind"].as_str().unwrap())
        .collect();
    // The second read is the first one's place in the code.
    assert_eq!(
        kinds,
        [
            "heap-buffer-overflow",
            "stack-buffer-overflow",
            "double-free"
        ]
    );
    let [heap, stack, twice] = &records[..] else {
        unreachable!()
    };
    assert_eq!(heap["access"]["direction"], "read");
    assert_eq!(heap["access"]["size"], 1);
    assert_eq!(heap["access"]["address"], heap["address"]);
    assert_eq!(heap["site"]["line"], 4);
    assert_eq!(heap["site"]["file"], "program.c");
    assert_eq!(heap["object"]["size"], 10);
    assert_eq!(heap["object"]["offset"], 10);
    assert_eq!(heap["fatal"], false);
    assert_eq!(heap["stacks"][1]["role"], "allocated");
    let frame = &heap["stacks"][0]["frames"][1];
    assert_eq!(
        (&frame["function"], &frame["line"]),
        (&"main".into(), &8.into())
    );
    for name in ["file", "module", "offset", "pc"] {
        assert!(frame[name].is_string(), "{frame}");
    }
    assert_eq!(stack["object"]["name"], "own");
    assert_eq!(twice["stacks"][1]["role"], "freed");
    assert_eq!(twice["object"]["state"], "freed");
}

#[test]
fn reports_of_pointers_tell_what_they_were_derived_from_and_where() {
    let program = Program::new(By::Sanecc, KEPT, &["-O1", "-fsanecc-mode=pointer"]);
    let options = "report_format=json:quarantine_size_mb=0:thread_local_quarantine_size_kb=0";
    let record = |case: &str| records(&program.run(&[case], options)).remove(0);
    let lines_of = |record: &Value, role: &str| {
        let stacks = record["stacks"].as_array().unwrap().iter();
        let mut stacks = stacks.filter(|stack| stack["role"] == role);
        stacks
            .next()
            .map(|stack| stack["frames"][0]["line"].clone())
    };
    for (case, kind) in [("1", "use-after-reuse"), ("2", "double-free")] {
        let record = record(case);
        assert_eq!(record["kind"], kind, "{record}");
        assert_eq!(record["meant"]["object"]["state"], "freed", "{record}");
        assert_eq!(record["meant"]["object"]["size"], 32, "{record}");
        assert_eq!(
            lines_of(&record, "meant freed"),
            Some(19.into()),
            "{record}"
        );
        assert_eq!(lines_of(&record, "meant allocated"), Some(13.into()));
        assert_eq!(lines_of(&record, "allocated"), Some(20.into()), "{record}");
    }
    let record = record("3");
    assert_eq!(record["kind"], "sub-object-overflow", "{record}");
    assert_eq!(record["kept"]["line"], 15, "{record}");
    assert_eq!(record["source"]["line"], 7, "{record}");
}

#[test]
fn fingerprints_tell_errors_apart_and_stay() {
    let fingerprints = |program: &Program| {
        let records = records(&program.run(&[], OPTIONS));
        let of = |r: &Value| r["fingerprint"].as_str().unwrap().to_owned();
        records.iter().map(of).collect::<Vec<_>>()
    };
    // Another process, another folder, other addresses.
    let first = fingerprints(&program(&[]));
    assert_eq!(first, fingerprints(&program(&[])));
    assert_eq!(first, fingerprints(&program(&["-no-pie"])));
    assert_eq!(first, fingerprints(&program(&["-static"])));
    let mut different = first.clone();
    different.sort();
    different.dedup();
    assert_eq!(different.len(), 3, "{first:?}");
}

#[test]
fn json_is_never_coloured() {
    let outcome = program(&[]).run(&[], &format!("{OPTIONS}:color=always"));
    assert_eq!(records(&outcome).len(), 3);
}

/// SARIF's own schema, as the crate brings it whose types are made of it.
fn schema() -> Value {
    #[derive(serde::Deserialize)]
    struct Metadata {
        packages: Vec<Package>,
    }
    #[derive(serde::Deserialize)]
    struct Package {
        name: String,
        manifest_path: std::path::PathBuf,
    }
    let cargo = std::env::var_os("CARGO").unwrap_or("cargo".into());
    let platform = ["--filter-platform", "x86_64-unknown-linux-gnu"];
    let output = Command::new(cargo)
        .args(["metadata", "--offline", "--locked", "--format-version=1"])
        .args(platform)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    let metadata: Metadata = serde_json::from_slice(&output.stdout).unwrap();
    let found = metadata
        .packages
        .iter()
        .find(|package| package.name == "serde-sarif");
    let path = found
        .unwrap()
        .manifest_path
        .with_file_name("src/schema.json");
    let mut schema: Value = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    // No regular expression by the standard's own measure: a bracket is too many.
    for definition in ["run", "toolComponent"] {
        let language = &mut schema["definitions"][definition]["properties"]["language"];
        let pattern = language.as_object_mut().unwrap().remove("pattern");
        assert!(pattern.is_some(), "{definition}");
    }
    schema
}

/// What a log breaks of the schema, places and messages.
fn broken(schema: &jsonschema::Validator, log: &Value) -> Vec<String> {
    let say =
        |error: jsonschema::ValidationError<'_>| format!("{}: {error}", error.instance_path());
    schema.iter_errors(log).map(say).collect()
}

#[test]
fn logs_of_every_kind_of_record_fit_the_schema() {
    let schema = jsonschema::options()
        .should_validate_formats(true)
        .build(&schema())
        .unwrap();
    // Stripped, in a place with a blank and a colon, leaking, and with errors of two places.
    let program = Program::named(
        By::Sanecc,
        "every kind: 1.c",
        EVERY_KIND,
        &["-fsanecc-recover", "-O1"],
    );
    let mut records = String::new();
    for kind in [
        "heap", "pair", "overlap", "signal", "size", "leak", "twice", "wild",
    ] {
        let outcome = program.run(
            &[kind],
            &format!("{OPTIONS}:detect_leaks=1:allocator_may_return_null=0"),
        );
        assert!(
            outcome.stderr.contains("\"tool\":\"sanecc\""),
            "{kind}: {}",
            outcome.stderr
        );
        records += &outcome.stderr;
    }
    let log = sarif(&program, &records);
    let kinds = log["runs"][0]["tool"]["driver"]["rules"]
        .as_array()
        .unwrap()
        .len();
    assert!(kinds >= 6, "{log:#}");
    assert_eq!(broken(&schema, &log), Vec::<String>::new(), "{log:#}");
    let mut wrong = log.clone();
    wrong["runs"][0]["results"][0]["level"] = "fatal".into();
    assert!(!broken(&schema, &wrong).is_empty());
}

fn sarif(program: &Program, records: &str) -> Value {
    let file = program.folder().join("reports");
    std::fs::write(&file, records).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_sane"))
        .arg("sarif")
        .arg(&file)
        .output()
        .unwrap();
    assert!(output.status.success(), "{output:?}");
    serde_json::from_slice(&output.stdout).unwrap()
}

#[test]
fn sane_makes_a_sarif_log() {
    let program = program(&[]);
    let log = sarif(&program, &program.run(&[], OPTIONS).stderr);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["tool"]["driver"]["name"], "sanecc");
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    let results = run["results"].as_array().unwrap();
    assert_eq!((rules.len(), results.len()), (3, 3));
    for result in results {
        assert!(rules.iter().any(|rule| rule["id"] == result["ruleId"]));
        assert!(result["message"]["text"].is_string());
        let place = &result["locations"][0]["physicalLocation"];
        assert!(place["artifactLocation"]["uri"].is_string(), "{result:#}");
        assert!(place["region"]["startLine"].is_u64());
        assert!(result["partialFingerprints"]["sanecc/v1"].is_string());
        for stack in result["stacks"].as_array().unwrap() {
            assert!(!stack["frames"].as_array().unwrap().is_empty());
        }
    }
    let failed = Command::new(env!("CARGO_BIN_EXE_sane"))
        .args(["sarif", "/nothing/there"])
        .output()
        .unwrap();
    assert_eq!(failed.status.code(), Some(1));
}
