//! `report_format=asan`: the lines are those of clang's AddressSanitizer, and its parsers read them.

use crate::program::{By, Outcome, Program};
use libcasr::asan::{AsanContext, AsanStacktrace};
use libcasr::severity::Severity;
use libcasr::stacktrace::ParseStacktrace;

/// One error, which the argument names.
const ONE: &str = r#"
#include <malloc.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int table[5];
char greeting[] = "hello";
__attribute__((noinline)) static int whole(volatile char *p) { return *(volatile int *)p; }
__attribute__((noinline)) static void put(volatile char *p, int at) { p[at] = 1; }
__attribute__((noinline)) static int get(volatile char *p, int at) { return p[at]; }
__attribute__((noinline)) static void local(int at) {
    char first[10], second[40];
    memset(first, 0, sizeof first);
    memset(second, 0, sizeof second);
    put(second, 0);
    put(first, at);
}
__attribute__((noinline)) static void local_known(int at) { volatile char own[10]; own[at] = 1; }
__attribute__((noinline)) static int partial(int at) { char own[12]; memset(own, 0, sizeof own); return whole(own + at); }
static void *other(void *block) { put(block, 11); return 0; }
int main(int count, char **arguments) {
    volatile int ten = 8 + count;
    char *block = malloc(10);
    switch (arguments[1][0]) {
    case 'a': put(block, ten); break;
    case 'b': free(block); get(block, 3); break;
    case 'c': get(block, 7 - ten); break;
    case 'd': local(ten); break;
    case 'e': ((volatile int *)table)[ten - 5] = 1; break;
    case 'f': free(block); free(block); break;
    case 'g': free(block + 1); break;
    case 'h': put((char *)8, 0); break;
    case 'i': memset(block, 0, ten + 5); break;
    case 'j': return malloc_usable_size(block + 1);
    case 'k': { pthread_t thread; pthread_create(&thread, 0, other, block); pthread_join(thread, 0); } break;
    case 'l': free(&count); break;
    case 'm': local_known(ten); break;
    case 'n': put((char *)0x1234567812345678, ten); break;
    case 'o': return partial(ten);
    case 'p': return whole(block + ten - 2);
    case 'q': return greeting[ten];
    }
    return block[0];
}
"#;

const CASES: [&str; 17] = [
    "a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p", "q",
];

/// The lines that parsers look at, without what differs from run to run: addresses, the process, folders.
fn essence(outcome: &Outcome, case: &str) -> Vec<String> {
    let tells = |line: &&str| {
        let parts = [
            "==ERROR",
            " of size ",
            "ascii string",
            "located",
            " by thread ",
            "created by",
            "<==",
            "==ABORTING",
            "==Hint",
            "signal is caused",
            "object(s)",
            "DEADLYSIGNAL",
            "=====",
            "SUMMARY",
        ];
        parts.iter().any(|part| line.contains(part)) && !line.starts_with("=>")
    };
    let lines = outcome.stderr.lines().filter(tells);
    // Only objects that need redzones are in the frame.
    let lines = lines.filter(|line| !matches!(case, "d" | "l") || !line.contains("object(s)"));
    lines.map(normalised).collect()
}

fn normalised(line: &str) -> String {
    let line = match line.split_once("SUMMARY: ") {
        // The function that finds an error is the runtime's with clang; so the place may differ.
        Some((_, rest)) => rest.split(' ').take(2).collect::<Vec<_>>().join(" "),
        None => line.to_owned(),
    };
    let mut words = Vec::new();
    for word in line.split(' ') {
        let digits = word.trim_start_matches(['[', '(']);
        let is_address = digits.starts_with("0x") && digits.len() > 10;
        let word = match word.split_once("==ERROR") {
            Some((_, rest)) => format!("==ERROR{rest}"),
            None if is_address => word
                .chars()
                .map(|c| if c.is_ascii_hexdigit() { 'H' } else { c })
                .collect(),
            None if word.starts_with("'/") => {
                let name = word.rsplit('/').next().unwrap_or(word);
                format!("'{name}")
            }
            None => word.to_owned(),
        };
        words.push(word);
    }
    let line = words.join(" ");
    let line = line.replace("'count.addr'", "'count'");
    let hidden = line
        .split_once("==")
        .filter(|(before, _)| before.is_empty());
    match hidden.and_then(|(_, rest)| rest.split_once("==")) {
        Some((process, rest)) if process.parse::<u32>().is_ok() => format!("=={rest}"),
        _ => line,
    }
}

