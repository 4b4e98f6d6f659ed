//! `-fsanecc-whole-program`: what objects carry, what the link merges, and what it leaves as it is.

mod symbols;

use crate::twin::{CLANG, Twin};
use std::process::Command;

const FLAG: &str = "-fsanecc-whole-program";

const MAIN: &str = "#include <stdio.h>\nint used(const int *, int);\n\
    int main(int argc, char **argv) { int a[4] = {1, 2, 3, 4}; printf(\"%d\\n\", used(a, argc > 1 ? 9 : 4)); return 0; }\n";
const USED: &str = "int deep(int);\nint used(const int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += deep(p[i]); return s; }\n";
const DEEP: &str = "__attribute__((weak)) int weak(void) { return 0; }\nint common;\nstatic int local(int x) { return x; }\n\
    int deep(int x) { return local(x) + weak() + common; }\n";
/// It poisons memory by hand: others must not lose their proofs by that.
const POOL: &str = "void __asan_poison_memory_region(void const volatile *, unsigned long);\nvoid __asan_unpoison_memory_region(void const volatile *, unsigned long);\n\
    static int pool[64];\nint taken(int i) { __asan_poison_memory_region(pool, 64); int r = pool[32 + (i & 7)]; __asan_unpoison_memory_region(pool, 64); return r; }\n";
/// It has a pointer to a local, which stays within the program.
const OWNER: &str = "int taken(int);\n__attribute__((noinline)) static int filled(int *p, int i) { p[i & 3] = i; return p[0]; }\n\
    int idle(void) { int own[4] = {1, 2, 3, 4}; return filled(own, taken(2)) + own[3]; }\n";
const IDLE: &str = "int idle(void) { return 7; }\n";

fn program() -> Twin {
    let twin = Twin::new();
    for (name, text) in [
        ("main.c", MAIN),
        ("used.c", USED),
        ("deep.c", DEEP),
        ("idle.c", IDLE),
    ] {
        twin.write(name, text);
    }
    twin
}

/// Compiles, or links.
fn runs(twin: &Twin, words: &[&str]) -> String {
    let output = twin.only_ours(&[&["-O2", FLAG], words].concat());
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{words:?}: {said}");
    said
}

fn compiled() -> Twin {
    let twin = program();
    for name in ["main.c", "used.c", "deep.c", "idle.c"] {
        runs(&twin, &["-c", name]);
    }
    twin
}

