//! Links of what does not fit together: the linker's words and status, and a line that says what is mixed with what.

use crate::twin::Twin;
use std::path::Path;
use std::process::Command;

const MAIN: &str = "int f(int); int main(int argc, char **argv) { return f(argc) - 1; }\n";
/// Has a global, which AddressSanitizer registers.
const PART: &str = "int g[4]; int f(int x) { g[x] = x; return g[x]; }\n";

/// `main.o` of ours in the folder of ours.
fn twin() -> Twin {
    let twin = Twin::new();
    twin.write("main.c", MAIN);
    twin.write("f.c", PART);
    ours(&twin, &["-c", "main.c"]);
    twin
}

fn ours(twin: &Twin, words: &[&str]) {
    let output = twin.only_ours(words);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{words:?}: {said}");
}

fn make(twin: &Twin, program: &str, words: &[&str]) {
    let mut command = Command::new(program);
    let status = command.args(words).current_dir(twin.ours("")).status();
    assert!(status.unwrap().success(), "{program} {words:?}");
}

/// Makes `libf.so`, checked by the AddressSanitizer of a compiler.
fn make_library(twin: &Twin, compiler: &str) {
    let words = "-fsanitize=address -shared -fPIC f.c -o libf.so";
    make(twin, compiler, &words.split(' ').collect::<Vec<_>>());
}

/// What a link says that fails as the linker makes it fail.
fn failure(twin: &Twin, words: &[&str]) -> String {
    let output = twin.only_ours(words);
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("undefined reference"), "{said}");
    assert!(said.contains("linker command failed"), "{said}");
    said
}

fn notes(said: &str) -> Vec<&str> {
    let notes = said.lines().filter(|line| line.starts_with("sanecc: "));
    notes.collect()
}

#[test]
fn objects_of_address_sanitizer_are_named_with_their_compiler() {
    let twin = twin();
    for (compiler, name) in [("clang-19", "clang"), ("gcc", "gcc")] {
        make(
            &twin,
            compiler,
            &["-fsanitize=address", "-c", "f.c", "-o", "f.o"],
        );
        let said = failure(&twin, &["main.o", "f.o", "-o", "p"]);
        let expected = format!(
            "sanecc: note: 'f.o' is checked by {name}'s AddressSanitizer, and this link has sanecc's runtime; compile it with sanecc instead of {name}"
        );
        assert_eq!(notes(&said), [expected]);
        // Beside a source, too, and in archives, wherever they are named.
        make(&twin, "ar", &["rcs", "libf.a", "f.o"]);
        for words in [
            &["main.c", "libf.a", "-o", "p"][..],
            &["main.o", "-L", ".", "-lf", "-o", "p"],
            &["main.o", "-L.", "-l:libf.a", "-o", "p"],
            &[
                "main.o",
                "-Wl,--whole-archive,libf.a,--no-whole-archive",
                "-o",
                "p",
            ],
        ] {
            let said = failure(&twin, words);
            let [note] = notes(&said)[..] else {
                panic!("{words:?}: {said}")
            };
            assert!(note.contains("libf.a(f.o)' is checked by "), "{note}");
        }
    }
    make_library(&twin, "clang-19");
    let said = failure(&twin, &["main.o", "-L.", "-lf", "-o", "p"]);
    assert!(
        notes(&said)[0].contains("libf.so' is checked by clang's"),
        "{said}"
    );
}

#[test]
fn shared_objects_that_must_be_complete_are_explained_too() {
    let twin = twin();
    make(
        &twin,
        "clang-19",
        &["-fsanitize=address", "-fPIC", "-c", "f.c", "-o", "f.o"],
    );
    let said = failure(&twin, &["-shared", "-Wl,-z,defs", "f.o", "-o", "f.so"]);
    assert_eq!(notes(&said).len(), 1, "{said}");
}

