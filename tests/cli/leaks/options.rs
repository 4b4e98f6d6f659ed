//! Options of LeakSanitizer.

use super::{Bench, leaks, stderr};
use crate::stacks;

const KEEPERS: &str = r#"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static void *global;
static __thread void *local;
static pthread_key_t key;
__attribute__((noinline)) static void set(const char *what) {
  pthread_key_create(&key, 0);
  if (!strcmp(what, "globals")) global = malloc(11);
  if (!strcmp(what, "tls")) { local = malloc(12); pthread_setspecific(key, malloc(13)); }
}
__attribute__((noinline)) static void forget(void) {
  volatile char room[8192];
  for (unsigned i = 0; i < sizeof room; i++) room[i] = 0;
}
int main(int count, char **arguments) {
  void *volatile here = 0;
  set(arguments[1]);
  if (!strcmp(arguments[1], "stacks")) { here = malloc(14); forget(); exit(0); }
  forget();
  return 0;
}
"#;

#[test]
fn each_kind_of_root_can_be_left_out() {
    let bench = Bench::new();
    bench.build("keepers", KEEPERS, "-pthread");
    for (what, lost) in [("globals", "11 "), ("tls", "25 "), ("stacks", "14 ")] {
        let others = ["globals", "tls", "stacks"]
            .iter()
            .filter(|other| **other != what);
        let mut options = vec!["use_registers=0".to_owned()];
        // With the stacks goes what they still hold of values in other places.
        options.extend(
            others
                .filter(|other| **other == "stacks")
                .map(|other| format!("use_{other}=0")),
        );
        let with = options.join(":");
        assert_eq!(bench.same("keepers", what, &with).0, [""; 0], "{what}");
        let without = format!("{with}:use_{what}=0");
        let (found, _) = bench.same("keepers", what, &without);
        assert!(
            found.last().is_some_and(|line| line.starts_with(lost)),
            "{found:?}"
        );
    }
}

const LOSER: &str = r#"
#include <stdlib.h>
__attribute__((noinline)) static void lose(size_t size) { *(volatile char *)malloc(size) = 1; }
int main(int count, char **arguments) {
  lose(10); lose(30);
  lose(20);
  volatile char room[8192];
  for (unsigned i = 0; i < sizeof room; i++) room[i] = 0;
  return count > 1 ? atoi(arguments[1]) : 0;
}
"#;

#[test]
fn what_is_printed_and_how_the_program_ends() {
    let bench = Bench::new();
    bench.build("loser", LOSER, "");
    let options = "use_stacks=0:use_registers=0";
    let (found, _) = bench.same("loser", "", &format!("{options}:max_leaks=2"));
    assert_eq!(
        found,
        [
            "Direct leak of 30 byte(s) in 1 object(s) allocated from:",
            "Direct leak of 20 byte(s) in 1 object(s) allocated from:",
            "60 byte(s) leaked in 3 allocation(s).",
        ]
    );
    let (_, ours) = bench.same("loser", "", &format!("{options}:report_objects=1"));
    let said = stderr(&ours);
    let objects: Vec<_> = said.lines().filter(|line| line.starts_with("0x")).collect();
    assert_eq!(objects.len(), 3);
    for (line, size) in objects.iter().zip(["30", "20", "10"]) {
        assert!(line.ends_with(&format!(" ({size} bytes)")), "{line}");
    }
    assert!(
        said.contains("ERROR: sanecc: detected memory leaks"),
        "{said}"
    );
    assert!(said.contains("loser.c:"), "{said}");
    // Of AddressSanitizer's frames one is malloc.
    for (resolution, leaks) in [(0, 3), (3, 3), (2, 1)] {
        let with = format!("{options}:report_format=asan:resolution={resolution}");
        let (found, _) = bench.same("loser", "", &with);
        assert_eq!(found.len(), leaks + 1, "{resolution}: {found:?}");
    }
    let (_, ours) = bench.same("loser", "5", &format!("{options}:exitcode=42"));
    assert_eq!(ours.status.code(), Some(42));
    let (_, ours) = bench.same("loser", "5", &format!("{options}:leak_check_at_exit=0"));
    assert_eq!(
        (stderr(&ours), ours.status.code()),
        (String::new(), Some(5))
    );
}

