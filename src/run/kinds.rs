//! What errors are called, and what is said of them.

use super::facts::ZERO_PAGE;
use super::objects::{Object, What};
use sanecc_ir::PairKind;
use sanecc_machine::fault::{Fault, Use};
use sanecc_machine::memory::{End, Poison};
use sanecc_machine::threads::Join;

/// The kind of a report, as suppressions and tools know it.
pub fn kind_of(fault: &Fault, object: Option<&Object>, library: Option<&str>) -> &'static str {
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
        Fault::SubObject { .. } => "sub-object-overflow",
        Fault::Pair { .. } => "invalid-pointer-pair",
        Fault::OtherType { .. } => "type-aliasing-violation",
        Fault::BadFree { .. } => "bad-free",
        Fault::DoubleFree { .. } => "double-free",
        Fault::Promise { kind, .. } => kind,
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

/// What the first line says behind the name of this tool.
pub fn title(kind: &str, fault: &Fault, address: Option<u64>) -> String {
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
        Fault::Pair {
            kind: asked,
            pointers: [a, b],
        } => {
            let what = match asked {
                PairKind::Order => "compared",
                PairKind::Difference => "subtracted",
            };
            let (a, b) = (a.address, b.address);
            format!("{kind}: {a:#x} and {b:#x} are {what} and do not point into one object")
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
pub fn said(kind: &str, fault: &Fault) -> Option<String> {
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
        Fault::Promise { said, .. } => return Some(said.clone()),
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
