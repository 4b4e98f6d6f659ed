//! The ways of proving that are compared.

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
}

/// Only what proves that an access stays in an object that lives: the paper knows no other reason.
const PROOFS_ALONE: &str = "-fsanecc-disable-pass=covered";

/// From the weakest on. The names of the paper are in its figure 25.
pub const COLUMNS: &[Column] = &[
    Column {
        name: "intervals",
        about: "constants and intervals of constants",
        flags: &["-fsanecc-prover=intervals", PROOFS_ALONE],
    },
    Column {
        name: "pentagons",
        about: "with strict upper bounds",
        flags: &["-fsanecc-prover=pentagons", PROOFS_ALONE],
    },
    Column {
        name: "S+R",
        about: "symbolic ranges and regions",
        flags: &[PROOFS_ALONE],
    },
    Column {
        name: "all",
        about: "with earlier checks that cover later ones: what sanecc does by itself",
        flags: &[],
    },
    Column {
        name: "T+all",
        about: "and without checks that outside data cannot influence (no proof of safety)",
        flags: &["-fsanecc-taint"],
    },
];

impl Column {
    /// The compiler that proves in this way.
    pub fn compiler(&self, base: &Compiler) -> Compiler {
        let mut compiler = base.clone();
        compiler.name = self.name.to_owned();
        compiler.flags.push("-fsanecc-elide=full".to_owned());
        compiler
            .flags
            .extend(self.flags.iter().map(|&flag| flag.to_owned()));
        compiler
    }

    /// For the file.
    pub fn record(&self) -> ColumnRecord {
        ColumnRecord {
            name: self.name,
            about: self.about,
            flags: self.flags.join(" "),
        }
    }
}