#[test]
fn the_formats_for_tools() {
    let bench = Bench::new();
    bench.build("loser", LOSER, "");
    let options = "use_stacks=0:use_registers=0";
    let asan = stderr(&bench.run("loser", &format!("{options}:report_format=asan")));
    for line in [
        "==ERROR: LeakSanitizer: detected memory leaks\n\nDirect leak of 30 byte(s)",
        "\nSUMMARY: AddressSanitizer: 60 byte(s) leaked in 3 allocation(s).\n",
        "    #0 0x",
    ] {
        assert!(asan.contains(line), "{asan}");
    }
    let text = stderr(&bench.run("loser", &format!("{options}:fold_frames=0")));
    let titles = text
        .lines()
        .filter_map(|line| line.strip_suffix(" allocated from:"));
    let titles: Vec<_> = titles.collect();
    let ours = bench.run("loser", &format!("{options}:report_format=json"));
    let records: Vec<_> = stderr(&ours).lines().map(str::to_owned).collect();
    assert_eq!(
        (records.len(), ours.status.code()),
        (3, Some(1)),
        "{records:?}"
    );
    let stacks = stacks::in_text(&text);
    assert_eq!((titles.len(), stacks.len()), (3, 3), "{text}");
    for (number, bytes) in [30, 20, 10].into_iter().enumerate() {
        let record: serde_json::Value = serde_json::from_str(&records[number]).unwrap();
        assert_eq!(record["message"], titles[number]);
        assert_eq!(stacks::in_json(&record["stacks"])[0], stacks[number]);
        assert_eq!(record["kind"], "memory-leak");
        assert_eq!(
            (&record["bytes"], &record["count"]),
            (&bytes.into(), &1.into())
        );
        assert_eq!(
            record["message"],
            format!("Direct leak of {bytes} byte(s) in 1 object(s)")
        );
        assert_eq!(record["stacks"][0]["frames"][0]["function"], "lose");
        assert_eq!(record["fingerprint"].as_str().map(str::len), Some(16));
    }
}

#[test]
fn nothing_is_looked_for_by_default() {
    let bench = Bench::new();
    bench.build("loser", LOSER, "");
    let run = |variable: &str, value: &str| {
        let mut command = std::process::Command::new(bench.twin.ours("loser"));
        let output = command
            .arg("5")
            .env_remove("ASAN_OPTIONS")
            .env(variable, value);
        output.output().unwrap()
    };
    let silent = run("UNRELATED", "");
    assert_eq!(
        (stderr(&silent), silent.status.code()),
        (String::new(), Some(5))
    );
    for variable in ["SANECC_OPTIONS", "ASAN_OPTIONS", "LSAN_OPTIONS"] {
        let found = run(variable, "detect_leaks=1:use_stacks=0:use_registers=0");
        assert_eq!(
            (leaks(&found).len(), found.status.code()),
            (4, Some(1)),
            "{variable}"
        );
    }
}

/// `-fsanitize=leak` at link: the program needs no option, and heeds those that it gets.
#[test]
fn a_program_may_be_built_to_look_for_leaks() {
    let bench = Bench::new();
    bench.build("quiet", LOSER, "");
    let flags = [
        "-fsanitize=leak",
        "-fsanitize=address,leak",
        "-fsanitize=leak -static",
        "-fsanitize=leak -fno-sanitize=address",
        "-fsanitize=leak -no-pie",
        "-fsanitize=address,leak,undefined -fno-sanitize=leak",
    ];
    for (number, flags) in flags.into_iter().enumerate() {
        let name = format!("loser{number}");
        let words = format!("-g -w quiet.c -o {name} {flags}");
        let words: Vec<_> = words.split_whitespace().collect();
        super::assert_silent(bench.twin.command(&words).output().unwrap());
        let run = |name: &str, options: &str| {
            let mut program = std::process::Command::new(bench.twin.ours(name));
            program
                .env_remove("SANECC_OPTIONS")
                .env_remove("ASAN_OPTIONS");
            let options = format!("use_stacks=0:use_registers=0{options}");
            program.env("LSAN_OPTIONS", options).output().unwrap()
        };
        let taken_back = flags.contains("-fno-sanitize=leak");
        let found = leaks(&run(&name, ""));
        assert_eq!(
            found.len(),
            if taken_back { 0 } else { 4 },
            "{flags}: {found:?}"
        );
        assert_eq!(leaks(&run(&name, ":detect_leaks=0")), [""; 0], "{flags}");
        assert_eq!(leaks(&run("quiet", "")), [""; 0]);
    }
}