fn tool(twin: &Twin, name: &str, words: &[&str]) -> String {
    let mut command = Command::new(name);
    let output = command
        .args(words)
        .current_dir(twin.ours(""))
        .output()
        .unwrap();
    assert!(output.status.success(), "{name} {words:?}: {output:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Links, and gives what the program says of how it was linked.
fn linked(twin: &Twin, words: &[&str]) -> serde_json::Value {
    let said = runs(twin, &[words, &["-o", "p"]].concat());
    assert_eq!(said, "");
    note(twin)
}

fn note(twin: &Twin) -> serde_json::Value {
    let output = twin.program("p");
    assert_eq!(output.stdout, b"10\n", "{output:?}");
    let copied = ["--dump-section", ".sanecc.whole=note.json", "p"];
    tool(twin, "objcopy", &copied);
    serde_json::from_slice(&twin.read("note.json")).unwrap()
}

fn sources(note: &serde_json::Value) -> Vec<&str> {
    let merged = note["merged"].as_array().unwrap().iter();
    merged.map(|source| source.as_str().unwrap()).collect()
}

/// The names of the program's own symbols that others than the program may name.
fn visible(twin: &Twin) -> Vec<String> {
    let symbols = tool(twin, "nm", &["-g", "--defined-only", "p"]);
    let own = ["main", "used", "deep", "weak", "common", "idle"];
    let names = symbols
        .lines()
        .filter_map(|line| line.split(' ').next_back());
    names
        .filter(|name| own.contains(name))
        .map(str::to_owned)
        .collect()
}

#[test]
fn modules_become_one() {
    let twin = compiled();
    let note = linked(&twin, &["main.o", "used.o", "deep.o"]);
    assert_eq!(sources(&note), ["main.c", "used.c", "deep.c"]);
    assert_eq!(note["apart"].as_array().unwrap().len(), 0);
    assert_eq!(visible(&twin), ["main"]);
    let output = twin.program("p");
    assert!(output.status.success());
    let broken = Command::new(twin.ours("p")).arg("more").output().unwrap();
    let said = String::from_utf8_lossy(&broken.stderr);
    assert!(
        said.contains("stack-buffer-overflow") && said.contains("used.c:2"),
        "{said}"
    );
}

#[test]
fn compiling_and_linking_at_once_is_the_same() {
    let twin = program();
    let note = linked(&twin, &["main.c", "used.c", "deep.c"]);
    assert_eq!(sources(&note), ["main.c", "used.c", "deep.c"]);
    let first = twin.read("p");
    linked(&twin, &["main.c", "used.c", "deep.c"]);
    assert!(first == twin.read("p"), "two links differ");
}

#[test]
fn members_that_are_not_wanted_stay_out() {
    let twin = compiled();
    for flags in ["rcs", "rcsT"] {
        let _ = std::fs::remove_file(twin.ours("libx.a"));
        tool(
            &twin,
            "ar",
            &[flags, "libx.a", "used.o", "deep.o", "idle.o"],
        );
        for library in [
            &["libx.a"][..],
            &["-L.", "-lx"],
            &["-L.", "-l:libx.a", "-Wl,--gc-sections"],
        ] {
            let note = linked(&twin, &[&["main.o"], library].concat());
            assert_eq!(
                sources(&note),
                ["main.c", "used.c", "deep.c"],
                "{library:?}"
            );
            assert_eq!(visible(&twin), ["main"]);
        }
        let all = [
            "main.o",
            "-Wl,--whole-archive",
            "libx.a",
            "-Wl,--no-whole-archive",
            "-rdynamic",
        ];
        let note = linked(&twin, &all);
        assert_eq!(sources(&note).len(), 4);
        assert_eq!(
            visible(&twin),
            ["common", "deep", "idle", "main", "used", "weak"]
        );
    }
}

#[test]
fn what_others_see_stays_as_with_lto() {
    let twin = compiled();
    twin.write(
        "native.s",
        ".globl touch\ntouch:\n jmp used\n.section .note.GNU-stack,\"\",@progbits\n",
    );
    let note = linked(
        &twin,
        &[
            "main.o",
            "used.o",
            "deep.o",
            "native.s",
            "-Wl,--export-dynamic-symbol=deep",
        ],
    );
    assert_eq!(sources(&note).len(), 3);
    let ours = visible(&twin);
    let sources = ["main.c", "used.c", "deep.c", "native.s"];
    let lto = [
        "-O2",
        "-flto",
        "-fuse-ld=lld",
        "-Wl,--export-dynamic-symbol=deep",
        "-o",
        "p",
    ];
    tool(&twin, CLANG, &[&lto[..], &sources].concat());
    let mut expected = visible(&twin);
    expected.sort();
    assert!(ours.contains(&"used".to_owned()) && ours.contains(&"deep".to_owned()));
    assert!(
        expected.iter().all(|name| ours.contains(name)),
        "{ours:?} {expected:?}"
    );
}

#[test]
fn inline_assembly_finds_what_it_names() {
    let twin = compiled();
    twin.write("named.c", "int used(const int *p, int n) { int r = 0; (void)p; if (n < 0) __asm__ volatile(\"call deep\" : \"=a\"(r)); return 10; }\n");
    runs(&twin, &["-c", "named.c"]);
    let note = linked(&twin, &["main.o", "named.o", "deep.o"]);
    assert_eq!(sources(&note).len(), 3);
}

#[test]
fn shared_objects_export_what_their_script_says() {
    let twin = program();
    twin.write("map", "{ global: used; local: *; };\n");
    for name in ["used.c", "deep.c"] {
        runs(&twin, &["-fPIC", "-c", name]);
    }
    let words = [
        "-shared",
        "used.o",
        "deep.o",
        "-Wl,--version-script=map",
        "-o",
        "libx.so",
    ];
    for extra in [&[][..], &["-Wl,-z,defs"]] {
        runs(&twin, &[&words, extra].concat());
        let exported = tool(&twin, "nm", &["-D", "--defined-only", "libx.so"]);
        let names: Vec<&str> = exported
            .lines()
            .filter_map(|line| line.split(' ').next_back())
            .collect();
        assert_eq!(names, ["used"]);
        linked(&twin, &["main.c", "libx.so", "-Wl,-rpath,."]);
    }
}

#[test]
fn wrapped_symbols_are_wrapped() {
    let twin = compiled();
    twin.write("wrap.c", "int __real_used(const int *, int);\nint __wrap_used(const int *p, int n) { return __real_used(p, n) * 1; }\n");
    runs(&twin, &["-c", "wrap.c"]);
    let note = linked(
        &twin,
        &["main.o", "used.o", "deep.o", "wrap.o", "-Wl,--wrap=used"],
    );
    assert_eq!(note["apart"][0]["object"], "used.o");
    assert_eq!(
        note["apart"][0]["reason"],
        "it defines what the linker wraps"
    );
}

#[test]
fn other_linkers_link_it() {
    let twin = compiled();
    for flag in ["-fuse-ld=gold", "-fuse-ld=lld", "-static", "-no-pie"] {
        let note = linked(&twin, &["main.o", "used.o", "deep.o", flag]);
        assert_eq!(sources(&note).len(), 3, "{flag}");
    }
}

#[test]
fn objects_without_usable_bitcode_are_linked_as_they_are() {
    let twin = compiled();
    tool(&twin, "strip", &["--strip-debug", "used.o"]);
    assert_eq!(
        sources(&linked(&twin, &["main.o", "used.o", "deep.o"])).len(),
        3
    );
    tool(&twin, "ld", &["-r", "used.o", "deep.o", "-o", "both.o"]);
    tool(
        &twin,
        "objcopy",
        &[
            "--redefine-sym",
            "used=used",
            "--add-symbol",
            "more=.text:0,global",
            "used.o",
            "changed.o",
        ],
    );
    twin.only_ours(&["-O2", "-c", "used.c", "-o", "plain.o"]);
    runs(&twin, &["-O1", "-c", "used.c", "-o", "other.o"]);
    for (objects, reason) in [
        (&["both.o"][..], "it is several objects in one"),
        (
            &["changed.o", "deep.o"],
            "it was changed after it was compiled",
        ),
        (&["plain.o", "deep.o"], "it carries no bitcode"),
        (
            &["other.o", "deep.o"],
            "its flags are not those of most of the program",
        ),
    ] {
        let note = linked(&twin, &[&["main.o"], objects].concat());
        let apart = note["apart"].as_array().unwrap();
        assert_eq!(apart.len(), 1, "{note}");
        assert_eq!(apart[0]["reason"], reason);
        assert_eq!(apart[0]["object"], objects[0]);
    }
}

#[test]
fn damage_is_said_and_the_object_linked() {
    let twin = compiled();
    let mut bytes = twin.read("used.o");
    let frame = bytes
        .windows(8)
        .position(|eight| eight == b"SANECCWP")
        .unwrap();
    bytes[frame + 100] ^= 1;
    std::fs::write(twin.ours("used.o"), bytes).unwrap();
    let said = runs(&twin, &["main.o", "used.o", "deep.o", "-o", "p"]);
    assert!(said.contains("sanecc: warning: used.o is linked as it is, with the checks of a module alone: its bitcode is damaged\n"), "{said}");
    assert_eq!(note(&twin)["apart"][0]["object"], "used.o");
}

#[test]
fn failures_are_the_linkers_own() {
    let twin = compiled();
    for words in [
        &["main.o", "used.o", "-o", "p"][..],
        &["main.o", "main.o", "used.o", "deep.o", "-o", "p"],
    ] {
        let whole = twin.only_ours(&[&["-O2", FLAG], words].concat());
        let plain = twin.only_ours(&[&["-O2"], words].concat());
        assert_eq!(whole.status.code(), plain.status.code());
        assert_eq!(
            String::from_utf8_lossy(&whole.stderr),
            String::from_utf8_lossy(&plain.stderr)
        );
    }
}

#[test]
fn languages_are_merged() {
    let twin = compiled();
    twin.write("start.cpp", "extern \"C\" int used(const int *, int);\n#include <cstdio>\n#include <vector>\nstruct S { int v; S() : v(4) {} };\nstatic S s;\n\
        thread_local int t = 3;\nint main() { std::vector<int> a{1, 2, t, s.v}; std::printf(\"%d\\n\", used(a.data(), (int)a.size())); }\n");
    runs(&twin, &["-c", "start.cpp"]);
    let note = linked(&twin, &["start.o", "used.o", "deep.o", "-lstdc++"]);
    assert_eq!(sources(&note).len(), 3);
}

/// What a module alone proves is proved in the program, too.
#[test]
fn no_proof_is_lost() {
    let twin = program();
    twin.write("pool.c", POOL);
    twin.write("owner.c", OWNER);
    let removed = |folder: &str| {
        let mut lines = std::collections::BTreeMap::new();
        for file in std::fs::read_dir(twin.ours(folder)).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            for line in text.lines() {
                let record: serde_json::Value = serde_json::from_str(line).unwrap();
                let place = (record["file"].to_string(), record["line"].to_string());
                *lines.entry(place).or_insert(true) &= record["decision"] == "removed";
            }
        }
        // A line may have several accesses, and be inlined several times.
        lines.retain(|_, all| *all);
        lines.into_keys().collect::<std::collections::BTreeSet<_>>()
    };
    for name in ["main.c", "used.c", "deep.c", "pool.c", "owner.c"] {
        runs(&twin, &["-c", name, "-fsanecc-remarks=alone/"]);
    }
    // Whether a unit wrote records is nothing to the program.
    runs(&twin, &["-c", "used.c"]);
    runs(
        &twin,
        &[
            "main.o",
            "used.o",
            "deep.o",
            "pool.o",
            "owner.o",
            "-Wl,--export-dynamic-symbol=idle",
            "-o",
            "p",
            "-fsanecc-remarks=whole/",
        ],
    );
    assert_eq!(sources(&note(&twin)).len(), 5);
    let records = std::fs::read_dir(twin.ours("whole")).unwrap();
    let records = records.map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap());
    assert!(records.collect::<String>().contains("\"in_bounds\":"));
    let (alone, whole) = (removed("alone"), removed("whole"));
    assert!(
        !alone.is_empty() && alone.is_subset(&whole),
        "{alone:?}\n{whole:?}"
    );
}

