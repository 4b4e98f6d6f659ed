//! Where the last pointer to a leaked chunk was lost (`-fsanecc-mode=pointer -fsanitize=leak`).

use super::{Bench, stderr};
use serde_json::Value;

const PROGRAM: &str = r#"#include <stdlib.h>
#include <string.h>
#define NOINLINE __attribute__((noinline))
struct node { struct node *next; char *name; };
static struct node *list;
static char *current;
NOINLINE static void push(int size) {
  struct node *node = malloc(sizeof *node);
  node->name = malloc(size);
  node->next = list;
  list = node;
}
NOINLINE static void rename_first(int size) {
  list->name = malloc(size);
}
NOINLINE static void set(int size) {
  current = size ? malloc(size) : NULL;
}
NOINLINE static int measure(int size) {
  char *text = malloc(size);
  memset(text, 1, size);
  int sum = text[size / 2];
  return sum;
}
NOINLINE static void clear(void) {
  volatile char room[8192];
  for (unsigned i = 0; i < sizeof room; i++) room[i] = 0;
}
int main(void) {
  push(101);
  rename_first(102);
  set(103);
  set(0);
  measure(104);
  clear();
  return 0;
}
"#;

#[test]
fn a_leak_tells_where_its_last_pointer_was_lost() {
    let bench = Bench::new();
    bench.twin.write("lost.c", PROGRAM);
    for level in ["-O0", "-O1", "-O2", "-O3"] {
        let words = [
            "-g",
            level,
            "-fsanecc-mode=pointer",
            "-fsanitize=leak",
            "lost.c",
            "-o",
            "lost",
        ];
        let output = bench.twin.command(&words).output().unwrap();
        assert!(output.status.success(), "{}", stderr(&output));
        let json = bench.run("lost", "report_format=json");
        let found: Vec<(u64, u64, String)> = stderr(&json)
            .lines()
            .map(|line| {
                let record: Value = serde_json::from_str(line).unwrap();
                let lost = &record["lost"];
                let function = lost["function"].as_str().unwrap_or_default();
                let numbers = (record["bytes"].as_u64(), lost["line"].as_u64());
                (
                    numbers.0.unwrap(),
                    numbers.1.unwrap_or(0),
                    function.to_owned(),
                )
            })
            .collect();
        let expected = [
            (104, 23, "measure"),
            (103, 17, "set"),
            (101, 14, "rename_first"),
        ];
        let expected = expected.map(|(bytes, line, function)| (bytes, line, function.to_owned()));
        assert_eq!(found, expected, "{level}");
        let text = bench.run("lost", "");
        let text = stderr(&text);
        assert!(
            text.contains("a pointer to it was lost last here:\n"),
            "{text}"
        );
        assert!(text.contains("lost.c:14:14"), "{text}");
    }
}

/// Runs for a second after it has lost two chunks, one of which leads to another one; with an argument beside a second thread. What it has in a list it keeps.
const RUNS_ON: &str = r#"#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>
#define NOINLINE __attribute__((noinline))
struct node { struct node *next; char *name; };
static struct node *list;
static char *current;
NOINLINE static void set(int size) {
  current = size ? malloc(size) : NULL;
}
NOINLINE static void push_and_forget(void) {
  struct node *node = malloc(sizeof *node);
  node->name = malloc(33);
  node->next = list;
  list = node;
  list = list->next;
}
NOINLINE static void work(void) {
  char *chunks[400];
  for (int i = 0; i < 400; i++) chunks[i] = malloc(20 + i);
  for (int i = 0; i < 400; i++) free(chunks[i]);
}
static void *wait(void *nothing) {
  pause();
  return nothing;
}
int main(int count, char **arguments) {
  pthread_t thread;
  if (count > 1) pthread_create(&thread, NULL, wait, NULL);
  for (int i = 0; i < 50; i++) {
    struct node *node = malloc(sizeof *node);
    node->name = malloc(12);
    node->next = list;
    list = node;
  }
  set(103);
  set(0);
  push_and_forget();
  time_t end = time(NULL) + 2;
  while (time(NULL) < end) work();
  fprintf(stderr, "the end\n");
  return 0;
}
"#;

#[test]
fn leaks_are_told_once_while_the_program_runs() {
    let bench = Bench::new();
    bench.twin.write("on.c", RUNS_ON);
    let words = "-g -O1 -pthread -fsanecc-mode=pointer -fsanitize=leak on.c -o on";
    let words: Vec<_> = words.split_whitespace().collect();
    let output = bench.twin.command(&words).output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    for (line, options, is_told_before) in [
        ("on", "leak_check_interval=20", true),
        ("on", "leak_check_interval=0", false),
        // To stop the other thread would interrupt what it waits for.
        ("on second", "leak_check_interval=20", false),
    ] {
        let output = bench.run(line, options);
        let text = stderr(&output);
        assert_eq!(output.status.code(), Some(1), "{text}");
        let (before, after) = text.split_once("the end\n").unwrap();
        let (told, other) = match is_told_before {
            true => (before, after),
            false => (after, before),
        };
        let expected = [
            "Direct leak of 103 byte(s) in 1 object(s)",
            "Direct leak of 16 byte(s) in 1 object(s)",
            "Indirect leak of 33 byte(s) in 1 object(s)",
        ];
        for line in expected {
            assert_eq!(told.matches(line).count(), 1, "{text}");
        }
        assert_eq!(told.matches(" leak of ").count(), expected.len(), "{text}");
        assert_eq!(told.matches("was lost last here").count(), 2, "{text}");
        assert_eq!(other, "", "{text}");
    }
}
