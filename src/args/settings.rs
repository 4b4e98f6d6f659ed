//! The settings that the flags make together. Of several flags for one setting, the one that clang obeys counts.

pub(super) mod effects;
mod profile;
mod sanitizers;
mod target;

use super::own::{self, Heap, Mode, Runtime, Written};
use super::{Argument, FlagClass, concat};
use crate::diagnostics::DriverError;
use crate::install;
use crate::instrument::{Audit, Elide, OptLevel, Options};
use sanecc_abi::bare::{self, Form};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use std::path::PathBuf;

pub use sanitizers::LEAK;
pub use target::Target as TargetMachine;

/// What the flags of clang say.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    /// Where the command stops before linking.
    pub stop: Option<Stop>,
    /// The command makes no code.
    pub elsewhere: bool,
    /// Clang answers a question instead of compiling.
    pub query: bool,
    /// `-emit-llvm`.
    pub emit_llvm: bool,
    /// The last `-o`.
    pub output: Option<OsString>,
    /// How to instrument; whole once it is completed.
    pub options: Options,
    /// Which checks may be left out; without, the level decides ([`OptLevel::elide`]).
    pub elide: Option<Elide>,
    /// Whether checks come before any optimisation that may delete an access; without a word of it, wherever LLVM optimises.
    pub strict: Option<bool>,
    /// Whether what the source says holds is checked; without a word of it, it is.
    pub claims: Option<bool>,
    /// Which checker.
    pub mode: Mode,
    /// When the runtime is linked.
    pub runtime: Runtime,
    /// Objects carry bitcode, and the link compiles it as one module.
    pub whole_program: bool,
    /// Where to write a record for each access: a file, or a folder of files.
    pub access_remarks: Option<PathBuf>,
    /// Whether objects carry those records.
    pub embed_remarks: bool,
    /// Where to write counts and times of a unit: a file, or a folder of files.
    pub statistics: Option<PathBuf>,
    /// `-fsanecc-help`: explain the flags and do nothing else.
    pub help: bool,
    /// This tool's flags as they were written.
    pub written: Vec<Written>,
    /// Whether the command line is kept in a section of the object.
    pub record_in_section: bool,
    /// Whether the command line is kept in the debug information.
    pub record_in_debug: bool,
    /// Whether the user asked for debug information.
    pub debug: bool,
    /// Whether the user chose how frame pointers are kept.
    frame_pointer: bool,
    /// Whether checks are on; `-fno-sanitize=address` turns them off.
    pub address: bool,
    /// Whether the program may go on after an error: the last word counts, of `-fsanecc-recover` and `-fsanitize-recover=` that names the address sanitizer.
    pub recover: bool,
    /// Whether the runtime is left to whoever links it by name.
    pub leaves_out_runtime: bool,
    /// Whether the program's own `operator new[]` makes guarded arrays, too.
    pub own_array_cookies: bool,
    /// What was said about checks as calls.
    outlined_checks: Option<bool>,
    /// Bytes of memory for each byte of shadow, on bare metal.
    pub shadow_scale: Option<usize>,
    /// Places of checks are in the program, on bare metal.
    pub device_lines: bool,
    /// Only writes are checked, on bare metal.
    pub only_writes: bool,
    /// Whose heap is checked, on bare metal.
    pub heap: Heap,
    /// Value of `-fsanitize-address-field-padding=`.
    field_padding: Option<OsString>,
    /// Value of `-fsanitize-address-use-after-return=`.
    use_after_return: Option<OsString>,
    /// Sanitizers that the user turned on, but for the address sanitizer.
    pub sanitizers: Vec<String>,
    /// Whether the user turned the address sanitizer on.
    address_named: bool,
    /// Make rules.
    pub dependency: DependencyRequest,
    /// GCC-style coverage.
    pub coverage: bool,
    /// Clang's own passes must run for what they insert.
    pub pipeline: bool,
    /// Whether and where intermediate files are kept.
    pub save_temps: Option<SaveTemps>,
    /// `-fstack-usage`.
    pub stack_usage: bool,
    /// `-MJ`: where the record of the compilation goes.
    pub database: Option<OsString>,
    /// `-dumpdir`.
    pub dump_prefix: Option<OsString>,
    /// The result is a shared object.
    pub shared: bool,
    /// The result is a relocatable object.
    pub relocatable: bool,
    /// `-fmemory-profile`.
    pub heap_profile: bool,
    /// `-nostdlib`.
    pub no_standard_library: bool,
    /// Inputs may exist only for clang.
    pub virtual_files: bool,
    /// A flag makes clang act as a compiler other than `cc`.
    pub foreign_driver: bool,
    /// The machine the code is for.
    pub target: TargetMachine,
    /// `-w`: no warnings.
    pub silent: bool,
    /// What flags say of profiles.
    profile: profile::Written,
    /// Whose remarks are wanted: passes that did something, did not, say why.
    remarks: [Option<OsString>; 3],
}

