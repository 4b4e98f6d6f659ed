//! Links: what goes in, in which order, and what is added.

use crate::twin::{SANECC, Twin};
use std::process::Command;

fn elf_type(twin: &Twin, name: &str) -> u8 {
    twin.is_elf(name);
    twin.read(name)[16]
}

fn symbols(twin: &Twin, flags: &[&str], name: &str) -> String {
    let output = Command::new("nm")
        .args(flags)
        .arg(twin.ours(name))
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Writes behind a heap block; with `MAIN` a program, else a function.
const BUG: &str = "#include <stdlib.h>\nint bug(int n) { char *p = malloc(10); p[9 + n] = 1; free(p); return 0; }\n\
                   #ifdef MAIN\nint main(int argc, char **argv) { return bug(argc); }\n#endif\n";

fn assert_reported(twin: &Twin, program: &str) {
    let output = twin.program(program);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{said}");
    assert!(said.contains("heap-buffer-overflow"), "{said}");
    assert!(said.contains(" in bug "), "{said}");
}

#[test]
fn row_34_default_output() {
    let twin = Twin::new();
    twin.same(&["a.c"]).same_stderr().succeeds();
    assert_eq!(twin.program("a.out").stdout, b"3\n");
}

#[test]
fn row_58_shared_object_by_path() {
    let twin = Twin::new();
    twin.same(&["-shared", "-fPIC", "b.c", "-o", "libb.so.1.2"])
        .same_stderr()
        .succeeds();
    twin.same(&["-c", "a.c"]).succeeds();
    twin.same(&["a.o", "./libb.so.1.2", "-o", "p"])
        .same_stderr()
        .succeeds();
    assert_eq!(twin.program("p").stdout, b"3\n");
}

#[test]
fn row_59_no_undefined() {
    let twin = Twin::new();
    let words = [
        "-shared",
        "-fPIC",
        "b.c",
        "-Wl,-soname,x",
        "-Wl,--no-undefined",
        "-o",
        "l.so",
    ];
    twin.same(&words).same_stderr().succeeds();
    assert_eq!(elf_type(&twin, "l.so"), 3);
    twin.write(
        "u.c",
        "int nowhere(void); int u(int *p) { return *p + nowhere(); }\n",
    );
    let pair = twin
        .same(&["-shared", "-fPIC", "u.c", "-Wl,-z,defs", "-o", "u.so"])
        .fails(1);
    assert!(pair.stderr().contains("nowhere"));
}

#[test]
fn row_60_relocatable() {
    let twin = Twin::new();
    twin.same(&["-r", "-nostdlib", "a.c", "b.c", "-o", "r.o"])
        .same_stderr();
    twin.write("c.c", "int c;\n");
    twin.same(&["-r", "-nostdlib", "c.c", "b.c", "-o", "r.o"])
        .same_stderr()
        .succeeds();
    assert_eq!(elf_type(&twin, "r.o"), 1);
    assert!(!symbols(&twin, &[], "r.o").contains(" T __sanecc"));
}

/// Checked code needs the runtime; only a command that asks for it gets it here.
#[test]
fn row_61_nothing_added_without_standard_library() {
    let twin = Twin::new();
    twin.write("start.c", "void _start(void) { for (;;) {} }\n");
    twin.write(
        "x.ld",
        "SECTIONS { .text 0x400000 : { *(.text*) } /DISCARD/ : { *(.eh_frame*) *(.comment*) } }\n",
    );
    assert!(
        twin.only_ours(&["-fsanecc-mode=none", "-c", "start.c"])
            .status
            .success()
    );
    let words = [
        "-nostdlib",
        "-ffreestanding",
        "-static",
        "-T",
        "x.ld",
        "start.o",
        "-o",
        "k",
    ];
    std::fs::copy(twin.ours("start.o"), twin.clang("start.o")).unwrap();
    twin.same(&words).same_stderr().succeeds();
    assert_eq!(twin.read("k"), std::fs::read(twin.clang("k")).unwrap());
    assert!(!symbols(&twin, &[], "k").contains("__sanecc"));
    let checked = ["-nostdlib", "a.c", "-lc", "-o", "k"];
    assert!(!twin.only_ours(&checked).status.success());
    let left_out = ["-fno-sanitize-link-runtime", "a.c", "-o", "k"];
    let output = twin.only_ours(&left_out);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("__sanecc_runtime_v") && !output.status.success());
    let taken_back = [&left_out[..], &["-fsanitize-link-runtime"]].concat();
    assert!(twin.only_ours(&taken_back).status.success());
    let asked = [
        "-r",
        "-nostdlib",
        "a.c",
        "-fsanecc-runtime=always",
        "-o",
        "k",
    ];
    let output = twin.only_ours(&asked);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(symbols(&twin, &[], "k").contains(" T __sanecc"));
}

