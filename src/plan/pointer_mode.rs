//! What `-fsanecc-mode=pointer` adds, and to which inputs.
//!
//! Claims: what the mode cannot check yet is refused (other targets, whole programs), or checked as in the shadow mode (languages other than C). Only `-v` says
//! the latter: a `configure` takes flags for unknown that a compiler warns of.

use super::{Kind, Unit, language};
use crate::args::own::Mode;
use crate::args::{Argument, Settings};
use crate::diagnostics::{DriverError, Warning};
use sanecc_abi::target::{Architecture, System};

/// Refuses what the mode, if it is on, cannot be had for.
///
/// # Errors
/// Says what that is.
pub(super) fn refuse(settings: &Settings, sources: &[(Unit, Kind)]) -> Result<(), DriverError> {
    if settings.mode != Mode::Pointer || !settings.address {
        return Ok(());
    }
    let mut checked = sources.iter().filter(|(_, kind)| *kind == Kind::Checked);
    let is_ours = settings.target.known().is_some_and(|target| {
        target.system == System::Linux && target.architecture == Architecture::X86_64
    });
    if !is_ours && checked.next().is_some() {
        let name = settings.target.name();
        let cause = format!("-fsanecc-mode=pointer is for x86_64-linux-gnu alone, not for {name}");
        return Err(DriverError::new(cause).next("use -fsanecc-mode=shadow"));
    }
    if settings.whole_program {
        let cause = "-fsanecc-mode=pointer does not check whole programs (-fsanecc-whole-program)";
        return Err(DriverError::new(cause).next("leave out one of them"));
    }
    Ok(())
}

/// Completes the options of the mode, if it is on, and gives what to say of the inputs that it does not add anything to.
pub(super) fn complete(
    settings: &mut Settings,
    arguments: &[Argument],
    sources: &[(Unit, Kind)],
) -> Option<Warning> {
    if settings.mode != Mode::Pointer || !settings.address {
        return None;
    }
    settings.options.members = Some(strict_flex_arrays(arguments));
    settings.options.plan.provenance = true;
    settings.options.plan.losses = settings.looks_for_leaks();
    let mut checked = sources.iter().filter(|(_, kind)| *kind == Kind::Checked);
    settings.options.calls = checked
        .clone()
        .all(|(unit, _)| language::is_c(&unit.language));
    settings.options.uninitialized = settings.options.calls;
    let other = checked.find(|(unit, _)| !language::is_c(&unit.language));
    let asks = |argument: &Argument| matches!(argument.word().to_str(), Some("-v" | "--verbose"));
    let other = other.filter(|_| !settings.silent && arguments.iter().any(asks));
    other.map(|(unit, _)| Warning {
        cause: format!(
            "-fsanecc-mode=pointer checks '{}' as -fsanecc-mode=shadow does: its language is not C",
            unit.file.to_string_lossy()
        ),
        next: "-fsanecc-mode=shadow says the same without this warning".to_owned(),
    })
}

/// Which arrays at the end of a structure may be longer than their types say, as the last `-fstrict-flex-arrays=` numbers it.
pub fn strict_flex_arrays(arguments: &[Argument]) -> u8 {
    let words = arguments.iter().map(Argument::word);
    let mut levels = words.filter_map(|word| match word.to_str()? {
        "-fstrict-flex-arrays" => Some(3),
        word => word.strip_prefix("-fstrict-flex-arrays=")?.parse().ok(),
    });
    levels.next_back().unwrap_or(0)
}
