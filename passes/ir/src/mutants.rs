//! Conditions of rules, each of which can be dropped by its name: mutation testing of the rules of removal.
//!
//! A rule removes a check where its conditions hold. A condition is written as `size_fits || mutated("redundant/size")` or
//! `may_free && !mutated("redundant/call")`. The mutant of that name goes on as if the condition were not there. `cargo xtask mutants` builds
//! the compiler with all mutants (feature `mutants`) and looks for a program of `tests/soundness` that kills each of them: its error is
//! then missed. In all other builds the answer is a constant.
//!
//! A name is `RULE/CONDITION`, with the file or the rule that it belongs to in front. The build with mutants also records which names it
//! reaches: those whose condition matters, since `&&` and `||` ask only then.

/// Whether the condition is dropped.
#[cfg(not(feature = "mutants"))]
#[inline(always)]
pub const fn mutated(_condition: &'static str) -> bool {
    false
}

#[cfg(feature = "mutants")]
pub use chosen::mutated;

#[cfg(feature = "mutants")]
mod chosen {
    use std::collections::BTreeSet;
    use std::fs::{File, OpenOptions};
    use std::io::Write;
    use std::sync::{Mutex, OnceLock};

    /// Names the condition that is dropped.
    const CHOSEN: &str = "SANECC_MUTANT";
    /// Names a file to which the conditions are added that are reached, one a line.
    const REACHED: &str = "SANECC_MUTANTS_REACHED";

    struct Record {
        file: File,
        seen: BTreeSet<&'static str>,
    }

    /// Whether the condition is dropped.
    pub fn mutated(condition: &'static str) -> bool {
        static CHOICE: OnceLock<Option<String>> = OnceLock::new();
        static RECORD: OnceLock<Option<Mutex<Record>>> = OnceLock::new();
        let record = RECORD.get_or_init(|| {
            let file = std::env::var_os(REACHED)?;
            let file = OpenOptions::new().create(true).append(true).open(file);
            Some(Mutex::new(Record {
                file: file.expect("the file of reached conditions can be written"),
                seen: BTreeSet::new(),
            }))
        });
        if let Some(record) = record {
            let mut record = record.lock().expect("nobody panics with it");
            if record.seen.insert(condition) {
                writeln!(record.file, "{condition}").expect("the file can be written");
            }
        }
        let choice = CHOICE.get_or_init(|| std::env::var(CHOSEN).ok());
        choice.as_deref() == Some(condition)
    }
}
