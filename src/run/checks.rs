//! `--check`: what is looked for beside what always is.
//!
//! Names are those of clang's `-fsanitize=`. Three are the machine's own (`type` is that of later versions of clang); for the others clang's front end adds checks to the program, whose failures the machine
//! reports.

use crate::diagnostics::DriverError;
use std::ffi::OsString;

/// Checks that need what compiled programs have: a place in front of functions, sizes that only an optimiser finds, C++.
const IMPOSSIBLE: &str = "-fno-sanitize=function,object-size,vptr";
/// Those that clang's front end makes for C.
const OF_CLANG: [&str; 25] = [
    "alignment",
    "array-bounds",
    "bool",
    "bounds",
    "builtin",
    "enum",
    "float-cast-overflow",
    "float-divide-by-zero",
    "implicit-conversion",
    "implicit-integer-sign-change",
    "implicit-signed-integer-truncation",
    "implicit-unsigned-integer-truncation",
    "integer",
    "integer-divide-by-zero",
    "nonnull-attribute",
    "null",
    "pointer-overflow",
    "return",
    "returns-nonnull-attribute",
    "shift",
    "shift-base",
    "shift-exponent",
    "signed-integer-overflow",
    "undefined",
    "unsigned-integer-overflow",
];

/// What was asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// Pointers that are ordered.
    pub order: bool,
    /// Pointers that are subtracted.
    pub difference: bool,
    /// Values that are read as another type than they were stored as.
    pub types: bool,
    /// Names for clang.
    clang: Vec<String>,
}

impl Wanted {
    /// Reads names.
    ///
    /// # Errors
    /// If there is no check of a name.
    pub fn of(names: &[String]) -> Result<Wanted, DriverError> {
        let mut wanted = Wanted::default();
        for name in names {
            match name.as_str() {
                "pointer-compare" => wanted.order = true,
                "pointer-subtract" => wanted.difference = true,
                "type" => wanted.types = true,
                known if OF_CLANG.contains(&known) => wanted.clang.push(name.clone()),
                _ => {
                    let all = OF_CLANG.join(", ");
                    return Err(
                        DriverError::new(format!("there is no check '{name}'")).next(format!(
                            "the checks are pointer-compare, pointer-subtract, {all}"
                        )),
                    );
                }
            }
        }
        Ok(wanted)
    }

    /// Flags for the front end, behind those of the user.
    pub fn flags(&self) -> Vec<OsString> {
        let mut flags = Vec::new();
        if !self.clang.is_empty() {
            flags.push(format!("-fsanitize={}", self.clang.join(",")).into());
        }
        flags.push(IMPOSSIBLE.into());
        if self.types {
            // From this level on the front end says which types accesses have; no pass runs all the same.
            flags.push("-O1".into());
        }
        flags
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_the_machines_or_clangs() {
        let names = ["pointer-compare", "shift", "alignment"].map(str::to_owned);
        let wanted = Wanted::of(&names).unwrap();
        assert!(wanted.order && !wanted.difference);
        assert_eq!(
            wanted.flags(),
            ["-fsanitize=shift,alignment", IMPOSSIBLE].map(OsString::from)
        );
        let error = Wanted::of(&["shifts".to_owned()]).unwrap_err();
        assert!(format!("{error:?}").contains("shifts"));
    }
}
