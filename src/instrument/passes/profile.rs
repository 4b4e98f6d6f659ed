//! Profiles: counters are inserted, or counts read, before any other pass; counters become code after all others.
//!
//! Both have to see the same code, so both come first: a profile fits the module that the front end makes, whatever checks and later passes are. Code generation gets
//! weights of branches in the module itself.

use super::Pass;
use super::loaded::Loaded;
use super::optimised::Optimised;
use crate::diagnostics::Warning;
use crate::instrument::{Error, Options, Profile};
use sanecc_ir::llvm::is_of_ir;
use std::path::Path;

/// Inserts counters, or annotates the module with counts.
pub(super) struct ApplyProfile;

impl Pass<Loaded<'_>> for ApplyProfile {
    fn name(&self) -> &'static str {
        "profile"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        options.profile.is_some()
    }

    fn is_optional(&self) -> bool {
        false
    }

    fn is_clangs(&self) -> bool {
        true
    }

    fn run(&self, stage: &mut Loaded<'_>) -> Result<(), Error> {
        let live = stage.live();
        match &live.options.profile {
            None => {}
            Some(Profile::Make(_)) => live.bitcode.insert_counters()?,
            // The front end has read what has counts of the source.
            Some(Profile::Read { file, .. }) if !is_of_ir(file) => {}
            Some(Profile::Read { file, warns }) => {
                let warnings = live.bitcode.use_profile(file)?;
                if *warns && !warnings.is_empty() {
                    misfit(file, &warnings).print();
                }
            }
        }
        Ok(())
    }
}

/// What is said of functions whose counts are of other code.
fn misfit(file: &Path, warnings: &[String]) -> Warning {
    let first = warnings.first().map_or("", |warning| warning.trim());
    let others = match warnings.len() - 1 {
        0 => String::new(),
        1 => " (and 1 more)".to_owned(),
        others => format!(" (and {others} more)"),
    };
    Warning {
        cause: format!("{}: {first}{others}", file.display()),
        next: "make the profile anew, by sanecc with -fprofile-generate, of this source and with these flags"
            .to_owned(),
    }
}

/// Makes code of the counters.
pub(super) struct LowerCounters;

impl Pass<Optimised<'_>> for LowerCounters {
    fn name(&self) -> &'static str {
        "lower-counters"
    }

    fn is_enabled(&self, options: &Options) -> bool {
        matches!(options.profile, Some(Profile::Make(_)))
    }

    fn is_optional(&self) -> bool {
        false
    }

    fn is_clangs(&self) -> bool {
        true
    }

    fn run(&self, stage: &mut Optimised<'_>) -> Result<(), Error> {
        let live = stage.live();
        if let Some(Profile::Make(file)) = &live.options.profile {
            live.bitcode.lower_counters(file)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_warning_tells_the_first_and_how_many_there_are() {
        let said = |warnings: &[&str]| {
            let warnings: Vec<String> = warnings.iter().map(|one| (*one).to_owned()).collect();
            misfit(Path::new("p.profdata"), &warnings).cause
        };
        assert_eq!(said(&["f changed "]), "p.profdata: f changed");
        assert_eq!(said(&["f", "g"]), "p.profdata: f (and 1 more)");
        assert_eq!(said(&["f", "g", "h"]), "p.profdata: f (and 2 more)");
    }
}
