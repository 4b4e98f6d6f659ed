//! What is said about an error, and how the program ends.
//!
//! Functions that report return where the program is to go on after errors (`halt_on_error=0`).

pub mod arena;
mod describe;
pub mod ending;
mod finding;
mod kind;
pub mod log;
mod module;
pub mod out;
mod picture;
pub mod seen;
mod symbolize;
mod trace;
pub mod turn;
mod unwind;

pub use finding::{CalledFrom, Finding};

use crate::heap::{self, Family};
use crate::platform::{self, Registers};
use crate::stack::Caller;
use crate::{shadow, thread};
use alloc::vec::Vec;
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, Ordering};
use module::Module;
use out::{Bytes, Out, Text};
use sanecc_abi::site::{self, ObjectKind};
use trace::{SiteLine, Top, Tracer};
use turn::Turn;

static SYMBOLIZE: AtomicBool = AtomicBool::new(true);

/// Whether stack traces name functions and lines.
pub fn set_symbolize(symbolize: bool) {
    SYMBOLIZE.store(symbolize, Ordering::Relaxed);
}

/// Reports an error that an entry point found on behalf of its caller. Returns if the program is to go on, which
/// must then be in a sane state.
#[cold]
#[inline(never)]
pub fn from_caller(finding: Finding<'_>, caller: Caller) {
    report(
        finding,
        caller,
        true,
        |modules| frames_from(modules, caller),
        false,
    );
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
    let returns = ending::check_returns(&finding);
    at_registers(finding, registers, returns);
}

fn at_registers(finding: Finding<'_>, registers: &Registers, may_return: bool) {
    let caller = Caller {
        pc: registers.pc,
        frame: registers.rbp,
    };
    let is_exact = matches!(finding, Finding::Fault { .. });
    let frames = |modules: &[Module]| unwind::frames(modules, registers, !is_exact);
    report(finding, caller, may_return, frames, is_exact);
}

/// Reports an error, once where the program goes on.
fn report(
    finding: Finding<'_>,
    caller: Caller,
    may_return: bool,
    frames: impl FnOnce(&[Module]) -> Vec<usize>,
    is_exact: bool,
) {
    let goes_on = may_return && ending::may_go_on(&finding);
    if goes_on && !seen::is_new(seen::Key::of(&finding, caller)) {
        return;
    }
    let turn = Turn::take();
    {
        let modules = module::all();
        let frames = frames(&modules);
        print(finding, caller.pc, &modules, &frames, is_exact);
    }
    if !goes_on {
        let _ = writeln!(Out::report(), "=={}==ABORTING", platform::process_id());
        ending::end()
    }
    drop(turn);
}

/// Prints the stack of a caller; the program goes on.
pub fn print_stack(registers: &Registers) {
    let _turn = Turn::share();
    let modules = module::all();
    let frames = unwind::frames(&modules, registers, true);
    let mut out = Out::report();
    Tracer::new(&modules, SYMBOLIZE.load(Ordering::Relaxed)).print(&mut out, &frames, false, None);
}

/// Prints what is known of an address; the program goes on.
pub fn print_description(address: usize) {
    let _turn = Turn::share();
    let modules = module::all();
    let mut tracer = Tracer::new(&modules, SYMBOLIZE.load(Ordering::Relaxed));
    describe::print(&mut Out::report(), &mut tracer, address, address + 1);
}

/// The stack from a caller on: the runtime's own frames are unwound and left out.
#[inline(never)]
fn frames_from(modules: &[Module], caller: Caller) -> Vec<usize> {
    let frames = unwind::frames(modules, &platform::registers_here(), true);
    match frames.iter().position(|pc| *pc == caller.pc) {
        Some(own) => frames[own..].to_vec(),
        None => unwind::frames(
            modules,
            &Registers {
                pc: caller.pc,
                rbp: caller.frame,
                ..Registers::default()
            },
            true,
        ),
    }
}

fn print(finding: Finding<'_>, pc: usize, modules: &[Module], frames: &[usize], is_exact: bool) {
    let mut out = Out::report();
    let kind = kind::of(&finding);
    print_title(&mut out, kind, &finding, pc);
    print_access(&mut out, &finding);
    // What is known so far is shown even if reading debug information fails.
    out.flush();
    let mut tracer = Tracer::new(modules, SYMBOLIZE.load(Ordering::Relaxed));
    let top = tracer.print(&mut out, frames, is_exact, finding.site());
    out.flush();
    print_object(&mut out, &mut tracer, &finding);
    out.flush();
    print_summary(&mut out, kind, &finding, &top);
}

