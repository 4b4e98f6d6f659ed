//! Compilations without a link.

use crate::twin::{SANECC, Twin};
use std::process::Command;

#[test]
fn row_33_several_objects() {
    let twin = Twin::new();
    twin.same(&["-c", "a.c", "b.c"]).same_stderr().succeeds();
    twin.is_elf("a.o");
    Twin::new()
        .same(&["-c", "a.c", "b.c", "-o", "x.o"])
        .same_stderr()
        .fails(1);
}

#[test]
fn row_35_input_after_dashes() {
    let twin = Twin::new();
    twin.write("-x.c", "int x;\n");
    twin.same(&["-c", "--", "a.c"]).same_stderr().succeeds();
    twin.same(&["-c", "-o", "dash.o", "--", "-x.c"]);
}

#[test]
fn row_36_response_file() {
    let twin = Twin::new();
    twin.write("r", "-c a.c -o \"r x.o\" -DX=\"a b\"");
    twin.same(&["@r"]).same_stderr().succeeds();
    twin.is_elf("r x.o");
}

#[test]
fn row_37_response_file_missing() {
    Twin::new().same(&["@missing"]).same_stderr().fails(1);
}

#[test]
fn row_38_response_file_nested() {
    let twin = Twin::new();
    twin.write("r1", "-c @r2");
    twin.write("r2", "a.c '-DS=it\\'s' \n -o n.o");
    twin.same(&["@r1"]).same_stderr().succeeds();
    twin.is_elf("n.o");
    let twin = Twin::new();
    twin.write("r1", "@r2");
    twin.write("r2", "@r1");
    let pair = twin.same(&["@r1"]).fails(1);
    assert!(pair.stderr().contains("recursive expansion"));
}

#[test]
fn row_39_many_arguments() {
    let twin = Twin::new();
    let mut words: Vec<String> = (0..20_000)
        .map(|number| format!("-DM{number}={number}"))
        .collect();
    words.extend(["-I".into(), String::new(), "-c".into(), "a.c".into()]);
    twin.same(&words).succeeds();
    twin.is_elf("a.o");
}

#[test]
fn row_40_object() {
    let twin = Twin::new();
    twin.same(&["-c", "a.c", "-o", "o.o"])
        .same_stderr()
        .succeeds();
    twin.is_elf("o.o");
    let names = Command::new("nm").arg(twin.ours("o.o")).output().unwrap();
    assert!(String::from_utf8_lossy(&names.stdout).contains(" T main"));
}

