//! Counts executed accesses: programs built with `-fsanecc-count` print them at exit.

use super::counted::Counted;
use crate::compiler::Compiler;
use crate::corpus::{self, Invocation};
use crate::files;
use anyhow::{Result, ensure};
use serde::Deserialize;
use std::path::Path;

/// What a program prints.
#[derive(Deserialize)]
struct Counts {
    counts: Vec<Row>,
}

#[derive(Deserialize)]
struct Row {
    decision: String,
    rule: String,
    count: u64,
}

/// Runs the steps of a workload, and adds up what they count.
///
/// # Errors
/// If a step fails or prints no counts.
pub fn count(
    binary: &Path,
    compiler: &Compiler,
    steps: &[Invocation],
    folder: &Path,
) -> Result<Counted> {
    let mut compiler = compiler.clone();
    compiler
        .environment
        .push(("SANECC_OPTIONS", "report_format=json"));
    let outcome = corpus::run(binary, &compiler, steps, folder, None)?;
    let mut counted = Counted::default();
    for errors in outcome.errors()? {
        let text = files::text(errors)?;
        let before = counted.accesses;
        add_records(&text, &mut counted)?;
        ensure!(
            counted.accesses > before,
            "no counts in {}:\n{text}",
            errors.display()
        );
    }
    Ok(counted)
}

/// Other lines are the program's own.
fn add_records(text: &str, counted: &mut Counted) -> Result<()> {
    for line in text
        .lines()
        .filter(|l| l.starts_with("{\"record\":\"counts\""))
    {
        let record: Counts = serde_json::from_str(line)?;
        for row in record.counts {
            let rule = match row.decision.as_str() {
                "library" => continue,
                "checked" => None,
                _ => Some(row.rule.as_str()),
            };
            counted.add(rule, row.count);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_found_between_other_lines() {
        let text = "hello\n{\"record\":\"counts\",\"total\":5,\"counts\":[{\"decision\":\"removed\",\"rule\":\"in-range\",\"count\":3},\
                    {\"decision\":\"checked\",\"rule\":\"\",\"count\":1},{\"decision\":\"library\",\"rule\":\"\",\"count\":1}]}\n";
        let mut counted = Counted::default();
        add_records(text, &mut counted).unwrap();
        assert_eq!(counted.accesses, 4);
        assert_eq!(counted.removed["in-range"], 3);
    }
}