/// The report from its first line on, as crash reporters take it out of a program's output.
fn report_lines(outcome: &Outcome) -> Vec<String> {
    let lines = outcome.stderr.lines();
    let report = lines.skip_while(|line| !line.contains("ERROR: AddressSanitizer"));
    report.map(str::to_owned).collect()
}

#[test]
fn the_lines_are_those_of_clangs_asan_and_casr_reads_them() {
    let ours = Program::new(By::Sanecc, ONE, &["-O1", "-pthread"]);
    let clangs = Program::new(By::Clang, ONE, &["-O1", "-pthread"]);
    for case in CASES {
        let ours = ours.run(&[case], "report_format=asan");
        let clangs = clangs.run(&[case], "detect_stack_use_after_return=0");
        assert_eq!(ours.code, Some(1), "{case}: {}", ours.stderr);
        let (our_lines, their_lines) = (essence(&ours, case), essence(&clangs, case));
        assert_eq!(
            our_lines, their_lines,
            "{case}: {}\n{}",
            ours.stderr, clangs.stderr
        );
        check_with_casr(case, report_lines(&ours), report_lines(&clangs));
    }
}

fn check_with_casr(case: &str, ours: Vec<String>, clangs: Vec<String>) {
    let stack = AsanStacktrace::extract_stacktrace(&ours.join("\n")).unwrap();
    let frames = AsanStacktrace::parse_stacktrace(&stack).unwrap();
    assert!(
        frames.iter().all(|frame| frame.address != 0),
        "{case}: {stack:?}"
    );
    let named: Vec<_> = frames.iter().map(|frame| frame.function.as_str()).collect();
    assert!(named.contains(&"main") || case == "k", "{case}: {named:?}");
    let own = frames.iter().find(|frame| frame.debug.line != 0).unwrap();
    assert!(own.debug.file.ends_with("program.c"));
    let (ours, clangs) = (AsanContext(ours), AsanContext(clangs));
    let (ours, clangs) = (ours.severity().unwrap(), clangs.severity().unwrap());
    assert_eq!(ours.short_description, clangs.short_description, "{case}");
}

/// What options add, in the lines that begin with these words.
fn added(outcome: &Outcome) -> Vec<String> {
    let beginnings = ["SCARINESS: ", "DEDUP_TOKEN: ", "AddressSanitizer: "];
    let parts = [
        "Hint",
        "Register values",
        "instruction bytes",
        "Sleeping",
        "memory map",
    ];
    let tells = |line: &&str| {
        beginnings.iter().any(|word| line.starts_with(word))
            || parts.iter().any(|word| line.contains(word))
    };
    let mut tokens = 0;
    let lines = outcome.stderr.lines().filter(tells).filter(|line| {
        // clang has one for each trace; tools read the first.
        tokens += usize::from(line.starts_with("DEDUP"));
        tokens < 2 || !line.starts_with("DEDUP")
    });
    let lines = lines.map(|line| match line.split_once("bytes at pc: ") {
        Some((before, bytes)) => format!("{before} {} bytes", bytes.split_whitespace().count()),
        // Of the C library the debug information may be installed, which clang uses, too.
        None => normalised(line).replace("--__libc_start_call_main", "--"),
    });
    lines
        .map(|line| line.split("==").last().unwrap_or_default().to_owned())
        .collect()
}

#[test]
fn options_add_to_reports_what_they_add_to_clangs() {
    let [ours, clangs] =
        [By::Sanecc, By::Clang].map(|by| Program::new(by, ONE, &["-O1", "-pthread"]));
    let options = [
        "print_scariness=1",
        "dump_instruction_bytes=1:dedup_token_length=2",
        "dump_registers=0:print_module_map=1",
    ];
    for (options, case) in options
        .iter()
        .flat_map(|options| CASES.map(|case| (options, case)))
    {
        // A use after the end of the stack, which clang cannot unwind, and the tools' own functions.
        if matches!(case, "f" | "g" | "i" | "j" | "l") && options.contains("dedup") {
            continue;
        }
        let options = format!("{options}:report_format=asan:detect_stack_use_after_return=0");
        let [ours, clangs] = [&ours, &clangs].map(|program| program.run(&[case], &options));
        assert_eq!(
            added(&ours),
            added(&clangs),
            "{case}: {options}: {}",
            ours.stderr
        );
    }
}

