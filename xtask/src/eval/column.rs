//! The compared configurations of the prover.

use super::ColumnRecord;
use crate::compiler::Compiler;

/// One way.
pub struct Column {
    /// Its name; also that of its folders.
    pub name: &'static str,
    /// What it stands for.
    about: &'static str,
    /// What the compiler is given for it.
    flags: &'static [&'static str],
    /// Without rules that rest on other checks.
    proofs_alone: bool,
    /// All modules of a program at once.
    pub is_whole: bool,
    /// Where its figures stand.
    tables: Tables,
}

/// The tables that a column stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tables {
    /// Accesses that need no check.
    Removed,
    /// Accesses that are in bounds, whether their objects live or not: what GreenArrays counts.
    InBounds,
    Both,
}

/// The column that sizes and times are printed of.
pub const WHOLE: &str = "T+all";

/// The rules that rest on other checks. GreenArrays has only proofs that an access stays in an object that lives.
const CHECK_RULES_OFF: [&str; 2] = [
    "-fsanecc-disable-pass=redundant",
    "-fsanecc-disable-pass=coalesce",
];

/// From the weakest on; those with `strict` in their name of the accesses before LLVM deletes some, the others of those that optimisation leaves. The names of
/// GreenArrays are in its figure 25.
pub const COLUMNS: &[Column] = &[
    Column {
        name: "intervals",
        about: "constants and intervals of constants",
        flags: &["-fsanecc-prover=intervals"],
        proofs_alone: true,
        is_whole: false,
        tables: Tables::Removed,
    },
    Column {
        name: "pentagons",
        about: "with strict upper bounds",
        flags: &["-fsanecc-prover=pentagons"],
        proofs_alone: true,
        is_whole: false,
        tables: Tables::Both,
    },
    Column {
        name: "S+R",
        about: "symbolic ranges and regions",
        flags: &[],
        proofs_alone: true,
        is_whole: false,
        tables: Tables::Both,
    },
    Column {
        name: "all",
        about: "with redundant and coalesced checks removed, too",
        flags: &[],
        proofs_alone: false,
        is_whole: false,
        tables: Tables::Removed,
    },
    Column {
        name: "T+all",
        about: "and without checks that outside data cannot influence (no proof of safety)",
        flags: &["-fsanecc-taint"],
        proofs_alone: false,
        is_whole: false,
        tables: Tables::Removed,
    },
    Column {
        name: "strict",
        about: "as 'all', of the accesses before LLVM deletes some: what sanecc does by itself",
        flags: &["-fsanecc-strict"],
        proofs_alone: false,
        is_whole: false,
        tables: Tables::Removed,
    },
    Column {
        name: "W+all",
        about: "as 'all', of whole programs (-fsanecc-whole-program)",
        flags: &[],
        proofs_alone: false,
        is_whole: true,
        tables: Tables::Removed,
    },
    Column {
        name: "W+S+R",
        about: "symbolic ranges and regions of whole programs",
        flags: &[],
        proofs_alone: true,
        is_whole: true,
        tables: Tables::InBounds,
    },
    Column {
        name: "W+T+S+R",
        about: "the same, and accesses that outside data cannot influence",
        flags: &["-fsanecc-taint"],
        proofs_alone: true,
        is_whole: true,
        tables: Tables::InBounds,
    },
    Column {
        name: "T+S+R",
        about: "symbolic ranges and regions, and accesses that outside data cannot influence",
        flags: &["-fsanecc-taint"],
        proofs_alone: true,
        is_whole: false,
        tables: Tables::InBounds,
    },
    Column {
        name: "strict-pentagons",
        about: "as 'pentagons', of the accesses before LLVM deletes some",
        flags: &["-fsanecc-strict", "-fsanecc-prover=pentagons"],
        proofs_alone: true,
        is_whole: false,
        tables: Tables::InBounds,
    },
    Column {
        name: "strict-S+R",
        about: "as 'S+R', of the accesses before LLVM deletes some",
        flags: &["-fsanecc-strict"],
        proofs_alone: true,
        is_whole: false,
        tables: Tables::InBounds,
    },
    Column {
        name: "strict-T+S+R",
        about: "as 'T+S+R', of the accesses before LLVM deletes some",
        flags: &["-fsanecc-strict", "-fsanecc-taint"],
        proofs_alone: true,
        is_whole: false,
        tables: Tables::InBounds,
    },
];

impl Column {
    /// Whether it says which accesses need no check.
    pub fn is_of_removed(&self) -> bool {
        self.tables != Tables::InBounds
    }

    /// Whether it says which accesses are in bounds.
    pub fn is_of_bounds(&self) -> bool {
        self.tables != Tables::Removed
    }

    /// The compiler that proves in this way.
    pub fn compiler(&self, base: &Compiler) -> Compiler {
        let mut compiler = match self.is_whole {
            true => base.clone().whole(),
            false => base.clone(),
        };
        compiler.name = self.name.to_owned();
        compiler.flags.push("-fsanecc-elide=full".to_owned());
        compiler
            .flags
            .extend(self.all_flags().iter().map(|&flag| flag.to_owned()));
        compiler
    }

    fn all_flags(&self) -> Vec<&'static str> {
        let off: &[&str] = if self.proofs_alone {
            &CHECK_RULES_OFF
        } else {
            &[]
        };
        [self.flags, off].concat()
    }

    /// For the file.
    pub fn record(&self) -> ColumnRecord {
        ColumnRecord {
            name: self.name,
            about: self.about,
            flags: {
                let whole = self.is_whole.then_some("-fsanecc-whole-program");
                let all: Vec<_> = whole.into_iter().chain(self.all_flags()).collect();
                all.join(" ")
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_table_has_columns_and_one_of_them_has_the_sizes() {
        assert!(COLUMNS.iter().any(|column| column.name == WHOLE));
        assert!(COLUMNS.iter().filter(|c| c.is_of_removed()).count() >= 6);
        let bounds = COLUMNS.iter().filter(|c| c.is_of_bounds());
        assert!(bounds.clone().count() >= 6 && bounds.into_iter().all(|c| c.proofs_alone));
    }

    #[test]
    fn the_rules_that_are_switched_off_exist() {
        let rules = concat!(
            include_str!("../../../passes/prove/src/rule.rs"),
            include_str!("../../../passes/instrument/src/plan/placement.rs"),
        );
        for flag in CHECK_RULES_OFF {
            let (_, rule) = flag.split_once('=').unwrap();
            assert!(rules.contains(&format!("\"{rule}\"")), "{rule}");
        }
    }
}
