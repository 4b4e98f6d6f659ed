//! AddressSanitizer's format, line for line as LLVM 19 prints it, for the tools that read such reports.

use super::callee::{self, Callee};
use super::creators::Told;
use super::facts::Facts;
use super::finding::Finding;
use super::frames::{FileLine, Frame, Tracer};
use super::out::{Bytes, Out, Style, Text};
use super::place::{self, Distance, Place, What};
use super::{frame_format, names, picture, summary, title};
use crate::heap::{header::State, large::Found};
use crate::platform;
use crate::stack::depot;
use core::ffi::c_char;
use core::fmt::{self, Write};
use core::ops::Range;
use sanecc_abi::frame;
use sanecc_abi::site::ObjectKind;

/// An address as C's `%p` of the sanitizers has it: twelve digits.
pub struct Pointer(pub usize);

impl fmt::Display for Pointer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#014x}", self.0)
    }
}

/// Prints a report.
pub fn print(facts: &Facts<'_>, tracer: &mut Tracer<'_>) {
    let mut out = Out::report();
    let is_fault = matches!(facts.finding, Finding::Fault { .. });
    if is_fault {
        let _ = writeln!(out, "AddressSanitizer:DEADLYSIGNAL");
    }
    let _ = writeln!(out, "{:=<65}", "");
    print_title(&mut out, facts);
    print_access(&mut out, facts);
    out.flush();
    let show = &mut |frame: &Frame<'_>| print_frame(&mut out, frame);
    let top = match Callee::of(&facts.finding) {
        Some(callee) => callee.frames(tracer, &facts.frames, facts.finding.site(), show),
        None => tracer.frames(&facts.frames, facts.is_exact, facts.finding.site(), show),
    };
    let _ = writeln!(out);
    out.flush();
    print_object(&mut out, tracer, facts);
    print_known_object(&mut out, tracer, facts);
    let mut told = Told::default();
    told.print_places(&mut out, tracer, facts);
    if is_fault && facts.place.is_none() {
        let _ = writeln!(out, "AddressSanitizer can not provide additional info.");
    }
    if let Finding::Refused(refusal) = &facts.finding
        && refusal.may_fail()
    {
        print_hint(&mut out, facts, "allocator_may_return_null=1");
    }
    out.flush();
    summary::print("AddressSanitizer", facts, &top);
    if facts.finding.access().is_some() {
        picture::print(&mut out, facts.address(), &picture::ASAN);
    }
    match facts.finding {
        Finding::Mismatch { .. } => {
            print_hint(&mut out, facts, "ASAN_OPTIONS=alloc_dealloc_mismatch=0");
        }
        Finding::SizeMismatch { .. } => {
            print_hint(&mut out, facts, "ASAN_OPTIONS=new_delete_type_mismatch=0");
        }
        _ => {}
    }
    // At the latest.
    told.print(&mut out, tracer, facts.thread);
}

fn print_hint(out: &mut Out, facts: &Facts<'_>, setting: &str) {
    let _ = writeln!(
        out,
        "=={}==HINT: if you don't care about these errors you may set {setting}",
        facts.process
    );
}

