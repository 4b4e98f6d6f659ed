//! What the flags together say: where several set the same thing, the one that clang heeds.

use crate::args::{Argument, Dependency, FlagClass, Record, Stop, concat};
use crate::diagnostics::DriverError;
use crate::install;
use crate::instrument::{OptLevel, PairChecks, Tuning, UseAfterReturn};
use crate::plan::target::Target;
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// What the flags say.
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

/// Sanitizers with a runtime or a memory layout of their own.
const FOREIGN: [&str; 15] = [
    "thread",
    "memory",
    "hwaddress",
    "numerical",
    "kernel-address",
    "kernel-hwaddress",
    "kernel-memory",
    "dataflow",
    "memtag",
    "memtag-stack",
    "memtag-heap",
    "memtag-globals",
    "scudo",
    "safe-stack",
    "realtime",
];

/// Sanitizers whose checks clang's own passes insert.
const IN_PIPELINE: [&str; 4] = ["fuzzer", "fuzzer-no-link", "local-bounds", "kcfi"];

/// Sanitizers that look at pairs of pointers: which comes first, how far apart they are.
const PAIRS: [&str; 2] = ["pointer-compare", "pointer-subtract"];
/// What our runtime does where it is asked.
pub const LEAK: &str = "leak";

/// Values of `-Xclang` by which clang makes something else than code.
const OTHER_ACTIONS: [&str; 14] = [
    "-emit-pch",
    "-emit-module",
    "-emit-module-interface",
    "-emit-reduced-module-interface",
    "-emit-header-unit",
    "-emit-html",
    "-emit-codegen-only",
    "-emit-llvm-only",
    "-fsyntax-only",
    "-E",
    "-Eonly",
    "-analyze",
    "-init-only",
    "-print-preamble",
];

