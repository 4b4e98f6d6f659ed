//! The whole text of reports of programs from `tests/ui`, without what differs from run to run. `SANECC_BLESS=1` writes the files of
//! `tests/reports/golden` anew: look at each before it is committed.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use tempfile::TempDir;

/// A program below `tests/ui`, with further words for its compilation and options of the runtime.
type Row = (&'static str, &'static [&'static str], &'static str);

const POINTER: &str = "-fsanecc-mode=pointer";
const NO_QUARANTINE: &str = "quarantine_size_mb=0:thread_local_quarantine_size_kb=0";

const PROGRAMS: [Row; 54] = [
    ("access/memcpy_constant_write.c", &[], ""),
    ("access/struct_copy_read.c", &["-DN=32"], ""),
    ("cplusplus/captured_reference.cpp", &[], ""),
    ("cplusplus/iterator_after_growth.cpp", &[], ""),
    ("cplusplus/new_array_end.cpp", &[], ""),
    ("cplusplus/other_delete.cpp", &["-DWAY=1"], ""),
    (
        "cplusplus/vector_capacity.cpp",
        &["-D_GLIBCXX_SANITIZE_VECTOR"],
        "",
    ),
    ("cplusplus/use_after_delete.cpp", &[], ""),
    ("cplusplus/vector_data.cpp", &[], ""),
    ("fault/division.c", &[], ""),
    ("fault/member_of_null.c", &[], ""),
    ("fault/null_read.c", &[], ""),
    ("fault/wild_call.c", &[], ""),
    ("free/before_start.c", &[], ""),
    ("free/global.c", &[], ""),
    ("free/inside.c", &[], ""),
    ("free/stack.c", &[], ""),
    ("free/twice.c", &[], ""),
    ("free/twice_by_alias.c", &[], ""),
    ("global/function_static.c", &[], ""),
    ("global/other_file.c", &["tests/ui/global/aux/shared.c"], ""),
    ("global/read_before_start.c", &[], ""),
    ("global/read_past_end.c", &[], ""),
    ("global/thread_local.c", &[], ""),
    ("heap/calloc_overflow.c", &[], "allocator_may_return_null=0"),
    ("heap/flexible_array.c", &[], ""),
    ("heap/freed_by_thread.c", &["-pthread"], ""),
    ("heap/freed_in_callee.c", &[], ""),
    ("heap/loop_sum.c", &[], ""),
    ("heap/read_after_free.c", &[], ""),
    ("heap/read_past_end.c", &[], ""),
    ("heap/realloc_grown.c", &[], ""),
    ("heap/redzone_jump.c", &[], ""),
    ("heap/stale_after_realloc.c", &[], ""),
    ("heap/strdup_end.c", &[], ""),
    ("heap/write_before_start.c", &[], ""),
    ("library/freed_source.c", &[], ""),
    ("library/memcpy_overlap.c", &[], ""),
    ("library/negative_size.c", &[], ""),
    ("library/stack_target.c", &[], ""),
    (
        "pair/order_of_chunks.c",
        &["-fsanitize=address,pointer-compare"],
        "detect_invalid_pointer_pairs=1",
    ),
    ("pointer/member/stored_in_structure.c", &[POINTER], ""),
    (
        "pointer/provenance/freed_twice.c",
        &[POINTER],
        NO_QUARANTINE,
    ),
    ("pointer/provenance/other_chunk.c", &[POINTER], ""),
    ("pointer/provenance/reused.c", &[POINTER], NO_QUARANTINE),
    ("return/stored.c", &[], ""),
    ("scope/block.c", &[], ""),
    ("stack/alloca_past_end.c", &[], ""),
    ("stack/in_thread.c", &["-pthread"], ""),
    ("stack/second_object.c", &[], ""),
    ("stack/struct_member.c", &[], ""),
    ("stack/write_past_end.c", &[], ""),
    ("thread/join_detached.c", &["-pthread"], ""),
    ("thread/join_twice.c", &["-pthread"], ""),
];

/// A common report fits a screen: so many lines, of so many columns.
const MOST_LINES: usize = 40;
/// Those that tell two objects, each with who allocated and freed it, do not.
const MOST_LINES_OF_TWO: usize = 50;
const WIDTH: usize = 80;
/// Stands for each address.
const ADDRESS: &str = "0xADDRESS";

#[test]
fn reports_are_as_they_were_looked_at() {
    let is_blessing = std::env::var_os("SANECC_BLESS").is_some();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut failures = String::new();
    for (program, flags, options) in PROGRAMS {
        let report = report_of(root, program, flags, options);
        assert!(report.contains("SUMMARY: "), "{program}: {report}");
        let lines: usize = report.lines().map(lines_on_screen).sum();
        let most = match flags.contains(&POINTER) {
            true => MOST_LINES_OF_TWO,
            false => MOST_LINES,
        };
        if lines > most {
            let _ = writeln!(failures, "{program}: takes {lines} lines:\n{report}");
        }
        let file = golden(root, program);
        if is_blessing {
            std::fs::write(&file, &report).unwrap();
            continue;
        }
        let expected = std::fs::read_to_string(&file).unwrap_or_default();
        if report != expected {
            let _ = writeln!(
                failures,
                "{program}: {} says\n{expected}\nand the program\n{report}",
                file.display()
            );
        }
    }
    assert!(
        failures.is_empty(),
        "{failures}\nSANECC_BLESS=1 takes the reports over"
    );
}

#[test]
fn each_file_belongs_to_a_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let known: Vec<_> = PROGRAMS.iter().map(|row| golden(root, row.0)).collect();
    for entry in std::fs::read_dir(root.join("tests/reports/golden")).unwrap() {
        let path = entry.unwrap().path();
        assert!(known.contains(&path), "{} is nobody's", path.display());
    }
}

