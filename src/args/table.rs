//! Clang's flags as far as the plan must know them: how each takes its value and its class.
//!
//! A flag is here for one of two reasons: it takes a separate word that would otherwise look like an
//! input, or it decides what is done. All others are unknown on purpose and pass through. The rows are
//! sorted by spelling; of several that fit, the longest is taken, as clang does.

use FlagClass::*;
use Form::*;

/// How a flag takes its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// No value; the word is the spelling.
    Alone,
    /// The rest of the word, possibly nothing.
    Joined,
    /// The next word.
    Separate,
    /// The rest of the word, or the next word if there is no rest.
    Either,
    /// The rest of the word belongs to the flag and the next word is its value (`-Xarch_host -O2`).
    Both,
}

/// What kind of flag it is to the plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagClass {
    /// Not a flag: a file, `-`, or a word after `--`.
    Input,
    /// A flag that no row knows: goes wherever code is made, unchanged.
    Unknown,
    /// `--`: all words after it are inputs.
    EndOfFlags,
    /// Clang answers a question and makes no code.
    Query,
    /// Stops the command before linking.
    Stop(Stop),
    /// LLVM's form instead of machine code.
    EmitLlvm,
    /// Names the result.
    Output,
    /// Sets the language of the inputs that follow.
    Language,
    /// Known for its separate value alone: treated as [`FlagClass::Unknown`].
    Everywhere,
    /// Macros and header search: the front end alone reads it.
    Preprocess,
    /// Files that do not exist on disk, so a missing input proves nothing.
    VirtualFiles,
    /// No warnings are wanted.
    Silence,
    /// Which passes' remarks are wanted, as a regular expression.
    Remark(Remark),
    /// Make rules beside the compilation.
    Dependency(Dependency),
    /// A JSON record of the compilation.
    CompilationDatabase,
    /// Prefix of the side outputs' names.
    DumpPrefix,
    /// Which machine the code is for.
    Target,
    /// Clang posing as another compiler.
    DriverMode,
    /// A word for clang's inner command line.
    ClangArgument,
    /// A word for the assembler, so of no use to the front end.
    Assembler,
    /// Linking alone reads it.
    Linker,
    /// A library, in its place among the inputs.
    Library,
    /// The result is a shared object.
    Shared,
    /// The result is a relocatable object or an archive of such.
    Relocatable,
    /// Nothing is linked that was not named.
    NoStandardLibrary,
    /// Debug information: the last of these says whether there is any.
    Debug(bool),
    /// Debug information in a file of its own.
    SplitDwarf,
    /// The optimisation level.
    Optimise,
    /// Vectorising of loops, on or off.
    VectorizeLoops(bool),
    /// Vectorising of straight-line code, on or off.
    VectorizeStraight(bool),
    /// Unrolling of loops, on or off.
    Unroll(bool),
    /// An option of LLVM's own.
    Llvm,
    /// Writes the command line into the object, or not.
    Record(Record, bool),
    /// The user's own choice of frame pointers.
    FramePointer,
    /// Turns sanitizers on or off.
    Sanitize(bool),
    /// Lets programs go on after errors of the sanitizers that it names, or not.
    Recover(bool),
    /// Makes checks calls, or code of their own.
    OutlinedChecks(bool),
    /// Whether runtimes of sanitizers are linked.
    LinkRuntime(bool),
    /// Guards the number of elements that `new[]` keeps also where the program's own operator gives the memory.
    ArrayCookies(bool),
    /// Tunes clang's AddressSanitizer, which does not run here.
    AddressDetail,
    /// How much room the members of a class get between them.
    FieldPadding,
    /// Whether stack objects are kept where a use after return is seen; concerns AddressSanitizer's passes in clang.
    UseAfterReturn,
    /// Whether stack objects are forbidden outside of their scopes; concerns AddressSanitizer's passes in clang.
    UseAfterScope(bool),
    /// Link-time optimisation.
    Lto,
    /// GCC-style coverage: inserted by clang's own passes, with file names of its own.
    Coverage,
    /// Clang's profile of the heap, whose runtime takes the allocator.
    HeapProfile(bool),
    /// Instrumentation that clang's own passes insert.
    Pipeline,
    /// Keeps the intermediate files.
    SaveTemps,
    /// A time profile of the compiler beside the output.
    TimeTrace,
    /// Stack sizes beside the output.
    StackUsage,
    /// Prints what is run.
    Verbose,
    /// A flag of this tool ([`super::own`]).
    Own,
}

