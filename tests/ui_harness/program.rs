//! A test program as its file describes it: directives and annotation, parsed strictly.

use super::bare;
use sanecc_abi::kind::{Kind, ONLY_INTERPRETED};
use sanecc_abi::target::{System, Target};
use std::path::{Path, PathBuf};

/// Levels that a directive may name.
const LEVELS: [&str; 6] = ["O0", "O1", "O2", "O3", "Os", "Oz"];

/// The form of a program that is compiled.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Revision {
    /// With its error: one report.
    Bad,
    /// The same program with the macro `FIXED`: silence and exit status 0.
    Fixed,
    /// A program of `tests/pass`, which has no error: silence and exit status 0.
    #[default]
    Only,
}

impl Revision {
    /// Levels of a program that names none. An optimiser that breaks correct programs at -O1 breaks them
    /// at -O2, so -O1 is left out for them.
    fn levels(self) -> &'static [&'static str] {
        match self {
            Revision::Bad => &["O0", "O1", "O2"],
            Revision::Fixed | Revision::Only => &["O0", "O2"],
        }
    }

    /// Whether `//@[name]` is about it.
    fn is_named(self, name: &str) -> Result<bool, String> {
        match (self, name) {
            (Revision::Bad, "bad") | (Revision::Fixed, "fixed") => Ok(true),
            (Revision::Bad, "fixed") | (Revision::Fixed, "bad") => Ok(false),
            _ => Err(format!("there is no revision `{name}`")),
        }
    }
}

/// The annotation of the bad access.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expected {
    /// The name of a [`Kind`].
    pub kind: String,
    /// Source file, relative to the package.
    pub file: PathBuf,
    /// Line, from 1.
    pub line: usize,
}

/// What another compiler's AddressSanitizer does with the program, where it differs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Elsewhere {
    /// Reports another kind.
    Kind(String),
    /// Finds nothing.
    Silent,
    /// Depends on luck.
    Any,
}

/// The targets that a program is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Only {
    /// Each.
    #[default]
    All,
    /// Its source has what other processors do not have, or behaves as on this one.
    X86_64,
    /// It counts on a `long`, or on a size, of 64 bits.
    Long64,
    /// It needs an operating system, or what the runtime for boards does not have.
    Hosted,
    /// It has a frame that is larger than the guard below a stack.
    Probed,
}

impl Only {
    fn read(value: &str) -> Result<Self, String> {
        match value.split_once(' ') {
            Some(("x86_64", _)) => Ok(Self::X86_64),
            Some(("64-bit", _)) => Ok(Self::Long64),
            Some(("hosted", _)) => Ok(Self::Hosted),
            Some(("probed", _)) => Ok(Self::Probed),
            _ => Err("`only` takes `x86_64`, `64-bit`, `hosted` or `probed`, and a reason".into()),
        }
    }
}

/// Something that holds at some levels; at all of them where none is named.
#[derive(Clone, Debug)]
struct AtLevels<T> {
    levels: Vec<String>,
    value: T,
}

/// One revision of one program of the corpus.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// Which revision.
    pub revision: Revision,
    /// Its main source file, relative to the package.
    pub path: PathBuf,
    /// Further sources, relative to the package.
    pub aux: Vec<PathBuf>,
    /// Further flags.
    pub flags: Vec<String>,
    /// Optimisation levels, without the dash.
    pub levels: Vec<String>,
    /// Macro definitions (`N=1`), one trial each; at least one, which may be none.
    pub defines: Vec<Option<String>>,
    /// Options of the runtime, `NAME=VALUE`.
    pub options: Vec<String>,
    /// Conditions of rules of removal without which it fails, as `cargo xtask mutants` names them.
    pub kills_mutants: Vec<String>,
    /// What a report must contain.
    pub contains: Vec<String>,
    /// The annotation; [`Revision::Bad`] alone has one.
    pub expected: Option<Expected>,
    /// The targets that it is about.
    only: Only,
    /// Another kind that it has on a target, by the target's name.
    on: Vec<(String, String)>,
    /// Whether a C library for boards has all that it names, a board needs no more to run it, and the runtime finds its error.
    fits_boards: bool,
    /// Whether it uses what Cortex-M0 does not have: atomic exchanges, calls that are jumps.
    needs_more_than_v6m: bool,
    known_bugs: Vec<AtLevels<String>>,
    elsewhere: Vec<AtLevels<Elsewhere>>,
}

