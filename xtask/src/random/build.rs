//! The builds of a random program, and their command lines.

use super::run::Runner;
use crate::compiler::CLANG;
use crate::machine::Machine;
use crate::task::Task;
use anyhow::{Context, Result, bail};
use sanecc_abi::target::Target;
use std::fs;
use std::path::{Path, PathBuf};

/// What the programs call and no compiler of theirs sees.
const OUTSIDE: &str = include_str!("outside.c");

/// Flags of every way. Random programs look at the same bytes through several types. What cutting makes undefined is refused: no errors
/// of memory, but LLVM takes for granted that no run comes there.
const FLAGS: [&str; 5] = [
    "-Wno-everything",
    "-pthread",
    "-fno-strict-aliasing",
    "-Werror=return-type",
    "-Werror=uninitialized",
];

/// Levels, from which each program gets one.
pub const LEVELS: [&str; 5] = ["-O2", "-O0", "-O1", "-O3", "-Os"];

/// A way to build.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Way {
    /// clang without checks, at the program's level.
    Native,
    /// Without optimisation, which says what errors are committed: clang's AddressSanitizer, or sanecc with every check
    /// for targets for which clang has none.
    Judge,
    /// clang's AddressSanitizer at the program's level: it says which errors an optimiser leaves.
    AsanAlike,
    /// sanecc with every check.
    None,
    /// sanecc with what one function proves left out.
    Local,
    /// sanecc with everything left out that can be proved.
    Full,
    /// The same, with what is left out kept as assertions.
    Audit,
    /// sanecc with every check, and the program goes on after a report.
    Each,
    /// sanecc with pointers held to their objects, and everything left out that can be proved.
    Pointer,
    /// The same, with what is left out kept as assertions.
    PointerAudit,
}

impl Way {
    /// The ways of the pointer mode.
    pub const POINTER: [Self; 2] = [Self::Pointer, Self::PointerAudit];

    /// Its name in messages and in names of files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Native => "native",
            Self::Judge => "judge",
            Self::AsanAlike => "asan-alike",
            Self::None => "none",
            Self::Local => "local",
            Self::Full => "full",
            Self::Audit => "audit",
            Self::Each => "each",
            Self::Pointer => "pointer",
            Self::PointerAudit => "pointer-audit",
        }
    }

    /// Whether sanecc is the compiler.
    pub fn is_ours(self) -> bool {
        !matches!(self, Self::Native | Self::Judge | Self::AsanAlike)
    }

    /// Whether pointers are held to their objects.
    pub fn is_in_pointer_mode(self) -> bool {
        matches!(self, Self::Pointer | Self::PointerAudit)
    }

    /// Whether checks are removed.
    pub fn is_removing(self) -> bool {
        matches!(self, Self::Local | Self::Full | Self::Audit)
    }

    fn own_flags(self) -> &'static [&'static str] {
        match self {
            Self::Native => &[],
            // Line tables, which ASan's own reports need.
            Self::Judge | Self::AsanAlike => &["-fsanitize=address", "-gline-tables-only"],
            Self::None => &["-fsanecc-elide=none"],
            Self::Local => &["-fsanecc-elide=local"],
            Self::Full => &["-fsanecc-elide=full"],
            Self::Audit => &["-fsanecc-elide=full", "-fsanecc-audit"],
            Self::Each => &["-fsanecc-elide=none", "-fsanecc-recover"],
            Self::Pointer => &["-fsanecc-mode=pointer", "-fsanecc-elide=full"],
            Self::PointerAudit => &[
                "-fsanecc-mode=pointer",
                "-fsanecc-elide=full",
                "-fsanecc-audit",
            ],
        }
    }
}

/// Builds programs.
pub struct Workspace {
    sanecc: PathBuf,
    outside: PathBuf,
    /// What the programs are for, where that is not this machine.
    pub target: Option<&'static Target>,
    /// Runs them.
    pub runner: Runner,
    /// The ways that the compiler has.
    pub removing: Vec<Way>,
}