fn golden(root: &Path, program: &str) -> PathBuf {
    let (name, _) = program.rsplit_once('.').unwrap();
    let file = format!("{}.txt", name.replace('/', "-"));
    root.join("tests/reports/golden").join(file)
}

fn lines_on_screen(line: &str) -> usize {
    // As nearly all addresses, with twelve digits.
    let line = line.replace(ADDRESS, "0x123456789012");
    line.chars().count().div_ceil(WIDTH).max(1)
}

fn report_of(root: &Path, program: &str, flags: &[&str], options: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let built = folder.path().join("program");
    let is_cxx = program.ends_with(".cpp");
    let output = Command::new(env!("CARGO_BIN_EXE_sanecc"))
        .env("SANECC_RUNTIME", crate::program::runtime())
        .current_dir(root)
        .args(["-O1", "-g", "-w", "-Itests/include"])
        .arg(format!("tests/ui/{program}"))
        .args(flags)
        .args(is_cxx.then_some("-lstdc++"))
        .arg("-o")
        .arg(&built)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program}: {said}");
    let output = Command::new(&built)
        .current_dir(root)
        .env("SANECC_OPTIONS", options)
        .env("ASAN_OPTIONS", "detect_leaks=0")
        .output()
        .unwrap();
    normalised(&String::from_utf8_lossy(&output.stderr), root, &folder)
}

/// A report without addresses, processes, the places of files, and what depends on the versions of the system's libraries.
fn normalised(report: &str, root: &Path, folder: &TempDir) -> String {
    let report = report
        .replace(&format!("{}/", root.display()), "")
        .replace(&folder.path().display().to_string(), "DIR");
    let mut text = String::new();
    let mut is_behind_fold = false;
    for line in report.lines() {
        let line = if let Some(folded) = line.strip_prefix("    ... #") {
            is_behind_fold = true;
            let called = folded.split_once(" of ").map(|(_, called)| called);
            match called {
                Some(called) => format!("    ... #N to #N: N library frames of {called}"),
                None => "    ... #N to #N: N library frames".to_owned(),
            }
        } else {
            let is_frame = line.starts_with("    #") || line.starts_with("  > #");
            is_behind_fold &= is_frame;
            match line
                .split_once(" 0x")
                .filter(|_| is_frame && is_behind_fold)
            {
                Some((before, rest)) => format!("{}#N 0x{rest}", &before[..4]),
                None => line.to_owned(),
            }
        };
        let line = match line
            .strip_prefix("==")
            .and_then(|rest| rest.split_once("=="))
        {
            Some((_, rest)) => format!("==PROCESS=={rest}"),
            None => line,
        };
        let _ = writeln!(text, "{}", without_addresses(&line));
    }
    text
}

fn without_addresses(line: &str) -> String {
    let mut pieces = line.split("0x");
    let first = pieces.next().unwrap_or_default().to_owned();
    pieces.fold(first, |text, piece| {
        let rest = piece.trim_start_matches(|c: char| c.is_ascii_hexdigit());
        text + ADDRESS + rest
    })
}