/// Beginnings of such values.
const OTHER_ACTION_FAMILIES: [&str; 5] = [
    "-ast-",
    "-dump-",
    "-rewrite-",
    "-fixit",
    "-code-completion-at",
];

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
            settings.take(argument);
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

    fn take(&mut self, argument: &Argument) {
        let value = argument.value();
        match argument.class {
            FlagClass::Query => self.query = true,
            FlagClass::Stop(stop) => self.stop_at(stop),
            FlagClass::EmitLlvm => self.emit_llvm = true,
            FlagClass::Output => self.output = Some(value.to_owned()),
            FlagClass::Debug(on) => self.debug = on,
            FlagClass::Optimise => self.optimise(level(value)),
            FlagClass::VectorizeLoops(on) => self.tuning.vectorize_loops = Some(on),
            FlagClass::VectorizeStraight(on) => self.tuning.vectorize_straight = Some(on),
            FlagClass::Unroll(on) => self.tuning.unroll = Some(on),
            FlagClass::Record(Record::Section, on) => self.record_in_section = on,
            FlagClass::Record(Record::Debug, on) => self.record_in_debug = on,
            FlagClass::FramePointer => self.frame_pointer = true,
            FlagClass::Sanitize(on) => self.sanitize(on, value),
            FlagClass::Recover(on) => self.recover(on, value),
            FlagClass::UseAfterScope(on) => self.ignore_scopes = !on,
            FlagClass::LinkRuntime(on) => self.leaves_out_runtime = !on,
            FlagClass::ArrayCookies(on) => self.own_array_cookies = on,
            FlagClass::OutlinedChecks(on) => self.outlined_checks = Some(on),
            FlagClass::FieldPadding => self.field_padding = Some(value.to_owned()),
            FlagClass::UseAfterReturn => self.use_after_return = Some(value.to_owned()),
            FlagClass::Dependency(part) => self.dependency.take(part, value),
            FlagClass::Coverage => (self.coverage, self.pipeline) = (true, true),
            FlagClass::Pipeline => self.pipeline = true,
            FlagClass::HeapProfile(on) => {
                (self.heap_profile, self.pipeline) = (on, on || self.pipeline)
            }
            FlagClass::SaveTemps => {
                self.save_temps = Some(if value == "obj" {
                    SaveTemps::BesideOutput
                } else {
                    SaveTemps::Here
                });
            }
            FlagClass::StackUsage => self.stack_usage = true,
            FlagClass::CompilationDatabase => self.database = Some(value.to_owned()),
            FlagClass::DumpPrefix => self.dump_prefix = Some(value.to_owned()),
            FlagClass::Shared => self.shared = true,
            FlagClass::Relocatable => self.relocatable = true,
            FlagClass::NoStandardLibrary => self.no_standard_library = true,
            FlagClass::VirtualFiles => self.virtual_files = true,
            FlagClass::DriverMode => self.foreign_driver = value != "gcc" && value != "g++",
            FlagClass::Target => self.target.take(argument),
            FlagClass::Silence => self.silent = true,
            FlagClass::Remark(kind) => self.remarks[kind as usize] = Some(value.to_owned()),
            FlagClass::ClangArgument => self.elsewhere |= other_action(value),
            FlagClass::Llvm => self.pass_option(value),
            FlagClass::Input
            | FlagClass::Unknown
            | FlagClass::EndOfFlags
            | FlagClass::Language
            | FlagClass::Everywhere
            | FlagClass::Preprocess
            | FlagClass::Assembler
            | FlagClass::Linker
            | FlagClass::Library
            | FlagClass::SplitDwarf
            | FlagClass::AddressDetail
            | FlagClass::Lto
            | FlagClass::TimeTrace
            | FlagClass::Verbose
            | FlagClass::Own => {}
        }
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

    /// The earliest stop counts, and of `-S` and `-c` the first.
    fn stop_at(&mut self, stop: Stop) {
        let rank = |stop| match stop {
            Stop::Elsewhere => 0,
            Stop::Assembly => 1,
            Stop::Object => 2,
        };
        self.stop = Some(self.stop.map_or(stop, |other| {
            if rank(stop) < rank(other) {
                stop
            } else {
                other
            }
        }));
    }

    fn sanitize(&mut self, on: bool, value: &OsStr) {
        for name in value.to_string_lossy().split(',') {
            match (on, name) {
                (_, "address") => (self.address, self.address_named) = (on, on),
                (false, "all") => {
                    (self.address, self.address_named) = (false, false);
                    self.sanitizers.clear();
                }
                (true, _) => {
                    self.pipeline |= IN_PIPELINE.contains(&name);
                    self.sanitizers.push(name.to_owned());
                }
                (false, _) => self.sanitizers.retain(|known| known != name),
            }
        }
    }

    /// Without a list, all sanitizers are meant.
    fn recover(&mut self, on: bool, value: &OsStr) {
        let value = value.to_string_lossy();
        let ours = |name| matches!(name, "address" | "all");
        if value.is_empty() || value.split(',').any(ours) {
            self.recover = on;
        }
    }

    /// Which classes get room between their members that must not be touched: `1` those of which C++ says no layout, `2`
    /// all that the front end can pad.
    ///
    /// # Errors
    /// Of a value that clang does not know either.
    pub fn field_padding(&self) -> Result<Option<&'static str>, DriverError> {
        let Some(value) = self.field_padding.as_ref().filter(|_| self.address) else {
            return Ok(None);
        };
        Ok(match value.as_bytes() {
            b"0" => None,
            b"1" => Some("1"),
            b"2" => Some("2"),
            _ => {
                return Err(DriverError::new(format!(
                    "invalid value '{0}' in '-fsanitize-address-field-padding={0}'",
                    value.to_string_lossy()
                ))
                .next("expected 0, 1 or 2"));
            }
        })
    }

    /// Which stack objects are kept where a use after return is seen.
    ///
    /// # Errors
    /// Of a value that clang does not know either.
    pub fn use_after_return(&self) -> Result<UseAfterReturn, DriverError> {
        let Some(value) = self.use_after_return.as_ref().filter(|_| self.address) else {
            return Ok(UseAfterReturn::default());
        };
        Ok(match value.as_bytes() {
            b"never" => UseAfterReturn::Never,
            b"runtime" => UseAfterReturn::Runtime,
            b"always" => UseAfterReturn::Always,
            _ => {
                return Err(DriverError::new(format!(
                    "unsupported argument '{}' to option '-fsanitize-address-use-after-return='",
                    value.to_string_lossy()
                ))
                .next("expected 'never', 'runtime' (the default) or 'always'"));
            }
        })
    }

    /// Whether checks are calls; code that is to be as small as can be has them so unless it is told otherwise.
    pub fn outlines_checks(&self) -> bool {
        self.outlined_checks.unwrap_or(self.opt == OptLevel::Oz)
    }

    /// Which pairs of pointers are checked. As with clang, only where the address sanitizer is asked for by name.
    pub fn pair_checks(&self) -> PairChecks {
        let is_on = |name| self.address_named && self.sanitizers.iter().any(|known| known == name);
        PairChecks {
            order: self.pairs.order || is_on(PAIRS[0]),
            difference: self.pairs.difference || is_on(PAIRS[1]),
        }
    }

    /// What LLVM's pass, which does not run, would take from `-mllvm`.
    fn pass_option(&mut self, option: &OsStr) {
        let option = option.to_str().unwrap_or_default();
        let (name, value) = option.split_once('=').unwrap_or((option, "true"));
        let on = matches!(value, "" | "1" | "true" | "TRUE" | "True");
        match name.trim_start_matches('-') {
            "asan-detect-invalid-pointer-pair" => {
                (self.pairs.order, self.pairs.difference) = (on, on)
            }
            "asan-detect-invalid-pointer-cmp" => self.pairs.order = on,
            "asan-detect-invalid-pointer-sub" => self.pairs.difference = on,
            _ => {}
        }
    }

    /// Whether a sanitizer is none of clang's steps' business: this tool does what it stands for. Pairs of pointers
    /// without the address sanitizer are left to clang, which refuses them.
    pub fn is_ours(&self, sanitizer: &str) -> bool {
        sanitizer == "address" || self.address_named && PAIRS.contains(&sanitizer)
    }

    /// Whether the program looks for leaks unless it is told otherwise.
    pub fn looks_for_leaks(&self) -> bool {
        self.sanitizers.iter().any(|known| known == LEAK)
    }

    /// Checks that no sanitizer is on that cannot work in the same program.
    ///
    /// # Errors
    /// Names the first that cannot.
    pub fn refuse_foreign_sanitizers(&self) -> Result<(), DriverError> {
        let foreign = self.sanitizers.iter().find(|name| {
            // Control-flow integrity needs link-time optimisation, which is not done here.
            FOREIGN.contains(&name.as_str()) || name.starts_with("cfi")
        });
        if self.heap_profile && self.address {
            return Err(DriverError::new(
                "'-fmemory-profile' cannot be combined with sanecc's checks: both watch the heap",
            )
            .next("drop the flag, or build with clang (SANECC_OFF=1) to profile the heap"));
        }
        match foreign.filter(|_| self.address) {
            None => Ok(()),
            Some(name) => Err(DriverError::new(format!(
                "'-fsanitize={name}' cannot be combined with sanecc's checks"
            ))
            .next("drop the flag, or build with clang (SANECC_OFF=1) to use that sanitizer")),
        }
    }

    /// Whether the command makes a shared object that may have no undefined symbols.
    pub fn forbids_undefined(&self, arguments: &[Argument]) -> bool {
        if !self.shared || self.relocatable {
            return false;
        }
        let mut words = Vec::new();
        for argument in arguments.iter().filter(|a| a.class == FlagClass::Linker) {
            let word = argument.word().as_bytes();
            match word.strip_prefix(b"-Wl,") {
                Some(list) => words.extend(list.split(|&byte| byte == b',').map(<[u8]>::to_vec)),
                None if word == b"-z" => {
                    words.extend([b"-z".to_vec(), argument.value().as_bytes().to_vec()])
                }
                None => words.push(argument.value().as_bytes().to_vec()),
            }
        }
        let mut forbidden = false;
        for (at, word) in words.iter().enumerate() {
            let after_z = at > 0 && words[at - 1] == b"-z";
            match word.as_slice() {
                b"--no-undefined" | b"-no-undefined" | b"-zdefs" => forbidden = true,
                b"defs" if after_z => forbidden = true,
                b"undefs" if after_z => forbidden = false,
                b"-zundefs" => forbidden = false,
                _ => {}
            }
        }
        forbidden
    }
}

