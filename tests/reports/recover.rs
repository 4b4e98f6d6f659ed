//! `-fsanecc-recover` and `halt_on_error=0`: the program goes on, and each place is reported once.

use crate::program::{By, Outcome, Program};

/// Five errors that checks find, three of the allocator, and a clean end.
const MANY: &str = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int table[4];
__attribute__((noinline)) static void put(volatile char *p, int at) { p[at] = 1; }
__attribute__((noinline)) static int twice(volatile long *p) { *(volatile char *)p; return *p; }
__attribute__((noinline)) static int get(int at) { return ((volatile int *)table)[at]; }
int main(int count, char **arguments) {
    int status = count - 1;
    volatile int ten = 9 + count;
    char *block = malloc(10);
    for (int i = 0; i < 5; i++) put(block, ten + i);
    get(ten - 6);
    twice((long *)(block + ten));
    memset(block, 0, ten + 1); __asm__ volatile("" : : "r"(block) : "memory");
    free(block);
    for (int i = 7; i < ten; i++) free(block);
    free(block);
    free(&count);
    if (!realloc(block, 10)) return 9;
    puts("the end");
    return status;
}
"#;

const GO_ON: &str = "halt_on_error=0";

fn kinds(outcome: &Outcome) -> Vec<(String, String)> {
    let kind = |summary: &&str| summary.split(' ').next().unwrap_or_default().to_owned();
    let line = |summary: &&str| {
        let place = summary.split(' ').nth(1).unwrap_or_default();
        let line = place.split(':').nth(1).unwrap_or_default();
        line.to_owned()
    };
    let summaries = outcome.summaries();
    summaries.iter().map(|s| (kind(s), line(s))).collect()
}

#[test]
fn the_program_goes_on_and_each_place_is_reported_once() {
    for level in ["-O0", "-O1", "-O2"] {
        for flag in ["-fsanecc-recover", "-fsanitize-recover=address"] {
            let program = Program::new(By::Sanecc, MANY, &[flag, level]);
            let outcome = program.run(&[], GO_ON);
            assert_eq!(outcome.stdout, "the end\n", "{level} {}", outcome.stderr);
            assert_eq!(outcome.code, Some(0));
            let expected = [
                ("heap-buffer-overflow", "6"),
                ("global-buffer-overflow", "8"),
                ("heap-buffer-overflow", "7"),
                ("heap-buffer-overflow", "7"),
                ("heap-buffer-overflow", "16"),
                ("double-free", "18"),
                ("double-free", "19"),
                ("bad-free", "20"),
                ("double-free", "21"),
            ];
            let expected = expected.map(|(kind, line)| (kind.to_owned(), line.to_owned()));
            assert_eq!(kinds(&outcome), expected, "{level}: {}", outcome.stderr);
            assert!(!outcome.stderr.contains("ABORTING"));
        }
    }
}

#[test]
fn the_exit_status_stays_the_programs_as_with_asan() {
    for by in [By::Sanecc, By::Clang] {
        let program = Program::new(by, MANY, &["-fsanitize-recover=address"]);
        assert_eq!(program.run(&[], GO_ON).code, Some(0), "{by:?}");
        assert_eq!(program.run(&["x"], GO_ON).code, Some(1), "{by:?}");
        assert_eq!(program.run(&[], "halt_on_error=0:exitcode=9").code, Some(0));
        assert_eq!(program.run(&[], "exitcode=9").code, Some(9), "{by:?}");
    }
}

#[test]
fn it_stops_at_the_first_error_unless_both_sides_agree() {
    for by in [By::Sanecc, By::Clang] {
        let recovering = Program::new(by, MANY, &["-fsanitize-recover=address"]);
        assert_eq!(recovering.run(&[], "").titles().len(), 1, "{by:?}");
        let plain = Program::new(by, MANY, &[]);
        let outcome = plain.run(&[], GO_ON);
        assert_eq!(outcome.titles().len(), 1, "{by:?}");
        assert!(outcome.stderr.contains("==ABORTING"));
    }
}

