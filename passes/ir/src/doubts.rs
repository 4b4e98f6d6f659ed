//! Conditions of rules, each of which can be dropped by its name, to see whether a test notices.
//!
//! A rule removes a check where its conditions hold. Where one of them is written as `size_fits || doubted("covered/size")`, or
//! `may_free && !doubted("covered/call")`, a compiler that doubts it goes on as if nobody had thought of it: `cargo xtask doubts` builds
//! one (feature `doubts`) and looks for a program of `tests/soundness` whose error is then missed. In all other builds the answer is a constant.
//!
//! A name is `RULE/CONDITION`, with the file or the rule that it belongs to in front. The compiler that doubts also writes down which names it was
//! asked for: those whose condition mattered, since `&&` and `||` ask only then.

/// Whether the condition is to be taken for needless.
#[cfg(not(feature = "doubts"))]
#[inline(always)]
pub const fn doubted(_condition: &'static str) -> bool {
    false
}

#[cfg(feature = "doubts")]
pub use asked::doubted;

#[cfg(feature = "doubts")]
mod asked {
    use std::collections::BTreeSet;
    use std::fs::{File, OpenOptions};
    use std::io::Write;
    use std::sync::{Mutex, OnceLock};

    /// Names the condition that is dropped.
    const CHOSEN: &str = "SANECC_DOUBT";
    /// Names a file to which the conditions are added that are asked for, one a line.
    const ASKED: &str = "SANECC_DOUBTS_ASKED";

    struct Record {
        file: File,
        seen: BTreeSet<&'static str>,
    }

    /// Whether the condition is to be taken for needless.
    pub fn doubted(condition: &'static str) -> bool {
        static CHOICE: OnceLock<Option<String>> = OnceLock::new();
        static RECORD: OnceLock<Option<Mutex<Record>>> = OnceLock::new();
        let record = RECORD.get_or_init(|| {
            let file = std::env::var_os(ASKED)?;
            let file = OpenOptions::new().create(true).append(true).open(file);
            Some(Mutex::new(Record {
                file: file.expect("the file for what is asked can be written"),
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
