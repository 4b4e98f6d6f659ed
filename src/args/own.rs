//! The flags of this tool. All begin with `-fsanecc-` or `-fno-sanecc-`; [`FLAGS`] is the one list of them, from which
//! `-fsanecc-help` is made.

use super::Settings;
use crate::diagnostics::DriverError;
use crate::instrument::{self, Audit, Elide, Prover};
use sanecc_abi::bare::GRANULES;
use std::ffi::OsStr;
use std::fmt::Write;

/// A flag as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What follows `-fsanecc-`.
    pub text: String,
    /// What it needs to have an effect.
    pub needs: Needs,
}

impl Written {
    /// The whole word.
    pub fn flag(&self) -> String {
        format!("-fsanecc-{}", self.text)
    }
}

/// What a flag needs to have an effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Needs {
    /// Nothing.
    Nothing,
    /// A runtime that may be linked.
    Runtime,
    /// Code that is checked.
    Checks,
    /// Checks that may be removed.
    Removals,
    /// Checks that a prover may remove.
    Proofs,
    /// A target without a system.
    BareMetal,
}

/// Which checker the program gets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Shadow memory: one byte describes eight.
    #[default]
    Shadow,
    /// The same, and what is known of each pointer: accesses of arrays in structures are held to their array.
    Pointer,
    /// No checks and no runtime: plain clang.
    Unchecked,
}

/// When the runtime is linked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Runtime {
    /// Into executables, unless `-nostdlib` or `-fno-sanitize-link-runtime` says that nothing is to be added.
    #[default]
    Auto,
    /// Also into what `auto` leaves out.
    Always,
    /// Never.
    Never,
}

/// Whose heap is checked on bare metal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Heap {
    /// None: stack and globals only.
    None,
    /// That of newlib, which has functions with a context of their own.
    #[default]
    Newlib,
    /// That of picolibc, and of every other C library.
    Picolibc,
    /// That of FreeRTOS: `pvPortMalloc` and `vPortFree`.
    FreeRtos,
}

/// One flag of this tool.
pub struct Flag {
    /// The name after `-fsanecc-`, with `=` if it takes a value.
    pub name: &'static str,
    /// The value as the help shows it; empty for a flag without one.
    pub value: &'static str,
    /// One or two lines of help.
    pub doc: &'static str,
    /// What it needs to have an effect.
    needs: Needs,
    effect: Effect,
}

/// What a flag does to the settings.
#[derive(Clone, Copy)]
enum Effect {
    /// It takes a value, and the error says what was expected.
    Value(fn(&mut Settings, &str) -> Result<(), String>),
    /// `-fsanecc-NAME` turns something on, `-fno-sanecc-NAME` off.
    Switch(fn(&mut Settings, bool)),
}

impl Flag {
    /// The flag as the help writes it.
    pub fn spelling(&self) -> String {
        match self.effect {
            Effect::Value(_) => format!("-fsanecc-{}{}", self.name, self.value),
            Effect::Switch(_) => format!("-f[no-]sanecc-{}", self.name),
        }
    }

    /// The words that a shell may complete: with each value where there is a list of them, else up to the `=`.
    pub fn words(&self) -> Vec<String> {
        let word = format!("-fsanecc-{}", self.name);
        let values: Vec<_> = match (self.effect, self.name) {
            (Effect::Switch(_), name) => return vec![word, format!("-fno-sanecc-{name}")],
            (_, "print=") => instrument::printable().collect(),
            (_, "disable-pass=") => instrument::optional().collect(),
            // Upper case stands for any text.
            _ if self.value.contains(char::is_uppercase) => vec![""],
            _ => self.value.split('|').collect(),
        };
        let with = |value| format!("{word}{value}");
        values.into_iter().map(with).collect()
    }
}

