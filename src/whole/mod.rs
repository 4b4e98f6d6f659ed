//! Whole programs: objects carry the front end's bitcode, and the link checks and compiles the modules that it takes as one.
//!
//! Question: what is a program made of, and who outside of its modules can see a symbol? lld answers it ([`resolve`]). What carries no usable bitcode is linked as it is:
//! it is the checked object that `-c` wrote, or code that was not checked before either. So nothing that was checked becomes unchecked.
//!
//! [`frame`] is what an object carries, [`inputs`] finds it, [`resolve`] asks lld, LLVM merges ([`sanecc_ir::llvm::merge`]), then the passes and code generation of one module follow.
//! The link that the user asked for comes last, with the new object in place of the first that was merged.

pub mod archives;
pub mod cache;
pub mod frame;
pub mod inputs;
pub mod note;
pub mod outside;
pub mod resolve;
pub mod sections;
pub mod settings;

use crate::compiler::Compiler;
use crate::diagnostics::{DriverError, Warning, crash};
use crate::instrument::{self, Made, Object, Splitting};
use crate::link::Objects;
use crate::plan::{Build, Product, Unit};
use crate::temporary::Folder;
use crate::times::{self, Work};
use crate::tool::Stderr;
use crate::{codegen, job, records};
use frame::{Content, Header};
use inputs::{Input, Piece};
use note::Note;
use resolve::{Failure, Taken, cannot_write};
use sanecc_ir::llvm::merge::{Part, merge};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::CString;
use std::path::{Path, PathBuf};

/// What the object of a unit says of the bitcode that it carries; `None` where objects carry none: for targets without a system, outputs that are no objects, profiles and coverage,
/// and flags that are no text.
pub fn carried(build: &Build, unit: &Unit) -> Option<Header> {
    let settings = &build.settings;
    // What counts executions, or was counted, is of the source's own module.
    let counts = settings.options.profile.is_some() || settings.pipeline || settings.coverage;
    let carries = settings.whole_program
        && build.product == Product::Object
        && settings.target.bare().is_none()
        && !counts;
    let flags = carries.then(|| settings::recorded(build)).flatten()?;
    let text = |word: &std::ffi::OsStr| word.to_string_lossy().into_owned();
    Some(Header::new(
        settings.target.name(),
        text(&unit.file),
        text(&unit.language),
        flags,
    ))
}

/// What a link becomes.
#[derive(Debug)]
pub struct Whole {
    /// What stands in place of arguments.
    pub objects: Objects,
    /// What to say once the program is linked.
    warnings: Vec<Warning>,
    /// Whether modules were merged.
    pub merged: bool,
}

impl Whole {
    /// Prints what the user should know of a program that was linked otherwise than asked.
    pub fn tell(&self) {
        self.warnings.iter().for_each(Warning::print);
    }
}

