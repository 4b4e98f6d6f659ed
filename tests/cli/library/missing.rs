//! No runtime in the process: what the linker or the loader says must say what to do.

use super::{Bench, linkers, shared_runtime, stderr};
use crate::twin::runtime;
use sanecc_abi::symbols::VERSION_SYMBOL;

#[test]
fn its_path_can_be_asked_for() {
    let bench = Bench::new();
    for (name, path) in [
        ("libsanecc_rt.so", shared_runtime()),
        ("libsanecc_rt.a", runtime()),
    ] {
        for words in [
            &[format!("-print-file-name={name}")][..],
            &[format!("--print-file-name={name}")],
            &["--print-file-name".to_owned(), name.to_owned()],
        ] {
            let output = bench.twin.only_ours(words);
            let path = format!("{}\n", path.canonicalize().unwrap().display());
            assert_eq!(String::from_utf8_lossy(&output.stdout), path);
            assert_eq!(stderr(&output), "");
        }
    }
    for words in [
        ["-print-file-name=libc.so", "-O"],
        ["-print-file-name=libsanecc_rt", "-O"],
        ["-print-file-name=libsanecc_rt.so", "-print-search-dirs"],
    ] {
        bench.twin.same(&words).same_stderr().succeeds();
    }
    let nowhere = bench
        .twin
        .command(&["-print-file-name=libsanecc_rt.so"])
        .env("SANECC_RUNTIME", "/no/such/archive.a")
        .output()
        .unwrap();
    assert_eq!(nowhere.status.code(), Some(1));
    assert!(stderr(&nowhere).contains("no sanecc runtime for x86_64-linux-gnu"));
}

/// The message names the way out: the compiler to link with, or the file to preload.
#[test]
fn the_name_of_the_symbol_is_the_message() {
    for part in [
        "runtime_v12_is_missing",
        "link_with_sanecc",
        "preload_libsanecc_rt.so",
    ] {
        assert!(VERSION_SYMBOL.contains(part));
    }
}

#[test]
fn the_linker_says_so() {
    for linker in linkers() {
        let bench = Bench::with_library();
        let mut command = bench.clang_command(&format!("{linker} user.c -L. -lone -o user"));
        let output = command.output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        assert!(
            stderr(&output).contains(VERSION_SYMBOL),
            "{}",
            stderr(&output)
        );
        bench.sanecc("-c user.c");
        let mut command = bench.clang_command(&format!("{linker} user.o -L. -lone -o user"));
        let output = command.output().unwrap();
        assert!(
            stderr(&output).contains(VERSION_SYMBOL),
            "{}",
            stderr(&output)
        );
    }
}

#[test]
fn the_loader_says_so_and_nothing_else() {
    let bench = Bench::with_library();
    bench.clang("user.c -L. -lone -Wl,--allow-shlib-undefined -o user");
    for now in ["", "1"] {
        let output = bench
            .command("user")
            .env("LD_BIND_NOW", now)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(127));
        let said = stderr(&output);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(
            said.trim_end()
                .ends_with(&format!("undefined symbol: {VERSION_SYMBOL}")),
            "{said}"
        );
    }
}

#[test]
fn dlopen_says_so_and_the_program_lives_on() {
    let bench = Bench::with_library();
    for flags in ["RTLD_LAZY", "RTLD_NOW", "RTLD_LAZY|RTLD_GLOBAL"] {
        bench.clang(&format!("-DLOADS={flags} user.c -o user"));
        let output = bench.run("user");
        assert_eq!(output.status.code(), Some(7));
        let said = stderr(&output);
        assert!(
            said.contains(&format!("undefined symbol: {VERSION_SYMBOL}")),
            "{said}"
        );
    }
}