/// Every flag of this tool, in the order of the help.
pub static FLAGS: &[Flag] = &[
    Flag {
        name: "mode=",
        value: "shadow|pointer|none",
        doc: "Which checker. 'shadow' (default) checks memory accesses against shadow memory; 'pointer' also holds what goes to an element of an array in a structure to that array (C, x86-64 Linux); 'none' is plain clang.",
        needs: Needs::Nothing,
        effect: Effect::Value(|settings, value| {
            settings.mode = match value {
                "shadow" => Mode::Shadow,
                "none" => Mode::Unchecked,
                "pointer" => Mode::Pointer,
                _ => return Err("expected 'shadow', 'pointer' or 'none'".into()),
            };
            Ok(())
        }),
    },
    Flag {
        name: "elide=",
        value: "none|local|full",
        doc: "Which checks may be left out. 'local' (default at -O0): those that constants, dominance and scopes show to be needless; 'full' (default from -O1 on): also those that symbolic and inter-procedural analyses prove needless.",
        needs: Needs::Checks,
        effect: Effect::Value(|settings, value| {
            settings.elide = Some(match value {
                "none" => Elide::None,
                "local" => Elide::Local,
                "full" => Elide::Full,
                _ => return Err("expected 'none', 'local' or 'full'".into()),
            });
            Ok(())
        }),
    },
    Flag {
        name: "prover=",
        value: "symbolic|pentagons|intervals",
        doc: "Who proves at 'elide=full' that offsets stay in objects. 'symbolic' (default); the simpler domains are there for comparison.",
        needs: Needs::Proofs,
        effect: Effect::Value(|settings, value| {
            settings.options.plan.prover = match value {
                "symbolic" => Prover::Symbolic,
                "pentagons" => Prover::Pentagons,
                "intervals" => Prover::Intervals,
                _ => return Err("expected 'symbolic', 'pentagons' or 'intervals'".into()),
            };
            Ok(())
        }),
    },
    Flag {
        name: "strict",
        value: "",
        doc: "Insert checks before any optimisation that may delete an access (default from -O1): the same reports at -O0, -O1, -O2 and -O3, also of loads whose value is unused and of stores that are overwritten. Without, accesses that are deleted go unchecked.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.strict = Some(on)),
    },
    Flag {
        name: "audit",
        value: "",
        doc: "Keep every removed check as an assertion: if one fails, the report says 'unsound removal' with the proof and the program ends.",
        needs: Needs::Removals,
        effect: Effect::Switch(|settings, on| {
            settings.options.plan.audit = if on { Audit::Removed } else { Audit::default() }
        }),
    },
    Flag {
        name: "audit=",
        value: "planted",
        doc: "The same, and as if a wrong rule had removed all other checks, too: to see that an audit finds out.",
        needs: Needs::Checks,
        effect: Effect::Value(|settings, value| {
            if value != "planted" {
                return Err("expected 'planted', or no value".into());
            }
            settings.options.plan.audit = Audit::Planted;
            Ok(())
        }),
    },
    Flag {
        name: "taint",
        value: "",
        doc: "Keep only the checks of accesses that data from outside of the program may influence. What goes wrong with every input goes unseen.",
        needs: Needs::Removals,
        effect: Effect::Switch(|settings, on| settings.options.plan.taint = on),
    },
    Flag {
        name: "count",
        value: "",
        doc: "Count executed accesses by decision and rule; the program prints the counts at its end, as JSON with SANECC_OPTIONS=report_format=json.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.options.plan.count = on),
    },
    Flag {
        name: "claims",
        value: "",
        doc: "Check at run time what __builtin_assume says, report where it does not hold, and use it in proofs; on by default.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.claims = Some(on)),
    },
    Flag {
        name: "recover",
        value: "",
        doc: "Let the program go on after an error that a check found, if SANECC_OPTIONS has halt_on_error=0; clang's -fsanitize-recover=address does the same.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.recover = on),
    },
    Flag {
        name: "remarks=",
        value: "FILE|DIR/",
        doc: "Write a JSON record a line for each access: what is decided, by which rule, with which proof, or why its check stays. With '/' at the end, each source gets a file of its own in that folder.",
        needs: Needs::Checks,
        effect: Effect::Value(|settings, value| {
            if value.is_empty() {
                return Err("expected a file, or a folder with '/' at its end".into());
            }
            settings.access_remarks = Some(value.into());
            Ok(())
        }),
    },
    Flag {
        name: "embed-remarks",
        value: "",
        doc: "Keep these records, compressed, in a section of the object that is not loaded and stays in what is linked: 'sane report' and 'sane explain' read it.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.embed_remarks = on),
    },
    Flag {
        name: "stats=",
        value: "FILE|DIR/",
        doc: "Write as JSON how large the program is, how much of it decides where memory is touched or is under the influence of outside data, and how long each pass and analysis took. With '/' at the end, each source gets a file of its own in that folder.",
        needs: Needs::Checks,
        effect: Effect::Value(|settings, value| {
            if value.is_empty() {
                return Err("expected a file, or a folder with '/' at its end".into());
            }
            settings.statistics = Some(value.into());
            Ok(())
        }),
    },
    Flag {
        name: "whole-program",
        value: "",
        doc: "Objects also carry the front end's bitcode, and the link (with the flag, too) analyses, checks and compiles all modules of the program as one. Needs lld 19; the program is linked by the usual linker.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.whole_program = on),
    },
    Flag {
        name: "runtime=",
        value: "auto|always|never",
        doc: "When to link the runtime. 'auto' (default): into executables, but not with -nostdlib or -fno-sanitize-link-runtime.",
        needs: Needs::Runtime,
        effect: Effect::Value(|settings, value| {
            settings.runtime = match value {
                "auto" => Runtime::Auto,
                "always" => Runtime::Always,
                "never" => Runtime::Never,
                _ => return Err("expected 'auto', 'always' or 'never'".into()),
            };
            Ok(())
        }),
    },
    Flag {
        name: "shadow-scale=",
        value: "8|16|32",
        doc: "Bare metal: bytes of memory for each byte of shadow (default 8). More need less memory, and larger redzones.",
        needs: Needs::BareMetal,
        effect: Effect::Value(|settings, value| {
            let scale = value.parse().ok();
            settings.shadow_scale = scale.filter(|scale| GRANULES.contains(scale));
            match settings.shadow_scale {
                Some(_) => Ok(()),
                None => Err("expected '8', '16' or '32'".into()),
            }
        }),
    },
    Flag {
        name: "heap=",
        value: "newlib|picolibc|freertos|none",
        doc: "Bare metal: whose heap is checked, at the link. 'newlib' (default), 'picolibc' for other C libraries, 'freertos' for pvPortMalloc, 'none' for stack and globals only.",
        needs: Needs::BareMetal,
        effect: Effect::Value(|settings, value| {
            settings.heap = match value {
                "newlib" => Heap::Newlib,
                "picolibc" => Heap::Picolibc,
                "freertos" => Heap::FreeRtos,
                "none" => Heap::None,
                _ => return Err("expected 'newlib', 'picolibc', 'freertos' or 'none'".into()),
            };
            Ok(())
        }),
    },
    Flag {
        name: "only-writes",
        value: "",
        doc: "Bare metal: check writes alone.",
        needs: Needs::BareMetal,
        effect: Effect::Switch(|settings, on| settings.only_writes = on),
    },
    Flag {
        name: "device-lines",
        value: "",
        doc: "Bare metal: put the source lines of checks into the program, so that the device prints them. Without, 'sane decode' finds them in the ELF file.",
        needs: Needs::BareMetal,
        effect: Effect::Switch(|settings, on| settings.device_lines = on),
    },
    Flag {
        name: "print=",
        value: "NAME",
        doc: "Print to stderr what a pass made; '-fsanecc-print=?' names the passes. Repeatable.",
        needs: Needs::Checks,
        effect: Effect::Value(|settings, value| {
            one_of(instrument::printable(), &mut settings.options.print, value)
        }),
    },
    Flag {
        name: "disable-pass=",
        value: "NAME",
        doc: "Leave out a pass or a rule of removal; '-fsanecc-disable-pass=?' names them. Repeatable.",
        needs: Needs::Checks,
        effect: Effect::Value(|settings, value| {
            one_of(
                instrument::optional(),
                &mut settings.options.plan.disabled,
                value,
            )
        }),
    },
    Flag {
        name: "bisect-limit=",
        value: "N",
        doc: "Do only the first N removals of checks, to find the one that matters.",
        needs: Needs::Checks,
        effect: Effect::Value(|settings, value| {
            settings.options.plan.removal_limit =
                Some(value.parse().map_err(|_| "expected a number".to_owned())?);
            Ok(())
        }),
    },
    Flag {
        name: "verify-each",
        value: "",
        doc: "Verify the program after each pass.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.options.verify_each = on),
    },
    Flag {
        name: "time",
        value: "",
        doc: "Print to stderr how long each step and pass took, and whether clang does that work, too.",
        needs: Needs::Checks,
        effect: Effect::Switch(|settings, on| settings.options.time = on),
    },
    Flag {
        name: "help",
        value: "",
        doc: "Print this list.",
        needs: Needs::Nothing,
        effect: Effect::Switch(|settings, on| settings.help = on),
    },
];