#[test]
fn row_62_static() {
    for flag in ["-static", "-static-pie"] {
        let twin = Twin::new();
        twin.same(&[flag, "a.c", "-o", "p"])
            .same_stderr()
            .succeeds();
        assert_eq!(twin.program("p").stdout, b"3\n", "{flag}");
        twin.write("bug.c", BUG);
        twin.same(&[flag, "-DMAIN", "bug.c", "-o", "q"])
            .same_stderr()
            .succeeds();
        assert_reported(&twin, "q");
    }
}

#[test]
fn row_63_type_of_executable() {
    for flag in ["-pie", "-no-pie", "-rdynamic"] {
        let twin = Twin::new();
        twin.same(&[flag, "a.c", "-o", "p"])
            .same_stderr()
            .succeeds();
        assert_eq!(
            elf_type(&twin, "p"),
            std::fs::read(twin.clang("p")).unwrap()[16],
            "{flag}"
        );
        assert!(twin.program("p").status.success());
    }
}

#[test]
fn row_64_link_time_optimisation() {
    let twin = Twin::new();
    for side in [twin.ours(""), twin.clang("")] {
        let compiler = if side.ends_with("ours/") {
            SANECC
        } else {
            "clang-19"
        };
        assert!(
            Command::new(compiler)
                .args(["-flto=thin", "-c", "b.c"])
                .current_dir(&side)
                .status()
                .unwrap()
                .success()
        );
        let archiver = Command::new("llvm-ar-19")
            .args(["rcs", "libfoo.a", "b.o"])
            .current_dir(&side)
            .status();
        assert!(archiver.unwrap().success());
    }
    twin.is_elf("b.o");
    let pair = twin.both(&["-flto=thin", "a.c", "libfoo.a", "-o", "p"]);
    assert_eq!(
        pair.ours.status.code(),
        pair.clang.status.code(),
        "{}",
        pair.stderr()
    );
    assert!(twin.program("p").status.success());
}

#[test]
fn row_65_flags_for_the_linker() {
    let twin = Twin::new();
    for (source, archive) in [("b.c", "l.a")] {
        twin.both(&["-c", source, "-o", "l.o"]).succeeds();
        for side in [twin.ours(""), twin.clang("")] {
            assert!(
                Command::new("ar")
                    .args(["rcs", archive, "l.o"])
                    .current_dir(side)
                    .status()
                    .unwrap()
                    .success()
            );
        }
    }
    let words = [
        "a.c",
        "-Wl,--start-group",
        "l.a",
        "-Wl,--end-group",
        "-Wl,--dependency-file=d",
        "-Xlinker",
        "-Map=m",
        "-o",
        "p",
    ];
    twin.same(&words).same_stderr().succeeds();
    assert!(twin.ours("d").exists() && twin.ours("m").exists());
}

#[test]
fn row_66_version_script() {
    let twin = Twin::new();
    twin.write("v.map", "V1 { global: b; local: *; };\n");
    twin.same(&[
        "b.c",
        "-Wl,--version-script=v.map",
        "-shared",
        "-fPIC",
        "-o",
        "v.so",
    ])
    .same_stderr()
    .succeeds();
    let names = Command::new("nm")
        .args(["-D", "--defined-only"])
        .arg(twin.ours("v.so"))
        .output()
        .unwrap();
    let names = String::from_utf8_lossy(&names.stdout).into_owned();
    assert!(names.contains(" T b@@V1"), "{names}");
}

#[test]
fn row_67_no_libraries_of_ours() {
    let twin = Twin::new();
    twin.same(&["-c", "a.c"]).succeeds();
    let pair = twin.both(&["-v", "-Wl,-v", "a.o"]).succeeds();
    let flags = |text: &str| -> Vec<String> {
        let words = text
            .split_whitespace()
            .filter(|word| word.starts_with("-l") || word.starts_with("-L"));
        words.map(str::to_owned).collect()
    };
    assert_eq!(
        flags(&pair.stderr()),
        flags(&String::from_utf8_lossy(&pair.clang.stderr))
    );
}

#[test]
fn row_68_languages_by_turns() {
    let twin = Twin::new();
    twin.same(&["-c", "b.c"]).succeeds();
    twin.write("odd", "int odd;\n");
    twin.same(&["-x", "c", "a.c", "-x", "none", "b.o", "-o", "p"])
        .same_stderr()
        .succeeds();
    twin.same(&[
        "-x", "c", "odd", "-x", "none", "a.c", "s.S", "b.o", "-o", "q",
    ])
    .same_stderr()
    .succeeds();
    assert_eq!(twin.program("q").stdout, b"6\n");
}