fn print_title(out: &mut Out, facts: &Facts<'_>) {
    let (kind, thread) = (facts.kind, facts.thread);
    let address = Pointer(facts.address());
    let pc = Pointer(facts.registers.pc);
    let (bp, sp) = (Pointer(facts.registers.rbp), Pointer(facts.registers.sp));
    out.style(Style::Error);
    let _ = write!(out, "=={}==ERROR: AddressSanitizer: ", facts.process);
    let _ = match &facts.finding {
        Finding::Access { .. }
        | Finding::Object { .. }
        | Finding::Library { .. }
        | Finding::CorruptedHeader { .. } => {
            write!(
                out,
                "{kind} on address {address} at pc {pc} bp {bp} sp {sp}"
            )
        }
        Finding::DoubleFree { .. } => {
            write!(
                out,
                "attempting double-free on {address} in thread T{thread}:"
            )
        }
        Finding::BadFree { .. } => write!(
            out,
            "attempting free on address which was not malloc()-ed: {address} in thread T{thread}"
        ),
        Finding::Overlap { first, second, .. } => write!(
            out,
            "{kind}: memory ranges [{},{}) and [{}, {}) overlap",
            Pointer(first.0),
            Pointer(first.0 + first.1),
            Pointer(second.0),
            Pointer(second.0 + second.1)
        ),
        Finding::NegativeSize { size, .. } => write!(out, "{kind}: (size={size})"),
        Finding::Mismatch {
            allocated, freed, ..
        } => write!(
            out,
            "{kind} ({} vs {}) on {address}",
            title::allocator(*allocated),
            title::deallocator(*freed)
        ),
        Finding::SizeOfNoBlock { .. } => write!(
            out,
            "attempting to call malloc_usable_size() for pointer which is not owned: {address}"
        ),
        Finding::SizeMismatch {
            allocated, freed, ..
        } => write!(
            out,
            "{kind} on {address} in thread T{thread}:\n  object passed to delete has wrong type:\n  size of the allocated type:   {allocated} bytes;\n  size of the deallocated type: {freed} bytes."
        ),
        Finding::BadContainer { function, told } => {
            let _ = write!(out, "bad parameters to {}:", Text(function.as_ptr()));
            told.iter().try_for_each(|(name, address)| {
                write!(out, "\n      {name:<7} : {}", Pointer(*address))
            })
        }
        Finding::Refused(refusal) => write!(out, "{refusal} (thread T{thread})"),
        Finding::Fault { fault, .. } => {
            let known = fault.address.map(Pointer);
            let on = if matches!(kind, "stack-overflow" | "heap-use-after-free") {
                "address"
            } else {
                "unknown address"
            };
            let _ = write!(out, "{kind} on {on}");
            let _ = known.map_or(Ok(()), |address| write!(out, " {address}"));
            write!(out, " (pc {pc} bp {bp} sp {sp} T{thread})")
        }
    };
    out.end_styled_line();
}

fn print_access(out: &mut Out, facts: &Facts<'_>) {
    if let Some(access) = facts.finding.access() {
        out.style(Style::Access);
        let _ = write!(
            out,
            "{} of size {} at {} thread T{}",
            access.direction(),
            access.length,
            Pointer(facts.address()),
            facts.thread
        );
        out.end_styled_line();
    } else if let Finding::Fault { fault, .. } = &facts.finding
        && matches!(facts.kind, "SEGV" | "BUS" | "heap-use-after-free")
    {
        print_fault(out, facts.process, fault);
    }
}

fn print_fault(out: &mut Out, process: u32, fault: &platform::Fault) {
    // A processor that refuses an address as such does not say what for; AddressSanitizer then takes it for reading.
    let refused = fault.address.is_none() && !fault.is_sent;
    if let Some(is_write) = fault.is_write.or(refused.then_some(false)) {
        let _ = writeln!(
            out,
            "=={process}==The signal is caused by a {} memory access.",
            if is_write { "WRITE" } else { "READ" }
        );
    }
    let _ = match fault.address {
        Some(address) if address < platform::PAGE => {
            writeln!(out, "=={process}==Hint: address points to the zero page.")
        }
        None if !fault.is_sent => writeln!(
            out,
            "=={process}==Hint: this fault was caused by a dereference of a high value address (see register values below).  Disassemble the provided pc to learn which register was used."
        ),
        Some(_) | None => Ok(()),
    };
}

/// Prints a frame as `stack_trace_format=DEFAULT` of the sanitizers does.
pub fn print_frame(out: &mut Out, frame: &Frame<'_>) {
    if frame_format::print_chosen(out, frame) {
        return;
    }
    let _ = write!(out, "    #{} {}", frame.number, Pointer(frame.call));
    if let Some(name) = frame.function() {
        let _ = write!(out, " in {}", Bytes(name));
    }
    let _ = write!(out, " ");
    let _ = frame_format::place(out, frame);
    let _ = writeln!(out);
}

fn print_object(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>) {
    for place in [&facts.place, &facts.other_place].into_iter().flatten() {
        let end = match facts.finding {
            // AddressSanitizer counts all bytes that the function touches from the first bad one.
            Finding::Library { bad, length, .. } => bad.saturating_add(length),
            _ => facts
                .finding
                .access()
                .map_or(place.address + 1, |access| access.end()),
        };
        print_place(out, tracer, place, end, facts);
    }
}

