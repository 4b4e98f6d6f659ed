//! However a process is put together, one runtime is in charge of its memory.

use super::{Bench, assert_fine, assert_reports, shared_runtime, stderr};
use sanecc_abi::symbols::VERSION_SYMBOL;
use std::process::Command;

/// How many of the files define a symbol.
fn definitions(bench: &Bench, files: &[&str], symbol: &str) -> usize {
    let defines = |file: &&&str| {
        let output = Command::new("nm")
            .args(["--defined-only", file])
            .current_dir(bench.twin.ours(""))
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let count = text
            .lines()
            .filter(|line| line.split(' ').nth(2) == Some(symbol))
            .count();
        assert!(count <= 1, "{file} defines {symbol} {count} times");
        count == 1
    };
    files.iter().filter(defines).count()
}

#[test]
fn two_libraries_and_a_program_share_it() {
    let bench = Bench::with_library();
    bench.twin.write(
        "two.c",
        "#include <stdlib.h>\nchar *lib_new(int);\nvoid lib_write(char *, int);\nint two_table[5];\n\
         int two(int at) { char *block = lib_new(20); lib_write(block, at); two_table[at % 5] = block[at];\n\
         free(block); return two_table[at % 5]; }\n",
    );
    bench.sanecc("-g -fPIC -shared two.c -L. -lone -o libtwo.so");
    bench.twin.write(
        "main.c",
        "#include <stdio.h>\nint two(int);\nint main(int count, char **v) { (void)v;\n\
         if (two(18 + count) == 1) puts(\"fine\"); return 0; }\n",
    );
    bench.sanecc("main.c -L. -ltwo -lone -o checked");
    bench.clang("main.c -L. -ltwo -lone -Wl,--allow-shlib-undefined -o plain");
    assert_fine(&bench.run("checked"));
    assert_fine(&bench.preloaded("plain"));
    assert_reports(&bench.run("checked more"), "heap-buffer-overflow");
    assert_reports(&bench.preloaded("plain more"), "heap-buffer-overflow");
    for symbol in [VERSION_SYMBOL, "__sanecc_report", "malloc"] {
        assert_eq!(definitions(&bench, &["checked"], symbol), 1, "{symbol}");
        let others = ["plain", "libone.so", "libtwo.so"];
        assert_eq!(definitions(&bench, &others, symbol), 0, "{symbol}");
    }
}

/// The program's own runtime stays in charge: the preloaded one is found second under every name.
#[test]
fn a_program_with_a_runtime_may_have_it_preloaded() {
    let bench = Bench::with_library();
    bench.sanecc("-g user.c -L. -lone -o linked");
    bench.sanecc("-g -DLOADS=RTLD_NOW user.c -o loads");
    for program in ["linked", "loads"] {
        let mut command = bench.command(program);
        command
            .env("LD_PRELOAD", shared_runtime())
            .env("SANECC_OPTIONS", "verbosity=1");
        let output = command.output().unwrap();
        assert!(output.status.success());
        assert_eq!(
            stderr(&output).matches("sanecc: shadow at").count(),
            1,
            "{}",
            stderr(&output)
        );
        assert_fine(&bench.preloaded(program));
        for what in ["library-on-heap", "program-on-heap"] {
            assert_reports(
                &bench.preloaded(&format!("{program} {what}")),
                "heap-buffer-overflow",
            );
        }
        // With little address space, the shadow is mapped bit by bit.
        let preload = shared_runtime().display().to_string();
        let script = format!("ulimit -v 4000000; LD_PRELOAD={preload} exec ./{program}");
        let mut limited = Command::new("sh");
        limited
            .args(["-c", &script])
            .current_dir(bench.twin.ours(""))
            .env("LD_LIBRARY_PATH", ".");
        assert_fine(&limited.output().unwrap());
    }
}

#[test]
fn a_second_one_in_a_namespace_of_its_own_is_refused() {
    let bench = Bench::with_library();
    bench.twin.write(
        "space.c",
        "#define _GNU_SOURCE\n#include <dlfcn.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
         int main(int c, char **v) { free(malloc(c)); puts(\"started\"); fflush(stdout);\n\
         void *library = dlmopen(LM_ID_NEWLM, v[1], RTLD_NOW);\n\
         if (!library) puts(dlerror()); return 0; }\n",
    );
    bench.sanecc("space.c -o space");
    let line = format!("space {}", shared_runtime().display());
    for limit in ["unlimited", "4000000"] {
        let script = format!("ulimit -v {limit}; exec ./{line}");
        let mut command = Command::new("sh");
        command
            .args(["-c", &script])
            .current_dir(bench.twin.ours(""));
        let output = command.output().unwrap();
        let said = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(
            said.starts_with("sanecc: error: a second sanitizer starts in this process"),
            "{said}"
        );
        assert!(said.contains("sanecc: note: "), "{said}");
        assert_eq!(output.stdout, b"started\n");
    }
}

/// Functions of the runtime that nothing in the program refers to are there for libraries that are loaded later.
#[test]
fn a_program_in_c_serves_a_library_in_cplusplus() {
    let bench = Bench::new();
    bench.twin.write(
        "plus.cpp",
        "#include <stdexcept>\n#include <string>\n\
         extern \"C\" int plus(int at) { char *text = new char[10]; text[at] = 1; int got = text[at];\n\
         if (at == 5) delete text; else delete[] text;\n\
         try { std::string().at(at); } catch (std::out_of_range &) { return got; } return 0; }\n",
    );
    bench.sanecc("--driver-mode=g++ -g -w -fPIC -shared plus.cpp -o libplus.so");
    bench.twin.write(
        "loads.c",
        "#include <dlfcn.h>\n#include <stdio.h>\n#include <stdlib.h>\n\
         int main(int c, char **v) { void *library = dlopen(\"./libplus.so\", RTLD_NOW);\n\
         if (!library) { puts(dlerror()); return 2; }\n\
         int (*plus)(int) = (int (*)(int))dlsym(library, \"plus\");\n\
         if (plus(c > 1 ? atoi(v[1]) : 9) == 1) puts(\"fine\"); return 0; }\n",
    );
    bench.sanecc("loads.c -o checked");
    bench.clang("loads.c -o plain");
    for preloaded in [false, true] {
        let run = |line: &str| match preloaded {
            true => bench.preloaded(&format!("plain{line}")),
            false => bench.run(&format!("checked{line}")),
        };
        assert_fine(&run(""));
        assert_reports(&run(" 10"), "heap-buffer-overflow");
        assert_reports(&run(" 5"), "alloc-dealloc-mismatch");
    }
}