#[test]
fn row_69_cplusplus() {
    let twin = Twin::new();
    twin.write("x.cpp", "#include <iostream>\nextern \"C\" int b(int);\nint main() { std::cout << b(4) << '\\n'; }\n");
    std::os::unix::fs::symlink(SANECC, twin.ours("sanecc++")).unwrap();
    twin.both(&["-c", "b.c"]).succeeds();
    let output = Command::new(twin.ours("sanecc++"))
        .args(["x.cpp", "b.o", "-o", "p"])
        .current_dir(twin.ours(""))
        .env("SANECC_RUNTIME", crate::twin::runtime())
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(twin.program("p").stdout, b"8\n");
    let defined = symbols(&twin, &["--defined-only"], "p");
    for symbol in ["__sanecc_report", sanecc_abi::symbols::VERSION_SYMBOL] {
        let name = |line: &&str| line.split(' ').next_back() == Some(symbol);
        assert_eq!(defined.lines().filter(name).count(), 1, "{symbol}");
    }
    twin.write("bug.c", BUG);
    twin.write("y.cpp", "extern \"C\" int bug(int);\nint main() { int *p = new int(1); int n = *p; delete p; return bug(n); }\n");
    twin.both(&["-c", "bug.c"]).succeeds();
    let output = Command::new(twin.ours("sanecc++"))
        .args(["y.cpp", "bug.o", "-o", "q"])
        .current_dir(twin.ours(""))
        .env("SANECC_RUNTIME", crate::twin::runtime())
        .output()
        .unwrap();
    assert!(output.status.success());
    assert_reported(&twin, "q");
}

#[test]
fn arrays_of_elements_with_destructors_know_their_length() {
    let twin = Twin::new();
    twin.write(
        "x.cpp",
        "#include <cstdio>\nstruct E { int v; ~E() { std::printf(\"%d\\n\", v); } };\n\
         int main(int count, char **) { E *e = new E[count + 1]; e[0].v = 4; e[1].v = 5; delete[] e;\n\
         if (count > 1) delete[] e; }\n",
    );
    std::os::unix::fs::symlink(SANECC, twin.ours("sanecc++")).unwrap();
    let output = Command::new(twin.ours("sanecc++"))
        .args(["x.cpp", "-o", "p"])
        .current_dir(twin.ours(""))
        .env("SANECC_RUNTIME", crate::twin::runtime())
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    assert_eq!(twin.program("p").stdout, b"5\n4\n");
    // Released twice, the array has no length any more; no destructor runs again.
    let twice = Command::new(twin.ours("p")).arg("again").output().unwrap();
    let report = String::from_utf8_lossy(&twice.stderr);
    assert!(report.contains("double-free"), "{report}");
}

#[test]
fn row_67_the_runtime_is_known_by_its_name() {
    let release = crate::twin::runtime().with_file_name("libclang_rt.sanecc.a");
    let twin = Twin::new();
    twin.same(&["-c", "a.c"]).succeeds();
    let link = Command::new(SANECC)
        .args(["-v", "a.o"])
        .current_dir(twin.ours(""))
        .env("SANECC_RUNTIME", &release)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&link.stderr);
    assert!(link.status.success(), "{said}");
    // CMake takes every archive with its path for a library of the language, but for those of a compiler's own runtime.
    let archives = said
        .split_whitespace()
        .filter(|word| word.starts_with('/') && word.ends_with(".a"));
    let names: Vec<_> = archives
        .map(|path| path.rsplit('/').next().unwrap())
        .collect();
    let known = ["libclang_rt.sanecc.a", "libclang_rt.sanecc_syscalls.a"];
    assert_eq!(names, known, "{said}");
}

#[test]
fn libraries_that_are_loaded_find_the_runtime() {
    let twin = Twin::new();
    twin.both(&["-rdynamic", "a.c", "-o", "p"]).succeeds();
    twin.both(&["a.c", "-o", "q"]).succeeds();
    for program in ["p", "q"] {
        let names = Command::new("nm")
            .args(["-D", "--defined-only"])
            .arg(twin.ours(program))
            .output()
            .unwrap();
        assert!(
            String::from_utf8_lossy(&names.stdout).contains(" __sanecc_"),
            "{program}"
        );
    }
}

#[test]
fn missing_runtime_is_explained() {
    let twin = Twin::new();
    let output = twin
        .command(&["a.c"])
        .env("SANECC_RUNTIME", "/no/such/archive.a")
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        said.contains(
            "sanecc: error: no sanecc runtime for x86_64-linux-gnu: looked for /no/such/archive.a"
        ),
        "{said}"
    );
    assert!(said.contains("note: "), "{said}");
    assert!(!twin.ours("a.out").exists());
}

/// Clang says which of two flags has nothing to do, and refuses what other systems know alone.
#[test]
fn flags_at_odds_with_each_other() {
    for flags in [
        "-pie -static",
        "-no-pie -static -Werror",
        "-rdynamic -static",
        "-no-pie -pie",
        "-shared -fPIC -pie",
        "-r -pie",
        "-bundle",
        "-dynamiclib",
        "-flat_namespace",
        "-undefined x",
        "-nopie",
    ] {
        let twin = Twin::new();
        twin.write("m.c", "int main(void) { return 0; }\n");
        let words: Vec<&str> = flags.split_whitespace().chain(["m.c"]).collect();
        twin.same(&words).same_stderr();
    }
}