fn print_title(out: &mut Out, kind: &str, finding: &Finding<'_>, pc: usize) {
    let (process, thread) = (platform::process_id(), thread::current().number());
    let address = finding.address();
    let _ = write!(out, "=={process}==ERROR: sanecc: ");
    let _ = match finding {
        Finding::Access { .. } | Finding::Object { .. } | Finding::Library { .. } => {
            write!(out, "{kind} on address {address:#x}")
        }
        Finding::Overlap { first, second, .. } => write!(
            out,
            "{kind}: memory ranges [{:#x},{:#x}) and [{:#x},{:#x}) overlap",
            first.0,
            first.0 + first.1,
            second.0,
            second.0 + second.1
        ),
        Finding::NegativeSize { size, .. } => write!(out, "{kind}: (size={size})"),
        Finding::DoubleFree { .. } => write!(out, "attempting double-free on address {address:#x}"),
        Finding::BadFree { .. } => {
            write!(
                out,
                "attempting free on address which was not malloc()-ed: {address:#x} (bad-free)"
            )
        }
        Finding::CorruptedHeader { .. } => {
            write!(
                out,
                "{kind} on address {address:#x}: the 16 bytes before this block were overwritten by code without checks, found"
            )
        }
        Finding::Mismatch {
            allocated, freed, ..
        } => {
            write!(
                out,
                "{kind} ({} vs {}) on address {address:#x}",
                allocator(*allocated),
                deallocator(*freed)
            )
        }
        Finding::SizeOfNoBlock { .. } => {
            write!(
                out,
                "attempting to call malloc_usable_size() for pointer which is not owned: {address:#x} ({kind})"
            )
        }
        Finding::OutOfMemory { size } if *size > heap::max_size() => {
            write!(
                out,
                "{kind}: requested allocation size {size:#x} exceeds the maximum of {:#x},",
                heap::max_size()
            )
        }
        Finding::OutOfMemory { size } => write!(out, "{kind}: no memory for {size:#x} bytes,"),
        Finding::Fault { fault, .. } => match kind {
            "SEGV" | "BUS" if fault.address.is_none() => write!(out, "{kind} on unknown address"),
            "SEGV" | "BUS" => write!(out, "{kind} on unknown address {address:#x}"),
            _ => write!(out, "{kind} on address {address:#x}"),
        },
    };
    let _ = writeln!(out, " at pc {pc:#x} (thread T{thread})");
}

fn allocator(family: Family) -> &'static str {
    match family {
        Family::Malloc => "malloc",
        Family::New => "operator new",
        Family::NewArray => "operator new []",
    }
}

fn deallocator(family: Family) -> &'static str {
    match family {
        Family::Malloc => "free",
        Family::New => "operator delete",
        Family::NewArray => "operator delete []",
    }
}

/// The line about the access: direction, size, and where it stands.
fn print_access(out: &mut Out, finding: &Finding<'_>) {
    match finding {
        Finding::Access {
            start,
            length,
            site,
            ..
        }
        | Finding::Object {
            start,
            length,
            site,
            ..
        } => {
            let direction = if site.flags & site::flags::WRITE != 0 {
                "WRITE"
            } else {
                "READ"
            };
            let _ = write!(out, "{direction} of size {length} at {start:#x}");
            if let Some(function) = site.function.get() {
                let _ = write!(out, " in {}", Text(function));
            }
            if site.line != 0 || site.file.get().is_some() {
                let _ = write!(out, " {}", SiteLine(site));
            }
            print_good_part(out, *start, finding.address());
        }
        Finding::Library {
            start,
            length,
            is_write,
            call,
            ..
        } => {
            let direction = if *is_write { "WRITE" } else { "READ" };
            let _ = write!(out, "{direction} of size {length} at {start:#x}");
            print_call(out, call);
            print_good_part(out, *start, finding.address());
        }
        Finding::Overlap { call, .. } | Finding::NegativeSize { call, .. } => {
            let _ = write!(out, "error");
            print_call(out, call);
            let _ = writeln!(out);
        }
        Finding::Fault { fault, .. } => print_fault(out, fault),
        Finding::DoubleFree { .. }
        | Finding::BadFree { .. }
        | Finding::CorruptedHeader { .. }
        | Finding::Mismatch { .. }
        | Finding::SizeOfNoBlock { .. }
        | Finding::OutOfMemory { .. } => {}
    }
}

/// In which library function, and who called it.
fn print_call(out: &mut Out, call: &CalledFrom<'_>) {
    let _ = write!(out, " in {}", Text(call.function.as_ptr()));
    if let Some(function) = call.site.function.get() {
        let _ = write!(out, " called from {}", Text(function));
    }
    if call.site.line != 0 || call.site.file.get().is_some() {
        let _ = write!(out, " {}", SiteLine(call.site));
    }
}

fn print_good_part(out: &mut Out, start: usize, bad: usize) {
    if bad > start {
        let _ = write!(out, ", of which the first {} bytes are good", bad - start);
    }
    let _ = writeln!(out);
}