impl DependencyRequest {
    fn take(&mut self, part: Dependency, value: &OsStr) {
        match part {
            Dependency::Write => self.wanted = true,
            Dependency::File => self.file = true,
            Dependency::Target => self.target = true,
            Dependency::Detail => {}
            Dependency::Through => {
                let words: Vec<_> = value.as_bytes().split(|&byte| byte == b',').collect();
                if let [b"-MD" | b"-MMD", _file] = words[..] {
                    (self.wanted, self.file) = (true, true);
                }
                self.target |= words
                    .iter()
                    .any(|word| word.starts_with(b"-MT") || word.starts_with(b"-MQ"));
            }
        }
    }
}

fn level(value: &OsStr) -> OptLevel {
    match value.to_str().unwrap_or_default() {
        "0" => OptLevel::O0,
        "" | "1" => OptLevel::O1,
        "2" => OptLevel::O2,
        "s" => OptLevel::Os,
        "z" => OptLevel::Oz,
        "g" => OptLevel::O1,
        _ => OptLevel::O3,
    }
}

fn other_action(value: &OsStr) -> bool {
    let value = value.to_str().unwrap_or_default();
    OTHER_ACTIONS.contains(&value)
        || OTHER_ACTION_FAMILIES
            .iter()
            .any(|family| value.starts_with(family))
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

    #[test]
    fn recovering_from_our_errors_is_asked_for_by_name_or_for_all() {
        for (words, expected) in [
            ("", false),
            ("-fsanitize-recover=address", true),
            ("-fsanitize-recover=undefined", false),
            ("-fsanitize-recover=undefined,address", true),
            ("-fsanitize-recover", true),
            (
                "-fsanitize-recover=all -fno-sanitize-recover=address",
                false,
            ),
            ("-fno-sanitize-recover -fsanitize-recover=address", true),
        ] {
            assert_eq!(read(words).recover, expected, "{words}");
        }
    }

    #[test]
    fn pairs_of_pointers_need_the_address_sanitizer_by_name() {
        for (words, order, difference) in [
            ("-c", false, false),
            ("-fsanitize=pointer-compare", false, false),
            ("-fsanitize=address,pointer-compare", true, false),
            (
                "-fsanitize=pointer-subtract -fsanitize=address",
                false,
                true,
            ),
            (
                "-fsanitize=address,pointer-compare -fno-sanitize=pointer-compare",
                false,
                false,
            ),
            (
                "-fsanitize=address,pointer-compare -fno-sanitize=address",
                false,
                false,
            ),
            (
                "-fsanitize=address,pointer-subtract -fno-sanitize=all",
                false,
                false,
            ),
            ("-mllvm -asan-detect-invalid-pointer-pair", true, true),
            ("-mllvm=-asan-detect-invalid-pointer-cmp=1", true, false),
            ("-mllvm -asan-detect-invalid-pointer-sub=0", false, false),
        ] {
            let expected = PairChecks { order, difference };
            assert_eq!(read(words).pair_checks(), expected, "{words}");
        }
        assert!(read("-fsanitize=address").is_ours("pointer-compare"));
        assert!(!read("-c").is_ours("pointer-compare") && read("-c").is_ours("address"));
    }

    #[test]
    fn use_after_return_takes_the_values_of_clang() {
        let flag = |value: &str| {
            read(&format!("-fsanitize-address-use-after-return={value}")).use_after_return()
        };
        assert_eq!(flag("never").ok(), Some(UseAfterReturn::Never));
        assert_eq!(flag("always").ok(), Some(UseAfterReturn::Always));
        assert!(flag("sometimes").is_err());
        assert_eq!(
            read("-c").use_after_return().ok(),
            Some(UseAfterReturn::Runtime)
        );
    }

    #[test]
    fn foreign_sanitizers_are_refused() {
        assert!(
            read("-fsanitize=thread")
                .refuse_foreign_sanitizers()
                .is_err()
        );
        assert!(
            read("-fsanitize=undefined,address")
                .refuse_foreign_sanitizers()
                .is_ok()
        );
        assert!(
            read("-fsanitize=cfi-icall")
                .refuse_foreign_sanitizers()
                .is_err()
        );
        assert!(read("-fsanitize=fuzzer").pipeline);
        assert!(
            read("-fsanitize=thread -fno-sanitize=thread")
                .refuse_foreign_sanitizers()
                .is_ok()
        );
        assert!(
            read("-fsanitize=thread -fno-sanitize=address")
                .refuse_foreign_sanitizers()
                .is_ok()
        );
    }
}
