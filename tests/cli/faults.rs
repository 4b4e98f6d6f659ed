//! Reports when more than one thing goes wrong: no hang, none lost, none cut off.

use crate::twin::Twin;
use std::io::Read;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

const SOURCE: &str = r#"
#define _GNU_SOURCE
#include <link.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>
void __asan_set_death_callback(void (*)(void));
enum { THREADS = 16 };
static pthread_barrier_t barrier;
static pthread_t ended[THREADS];
static char *block;
__attribute__((noinline)) static void touch(volatile char *at) { at[10] = 1; }
__attribute__((noinline)) static char *freed(void) { char *block = malloc(20); free(block); return block; }
#define FAIL(n) static void *fail_##n(void *unused) { pthread_barrier_wait(&barrier); \
  volatile char *block = malloc(10); block[10 + n % 3] = 1; return unused; }
FAIL(0) FAIL(1) FAIL(2) FAIL(3) FAIL(4) FAIL(5) FAIL(6) FAIL(7)
FAIL(8) FAIL(9) FAIL(10) FAIL(11) FAIL(12) FAIL(13) FAIL(14) FAIL(15)
static void *(*fails[])(void *) = {fail_0, fail_1, fail_2, fail_3, fail_4, fail_5, fail_6, fail_7,
  fail_8, fail_9, fail_10, fail_11, fail_12, fail_13, fail_14, fail_15};
static void *fault(void *unused) { pthread_barrier_wait(&barrier); *(volatile char *)16 = 1; return unused; }
static void *end(void *unused) { pthread_barrier_wait(&barrier); free(malloc(100)); return unused; }
static void *fail_late(void *unused) { touch(block); return unused; }
static void fail_again(void) { touch(block); }
static void fault_again(void) { *(volatile char *)16 = 1; }
static void wait_for_ended(void) {
  pthread_barrier_wait(&barrier);
  for (int i = 0; i < THREADS; i++) pthread_join(ended[i], 0);
  fprintf(stderr, "all have ended\n");
}
static void be_slow(void) { usleep(300000); fprintf(stderr, "slow end\n"); }
static int hide_tables(struct dl_phdr_info *info, size_t size, void *unused) {
  for (int i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *header = &info->dlpi_phdr[i];
    if (header->p_type != PT_GNU_EH_FRAME) continue;
    unsigned long start = (info->dlpi_addr + header->p_vaddr) & -4096ul;
    mprotect((void *)start, 4096, PROT_NONE);
  }
  return 0;
}
static void start(int count, void *(*function)(void *), void *(**functions)(void *)) {
  for (int i = 0; i < count; i++) if (pthread_create(&ended[i], 0, function ? function : functions[i], 0)) abort();
}
int main(int count, char **arguments) {
  const char *what = arguments[1];
  block = malloc(10);
  if (!strcmp(what, "many")) {
    pthread_barrier_init(&barrier, 0, THREADS + 1);
    start(THREADS, 0, fails);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < THREADS; i++) pthread_join(ended[i], 0);
  }
  if (!strcmp(what, "faults")) {
    pthread_barrier_init(&barrier, 0, THREADS + 1);
    start(THREADS, fault, 0);
    pthread_barrier_wait(&barrier);
    for (int i = 0; i < THREADS; i++) pthread_join(ended[i], 0);
  }
  if (!strcmp(what, "again")) { __asan_set_death_callback(fail_again); touch(block); }
  if (!strcmp(what, "fault-again")) { __asan_set_death_callback(fault_again); touch(block); }
  if (!strcmp(what, "no-tables")) { dl_iterate_phdr(hide_tables, 0); touch(block); }
  if (!strcmp(what, "others-end")) {
    pthread_barrier_init(&barrier, 0, THREADS + 1);
    start(THREADS, end, 0);
    __asan_set_death_callback(wait_for_ended);
    touch(block);
  }
  if (!strcmp(what, "main-exits")) {
    __asan_set_death_callback(be_slow);
    pthread_t thread;
    pthread_create(&thread, 0, fail_late, 0);
    usleep(atoi(arguments[2]));
    exit(0);
  }
  puts("over");
  return 0;
}
"#;

/// No program here runs longer than a second; a hang is one that is still there after so long.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program with errors.
pub struct Bench {
    twin: Twin,
}

impl Bench {
    fn new(flags: &str) -> Bench {
        Bench::of(SOURCE, flags)
    }

    /// The program of this source.
    pub fn of(source: &str, flags: &str) -> Bench {
        let twin = Twin::new();
        twin.write("program.c", source);
        let line = format!("-g -O1 -w -pthread program.c -o program {flags}");
        let words: Vec<_> = line.split_whitespace().collect();
        let output = twin.command(&words).output().unwrap();
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        Bench { twin }
    }

    /// The file of the program.
    pub fn program(&self) -> PathBuf {
        self.twin.ours("program")
    }

