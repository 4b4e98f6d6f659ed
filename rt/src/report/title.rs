//! The first line of a report in the text format.

use super::facts::Facts;
use super::finding::Finding;
use super::global::Name;
use super::unsound::Unsound;
use crate::heap::Family;
use crate::output::{Bytes, Out, Style, Text};
use crate::thread::handles::{Ending, Over};
use core::fmt::{self, Write};
use sanecc_abi::call::{Words, words};
use sanecc_abi::kind::{Kind, Title};
use sanecc_abi::site::{Assumption, flags, readings};
use sanecc_abi::variadic::Judgement;

/// Prints the line.
pub fn print(out: &mut Out, facts: &Facts<'_>) {
    out.style(Style::Error);
    let _ = write!(out, "=={}==ERROR: sanecc: ", facts.process);
    if let Some(unsound) = Unsound::of(&facts.finding) {
        let _ = write!(out, "{unsound}: ");
    }
    let _ = write!(
        out,
        "{} at pc {:#x} (thread T{})",
        Message(facts),
        facts.registers.pc,
        facts.thread
    );
    out.end_styled_line();
}

/// What is wrong, in half a sentence.
pub struct Message<'a>(pub &'a Facts<'a>);

impl fmt::Display for Message<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (finding, kind) = (&self.0.finding, self.0.kind);
        let address = finding.address();
        match finding {
            Finding::Access { .. } | Finding::Object { .. } | Finding::Library { .. } => {
                write!(f, "{kind} on address {address:#x}")
            }
            Finding::Overlap { first, second, .. } => write!(
                f,
                "{kind}: memory ranges [{:#x},{:#x}) and [{:#x},{:#x}) overlap",
                first.0,
                first.0 + first.1,
                second.0,
                second.0 + second.1
            ),
            Finding::NegativeSize { size, .. } => write!(f, "{kind}: (size={size})"),
            Finding::InvalidJoin { over, .. } => {
                write!(f, "{kind}: joining {} thread {address:#x}", Joined(over))
            }
            Finding::DoubleFree { .. } => {
                write!(f, "attempting double-free on address {address:#x}")
            }
            Finding::BadFree { .. } if kind == Kind::UninitializedPointer => {
                write!(f, "{kind}: attempting free on address {address:#x}")
            }
            Finding::BadFree { .. } => write!(
                f,
                "attempting free on address which was not malloc()-ed: {address:#x} (bad-free)"
            ),
            Finding::CorruptedHeader { .. } => write!(
                f,
                "{kind} on address {address:#x}: the 16 bytes before this chunk were overwritten by code without checks, found"
            ),
            Finding::Mismatch {
                allocated, freed, ..
            } => write!(
                f,
                "{kind} ({} vs {}) on address {address:#x}",
                allocator(*allocated),
                deallocator(*freed)
            ),
            Finding::SizeOfNoChunk { function, .. } => write!(
                f,
                "attempting to call {}() for pointer which is not owned: {address:#x} ({kind})",
                Bytes(function.to_bytes())
            ),
            Finding::Pair { pair: [a, b], site } => {
                let what = match site.flags & flags::DIFFERENCE {
                    0 => "compared",
                    _ => "subtracted",
                };
                write!(
                    f,
                    "{kind}: {a:#x} and {b:#x} are {what} and do not point into one object,"
                )
            }
            Finding::Assumption {
                compared,
                assumption,
            } => write!(f, "{kind}: {},", Broken(*compared, assumption)),
            Finding::Call { own, signature, .. } => {
                write!(f, "{kind} of {address:#x}: {},", Confused(*own, signature))
            }
            Finding::Variadic {
                judgement, wanted, ..
            } => write!(f, "{kind}: {},", Unfit(*judgement, wanted)),
            Finding::TypeMismatch {
                size,
                align,
                deleted,
                ..
            } => {
                write!(f, "{kind} on address {address:#x}: a chunk of {size} bytes")?;
                if deleted.align != *align {
                    write!(f, ", {},", Aligned(*align))?;
                }
                write!(f, " is deleted as one")?;
                if deleted.size != 0 {
                    write!(f, " of {}", deleted.size)?;
                }
                if deleted.align != *align {
                    write!(f, ", {}", Aligned(deleted.align))?;
                }
                write!(f, ",")
            }
            Finding::BadContainer { function, told } => {
                write!(
                    f,
                    "{kind}: bad parameters to {}:",
                    Bytes(function.to_bytes())
                )?;
                told.iter()
                    .try_for_each(|(name, address)| write!(f, " {name} {address:#x}"))
            }
            Finding::TwoDefinitions { new, .. } => write!(
                f,
                "{kind}: two definitions of the global '{}' at address {address:#x}, the second of them registered",
                Name(new)
            ),
            Finding::Refused(refusal) => write!(f, "{kind}: {refusal},"),
            Finding::Fault { fault, .. } => match kind.descriptor().title {
                Title::Checked | Title::StackFault => write!(f, "{kind} on address {address:#x}"),
                Title::Access | Title::Signal | Title::Own => {
                    write!(f, "{kind} on unknown address")?;
                    fault
                        .address
                        .map_or(Ok(()), |address| write!(f, " {address:#x}"))
                }
            },
        }
    }
}