#[test]
fn other_sanitizers_are_named() {
    let twin = twin();
    for (flag, advice) in [
        ("thread", "cannot be in a program beside sanecc's"),
        ("memory", "cannot be in a program beside sanecc's"),
        ("undefined", "link with -fsanitize=undefined, too"),
    ] {
        let checked = format!("-fsanitize={flag}");
        make(&twin, "clang-19", &[&checked, "-c", "f.c", "-o", "f.o"]);
        let said = failure(&twin, &["main.o", "f.o", "-o", "p"]);
        let [note] = notes(&said)[..] else {
            panic!("{flag}: {said}")
        };
        assert!(note.contains(&checked) && note.contains(advice), "{note}");
    }
    // The last one is still there, and the advice is right.
    ours(&twin, &["-fsanitize=undefined", "main.o", "f.o", "-o", "p"]);
    assert!(twin.program("p").status.success());
}

#[test]
fn objects_of_another_version_are_named_and_counted() {
    let twin = twin();
    ours(&twin, &["-c", "f.c"]);
    let current = format!("__sanecc_runtime_v{}_", sanecc_abi::VERSION);
    for name in ["f.o", "main.o"] {
        let symbol = sanecc_abi::symbols::VERSION_SYMBOL;
        let older = symbol.replace(&current, "__sanecc_runtime_v3_");
        let rename = format!("{symbol}={older}");
        make(&twin, "objcopy", &["--redefine-sym", &rename, name]);
    }
    let said = failure(&twin, &["main.o", "f.o", "-o", "p"]);
    let expected = format!(
        "sanecc: note: 'main.o' and another file are made by another version of sanecc: for runtime interface 3, and this link has {}; \
         compile them again with this sanecc",
        sanecc_abi::VERSION
    );
    assert_eq!(notes(&said), [expected]);
}

#[test]
fn a_runtime_that_a_flag_leaves_out_is_missed() {
    let twin = twin();
    for flag in ["-fno-sanitize-link-runtime", "-fsanecc-runtime=never"] {
        let said = failure(&twin, &[flag, "main.c", "f.c", "-lc", "-o", "p"]);
        let [note] = notes(&said)[..] else {
            panic!("{flag}: {said}")
        };
        let expected = format!(
            "sanecc: note: 'main.c' is checked by sanecc, and '{flag}' leaves sanecc's runtime out of the link; take it out, or add -fsanecc-runtime=always"
        );
        assert_eq!(note, expected);
    }
}

/// Nothing is guessed where the user's own symbol is missing.
#[test]
fn other_failures_are_the_linkers_alone() {
    let twin = twin();
    let said = failure(&twin, &["main.o", "-o", "p"]);
    assert!(notes(&said).is_empty(), "{said}");
    let output = twin.only_ours(&["main.o", "-lnowhere", "-o", "p"]);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        !output.status.success() && notes(&said).is_empty(),
        "{said}"
    );
}

#[test]
fn address_sanitizers_runtime_is_left_out() {
    let twin = twin();
    for words in [
        &["main.o", "f.c", "-lasan", "-o", "p"][..],
        &["-lasan", "main.c", "f.c", "-o", "p"],
        &["main.o", "f.c", "-Wl,--no-as-needed,-lasan", "-o", "p"],
    ] {
        let output = twin.only_ours(words);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{said}");
        assert!(said.contains("-lasan' is left out of the link"), "{said}");
        let ran = twin.program("p");
        assert!(ran.status.success() && ran.stderr.is_empty());
    }
    // What a static link of it asks for is what ours is.
    let output = twin.only_ours(&["main.o", "f.c", "-static-libasan", "-o", "p"]);
    assert!(output.status.success() && output.stderr.is_empty());
    assert!(twin.program("p").status.success());
    ours(
        &twin,
        &["-w", "-shared", "-fPIC", "f.c", "-lasan", "-o", "libf.so"],
    );
    assert!(!needed(&twin.ours("libf.so")).contains("libasan"));
}

fn needed(file: &Path) -> String {
    let output = Command::new("readelf")
        .arg("-d")
        .arg(file)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// A library by gcc needs gcc's runtime, so that the link succeeds; the program says it before that runtime gives up.
#[test]
fn a_program_with_both_runtimes_says_so() {
    let twin = twin();
    make_library(&twin, "gcc");
    ours(&twin, &["main.o", "./libf.so", "-o", "p"]);
    let ran = twin.program("p");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert!(!ran.status.success(), "{said}");
    let first = said.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("sanecc: error: libasan.so.")
            && first.contains("; libf.so needs it: compile that with sanecc"),
        "{said}"
    );
}
