//! The result for each mutant: the program that kills it, or why it survives.

use super::conditions::SURVIVING;
use super::program::Verdict;
use anyhow::{Result, bail};
use serde::Serialize;
use std::fmt;

/// One condition.
#[derive(Debug, Default, Serialize)]
pub struct Row {
    /// `RULE/CONDITION`.
    pub condition: String,
    /// The programs that kill the mutant, with their level; only the first without `--all`.
    pub killed_by: Vec<String>,
    /// Programs whose directive names the mutant and which kill it at none of their levels.
    pub unkept: Vec<String>,
    /// Programs whose compilation reaches the condition, as far as they were tried.
    pub reaching: usize,
    /// Of all that were tried, those whose code differs and whose report does not.
    pub changing: usize,
    /// Why no program is expected to kill it.
    pub reason: Option<String>,
}

/// All of them.
#[derive(Debug, Serialize)]
pub struct Table {
    /// By name.
    pub rows: Vec<Row>,
}

impl Table {
    /// Fails if a mutant survives without a reason, if one that is listed as surviving is killed, or if a program does not kill
    /// what its directive names.
    ///
    /// # Errors
    /// Names all of them, a line for each.
    pub fn verdict(&self) -> Result<()> {
        let wrong: Vec<String> = self.rows.iter().flat_map(Row::wrong).collect();
        if !wrong.is_empty() {
            bail!("{}", wrong.join("\n"));
        }
        Ok(())
    }
}

impl Row {
    /// Records what became of one program.
    pub fn add(&mut self, program: String, verdict: Verdict) {
        self.reaching += usize::from(verdict != Verdict::NotReached);
        match verdict {
            Verdict::NotReached | Verdict::SameCode => {}
            Verdict::SameReport => self.changing += 1,
            Verdict::Killed => self.killed_by.push(program),
        }
    }

    fn wrong(&self) -> Vec<String> {
        let condition = &self.condition;
        let unkept = self.unkept.iter().map(|program| {
            format!(
                "{program} says `//@ kills-mutants: {condition}`, and its report is the same without: make it depend on the condition, or take the name out of the directive"
            )
        });
        let mut wrong: Vec<String> = unkept.collect();
        match (&self.killed_by[..], &self.reason) {
            ([], None) => wrong.push(format!(
                "no program kills {condition}: write one in tests/soundness, or say in {SURVIVING} why there is none"
            )),
            ([program, ..], Some(_)) => wrong.push(format!(
                "{program} kills {condition}: name it there in `//@ kills-mutants:`, and take the line out of {SURVIVING}"
            )),
            _ => {}
        }
        wrong
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut table = crate::table::Table::new(["condition", "killed by"]);
        for row in &self.rows {
            let killer = match (&row.reason, &row.killed_by[..]) {
                (None, []) => format!(
                    "SURVIVES ({} programs reach it, {} change)",
                    row.reaching, row.changing
                ),
                (Some(reason), []) => format!("survives: {reason}"),
                (_, all) => all.join(", "),
            };
            table.row([&row.condition, &killer]);
        }
        write!(f, "{table}")?;
        let killed = self.rows.iter().filter(|row| !row.killed_by.is_empty());
        write!(
            f,
            "{} of {} mutants are killed",
            killed.count(),
            self.rows.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(killed_by: &[&str], unkept: &[&str], reason: Option<&str>) -> Row {
        Row {
            condition: "redundant/call".to_owned(),
            killed_by: killed_by.iter().map(|&name| name.to_owned()).collect(),
            unkept: unkept.iter().map(|&name| name.to_owned()).collect(),
            reason: reason.map(str::to_owned),
            ..Row::default()
        }
    }

    fn verdict(rows: Vec<Row>) -> String {
        match (Table { rows }).verdict() {
            Ok(()) => String::new(),
            Err(why) => why.to_string(),
        }
    }

    #[test]
    fn a_mutant_is_killed_or_has_a_reason() {
        assert_eq!(verdict(vec![row(&["a.c -O2"], &[], None)]), "");
        assert_eq!(verdict(vec![row(&[], &[], Some("implied"))]), "");
        let open = verdict(vec![row(&[], &[], None)]);
        assert!(open.starts_with("no program kills redundant/call: write one"));
        let denied = verdict(vec![row(&["a.c -O2"], &[], Some("implied"))]);
        assert!(denied.starts_with("a.c -O2 kills redundant/call: name it there"));
    }

    #[test]
    fn a_program_that_does_not_kill_what_it_names_is_reported_whoever_else_kills_it() {
        let others = [&["b.c -O2"][..], &[]];
        for killed_by in others {
            let said = verdict(vec![row(
                killed_by,
                &["a.c"],
                killed_by.is_empty().then_some("implied"),
            )]);
            assert!(
                said.starts_with("a.c says `//@ kills-mutants: redundant/call`, and its report is the same without: make it"),
                "{said}"
            );
        }
    }

    #[test]
    fn everything_that_is_wrong_is_said_at_once() {
        let said = verdict(vec![row(&[], &["a.c"], None), row(&[], &[], None)]);
        assert_eq!(said.lines().count(), 3, "{said}");
    }
}
