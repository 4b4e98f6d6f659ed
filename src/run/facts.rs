//! What a report says, in whichever format.

use super::frames::{self, Frame};
use super::objects::{Object, What};
use super::program::Program;
use super::threads::{self, Stack};
use sanecc_machine::Machine;
use sanecc_machine::concrete::Pointer;
use sanecc_machine::fault::{Access, Fault, Use};
use sanecc_machine::memory::{End, Poison};
use sanecc_machine::threads::Join;

/// Bytes of the page at address zero, in which nothing lies.
const ZERO_PAGE: u64 = 4096;
/// The greatest index that is told: numbers beyond it are no indices.
const LARGEST_INDEX: u64 = 1 << 32;

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
        let library = machine.native();
        let thread = machine.threads.current().0;
        let stacks = threads::stacks(machine, program, fault, object.as_ref());
        let touch = touch_of(fault, object.as_ref());
        let kind = kind_of(fault, object.as_ref(), library);
        let address = pointer.map(|pointer| pointer.address);
        Facts {
            kind,
            title: title(kind, fault, address),
            address,
            touch,
            library,
            said: said(kind, fault),
            note: note(fault, object.as_ref(), touch, library),
            help: help(kind, fault, object.as_ref(), touch, library),
            thread,
            frames,
            stacks,
            object,
        }
    }
}

