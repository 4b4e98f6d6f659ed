//! The object that a report is about: what it is, where it begins, who made and ended it.

use super::frames::{self, Frame};
use super::program::Program;
use super::snippet;
use sanecc_ir::{Function, Module, Op, Parts, Type, ValueId};
use sanecc_machine::Machine;
use sanecc_machine::memory::{End, Ended, Kind, ObjectId};
use sanecc_machine::place::Trace;

/// What an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum What {
    /// Allocated on the heap.
    Heap,
    /// A local variable.
    Stack,
    /// A local object of computed size.
    Dynamic,
    /// Arguments that a call passes in memory.
    Arguments,
    /// A global variable.
    Global,
    /// A function.
    Function,
    /// The library's own.
    Library,
}

/// Where a variable is declared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Declared {
    /// File as the compiler was given it.
    pub file: String,
    /// Line from 1.
    pub line: u32,
}

/// An object, as reports need it.
#[derive(Clone, Debug)]
pub struct Object {
    /// What it is.
    pub what: What,
    /// Name in the source; empty without.
    pub name: String,
    /// The function of a local object.
    pub function: String,
    /// Where it is declared, of a variable.
    pub declared: Option<Declared>,
    /// Address of its first byte.
    pub start: u64,
    /// Bytes.
    pub size: u64,
    /// How it ended, if it has.
    pub ended: Option<End>,
    /// Who allocated it, of a heap object.
    pub allocated: Vec<Frame>,
    /// Who freed it, of a heap object.
    pub freed: Vec<Frame>,
    /// The threads that allocated it and freed it, of a heap object.
    pub threads: [u32; 2],
    /// The thread on whose stack it is or was.
    pub stack_of: Option<u32>,
}

/// An array that is a member of a structure.
#[derive(Clone, Debug)]
pub struct Member {
    /// Its name; empty if not known.
    pub name: String,
    /// The structure, as `struct node`; empty without name.
    pub holder: String,
    /// Address of its first byte.
    pub start: u64,
    /// Bytes.
    pub size: u64,
    /// Bytes of an element.
    pub element: u64,
}

impl Member {
    /// The array that a pointer with this name is held to.
    pub fn of(machine: &Machine<'_>, program: &Program, id: ObjectId) -> Option<Member> {
        let view = machine.memory.view(id)?;
        let object = machine.memory.get(view.object)?;
        let aggregates = &program.module.aggregates;
        let holder = &aggregates[view.member.holder];
        let Parts::Fields(fields) = &holder.parts else {
            return None;
        };
        let array = fields.get(view.member.field as usize)?;
        let element = match array.ty {
            Type::Aggregate(id) => match aggregates[id].parts {
                Parts::Elements { stride, .. } => stride,
                Parts::Fields(_) => aggregates[id].bytes,
            },
            _ => 1,
        };
        let short = holder.source_name().unwrap_or_default();
        Some(Member {
            name: array.name.as_deref().unwrap_or_default().to_owned(),
            holder: if short.is_empty() {
                String::new()
            } else {
                format!("struct {short}")
            },
            start: object.address + view.low,
            size: view.high - view.low,
            element,
        })
    }
}

impl Object {
    /// What is known of an object; nothing if it is none, or long forgotten.
    pub fn of(machine: &Machine<'_>, program: &Program, id: ObjectId) -> Option<Object> {
        if id.is_none() {
            return None;
        }
        let module = &program.module;
        if let Some(object) = machine.memory.get(id) {
            let mut found = named(program, object.kind);
            found.start = object.address;
            found.size = object.size;
            found.allocated = frames_of(module, object.made.as_ref());
            found.threads = [thread_of(object.made.as_ref()), 0];
            found.stack_of = machine.memory.thread_around(object.address);
            return Some(found);
        }
        let object = machine.memory.ended(id)?;
        let mut found = named(program, object.kind);
        found.start = object.address;
        found.size = object.size;
        found.ended = Some(how_ended(machine, object));
        found.allocated = frames_of(module, object.made.as_ref());
        found.freed = frames_of(module, object.ended.as_ref());
        found.threads = [&object.made, &object.ended].map(|trace| thread_of(trace.as_ref()));
        found.stack_of = machine.memory.thread_around(object.address);
        Some(found)
    }
}