#[test]
fn row_41_assembly_inputs() {
    let twin = Twin::new();
    twin.write("t.s", "nop\n");
    twin.same(&["-c", "s.S"]).same_stderr().succeeds();
    twin.same(&["-c", "t.s"]).same_stderr().succeeds();
    assert_eq!(twin.read("s.o"), std::fs::read(twin.clang("s.o")).unwrap());
    twin.same(&["-c", "a.c", "t.s", "b.c"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_42_assembly_and_ir() {
    let twin = Twin::new();
    let pair = twin.both(&["-S", "b.c", "-o", "-"]).succeeds();
    assert!(pair.stdout().contains("b:"));
    let pair = twin
        .both(&["-S", "-emit-llvm", "b.c", "-o", "-"])
        .succeeds();
    assert!(
        pair.stdout().contains("define dso_local i32 @b("),
        "{}",
        pair.stdout()
    );
    twin.same(&["-S", "a.c", "b.c"]).same_stderr().succeeds();
    twin.same(&["-S", "-emit-llvm", "a.c"])
        .same_stderr()
        .succeeds();
    twin.same(&["-c", "-emit-llvm", "a.c"])
        .same_stderr()
        .succeeds();
    assert!(twin.read("a.bc").starts_with(b"BC"));
}

#[test]
fn row_43_llvm_inputs() {
    let twin = Twin::new();
    twin.write("x.ll", "define i32 @x() {\n  ret i32 0\n}\n");
    twin.same(&["-c", "-Wno-override-module", "x.ll"])
        .same_stderr()
        .succeeds();
    twin.is_elf("x.o");
    twin.same(&["-c", "-emit-llvm", "b.c"]).succeeds();
    std::fs::remove_file(twin.ours("b.c")).unwrap();
    std::fs::remove_file(twin.clang("b.c")).unwrap();
    twin.same(&["-c", "b.bc"]).same_stderr().succeeds();
    twin.is_elf("b.o");
    twin.same(&["-c", "a.c", "b.bc", "x.ll", "-Wno-override-module"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_44_llvm_flags() {
    Twin::new()
        .same(&["-mllvm", "-stack-alignment=16", "-c", "a.c"])
        .same_stderr();
    Twin::new()
        .same(&["-mllvm", "-inline-threshold=7", "-c", "a.c"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-mllvm", "-no-such-flag", "-c", "a.c"])
        .fails(1);
}

#[test]
fn row_45_precompiled_header() {
    let twin = Twin::new();
    twin.write("p.h", "#define FROM_HEADER 7\n");
    twin.write("u.c", "int u = FROM_HEADER;\n");
    twin.same(&[
        "-Xclang",
        "-emit-pch",
        "-x",
        "c-header",
        "-c",
        "p.h",
        "-o",
        "p.pch",
    ])
    .same_stderr()
    .succeeds();
    let used = ["-Xclang", "-include-pch", "-Xclang", "p.pch", "-c", "u.c"];
    twin.same(&used).same_stderr().succeeds();
    twin.is_elf("u.o");
}

#[test]
fn row_45_precompiled_header_by_name() {
    let twin = Twin::new();
    twin.write("p.h", "#define FROM_HEADER 7\n");
    twin.write("u.c", "int u = FROM_HEADER;\n");
    twin.same(&["-c", "p.h"]).same_stderr().succeeds();
    twin.same(&["-include", "p.h", "-c", "u.c"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_46_coverage() {
    let twin = Twin::new();
    twin.same(&["--coverage", "-c", "a.c", "-o", "obj/c.o"])
        .same_stderr()
        .succeeds();
    assert!(twin.ours("obj/c.gcno").exists());
    let symbols = Command::new("nm")
        .arg(twin.ours("obj/c.o"))
        .output()
        .unwrap();
    assert!(
        String::from_utf8_lossy(&symbols.stdout).contains("__llvm_gcov"),
        "counters are in the object"
    );
}

#[test]
fn row_46_coverage_of_a_program() {
    let twin = Twin::new();
    twin.same(&["--coverage", "a.c", "b.c", "-o", "prog"])
        .same_stderr()
        .succeeds();
    assert!(twin.program("prog").status.success());
    assert!(twin.ours("prog-a.gcda").exists());
}

#[test]
fn row_46_profile() {
    let twin = Twin::new();
    twin.same(&[
        "-fprofile-instr-generate",
        "-fcoverage-mapping",
        "-O2",
        "-c",
        "a.c",
    ])
    .same_stderr()
    .succeeds();
    let symbols = Command::new("nm").arg(twin.ours("a.o")).output().unwrap();
    assert!(String::from_utf8_lossy(&symbols.stdout).contains("__profc_main"));
}

#[test]
fn row_47_split_dwarf() {
    let twin = Twin::new();
    twin.same(&["-g", "-gsplit-dwarf", "-c", "a.c", "-o", "obj/d.o"])
        .same_stderr()
        .succeeds();
    let twin = Twin::new();
    twin.same(&["-g", "-gsplit-dwarf", "-c", "a.c"])
        .same_stderr()
        .succeeds();
    let twin = Twin::new();
    twin.same(&["-g", "-gsplit-dwarf", "a.c", "-o", "prog"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-gsplit-dwarf", "-c", "a.c"])
        .same_stderr()
        .succeeds();
    let names = Command::new("readelf")
        .args(["--debug-dump=info"])
        .arg(twin.ours("prog"))
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&names.stdout).contains("prog-a.dwo"));
}

#[test]
fn row_48_stack_usage_and_time_trace() {
    let twin = Twin::new();
    twin.same(&[
        "-fstack-usage",
        "-ftime-trace",
        "-c",
        "a.c",
        "-o",
        "obj/u.o",
    ])
    .same_stderr()
    .succeeds();
    Twin::new()
        .same(&["-fstack-usage", "-ftime-trace", "a.c", "-o", "prog"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-fstack-usage", "-ftime-trace", "-c", "a.c"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_49_save_temps() {
    Twin::new()
        .same(&["-save-temps=obj", "-c", "a.c", "-o", "obj/t.o"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-save-temps", "-c", "a.c", "-o", "obj/t.o"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-save-temps", "a.c", "b.c", "-o", "prog"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-save-temps=cwd", "-S", "a.c"])
        .same_stderr()
        .succeeds();
}

#[test]
fn row_50_compilation_database() {
    let twin = Twin::new();
    let pair = twin
        .both(&["-MJ", "-", "-c", "a.c", "-o", "j.o"])
        .succeeds();
    assert!(
        pair.stdout().contains("\"output\": \"j.o\""),
        "{}",
        pair.stdout()
    );
    let theirs = String::from_utf8_lossy(&pair.clang.stdout).replace("/clang/", "/ours/");
    let theirs = theirs.replace("/clang\"", "/ours\"");
    assert_eq!(pair.stdout().replace("/clang\"", "/ours\""), theirs);
}

#[test]
fn row_51_unused_library() {
    Twin::new()
        .same(&["-Werror", "-lm", "-c", "a.c"])
        .same_stderr()
        .fails(1);
    Twin::new()
        .same(&["-lm", "-Wl,-z,now", "b.o", "-c", "a.c", "b.c"])
        .same_stderr();
    Twin::new()
        .same(&["-lm", "-Wl,-z,now", "-c", "a.c", "b.c"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-Werror", "-static-libasan", "a.c", "-o", "p"])
        .same_stderr();
}

#[test]
fn row_52_no_warnings_of_our_own() {
    for level in ["-O0", "-O1", "-O2", "-O3", "-Os", "-Oz", "-Og", "-O"] {
        Twin::new()
            .same(&["-Werror", "-Wall", level, "-c", "a.c"])
            .same_stderr()
            .succeeds();
    }
    Twin::new()
        .same(&[
            "-Weverything",
            "-Werror=unused-command-line-argument",
            "-c",
            "a.c",
            "-o",
            "x.o",
        ])
        .succeeds();
}

#[test]
fn row_53_autoconf_prototypes() {
    let twin = Twin::new();
    twin.write(
        "conf.c",
        "char malloc(); char memcpy(void);\nint main(void) { return malloc() + memcpy(); }\n",
    );
    twin.same(&["-w", "conf.c", "-c"]).same_stderr().succeeds();
    twin.same(&["-w", "conf.c"]).same_stderr().succeeds();
}

#[test]
fn row_54_endian_probe() {
    let twin = Twin::new();
    twin.write(
        "be.c",
        "short int ascii_mm[] = { 0x4249, 0x4765, 0x6E44, 0x6961, 0x6E53, 0x7953, 0 };\n\
         short int ascii_ii[] = { 0x694C, 0x5454, 0x656C, 0x6E45, 0x6944, 0x6E61, 0 };\n\
         int use_ascii(int i) { return ascii_mm[i] + ascii_ii[i]; }\nextern int foo;\n",
    );
    twin.same(&["-c", "be.c"]).succeeds();
    let object = twin.read("be.o");
    assert!(object.windows(12).any(|window| window == b"LiTTleEnDian"));
}

#[test]
fn row_55_code_generation_flags() {
    for flag in [
        "-march=native",
        "-Og",
        "-g3",
        "-pg",
        "-pipe",
        "-fno-integrated-as",
        "-mcmodel=large",
    ] {
        let twin = Twin::new();
        twin.same(&[flag, "-c", "a.c"]).same_stderr().succeeds();
        twin.is_elf("a.o");
    }
    let twin = Twin::new();
    let both = ["-mavx512f", "-mavx10.1-256", "-c", "a.c"];
    let said = twin.same(&both).same_stderr().succeeds().stderr();
    assert!(said.contains("feature combination"), "{said}");
    for narrow in ["-m32", "-m16", "-mx32"] {
        let twin = Twin::new();
        let said = twin.same(&[narrow, "-c", "b.c"]).succeeds().stderr();
        assert!(said.contains("is not checked"), "{narrow}: {said}");
        assert_eq!(twin.read("b.o")[4], 1, "class of the ELF header is 32 bit");
    }
    let twin = Twin::new();
    twin.same(&["-m32", "-m64", "-c", "b.c"]).same_stderr();
    assert!(
        twin.read("b.o")
            .windows(10)
            .any(|part| part == b"__sanecc_r")
    );
    let twin = Twin::new();
    twin.same(&["-ffunction-sections", "-fdata-sections", "-c", "b.c"])
        .succeeds();
    let sections = Command::new("readelf")
        .args(["-SW"])
        .arg(twin.ours("b.o"))
        .output()
        .unwrap();
    assert!(String::from_utf8_lossy(&sections.stdout).contains(".text.b"));
}

#[test]
fn row_56_unknown_warning() {
    Twin::new()
        .same(&["-Wfoo-bar", "-Werror=unknown-warning-option", "-c", "a.c"])
        .same_stderr()
        .fails(1);
    Twin::new()
        .same(&["-Wfoo-bar", "-c", "a.c"])
        .same_stderr()
        .succeeds();
    Twin::new()
        .same(&["-no-such-flag", "-c", "a.c"])
        .same_stderr()
        .fails(1);
}

/// Code for a target without a shadow layout is clang's, and said to be so.
#[test]
fn row_57_bare_metal() {
    let bare = [
        "--target=thumbv8m.main-none-eabi",
        "-ffreestanding",
        "-c",
        "b.c",
    ];
    let twin = Twin::new();
    let said = twin.same(&bare).succeeds().stderr();
    assert_eq!(
        said,
        "sanecc: warning: code for thumbv8m.main-none-eabi is not checked: there are no checks for it\n\
         sanecc: note: -fsanecc-mode=none says that it need not be\n"
    );
    assert_eq!(twin.read("b.o")[18], 40, "machine of the ELF header is ARM");
    assert_eq!(twin.read("b.o"), std::fs::read(twin.clang("b.o")).unwrap());
    for quiet in ["-w", "-fsanecc-mode=none"] {
        let output = Twin::new().only_ours(&[&bare[..], &[quiet]].concat());
        assert!(output.status.success());
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{quiet}");
    }
    // Nothing is left unchecked there: no word about it.
    for line in ["-E b.c", "-M b.c", "-E s.S"] {
        let words: Vec<&str> = bare[..2].iter().copied().chain(line.split(' ')).collect();
        Twin::new().same(&words).same_stderr().succeeds();
    }
    // Forced, the runtime must exist.
    let forced = Twin::new().only_ours(&[&bare[..], &["-fsanecc-runtime=always"]].concat());
    assert_eq!(forced.status.code(), Some(1));
    let said = String::from_utf8_lossy(&forced.stderr).into_owned();
    assert!(
        said.contains("no checks for the target 'thumbv8m.main-unknown-none-eabi'")
            && said.contains("-fsanecc-mode=none"),
        "{said}"
    );
}

/// A target whose runtime nobody has made here stays clang's; the warning names the command that makes it.
#[test]
fn a_target_without_its_runtime() {
    let twin = Twin::new();
    let made = twin
        .command(&["--target=aarch64-linux-gnu", "-ffreestanding", "-c", "b.c"])
        .env("SANECC_RUNTIME", twin.ours("absent.a"))
        .output()
        .unwrap();
    assert_eq!(
        String::from_utf8_lossy(&made.stderr),
        "sanecc: warning: code for aarch64-linux-gnu is not checked: its runtime is not installed\n\
         sanecc: note: 'cargo xtask setup --target aarch64-linux-gnu' makes it; -fsanecc-mode=none says that it need not be\n"
    );
    assert_eq!(
        twin.read("b.o")[18],
        183,
        "machine of the ELF header is AArch64"
    );
}

/// How many bytes a vector of SVE touches is not known: no access of it goes unchecked in silence.
#[test]
fn vectors_of_variable_length_are_refused() {
    let twin = Twin::new();
    twin.write(
        "sve.c",
        "#include <arm_sve.h>\nsvint32_t f(int *p) { return svld1_s32(svptrue_b32(), p); }\n",
    );
    let words = [
        "--target=aarch64-linux-gnu",
        // The runtime that the tests have is not that of the target.
        "-fsanecc-runtime=always",
        "-march=armv8-a+sve",
        "-ffreestanding",
        "-c",
        "sve.c",
    ];
    let made = twin.only_ours(&words);
    assert_eq!(made.status.code(), Some(1));
    let said = String::from_utf8_lossy(&made.stderr).into_owned();
    assert!(
        said.contains("sve.c:2")
            && said.contains("vectors of variable length")
            && said.contains("-march="),
        "{said}"
    );
}

#[test]
fn cplusplus_by_the_name_of_the_program() {
    let twin = Twin::new();
    twin.write("x.c", "#ifndef __cplusplus\n#error\n#endif\nint x;\n");
    std::os::unix::fs::symlink(SANECC, twin.ours("sanecc++")).unwrap();
    let status = Command::new(twin.ours("sanecc++"))
        .args(["-c", "x.c"])
        .current_dir(twin.ours(""))
        .output()
        .unwrap();
    assert!(status.status.success());
    twin.is_elf("x.o");
}

#[test]
fn debug_information_is_there_only_if_asked_for() {
    let twin = Twin::new();
    twin.both(&["-c", "a.c", "-o", "plain.o"]).succeeds();
    twin.both(&["-c", "-g", "a.c", "-o", "debug.o"]).succeeds();
    let sections = |name: &str| {
        let output = Command::new("readelf")
            .arg("-SW")
            .arg(twin.ours(name))
            .output()
            .unwrap();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(!sections("plain.o").contains(".debug_line"));
    assert!(sections("debug.o").contains(".debug_info"));
}

/// A module of C++20: its interface goes where clang puts it, and code made from an interface is checked.
#[test]
fn interfaces_of_modules() {
    let twin = Twin::new();
    twin.folder("in");
    twin.folder("out");
    let module = "export module m;\nexport int table[4] = {1, 2, 3, 4};\n\
                  export int at(int i) { return table[i]; }\n";
    twin.write("in/m.cppm", module);
    twin.write(
        "use.cpp",
        "import m;\nint main(int n, char **) { return at(n + 3) == 0; }\n",
    );
    let common = ["-std=c++20", "-Wno-unused-command-line-argument"];
    let same = |words: &str| {
        let words = common.into_iter().chain(words.split_whitespace());
        let words: Vec<&str> = words.collect();
        twin.same(&words).same_stderr().succeeds();
    };
    same("-fmodule-output -c in/m.cppm -o out/m.o");
    same("-fmodule-output -c in/m.cppm");
    same("-fmodule-output -S in/m.cppm -o out/m.s");
    same("-fmodule-output -fmodule-output=in/named.pcm -c in/m.cppm");
    same("-fmodule-file=m=out/m.pcm use.cpp m.o -o once -lstdc++");
    same("--precompile in/m.cppm -o m.pcm");
    same("-c m.pcm -o late.o");
    same("-fmodule-file=m=m.pcm use.cpp late.o -o twice -lstdc++");
    same("-fmodule-file=m=m.pcm use.cpp m.pcm -o together -lstdc++");
    for name in ["once", "twice", "together"] {
        let output = twin.program(name);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(
            said.contains("global-buffer-overflow") && said.contains("m.cppm:3"),
            "{name}: {said}"
        );
    }
}
