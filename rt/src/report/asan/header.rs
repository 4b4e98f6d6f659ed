//! The first lines: what is wrong, with the registers, and what was accessed.

use super::{Pointer, address};
use crate::output::{Out, Style, Text};
use crate::platform;
use crate::report::facts::Facts;
use crate::report::finding::Finding;
use crate::report::title;
use core::fmt::{self, Write};
use sanecc_abi::kind::Title;

/// Prints the line that names the error.
pub fn print_title(out: &mut Out, facts: &Facts<'_>) {
    let (kind, thread) = (facts.kind, facts.thread);
    let shown = Pointer(address(facts));
    let pc = Pointer(facts.registers.pc);
    let (bp, sp) = (Pointer(facts.registers.frame), Pointer(facts.registers.sp));
    out.style(Style::Error);
    let _ = write!(out, "=={}==ERROR: AddressSanitizer: ", facts.process);
    let _ = match &facts.finding {
        Finding::Access { .. }
        | Finding::Object { .. }
        | Finding::Library { .. }
        | Finding::CorruptedHeader { .. } => {
            write!(out, "{kind} on address {shown} at pc {pc} bp {bp} sp {sp}")
        }
        Finding::InvalidJoin { over, .. } => {
            write!(out, "Joining {} thread, aborting.", title::Joined(over))
        }
        Finding::DoubleFree { .. } => {
            write!(
                out,
                "attempting double-free on {shown} in thread T{thread}:"
            )
        }
        Finding::BadFree { .. } => write!(
            out,
            "attempting free on address which was not malloc()-ed: {shown} in thread T{thread}"
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
            "{kind} ({} vs {}) on {shown}",
            title::allocator(*allocated),
            title::deallocator(*freed)
        ),
        Finding::SizeOfNoChunk { function, .. } => write!(
            out,
            "attempting to call {}() for pointer which is not owned: {shown}",
            Text(function.as_ptr())
        ),
        Finding::Pair { pair: [a, b], .. } => {
            write!(out, "{kind}: {} {}", Pointer(*a), Pointer(*b))
        }
        Finding::Assumption {
            compared,
            assumption,
        } => write!(out, "{kind}: {}", title::Broken(*compared, assumption)),
        Finding::Call { own, signature, .. } => write!(
            out,
            "{kind} on {shown}: {}",
            title::Confused(*own, signature)
        ),
        Finding::Variadic {
            judgement, wanted, ..
        } => write!(out, "{kind}: {}", title::Unfit(*judgement, wanted)),
        Finding::TypeMismatch {
            size,
            align,
            deleted,
            ..
        } => {
            let _ = write!(
                out,
                "{kind} on {shown} in thread T{thread}:\n  object passed to delete has wrong type:"
            );
            let (told_size, told_align) = (deleted.size, deleted.align);
            if told_size != 0 {
                let _ = write!(
                    out,
                    "\n  size of the allocated type:   {size} bytes;\n  size of the deallocated type: {told_size} bytes."
                );
            }
            if told_align != *align {
                let _ = write!(
                    out,
                    "\n  alignment of the allocated type:   {};\n  alignment of the deallocated type: {}.",
                    Aligned(*align),
                    Aligned(told_align)
                );
            }
            Ok(())
        }
        Finding::BadContainer { function, told } => {
            let _ = write!(out, "bad parameters to {}:", Text(function.as_ptr()));
            told.iter().try_for_each(|(name, address)| {
                write!(out, "\n      {name:<7} : {}", Pointer(*address))
            })
        }
        Finding::TwoDefinitions { .. } => write!(out, "{kind} ({shown}):"),
        Finding::Refused(refusal) => write!(out, "{refusal} (thread T{thread})"),
        // Memory that the heap has taken away; AddressSanitizer's check would have found it.
        Finding::Fault { .. } if kind.descriptor().title == Title::Checked => {
            write!(out, "{kind} on address {shown} at pc {pc} bp {bp} sp {sp}")
        }
        Finding::Fault { fault, .. } => {
            let known = fault.address.map(Pointer);
            let on = match kind.descriptor().title {
                Title::StackFault => "address",
                Title::Access | Title::Signal | Title::Checked | Title::Own => "unknown address",
            };
            let _ = write!(out, "{kind} on {on}");
            let _ = known.map_or(Ok(()), |address| write!(out, " {address}"));
            write!(out, " (pc {pc} bp {bp} sp {sp} T{thread})")
        }
    };
    out.end_styled_line();
}

/// An alignment that was asked for, in bytes; 0 for none.
struct Aligned(usize);

impl fmt::Display for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "default-aligned"),
            bytes => write!(f, "{bytes} bytes"),
        }
    }
}

/// Prints what the access or the signal was.
pub fn print_access(out: &mut Out, facts: &Facts<'_>) {
    if let Some(access) = facts.finding.access() {
        out.style(Style::Access);
        let _ = write!(
            out,
            "{} of size {} at {} thread T{}",
            access.direction(),
            access.length,
            Pointer(address(facts)),
            facts.thread
        );
        out.end_styled_line();
    } else if let Finding::Fault { fault, .. } = &facts.finding
        && matches!(
            facts.kind.descriptor().title,
            Title::Access | Title::Checked
        )
    {
        print_fault(out, facts.process, fault);
    }
}

fn print_fault(out: &mut Out, process: u32, fault: &platform::Fault) {
    let pc = fault.registers.pc;
    if pc < platform::PAGE {
        let _ = writeln!(out, "=={process}==Hint: pc points to the zero page.");
    }
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
    let mut mapping = platform::NamedMapping::default();
    if platform::find_mapping(pc..pc + 1, &mut mapping) && mapping.name().get(2) != Some(&b'x') {
        let _ = writeln!(
            out,
            "=={process}==Hint: PC is at a non-executable region. Maybe a wild jump?"
        );
    }
}
