//! The name of an error, as ASan has it.

use super::finding::Finding;
use crate::heap::Sealed;
use crate::platform::Fault;
use crate::{fake, heap, shadow, thread};
use core::ffi::CStr;
use sanecc_abi::shadow::{GRANULE, Poison};
use sanecc_abi::site::ObjectKind;

/// Name of a finding's kind.
pub fn of(finding: &Finding<'_>) -> &'static str {
    match finding {
        Finding::Access { poisoned, .. } | Finding::Library { poisoned, .. } => {
            of_poison(*poisoned)
        }
        Finding::Overlap { call, .. } => of_overlap(call.function),
        Finding::NegativeSize { .. } => "negative-size-param",
        Finding::Object {
            start,
            object_start,
            object,
            ..
        } => of_object(object.kind, start < object_start),
        Finding::DoubleFree { .. } => "double-free",
        Finding::BadFree { .. } => "bad-free",
        Finding::CorruptedHeader { .. } => "heap-corruption",
        Finding::Mismatch { .. } => "alloc-dealloc-mismatch",
        Finding::Pair { .. } => "invalid-pointer-pair",
        Finding::SizeOfNoChunk { function, .. } => of_size(function),
        Finding::TypeMismatch { .. } => "new-delete-type-mismatch",
        Finding::BadContainer { function, .. } => of_container(function),
        Finding::TwoDefinitions { .. } => "odr-violation",
        Finding::Refused(refusal) => refusal.kind(),
        Finding::Fault { fault, signal } => of_signal(fault, *signal),
    }
}

/// ASan puts the function's name into that of the kind.
fn of_size(function: &CStr) -> &'static str {
    if function == c"malloc_usable_size" {
        "bad-malloc_usable_size"
    } else {
        "bad-__sanitizer_get_allocated_size"
    }
}

/// Here, too.
fn of_container(function: &CStr) -> &'static str {
    if function == c"__sanitizer_annotate_contiguous_container" {
        "bad-__sanitizer_annotate_contiguous_container"
    } else {
        "bad-__sanitizer_annotate_double_ended_contiguous_container"
    }
}

/// ASan puts the function's name into that of the kind.
fn of_overlap(function: &CStr) -> &'static str {
    match function.to_bytes() {
        b"memcpy" | b"__memcpy_chk" => "memcpy-param-overlap",
        b"mempcpy" | b"__mempcpy" | b"__mempcpy_chk" => "mempcpy-param-overlap",
        b"strcpy" | b"__strcpy_chk" => "strcpy-param-overlap",
        b"strncpy" | b"__strncpy_chk" => "strncpy-param-overlap",
        b"stpcpy" | b"__stpcpy" | b"__stpcpy_chk" => "stpcpy-param-overlap",
        b"strcat" | b"__strcat_chk" => "strcat-param-overlap",
        b"strncat" | b"__strncat_chk" => "strncat-param-overlap",
        _ => "param-overlap",
    }
}

/// Kind of an object that the compiler named.
fn of_object(kind: u8, before: bool) -> &'static str {
    if kind == ObjectKind::Stack as u8 {
        if before {
            "stack-buffer-underflow"
        } else {
            "stack-buffer-overflow"
        }
    } else if kind == ObjectKind::Dynamic as u8 {
        "dynamic-stack-buffer-overflow"
    } else if kind == ObjectKind::Heap as u8 {
        "heap-buffer-overflow"
    } else {
        "global-buffer-overflow"
    }
}

/// Kind by the shadow of the poisoned byte. A partial granule does not say why it ends; the next one does.
fn of_poison(address: usize) -> &'static str {
    let byte_at = |address| shadow::map::is_readable(address).then(|| shadow::get(address));
    let Some(own) = byte_at(address) else {
        return "unknown-crash";
    };
    let is_partial = !shadow::is_addressable(own) && own & 0x80 == 0;
    let byte = if is_partial {
        byte_at(address + GRANULE).unwrap_or(0)
    } else {
        own
    };
    match Poison::from_byte(byte) {
        Some(Poison::Heap | Poison::ArrayCookie) => "heap-buffer-overflow",
        Some(Poison::Freed) => "heap-use-after-free",
        Some(Poison::StackLeft) => "stack-buffer-underflow",
        Some(Poison::StackMid | Poison::StackRight) => "stack-buffer-overflow",
        // Beyond the frame that has the slot now.
        Some(Poison::StackAfterReturn)
            if fake::slot_at(address).is_some_and(|slot| slot.sp != 0) =>
        {
            "stack-buffer-overflow"
        }
        Some(Poison::StackAfterReturn) => "stack-use-after-return",
        Some(Poison::StackAfterScope) => "stack-use-after-scope",
        Some(Poison::AllocaLeft | Poison::AllocaRight) => "dynamic-stack-buffer-overflow",
        Some(Poison::Global) => "global-buffer-overflow",
        Some(Poison::NotInitialized) => "initialization-order-fiasco",
        Some(Poison::User) => "use-after-poison",
        Some(Poison::Container) => "container-overflow",
        Some(Poison::IntraObject) => "intra-object-overflow",
        Some(Poison::Internal) => "unknown-crash",
        // Poisoned by the program up to the middle of a granule.
        None if is_partial => "use-after-poison",
        None => of_sealed(address).unwrap_or("unknown-crash"),
    }
}

/// Kind by what was here before the heap made it inaccessible.
fn of_sealed(address: usize) -> Option<&'static str> {
    heap::sealed(address).map(|sealed| match sealed {
        Sealed::Freed => "heap-use-after-free",
        Sealed::Redzone => "heap-buffer-overflow",
    })
}

/// Kind of a signal that the program has got.
fn of_signal(fault: &Fault, signal: i32) -> &'static str {
    match (signal, fault.address) {
        (libc::SIGFPE, _) => "FPE",
        (libc::SIGILL, _) => "ILL",
        (libc::SIGABRT, _) => "ABRT",
        (libc::SIGTRAP, _) => "TRAP",
        (_, Some(address)) if let Some(kind) = of_sealed(address) => kind,
        (_, Some(address)) if is_stack_overflow(address, fault.registers.sp) => "stack-overflow",
        (libc::SIGBUS, _) => "BUS",
        _ => "SEGV",
    }
}

/// Whether a fault at `address` means that the stack is used up: it is near the stack pointer, or in what a large frame
/// has below the stack's end.
fn is_stack_overflow(address: usize, sp: usize) -> bool {
    const NEAR: usize = 64 << 10;
    // As far as a function touches memory below its stack pointer: the red zone, and pages that are probed.
    const BELOW: usize = 8 << 10;
    let low = sp.saturating_sub(BELOW);
    let is_near = (low..sp.saturating_add(NEAR)).contains(&address);
    is_near
        || thread::current()
            .stack()
            .is_some_and(|stack| sp < stack.start && (low..stack.start).contains(&address))
}
