//! Libraries that sanecc built: in its own programs, in clang's, loaded by name, with the runtime and without.

mod cplusplus;
mod definitions;
mod globals;
mod missing;
mod one_copy;
mod order;
mod outside;
mod python;

use crate::twin::{CLANG, Twin, runtime};
use sanecc_abi::symbols::VERSION_SYMBOL;
use std::path::PathBuf;
use std::process::{Command, Output};

/// A library: memory of its own and of the program, a constructor that touches all kinds.
const LIBRARY: &str = r#"
#include <stdlib.h>
#include <string.h>
int table[10] = {1, 2, 3};
static __thread int calls;
static int started;
__attribute__((constructor)) static void start(void) {
    char text[30];
    memset(text, 4, sizeof text);
    int *block = malloc(10 * sizeof *block);
    block[9] = text[29];
    table[9] = block[9];
    started = table[9];
    free(block);
}
int lib_started(void) { return started; }
char *lib_new(int size) { return malloc(size); }
void lib_free(char *block) { free(block); }
void lib_write(char *block, int at) { calls++; block[at] = 1; }
int lib_get(int at) { return table[at]; }
int lib_calls(void) { return calls; }
"#;

/// A program that makes the error that its first argument names, through the library's functions.
const USER: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef LOADS
#include <dlfcn.h>
static int *table;
static int (*lib_started)(void), (*lib_get)(int), (*lib_calls)(void);
static char *(*lib_new)(int);
static void (*lib_free)(char *), (*lib_write)(char *, int);
static void *library;
static void load(void) {
    library = dlopen("./libone.so", LOADS);
    if (!library) { fprintf(stderr, "%s\n", dlerror()); exit(7); }
    table = dlsym(library, "table");
    *(void **)&lib_started = dlsym(library, "lib_started");
    *(void **)&lib_get = dlsym(library, "lib_get");
    *(void **)&lib_calls = dlsym(library, "lib_calls");
    *(void **)&lib_new = dlsym(library, "lib_new");
    *(void **)&lib_free = dlsym(library, "lib_free");
    *(void **)&lib_write = dlsym(library, "lib_write");
}
#else
extern int table[];
int lib_started(void), lib_get(int), lib_calls(void);
char *lib_new(int);
void lib_free(char *), lib_write(char *, int);
static void load(void) {}
#endif
int main(int count, char **arguments) {
    const char *what = count > 1 ? arguments[1] : "";
    load();
    char *mine = malloc(10), *theirs = lib_new(10);
    lib_write(mine, 9);
    theirs[9] = 1;
    if (lib_started() != 4 || lib_get(9) != 4 || table[9] != 4 || lib_calls() != 1) return 3;
    if (!strcmp(what, "library-on-heap")) lib_write(mine, 9 + count - 1);
    if (!strcmp(what, "program-on-heap")) theirs[9 + count - 1] = 1;
    if (!strcmp(what, "library-on-global")) return lib_get(9 + count - 1);
    if (!strcmp(what, "program-on-global")) return table[9 + count - 1];
    lib_free(mine);
    if (!strcmp(what, "library-after-free")) lib_write(mine, 1);
    if (!strcmp(what, "double")) free(mine);
    free(theirs);
    puts("fine");
    return 0;
}
"#;

/// What a checked library finds, with the name of each error.
const BY_LIBRARY: [(&str, &str); 4] = [
    ("library-on-heap", "heap-buffer-overflow"),
    ("library-on-global", "global-buffer-overflow"),
    ("library-after-free", "heap-use-after-free"),
    ("double", "double-free"),
];

/// What only a checked program finds.
const BY_PROGRAM: [(&str, &str); 2] = [
    ("program-on-heap", "heap-buffer-overflow"),
    ("program-on-global", "global-buffer-overflow"),
];

/// A folder with the library's and the program's source.
struct Bench {
    twin: Twin,
}

impl Bench {
    fn new() -> Bench {
        let twin = Twin::new();
        twin.write("one.c", LIBRARY);
        twin.write("user.c", USER);
        Bench { twin }
    }

    /// One with the library built.
    fn with_library() -> Bench {
        let bench = Bench::new();
        bench.sanecc("-g -fPIC -shared one.c -o libone.so");
        bench
    }

