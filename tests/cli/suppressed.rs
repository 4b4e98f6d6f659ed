//! Errors that are not to be reported: by function, source file, module, and library function.

use crate::twin::Twin;
use std::process::{Command, Output};

const SOURCE: &str = r#"
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void _ZdlPv(void *);
__attribute__((noinline)) static void twice(char *block) { free(block); free(block); }
__attribute__((noinline)) static void inside(char *block) { free(block + 3); }
__attribute__((noinline)) static void otherwise(char *block) { _ZdlPv(block); }
__attribute__((noinline)) static unsigned long measure(char *block) { return strlen(block); }
__attribute__((noinline)) static void touch(volatile char *block, int at) { block[at] = 0; }
__attribute__((noinline)) static int none(char *block) { return block != 0; }
__attribute__((noinline)) static void confused(long (*called)(char *), char *block) { if (called(block) < 0) puts("less"); }
__attribute__((noinline)) static int beyond(int count, ...) {
  va_list list;
  va_start(list, count);
  int first = va_arg(list, int);
  va_end(list);
  return first;
}
int main(int count, char **arguments) {
  char *block = malloc(16);
  memset(block, 'x', 16);
  const char *what = arguments[1];
  if (!strcmp(what, "twice")) twice(block);
  if (!strcmp(what, "inside")) inside(block);
  if (!strcmp(what, "otherwise")) otherwise(block);
  if (!strcmp(what, "measure")) for (int i = 0; i < 1000; i++) measure(block);
  if (!strcmp(what, "touch")) touch(block, 16);
  if (!strcmp(what, "confused")) confused((void *)none, block);
  if (!strcmp(what, "beyond")) beyond(1);
  puts("goes on");
  return 0;
}
"#;

struct Bench {
    twin: Twin,
}

impl Bench {
    fn new(flags: &str) -> Bench {
        let twin = Twin::new();
        twin.write("program.c", SOURCE);
        let line = format!("-O0 -fno-builtin -w program.c -o program {flags}");
        let words: Vec<_> = line.split_whitespace().collect();
        let output = twin.command(&words).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        Bench { twin }
    }

    fn run(&self, what: &str, rule: &str) -> Output {
        self.twin.write("rules", &format!("{rule}\n"));
        self.run_with(what, "suppressions=rules")
    }

    fn run_with(&self, what: &str, options: &str) -> Output {
        Command::new(self.twin.ours("program"))
            .arg(what)
            .current_dir(self.twin.ours(""))
            .env("SANECC_OPTIONS", options)
            .output()
            .unwrap()
    }

    #[track_caller]
    fn is_silent(&self, what: &str, rule: &str) {
        let output = self.run(what, rule);
        assert_eq!(stderr(&output), "", "{what} {rule}");
        assert_eq!(output.stdout, b"goes on\n", "{what} {rule}");
        assert!(output.status.success());
    }

    #[track_caller]
    fn is_reported(&self, what: &str, rule: &str) {
        let output = self.run(what, rule);
        assert!(stderr(&output).contains("ERROR: sanecc: "), "{what} {rule}");
        assert_eq!(output.status.code(), Some(1), "{what} {rule}");
    }
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn errors_of_frees_by_function_file_and_module() {
    let bench = Bench::new("-g");
    for what in ["twice", "inside", "otherwise"] {
        bench.is_silent(what, &format!("fun:^{what}$"));
        bench.is_silent(what, "fun:main");
        bench.is_silent(what, "src:program.c$");
        bench.is_silent(what, "mod:/program$");
        bench.is_reported(what, "# nothing");
        bench.is_reported(what, "fun:measure");
        bench.is_reported(what, "leak:main");
        bench.is_reported(what, "interceptor_via_fun:main");
        bench.is_reported(what, "src:other.c\nmod:libother");
    }
    bench.is_silent("otherwise", "alloc_dealloc_mismatch:otherwise");
    bench.is_reported("twice", "alloc_dealloc_mismatch:twice");
    bench.is_reported("twice", "odr_violation:twice");
}

#[test]
fn errors_in_library_functions() {
    // Without debug information, what the compiler has noted with the call is enough.
    for flags in ["-g", "", "-static"] {
        let bench = Bench::new(flags);
        bench.is_silent("measure", "interceptor_name:strlen");
        bench.is_silent("measure", "interceptor_via_fun:^measure$");
        bench.is_silent("measure", "interceptor_via_lib:program");
        bench.is_silent("measure", "fun:measure");
        bench.is_silent("measure", "src:program.c");
        bench.is_reported("measure", "interceptor_name:strcpy");
        bench.is_reported("measure", "interceptor_via_fun:strlen");
    }
}

#[test]
fn a_check_in_the_code_goes_on_only_where_it_was_compiled_to() {
    Bench::new("-g").is_reported("touch", "fun:touch");
    let recovers = Bench::new("-g -fsanecc-recover");
    recovers.is_silent("touch", "fun:touch");
    recovers.is_reported("touch", "fun:measure");
}

/// These ask the runtime and go on where it finds nothing wrong, so they need no code of their own to go on.
#[test]
fn calls_of_another_type_are_suppressed_without_code_for_that() {
    let bench = Bench::new("-g -fsanecc-mode=pointer");
    bench.is_silent("confused", "fun:confused");
    bench.is_silent("beyond", "fun:beyond");
    for rule in ["fun:main_of_another", "leak:confused"] {
        bench.is_reported("confused", rule);
        bench.is_reported("beyond", rule);
    }
    for (what, kind) in [
        ("confused", "type-confused-call"),
        ("beyond", "variadic-argument-mismatch"),
    ] {
        let output = bench.run_with(what, "halt_on_error=0");
        let told = stderr(&output);
        assert_eq!(told.matches("ERROR: sanecc: ").count(), 1, "{told}");
        assert!(told.contains(kind), "{told}");
        assert_eq!(output.stdout, b"goes on\n", "{told}");
        assert_eq!(output.status.code(), Some(0), "{told}");
    }
}
