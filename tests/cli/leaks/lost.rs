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
