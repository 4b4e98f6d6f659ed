//! `-fsanecc-embed-remarks`: remarks travel in objects, and what is damaged is refused.

use crate::twin::{SANECC, Twin};
use object::{Object, ObjectSection, SectionFlags};
use std::path::Path;
use std::process::{Command, Output};

const SANE: &str = env!("CARGO_BIN_EXE_sane");
const FLAG: &str = "-fsanecc-embed-remarks";
const SECTION: &str = ".sanecc.remarks";

fn sane(twin: &Twin, words: &[&str]) -> Output {
    let mut command = Command::new(SANE);
    command.args(words).current_dir(twin.ours(""));
    command.output().unwrap()
}

fn said(output: &Output) -> (String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (text(&output.stdout), text(&output.stderr))
}

/// The last line of `sane remarks`: how many accesses there are.
fn sum(twin: &Twin, file: &str) -> String {
    let output = sane(twin, &["remarks", file]);
    let (out, error) = said(&output);
    assert!(output.status.success(), "{file}: {error}");
    out.lines().last().unwrap().to_owned()
}

fn builds(twin: &Twin, words: &[&str]) {
    let output = twin.only_ours(words);
    assert!(output.status.success(), "{words:?} {}", said(&output).1);
}

fn tool(twin: &Twin, program: &str, words: &[&str]) {
    let mut command = Command::new(program);
    let status = command.args(words).current_dir(twin.ours("")).status();
    assert!(status.unwrap().success(), "{program} {words:?}");
}

fn section(path: &Path) -> Option<(Vec<u8>, SectionFlags)> {
    let data = std::fs::read(path).unwrap();
    let file = object::File::parse(&*data).unwrap();
    let section = file.section_by_name(SECTION)?;
    Some((section.data().unwrap().to_vec(), section.flags()))
}

#[test]
fn every_way_to_an_object_carries_the_same_remarks() {
    let twin = Twin::new();
    builds(&twin, &["-c", "-O1", FLAG, "a.c", "-o", "inside.o"]);
    // Clang makes the code where somebody wants to see times.
    builds(
        &twin,
        &["-c", "-O1", FLAG, "-fverbose-asm", "a.c", "-o", "clang.o"],
    );
    builds(&twin, &["-S", "-O1", FLAG, "a.c", "-o", "a.s"]);
    builds(&twin, &["-c", "a.s", "-o", "assembled.o"]);
    builds(&twin, &["-O1", FLAG, "a.c", "b.c", "-o", "both"]);
    let expected = sum(&twin, "inside.o");
    assert!(expected.contains("accesses: "), "{expected}");
    assert_eq!(sum(&twin, "clang.o"), expected);
    assert_eq!(sum(&twin, "assembled.o"), expected);
    // b.c has no access.
    assert_eq!(sum(&twin, "both"), expected);
    let (_, flags) = section(&twin.ours("inside.o")).unwrap();
    let SectionFlags::Elf { sh_flags, .. } = flags else {
        panic!("{flags:?}")
    };
    assert_eq!(sh_flags.0, 0, "not loaded, not merged, kept by every link");
    builds(&twin, &["-c", "-O1", "a.c", "-o", "plain.o"]);
    assert!(section(&twin.ours("plain.o")).is_none());
}

#[test]
fn remarks_stay_in_what_is_linked_and_archived() {
    let twin = Twin::new();
    twin.write(
        "c.c",
        "int table[8]; int c(unsigned i) { return table[i & 7]; }\n",
    );
    builds(&twin, &["-c", "-O1", "-g", FLAG, "a.c", "c.c"]);
    tool(&twin, "ld", &["-r", "a.o", "c.o", "-o", "joined.o"]);
    tool(&twin, "ar", &["rc", "both.a", "a.o", "c.o"]);
    tool(&twin, "ar", &["rcT", "thin.a", "a.o", "c.o"]);
    let both = sum(&twin, "joined.o");
    assert_eq!(sum(&twin, "both.a"), both);
    assert_eq!(sum(&twin, "thin.a"), both);
    for flags in [&[][..], &["-Wl,--gc-sections"], &["-fuse-ld=lld"]] {
        builds(&twin, &[&["a.o", "c.o", "-o", "p"], flags].concat());
        assert_eq!(sum(&twin, "p"), both, "{flags:?}");
        tool(&twin, "strip", &["--strip-debug", "p", "-o", "q"]);
        assert_eq!(sum(&twin, "q"), both, "{flags:?}");
    }
    // The same compilation counts once, in however many files it is.
    let text = said(&sane(&twin, &["report", "--format", "text", "."])).0;
    assert!(text.contains("in 2 units"), "{text}");
}