#[test]
fn the_cache_gives_the_same_program() {
    let twin = Twin::new().env("SANECC_CACHE_DIR", "cache");
    for (name, text) in [("main.c", MAIN), ("used.c", USED), ("deep.c", DEEP)] {
        twin.write(name, text);
    }
    let words = ["main.c", "used.c", "deep.c"];
    linked(&twin, &words);
    let first = twin.read("p");
    let kept = || std::fs::read_dir(twin.ours("cache")).unwrap().count();
    assert_eq!(kept(), 1);
    linked(&twin, &words);
    assert!(first == twin.read("p"), "another program");
    assert_eq!(kept(), 1);
    twin.write("deep.c", &DEEP.replace("return x;", "return 1 * x;"));
    linked(&twin, &words);
    linked(&twin, &[&words[..], &["-fsanecc-elide=none"]].concat());
    assert_eq!(kept(), 3);
    // What is no folder keeps nothing.
    let twin = Twin::new().env("SANECC_CACHE_DIR", "main.c");
    for (name, text) in [("main.c", MAIN), ("used.c", USED), ("deep.c", DEEP)] {
        twin.write(name, text);
    }
    linked(&twin, &words);
}

/// A program in several parts: a link after a change compiles those that hold what was changed.
#[test]
fn the_cache_has_the_parts_that_did_not_change() {
    let twin = Twin::new().env("SANECC_CACHE_DIR", "cache");
    let source = |name: &str, factor: u32| {
        let table = format!("{name}~").repeat(500_000);
        format!(
            "static const char table_{name}[] = \"{table}\";\n\
             __attribute__((noinline)) int of_{name}(int i) {{ return table_{name}[i] * {factor}; }}\n"
        )
    };
    let names = ["a", "b", "c", "d"];
    for name in names {
        twin.write(&format!("{name}.c"), &source(name, 1));
    }
    let declared = names.map(|name| format!("int of_{name}(int);\n")).concat();
    let called = names.map(|name| format!(" + of_{name}(n)")).concat();
    let main = format!(
        "#include <stdio.h>\n{declared}int main(int n, char **v) {{ (void)v; printf(\"%d\\n\", 0{called}); return 0; }}\n"
    );
    twin.write("main.c", &main);
    let words = ["main.c", "a.c", "b.c", "c.c", "d.c", "-o", "p"];
    let linked = || {
        runs(&twin, &words);
        twin.program("p").stdout
    };
    let kept = || std::fs::read_dir(twin.ours("cache")).unwrap().count();
    assert_eq!(linked(), b"504\n");
    let before = kept();
    // One entry is the program.
    let parts = before - 1;
    assert!(parts > 1, "{parts} parts");
    twin.write("c.c", &source("c", 3));
    assert_ne!(linked(), b"504\n");
    let made = kept() - before - 1;
    assert!(made >= 1 && made < parts, "{made} of {parts} parts");
    let first = twin.read("p");
    std::fs::remove_dir_all(twin.ours("cache")).unwrap();
    linked();
    assert!(
        first == twin.read("p"),
        "other objects from the cache than without it"
    );
}
