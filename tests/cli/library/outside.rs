//! Libraries that clang built without checks: what they pass to the C library is checked in programs of sanecc's.

use super::{Bench, assert_fine, assert_reports, stderr};
use sanecc_abi::library::TABLES;
use std::fmt::Write;

/// A library without checks. Each function touches what it is told to through a function of the C library.
const PLAIN: &str = r#"
#include <setjmp.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
void plain_strcpy(char *to, const char *from) { strcpy(to, from); }
void plain_memcpy(char *to, const char *from, size_t size) { memcpy(to, from, size); }
void plain_sprintf(char *to, const char *from) { sprintf(to, "%s%c", from, from[0]); }
size_t plain_strlen(const char *text) { return strlen(text); }
void plain_jump(void *where) { longjmp(where, 1); }
int plain_fill(void) {
    char room[4000];
    memset(room, 7, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
    return room[1999];
}
"#;

/// Blocks of a byte less than needed if there is a second argument.
const CALLER: &str = r#"
#define _GNU_SOURCE
#include <dlfcn.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef LOADS
static void *function(const char *name) { return dlsym(dlopen("./libplain.so", RTLD_NOW), name); }
#define plain_strcpy ((void (*)(char *, const char *))function("plain_strcpy"))
#define plain_memcpy ((void (*)(char *, const char *, size_t))function("plain_memcpy"))
#define plain_sprintf ((void (*)(char *, const char *))function("plain_sprintf"))
#define plain_strlen ((size_t (*)(const char *))function("plain_strlen"))
#define plain_jump ((void (*)(void *))function("plain_jump"))
#define plain_fill ((int (*)(void))function("plain_fill"))
#else
void plain_strcpy(char *, const char *), plain_memcpy(char *, const char *, size_t), plain_sprintf(char *, const char *);
size_t plain_strlen(const char *);
void plain_jump(void *);
int plain_fill(void);
#endif
static jmp_buf where;
__attribute__((noinline)) static void left_by_a_jump(int depth) {
    char room[200];
    memset(room, depth, sizeof room);
    __asm__ volatile("" : : "r"(room) : "memory");
    if (depth == 0) plain_jump(where);
    left_by_a_jump(depth - 1);
    __asm__ volatile("" : : "r"(room) : "memory");
}
int main(int count, char **arguments) {
    const char *what = arguments[1];
    char *room = malloc(8 - (count > 2));
    if (!strcmp(what, "strcpy")) plain_strcpy(room, "1234567");
    if (!strcmp(what, "memcpy")) plain_memcpy(room, "1234567", 8);
    if (!strcmp(what, "sprintf")) plain_sprintf(room, "123456");
    if (!strcmp(what, "strlen")) return plain_strlen(memcpy(room, "1234567", 8 - (count > 2))) == 7 ? puts("fine") < 0 : 2;
    if (!strcmp(what, "dlsym")) ((char *(*)(char *, const char *))dlsym(RTLD_DEFAULT, "strcpy"))(room, "1234567");
    if (!strcmp(what, "dlsym-next")) ((char *(*)(char *, const char *))dlsym(RTLD_NEXT, "strcpy"))(room, "1234567");
    if (!strcmp(what, "jump")) {
        if (setjmp(where) == 0) left_by_a_jump(9);
        if (plain_fill() != 7) return 2;
    }
    free(room);
    puts("fine");
}
"#;

/// Calls that fit, or are a byte too long.
const CALLS: [&str; 5] = ["strcpy", "memcpy", "sprintf", "strlen", "dlsym"];

fn bench(library: &str) -> Bench {
    let bench = Bench::new();
    bench.twin.write("plain.c", PLAIN);
    bench.twin.write("caller.c", CALLER);
    bench.clang(&format!(
        "-w -fno-builtin {library} -fPIC -shared plain.c -o libplain.so"
    ));
    bench
}

#[track_caller]
fn assert_checked(bench: &Bench, calls: &[&str]) {
    for call in calls {
        assert_fine(&bench.run(&format!("caller {call}")));
        let found = bench.run(&format!("caller {call} over"));
        assert_reports(&found, "heap-buffer-overflow");
        let said = stderr(&found);
        let function = call.replace("dlsym", "strcpy");
        assert!(said.contains(&function), "{call}: {said}");
    }
}

#[test]
fn calls_are_checked_however_a_library_reaches_them() {
    for library in [
        "-O0",
        "-O2 -Wl,-z,now",
        "-O2 -fno-plt",
        "-O2 -D_FORTIFY_SOURCE=2",
    ] {
        let bench = bench(library);
        bench.sanecc("-w -g -O1 caller.c -L. -lplain -o caller");
        assert_checked(&bench, &CALLS);
    }
    let bench = bench("-O1");
    bench.sanecc("-w -O1 -no-pie caller.c -L. -lplain -o caller");
    assert_checked(&bench, &CALLS);
}

/// Names hundreds of other functions before those that it calls.
#[test]
fn a_library_may_have_any_number_of_slots() {
    let bench = bench("-O1");
    let mut many = PLAIN.to_owned() + "void plain_addresses(void **to) {\n";
    let names = TABLES.iter().copied().flatten().map(|row| row.name);
    let others: Vec<&str> = names.filter(|name| !PLAIN.contains(name)).collect();
    assert!(
        others.len() > 300,
        "{} functions in the table",
        others.len()
    );
    for (number, name) in others.iter().enumerate() {
        writeln!(
            many,
            "    extern char slot_{number} __asm__(\"{name}\") __attribute__((weak)); to[{number}] = &slot_{number};"
        )
        .unwrap();
    }
    many += "}\n";
    bench.twin.write("many.c", &many);
    for flags in ["-O1", "-O1 -Wl,-z,now"] {
        bench.clang(&format!(
            "-w -fno-builtin {flags} -fPIC -shared many.c -o libplain.so"
        ));
        bench.sanecc("-w -g -O1 caller.c -L. -lplain -o caller");
        assert_checked(&bench, &CALLS);
    }
}

/// A library that is loaded later is seen when the program asks for its functions.
#[test]
fn libraries_that_are_loaded_are_checked_from_dlsym_on() {
    let bench = bench("-O1");
    bench.sanecc("-w -O1 -DLOADS caller.c -o caller");
    assert_checked(&bench, &CALLS);
}

/// What a jump from unchecked code leaves on the stack would be taken for an error of the next.
#[test]
fn frames_that_a_library_jumps_out_of_leave_no_poison() {
    for (library, level) in [("-O1", "-O0"), ("-O2 -D_FORTIFY_SOURCE=2", "-O2")] {
        let bench = bench(library);
        bench.sanecc(&format!("-w {level} caller.c -L. -lplain -o caller"));
        assert_fine(&bench.run("caller jump"));
    }
}

#[test]
fn it_is_an_option_and_next_functions_are_left_alone() {
    let bench = bench("-O1");
    bench.sanecc("-w -O1 caller.c -L. -lplain -o caller");
    assert_fine(&bench.run("caller dlsym-next"));
    let mut off = bench.command("caller strcpy over");
    off.env("SANECC_OPTIONS", "intercept_libraries=0");
    assert_fine(&off.output().unwrap());
}