/// Where a command stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// `-c`.
    Object,
    /// `-S`.
    Assembly,
    /// Before any code: preprocessing, syntax, headers, clang's other products.
    Elsewhere,
}

/// Where an object holds the command line that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// A section of its own.
    Section,
    /// The debug information's name of the compiler.
    Debug,
}

/// The parts of a request for make rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dependency {
    /// Asks for rules beside the compilation.
    Write,
    /// Names their file.
    File,
    /// Names their target.
    Target,
    /// Changes what they contain.
    Detail,
    /// `-Wp,`: any of these, or other words for the preprocessor.
    Through,
}

/// What a pass remarks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remark {
    /// That it did something.
    Passed,
    /// That it did not.
    Missed,
    /// Why.
    Analysis,
}

/// One flag.
#[derive(Debug)]
pub struct Row {
    /// The flag, with its dashes and `=`.
    pub spelling: &'static str,
    /// How it takes its value.
    pub form: Form,
    /// Its class.
    pub class: FlagClass,
}

const fn row(spelling: &'static str, form: Form, class: FlagClass) -> Row {
    Row {
        spelling,
        form,
        class,
    }
}

/// The row that fits `word`, if any.
pub fn lookup(word: &[u8]) -> Option<&'static Row> {
    (1..=word.len().min(LONGEST)).rev().find_map(|length| {
        let at = ROWS
            .binary_search_by(|row| row.spelling.as_bytes().cmp(&word[..length]))
            .ok()?;
        let row = &ROWS[at];
        let exact = length == word.len();
        match row.form {
            Alone | Separate if !exact => None,
            Alone | Separate | Joined | Either | Both => Some(row),
        }
    })
}

/// Length of the longest spelling in bytes.
const LONGEST: usize = {
    let mut longest = 0;
    let mut at = 0;
    while at < ROWS.len() {
        if ROWS[at].spelling.len() > longest {
            longest = ROWS[at].spelling.len();
        }
        at += 1;
    }
    longest
};