/// The variables that the driver reads, each with what it does.
pub const ENVIRONMENT: [(&str, &str); 7] = [
    ("SANECC_OFF=1", "Be plain clang, byte for byte."),
    ("SANECC_CLANG=PATH", "The clang 19 to drive."),
    (
        "SANECC_RUNTIME=PATH",
        "The runtime archive to link; libsanecc_rt.so is beside it.",
    ),
    (
        "SANECC_CACHE_DIR=DIR",
        "Keep the objects of whole programs there, and use them again for the same modules.",
    ),
    (
        "SANECC_CACHE_SIZE=BYTES",
        "The most that they may take; 1 GiB without.",
    ),
    (
        "SANECC_LOG=info|debug",
        "Log every process that is started.",
    ),
    (
        "SANECC_BUILD_LOG=DIR",
        "Leave a record of each command in this folder; 'sane build' sets it.",
    ),
];

/// What gets no checks.
pub const UNCHECKED: &str = "assembly, LLVM IR and bitcode (.s, .S, .ll, .bc), and languages
that are not of the C family. With -flto objects are machine code all the same. -ftime-trace shows
code generation alone; remarks (-Rpass) of the passes in between are not shown.";

/// The least similarity of a name that may be meant, of 1 for the same.
const SIMILAR: f64 = 0.8;