/// How an object ended. The scopes of a function's variables end before it returns: what it has left behind lies where the stack
/// no longer reaches, or where other functions are now.
fn how_ended(machine: &Machine<'_>, object: &Ended) -> End {
    let Kind::Stack { function, .. } = object.kind else {
        return object.how;
    };
    let (top, _) = machine.memory.stack_mark();
    let runs = machine.functions().any(|running| running == function);
    match object.how {
        End::Scope if object.address < top || !runs => End::Return,
        how => how,
    }
}

/// The thread of a trace, if there is one.
fn thread_of(trace: Option<&Trace>) -> u32 {
    trace.map_or(0, |trace| trace.thread().0)
}

fn frames_of(module: &Module, trace: Option<&Trace>) -> Vec<Frame> {
    trace.map_or(Vec::new(), |trace| frames::of(module, trace))
}

fn named(program: &Program, kind: Kind) -> Object {
    let module = &program.module;
    let plain = |what, name: String| Object {
        what,
        name,
        function: String::new(),
        declared: None,
        start: 0,
        size: 0,
        ended: None,
        allocated: Vec::new(),
        freed: Vec::new(),
        threads: [0; 2],
        stack_of: None,
    };
    match kind {
        Kind::Heap(_) => plain(What::Heap, String::new()),
        Kind::Stack { function, alloca } => local(&module.functions[function], alloca, plain),
        Kind::Arguments(id) => Object {
            function: module.functions[id].name.clone(),
            ..plain(What::Arguments, String::new())
        },
        Kind::Global(id) => {
            let global = &module.globals[id];
            let name = global.name.trim_start_matches('.');
            let short = name.rsplit('.').next().unwrap_or_default();
            Object {
                declared: declared(program, short, global.line),
                ..plain(What::Global, name.to_owned())
            }
        }
        Kind::Function(id) => plain(What::Function, module.functions[id].name.clone()),
        Kind::Library(name) => plain(What::Library, name.to_owned()),
    }
}

fn local(function: &Function, alloca: ValueId, plain: impl Fn(What, String) -> Object) -> Object {
    // Numbers and `.addr` behind a dot make names unique.
    let name = function.name_of(alloca).unwrap_or_default();
    let name = name.split('.').next().unwrap_or_default();
    let is_fixed = matches!(
        function.op(alloca),
        Some(Op::Alloca {
            bytes: Some(_),
            fixed: true,
            ..
        })
    );
    let what = match is_fixed {
        true => What::Stack,
        false => What::Dynamic,
    };
    let own = function.location.as_ref();
    let file = own.map_or(String::new(), |own| own.file.to_string());
    let line = line_of(function, alloca);
    Object {
        function: own.map_or(function.name.clone(), |own| own.function.to_string()),
        declared: (line != 0).then_some(Declared { file, line }),
        ..plain(what, name.to_owned())
    }
}

/// The line of a variable's declaration, as far as the marks of its scope say; 0 is unknown.
fn line_of(function: &Function, alloca: ValueId) -> u32 {
    let file = function.location.as_ref().map(|own| &own.file);
    let blocks = function
        .blocks
        .iter()
        .flat_map(|(_, block)| &block.instructions);
    let marks = blocks.filter(|id| {
        let op = function.op(**id);
        matches!(op, Some(Op::ScopeBegin(object) | Op::ScopeEnd(object)) if *object == alloca)
    });
    let known = marks.filter_map(|mark| function.location_of(*mark));
    let own = known.filter(|location| Some(&location.file) == file && location.line != 0);
    own.map(|location| location.line).min().unwrap_or(0)
}

/// Where a global variable is declared: debug information has the line, and one source alone has the name there.
fn declared(program: &Program, name: &str, line: u32) -> Option<Declared> {
    let mut fitting = program
        .sources
        .iter()
        .filter(|source| line != 0 && snippet::has_word(source, line, name));
    let file = fitting.next()?.to_string_lossy().into_owned();
    match fitting.next() {
        None => Some(Declared { file, line }),
        Some(_) => None,
    }
}
