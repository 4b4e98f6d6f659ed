//! What the flags together say: where several set the same thing, the one that clang heeds.

pub(super) mod effects;
mod sanitizers;
mod target;

use super::{Argument, FlagClass, concat};
use crate::install;
use crate::instrument::{OptLevel, PairChecks, Tuning};
use std::ffi::OsString;
use std::os::unix::ffi::OsStrExt;
use target::Target;

pub use sanitizers::LEAK;

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
    /// The optimisation level.
    pub opt: OptLevel,
    /// What of that level's optimisations is switched on or off.
    pub tuning: Tuning,
    /// Whether the command line is kept in a section of the object.
    pub record_in_section: bool,
    /// Whether the command line is kept in the debug information.
    pub record_in_debug: bool,
    /// Whether the user asked for debug information.
    pub debug: bool,
    /// Whether the user chose how frame pointers are kept.
    pub frame_pointer: bool,
    /// Whether checks are wanted; `-fno-sanitize=address` turns them off.
    pub address: bool,
    /// Whether `-fsanitize-recover=` names the address sanitizer.
    pub recover: bool,
    /// Whether a stack object may be used outside of its scope.
    pub ignore_scopes: bool,
    /// Whether the runtime is left to whoever links it by name.
    pub leaves_out_runtime: bool,
    /// Whether the program's own `operator new[]` makes guarded arrays, too.
    pub own_array_cookies: bool,
    /// What was said about checks as calls.
    outlined_checks: Option<bool>,
    /// Value of `-fsanitize-address-field-padding=`.
    field_padding: Option<OsString>,
    /// Value of `-fsanitize-address-use-after-return=`.
    use_after_return: Option<OsString>,
    /// Sanitizers that the user turned on, but for the address sanitizer.
    pub sanitizers: Vec<String>,
    /// Whether the user turned the address sanitizer on.
    address_named: bool,
    /// Pairs of pointers that an option of LLVM's own pass asks for.
    pairs: PairChecks,
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
    /// Clang is told to pose as a compiler that is not `cc`.
    pub foreign_driver: bool,
    /// The machine the code is for.
    pub target: Target,
    /// `-w`: no warnings.
    pub silent: bool,
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

/// What is asked about make rules beside a compilation.
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
    pub fn read(arguments: &[Argument]) -> Settings {
        let mut settings = Settings {
            address: true,
            ..Settings::default()
        };
        for argument in arguments {
            (argument.row.effect)(&mut settings, argument.value());
        }
        settings.elsewhere |= settings.query || settings.stop == Some(Stop::Elsewhere);
        settings
    }

    /// LLVM's options by which the passes of this process make the remarks that are wanted of clang's.
    pub fn remark_options(&self) -> impl Iterator<Item = OsString> {
        [
            "-pass-remarks=",
            "-pass-remarks-missed=",
            "-pass-remarks-analysis=",
        ]
        .iter()
        .zip(&self.remarks)
        .filter_map(|(option, wanted)| Some(concat(option, wanted.as_ref()?)))
    }

    /// As with clang, a level that vectorises takes back an earlier word against it. A level that does not
    /// vectorise need not keep such a word.
    fn optimise(&mut self, level: OptLevel) {
        self.opt = level;
        let tuning = &mut self.tuning;
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
        Settings::read(&args::parse(line.split(' ').map(OsString::from)).unwrap())
    }

    #[test]
    fn the_last_of_a_group_counts() {
        assert!(!read("-g -g0").debug);
        assert!(read("-g0 -ggdb").debug);
        assert!(!read("-gsplit-dwarf -gz").debug);
        assert_eq!(read("-O2 -Os").opt, OptLevel::Os);
        assert_eq!(read("-O").opt, OptLevel::O1);
        assert_eq!(read("-Ofast").opt, OptLevel::O3);
        assert_eq!(read("-c -S").stop, Some(Stop::Assembly));
        assert!(read("-c -E").elsewhere);
        assert!(read("-Xclang -emit-pch -c").elsewhere);
    }

    #[test]
    fn levels_take_back_words_against_vectorising() {
        assert_eq!(
            read("-O2 -fno-vectorize").tuning.vectorize_loops,
            Some(false)
        );
        assert_eq!(read("-fno-tree-vectorize -O2").tuning.vectorize_loops, None);
        assert_eq!(read("-fvectorize -O1").tuning.vectorize_loops, Some(true));
        let last = read("-fslp-vectorize -fno-tree-slp-vectorize -funroll-loops -O1").tuning;
        assert_eq!((last.vectorize_straight, last.unroll), (None, Some(true)));
    }

    #[test]
    fn undefined_symbols_are_forbidden_in_several_spellings() {
        let forbids = |line: &str| {
            let arguments = args::parse(line.split(' ').map(OsString::from)).unwrap();
            Settings::read(&arguments).forbids_undefined(&arguments)
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