/// Merges, checks and compiles what the link takes.
///
/// # Errors
/// If the modules do not fit together, or a step fails.
pub fn link(
    build: &Build,
    objects: &Objects,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<Whole, DriverError> {
    let inputs = inputs::find(build, objects);
    let mut warnings = mistakes(&inputs);
    let as_they_are = |warnings| Whole {
        objects: objects.clone(),
        warnings,
        merged: false,
    };
    let Some(shared) = Shared::of(&inputs)? else {
        return Ok(as_they_are(warnings));
    };
    let wrapped = outside::wrapped(build);
    let merges = |piece: &Piece| shared.takes(piece) && !outside::defines(piece, &wrapped);
    let taken = times::timed("resolution", Work::Clang, || {
        resolve::run(build, objects, &inputs, merges, compiler, folder)
    });
    let taken = match taken {
        Ok(taken) => taken,
        Err(Failure::Driver(error)) => return Err(error),
        Err(Failure::Refused(said)) => {
            warnings.push(refused("lld does not link it", &said));
            return Ok(as_they_are(warnings));
        }
    };
    if taken.is_empty() {
        return Ok(as_they_are(warnings));
    }
    let mut object = made_before_or_now(build, &inputs, &taken, &shared, compiler, folder)?;
    object.extend(noted(build, &inputs, &taken, &shared, folder)?);
    let objects = replace(objects, &inputs, &taken, object, folder)?;
    Ok(Whole {
        objects,
        warnings,
        merged: true,
    })
}

/// The objects of the merged modules: from the cache, where one is wanted and they are there.
fn made_before_or_now(
    build: &Build,
    inputs: &[Input],
    taken: &[Taken],
    shared: &Shared,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<Vec<PathBuf>, DriverError> {
    let settings = &build.settings;
    // What is to be told beside the objects is told by making them.
    let speaks = settings.access_remarks.is_some()
        || settings.statistics.is_some()
        || settings.options.time
        || settings.options.verify_each
        || !settings.options.print.is_empty();
    let common = if speaks {
        None
    } else {
        common_key(build, shared, compiler)
    };
    let key = common.clone();
    let entry = key.and_then(|key| entry(key, inputs, taken));
    if let Some(objects) = entry.as_ref().and_then(cache::Entry::read) {
        let place = folder.path().join("whole");
        let mut files = Vec::new();
        for (at, bytes) in objects.iter().enumerate() {
            let file = place.join(format!("program{at}.o"));
            std::fs::write(&file, bytes).map_err(|error| cannot_write(&file, &error))?;
            files.push(file);
        }
        return Ok(files);
    }
    let bitcode = merged(inputs, taken, folder)?;
    let files = compile(build, shared, &bitcode, common, compiler, folder)?;
    if let Some(entry) = entry {
        let objects: Option<Vec<_>> = files.iter().map(|file| std::fs::read(file).ok()).collect();
        objects.iter().for_each(|objects| entry.write(objects));
    }
    Ok(files)
}

/// Sums up what objects depend on beside the modules.
fn common_key(build: &Build, shared: &Shared, compiler: &Compiler) -> Option<cache::Key> {
    let mut key = cache::Key::new()?;
    key.add_file(compiler.path())?;
    key.add(&[u8::from(build.settings.embed_remarks)]);
    key.add(shared.kind.as_bytes());
    key.add(format!("{:?} {:?}", shared.command.words, shared.command.units).as_bytes());
    Some(key)
}

/// The place of the program's objects in the cache.
fn entry(mut key: cache::Key, inputs: &[Input], taken: &[Taken]) -> Option<cache::Entry> {
    for module in taken {
        let (input, piece) = module.place;
        let (header, bitcode) = inputs[input].pieces[piece].module()?;
        key.add(&serde_json::to_vec(header).ok()?);
        key.add(bitcode);
        for one in &module.resolutions {
            key.add(one.symbol.as_bytes());
            key.add(&[one.flags]);
        }
    }
    key.entry()
}

/// Where bitcode is there that a newer compilation would make usable.
fn mistakes(inputs: &[Input]) -> Vec<Warning> {
    let each = |input: &Input, piece: &Piece| match &piece.content {
        Content::Unusable(reason) if reason.is_mistake() => Some(Warning {
            cause: format!(
                "{} is linked as it is, with the checks of a module alone: {reason}",
                name(input, piece)
            ),
            next: "compile it again with this sanecc".to_owned(),
        }),
        Content::Unusable(_) | Content::None | Content::Module(..) => None,
    };
    let all = inputs.iter().flat_map(|input| {
        let pieces = input.pieces.iter();
        pieces.filter_map(move |piece| each(input, piece))
    });
    all.collect()
}

fn name(input: &Input, piece: &Piece) -> String {
    match input.archive {
        true => format!("{}({})", input.path.display(), piece.name),
        false => piece.name.clone(),
    }
}

/// The object with the note on how the program was linked.
fn noted(
    build: &Build,
    inputs: &[Input],
    taken: &[Taken],
    shared: &Shared,
    folder: &Folder,
) -> Result<Option<PathBuf>, DriverError> {
    let mut note = Note::default();
    for module in taken {
        let (input, piece) = module.place;
        let source = inputs[input].pieces[piece].module();
        note.merged
            .extend(source.map(|(header, _)| header.source.clone()));
    }
    let places: BTreeSet<_> = taken.iter().map(|module| module.place).collect();
    for (number, input) in inputs.iter().enumerate() {
        for (at, piece) in input.pieces.iter().enumerate() {
            let reason = match &piece.content {
                Content::None => "it carries no bitcode".to_owned(),
                Content::Unusable(reason) => reason.to_string(),
                Content::Module(..) if places.contains(&(number, at)) => continue,
                Content::Module(..) if !shared.takes(piece) => {
                    "its flags are not those of most of the program".to_owned()
                }
                // The link does not take it.
                Content::Module(..) if input.archive => continue,
                Content::Module(..) => "it defines what the linker wraps".to_owned(),
            };
            let object = match build
                .units
                .iter()
                .find(|unit| unit.position == input.position)
            {
                Some(unit) => unit.file.to_string_lossy().into_owned(),
                None => name(input, piece),
            };
            note.apart.push(note::Apart { object, reason });
        }
    }
    let target = build.settings.target.known();
    let Some(bytes) = target.and_then(|target| note.object(target)) else {
        return Ok(None);
    };
    let path = folder.path().join("whole").join("note.o");
    std::fs::write(&path, bytes).map_err(|error| cannot_write(&path, &error))?;
    Ok(Some(path))
}

/// What to say of a program that is linked module by module.
pub fn refused(why: &str, said: &str) -> Warning {
    let line = said
        .lines()
        .find(|line| line.contains("error"))
        .unwrap_or(said);
    Warning {
        cause: format!(
            "the program is linked module by module, because {why}: {}",
            line.trim()
        ),
        next: "the checks are those of single modules; leave out -fsanecc-whole-program at the link, or what the linker does not take".to_owned(),
    }
}

/// The settings that the modules of the program have in common.
struct Shared {
    kinds: BTreeMap<Vec<String>, String>,
    kind: String,
    command: Build,
}

impl Shared {
    /// Those of most of the bitcode; `None` if there is no bitcode.
    fn of(inputs: &[Input]) -> Result<Option<Shared>, DriverError> {
        let mut kinds = BTreeMap::new();
        let mut sizes: BTreeMap<String, usize> = BTreeMap::new();
        let modules = || {
            inputs
                .iter()
                .flat_map(|input| &input.pieces)
                .filter_map(Piece::module)
        };
        for (header, bitcode) in modules() {
            if !kinds.contains_key(&header.flags) {
                let command = settings::command(&header.flags, "c")?;
                let kind = format!("{} {}", header.target, settings::kind(&command));
                kinds.insert(header.flags.clone(), kind);
            }
            *sizes.entry(kinds[&header.flags].clone()).or_default() += bitcode.len();
        }
        let Some((kind, _)) = sizes.into_iter().max_by_key(|&(_, size)| size) else {
            return Ok(None);
        };
        let all: Vec<&Header> = modules()
            .map(|(header, _)| header)
            .filter(|header| kinds[&header.flags] == kind)
            .collect();
        // Code generation in this process knows what C asks of it.
        let c = |header: &&Header| matches!(&*header.language, "c" | "cpp-output");
        let language = match all.iter().all(c) {
            true => "c",
            false => "c++",
        };
        let mut commands = Vec::new();
        for flags in all
            .iter()
            .map(|header| &header.flags)
            .collect::<BTreeSet<_>>()
        {
            commands.push(settings::command(flags, language)?);
        }
        // Debug information that one has on purpose stays.
        let with_debug = commands.iter().position(|command| command.settings.debug);
        let command = commands.swap_remove(with_debug.unwrap_or(0));
        Ok(Some(Shared {
            kinds,
            kind,
            command,
        }))
    }

    /// Whether the piece has bitcode with these settings.
    fn takes(&self, piece: &Piece) -> bool {
        let module = piece.module();
        module.is_some_and(|(header, _)| self.kinds[&header.flags] == self.kind)
    }
}

/// The bitcode of all modules as one, in a file.
fn merged(inputs: &[Input], taken: &[Taken], folder: &Folder) -> Result<PathBuf, DriverError> {
    let mut named = BTreeSet::new();
    let mut modules = Vec::new();
    for module in taken {
        let (input, piece) = module.place;
        let Content::Module(header, bitcode) = &inputs[input].pieces[piece].content else {
            return Err(DriverError::new(format!(
                "lld took {}, which is no module",
                module.name
            )));
        };
        named.extend(header.assembly.iter().cloned());
        modules.push((module, bitcode));
    }
    let resolutions: Vec<_> = modules
        .iter()
        .map(|(module, _)| outside::with_assembly(&module.resolutions, &named))
        .collect();
    let parts: Vec<Part<'_>> = modules
        .iter()
        .zip(&resolutions)
        .map(|((module, bitcode), resolutions)| Part {
            name: CString::new(module.name.replace('\0', "")).unwrap_or_default(),
            bitcode,
            resolutions,
        })
        .collect();
    let merged = times::timed("merge", Work::Clang, || merge(&parts, c"whole program"));
    let merged = merged.map_err(|reason| {
        DriverError::new(format!(
            "the modules of the program cannot be merged: {reason}"
        ))
        .next("leave -fsanecc-whole-program out of the link to link them one by one")
    })?;
    let path = folder.path().join("whole").join("merged.bc");
    std::fs::write(&path, merged).map_err(|error| cannot_write(&path, &error))?;
    Ok(path)
}

/// Checks the module and makes its objects.
fn compile(
    build: &Build,
    shared: &Shared,
    bitcode: &Path,
    key: Option<cache::Key>,
    compiler: &Compiler,
    folder: &Folder,
) -> Result<Vec<PathBuf>, DriverError> {
    let place = folder.path().join("whole");
    let (checked, object) = (place.join("checked.bc"), place.join("program.o"));
    let command = &shared.command;
    let unit = &command.units[0];
    let ours = &build.settings;
    if !build.units.iter().any(|unit| unit.checked) {
        job::tell_llvm(command);
    }
    let mut options = command.settings.options.clone();
    options.print.clone_from(&ours.options.print);
    options.verify_each = ours.options.verify_each;
    options.time = ours.options.time;
    options.plan.statistics = ours.statistics.is_some();
    options.plan.remarks = ours.access_remarks.is_some();
    let output = ours.output.as_deref().unwrap_or("a.out".as_ref());
    let records = |flag, asked| records::file_of(flag, asked, command, unit, Path::new(output));
    /// About so many bytes of checked bitcode become an object: then threads have something to do, and a change of one source leaves most of them.
    const PART: usize = 1 << 18;
    let made_here = codegen::direct::object(command, unit, &object, compiler);
    let made_here = made_here.map(|object| Object {
        splitting: Some(Splitting { size: PART, key }),
        ..object
    });
    let job = instrument::Job {
        bitcode,
        output: &checked,
        options: &options,
        access_remarks: records(records::REMARKS, ours.access_remarks.as_ref())?,
        statistics: records(records::STATISTICS, ours.statistics.as_ref())?,
        embed_remarks: ours.embed_remarks,
        logged_remarks: None,
        object: made_here,
        carries: None,
    };
    crash::compiling("the whole program", None);
    let made = instrument::run(&job).map_err(|error| job::uninstrumented(unit, error))?;
    if made == Made::Bitcode {
        let words = codegen::words(command, &checked, &object);
        let ended = times::timed("code generation", Work::Clang, || {
            compiler.run(words, Stderr::Inherited, folder)
        })?;
        if ended.code != 0 {
            return Err(
                DriverError::new("clang makes no code of the whole program").next(
                    "leave -fsanecc-whole-program out of the link to link the modules one by one",
                ),
            );
        }
    }
    if options.time {
        times::print();
    }
    let parts = job
        .object
        .iter()
        .flat_map(|object| (1..).map(|at| object.file(at)));
    let parts = parts.take_while(|part| part.is_file());
    Ok(std::iter::once(object.clone()).chain(parts).collect())
}

/// The command's objects, with the new one in place of the first that was merged and without all that was.
fn replace(
    objects: &Objects,
    inputs: &[Input],
    taken: &[Taken],
    mut made: Vec<PathBuf>,
    folder: &Folder,
) -> Result<Objects, DriverError> {
    let mut replaced = objects.clone();
    let merged: BTreeSet<_> = taken.iter().map(|module| module.place).collect();
    // Objects come first: an archive is a place too, but what is in it may be wanted from the first object on.
    let whole = |input: &&(usize, &Input)| !input.1.archive;
    let numbered: Vec<(usize, &Input)> = inputs.iter().enumerate().collect();
    let has_object = numbered
        .iter()
        .filter(whole)
        .any(|&(number, _)| merged.contains(&(number, 0)));
    for &(number, input) in &numbered {
        let is_left = |piece: &usize| !merged.contains(&(number, *piece));
        let left: Vec<usize> = (0..input.pieces.len()).filter(is_left).collect();
        if left.len() == input.pieces.len() {
            continue;
        }
        let mut files = Vec::new();
        if !(has_object && input.archive) {
            files.append(&mut made);
        }
        if input.archive {
            let path = folder.path().join(format!("whole/{number}/rest"));
            let name = input.path.file_name().unwrap_or_default();
            std::fs::create_dir_all(&path).map_err(|error| cannot_write(&path, &error))?;
            let path = path.join(name);
            let members: Vec<(&str, &[u8])> = left
                .iter()
                .map(|&piece| &input.pieces[piece])
                .map(|piece| (&*piece.name, &*piece.bytes))
                .collect();
            archives::write(&path, &members).map_err(|error| cannot_write(&path, &error))?;
            files.push(path);
        }
        replaced.insert(input.position, files);
    }
    Ok(replaced)
}