/// Where a command stops, the earliest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stop {
    /// Before any code: preprocessing, syntax, headers, clang's other products.
    Elsewhere,
    /// `-S`.
    Assembly,
    /// `-c`.
    Object,
}

/// The flags for make rules that a compilation writes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DependencyRequest {
    /// Rules are wanted.
    pub wanted: bool,
    /// The user names their file.
    pub file: bool,
    /// The user names their target.
    pub target: bool,
}

/// Where intermediate files are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaveTemps {
    /// In the working folder.
    Here,
    /// Beside the output.
    BesideOutput,
}

impl Settings {
    /// The target whose runtime belongs to the code.
    pub fn runtime_target(&self) -> String {
        install::target_of(&self.target.name())
    }

    /// Reads all flags of a command.
    ///
    /// # Errors
    /// For flags of this tool that do not exist, or not with such a value.
    pub fn read(arguments: &[Argument]) -> Result<Settings, DriverError> {
        let mut settings = Settings {
            address: true,
            ..Settings::default()
        };
        for argument in arguments {
            match argument.class() {
                FlagClass::Own => own::apply(&mut settings, argument.value())?,
                FlagClass::OwnOff => own::turn_off(&mut settings, argument.value())?,
                _ => (argument.row.effect)(&mut settings, argument.value()),
            }
        }
        settings.elsewhere |= settings.query || settings.stop == Some(Stop::Elsewhere);
        Ok(settings)
    }

    /// Completes the options by what several flags decide together.
    ///
    /// # Errors
    /// Of a value that clang does not know either.
    pub fn complete(&mut self) -> Result<(), DriverError> {
        let use_after_return = self.use_after_return()?;
        // Padding between members is inside of the object, where an offset proves nothing.
        let elide = match self.field_padding()? {
            Some(_) => Elide::None,
            None => self.elide(),
        };
        let (pairs, remarks) = (self.pair_checks(), self.remark_options());
        self.options.profile = self.profile();
        let fuzzes = self.fuzzes();
        let options = &mut self.options;
        (options.pairs, options.remarks) = (pairs, remarks);
        options.strict = self.strict.unwrap_or(options.opt != OptLevel::O0 || fuzzes);
        options.claims = self.claims.unwrap_or(true);
        let plan = &mut options.plan;
        (plan.elide, plan.use_after_return) = (elide, use_after_return);
        plan.recover = self.recover;
        plan.pairs = pairs.any();
        plan.reloaded = options.opt == OptLevel::O0;
        plan.outlined = self.outlined_checks.unwrap_or(options.opt == OptLevel::Oz);
        plan.statistics = self.statistics.is_some();
        plan.remarks = self.access_remarks.is_some();
        // Coverage makes clang keep debug information anyway, without putting it into the object.
        options.adds_debug = !self.debug && !self.coverage;
        options.adds_frame_pointers = !self.frame_pointer && options.opt != OptLevel::O0;
        if let Some(target) = self.target.bare() {
            self.complete_bare(target)?;
        }
        Ok(())
    }

    /// The same for bare metal, which promises nothing of what a system does.
    fn complete_bare(&mut self, target: &sanecc_abi::target::Target) -> Result<(), DriverError> {
        let plan = &self.options.plan;
        let refused = [
            (self.recover, "-fsanecc-recover"),
            (plan.audit != Audit::No, "-fsanecc-audit"),
            (plan.count, "-fsanecc-count"),
            (plan.pairs, "-fsanitize=pointer-compare"),
        ];
        if let Some((_, flag)) = refused.iter().find(|(wanted, _)| *wanted) {
            return Err(DriverError::new(format!(
                "the runtime for {} has no part for {flag}",
                target.name
            ))
            .next("leave it out; the program can be tried with it on Linux"));
        }
        let options = &mut self.options;
        options.adds_frame_pointers = false;
        let plan = &mut options.plan;
        plan.bare = Some(Form {
            architecture: target.architecture,
            granule: self.shadow_scale.unwrap_or(bare::GRANULES[0]),
            inline: self.outlined_checks == Some(false),
            places: self.device_lines,
            only_writes: self.only_writes,
        });
        // A guard is code, and what it saves is the code of a check, which is less here.
        plan.disabled.push("overflow-guard".to_owned());
        Ok(())
    }

    /// LLVM's options by which the passes of this process make the remarks that are wanted of clang's.
    fn remark_options(&self) -> Vec<OsString> {
        let options = [
            "-pass-remarks=",
            "-pass-remarks-missed=",
            "-pass-remarks-analysis=",
        ];
        let wanted = options.iter().zip(&self.remarks);
        wanted
            .filter_map(|(option, passes)| Some(concat(option, passes.as_ref()?)))
            .collect()
    }