    /// Runs sanecc, which must succeed without a word.
    fn sanecc(&self, line: &str) {
        let words: Vec<_> = line.split(' ').collect();
        let mut command = self.twin.command(&words);
        succeeds(&mut command, line);
    }

    /// Runs clang, which must succeed without a word.
    fn clang(&self, line: &str) {
        succeeds(&mut self.clang_command(line), line);
    }

    fn clang_command(&self, line: &str) -> Command {
        let mut command = Command::new(CLANG);
        command
            .args(line.split(' '))
            .current_dir(self.twin.ours(""));
        command
    }

    fn command(&self, line: &str) -> Command {
        let mut words = line.split(' ');
        let mut command = Command::new(self.twin.ours(words.next().unwrap()));
        command
            .args(words)
            .current_dir(self.twin.ours(""))
            .env("LD_LIBRARY_PATH", self.twin.ours(""));
        command
    }

    fn run(&self, line: &str) -> Output {
        self.command(line).output().unwrap()
    }

    /// Runs a program with the runtime in front of everything.
    fn preloaded(&self, line: &str) -> Output {
        let mut command = self.command(line);
        command
            .env("LD_PRELOAD", shared_runtime())
            .output()
            .unwrap()
    }
}

fn succeeds(command: &mut Command, line: &str) {
    let output = command.output().unwrap();
    assert!(
        output.status.success() && output.stderr.is_empty(),
        "{line}: {}",
        stderr(&output)
    );
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The runtime as a shared object, beside the archive.
fn shared_runtime() -> PathBuf {
    let path = runtime().with_file_name("libsanecc_rt.so");
    assert!(
        path.is_file(),
        "'cargo xtask build' makes {}",
        path.display()
    );
    path
}

#[track_caller]
fn assert_fine(output: &Output) {
    assert!(output.status.success(), "{}", stderr(output));
    assert_eq!(stderr(output), "");
    assert_eq!(output.stdout, b"fine\n");
}

#[track_caller]
fn assert_reports(output: &Output, kind: &str) {
    let said = stderr(output);
    assert_eq!(output.status.code(), Some(1), "{said}");
    let wanted = format!("ERROR: sanecc: {}", title(kind));
    assert_eq!(said.matches("ERROR: sanecc: ").count(), 1, "{said}");
    assert!(said.contains(&wanted), "{said}");
}

fn title(kind: &str) -> String {
    match kind {
        "double-free" => "attempting double-free".to_owned(),
        _ => kind.to_owned(),
    }
}

/// The linkers of this machine, as flags.
fn linkers() -> Vec<&'static str> {
    let flags = [
        ("ld.bfd", "-fuse-ld=bfd"),
        ("ld.gold", "-fuse-ld=gold"),
        ("ld.lld-19", "-fuse-ld=lld-19"),
    ];
    let installed = flags
        .into_iter()
        .filter(|(name, _)| which::which(name).is_ok());
    let flags: Vec<_> = installed.map(|(_, flag)| flag).collect();
    assert!(!flags.is_empty());
    flags
}

#[test]
fn in_a_program_of_sanecc() {
    for linker in linkers() {
        let bench = Bench::new();
        bench.sanecc(&format!(
            "{linker} -g -fPIC -shared one.c -o libone.so -Wl,-z,defs"
        ));
        bench.sanecc(&format!("{linker} -g user.c -L. -lone -o user"));
        assert_fine(&bench.run("user"));
        for (what, kind) in BY_LIBRARY.into_iter().chain(BY_PROGRAM) {
            assert_reports(&bench.run(&format!("user {what}")), kind);
        }
    }
}

#[test]
fn loaded_by_a_program_of_sanecc() {
    let bench = Bench::with_library();
    for flags in [
        "RTLD_LAZY",
        "RTLD_NOW|RTLD_GLOBAL",
        "RTLD_NOW|RTLD_DEEPBIND",
    ] {
        bench.sanecc(&format!("-g -D_GNU_SOURCE -DLOADS={flags} user.c -o user"));
        assert_fine(&bench.run("user"));
        for (what, kind) in BY_LIBRARY.into_iter().chain(BY_PROGRAM) {
            assert_reports(&bench.run(&format!("user {what}")), kind);
        }
    }
}