impl Workspace {
    /// Prepares for work in `folder`.
    ///
    /// # Errors
    /// What is built once for all programs does not build.
    pub fn new(sanecc: PathBuf, target: Option<&'static Target>, folder: &Path) -> Result<Self> {
        let (source, outside) = (folder.join("outside.c"), folder.join("outside.o"));
        fs::write(&source, OUTSIDE)?;
        Task::new(CLANG)
            .args(target_flag(target))
            .args(["-O1", "-c"])
            .arg(&source)
            .arg("-o")
            .arg(&outside)
            .run()?;
        let mut workspace = Self {
            sanecc,
            outside,
            target,
            runner: Runner {
                emulator: target.and_then(Target::emulator),
            },
            removing: Vec::new(),
        };
        let empty = folder.join("empty.c");
        fs::write(&empty, "int main(void) { return 0; }\n")?;
        for way in [Way::Local, Way::Full, Way::Audit] {
            if workspace.build(&empty, &folder.join("empty"), way, "-O1", &[])? {
                workspace.removing.push(way);
            }
        }
        if workspace.removing.is_empty() {
            bail!("{} builds nothing", workspace.sanecc.display());
        }
        Ok(workspace)
    }

    /// The interpreter that belongs to the compiler, which ends runs after so many seconds.
    pub fn machine(&self, seconds: u32) -> Machine {
        Machine::beside(&self.sanecc, seconds)
    }

    /// Whether programs can be built this way: clang has its sanitizer's runtime for this machine alone.
    pub fn has(&self, way: Way) -> bool {
        match way {
            Way::AsanAlike => self.target.is_none(),
            Way::Local | Way::Full | Way::Audit => self.removing.contains(&way),
            Way::Native | Way::Judge | Way::None | Way::Each | Way::Pointer | Way::PointerAudit => {
                true
            }
        }
    }

    /// Bytes of a `long`.
    pub fn long(&self) -> i64 {
        self.target
            .map_or(8, |target| i64::from(target.pointer_bytes()))
    }

    /// The option of `cargo xtask random` that names the target, with a space before it.
    pub fn option(&self) -> String {
        self.target
            .map_or_else(String::new, |target| format!(" --target {}", target.name))
    }

    /// The command that builds `source` this way.
    pub fn task(
        &self,
        source: &Path,
        program: &Path,
        way: Way,
        level: &str,
        more: &[&str],
    ) -> Task {
        let sanecc = self.sanecc.as_path();
        let (cc, level, own) = match (way, self.target) {
            (Way::Judge, Some(_)) => (sanecc, "-O0", Way::None.own_flags()),
            (Way::Judge, None) => (Path::new(CLANG), "-O0", way.own_flags()),
            (Way::Native | Way::AsanAlike, _) => (Path::new(CLANG), level, way.own_flags()),
            _ => (sanecc, level, way.own_flags()),
        };
        // Those of sanecc's own say nothing to clang, and optimising first says nothing at -O0.
        let more = more
            .iter()
            .filter(|flag| way.is_ours() || !flag.contains("sanecc-"));
        Task::new(cc)
            .args(target_flag(self.target))
            .arg(level)
            .args(FLAGS)
            .args(more)
            .args(own)
            .arg(source)
            .arg(&self.outside)
            .arg("-o")
            .arg(program)
    }

    /// Builds; false if the compiler refuses.
    ///
    /// # Errors
    /// The compiler does not start.
    pub fn build(
        &self,
        source: &Path,
        program: &Path,
        way: Way,
        level: &str,
        more: &[&str],
    ) -> Result<bool> {
        let task = self.task(source, program, way, level, more);
        let output = task
            .expression()
            .stdin_null()
            .stdout_capture()
            .stderr_capture()
            .unchecked()
            .run()
            .with_context(|| format!("cannot run `{}`", task.line()))?;
        Ok(output.status.success())
    }
}

/// What compilers are told of the target.
fn target_flag(target: Option<&Target>) -> Option<String> {
    target.map(|target| format!("--target={}", target.name))
}
