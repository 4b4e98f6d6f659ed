//! Mutation testing of the removal rules: [`mutant!`](crate::mutant) names a condition, and a build with mutants can drop it.
//!
//! `cargo xtask mutants` builds the compiler with the feature `mutants`. That build drops the condition that `SANECC_MUTANT` names, and
//! appends each condition that it reaches to the file that `SANECC_MUTANTS_REACHED` names. `&&` and `||` reach a condition only where it
//! decides. In all other builds the macro is a constant.

use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::sync::{Mutex, OnceLock};

/// Whether this build has mutants.
pub const ENABLED: bool = cfg!(feature = "mutants");

/// Whether this compiler is the mutant of that name: `size_fits || mutant!("redundant/size")`, `may_free && !mutant!("redundant/call")`.
/// With two more arguments, a value and what the mutant has instead: `mutant!("cached-bound/width", bytes, 1)`.
#[macro_export]
macro_rules! mutant {
    ($name:literal) => {
        $crate::mutants::ENABLED && $crate::mutants::is_chosen($name)
    };
    ($name:literal, $value:expr, $instead:expr) => {
        if $crate::mutant!($name) {
            $instead
        } else {
            $value
        }
    };
}

/// The conditions that were reached, and the file that lists them.
struct Reached {
    file: File,
    seen: BTreeSet<&'static str>,
}

/// Whether the condition is dropped. Records that it is reached.
pub fn is_chosen(condition: &'static str) -> bool {
    static CHOICE: OnceLock<Option<String>> = OnceLock::new();
    static REACHED: OnceLock<Option<Mutex<Reached>>> = OnceLock::new();
    let reached = REACHED.get_or_init(|| {
        let path = std::env::var_os("SANECC_MUTANTS_REACHED")?;
        let file = OpenOptions::new().create(true).append(true).open(path);
        Some(Mutex::new(Reached {
            file: file.expect("the file of reached conditions can be written"),
            seen: BTreeSet::new(),
        }))
    });
    if let Some(reached) = reached {
        let mut reached = reached.lock().expect("nobody panics with it");
        if reached.seen.insert(condition) {
            writeln!(reached.file, "{condition}").expect("the file can be written");
        }
    }
    let choice = CHOICE.get_or_init(|| std::env::var("SANECC_MUTANT").ok());
    choice.as_deref() == Some(condition)
}