#[test]
fn in_a_program_of_clang_with_the_runtime_preloaded() {
    let bench = Bench::with_library();
    for (flags, linked) in [
        ("", "-L. -lone -Wl,--allow-shlib-undefined"),
        ("-no-pie -fno-pic", "-L. -lone -Wl,--allow-shlib-undefined"),
        ("-DLOADS=RTLD_LAZY", "-g"),
        ("-DLOADS=RTLD_NOW", "-g"),
        ("-D_GNU_SOURCE -DLOADS=RTLD_NOW|RTLD_DEEPBIND", "-g"),
    ] {
        bench.clang(format!("{flags} user.c {linked} -o user").trim_start());
        assert_fine(&bench.preloaded("user"));
        for (what, kind) in BY_LIBRARY {
            assert_reports(&bench.preloaded(&format!("user {what}")), kind);
        }
    }
}

#[test]
fn in_a_program_of_clang_that_is_linked_with_the_runtime() {
    let shared = shared_runtime();
    let (path, folder) = (shared.display(), shared.parent().unwrap().display());
    for linker in linkers() {
        let bench = Bench::with_library();
        bench.clang(&format!(
            "{linker} user.c -L. -lone {path} -Wl,-rpath,{folder} -o user"
        ));
        assert_fine(&bench.run("user"));
        for (what, kind) in BY_LIBRARY {
            assert_reports(&bench.run(&format!("user {what}")), kind);
        }
    }
}

#[test]
fn under_flags_that_change_how_symbols_are_bound() {
    for flags in [
        "-Wl,-Bsymbolic",
        "-Wl,-z,now",
        "-Wl,--gc-sections -ffunction-sections -fdata-sections",
        "-fno-plt -Wl,-z,defs",
        "-Wl,--version-script=all.map",
        "-fvisibility=hidden -DHIDDEN",
    ] {
        let bench = Bench::new();
        bench
            .twin
            .write("all.map", "ONE { global: lib_*; table; };\n");
        let exported = LIBRARY.replace("\nint ", "\nEXPORT int ");
        let exported = exported.replace("\nvoid ", "\nEXPORT void ");
        let exported = exported.replace("\nchar ", "\nEXPORT char ");
        let define = "#ifdef HIDDEN\n#define EXPORT __attribute__((visibility(\"default\")))\n#else\n#define EXPORT\n#endif\n";
        bench.twin.write("one.c", &format!("{define}{exported}"));
        bench.sanecc(&format!("-g {flags} -fPIC -shared one.c -o libone.so"));
        bench.sanecc("-g user.c -L. -lone -o user");
        assert_fine(&bench.run("user"));
        bench.clang("-DLOADS=RTLD_LAZY user.c -o loader");
        assert_fine(&bench.preloaded("loader"));
        for (what, kind) in BY_LIBRARY {
            assert_reports(&bench.run(&format!("user {what}")), kind);
            assert_reports(&bench.preloaded(&format!("loader {what}")), kind);
        }
        let output = bench.run("loader");
        assert!(
            stderr(&output).contains(VERSION_SYMBOL),
            "{flags}: {}",
            stderr(&output)
        );
    }
}

#[test]
fn children_of_a_preloaded_program_are_checked() {
    let bench = Bench::with_library();
    bench.twin.write(
        "fork.c",
        r#"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
void lib_write(char *, int);
static void *fill(void *block) { for (int i = 0; i < 1000; i++) free(malloc(i)); lib_write(block, 99); return 0; }
int main(void) {
    pthread_t thread;
    char *block = malloc(100);
    pthread_create(&thread, 0, fill, block);
    pid_t child = fork();
    if (child == 0) { fill(block); lib_write(block, 100); _exit(0); }
    int status;
    waitpid(child, &status, 0);
    pthread_join(thread, 0);
    return WIFEXITED(status) && WEXITSTATUS(status) == 1 ? 5 : 6;
}
"#,
    );
    bench.clang("-pthread fork.c -L. -lone -Wl,--allow-shlib-undefined -o forks");
    let output = bench.preloaded("forks");
    let said = stderr(&output);
    assert_eq!(output.status.code(), Some(5), "{said}");
    assert!(said.contains("heap-buffer-overflow"), "{said}");
}