/// What the function was given, and computes with it, is the same after the report of a copy of a structure, also where another access is
/// checked together with it.
#[test]
fn copies_of_structures_go_on_without_a_flag() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
struct part { char bytes[20]; };
struct whole { long first; struct part part; };
__attribute__((noinline)) static double alone(struct part *to, struct part *from, long a, long b, double x, double y) {
    *to = *from;
    return a + 10 * b + 100 * x + 1000 * y;
}
__attribute__((noinline)) static double joined(struct whole *from, struct part *to, long a, long b, double x, double y) {
    a += from->first;
    *to = from->part;
    return a + 10 * b + 100 * x + 1000 * y;
}
struct pair { _Alignas(8) short numbers[3]; };
struct single { _Alignas(8) char bytes[8]; };
__attribute__((noinline)) static double few(struct pair *to, long a, long b, double x, double y) {
    __builtin_memset(to, 1, 6);
    return a + 10 * b + 100 * x + 1000 * y;
}
__attribute__((noinline)) static double granule(struct single *to, struct single *from, long a, long b, double x, double y) {
    *to = *from;
    return a + 10 * b + 100 * x + 1000 * y;
}
int main(void) {
    struct part part = {{0}};
    struct single single = {{0}};
    struct part *volatile shorter = malloc(12);
    struct whole *volatile cut = calloc(1, 26);
    printf("%g ", alone(shorter, &part, 1, 2, 3, 4));
    printf("%g ", joined(cut, &part, 5, 6, 7, 8));
    struct pair *volatile five = malloc(5);
    struct single *volatile seven = malloc(7);
    printf("%g ", few(five, 9, 8, 7, 6));
    fflush(stdout);
    printf("%g\n", granule(seven, &single, 5, 4, 3, 2));
    return 0;
}
"#;
    let strict = "-fsanecc-strict";
    for (level, order) in [
        ("-O0", strict),
        ("-O1", strict),
        ("-O2", strict),
        ("-O3", strict),
        ("-O2", "-fno-sanecc-strict"),
    ] {
        let outcome = Program::new(By::Sanecc, source, &[level, order]).run(&[], GO_ON);
        // Where the last copy became a load and a store, its report ends the program.
        assert_eq!(outcome.titles().len(), 4, "{level}: {}", outcome.stderr);
        let (stdout, code) = match order == strict {
            true => ("4321 8765 6789 2345\n", Some(0)),
            false => ("4321 8765 6789 ", Some(1)),
        };
        assert_eq!(outcome.stdout, stdout, "{level}: {}", outcome.stderr);
        assert_eq!(outcome.code, code);
    }
}

/// The same where the object is known, so that bounds are compared: of one size, of any, and in a loop. What is written beyond a local variable
/// may be anything of the function, so these read.
#[test]
fn copies_beyond_known_objects_go_on_without_a_flag() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct part { char bytes[20]; };
__attribute__((noinline)) static double once(struct part *to, long i, double x, double y) {
    char local[64];
    for (int k = 0; k < 64; k++) local[k] = y;
    if (!i) memset(local, 5, 10);
    memcpy(to, local + i, sizeof *to);
    return x + 10 * y + 100 * local[(int)x] + 1000 * to->bytes[13];
}
__attribute__((noinline)) static double any(long size, long i, long length, double x, double y) {
    char *block = malloc(size);
    memset(block, (int)y, size);
    memset(block + i, 3, length);
    double sum = x + 10 * y + 100 * block[(int)x] + 1000 * block[size - 1];
    free(block);
    return sum;
}
__attribute__((noinline)) static double loop(struct part *to, int end, double x, double y) {
    struct part local[4];
    memset(local, (int)y, sizeof local);
    for (int i = 0; i < end; i++) to[i] = local[i];
    return x + 10 * y + 100 * local[(int)x].bytes[5] + 1000 * to[3].bytes[19];
}
struct part parts[5];
int main(void) {
    volatile long fifty = 50;
    volatile int five = 5;
    for (int error = 1; error >= 0; error--) {
        printf("%g ", once(parts, fifty - (error ? 0 : 6), 1, 2));
        printf("%g ", any(fifty, fifty - 10, error ? 12 : 10, 4, 5));
        printf("%g\n", loop(parts, five - (error ? 0 : 1), 2, 7));
        fflush(stdout);
    }
    return 0;
}
"#;
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        for mode in [
            "-fsanecc-elide=full",
            "-fsanecc-elide=none",
            "-fno-sanecc-strict",
        ] {
            let outcome = Program::new(By::Sanecc, source, &[level, mode]).run(&[], GO_ON);
            let lines: Vec<String> = kinds(&outcome).into_iter().map(|(_, line)| line).collect();
            assert_eq!(
                lines,
                ["10", "16", "24"],
                "{level} {mode}: {}",
                outcome.stderr
            );
            let expected = "2221 3554 7772\n2221 3554 7772\n";
            assert_eq!(
                outcome.stdout, expected,
                "{level} {mode}: {}",
                outcome.stderr
            );
            assert_eq!(outcome.code, Some(0));
        }
    }
}

#[test]
fn errors_that_functions_find_need_no_flag() {
    let source = r#"
#include <stdlib.h>
#include <string.h>
int main(int count, char **arguments) {
    char *block = malloc(10);
    memset(block, 0, count + 10);
    free(block);
    free(block);
    return 0;
}
"#;
    for by in [By::Sanecc, By::Clang] {
        let outcome = Program::new(by, source, &[]).run(&[], GO_ON);
        assert_eq!(outcome.titles().len(), 2, "{by:?} {}", outcome.stderr);
        assert_eq!(outcome.code, Some(0));
    }
}