#[test]
fn a_jump_to_data_is_told_as_such() {
    let source = r#"
#include <stdlib.h>
int main(int count, char **arguments) {
    void (*target)(void) = count > 1 ? (void (*)(void))malloc(count) : (void (*)(void))4;
    target();
    return 0;
}
"#;
    let flags = ["-O0", "-w"];
    let [ours, clangs] = [By::Sanecc, By::Clang].map(|by| Program::new(by, source, &flags));
    let options = "report_format=asan:print_scariness=1";
    let [data, zero] = [&["x"][..], &[]].map(|words| ours.run(words, options));
    // The block is known here, so the report has more to say of it than clang's.
    assert_eq!(added(&data)[..2], added(&clangs.run(&["x"], options))[..2]);
    // clang's report ends in an error of its own while it unwinds.
    assert_eq!(added(&zero)[..3], added(&clangs.run(&[], options))[..3]);
}

/// Errors in functions of the runtime and of the library, and blocks of every function that allocates.
const CALLEES: &str = r#"
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
__attribute__((noinline)) static int get(volatile char *p, int at) { return p[at]; }
struct Large { char bytes[300]; };
int main(int count, char **arguments) {
    const char *text = "longer than any of the blocks";
    char *block = (char *)malloc(10), *other;
    void *placed = 0;
    switch (arguments[1][0]) {
    case 'a': free(block); free(block); break;
    case 'b': strcpy(block, text); break;
    case 'c': return get((char *)calloc(2, 8), 16 * count);
    case 'd': block = (char *)realloc(block, 24); return get(block, 24 * count);
    case 'e': other = (char *)realloc(block, 24); return get(block, count) + other[0];
    case 'f': return get((char *)aligned_alloc(64, 64), 64 * count);
    case 'g': posix_memalign(&placed, 64, 64); return get((char *)placed, 64 * count);
    case 'h': return get((char *)memalign(64, 64), 64 * count);
    case 'i': block = new char[24]; return get(block, 24 * count);
    case 'j': delete (int *)block; break;
    case 'k': { int *own = new int; delete[] own; } break;
    case 'l': memset(block, 1, 10); return (int)strlen(block);
    case 'm': { int *own = new int; delete own; return get((char *)own, count); }
    case 'n': return malloc_usable_size(block + count) != 0;
    case 'o': { char *(*volatile allocate)(size_t) = (char *(*)(size_t))malloc; return get(allocate(24), 24 * count); }
    case 'p': strncat(block, text, 20); break;
    case 'q': strcpy(block, "abc"); strcpy(block + 1, block); break;
    case 'r': *(Large *)block = *(Large *)calloc(1, sizeof(Large)); break;
    case 's': __builtin_memmove(block, text, 9 + count * 2); break;
    case 't': *(Large *)block = Large(); break;
    case 'u': __builtin_memset(block, 0, -count); break;
    }
    return block[0];
}
"#;

/// The functions of the frames numbered 0, and of the summary, as far as they have names.
fn callees(outcome: &Outcome) -> Vec<String> {
    let tells = |line: &&str| line.contains("    #0 ") || line.contains("SUMMARY");
    let lines = outcome.stderr.lines().filter(tells);
    let names = lines.map(|line| match line.contains("SUMMARY") {
        true => line.rsplit(" in ").next().unwrap(),
        false => line.split(" in ").nth(1).unwrap(),
    });
    // A file's name or a module's follows, but for the summary.
    let names = names.map(|name| name.split([' ', '/']).next().unwrap());
    names.map(str::to_owned).collect()
}

#[test]
fn the_first_frame_is_the_function_that_was_called() {
    let flags = ["--driver-mode=g++", "-O1", "-fno-builtin"];
    // As with clang, LLVM is to see first that what is moved does not overlap.
    let own = [&flags[..], &["-fno-sanecc-strict"]].concat();
    let ours = Program::named(By::Sanecc, "program.cpp", CALLEES, &own);
    let clangs = Program::named(By::Clang, "program.cpp", CALLEES, &flags);
    for case in "abcdefghijklmnopqrstu".chars().map(String::from) {
        let ours = ours.run(&[&case], "report_format=asan:alloc_dealloc_mismatch=1");
        let clangs = clangs.run(&[&case], "detect_stack_use_after_return=0");
        assert_eq!(ours.code, Some(1), "{case}: {}", ours.stderr);
        assert_eq!(
            callees(&ours),
            callees(&clangs),
            "{case}: {}\n{}",
            ours.stderr,
            clangs.stderr
        );
    }
}