/// The name most like `text`, if it is like it at all.
fn nearest(names: impl Iterator<Item = &'static str>, text: &str) -> Option<&'static str> {
    let near = |name: &&str| strsim::jaro_winkler(name, text);
    let best = names.max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(&best) >= SIMILAR).then_some(best)
}

fn one_of(
    names: impl Iterator<Item = &'static str>,
    list: &mut Vec<String>,
    value: &str,
) -> Result<(), String> {
    let names: Vec<_> = names.collect();
    if !names.contains(&value) {
        let guess = match nearest(names.iter().copied(), value) {
            Some(name) => format!("did you mean '{name}'? "),
            None => String::new(),
        };
        return Err(format!("{guess}expected one of: {}", names.join(", ")));
    }
    list.push(value.to_owned());
    Ok(())
}

/// Takes one flag into account; `text` is what follows `-fsanecc-`.
///
/// # Errors
/// If there is no such flag, or not with such a value.
pub fn apply(settings: &mut Settings, text: &OsStr) -> Result<(), DriverError> {
    let text = text.to_string_lossy();
    let (name, value) = match text.split_once('=') {
        Some((name, value)) => (&text[..=name.len()], value),
        None => (&*text, ""),
    };
    let Some(flag) = FLAGS.iter().find(|flag| flag.name == name) else {
        return Err(unknown(&text));
    };
    match flag.effect {
        Effect::Value(apply) => apply(settings, value).map_err(|why| {
            DriverError::new(format!("invalid value in '-fsanecc-{text}': {why}"))
                .next("'sanecc -fsanecc-help' lists the flags and their values")
        })?,
        Effect::Switch(apply) => apply(settings, true),
    }
    settings.written.push(Written {
        text: text.into_owned(),
        needs: flag.needs,
    });
    Ok(())
}

/// Takes `-fno-sanecc-TEXT` into account.
///
/// # Errors
/// If there is no such flag that can be turned off.
pub fn turn_off(settings: &mut Settings, text: &OsStr) -> Result<(), DriverError> {
    let text = text.to_string_lossy();
    let switch = FLAGS.iter().find_map(|flag| match flag.effect {
        Effect::Switch(apply) if flag.name == text => Some(apply),
        Effect::Switch(_) | Effect::Value(_) => None,
    });
    let Some(apply) = switch else {
        let switches = FLAGS
            .iter()
            .filter(|flag| matches!(flag.effect, Effect::Switch(_)));
        let guess = match nearest(switches.map(|flag| flag.name), &text) {
            Some(name) => format!("; did you mean '-fno-sanecc-{name}'?"),
            None => String::new(),
        };
        return Err(
            DriverError::new(format!("unknown argument '-fno-sanecc-{text}'{guess}"))
                .next("'sanecc -fsanecc-help' lists the flags of sanecc, and which of them can be turned off"),
        );
    };
    apply(settings, false);
    settings
        .written
        .retain(|written| written.text.split('=').next() != Some(&text));
    Ok(())
}