/// Prints what is known of a place.
pub fn print_place(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    place: &Place,
    access_end: usize,
    facts: &Facts<'_>,
) {
    let address = place.address;
    let shown = Pointer(address);
    out.style(Style::Place);
    match place.what {
        What::Block(ref found) => {
            // Of a block that the compiler knew, the place is its start, whatever else lies at the address.
            let is_known = matches!(facts.finding, Finding::Object { .. });
            let told = if is_known { facts.address() } else { address };
            print_block(out, tracer, told, found);
        }
        What::Global(global) => {
            let (start, size) = (global.address as usize, global.size as usize);
            let distance = Distance {
                address,
                start,
                size,
            };
            let _ = write!(out, "{shown} is located {distance} global variable");
            let source = global.file.get().map(|file| (file, global.line));
            print_name_and_source(out, global.name.get(), source);
            let _ = write!(out, " ({}) of size {size}", Pointer(start));
            out.end_styled_line();
        }
        What::Frame {
            thread,
            block,
            frame,
        } => {
            let source = Source {
                function: frame.function.get(),
                file: frame.file.get(),
                line: frame.line,
            };
            let offset = address - block;
            print_frame_place(out, tracer, shown, thread, offset, &source, facts);
            let meant = place::meant(frame, offset).map(|object| object.offset);
            let _ = writeln!(out, "  This frame has {} object(s):", frame.objects);
            for object in place::objects(frame) {
                let is_meant = meant == Some(object.offset);
                print_stack_object(out, object, offset, access_end - block, is_meant);
            }
            print_stack_hint(out);
        }
        What::Stack(thread) => {
            let _ = write!(
                out,
                "Address {shown} is located in stack of thread T{thread}"
            );
            out.end_styled_line();
        }
        What::Heap | What::Memory | What::Nothing => {
            let _ = write!(
                out,
                "Address {shown} is a wild pointer inside of access range of size {:#018x}.",
                access_end.saturating_sub(address)
            );
            out.end_styled_line();
        }
    }
}

fn print_block(out: &mut Out, tracer: &mut Tracer<'_>, address: usize, found: &Found) {
    let (start, size) = (found.start, found.block.size);
    let distance = Distance {
        address,
        start,
        size,
    };
    let _ = write!(
        out,
        "{} is located {distance} {size}-byte region [{},{})",
        Pointer(address),
        Pointer(start),
        Pointer(start + size)
    );
    out.end_styled_line();
    let (allocated, freed) = found.traces;
    let family = found.block.family;
    let (allocation, release) = (callee::allocation(family), callee::release(family));
    if found.block.state != State::Allocated {
        print_trace(out, tracer, "freed", freed, release);
        print_trace(out, tracer, "previously allocated", allocated, allocation);
    } else {
        print_trace(out, tracer, "allocated", allocated, allocation);
    }
}

fn print_trace(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    what: &str,
    id: depot::Id,
    callee: Callee<'_>,
) {
    let Some(trace) = depot::get(id) else { return };
    out.style(Style::Allocation);
    let _ = write!(out, "{what} by thread T{} here:", trace.thread);
    out.end_styled_line();
    let show = &mut |frame: &Frame<'_>| print_frame(out, frame);
    callee.frames(tracer, trace.frames, None, show);
    let _ = writeln!(out);
}

/// Where a frame's function stands.
struct Source {
    function: Option<*const c_char>,
    file: Option<*const c_char>,
    line: u32,
}

fn print_frame_place(
    out: &mut Out,
    tracer: &mut Tracer<'_>,
    shown: Pointer,
    thread: u32,
    offset: usize,
    source: &Source,
    facts: &Facts<'_>,
) {
    let _ = write!(
        out,
        "Address {shown} is located in stack of thread T{thread} at offset {offset} in frame"
    );
    out.end_styled_line();
    // The frame's own code is somewhere in the trace, if it is still running.
    let own = source.function.map_or(&b""[..], super::out::bytes_of);
    let mut code = 0;
    tracer.frames(&facts.frames, facts.is_exact, None, &mut |frame| {
        let name = frame.place.function.unwrap_or_default();
        let is_own = name
            .strip_prefix(own)
            .is_some_and(|rest| own.is_empty() || rest.is_empty() || rest.starts_with(b"("));
        if code == 0 && is_own {
            code = frame.call;
        }
    });
    let _ = write!(out, "    #0 {} in {}", Pointer(code), Bytes(own));
    if let Some(file) = source.file {
        let _ = write!(out, " {}", Text(file));
        if source.line != 0 {
            let _ = write!(out, ":{}", source.line);
        }
    }
    let _ = writeln!(out, "\n");
}