#[test]
fn the_depth_of_traces_counts_the_function_that_allocates() {
    let [ours, clangs] =
        [By::Sanecc, By::Clang].map(|by| Program::new(by, ONE, &["-O0", "-pthread"]));
    for depth in 0..4 {
        let [ours, clangs] = [&ours, &clangs].map(|program| {
            let options = format!("report_format=asan:malloc_context_size={depth}");
            let outcome = program.run(&["b"], &options);
            let lines = outcome.stderr.lines();
            let traces = lines.skip_while(|line| !line.contains("freed by"));
            let frames = traces.filter(|line| line.contains("    #"));
            // Of the C library the debug information may be installed, which clang uses, too.
            let own = frames.filter(|line| !line.contains("libc"));
            own.map(|line| line.split(' ').nth(7).unwrap_or_default().to_owned())
                .collect::<Vec<_>>()
        });
        assert_eq!(ours, clangs, "{depth}");
    }
}

/// Threads of threads, and an error in the innermost or about it.
const THREADS: &str = r#"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
int table[5];
char *block;
volatile int zero;
static void *inner(void *which) {
    char own[10];
    switch (((char *)which)[0]) {
    case 'a': block[10 + zero] = 1; break;
    case 'b': free(block); break;
    case 'c': table[5 + zero] = 1; break;
    case 'd': own[10 + zero] = 1; break;
    case 'e': free(block); free(block); break;
    case 'f': memset(own, 1, sizeof own); return (void *)strlen(own);
    }
    return 0;
}
static void *outer(void *which) {
    pthread_t thread;
    pthread_create(&thread, 0, inner, which);
    pthread_join(thread, 0);
    return 0;
}
int main(int count, char **arguments) {
    block = malloc(10);
    pthread_t thread;
    pthread_create(&thread, 0, outer, arguments[1]);
    pthread_join(thread, 0);
    return block[3];
}
"#;

#[test]
fn threads_are_told_with_those_that_created_them() {
    let flags = ["-O0", "-pthread", "-fno-builtin"];
    let [ours, clangs] = [By::Sanecc, By::Clang].map(|by| Program::new(by, THREADS, &flags));
    for case in ["a", "b", "c", "d", "e", "f"] {
        let [ours, clangs] =
            [&ours, &clangs].map(|program| program.run(&[case], "report_format=asan"));
        // The lines "created by", each with its first two frames.
        let told = |outcome: &Outcome| -> Vec<String> {
            let lines: Vec<&str> = outcome.stderr.lines().collect();
            let starts = lines
                .iter()
                .enumerate()
                .filter(|(_, line)| line.contains("created by"));
            let threads = starts.flat_map(|(at, _)| &lines[at..at + 3]);
            let name = |line: &&str| {
                line.split(" in ")
                    .last()
                    .unwrap()
                    .split(' ')
                    .next()
                    .unwrap()
                    .to_owned()
            };
            threads
                .map(|line| {
                    if line.contains("created") {
                        line.to_string()
                    } else {
                        name(line)
                    }
                })
                .collect()
        };
        assert_eq!(told(&ours), told(&clangs), "{case}: {}", ours.stderr);
        assert_eq!(told(&ours).len(), 6, "{case}: {}", ours.stderr);
    }
}

#[test]
fn without_names_the_first_frame_is_still_there() {
    let program = Program::new(By::Sanecc, ONE, &["-O1", "-pthread"]);
    let outcome = program.run(&["f"], "report_format=asan:symbolize=0");
    let numbered = |line: &&str| line.starts_with("    #0 0x");
    let frames: Vec<_> = outcome.stderr.lines().filter(numbered).collect();
    let modules = |frame: &&str| frame.contains("program+0x") && !frame.contains(" in ");
    assert!(
        frames.len() == 3 && frames.iter().all(modules),
        "{}",
        outcome.stderr
    );
    // What freed it twice is one function.
    let places = |frame: &str| frame.split("+0x").nth(1).unwrap().to_owned();
    assert_eq!(places(frames[0]), places(frames[1]));
    assert_ne!(places(frames[0]), places(frames[2]));
}