fn unknown(text: &str) -> DriverError {
    let bare = text.split('=').next().unwrap_or(text);
    let nearest = FLAGS
        .iter()
        .max_by(|a, b| {
            let near = |flag: &Flag| strsim::jaro_winkler(flag.name.trim_end_matches('='), bare);
            near(a).total_cmp(&near(b))
        })
        .expect("the table has rows");
    DriverError::new(format!(
        "unknown argument '-fsanecc-{text}'; did you mean '{}'?",
        nearest.spelling()
    ))
    .next("'sanecc -fsanecc-help' lists the flags of sanecc")
}

/// The text of `-fsanecc-help`.
pub fn help() -> String {
    let mut text =
        String::from("Every flag that clang knows works as with clang. Flags of sanecc's own:\n\n");
    for flag in FLAGS {
        let _ = writeln!(text, "  {}\n        {}", flag.spelling(), flag.doc);
    }
    let _ = writeln!(text, "\nWhat is left to clang, unchecked: {UNCHECKED}");
    text.push_str("\nEnvironment:\n\n");
    for (variable, doc) in ENVIRONMENT {
        let _ = writeln!(text, "  {variable}\n        {doc}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_reach_the_options() {
        let mut settings = Settings::default();
        for text in [
            "elide=none",
            "print=plan",
            "bisect-limit=7",
            "verify-each",
            "recover",
            "runtime=never",
            "strict",
            "audit=planted",
        ] {
            apply(&mut settings, OsStr::new(text)).unwrap();
        }
        assert_eq!(settings.elide, Some(Elide::None));
        assert_eq!(settings.options.print, ["plan"]);
        assert_eq!(settings.options.plan.removal_limit, Some(7));
        assert!(settings.recover && settings.options.verify_each && !settings.options.time);
        assert_eq!(settings.runtime, Runtime::Never);
        assert_eq!(settings.strict, Some(true));
        for text in ["strict", "audit", "recover"] {
            turn_off(&mut settings, OsStr::new(text)).unwrap();
        }
        assert_eq!(settings.strict, Some(false));
        assert_eq!(settings.options.plan.audit, Audit::default());
        assert!(!settings.recover);
        let left = settings.written.iter().map(|written| &*written.text);
        assert!(left.eq([
            "elide=none",
            "print=plan",
            "bisect-limit=7",
            "verify-each",
            "runtime=never"
        ]));
    }

    #[test]
    fn what_is_not_there_is_said() {
        for (text, part) in [
            ("mode=points", "expected 'shadow', 'pointer' or 'none'"),
            ("elide=most", "expected 'none', 'local' or 'full'"),
            ("elid=none", "did you mean '-fsanecc-elide=none|local|full'"),
            ("bisect-limit=x", "expected a number"),
            (
                "print=?",
                "expected one of: profile, pointer-pairs, claims, members, calls, variadic, uninitialized, ",
            ),
            ("disable-pass=nothing", "expected one of: "),
            ("disable-pass=in-bound", "did you mean 'in-bounds'? "),
            ("time=3", "did you mean '-f[no-]sanecc-time'"),
        ] {
            let error = apply(&mut Settings::default(), OsStr::new(text)).unwrap_err();
            assert!(error.to_string().contains(part), "{text}: {error}");
        }
    }

    #[test]
    fn only_switches_are_turned_off() {
        for text in ["elide", "elide=none", "strict=1", "nothing"] {
            let error = turn_off(&mut Settings::default(), OsStr::new(text)).unwrap_err();
            let said = format!("unknown argument '-fno-sanecc-{text}'");
            assert!(error.to_string().contains(&said), "{error}");
        }
        let error = turn_off(&mut Settings::default(), OsStr::new("strikt")).unwrap_err();
        let said = error.to_string();
        assert!(
            said.ends_with("did you mean '-fno-sanecc-strict'?"),
            "{said}"
        );
    }

    #[test]
    fn the_help_names_every_flag() {
        for flag in FLAGS {
            assert!(help().contains(&flag.spelling()));
        }
    }
}