    /// Runs the program, which must end; its exit status and what it says on stderr.
    pub fn run(&self, arguments: &[&str], options: &str) -> (Option<i32>, String) {
        let mut child = Command::new(self.program())
            .args(arguments)
            .env("SANECC_OPTIONS", options)
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut pipe = child.stderr.take().unwrap();
        let reader = std::thread::spawn(move || {
            let mut text = String::new();
            pipe.read_to_string(&mut text).unwrap();
            text
        });
        let start = Instant::now();
        let status = loop {
            if let Some(status) = child.try_wait().unwrap() {
                break status;
            }
            if start.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("{arguments:?} hangs");
            }
            std::thread::sleep(Duration::from_millis(2));
        };
        (status.code(), reader.join().unwrap())
    }
}

/// The reports in a text, each from its title to its last line.
pub fn reports(text: &str) -> Vec<Vec<&str>> {
    let mut reports: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        if line.contains("ERROR: sanecc: ") {
            reports.push(Vec::new());
        }
        if let Some(report) = reports.last_mut() {
            report.push(line);
        }
    }
    reports
}

/// The report has all its parts.
#[track_caller]
pub fn assert_whole(report: &[&str]) {
    let count = |text: &str| report.iter().filter(|line| line.starts_with(text)).count();
    assert_eq!(
        (
            count("SUMMARY: sanecc: "),
            count("  > #0 ") + count("    #0 ") > 0
        ),
        (1, true),
        "{report:#?}"
    );
}

#[test]
fn of_threads_that_fail_at_once_one_reports() {
    let bench = Bench::new("");
    for round in 0..10 {
        for what in ["many", "faults"] {
            let (status, said) = bench.run(&[what], "");
            assert_eq!(
                (status, reports(&said).len()),
                (Some(1), 1),
                "{round}: {said}"
            );
            assert_whole(&reports(&said)[0]);
        }
    }
}

#[test]
fn threads_that_go_on_report_one_after_the_other() {
    let bench = Bench::new("-fsanecc-recover");
    for _ in 0..3 {
        let (status, said) = bench.run(&["many"], "halt_on_error=0");
        let reports = reports(&said);
        assert_eq!((status, reports.len()), (Some(0), 16), "{said}");
        reports.iter().for_each(|report| assert_whole(report));
        let mut places: Vec<_> = reports
            .iter()
            .map(|report| {
                report
                    .iter()
                    .find(|line| line.starts_with("SUMMARY"))
                    .unwrap()
            })
            .collect();
        places.sort();
        places.dedup();
        assert_eq!(places.len(), 16, "{said}");
    }
}

#[test]
fn an_error_while_reporting_ends_the_program() {
    let bench = Bench::new("");
    for what in ["again", "fault-again"] {
        let (status, said) = bench.run(&[what], "");
        assert_eq!(status, Some(1), "{said}");
        assert!(
            said.contains("SUMMARY: sanecc: heap-buffer-overflow"),
            "{said}"
        );
        assert!(said.contains("another error while reporting"), "{said}");
    }
    // The report itself faults, before or while it speaks.
    let (status, said) = bench.run(&["no-tables"], "");
    assert_eq!(status, Some(1), "{said}");
    assert!(said.contains("ERROR: sanecc: "), "{said}");
}

#[test]
fn a_report_that_faults_before_it_speaks_says_what_it_knows() {
    const SOURCE: &str = "#include <stdlib.h>\n\
        static int is_broken;\n\
        int dl_iterate_phdr(void *callback, void *data) { if (is_broken) *(volatile int *)8 = 1; return 0; }\n\
        int main(int count, char **arguments) {\n\
        char *block = malloc(8);\n\
        is_broken = 1;\n\
        block[7 + count] = 1;\n\
        return *(volatile char *)block; }";
    let bench = Bench::of(SOURCE, "");
    for (format, title) in [
        ("", "==ERROR: sanecc: heap-buffer-overflow on address 0x"),
        (
            "report_format=asan",
            "==ERROR: AddressSanitizer: heap-buffer-overflow on address 0x",
        ),
        ("report_format=json", r#""kind":"heap-buffer-overflow""#),
    ] {
        let (status, said) = bench.run(&[], format);
        assert_eq!(status, Some(1), "{said}");
        assert!(said.contains(title), "{said}");
        let place = match format {
            "report_format=json" => r#""line":7"#,
            _ => "heap-buffer-overflow program.c:7:18 in main",
        };
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn threads_may_end_while_another_reports() {
    let bench = Bench::new("");
    for _ in 0..5 {
        let (status, said) = bench.run(&["others-end"], "");
        assert_eq!((status, reports(&said).len()), (Some(1), 1), "{said}");
        assert_whole(&reports(&said)[0]);
        assert!(said.contains("all have ended"), "{said}");
    }
}

#[test]
fn a_report_is_not_cut_off_by_exit() {
    let bench = Bench::new("");
    let mut made = 0;
    for round in 0..20 {
        let delay = (round * 500).to_string();
        let (status, said) = bench.run(&["main-exits", &delay], "");
        match reports(&said).as_slice() {
            // The program had ended before the error.
            [] => assert_eq!(status, Some(0), "{said}"),
            [report] => {
                made += 1;
                assert_whole(report);
                assert!(said.contains("slow end"), "{said}");
                assert_eq!(status, Some(1), "{said}");
            }
            _ => panic!("{said}"),
        }
    }
    assert!(made > 0);
}