#[test]
fn a_range_that_leaves_an_object_overflows_it_partially() {
    let source = r#"
#include <sanitizer/asan_interface.h>
__attribute__((noinline)) static int get(volatile int *p) { return *p; }
int main(void) {
    char own[8] = {0};
    __asan_poison_memory_region(own, 8);
    return get((int *)(own + 6));
}
"#;
    for by in [By::Sanecc, By::Clang] {
        let outcome = Program::new(by, source, &["-O1"]).run(&[], "report_format=asan");
        let tells = |line: &str| line.contains("partially overflows this variable");
        assert!(outcome.stderr.lines().any(tells), "{}", outcome.stderr);
    }
}

#[test]
fn what_a_library_function_touches_counts_from_the_first_bad_byte() {
    let source = r#"
#include <sanitizer/asan_interface.h>
#include <string.h>
int main(void) {
    char set[] = "ab", text[4] = "acb";
    __asan_poison_memory_region(text + 2, 2);
    return (int)strspn(text, set);
}
"#;
    for by in [By::Sanecc, By::Clang] {
        let options = "report_format=asan:strict_string_checks=1";
        let outcome = Program::new(by, source, &["-O0"]).run(&[], options);
        let tells = |line: &str| {
            line.contains("'text'") && line.contains("partially overflows this variable")
        };
        assert!(outcome.stderr.lines().any(tells), "{}", outcome.stderr);
    }
}

#[test]
fn names_of_cplusplus_are_as_in_the_source() {
    let source = r#"
#include <stdlib.h>
namespace space { struct Type { template <class T> __attribute__((noinline)) void put(volatile T *p) { *p = 1; } }; }
int main(int count, char **) { char *block = (char *)malloc(count); space::Type().put<char>(block + count); }
"#;
    let flags = ["--driver-mode=g++", "-O1"];
    for by in [By::Sanecc, By::Clang] {
        let program = Program::named(by, "program.cpp", source, &flags);
        let outcome = program.run(&[], "report_format=asan");
        let name = "in void space::Type::put<char>(char volatile*)";
        let summary = outcome.summaries()[0].to_owned();
        assert!(summary.contains(name), "{summary}");
        assert!(
            outcome.stderr.contains(&format!("{name} /")),
            "{}",
            outcome.stderr
        );
        let plain = program.run(&[], "report_format=asan:demangle=0");
        assert!(plain.stderr.contains("in _ZN5space4Type3putIcEEvPVT_ /"));
    }
}

const JOINS: &str = r#"
#include <pthread.h>
#include <unistd.h>
static void *work(void *waits) {
    // The C library has forgotten a detached thread that has ended.
    if (waits)
        pause();
    return 0;
}
int main(int count, char **arguments) {
    pthread_t thread;
    int joins = arguments[1][0] == 'j';
    pthread_create(&thread, 0, work, joins ? 0 : &thread);
    if (joins)
        pthread_join(thread, 0);
    else
        pthread_detach(thread);
    return pthread_join(thread, 0) == 0;
}
"#;

#[test]
fn invalid_joins_are_named_as_by_clang() {
    let flags = ["-O0", "-pthread"];
    let [ours, clangs] = [By::Sanecc, By::Clang].map(|by| Program::new(by, JOINS, &flags));
    for (case, role) in [("joined", "joined"), ("detached", "detached")] {
        let [our_line, clangs_line] = [&ours, &clangs].map(|program| {
            let outcome = program.run(&[case], "report_format=asan");
            assert_eq!(outcome.code, Some(1), "{}", outcome.stderr);
            let line = outcome.stderr.lines().find(|line| line.contains("ERROR"));
            line.unwrap().split_once("ERROR").unwrap().1.to_owned()
        });
        assert_eq!(our_line, clangs_line);
        let record = ours.run(&[case], "report_format=json").stderr;
        assert!(record.contains(&format!("\"role\":\"{role}\"")), "{record}");
        let off = ours.run(&[case], "detect_invalid_join=0");
        assert!(off.stderr.is_empty(), "{}", off.stderr);
    }
}
