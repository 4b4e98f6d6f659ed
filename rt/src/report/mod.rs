//! What is said about an error, and how the program ends or goes on.
//!
//! A report is made in three steps: the [`Finding`] says what is wrong, [`facts`] adds what is known of it, and one of the formats
//! ([`text`], [`asan`], [`json`]) makes words of that. Functions that report return where the program is to go on
//! after errors (`halt_on_error=0`).

mod alternate_stack;
mod asan;
mod bounds;
pub mod breakpoint;
mod creators;
mod debug_file;
mod definitions;
mod describe;
mod dwarf;
mod dynamic_object;
mod facts;
mod fault;
mod finding;
mod fingerprint;
pub mod frame_format;
pub mod frames;
mod global;
mod help;
mod inflate;
mod joins;
mod json;
mod json_writer;
mod kind;
pub mod latest;
pub mod leaks;
mod library_code;
mod mapped;
mod maps;
pub(crate) mod module;
pub mod names;
mod place;
pub mod profile;
pub mod query;
mod refusal;
mod registers;
pub mod report_lock;
mod scariness;
pub mod seen;
pub mod settings;
mod shadow_dump;
mod short;
mod snippet;
mod source;
mod summary;
mod symbolize;
pub mod termination;
mod text;
mod title;
mod token;
mod trace;
mod types;
mod uninitialized;
pub mod unloaded;
mod unsound;
mod unwind;
mod variable;

pub use finding::{By, CalledFrom, Deleted, Finding, Origin};
pub use refusal::Refusal;

use crate::options::{Format, Options};
use crate::output::{Out, Text, copy};
use crate::platform::{self, Registers};
use crate::stack::Caller;
use crate::suppress;
use alloc::vec::Vec;
use core::ffi::c_char;
use core::fmt::Write;
use facts::Facts;
use frames::Tracer;
use module::Module;
use place::AddressDescription;
use report_lock::ReportLock;

/// Takes over the options.
pub fn set(options: &Options<'_>) {
    termination::set(options);
    seen::set_once(options.suppress_equal_pcs);
    settings::set(options);
    source::set(options.print_source, options.source_map.unwrap_or_default());
    names::set(
        options.demangle,
        options.strip_path_prefix.unwrap_or_default(),
    );
    frame_format::choose(
        options
            .stack_trace_format
            .filter(|format| *format != b"DEFAULT"),
    );
}

/// Reports an error that an entry point found on behalf of its caller. Returns if the program is to go on, which
/// must then be in a sane state.
#[cold]
#[inline(never)]
pub fn from_caller(finding: Finding<'_>, caller: Caller) {
    let registers = Registers {
        pc: caller.pc,
        frame: caller.frame,
        ..Registers::default()
    };
    let here = platform::registers_here();
    report(finding, &registers, true, |modules| {
        frames_from(modules, caller, &here)
    });
}

/// Reports an error that happened where the registers say. Returns as [`from_caller`] does.
#[cold]
#[inline(never)]
pub fn from_registers(finding: Finding<'_>, registers: &Registers) {
    at_registers(finding, registers, true);
}

/// Reports the error of a check in compiled code. Returns as [`from_caller`] does, if the check's code can go on.
#[cold]
#[inline(never)]
pub fn from_check(finding: Finding<'_>, registers: &Registers) {
    let returns = termination::check_returns(&finding);
    at_registers(finding, registers, returns);
}

fn at_registers(finding: Finding<'_>, registers: &Registers, may_return: bool) {
    let is_call = !matches!(finding, Finding::Fault { .. });
    report(finding, registers, may_return, |modules| {
        unwind::frames(modules, registers, is_call)
    });
}