#[test]
fn what_has_no_remarks_is_named() {
    let twin = Twin::new();
    builds(&twin, &["-c", "-O1", FLAG, "a.c"]);
    builds(&twin, &["-c", "-O1", "b.c"]);
    builds(&twin, &["a.o", "b.o", "-o", "p"]);
    tool(&twin, "objcopy", &["-R", SECTION, "p", "stripped"]);
    for file in ["b.o", "stripped"] {
        let output = sane(&twin, &["report", "--format", "text", file]);
        let (_, error) = said(&output);
        assert_eq!(output.status.code(), Some(1));
        let expected = format!(
            "sane report: error: no remarks in '{file}': it has no section of remarks: compiled without -fsanecc-embed-remarks, or stripped of it\n"
        );
        assert!(error.starts_with(&expected), "{error}");
        assert!(
            error.contains("'sane build -- COMMAND' builds with them"),
            "{error}"
        );
    }
    tool(&twin, "ar", &["rc", "both.a", "a.o", "b.o"]);
    for (file, silent) in [
        ("p", "b.c: it is linked in without"),
        ("both.a", "both.a(b.o): it has no section"),
    ] {
        let (text, _) = said(&sane(&twin, &["report", "--format", "text", file]));
        assert!(text.contains(silent), "{text}");
        assert!(!text.contains("crtstuff"), "{text}");
    }
}

#[test]
fn damaged_remarks_are_refused() {
    let twin = Twin::new();
    builds(&twin, &["-c", "-O1", FLAG, "a.c"]);
    let whole = twin.read("a.o");
    let (content, _) = section(&twin.ours("a.o")).unwrap();
    let begin = whole
        .windows(content.len())
        .position(|part| part == content)
        .unwrap();
    for (offset, value, expected) in [
        (
            8,
            9,
            "the remarks have format 9, and this program reads format 1",
        ),
        (
            12,
            content[12] + 1,
            "the remarks end in the middle: 1 bytes are missing",
        ),
        (
            30,
            !content[30],
            "the remarks are damaged: their checksum is wrong",
        ),
        (
            0,
            b'x',
            "the remarks are damaged: no frame begins at byte 0",
        ),
    ] {
        let mut damaged = whole.clone();
        damaged[begin + offset] = value;
        std::fs::write(twin.ours("damaged.o"), damaged).unwrap();
        let output = sane(&twin, &["report", "--format", "text", "damaged.o"]);
        let (out, error) = said(&output);
        assert_eq!((output.status.code(), &*out), (Some(1), ""));
        let expected = format!("sane report: error: 'damaged.o': {expected}\n");
        assert!(error.starts_with(&expected), "{error}");
        assert!(error.contains("note: "), "{error}");
    }
    let half = &whole[..whole.len() / 2];
    std::fs::write(twin.ours("damaged.o"), half).unwrap();
    let output = sane(&twin, &["report", "--format", "text", "damaged.o"]);
    assert!(
        said(&output)
            .1
            .contains("'damaged.o' is a damaged object: ")
    );
}

#[test]
fn the_object_does_not_depend_on_being_recorded_or_on_the_folder() {
    let twin = Twin::new();
    twin.folder("log");
    twin.folder("sub");
    builds(&twin, &["-c", "-O1", FLAG, "b.c", "-o", "one.o"]);
    std::fs::copy(twin.ours("b.c"), twin.ours("sub/b.c")).unwrap();
    let recorded = Command::new(SANECC)
        .args(["-c", "-O1", FLAG, "b.c", "-o", "two.o"])
        .env("SANECC_BUILD_LOG", twin.ours("log"))
        .current_dir(twin.ours("sub"))
        .status();
    assert!(recorded.unwrap().success());
    assert!(twin.read("one.o") == twin.read("sub/two.o"));
    let records = twin.ours("log").read_dir().unwrap().count();
    assert_eq!(records, 2, "a record of the command, and its remarks");
}