fn print_fault(out: &mut Out, fault: &platform::Fault) {
    let Registers { pc, sp, rbp, .. } = fault.registers;
    let _ = writeln!(out, "pc {pc:#x} sp {sp:#x} bp {rbp:#x}");
    if let Some(is_write) = fault.is_write {
        let _ = writeln!(
            out,
            "The signal is caused by a {} memory access.",
            if is_write { "WRITE" } else { "READ" }
        );
    }
    let _ = match fault.address {
        None if fault.is_sent => writeln!(
            out,
            "Hint: the signal was sent by kill(), raise() or the like."
        ),
        None => writeln!(
            out,
            "Hint: the address is not one that this processor has (see the registers): a wild pointer."
        ),
        Some(address) if address < platform::PAGE => {
            writeln!(
                out,
                "Hint: address points to the zero page: a null pointer{}.",
                if address == 0 { "" } else { " plus an offset" }
            )
        }
        Some(address) if address == pc => writeln!(
            out,
            "Hint: the program jumped there: a wild function pointer."
        ),
        Some(address) => match shadow::map::address_of_shadow(address) {
            Some(meant) => writeln!(
                out,
                "Hint: this is the shadow of {meant:#x}, whose access was being checked: a wild pointer."
            ),
            None => Ok(()),
        },
    };
}

/// What lies at the address, and the shadow there.
fn print_object(out: &mut Out, tracer: &mut Tracer<'_>, finding: &Finding<'_>) {
    let address = finding.address();
    match finding {
        Finding::Access { start, length, .. } | Finding::Library { start, length, .. } => {
            describe::print(out, tracer, address, start.saturating_add(*length));
            picture::print(out, address);
        }
        Finding::Overlap { first, second, .. } => {
            for (start, _) in [first, second] {
                describe::print(out, tracer, *start, start + 1);
            }
        }
        Finding::Object {
            start,
            length,
            object_start,
            object_size,
            object,
            ..
        } => {
            print_known_object(out, object, address, *object_start, *object_size);
            // What more there is to say of the place, beyond the object that was meant.
            let place = match object.kind {
                kind if kind == ObjectKind::ThreadLocal as u8 => None,
                kind if kind == ObjectKind::Heap as u8 => Some(*object_start),
                // An object whose every access is compared with its bounds needs no redzone, so no frame knows it.
                kind if kind == ObjectKind::Stack as u8 => {
                    Some(address).filter(|address| describe::is_in_frame(*address))
                }
                _ => Some(address),
            };
            if let Some(place) = place {
                describe::print(out, tracer, place, start + length);
            }
            picture::print(out, address);
        }
        Finding::Fault { fault, .. } => {
            if fault
                .address
                .is_some_and(|address| heap::nearest(address).is_some())
            {
                describe::print(out, tracer, address, address + 1);
            }
        }
        Finding::DoubleFree { .. }
        | Finding::BadFree { .. }
        | Finding::CorruptedHeader { .. }
        | Finding::Mismatch { .. }
        | Finding::NegativeSize { .. }
        | Finding::SizeOfNoBlock { .. } => {
            describe::print(out, tracer, address, address + 1);
            if matches!(finding, Finding::Mismatch { .. }) {
                let _ = writeln!(
                    out,
                    "HINT: alloc_dealloc_mismatch=0 in SANECC_OPTIONS turns this check off"
                );
            }
        }
        Finding::OutOfMemory { .. } => {
            let _ = writeln!(
                out,
                "HINT: allocator_may_return_null=1 in SANECC_OPTIONS lets the request fail instead"
            );
        }
    }
}

fn print_known_object(
    out: &mut Out,
    object: &site::Object,
    address: usize,
    start: usize,
    size: usize,
) {
    let what = [
        ObjectKind::Stack,
        ObjectKind::Global,
        ObjectKind::ThreadLocal,
        ObjectKind::Heap,
    ];
    let what = match what.into_iter().find(|kind| *kind as u8 == object.kind) {
        Some(ObjectKind::Stack) => "local variable",
        Some(ObjectKind::Global) => "global variable",
        Some(ObjectKind::ThreadLocal) => "thread-local variable",
        Some(ObjectKind::Heap) | None => "heap block",
    };
    let _ = write!(
        out,
        "{address:#x} is {} {what}",
        describe::Distance {
            address,
            start,
            size
        }
    );
    if let Some(name) = object.name.get() {
        let _ = write!(out, " '{}'", Text(name));
    }
    let _ = writeln!(out, " [{start:#x},{:#x}) of size {size}", start + size);
}

fn print_summary(out: &mut Out, kind: &str, finding: &Finding<'_>, top: &Top) {
    let _ = write!(out, "SUMMARY: sanecc: {kind}");
    match finding.site().filter(|site| site.line != 0) {
        Some(site) => {
            let _ = write!(out, " {}", SiteLine(site));
            if let Some(function) = site.function.get() {
                let _ = write!(out, " in {}", Text(function));
            }
        }
        None => {
            if !top.place.is_empty() {
                let _ = write!(out, " {}", Bytes(&top.place));
            }
            if !top.function.is_empty() {
                let _ = write!(out, " in {}", Bytes(&top.function));
            }
        }
    }
    let _ = writeln!(out);
}