    /// Which checks may be left out, as far as flags and level say it.
    pub fn elide(&self) -> Elide {
        self.elide.unwrap_or(self.options.opt.elide())
    }

    /// Whether the runtime belongs into what is linked.
    pub fn links_runtime(&self) -> bool {
        match self.runtime {
            Runtime::Always => true,
            Runtime::Never => false,
            Runtime::Auto => {
                // Firmware is linked without the standard library of a system that is not there.
                let alone = self.no_standard_library && self.target.bare().is_none();
                !(self.shared || self.relocatable || alone || self.leaves_out_runtime)
            }
        }
    }

    /// As with clang, a level that vectorises takes back an earlier word against it. A level that does not
    /// vectorise need not keep such a word.
    fn optimise(&mut self, level: OptLevel) {
        self.options.opt = level;
        let tuning = &mut self.options.tuning;
        for switch in [&mut tuning.vectorize_loops, &mut tuning.vectorize_straight] {
            *switch = switch.filter(|&on| on);
        }
    }

    /// The earliest stop counts.
    fn stop_at(&mut self, stop: Stop) {
        self.stop = Some(self.stop.map_or(stop, |other| other.min(stop)));
    }

    /// Whether the command makes a shared object that may have no undefined symbols.
    pub fn forbids_undefined(&self, arguments: &[Argument]) -> bool {
        if !self.shared || self.relocatable {
            return false;
        }
        let mut words = Vec::new();
        let linking = |a: &&Argument| a.class() == FlagClass::Linker && !a.value().is_empty();
        for argument in arguments.iter().filter(linking) {
            let value = argument.value().as_bytes();
            match argument.word().as_bytes() {
                b"-z" => words.extend([&b"-z"[..], value]),
                word if word.starts_with(b"-Wl,") => {
                    words.extend(value.split(|&byte| byte == b','))
                }
                _ => words.push(value),
            }
        }
        let mut forbidden = false;
        for (at, word) in words.iter().enumerate() {
            let after_z = at > 0 && words[at - 1] == b"-z";
            match *word {
                b"--no-undefined" | b"-no-undefined" | b"-zdefs" => forbidden = true,
                b"-zundefs" => forbidden = false,
                b"defs" if after_z => forbidden = true,
                b"undefs" if after_z => forbidden = false,
                _ => {}
            }
        }
        forbidden
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args;

    fn read(line: &str) -> Settings {
        Settings::read(&args::parse(line.split(' ').map(OsString::from)).unwrap()).unwrap()
    }

    #[test]
    fn the_last_of_a_group_counts() {
        assert!(!read("-g -g0").debug);
        assert!(read("-g0 -ggdb").debug);
        assert!(!read("-gsplit-dwarf -gz").debug);
        assert_eq!(read("-O2 -Os").options.opt, OptLevel::Os);
        assert_eq!(read("-O").options.opt, OptLevel::O1);
        assert_eq!(read("-Ofast").options.opt, OptLevel::O3);
        assert_eq!(read("-c -S").stop, Some(Stop::Assembly));
        assert!(read("-c -E").elsewhere);
        assert!(read("-Xclang -emit-pch -c").elsewhere);
    }

    #[test]
    fn levels_take_back_words_against_vectorising() {
        assert_eq!(
            read("-O2 -fno-vectorize").options.tuning.vectorize_loops,
            Some(false)
        );
        assert_eq!(
            read("-fno-tree-vectorize -O2")
                .options
                .tuning
                .vectorize_loops,
            None
        );
        assert_eq!(
            read("-fvectorize -O1").options.tuning.vectorize_loops,
            Some(true)
        );
        let last = read("-fslp-vectorize -fno-tree-slp-vectorize -funroll-loops -O1")
            .options
            .tuning;
        assert_eq!((last.vectorize_straight, last.unroll), (None, Some(true)));
    }

    #[test]
    fn undefined_symbols_are_forbidden_in_several_spellings() {
        let forbids = |line: &str| {
            let arguments = args::parse(line.split(' ').map(OsString::from)).unwrap();
            Settings::read(&arguments)
                .unwrap()
                .forbids_undefined(&arguments)
        };
        for line in [
            "-shared -Wl,--no-undefined",
            "-shared -Wl,-z,defs",
            "-shared -z defs",
            "-shared -Xlinker -z -Xlinker defs",
        ] {
            assert!(forbids(line), "{line}");
        }
        for line in [
            "-Wl,--no-undefined",
            "-shared",
            "-shared -Wl,-z,defs -Wl,-z,undefs",
        ] {
            assert!(!forbids(line), "{line}");
        }
    }
}