/// All rows, sorted by spelling.
#[rustfmt::skip]
pub static ROWS: &[Row] = &[
    row("-###", Alone, Query),
    row("--CLASSPATH", Separate, Everywhere),
    row("--analyze", Alone, Stop(Stop::Elsewhere)),
    row("--analyzer-output", Either, Everywhere),
    row("--assemble", Alone, Stop(Stop::Assembly)),
    row("--assert", Separate, Preprocess),
    row("--assert=", Joined, Preprocess),
    row("--autocomplete=", Joined, Query),
    row("--bootclasspath", Separate, Everywhere),
    row("--classpath", Separate, Everywhere),
    row("--compile", Alone, Stop(Stop::Object)),
    row("--config", Separate, Everywhere),
    row("--config=", Joined, Everywhere),
    row("--coverage", Alone, Coverage),
    row("--debug", Alone, Debug(true)),
    row("--define-macro", Separate, Preprocess),
    row("--define-macro=", Joined, Preprocess),
    row("--dependencies", Alone, Stop(Stop::Elsewhere)),
    row("--driver-mode=", Joined, DriverMode),
    row("--dyld-prefix", Separate, Linker),
    row("--dyld-prefix=", Joined, Linker),
    row("--emit-static-lib", Alone, Relocatable),
    row("--encoding", Separate, Everywhere),
    row("--extdirs", Separate, Everywhere),
    row("--for-linker", Separate, Linker),
    row("--for-linker=", Joined, Linker),
    row("--force-link", Separate, Linker),
    row("--force-link=", Joined, Linker),
    row("--help", Alone, Query),
    row("--help-hidden", Alone, Query),
    row("--imacros", Either, Preprocess),
    row("--include", Either, Preprocess),
    row("--include-directory", Separate, Preprocess),
    row("--include-directory-after", Separate, Preprocess),
    row("--include-directory-after=", Joined, Preprocess),
    row("--include-directory=", Joined, Preprocess),
    row("--include-prefix", Separate, Preprocess),
    row("--include-with-prefix", Separate, Preprocess),
    row("--include-with-prefix-after", Separate, Preprocess),
    row("--include-with-prefix-before", Separate, Preprocess),
    row("--language", Separate, Language),
    row("--language=", Joined, Language),
    row("--ld-path=", Joined, Linker),
    row("--library-directory", Separate, Linker),
    row("--library-directory=", Joined, Linker),
    row("--mhwdiv", Separate, Everywhere),
    row("--migrate", Alone, Stop(Stop::Elsewhere)),
    row("--no-standard-libraries", Alone, NoStandardLibrary),
    row("--no-system-header-prefix", Separate, Preprocess),
    row("--no-system-header-prefix=", Joined, Preprocess),
    row("--optimize", Alone, Optimise),
    row("--optimize=", Joined, Optimise),
    row("--output", Separate, Output),
    row("--output-class-directory", Separate, Everywhere),
    row("--output=", Joined, Output),
    row("--param", Separate, Everywhere),
    row("--param=", Joined, Everywhere),
    row("--precompile", Alone, Stop(Stop::Elsewhere)),
    row("--prefix", Separate, Everywhere),
    row("--preprocess", Alone, Stop(Stop::Elsewhere)),
    row("--print-diagnostic-categories", Alone, Query),
    row("--print-diagnostic-options", Alone, Query),
    row("--print-effective-triple", Alone, Query),
    row("--print-enabled-extensions", Alone, Query),
    row("--print-file-name", Separate, Query),
    row("--print-file-name=", Joined, Query),
    row("--print-libgcc-file-name", Alone, Query),
    row("--print-library-module-manifest-path", Alone, Query),
    row("--print-missing-file-dependencies", Alone, Dependency(Dependency::Detail)),
    row("--print-multi-directory", Alone, Query),
    row("--print-multi-lib", Alone, Query),
    row("--print-multi-os-directory", Alone, Query),
    row("--print-multiarch", Alone, Query),
    row("--print-prog-name", Separate, Query),
    row("--print-prog-name=", Joined, Query),
    row("--print-resource-dir", Alone, Query),
    row("--print-runtime-dir", Alone, Query),
    row("--print-search-dirs", Alone, Query),
    row("--print-supported-cpus", Alone, Query),
    row("--print-supported-extensions", Alone, Query),
    row("--print-target-triple", Alone, Query),
    row("--print-targets", Alone, Query),
    row("--resource", Separate, Everywhere),
    row("--rtlib", Separate, Everywhere),
    row("--save-temps", Alone, SaveTemps),
    row("--save-temps=", Joined, SaveTemps),
    row("--serialize-diagnostics", Separate, Everywhere),
    row("--shared", Alone, Shared),
    row("--specs", Separate, Everywhere),
    row("--std", Separate, Everywhere),
    row("--stdlib", Separate, Everywhere),
    row("--sysroot", Separate, Everywhere),
    row("--sysroot=", Joined, Everywhere),
    row("--system-header-prefix", Separate, Preprocess),
    row("--system-header-prefix=", Joined, Preprocess),
    row("--target", Separate, Target),
    row("--target=", Joined, Target),
    row("--trace-includes", Alone, Preprocess),
    row("--undefine-macro", Separate, Preprocess),
    row("--undefine-macro=", Joined, Preprocess),
    row("--user-dependencies", Alone, Stop(Stop::Elsewhere)),
    row("--verbose", Alone, Verbose),
    row("--version", Alone, Query),
    row("--vfsoverlay", Either, VirtualFiles),
    row("--write-dependencies", Alone, Dependency(Dependency::Write)),
    row("--write-user-dependencies", Alone, Dependency(Dependency::Write)),
    row("-A", Either, Preprocess),
    row("-B", Either, Everywhere),
    row("-D", Either, Preprocess),
    row("-E", Alone, Stop(Stop::Elsewhere)),
    row("-F", Either, Preprocess),
    row("-G", Either, Everywhere),
    row("-H", Alone, Preprocess),
    row("-I", Either, Preprocess),
    row("-I-", Alone, Preprocess),
    row("-L", Either, Linker),
    row("-M", Alone, Stop(Stop::Elsewhere)),
    row("-MD", Alone, Dependency(Dependency::Write)),
    row("-MF", Either, Dependency(Dependency::File)),
    row("-MG", Alone, Dependency(Dependency::Detail)),
    row("-MJ", Either, CompilationDatabase),
    row("-MM", Alone, Stop(Stop::Elsewhere)),
    row("-MMD", Alone, Dependency(Dependency::Write)),
    row("-MP", Alone, Dependency(Dependency::Detail)),
    row("-MQ", Either, Dependency(Dependency::Target)),
    row("-MT", Either, Dependency(Dependency::Target)),
    row("-MV", Alone, Dependency(Dependency::Detail)),
    row("-O", Joined, Optimise),
    row("-Rpass-analysis=", Joined, Remark(Remark::Analysis)),
    row("-Rpass-missed=", Joined, Remark(Remark::Missed)),
    row("-Rpass=", Joined, Remark(Remark::Passed)),
    row("-S", Alone, Stop(Stop::Assembly)),
    row("-T", Either, Linker),
    row("-U", Either, Preprocess),
    row("-V", Either, Everywhere),
    row("-Wa,", Joined, Assembler),
    row("-Wl,", Joined, Linker),
    row("-Wp,", Joined, Dependency(Dependency::Through)),
    row("-Xanalyzer", Separate, Preprocess),
    row("-Xarch_", Both, Everywhere),
    row("-Xarch_device", Separate, Everywhere),
    row("-Xarch_host", Separate, Everywhere),
    row("-Xassembler", Separate, Assembler),
    row("-Xclang", Separate, ClangArgument),
    row("-Xclang=", Joined, ClangArgument),
    row("-Xcuda-fatbinary", Separate, Everywhere),
    row("-Xcuda-ptxas", Separate, Everywhere),
    row("-Xlinker", Separate, Linker),
    row("-Xmicrosoft-visualc-tools-root", Separate, Everywhere),
    row("-Xmicrosoft-visualc-tools-version", Separate, Everywhere),
    row("-Xmicrosoft-windows-sdk-root", Separate, Everywhere),
    row("-Xmicrosoft-windows-sdk-version", Separate, Everywhere),
    row("-Xmicrosoft-windows-sys-root", Separate, Everywhere),
    row("-Xoffload-linker", Both, Linker),
    row("-Xopenmp-target", Separate, Everywhere),
    row("-Xopenmp-target=", Both, Everywhere),
    row("-Xpreprocessor", Separate, Preprocess),
    row("-Zlinker-input", Separate, Linker),
    row("-alias_list", Separate, Linker),
    row("-allowable_client", Separate, Linker),
    row("-arch", Separate, Everywhere),
    row("-arch_only", Separate, Linker),
    row("-aux-info", Separate, Everywhere),
    row("-b", Either, Linker),
    row("-bind_at_load", Alone, Linker),
    row("-bundle", Alone, Linker),
    row("-bundle_loader", Separate, Linker),
    row("-c", Alone, Stop(Stop::Object)),
    row("-ccc-gcc-name", Separate, Everywhere),
    row("-ccc-install-dir", Separate, Everywhere),
    row("-ccc-print-bindings", Alone, Query),
    row("-ccc-print-phases", Alone, Query),
    row("-client_name", Either, Linker),
    row("-compatibility_version", Either, Linker),
    row("-coverage", Alone, Coverage),
    row("-current_version", Either, Linker),
    row("-cxx-isystem", Either, Preprocess),
    row("-d", Alone, Preprocess),
    row("-dD", Alone, Preprocess),
    row("-dI", Alone, Preprocess),
    row("-dM", Alone, Preprocess),
    row("-darwin-target-variant", Separate, Everywhere),
    row("-darwin-target-variant-triple", Separate, Everywhere),
    row("-dependency-dot", Separate, Preprocess),
    row("-dependency-file", Separate, Dependency(Dependency::Detail)),
    row("-dsym-dir", Either, Everywhere),
    row("-dumpdir", Separate, DumpPrefix),
    row("-dumpmachine", Alone, Query),
    row("-dumpspecs", Alone, Query),
    row("-dumpversion", Alone, Query),
    row("-dylib_file", Separate, Linker),
    row("-dylinker_install_name", Either, Linker),
    row("-dynamiclib", Alone, Linker),
    row("-e", Separate, Linker),
    row("-emit-ast", Alone, Stop(Stop::Elsewhere)),
    row("-emit-interface-stubs", Alone, Stop(Stop::Elsewhere)),
    row("-emit-llvm", Alone, EmitLlvm),
    row("-emit-merged-ifs", Alone, Stop(Stop::Elsewhere)),
    row("-exported_symbols_list", Separate, Linker),
    row("-extract-api", Alone, Stop(Stop::Elsewhere)),
    row("-fauto-profile=", Joined, Pipeline),
    row("-fcoverage-mapping", Alone, Pipeline),
    row("-fcs-profile-generate", Alone, Pipeline),
    row("-fcs-profile-generate=", Joined, Pipeline),
    row("-fdebug-compilation-dir", Separate, Everywhere),
    row("-fdriver-only", Alone, Stop(Stop::Elsewhere)),
    row("-fexperimental-openacc-macro-override", Separate, Everywhere),
    row("-fexperimental-sanitize-metadata=", Joined, Pipeline),
    row("-ffat-lto-objects", Alone, Lto),
    row("-filelist", Separate, Linker),
    row("-flto", Alone, Lto),
    row("-flto-jobs=", Joined, Lto),
    row("-flto=", Joined, Lto),
    row("-fmemory-profile", Alone, HeapProfile(true)),
    row("-fmemory-profile-use=", Joined, Pipeline),
    row("-fmemory-profile=", Joined, HeapProfile(true)),
    row("-fmodule-header", Alone, Stop(Stop::Elsewhere)),
    row("-fmodule-header=", Joined, Stop(Stop::Elsewhere)),
    row("-fmodule-implementation-of", Separate, Everywhere),
    row("-fmodules-user-build-path", Separate, Preprocess),
    row("-fnew-alignment", Separate, Everywhere),
    row("-fno-fat-lto-objects", Alone, Lto),
    row("-fno-lto", Alone, Lto),
    row("-fno-memory-profile", Alone, HeapProfile(false)),
    row("-fno-omit-frame-pointer", Alone, FramePointer),
    row("-fno-record-command-line", Alone, Record(Record::Section, false)),
    row("-fno-record-gcc-switches", Alone, Record(Record::Section, false)),
    row("-fno-sanitize-address-globals-dead-stripping", Alone, AddressDetail),
    row("-fno-sanitize-address-outline-instrumentation", Alone, OutlinedChecks(false)),
    row("-fno-sanitize-address-poison-custom-array-cookie", Alone, ArrayCookies(false)),
    row("-fno-sanitize-address-use-after-scope", Alone, UseAfterScope(false)),
    row("-fno-sanitize-address-use-odr-indicator", Alone, AddressDetail),
    row("-fno-sanitize-link-runtime", Alone, LinkRuntime(false)),
    row("-fno-sanitize-recover", Alone, Recover(false)),
    row("-fno-sanitize-recover=", Joined, Recover(false)),
    row("-fno-sanitize-stable-abi", Alone, AddressDetail),
    row("-fno-sanitize=", Joined, Sanitize(false)),
    row("-fno-slp-vectorize", Alone, VectorizeStraight(false)),
    row("-fno-split-lto-unit", Alone, Lto),
    row("-fno-tree-slp-vectorize", Alone, VectorizeStraight(false)),
    row("-fno-tree-vectorize", Alone, VectorizeLoops(false)),
    row("-fno-unified-lto", Alone, Lto),
    row("-fno-unroll-loops", Alone, Unroll(false)),
    row("-fno-vectorize", Alone, VectorizeLoops(false)),
    row("-fno-virtual-function-elimination", Alone, Lto),
    row("-fno-whole-program-vtables", Alone, Lto),
    row("-fomit-frame-pointer", Alone, FramePointer),
    row("-force_load", Separate, Linker),
    row("-fpass-plugin=", Joined, Pipeline),
    row("-fplugin=", Joined, Everywhere),
    row("-fprofile-arcs", Alone, Coverage),
    row("-fprofile-generate", Alone, Pipeline),
    row("-fprofile-generate=", Joined, Pipeline),
    row("-fprofile-instr-generate", Alone, Pipeline),
    row("-fprofile-instr-generate=", Joined, Pipeline),
    row("-fprofile-instr-use", Alone, Pipeline),
    row("-fprofile-instr-use=", Joined, Pipeline),
    row("-fprofile-sample-use=", Joined, Pipeline),
    row("-fprofile-use", Alone, Pipeline),
    row("-fprofile-use=", Joined, Pipeline),
    row("-fpseudo-probe-for-profiling", Alone, Pipeline),
    row("-framework", Separate, Linker),
    row("-frecord-command-line", Alone, Record(Record::Section, true)),
    row("-frecord-gcc-switches", Alone, Record(Record::Section, true)),
    row("-fsanecc-", Joined, Own),
    row("-fsanitize-address-destructor=", Joined, AddressDetail),
    row("-fsanitize-address-field-padding=", Joined, FieldPadding),
    row("-fsanitize-address-globals-dead-stripping", Alone, AddressDetail),
    row("-fsanitize-address-outline-instrumentation", Alone, OutlinedChecks(true)),
    row("-fsanitize-address-poison-custom-array-cookie", Alone, ArrayCookies(true)),
    row("-fsanitize-address-use-after-return=", Joined, UseAfterReturn),
    row("-fsanitize-address-use-after-scope", Alone, UseAfterScope(true)),
    row("-fsanitize-address-use-odr-indicator", Alone, AddressDetail),
    row("-fsanitize-coverage=", Joined, Pipeline),
    row("-fsanitize-link-runtime", Alone, LinkRuntime(true)),
    row("-fsanitize-recover", Alone, Recover(true)),
    row("-fsanitize-recover=", Joined, Recover(true)),
    row("-fsanitize-stable-abi", Alone, AddressDetail),
    row("-fsanitize=", Joined, Sanitize(true)),
    row("-fslp-vectorize", Alone, VectorizeStraight(true)),
    row("-fsplit-lto-unit", Alone, Lto),
    row("-fstack-usage", Alone, StackUsage),
    row("-fsyntax-only", Alone, Stop(Stop::Elsewhere)),
    row("-ftest-coverage", Alone, Coverage),
    row("-fthinlto-index=", Joined, Lto),
    row("-ftime-trace", Alone, TimeTrace),
    row("-ftime-trace-granularity=", Joined, TimeTrace),
    row("-ftime-trace=", Joined, TimeTrace),
    row("-ftrapv-handler", Separate, Everywhere),
    row("-ftree-slp-vectorize", Alone, VectorizeStraight(true)),
    row("-ftree-vectorize", Alone, VectorizeLoops(true)),
    row("-funified-lto", Alone, Lto),
    row("-funroll-loops", Alone, Unroll(true)),
    row("-fuse-ld=", Joined, Linker),
    row("-fvectorize", Alone, VectorizeLoops(true)),
    row("-fvirtual-function-elimination", Alone, Lto),
    row("-fwhole-program-vtables", Alone, Lto),
    row("-g", Alone, Debug(true)),
    row("-g0", Alone, Debug(false)),
    row("-g1", Alone, Debug(true)),
    row("-g2", Alone, Debug(true)),
    row("-g3", Alone, Debug(true)),
    row("-gcodeview", Alone, Debug(true)),
    row("-gdbx", Alone, Debug(true)),
    row("-gdwarf", Alone, Debug(true)),
    row("-gdwarf-2", Alone, Debug(true)),
    row("-gdwarf-3", Alone, Debug(true)),
    row("-gdwarf-4", Alone, Debug(true)),
    row("-gdwarf-5", Alone, Debug(true)),
    row("-gen-cdb-fragment-path", Separate, CompilationDatabase),
    row("-gfull", Alone, Debug(true)),
    row("-ggdb", Alone, Debug(true)),
    row("-ggdb0", Alone, Debug(false)),
    row("-ggdb1", Alone, Debug(true)),
    row("-ggdb2", Alone, Debug(true)),
    row("-ggdb3", Alone, Debug(true)),
    row("-gline-directives-only", Alone, Debug(true)),
    row("-gline-tables-only", Alone, Debug(true)),
    row("-glldb", Alone, Debug(true)),
    row("-gmlt", Alone, Debug(true)),
    row("-gno-record-command-line", Alone, Record(Record::Debug, false)),
    row("-gno-record-gcc-switches", Alone, Record(Record::Debug, false)),
    row("-grecord-command-line", Alone, Record(Record::Debug, true)),
    row("-grecord-gcc-switches", Alone, Record(Record::Debug, true)),
    row("-gsce", Alone, Debug(true)),
    row("-gsplit-dwarf", Alone, SplitDwarf),
    row("-gsplit-dwarf=", Joined, SplitDwarf),
    row("-gused", Alone, Debug(true)),
    row("-help", Alone, Query),
    row("-iapinotes-modules", Either, Preprocess),
    row("-idirafter", Either, Preprocess),
    row("-iframework", Either, Preprocess),
    row("-iframeworkwithsysroot", Either, Preprocess),
    row("-imacros", Either, Preprocess),
    row("-image_base", Separate, Linker),
    row("-imultilib", Separate, Preprocess),
    row("-include", Either, Preprocess),
    row("-include-pch", Separate, Preprocess),
    row("-init", Separate, Linker),
    row("-install_name", Separate, Linker),
    row("-interface-stub-version=", Either, Everywhere),
    row("-iprefix", Either, Preprocess),
    row("-iquote", Either, Preprocess),
    row("-isysroot", Either, Everywhere),
    row("-isystem", Either, Preprocess),
    row("-isystem-after", Either, Preprocess),
    row("-ivfsoverlay", Either, VirtualFiles),
    row("-iwithprefix", Either, Preprocess),
    row("-iwithprefixbefore", Either, Preprocess),
    row("-iwithsysroot", Either, Preprocess),
    row("-l", Either, Library),
    row("-lazy_framework", Separate, Linker),
    row("-lazy_library", Separate, Linker),
    row("-m16", Alone, Target),
    row("-m32", Alone, Target),
    row("-m64", Alone, Target),
    row("-mcpu=?", Alone, Query),
    row("-mcpu=help", Alone, Query),
    row("-meabi", Separate, Everywhere),
    row("-mllvm", Separate, Llvm),
    row("-mllvm=", Joined, Llvm),
    row("-mmlir", Separate, Everywhere),
    row("-mno-omit-leaf-frame-pointer", Alone, FramePointer),
    row("-module-dependency-dir", Separate, Preprocess),
    row("-module-file-info", Alone, Stop(Stop::Elsewhere)),
    row("-momit-leaf-frame-pointer", Alone, FramePointer),
    row("-mthread-model", Separate, Everywhere),
    row("-mtune=?", Alone, Query),
    row("-mtune=help", Alone, Query),
    row("-multiply_defined", Separate, Linker),
    row("-multiply_defined_unused", Separate, Linker),
    row("-mx32", Alone, Target),
    row("-nobuiltininc", Alone, Preprocess),
    row("-nodefaultlibs", Alone, Linker),
    row("-nolibc", Alone, Linker),
    row("-nostartfiles", Alone, Linker),
    row("-nostdinc", Alone, Preprocess),
    row("-nostdinc++", Alone, Preprocess),
    row("-nostdlib", Alone, NoStandardLibrary),
    row("-nostdlib++", Alone, Linker),
    row("-nostdlibinc", Alone, Preprocess),
    row("-o", Either, Output),
    row("-object-file-name", Separate, Everywhere),
    row("-pagezero_size", Either, Linker),
    row("-pg", Alone, FramePointer),
    row("-print-diagnostic-options", Alone, Query),
    row("-print-effective-triple", Alone, Query),
    row("-print-enabled-extensions", Alone, Query),
    row("-print-file-name=", Joined, Query),
    row("-print-ivar-layout", Alone, Query),
    row("-print-libgcc-file-name", Alone, Query),
    row("-print-library-module-manifest-path", Alone, Query),
    row("-print-multi-directory", Alone, Query),
    row("-print-multi-flags-experimental", Alone, Query),
    row("-print-multi-lib", Alone, Query),
    row("-print-multi-os-directory", Alone, Query),
    row("-print-multiarch", Alone, Query),
    row("-print-prog-name=", Joined, Query),
    row("-print-resource-dir", Alone, Query),
    row("-print-rocm-search-dirs", Alone, Query),
    row("-print-runtime-dir", Alone, Query),
    row("-print-search-dirs", Alone, Query),
    row("-print-supported-cpus", Alone, Query),
    row("-print-supported-extensions", Alone, Query),
    row("-print-target-triple", Alone, Query),
    row("-print-targets", Alone, Query),
    row("-r", Alone, Relocatable),
    row("-rdynamic", Alone, Linker),
    row("-read_only_relocs", Separate, Linker),
    row("-reexport_framework", Separate, Linker),
    row("-reexport_library", Either, Linker),
    row("-resource-dir", Separate, Everywhere),
    row("-rewrite-legacy-objc", Alone, Stop(Stop::Elsewhere)),
    row("-rewrite-objc", Alone, Stop(Stop::Elsewhere)),
    row("-rpath", Separate, Linker),
    row("-rpath=", Joined, Linker),
    row("-s", Alone, Linker),
    row("-save-temps", Alone, SaveTemps),
    row("-save-temps=", Joined, SaveTemps),
    row("-seg1addr", Either, Linker),
    row("-seg_addr_table", Separate, Linker),
    row("-seg_addr_table_filename", Separate, Linker),
    row("-segs_read_only_addr", Separate, Linker),
    row("-segs_read_write_addr", Separate, Linker),
    row("-serialize-diagnostics", Separate, Everywhere),
    row("-shared", Alone, Shared),
    row("-shared-libasan", Alone, Linker),
    row("-shared-libgcc", Alone, Linker),
    row("-shared-libsan", Alone, Linker),
    row("-specs", Separate, Everywhere),
    row("-static-libasan", Alone, Linker),
    row("-static-libgcc", Alone, Linker),
    row("-static-libsan", Alone, Linker),
    row("-static-libstdc++", Alone, Linker),
    row("-stdlib++-isystem", Either, Preprocess),
    row("-sub_library", Either, Linker),
    row("-sub_umbrella", Either, Linker),
    row("-t", Alone, Linker),
    row("-target", Separate, Target),
    row("-u", Either, Linker),
    row("-umbrella", Separate, Linker),
    row("-undef", Alone, Preprocess),
    row("-undefined", Either, Linker),
    row("-unexported_symbols_list", Separate, Linker),
    row("-v", Alone, Verbose),
    row("-verify-pch", Alone, Stop(Stop::Elsewhere)),
    row("-vfsoverlay", Either, VirtualFiles),
    row("-w", Alone, Silence),
    row("-weak_framework", Separate, Linker),
    row("-weak_library", Separate, Linker),
    row("-weak_reference_mismatches", Separate, Linker),
    row("-working-directory", Separate, Everywhere),
    row("-wrapper", Separate, Everywhere),
    row("-x", Either, Language),
    row("-z", Separate, Linker),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_single() {
        for pair in ROWS.windows(2) {
            assert!(
                pair[0].spelling < pair[1].spelling,
                "{} {}",
                pair[0].spelling,
                pair[1].spelling
            );
        }
    }

    #[test]
    fn every_row_finds_itself() {
        for row in ROWS {
            assert_eq!(
                lookup(row.spelling.as_bytes()).map(|found| found.spelling),
                Some(row.spelling)
            );
        }
    }
}