#[test]
fn each_error_is_reported_where_the_user_wants_that() {
    let program = Program::new(By::Sanecc, MANY, &["-fsanecc-recover", "-O1"]);
    let outcome = program.run(&[], "halt_on_error=0:suppress_equal_pcs=0");
    let puts = kinds(&outcome)
        .iter()
        .filter(|(_, line)| line == "6")
        .count();
    assert_eq!(puts, 5, "{}", outcome.stderr);
}

#[test]
fn reports_of_threads_do_not_mix_and_none_is_lost() {
    let places: String = (0..8)
        .map(|n| format!("__attribute__((noinline)) static void put{n}(volatile char *p, int at) {{\n p[at] = {n}; }}\n"))
        .collect();
    let calls: String = (0..8)
        .map(|n| format!("put{n}(block, 8 + (int)(long)argument);"))
        .collect();
    let source = format!(
        "#include <pthread.h>\n#include <stdlib.h>\n{places}
static pthread_barrier_t start;
static void *run(void *argument) {{
    char *block = malloc(8);
    pthread_barrier_wait(&start);
    for (int i = 0; i < 20; i++) {{ {calls} }}
    return 0;
}}
int main(void) {{
    pthread_t threads[8];
    pthread_barrier_init(&start, 0, 8);
    for (long i = 0; i < 8; i++) pthread_create(threads + i, 0, run, (void *)i);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], 0);
    return 0;
}}
"
    );
    let program = Program::new(By::Sanecc, &source, &["-fsanecc-recover", "-O1"]);
    let outcome = program.run(&[], GO_ON);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    // Titles and summaries take turns, and all eight places are there.
    let ends = outcome.stderr.lines().filter_map(|line| {
        match (line.contains("ERROR: "), line.contains("SUMMARY: ")) {
            (true, _) => Some('<'),
            (_, true) => Some('>'),
            _ => None,
        }
    });
    assert_eq!(
        ends.collect::<String>(),
        "<>".repeat(8),
        "{}",
        outcome.stderr
    );
    for n in 0..8 {
        let function = format!("in put{n}");
        assert!(outcome.summaries().iter().any(|s| s.ends_with(&function)));
    }
}

#[test]
fn memory_does_not_grow_with_the_number_of_reports() {
    let source = r#"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
static long pages(void) {
    long total = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (fscanf(file, "%ld", &total) != 1) abort();
    fclose(file);
    return total;
}
int main(void) {
    char *block = malloc(10);
    free(block);
    for (int i = 0; i < 5; i++) free(block);
    long before = pages();
    for (int i = 0; i < 300; i++) free(block);
    printf("%ld\n", pages() - before);
    return 0;
}
"#;
    let program = Program::new(By::Sanecc, source, &[]);
    let outcome = program.run(&[], "halt_on_error=0:suppress_equal_pcs=0");
    assert_eq!(outcome.titles().len(), 305);
    assert_eq!(outcome.stdout, "0\n");
}

#[test]
fn a_child_of_a_fork_reports_too() {
    let source = r#"
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static void *report(void *block) {
    for (int i = 0; i < 50; i++) free(block);
    return 0;
}
int main(void) {
    char *block = malloc(10);
    free(block);
    pthread_t thread;
    pthread_create(&thread, 0, report, block);
    for (int i = 0; i < 10; i++) {
        int status;
        if (!fork()) { free(block); _exit(3); }
        wait(&status);
        if (WEXITSTATUS(status) != 3) return 1;
    }
    pthread_join(thread, 0);
    return 0;
}
"#;
    let program = Program::new(By::Sanecc, source, &["-pthread"]);
    let options = "halt_on_error=0:suppress_equal_pcs=0:log_path=log";
    let outcome = program.run(&[], options);
    assert_eq!(outcome.code, Some(0), "{}", outcome.stderr);
    let logs = std::fs::read_dir(program.folder()).unwrap();
    let logs = logs.filter(|entry| {
        let name = entry.as_ref().unwrap().file_name();
        name.to_string_lossy().starts_with("log.")
    });
    assert_eq!(logs.count(), 11);
}

/// A condition that is reported and then gone on from proves nothing: the access behind it is checked.
#[test]
fn what_does_not_hold_is_not_believed() {
    const SOURCE: &str = "
static int table[4];
__attribute__((noinline)) static int get(unsigned at) {
    __builtin_assume(at < 4);
    return ((volatile int *)table)[at];
}
int main(int count, char **arguments) { (void)arguments; return get(count + 3) != 0; }
";
    for level in ["-O0", "-O1", "-O2"] {
        let program = Program::new(By::Sanecc, SOURCE, &["-fsanecc-recover", level]);
        let outcome = program.run(&[], GO_ON);
        let expected = [("false-assumption", "4"), ("global-buffer-overflow", "5")];
        let expected = expected.map(|(kind, line)| (kind.to_owned(), line.to_owned()));
        assert_eq!(kinds(&outcome), expected, "{level} {}", outcome.stderr);
    }
}