impl Program {
    /// Reads the program at `path` and its `aux` files, all relative to `root`.
    ///
    /// # Errors
    /// An unreadable file, or anything in a directive or annotation that is not understood.
    pub fn read(root: &Path, path: &Path, revision: Revision) -> Result<Program, String> {
        let text = read_source(root, path)?;
        let mut program = Program::parse(path, &text, revision)?;
        let mut annotations = annotations(path, &text)?;
        program.fits_boards = bare::has(path, &text) && program.options.is_empty();
        program.needs_more_than_v6m = bare::needs_more_than_v6m(&text);
        for aux in &program.aux {
            let text = read_source(root, aux)?;
            program.fits_boards &= bare::has(aux, &text);
            annotations.extend(self::annotations(aux, &text)?);
        }
        let mut kinds = annotations.iter().map(|expected| expected.kind.as_str());
        program.fits_boards &= kinds.all(|kind| bare::KINDS.contains(&kind));
        if program.levels.is_empty() {
            program.levels = revision
                .levels()
                .iter()
                .map(|level| level.to_string())
                .collect();
        }
        if program.defines.is_empty() {
            program.defines.push(None);
        }
        program.expected = match (revision, annotations.len()) {
            (Revision::Bad, 1) => annotations.pop(),
            (Revision::Bad, n) => return Err(format!("{n} `//~ ERROR` annotations instead of 1")),
            (Revision::Fixed, _) | (Revision::Only, 0) => None,
            (Revision::Only, _) => return Err("`//~ ERROR` in a program that must pass".into()),
        };
        let only_any = program
            .elsewhere
            .iter()
            .all(|entry| entry.value == Elsewhere::Any);
        if revision != Revision::Bad && !(program.contains.is_empty() && only_any) {
            return Err(
                "a program that must pass has neither `contains` nor a kind for `asan`".into(),
            );
        }
        Ok(program)
    }

    /// Reads the directives of `text`, the content of `path`, that are about `revision`.
    ///
    /// # Errors
    /// A directive that is unknown, malformed, or after the first line of code.
    pub fn parse(path: &Path, text: &str, revision: Revision) -> Result<Program, String> {
        let mut program = Program {
            revision,
            path: path.to_owned(),
            ..Program::default()
        };
        let mut in_head = true;
        for (index, line) in text.lines().enumerate() {
            let at = |reason: String| format!("{}:{}: {reason}", path.display(), index + 1);
            let trimmed = line.trim();
            in_head &= trimmed.is_empty() || trimmed.starts_with("//");
            match trimmed.strip_prefix("//@") {
                Some(directive) if in_head => program.take(directive).map_err(at)?,
                Some(_) => return Err(at("directive after the first line of code".into())),
                None if line.contains("//@") => return Err(at("directive inside a line".into())),
                None => (),
            }
        }
        Ok(program)
    }

    fn take(&mut self, directive: &str) -> Result<(), String> {
        let (directive, is_named) = match directive.strip_prefix('[') {
            None => (directive, false),
            Some(rest) => {
                let (name, directive) = rest.split_once(']').ok_or("`[` is not closed")?;
                if !self.revision.is_named(name)? {
                    return Ok(());
                }
                (directive, true)
            }
        };
        let (name, value) = directive
            .split_once(':')
            .ok_or_else(|| format!("`{directive}` is not `NAME: VALUE`"))?;
        let (name, condition) = split_condition(name.trim())?;
        let value = value.trim();
        if value.is_empty() {
            return Err(format!("`{name}` has no value"));
        }
        if !condition.is_empty() && !matches!(name, "known-bug" | "asan" | "contains") {
            return Err(format!("`{name}` takes no levels in parentheses"));
        }
        let is_about_report =
            matches!(name, "contains" | "kills-mutants") || name == "asan" && !is_any(value);
        if is_about_report && self.revision == Revision::Fixed && !is_named {
            return Ok(());
        }
        match name {
            "flags" => self
                .flags
                .extend(shlex::split(value).ok_or("unbalanced quotes in `flags`")?),
            "aux" => {
                let folder = self.path.parent().unwrap_or(Path::new(""));
                self.aux
                    .extend(value.split_whitespace().map(|file| folder.join(file)));
            }
            "levels" => self.levels.extend(levels(value)?),
            "defines" => self.defines.extend(words(value).map(Some)),
            "options" => self.options.extend(words(value)),
            "kills-mutants" => self.kills_mutants.extend(words(value)),
            "on" => self.on.push(on(value)?),
            "only" => self.only = Only::read(value)?,
            "contains" if condition.is_empty() => self.contains.push(value.to_owned()),
            "known-bug" => self.known_bugs.push(AtLevels {
                levels: condition,
                value: value.to_owned(),
            }),
            "asan" => self.elsewhere.push(AtLevels {
                levels: condition,
                value: elsewhere(value)?,
            }),
            _ => return Err(format!("unknown directive `{name}`")),
        }
        Ok(())
    }

    /// The flags for its revision and for one of its macro definitions.
    pub fn definitions(&self, define: &Option<String>) -> Vec<String> {
        let fixed = (self.revision == Revision::Fixed).then_some("FIXED");
        let definitions = fixed.into_iter().chain(define.as_deref());
        definitions.map(|name| format!("-D{name}")).collect()
    }

