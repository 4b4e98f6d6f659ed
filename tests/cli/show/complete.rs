//! `sane show` lists each operation that was inserted once: compared with the calls, reads and writes of the module itself, as LLVM prints it before and after checks are inserted.

use super::SANE;
use crate::build::corpus;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The last pass before checks are inserted, and what inserts them.
const PRINT: [&str; 2] = ["-fsanecc-print=keep-faults", "-fsanecc-print=instrument"];

/// What a module has: calls of checks and of the runtime by their names, and how many instructions access memory.
#[derive(Debug, Default)]
struct Counted {
    calls: BTreeMap<String, u64>,
    accesses: u64,
    /// How many of them write into a pointer that the program has not written: they are inserted before anything else.
    unwritten: u64,
}

/// Counts in the text of a module.
fn counted(module: &str) -> Counted {
    let mut counted = Counted::default();
    let instructions = module.lines().filter(|line| line.starts_with("  "));
    for line in instructions.map(str::trim_start) {
        let line = line.split_once(" = ").map_or(line, |(_, right)| right);
        let word = line.split(' ').next().unwrap_or_default();
        match word {
            "load" | "store" | "atomicrmw" | "cmpxchg" => {
                counted.accesses += 1;
                counted.unwritten += u64::from(writes_no_address(line));
            }
            "call" | "invoke" | "tail" | "notail" | "musttail" => {
                let Some(name) = callee(line) else { continue };
                // It says something of its argument, which becomes no code.
                if name.starts_with("sanecc.same.") {
                    continue;
                }
                if name.starts_with("sanecc.") || name.starts_with("__sanecc_") {
                    *counted.calls.entry(name.to_owned()).or_default() += 1;
                } else if ["llvm.memcpy.", "llvm.memmove.", "llvm.memset."]
                    .iter()
                    .any(|intrinsic| name.starts_with(intrinsic))
                {
                    counted.accesses += 1;
                }
            }
            _ => {}
        }
    }
    counted
}

/// Whether a constant is stored that no processor has as an address.
fn writes_no_address(line: &str) -> bool {
    let number = line
        .strip_prefix("store ptr inttoptr (i64 ")
        .and_then(|rest| rest.split_once(' '));
    number.is_some_and(|(number, _)| number.parse::<i64>().unwrap() as u64 >> 56 == 0xbe)
}

/// The function that a call names: a name in front of a parenthesis.
fn callee(line: &str) -> Option<&str> {
    line.split('@').skip(1).find_map(|rest| {
        let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && !"._$".contains(c))?;
        rest[end..].starts_with('(').then_some(&rest[..end])
    })
}

/// What the listing has of the same.
fn listed(listing: &Value) -> Counted {
    let mut counted = Counted::default();
    let files = listing["files"].as_array().unwrap();
    let lines = files
        .iter()
        .flat_map(|file| file["lines"].as_array().unwrap());
    let of_lines = lines.flat_map(|line| line["operations"].as_array().unwrap());
    for operation in of_lines.chain(listing["module"].as_array().unwrap()) {
        assert_ne!(operation["text"], "", "{operation}");
        let instructions = operation["instructions"].as_u64().unwrap();
        match operation["calls"].as_str() {
            Some(name) => *counted.calls.entry(name.to_owned()).or_default() += instructions,
            None => counted.accesses += instructions,
        }
    }
    counted
}

/// How many operations the text has, from its lines.
fn printed(text: &str) -> u64 {
    let of_operations = text.lines().filter(|line| {
        let line = line.trim_start();
        let said = line.strip_prefix(": ").map(|said| {
            said.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
        });
        let left_out = ["left out: ", "left to the check", "in the call: "];
        said.is_some_and(|said| !left_out.iter().any(|start| said.starts_with(start)))
    });
    let times = of_operations.map(|line| {
        let times = line
            .strip_suffix(" times)")
            .and_then(|line| line.rsplit_once('('));
        times.map_or(1, |(_, number)| number.parse().unwrap())
    });
    times.sum()
}

fn show(source: &Path, format: &str, flags: &[&str]) -> (String, String) {
    let output = Command::new(SANE)
        .args(["show", "--format", format])
        .arg(source)
        .args([&["--", "-w"], flags].concat())
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    let said = text(output.stderr);
    assert!(
        output.status.success(),
        "{} {flags:?}: {said}",
        source.display()
    );
    (text(output.stdout), said)
}

fn is_complete(source: &Path, flags: &[&str]) {
    for mode in ["-fsanecc-mode=shadow", "-fsanecc-mode=pointer"] {
        for level in ["-O0", "-O2"] {
            let words = [&[mode, level], flags].concat();
            let (json, modules) = show(source, "json", &[&words, &PRINT[..]].concat());
            let listing: Value = serde_json::from_str(&json).unwrap();
            let (before, after) = modules.split_once("; after instrument\n").unwrap();
            let (_, before) = before.split_once("; after keep-faults\n").unwrap();
            let (before, after) = (counted(before), counted(after));
            let found = listed(&listing);
            let what = format!("{} {words:?}", source.display());
            assert_eq!(found.calls, after.calls, "{what}");
            let inserted = after.accesses + before.unwritten - before.accesses;
            assert_eq!(found.accesses, inserted, "{what}");
            assert!(!found.calls.is_empty(), "{what}");
            let (text, _) = show(source, "text", &words);
            let total = listing["total"].as_u64().unwrap();
            assert_eq!(printed(&text), total, "{what}");
            let sum = text.lines().last().unwrap();
            assert!(
                sum.starts_with(&format!("{total} operations: ")),
                "{what}: {sum}"
            );
        }
    }
}

fn own(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests")
        .join(name)
}

#[test]
fn every_operation_of_test_programs_is_listed_once() {
    let headers = format!("-I{}", own("include").display());
    for name in [
        "projects/small/hash.c",
        "pass/setjmp_keeps_frames.c",
        "pass/variable_arrays.c",
        "pass/struct_copies.c",
        "pass/pointer/sub_objects.c",
        "pass/pointer/uninitialized.c",
    ] {
        is_complete(&own(name), &[&headers]);
    }
}

#[test]
fn every_operation_of_bzip2_is_listed_once() {
    let folder = corpus("bzip2-sys").join("bzip2-1.0.8");
    is_complete(&folder.join("bzlib.c"), &[]);
}

#[test]
fn counting_sees_each_instruction() {
    let module = "define i32 @f(ptr %p) {\n  %0 = call i1 @sanecc.provenance.take(ptr @f)\n  store volatile i64 0, ptr %p\n  \
        notail call void @__sanecc_report_object(ptr @__sanecc_x)\n  %1 = load i32, ptr %p\n  \
        call void @llvm.memcpy.p0.p0.i64(ptr %p, ptr %p, i64 8, i1 false)\n  %2 = call ptr %p(ptr @sanecc.x)\n}\n\
        declare void @sanecc.check.4.4(ptr, ptr)\n";
    let found = counted(module);
    assert_eq!(found.accesses, 3);
    let names: Vec<_> = found.calls.into_iter().collect();
    let one = |name: &str| (name.to_owned(), 1);
    assert_eq!(
        names,
        [one("__sanecc_report_object"), one("sanecc.provenance.take")]
    );
}
