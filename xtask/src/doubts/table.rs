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
    /// Whether one of them says so itself.
    pub declared: bool,
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
    /// Fails if a condition is held by no program and nobody says why, or if one is held of which that is denied.
    ///
    /// # Errors
    /// Names them.
    pub fn verdict(&self) -> Result<()> {
        let names = |rows: Vec<&Row>| -> Vec<String> {
            let names = rows.into_iter().map(|row| row.condition.clone());
            names.collect()
        };
        let rows = || self.rows.iter();
        let open = rows().filter(|row| row.held_by.is_empty() && row.reason.is_none());
        let open = names(open.collect());
        if !open.is_empty() {
            bail!(
                "no program holds {}: write one in tests/soundness, or say in {UNHELD} why there is none",
                open.join(", ")
            );
        }
        let denied = rows().filter(|row| !row.held_by.is_empty() && row.reason.is_some());
        let denied = names(denied.collect());
        if !denied.is_empty() {
            bail!(
                "a program holds {}: take the line out of {UNHELD}",
                denied.join(", ")
            );
        }
        Ok(())
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
