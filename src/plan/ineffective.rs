//! Flags of this tool that have no effect because of another flag on the same command line.
//!
//! Clang warns of its own unused flags, and the same flags silence the warning here: `-w`, `-Qunused-arguments`,
//! `-Wno-unused-command-line-argument`. It is a warning and no error: builds pass some flags to all files.

use crate::args::own::{Mode, Needs, Written};
use crate::args::{Argument, Settings};
use crate::diagnostics::Warning;
use crate::instrument::Elide;

/// What has no effect, and why; one warning for each reason.
pub(super) fn warnings(settings: &Settings, arguments: &[Argument]) -> Vec<Warning> {
    const SILENCED: [&str; 2] = ["-Qunused-arguments", "-Wno-unused-command-line-argument"];
    let silent = |argument: &Argument| SILENCED.iter().any(|word| argument.word() == *word);
    if settings.silent || arguments.iter().any(silent) {
        return Vec::new();
    }
    let reasons = [
        unchecked(settings),
        without(settings, Needs::Removals, Elide::None),
        without(settings, Needs::Proofs, Elide::Local),
        padded(settings),
        has_system(settings),
        has_none(settings),
    ];
    // The first one that applies to a flag is said of it.
    let mut left: Vec<&Written> = settings.written.iter().collect();
    let mut warnings = Vec::new();
    for Reason { hits, why, next } in reasons.into_iter().flatten() {
        let (idle, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|w| hits(w));
        left = others;
        if idle.is_empty() {
            continue;
        }
        let verb = if idle.len() == 1 { "has" } else { "have" };
        let names: Vec<String> = idle.iter().map(|w| format!("'{}'", w.flag())).collect();
        let names = names.join(", ");
        warnings.push(Warning {
            cause: format!("{names} {verb} no effect: {why}"),
            next,
        });
    }
    warnings
}

/// Why flags have no effect.
struct Reason {
    /// Which.
    hits: Box<dyn Fn(&Written) -> bool>,
    why: String,
    next: String,
}

/// Nothing is checked.
fn unchecked(settings: &Settings) -> Option<Reason> {
    let plain = settings.mode == Mode::Unchecked;
    let culprit = match (plain, settings.address) {
        (true, _) => "-fsanecc-mode=none",
        (false, false) => "-fno-sanitize=address",
        (false, true) => return None,
    };
    Some(Reason {
        // The runtime can be linked all the same where only this unit has no checks.
        hits: Box::new(move |written| match written.needs {
            Needs::Nothing => false,
            Needs::Runtime => plain && written.text != "runtime=never",
            Needs::Checks | Needs::Removals | Needs::Proofs | Needs::BareMetal => true,
        }),
        why: format!("'{culprit}' leaves nothing to check"),
        next: format!("drop one or the other; without '{culprit}' the code is checked"),
    })
}

/// Removals are off that the flag is about; `most` is the highest level at which they are.
fn without(settings: &Settings, needs: Needs, most: Elide) -> Option<Reason> {
    let level = settings.elide();
    if level > most {
        return None;
    }
    let at = match settings.elide {
        Some(Elide::None) => "'-fsanecc-elide=none' keeps all checks".to_owned(),
        Some(Elide::Local) => "'-fsanecc-elide=local' runs no prover".to_owned(),
        Some(Elide::Full) | None => "at -O0 no prover runs".to_owned(),
    };
    Some(Reason {
        hits: Box::new(move |written| written.needs == needs),
        why: at,
        next: "-fsanecc-elide=full enables all removals".to_owned(),
    })
}

/// The target has a system.
fn has_system(settings: &Settings) -> Option<Reason> {
    if settings.target.bare().is_some() {
        return None;
    }
    Some(Reason {
        hits: Box::new(|written| written.needs == Needs::BareMetal),
        why: format!("'{}' is no target without a system", settings.target.name()),
        next: "--target=thumbv7m-none-eabi is one".to_owned(),
    })
}

/// The target has no system.
fn has_none(settings: &Settings) -> Option<Reason> {
    settings.target.bare()?;
    Some(Reason {
        hits: Box::new(|written| written.text == "whole-program"),
        why: format!(
            "programs for '{}' are linked module by module",
            settings.target.name()
        ),
        next: "leave it out".to_owned(),
    })
}

/// Padding between members is inside of the object, where an offset proves nothing.
fn padded(settings: &Settings) -> Option<Reason> {
    if settings.elide == Some(Elide::None) || !matches!(settings.field_padding(), Ok(Some(_))) {
        return None;
    }
    Some(Reason {
        hits: Box::new(|written| {
            matches!(written.needs, Needs::Removals | Needs::Proofs)
                || written.text.starts_with("elide=")
        }),
        why: "'-fsanitize-address-field-padding=' keeps all checks".to_owned(),
        next: "drop one or the other".to_owned(),
    })
}