/// Reports an error, once where the program goes on.
fn report(
    finding: Finding<'_>,
    registers: &Registers,
    may_return: bool,
    frames: impl FnOnce(&[Module]) -> Vec<usize>,
) {
    let goes_on = may_return && termination::may_go_on(&finding);
    let caller = Caller {
        pc: registers.pc,
        frame: registers.frame,
    };
    let may_be_left_out = may_return && termination::has_way(&finding) && suppress::error::may_be();
    if may_be_left_out && seen::is_suppressed(seen::Key::of(&finding, caller)) {
        return;
    }
    if goes_on && !seen::is_new(seen::Key::of(&finding, caller)) {
        return;
    }
    if !goes_on && platform::is_seccomp_unknown() {
        short::announce(&finding, registers.pc);
    }
    let lock = ReportLock::take();
    latest::set(&finding, registers);
    let (mut parts, mut is_suppressed) = (Some((finding, frames)), false);
    alternate_stack::run(&mut || {
        let Some((finding, frames)) = parts.take() else {
            return;
        };
        let modules = module::all();
        let frames = frames(&modules);
        if may_be_left_out
            && suppress::error::is(&finding, &mut Tracer::new(&modules, true), &frames)
        {
            is_suppressed = true;
            return seen::suppress(seen::Key::of(&finding, caller));
        }
        let facts = Facts::collect(finding, *registers, frames, goes_on);
        termination::say_error();
        copy::begin();
        print(&facts, &modules);
        copy::end();
    });
    if !is_suppressed {
        breakpoint::__sanecc_on_report();
    }
    if !goes_on && !is_suppressed {
        alternate_stack::run(&mut || termination::end())
    }
    latest::clear();
    drop(lock);
}

fn print(facts: &Facts<'_>, modules: &[Module]) {
    let tracer = &mut Tracer::new(modules, settings::symbolize());
    match settings::format() {
        Format::Json => return json::print(facts, tracer),
        Format::Text => text::print(facts, tracer),
        Format::Asan => asan::print(facts, tracer),
    }
    text::print_end(facts);
}

/// Prints the stack of a caller; the program goes on.
pub fn print_stack(registers: &Registers) {
    let _lock = ReportLock::share();
    alternate_stack::run(&mut || {
        let modules = module::all();
        let frames = unwind::frames(&modules, registers, true);
        let tracer = &mut Tracer::new(&modules, settings::symbolize());
        text::print_whole_stack(&mut Out::report(), tracer, &frames);
    });
}

/// The registers of the function that has called the C library, on whose behalf the runtime stands here; none where nobody knows.
pub fn caller_of_library(here: &Registers) -> Option<Registers> {
    let mut found = None;
    alternate_stack::run(&mut || found = unwind::caller_of_library(&module::all(), here));
    found
}

/// Prints a line of the program's.
pub fn print_line(text: *const c_char) {
    let _ = writeln!(Out::report(), "{}", Text(text));
}

/// Says that `delete[]` has asked a chunk for its number of elements that was freed: it is about to be freed again.
#[cold]
pub fn say_freed_array() {
    let tool = match settings::format() {
        Format::Json => return,
        Format::Text => "sanecc",
        Format::Asan => "AddressSanitizer",
    };
    let _ = writeln!(
        Out::report(),
        "=={}=={tool}: loaded array cookie from free-d memory; expect a double-free report",
        platform::process_id()
    );
}

/// Prints what is known of an address; the program goes on.
pub fn print_description(address: usize) {
    let _lock = ReportLock::share();
    let here = platform::registers_here();
    alternate_stack::run(&mut || describe_address(address, &here));
}

fn describe_address(address: usize, here: &Registers) {
    let modules = module::all();
    let tracer = &mut Tracer::new(&modules, settings::symbolize());
    let place = AddressDescription::of(address);
    let mut out = Out::report();
    if settings::format() != Format::Asan {
        return describe::print(&mut out, tracer, &place.what, address..address + 1, &[]);
    }
    let seen = asan::Seen {
        address,
        end: address + 1,
        frames: &unwind::frames(&modules, here, true),
        is_exact: false,
    };
    asan::print_place(&mut out, tracer, &place, &seen);
}

/// The stack from a caller on: the runtime's own frames, which begin `here`, are unwound and left out.
#[inline(never)]
fn frames_from(modules: &[Module], caller: Caller, here: &Registers) -> Vec<usize> {
    let frames = unwind::frames(modules, here, true);
    match frames.iter().position(|pc| *pc == caller.pc) {
        Some(own) => frames[own..].to_vec(),
        None => unwind::frames(
            modules,
            &Registers {
                pc: caller.pc,
                frame: caller.frame,
                ..Registers::default()
            },
            true,
        ),
    }
}

/// Hands over what looks up the names in stack traces.
pub fn with_names<R>(run: impl FnOnce(&mut Tracer<'_>) -> R) -> R {
    run(&mut Tracer::new(&module::all(), true))
}
