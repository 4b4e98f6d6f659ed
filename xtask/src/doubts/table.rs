//! What was found: for each condition the program that holds it, or why none does.

use super::conditions::UNHELD;
use anyhow::{Result, bail};
use serde::Serialize;
use std::fmt;

/// One condition.
#[derive(Debug, Default, Serialize)]
pub struct Row {
    /// `RULE/CONDITION`.
    pub condition: String,
    /// The programs that notice when it is dropped, with their level; only the first unless all were asked for.
    pub held_by: Vec<String>,
    /// Programs that say that they hold it and do not, at none of their levels.
    pub broken: Vec<String>,
    /// Programs whose compilation asked for it, as far as they were tried.
    pub asking: usize,
    /// Of all that were tried, those whose code differs and whose report does not.
    pub changing: usize,
    /// Why no program is expected to hold it.
    pub reason: Option<String>,
}

/// All of them.
#[derive(Debug, Serialize)]
pub struct Table {
    /// By name.
    pub rows: Vec<Row>,
}

impl Table {
    /// Fails if a condition is held by no program and nobody says why, if one is held of which that is denied, or if a program
    /// does not hold what it says it holds.
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
    fn wrong(&self) -> Vec<String> {
        let condition = &self.condition;
        let broken = self.broken.iter().map(|program| {
            format!(
                "{program} says `//@ holds: {condition}`, and its report is the same without: make it depend on the condition, or take the name out of the directive"
            )
        });
        let mut wrong: Vec<String> = broken.collect();
        match (&self.held_by[..], &self.reason) {
            ([], None) => wrong.push(format!(
                "no program holds {condition}: write one in tests/soundness, or say in {UNHELD} why there is none"
            )),
            ([program, ..], Some(_)) => wrong.push(format!(
                "{program} holds {condition}: name it there in `//@ holds:`, and take the line out of {UNHELD}"
            )),
            _ => {}
        }
        wrong
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let width = self.rows.iter().map(|row| row.condition.len()).max();
        let width = width.unwrap_or_default();
        for row in &self.rows {
            let held = match (&row.reason, &row.held_by[..]) {
                (None, []) => format!(
                    "NOT HELD ({} programs ask for it, {} change)",
                    row.asking, row.changing
                ),
                (Some(reason), []) => format!("not held: {reason}"),
                (_, all) => all.join(", "),
            };
            writeln!(f, "{:width$}  {held}", row.condition)?;
        }
        let held = self.rows.iter().filter(|row| !row.held_by.is_empty());
        write!(
            f,
            "{} of {} conditions are held",
            held.count(),
            self.rows.len()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(held_by: &[&str], broken: &[&str], reason: Option<&str>) -> Row {
        Row {
            condition: "covered/call".to_owned(),
            held_by: held_by.iter().map(|&name| name.to_owned()).collect(),
            broken: broken.iter().map(|&name| name.to_owned()).collect(),
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
    fn a_row_is_held_or_has_a_reason() {
        assert_eq!(verdict(vec![row(&["a.c -O2"], &[], None)]), "");
        assert_eq!(verdict(vec![row(&[], &[], Some("implied"))]), "");
        let open = verdict(vec![row(&[], &[], None)]);
        assert!(open.starts_with("no program holds covered/call: write one"));
        let denied = verdict(vec![row(&["a.c -O2"], &[], Some("implied"))]);
        assert!(denied.starts_with("a.c -O2 holds covered/call: name it there"));
    }

    #[test]
    fn a_program_that_does_not_hold_what_it_says_is_named_whoever_else_holds_it() {
        let others = [&["b.c -O2"][..], &[]];
        for held_by in others {
            let said = verdict(vec![row(
                held_by,
                &["a.c"],
                held_by.is_empty().then_some("implied"),
            )]);
            assert!(
                said.starts_with("a.c says `//@ holds: covered/call`, and its report is the same without: make it"),
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