/// What a thread is that cannot be joined.
pub struct Joined<'a>(pub &'a Over);

impl fmt::Display for Joined<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0.ending {
            Some(Ending::Join) => "already joined",
            Some(Ending::Detach) => "detached",
            None => "unknown",
        })
    }
}

/// An alignment that was asked for, in bytes; 0 for none.
struct Aligned(usize);

impl fmt::Display for Aligned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => write!(f, "default-aligned"),
            bytes => write!(f, "aligned to {bytes}"),
        }
    }
}

/// Who allocates for a family.
pub fn allocator(family: Family) -> &'static str {
    match family {
        Family::Malloc => "malloc",
        Family::New => "operator new",
        Family::NewArray => "operator new []",
    }
}

/// Who gives back what a family allocated.
pub fn deallocator(family: Family) -> &'static str {
    match family {
        Family::Malloc => "free",
        Family::New => "operator delete",
        Family::NewArray => "operator delete []",
    }
}

/// The type of a function, if it is one, and that of a call of it.
pub struct Confused<'a>(pub Option<&'a [u8]>, pub &'a [u8]);

impl fmt::Display for Confused<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let call = Words(self.1);
        match self.0 {
            Some(own) => write!(f, "'{}' is called as '{call}'", Words(own)),
            None => write!(f, "data is called as a function '{call}'"),
        }
    }
}

/// What is wrong with a read of a variable argument, and what is read.
pub struct Unfit<'a>(pub Judgement<'a>, pub &'a [u8]);

impl fmt::Display for Unfit<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Judgement::Fine => write!(f, "a variable argument")?,
            Judgement::Missing(0) => write!(f, "no variable argument was passed, and one")?,
            Judgement::Missing(1) => write!(f, "1 variable argument was passed, and another one")?,
            Judgement::Missing(count) => {
                write!(f, "{count} variable arguments were passed, and another one")?;
            }
            Judgement::Other(number, ty) => {
                write!(f, "variable argument {number} is '{}' and", Single(ty))?;
            }
        }
        write!(f, " is read as '{}'", Single(self.1))
    }
}

/// A type.
struct Single<'a>(&'a [u8]);

impl fmt::Display for Single<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Single(ty) = *self;
        // What follows a type of several letters ends with `;`, and then says where it is read.
        let end = ty.iter().position(|byte| *byte == b';');
        words(f, &ty[..end.map_or(ty.len().min(1), |end| end + 1)])
    }
}

/// A condition that does not hold, with what it compares.
pub struct Broken<'a>(pub [usize; 2], pub &'a Assumption);

impl fmt::Display for Broken<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Broken([left, right], assumption) = *self;
        let Some(relation) = assumption.relation.get() else {
            return write!(f, "the program assumes a condition that does not hold");
        };
        let relation = Text(relation);
        write!(f, "the program assumes ")?;
        match assumption.reading {
            readings::SIGNED => write!(f, "{} {relation} {}", left as isize, right as isize),
            readings::ADDRESS => write!(f, "{left:#x} {relation} {right:#x}"),
            _ => write!(f, "{left} {relation} {right}"),
        }?;
        write!(f, ", which does not hold")
    }
}
