//! Classes of flags: which steps of a command read a flag. [`FlagClass::stages`] is the one table of it.

use FlagClass::*;
use Route::*;

/// What a flag is to the steps of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlagClass {
    /// Not a flag: a file, `-`, or a word after `--`.
    Input,
    /// `--`: all words after it are inputs.
    EndOfFlags,
    /// Sets the language of the inputs that follow.
    Language,
    /// Names the result.
    Output,
    /// Stops the command before linking.
    Stop,
    /// Clang answers a question and makes no code.
    Query,
    /// The plan decides by it; of the steps, linking alone gets it.
    Driver,
    /// Link-time optimisation: objects are machine code in any case, as tools that read them expect.
    Lto,
    /// A flag that no row knows.
    Unknown,
    /// Known for its separate value alone: treated as [`FlagClass::Unknown`].
    Everywhere,
    /// Every step that makes code reads it.
    Compilation,
    /// As [`FlagClass::Compilation`], with its whole effect on code in the bitcode, or none.
    InBitcode,
    /// Macros and header search: the front end alone reads it.
    Preprocess,
    /// As [`FlagClass::Preprocess`], for what keeps code generation out of this process.
    FrontEnd,
    /// Make rules beside the compilation.
    Dependency,
    /// A JSON record of the compilation.
    Database,
    /// A further output of code generation.
    SideOutput,
    /// A word for clang's inner command line.
    ClangArgument,
    /// Code generation reads it and the front end does not.
    CodeGeneration,
    /// Linking alone reads it.
    Linker,
    /// A library, in its place among the inputs.
    Library,
    /// The result is a relocatable object or an archive of such.
    Relocatable,
    /// Debug information in a file of its own.
    SplitDwarf,
    /// An option of LLVM's own.
    Llvm,
    /// Turns sanitizers on or off.
    Sanitize,
    /// Lets programs go on after errors of the sanitizers that it names, or not.
    Recover,
    /// Tunes AddressSanitizer, for which this tool stands.
    Checks,
    /// A flag of this tool ([`super::own`]).
    Own,
    /// Turns a flag of this tool off.
    OwnOff,
}

/// What a step does with a flag.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Route {
    /// Gets it as it is.
    Pass,
    /// Does not get it.
    Drop,
    /// Gets it as it is under a condition that the step knows.
    Conditional,
    /// Gets something else for it.
    Rewritten,
}

impl Route {
    /// Whether the flag is passed as it is, with the step's condition.
    pub fn passes(self, condition: bool) -> bool {
        match self {
            Pass => true,
            Conditional => condition,
            Drop | Rewritten => false,
        }
    }
}

/// What each step does with the flags of a class.
#[derive(Clone, Copy, Debug)]
pub struct Stages {
    /// The front end. Its condition: this step tells of unused arguments.
    pub front_end: Route,
    /// Code generation by clang. Its condition: the user asks for debug information.
    pub code: Route,
    /// Linking. Its condition: the command compiles nothing.
    pub link: Route,
    /// Code generation in this process, which takes a command if it gets all its flags.
    pub in_process: Route,
    /// The preprocessing whose record is wanted (`-MJ`).
    pub record: Route,
    /// Clang alone, for an input that is not checked.
    pub alone: Route,
}

impl FlagClass {
    /// Whether it is a flag of this tool.
    pub fn is_own(self) -> bool {
        matches!(self, FlagClass::Own | FlagClass::OwnOff)
    }

    /// Which steps read the flags of this class.
    #[rustfmt::skip]
    pub const fn stages(self) -> Stages {
        let [front_end, code, link, in_process, record, alone] = match self {
            //                front end    code         link         in process  record     alone
            Input          => [Rewritten,   Drop,        Rewritten,   Pass,       Drop,      Drop],
            EndOfFlags     => [Rewritten,   Drop,        Drop,        Pass,       Drop,      Drop],
            Language       => [Drop,        Drop,        Drop,        Pass,       Drop,      Drop],
            Output         => [Drop,        Drop,        Pass,        Pass,       Drop,      Pass],
            Stop           => [Drop,        Drop,        Pass,        Pass,       Pass,      Pass],
            Query          => [Drop,        Drop,        Pass,        Drop,       Pass,      Pass],
            Driver         => [Drop,        Drop,        Pass,        Drop,       Pass,      Pass],
            Lto            => [Drop,        Drop,        Pass,        Drop,       Pass,      Pass],
            Unknown        => [Pass,        Pass,        Pass,        Drop,       Pass,      Pass],
            Everywhere     => [Pass,        Pass,        Pass,        Drop,       Pass,      Pass],
            Compilation    => [Pass,        Pass,        Pass,        Drop,       Pass,      Pass],
            InBitcode      => [Pass,        Pass,        Pass,        Pass,       Pass,      Pass],
            Preprocess     => [Pass,        Drop,        Pass,        Pass,       Pass,      Pass],
            FrontEnd       => [Pass,        Drop,        Pass,        Drop,       Pass,      Pass],
            Dependency     => [Pass,        Drop,        Pass,        Pass,       Drop,      Pass],
            Database       => [Drop,        Drop,        Conditional, Drop,       Drop,      Pass],
            SideOutput     => [Drop,        Pass,        Conditional, Drop,       Pass,      Pass],
            ClangArgument  => [Pass,        Rewritten,   Pass,        Drop,       Pass,      Pass],
            CodeGeneration => [Drop,        Pass,        Pass,        Drop,       Pass,      Pass],
            // Of no use to the front end, but clang is to say so.
            Linker         => [Conditional, Drop,        Pass,        Pass,       Pass,      Pass],
            Library        => [Conditional, Drop,        Pass,        Pass,       Pass,      Drop],
            Relocatable    => [Conditional, Drop,        Pass,        Drop,       Pass,      Pass],
            // Clang splits nothing when there is nothing to split.
            SplitDwarf     => [Drop,        Conditional, Pass,        Drop,       Pass,      Pass],
            Llvm           => [Pass,        Pass,        Pass,        Drop,       Pass,      Pass],
            Sanitize       => [Rewritten,   Rewritten,   Rewritten,   Drop,       Rewritten, Pass],
            Recover        => [Pass,        Drop,        Drop,        Drop,       Pass,      Pass],
            Checks         => [Drop,        Drop,        Drop,        Drop,       Pass,      Pass],
            Own | OwnOff   => [Drop,        Drop,        Drop,        Drop,       Pass,      Pass],
        };
        Stages { front_end, code, link, in_process, record, alone }
    }
}
