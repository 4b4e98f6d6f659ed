//! What a report says, in whichever format.

use super::advice;
use super::frames::{self, Frame};
use super::kinds;
use super::objects::{Member, Object};
use super::program::Program;
use super::threads::{self, Stack};
use sanecc_machine::Machine;
use sanecc_machine::concrete::Pointer;
use sanecc_machine::fault::{Access, Fault};

/// Bytes of the page at address zero, in which nothing lies.
pub const ZERO_PAGE: u64 = 4096;

/// An access that may not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Touch {
    /// Reads or writes.
    pub access: Access,
    /// Bytes.
    pub bytes: u64,
    /// The first bytes that may be accessed.
    pub addressable: u64,
}

/// All that a report says.
#[derive(Debug)]
pub struct Facts {
    /// The kind, as suppressions and tools know it.
    pub kind: &'static str,
    /// What the first line says behind the name of this tool.
    pub title: String,
    /// The address in question.
    pub address: Option<u64>,
    /// The access, if it is one.
    pub touch: Option<Touch>,
    /// The library function that did it.
    pub library: Option<&'static str>,
    /// The thread that did it.
    pub thread: u32,
    /// Calls that had not returned, the innermost first.
    pub frames: Vec<Frame>,
    /// Further stacks.
    pub stacks: Vec<Stack>,
    /// The object.
    pub object: Option<Object>,
    /// The array in it that was left.
    pub member: Option<Member>,
    /// Another address in question, and its object.
    pub other: Option<(u64, Option<Object>)>,
    /// More words about what happened.
    pub said: Option<String>,
    /// What is known in numbers.
    pub note: Option<String>,
    /// What usually is the cause.
    pub help: Option<&'static str>,
}

impl Facts {
    /// The facts of a step that ended a run.
    pub fn of(machine: &mut Machine<'_>, program: &Program, fault: &Fault) -> Facts {
        let frames = frames::of(&program.module, &machine.trace());
        let pointer = pointer_of(fault);
        // What a null pointer was made of, if of something, says nothing.
        let object = pointer.filter(|pointer| pointer.address >= ZERO_PAGE);
        let object = object.and_then(|pointer| {
            let id = match fault {
                // Addresses on the heap are those of one allocation for ever.
                Fault::Nowhere { .. } => machine.memory.ended_around(pointer.address)?,
                _ => machine.object_of(pointer),
            };
            Object::of(machine, program, id)
        });
        let thread = machine.threads.current().0;
        let stacks = threads::stacks(machine, program, fault, object.as_ref());
        // What clang's checks call is no function of the program.
        let library = machine
            .native()
            .filter(|name| !name.starts_with("__ubsan_"));
        let member = match fault {
            Fault::SubObject { pointer, .. } => Member::of(machine, program, pointer.object),
            _ => None,
        };
        let other = match fault {
            Fault::Pair { pointers, .. } => {
                let other = pointers[1];
                let id = machine.object_of(other);
                Some((other.address, Object::of(machine, program, id)))
            }
            _ => None,
        };
        let touch = touch_of(fault, object.as_ref(), member.as_ref());
        let address = pointer.map(|pointer| pointer.address);
        // Nobody had a pointer to it when it was forgotten: this one was made of a number.
        let is_forgotten = matches!(fault, Fault::Dead { .. } | Fault::Nowhere { .. })
            && object.is_none()
            && address.is_some_and(|address| machine.memory.is_forgotten(address));
        let kind = match is_forgotten {
            true => "heap-use-after-free",
            false => kinds::kind_of(fault, object.as_ref(), library),
        };
        Facts {
            kind,
            title: kinds::title(kind, fault, address),
            address,
            touch,
            library,
            said: match fault {
                Fault::OtherType { stored, read, .. } => {
                    let [stored, read] = [*stored, *read].map(|ty| machine.memory.types.name(ty));
                    Some(format!(
                        "It was stored as type '{stored}' and is read as type '{read}'."
                    ))
                }
                _ if is_forgotten => Some(
                    "The allocation that was here was freed when no pointer to it was left: where it was made is not known any more.".to_owned(),
                ),
                _ => kinds::said(kind, fault),
            },
            note: advice::note(fault, object.as_ref(), member.as_ref(), touch, library),
            help: advice::help(kind, fault, object.as_ref(), touch, library),
            thread,
            frames,
            stacks,
            object,
            member,
            other,
        }
    }
}

/// The address that a fault is about.
fn pointer_of(fault: &Fault) -> Option<Pointer> {
    match fault {
        Fault::OutOfBounds { pointer, .. }
        | Fault::SubObject { pointer, .. }
        | Fault::Dead { pointer, .. }
        | Fault::Nowhere { pointer, .. }
        | Fault::Constant { pointer, .. }
        | Fault::UninitializedMemory { pointer }
        | Fault::OtherType { pointer, .. }
        | Fault::BadFree { pointer }
        | Fault::NoFunction { pointer }
        | Fault::WrongSignature { pointer } => Some(*pointer),
        Fault::DestroyedLock { pointer }
        | Fault::Poisoned { pointer, .. }
        | Fault::BadArguments { pointer, .. }
        | Fault::Mismatch { pointer, .. }
        | Fault::WrongDelete { pointer, .. } => Some(*pointer),
        Fault::DoubleFree { object, pointer } => Some(Pointer {
            object: *object,
            ..*pointer
        }),
        Fault::Overlap { to, .. } => Some(*to),
        Fault::Pair { pointers, .. } => Some(pointers[0]),
        Fault::Uninitialized { .. }
        | Fault::Promise { .. }
        | Fault::DivisionByZero
        | Fault::DivisionOverflow
        | Fault::Unreachable
        | Fault::StackOverflow
        | Fault::DeadJump
        | Fault::InvalidJoin { .. }
        | Fault::PureCall
        | Fault::Deadlock => None,
    }
}

fn touch_of(fault: &Fault, object: Option<&Object>, member: Option<&Member>) -> Option<Touch> {
    let (access, pointer, bytes) = match *fault {
        Fault::OutOfBounds {
            access,
            pointer,
            bytes,
        }
        | Fault::SubObject {
            access,
            pointer,
            bytes,
        }
        | Fault::Dead {
            access,
            pointer,
            bytes,
        }
        | Fault::Nowhere {
            access,
            pointer,
            bytes,
        }
        | Fault::Poisoned {
            access,
            pointer,
            bytes,
            ..
        } => (access, pointer, bytes),
        Fault::Constant { pointer, bytes } => (Access::Write, pointer, bytes),
        Fault::OtherType { pointer, bytes, .. } => (Access::Read, pointer, bytes),
        _ => return None,
    };
    let range = match fault {
        Fault::OutOfBounds { .. } => object.map(|object| (object.start, object.size)),
        Fault::SubObject { .. } => member.map(|member| (member.start, member.size)),
        _ => None,
    };
    let addressable = range.map_or(0, |(start, size)| {
        let at = pointer.address.wrapping_sub(start);
        size.saturating_sub(at).min(bytes)
    });
    Some(Touch {
        access,
        bytes,
        addressable,
    })
}