    /// Whether it is about a target; the tests' own is `None`.
    pub fn runs_on(&self, target: Option<&Target>) -> bool {
        let Some(target) = target else {
            return true;
        };
        // The mode is there for x86-64 alone.
        let is_in_pointer_mode = self
            .flags
            .iter()
            .any(|flag| flag == "-fsanecc-mode=pointer");
        !is_in_pointer_mode
            && (target.system != System::Bare || self.fits_boards)
            && !(target.name.starts_with("thumbv6m") && self.needs_more_than_v6m)
            && match self.only {
                Only::All => true,
                Only::X86_64 => false,
                Only::Long64 => target.pointer_bits == 64,
                Only::Hosted => target.system != System::Bare,
                Only::Probed => target.probes_stacks(),
            }
    }

    /// The annotation as it holds on a target.
    pub fn expected_on(&self, target: Option<&Target>) -> Option<Expected> {
        let mut expected = self.expected.clone()?;
        let known = |(name, _): &&(String, String)| target.is_some_and(|known| known.name == name);
        if let Some((_, kind)) = self.on.iter().find(known) {
            expected.kind.clone_from(kind);
        }
        Some(expected)
    }

    /// Why the program is known to be judged wrong at `level`, if it is.
    pub fn known_bug(&self, level: &str) -> Option<&str> {
        at_level(&self.known_bugs, level).map(String::as_str)
    }

    /// What another AddressSanitizer does at `level`, if not the same.
    pub fn elsewhere(&self, level: &str) -> Option<&Elsewhere> {
        at_level(&self.elsewhere, level)
    }
}

fn at_level<'a, T>(entries: &'a [AtLevels<T>], level: &str) -> Option<&'a T> {
    let holds =
        |entry: &&AtLevels<T>| entry.levels.is_empty() || entry.levels.iter().any(|l| l == level);
    entries.iter().find(holds).map(|entry| &entry.value)
}

fn read_source(root: &Path, path: &Path) -> Result<String, String> {
    std::fs::read_to_string(root.join(path)).map_err(|error| format!("{}: {error}", path.display()))
}

fn words(value: &str) -> impl Iterator<Item = String> {
    value.split_whitespace().map(String::from)
}

/// `known-bug(O1 O2)` is the name and its levels.
fn split_condition(name: &str) -> Result<(&str, Vec<String>), String> {
    match name.split_once('(') {
        None => Ok((name, Vec::new())),
        Some((name, rest)) => {
            let condition = rest
                .strip_suffix(')')
                .ok_or_else(|| format!("`{name}(` is not closed"))?;
            Ok((name, levels(condition)?))
        }
    }
}

fn levels(value: &str) -> Result<Vec<String>, String> {
    let known = |level: &str| match LEVELS.contains(&level) {
        true => Ok(level.to_owned()),
        false => Err(format!("`{level}` is none of {LEVELS:?}")),
    };
    value.split_whitespace().map(known).collect()
}

/// Whether `asan: VALUE` says that nothing is expected there.
fn is_any(value: &str) -> bool {
    value.split_whitespace().next() == Some("any")
}

fn elsewhere(value: &str) -> Result<Elsewhere, String> {
    let (what, why) = value.split_once(' ').unwrap_or((value, ""));
    if why.trim().is_empty() {
        return Err("`asan` needs a reason after the kind".into());
    }
    match what {
        "silent" => Ok(Elsewhere::Silent),
        "any" => Ok(Elsewhere::Any),
        kind => Ok(Elsewhere::Kind(known_kind(kind)?)),
    }
}

/// `TARGET KIND WHY`.
fn on(value: &str) -> Result<(String, String), String> {
    let mut words = value.split_whitespace();
    let (Some(target), Some(kind), Some(_)) = (words.next(), words.next(), words.next()) else {
        return Err("`on` takes a target, a kind and a reason".into());
    };
    match Target::named(target) {
        Some(_) => Ok((target.to_owned(), known_kind(kind)?)),
        None => Err(format!("no target is called `{target}`")),
    }
}

fn known_kind(kind: &str) -> Result<String, String> {
    let is_known = Kind::ALL.iter().any(|known| known.name() == kind);
    match is_known || ONLY_INTERPRETED.contains(&kind) {
        true => Ok(kind.to_owned()),
        false => Err(format!(
            "`{kind}` is no kind of error of rt/abi/src/kind.rs"
        )),
    }
}

/// All annotations of one source file.
///
/// # Errors
/// A `//~` that is not followed by `ERROR` and one known kind.
pub fn annotations(path: &Path, text: &str) -> Result<Vec<Expected>, String> {
    let mut found = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let Some((_, annotation)) = line.split_once("//~") else {
            continue;
        };
        let at = |reason: String| format!("{}:{}: {reason}", path.display(), index + 1);
        let words: Vec<_> = annotation.split_whitespace().collect();
        let ["ERROR", kind] = words[..] else {
            return Err(at(format!("`//~{annotation}` is not `//~ ERROR KIND`")));
        };
        found.push(Expected {
            kind: known_kind(kind).map_err(at)?,
            file: path.to_owned(),
            line: index + 1,
        });
    }
    Ok(found)
}
