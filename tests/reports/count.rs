//! `-fsanecc-count`: how often accesses ran, by what was decided for them.

use crate::program::{By, Outcome, Program};
use serde_json::Value;

/// Two threads go through each function 1000 times; main reads the two that it has made.
const SOURCE: &str = r#"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
static volatile int table[8];
__attribute__((noinline)) static void masked(unsigned i) { table[i & 7] = 1; }
__attribute__((noinline)) static void twice(int *p) { p[1]++; }
__attribute__((noinline)) static void *work(void *block) {
    for (int i = 0; i < 1000; i++) {
        masked(i);
        twice((int *)block + 2 * (i & 1));
    }
    return block;
}
int main(int count, char **arguments) {
    pthread_t threads[2];
    int *block = calloc(4, sizeof(int));
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, work, block);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    if (count > 1) free(block - 1);
    free(block);
    return 0;
}
"#;

fn counted(flags: &[&str], arguments: &[&str], options: &str) -> Outcome {
    let flags = [&["-O1", "-fsanecc-count", "-pthread"], flags].concat();
    Program::new(By::Sanecc, SOURCE, &flags).run(arguments, options)
}

/// The count of a class in a record.
fn count(record: &Value, decision: &str, rule: &str) -> u64 {
    let rows = record["counts"].as_array().unwrap();
    let mut rows = rows
        .iter()
        .filter(|row| row["decision"] == decision && row["rule"] == rule);
    rows.next().map_or(0, |row| row["count"].as_u64().unwrap())
}

#[test]
fn every_executed_access_is_counted_once_in_its_class() {
    for (flags, [removed, merged, whole]) in [
        (&[][..], [2002, 2000, 2000]),
        (&["-fsanecc-audit"], [2002, 2000, 2000]),
        (&["-fsanecc-elide=none"], [0, 0, 6002]),
    ] {
        let outcome = counted(flags, &[], "report_format=json");
        assert_eq!(outcome.code, Some(0));
        let record: Value = serde_json::from_str(outcome.stderr.trim()).unwrap();
        assert_eq!(record["record"], "counts");
        assert_eq!(count(&record, "removed", "in-range"), removed, "{record}");
        assert_eq!(count(&record, "merged", "redundant"), merged, "{record}");
        assert_eq!(count(&record, "checked", "none"), whole, "{record}");
        assert_eq!(record["total"], 6002);
        let rows = record["counts"].as_array().unwrap();
        assert!(rows.iter().all(|row| row["rule"] != ""), "{record}");
    }
}

#[test]
fn the_end_of_the_program_prints_a_table_whatever_ends_it() {
    for (arguments, code, reports) in [(&[][..], 0, 0), (&["bad-free"], 1, 1)] {
        let outcome = counted(&[], arguments, "");
        let text = &outcome.stderr;
        assert_eq!(outcome.code, Some(code));
        assert_eq!(text.matches("ERROR: sanecc").count(), reports);
        assert_eq!(
            text.matches("executed accesses by decision and rule:")
                .count(),
            1,
            "{text}"
        );
        let row = |class: &str| text.lines().find(|line| line.trim_end().ends_with(class));
        assert!(
            row("removed in-range")
                .unwrap()
                .trim_start()
                .starts_with("2002 "),
            "{text}"
        );
        assert!(row("  all rules").unwrap().contains("100.0%"), "{text}");
    }
}

/// Chunks whose shadow has no fold: one check before the nest goes over it granule by granule, if the whole nest pays for that.
#[test]
fn a_nest_over_large_chunks_runs_without_checks() {
    const NEST: &str = r#"
#include <stdlib.h>
int main(int count, char **arguments) {
    int n = 1500000 * count, *x = calloc(n, sizeof *x), *y = calloc(n, sizeof *y);
    for (int k = 0; k < 100; k++)
        for (int i = 0; i < n; i++) y[i] += x[i];
    int sum = y[n / 2];
    free(x);
    free(y);
    return sum;
}
"#;
    let nest = Program::new(By::Sanecc, NEST, &["-O1", "-fsanecc-count"]);
    let outcome = nest.run(&[], "report_format=json");
    assert_eq!(outcome.code, Some(0));
    let record: Value = serde_json::from_str(outcome.stderr.trim()).unwrap();
    assert!(
        count(&record, "hoisted", "hoist-range") >= 300_000_000,
        "{record}"
    );
}