/// The address that a fault is about.
fn pointer_of(fault: &Fault) -> Option<Pointer> {
    match fault {
        Fault::OutOfBounds { pointer, .. }
        | Fault::Dead { pointer, .. }
        | Fault::Nowhere { pointer, .. }
        | Fault::Constant { pointer, .. }
        | Fault::UninitializedMemory { pointer }
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
        Fault::Uninitialized { .. }
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

fn touch_of(fault: &Fault, object: Option<&Object>) -> Option<Touch> {
    let (access, pointer, bytes) = match *fault {
        Fault::OutOfBounds {
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
        _ => return None,
    };
    let mut addressable = 0;
    if let (Fault::OutOfBounds { .. }, Some(object)) = (fault, object) {
        let at = pointer.address.wrapping_sub(object.start);
        addressable = object.size.saturating_sub(at).min(bytes);
    }
    Some(Touch {
        access,
        bytes,
        addressable,
    })
}

fn kind_of(fault: &Fault, object: Option<&Object>, library: Option<&str>) -> &'static str {
    match fault {
        Fault::OutOfBounds { pointer, .. } | Fault::Dead { pointer, .. }
            if pointer.address < ZERO_PAGE =>
        {
            "SEGV"
        }
        Fault::OutOfBounds { bytes, .. } | Fault::Dead { bytes, .. } if is_negative(*bytes) => {
            "negative-size-param"
        }
        Fault::OutOfBounds { pointer, .. } => match object {
            Some(object) => match object.what {
                What::Heap => "heap-buffer-overflow",
                What::Stack if pointer.address < object.start => "stack-buffer-underflow",
                What::Stack | What::Arguments => "stack-buffer-overflow",
                What::Dynamic => "dynamic-stack-buffer-overflow",
                What::Global | What::Library => "global-buffer-overflow",
                What::Function => "SEGV",
            },
            None => "SEGV",
        },
        Fault::Nowhere { .. } if object.is_some() => "heap-use-after-free",
        Fault::Dead { .. } => match object.map(|object| (object.what, object.ended)) {
            Some((What::Heap, _)) => "heap-use-after-free",
            Some((_, Some(End::Scope))) => "stack-use-after-scope",
            _ => "stack-use-after-return",
        },
        Fault::Nowhere { .. } | Fault::Constant { .. } | Fault::NoFunction { .. } => "SEGV",
        Fault::Uninitialized { .. } | Fault::UninitializedMemory { .. } => {
            "use-of-uninitialized-value"
        }
        Fault::Overlap { .. } => overlap(library.unwrap_or("memcpy")),
        Fault::BadFree { .. } => "bad-free",
        Fault::DoubleFree { .. } => "double-free",
        Fault::DivisionByZero | Fault::DivisionOverflow => "FPE",
        Fault::WrongSignature { .. } => "call-of-wrong-type",
        Fault::Unreachable => "unreachable-code",
        Fault::StackOverflow => "stack-overflow",
        Fault::DeadJump => "longjmp-to-ended-call",
        Fault::InvalidJoin { .. } => "invalid-join",
        Fault::DestroyedLock { .. } => "use-of-destroyed-lock",
        Fault::Mismatch { .. } => "alloc-dealloc-mismatch",
        Fault::WrongDelete { .. } => "new-delete-type-mismatch",
        Fault::PureCall => "pure-virtual-call",
        Fault::Poisoned { poison, .. } => match poison {
            Poison::User => "use-after-poison",
            Poison::Container => "container-overflow",
            Poison::Cookie => "heap-buffer-overflow",
            Poison::Member => "intra-object-overflow",
            Poison::Closed | Poison::ReadOnly => "SEGV",
        },
        Fault::BadArguments { function, .. } => match *function {
            "malloc_usable_size" => "bad-malloc_usable_size",
            "__sanitizer_get_allocated_size" => "bad-__sanitizer_get_allocated_size",
            "__sanitizer_annotate_contiguous_container" => {
                "bad-__sanitizer_annotate_contiguous_container"
            }
            "__sanitizer_annotate_double_ended_contiguous_container" => {
                "bad-__sanitizer_annotate_double_ended_contiguous_container"
            }
            _ => "bad-arguments",
        },
        Fault::Deadlock => "deadlock",
    }
}

/// Whether a number of bytes is what a negative number becomes.
fn is_negative(bytes: u64) -> bool {
    bytes > i64::MAX as u64
}

fn overlap(library: &str) -> &'static str {
    match library {
        "memcpy" | "__memcpy_chk" => "memcpy-param-overlap",
        "mempcpy" | "__mempcpy_chk" => "mempcpy-param-overlap",
        "strcpy" | "__strcpy_chk" => "strcpy-param-overlap",
        "strncpy" | "__strncpy_chk" => "strncpy-param-overlap",
        "stpcpy" | "__stpcpy_chk" => "stpcpy-param-overlap",
        "strcat" | "__strcat_chk" => "strcat-param-overlap",
        "strncat" | "__strncat_chk" => "strncat-param-overlap",
        _ => "param-overlap",
    }
}

/// A function that allocates or frees, in the words of the source.
fn operator(function: &str) -> &str {
    match function.get(..4) {
        Some("_Znw") => "operator new",
        Some("_Zna") => "operator new[]",
        Some("_Zdl") => "operator delete",
        Some("_Zda") => "operator delete[]",
        _ => function,
    }
}

fn title(kind: &str, fault: &Fault, address: Option<u64>) -> String {
    let shown = address.unwrap_or(0);
    match fault {
        Fault::OutOfBounds { bytes, .. } | Fault::Dead { bytes, .. }
            if kind == "negative-size-param" =>
        {
            format!("{kind}: (size={})", *bytes as i64)
        }
        _ if kind == "SEGV" => format!("{kind} on unknown address {shown:#x}"),
        Fault::Overlap { to, from, bytes } => {
            let range = |start: u64| format!("[{start:#x},{:#x})", start.wrapping_add(*bytes));
            let (to, from) = (range(to.address), range(from.address));
            format!("{kind}: memory ranges {to} and {from} overlap")
        }
        Fault::BadFree { .. } => {
            format!("attempting free on address which was not malloc()-ed: {shown:#x} ({kind})")
        }
        Fault::DoubleFree { .. } => {
            format!("attempting double-free on address {shown:#x}")
        }
        Fault::InvalidJoin { handle, thread } => {
            let which = match thread {
                Some((_, Join::Joined(_))) => "already joined",
                Some((_, Join::Detached(_))) => "detached",
                None => "unknown",
            };
            format!("{kind}: joining {which} thread {handle:#x}")
        }
        Fault::Mismatch {
            functions: [made, freed],
            ..
        } => {
            let (made, freed) = (operator(made), operator(freed));
            format!("{kind} ({made} vs {freed}) on address {shown:#x}")
        }
        Fault::Deadlock => format!("{kind}: each thread waits for another"),
        _ => match address {
            Some(address) => format!("{kind} on address {address:#x}"),
            None => kind.to_owned(),
        },
    }
}

/// More words about what happened.
fn said(kind: &str, fault: &Fault) -> Option<String> {
    let words = match fault {
        Fault::Nowhere { pointer, .. }
        | Fault::OutOfBounds { pointer, .. }
        | Fault::Dead { pointer, .. }
            if pointer.address < ZERO_PAGE =>
        {
            "Hint: address points to the zero page: a null pointer."
        }
        Fault::Nowhere { .. } if kind == "SEGV" => {
            "Hint: the address belongs to no object of the program."
        }
        Fault::Constant { .. } => "Hint: what is written is constant, such as a string literal.",
        Fault::NoFunction { pointer } if pointer.is_null() => {
            "Hint: the program called a null pointer."
        }
        Fault::NoFunction { .. } => "Hint: the program jumped there: a wild function pointer.",
        Fault::WrongSignature { .. } => {
            "The function has other parameters or another result than the call says."
        }
        Fault::DivisionByZero => "Hint: an integer was divided by zero.",
        Fault::DivisionOverflow => "Hint: the smallest integer was divided by -1.",
        Fault::Unreachable => {
            "Control came where the source says that it never does, or to the end of a function that has to return a value."
        }
        Fault::StackOverflow => "Hint: a recursion without end, or local variables too large.",
        Fault::DeadJump => "The function that called setjmp has returned.",
        Fault::DestroyedLock { .. } => "The lock was destroyed before, and not initialised again.",
        Fault::Poisoned {
            poison: Poison::User,
            ..
        } => "The program itself has poisoned the byte.",
        Fault::Poisoned {
            poison: Poison::Closed | Poison::ReadOnly,
            ..
        } => "Hint: the protection of the memory does not allow the access.",
        Fault::BadArguments { .. } => "The arguments are not those of such an object.",
        Fault::PureCall => {
            "A virtual function without a body was called: by a constructor or destructor, or of an object that is gone."
        }
        Fault::WrongDelete {
            sizes: (size, Some(said)),
            ..
        } if size != said => {
            return Some(format!(
                "The object has {size} bytes, and is deleted as one of {said} bytes."
            ));
        }
        Fault::WrongDelete { alignments, .. } => {
            let words = |align: Option<u64>| match align {
                Some(align) => format!("with an alignment of {align}"),
                None => "without an alignment".to_owned(),
            };
            let (made, deleted) = (words(alignments.0), words(alignments.1));
            return Some(format!(
                "The object was made {made}, and is deleted {deleted}."
            ));
        }
        Fault::Deadlock => "No thread can go on: what each waits for only another one could do.",
        Fault::UninitializedMemory { .. } => {
            "A library function reads this byte, to which nothing was stored."
        }
        Fault::Uninitialized { for_what, .. } => {
            let what = match for_what {
                Use::Branch => "A condition depends",
                Use::Address => "An address depends",
                Use::Size => "A size depends",
                Use::Divisor => "A divisor depends",
                Use::Library => "An argument of a library function depends",
            };
            return Some(format!("{what} on memory to which nothing was stored."));
        }
        _ => return None,
    };
    Some(words.to_owned())
}

/// The index of an element in the object, where it can be told.
fn note(
    fault: &Fault,
    object: Option<&Object>,
    touch: Option<Touch>,
    library: Option<&str>,
) -> Option<String> {
    let (Fault::OutOfBounds { pointer, .. }, object, touch) = (fault, object?, touch?) else {
        return None;
    };
    let bytes = touch.bytes;
    if library.is_some() || bytes < 2 || !object.size.is_multiple_of(bytes) || object.size == 0 {
        return None;
    }
    let distance = pointer.address.wrapping_sub(object.start) as i64;
    if distance % bytes as i64 != 0 {
        return None;
    }
    let index = distance / bytes as i64;
    if index.unsigned_abs() > LARGEST_INDEX {
        return None;
    }
    let count = object.size / bytes;
    let what = match object.what {
        What::Heap => "the chunk",
        _ => "the variable",
    };
    Some(format!(
        "index {index}, if {what} is an array: it holds {count} elements of {bytes} bytes"
    ))
}

/// What usually is the cause, where something supports it.
fn help(
    kind: &str,
    fault: &Fault,
    object: Option<&Object>,
    touch: Option<Touch>,
    library: Option<&str>,
) -> Option<&'static str> {
    match (kind, fault) {
        ("negative-size-param", _) => {
            Some("the size is a negative number: has a subtraction gone below zero?")
        }
        ("stack-use-after-scope", _) => Some(
            "the variable is gone at the end of the block that declares it: declare it in the block that uses it",
        ),
        ("stack-use-after-return", _) => Some(
            "the function has returned, and its local variables are gone: return the value, or let the caller pass memory for it",
        ),
        ("invalid-join", _) => Some(
            "a thread is joined once or detached: after that its handle may name another thread",
        ),
        ("memcpy-param-overlap" | "mempcpy-param-overlap", _) => {
            Some("memmove copies between ranges that overlap")
        }
        ("bad-free", Fault::BadFree { pointer }) => {
            let object = object?;
            match object.what {
                What::Heap if pointer.address != object.start => Some(
                    "free takes the pointer that the allocation has returned, not one into the chunk",
                ),
                What::Heap | What::Function | What::Library => None,
                _ => Some("only heap memory is freed: this is a variable"),
            }
        }
        (_, Fault::OutOfBounds { pointer, .. }) if library.is_none() => {
            let (object, touch) = (object?, touch?);
            let is_at_end = pointer.address == object.start + object.size;
            let is_element = touch.bytes > 0 && object.size.is_multiple_of(touch.bytes);
            (is_at_end && is_element && object.size > 0).then_some(
                "off by one at the end: a loop that ends with `<=` in place of `<`, or memory for an element too few?",
            )
        }
        _ => None,
    }
}