fn print_stack_object(
    out: &mut Out,
    object: &frame::FrameObject,
    offset: usize,
    end: usize,
    is_meant: bool,
) {
    let _ = write!(
        out,
        "    [{}, {}) '{}'",
        object.offset,
        object.offset + object.size,
        Bytes(object.name.get().map_or(b"", super::out::bytes_of))
    );
    if object.line != 0 {
        let _ = write!(out, " (line {})", object.line);
    }
    if is_meant {
        out.style(Style::Place);
        let _ = write!(
            out,
            " <== Memory access at offset {offset} {} this variable",
            verb(place::extent(object), offset, end)
        );
        out.plain();
    }
    let _ = writeln!(out);
}

/// The verb as AddressSanitizer has it.
fn verb(object: Range<usize>, offset: usize, end: usize) -> &'static str {
    match place::verb(object, offset, end) {
        "is inside of" => "is inside",
        verb => verb,
    }
}

fn print_stack_hint(out: &mut Out) {
    let _ = writeln!(
        out,
        "HINT: this may be a false positive if your program uses some custom stack unwind mechanism, swapcontext or vfork\n      (longjmp and C++ exceptions *are* supported)"
    );
}

fn print_name_and_source(
    out: &mut Out,
    name: Option<*const c_char>,
    source: Option<(*const c_char, u32)>,
) {
    let _ = write!(out, " '{}'", Bytes(name.map_or(b"", super::out::bytes_of)));
    if let Some((file, line)) = source {
        let file = names::path(super::out::bytes_of(file));
        let _ = match line {
            0 => write!(out, " defined in '{file}'"),
            line => write!(out, " defined in '{file}:{line}'"),
        };
    }
}

/// An object that only the compiler knew: in a frame without redzones, or thread-local.
fn print_known_object(out: &mut Out, tracer: &mut Tracer<'_>, facts: &Facts<'_>) {
    let Finding::Object {
        start,
        length,
        object_start,
        object_size,
        site,
        object,
    } = &facts.finding
    else {
        return;
    };
    if facts.place.is_some() {
        return;
    }
    let address = facts.address();
    match object.kind() {
        ObjectKind::Stack => {
            // As if the object stood behind the left redzone of a frame of its own.
            const FIRST: usize = frame::LEFT_REDZONE;
            let at = |place: usize| (place + FIRST).wrapping_sub(*object_start);
            let source = Source {
                function: site.function.get(),
                file: site.file.get(),
                line: 0,
            };
            out.style(Style::Place);
            let shown = Pointer(address);
            print_frame_place(
                out,
                tracer,
                shown,
                facts.thread,
                at(address),
                &source,
                facts,
            );
            let _ = writeln!(out, "  This frame has 1 object(s):");
            let alone = FIRST..FIRST + object_size;
            let verb = verb(alone, at(address), at(start + length));
            let _ = writeln!(
                out,
                "    [{FIRST}, {}) '{}' <== Memory access at offset {} {verb} this variable",
                FIRST + object_size,
                Bytes(object.name.get().map_or(b"", super::out::bytes_of)),
                at(address) as isize,
            );
            print_stack_hint(out);
        }
        kind => {
            let distance = Distance {
                address,
                start: *object_start,
                size: *object_size,
            };
            out.style(Style::Place);
            let _ = write!(out, "{} is located {distance} ", Pointer(address));
            if kind == ObjectKind::Heap {
                let end = Pointer(object_start + object_size);
                let start = Pointer(*object_start);
                let _ = write!(out, "{object_size}-byte region [{start},{end})");
            } else {
                let _ = write!(out, "global variable");
                print_name_and_source(out, object.name.get(), None);
                let _ = write!(out, " ({}) of size {object_size}", Pointer(*object_start));
            }
            out.end_styled_line();
        }
    }
}

/// `file:line:column`, or the module and the offset in it.
pub fn source_or_module(out: &mut dyn Write, frame: &Frame<'_>) -> fmt::Result {
    if frame.place.line.is_some() {
        return write!(out, "{}", FileLine(&frame.place));
    }
    frame_format::module(out, frame)
}
