//! Which kind of error a finding is.

use super::finding::Finding;
use crate::heap::Sealed;
use crate::platform::Fault;
use crate::{fake, heap, provenance, shadow, thread};
use core::ffi::CStr;
use sanecc_abi::kind::Kind;
use sanecc_abi::shadow::{GRANULE, Poison};
use sanecc_abi::site::ObjectKind;

/// The kind of a finding.
pub fn of(finding: &Finding<'_>) -> Kind {
    match finding {
        Finding::Access { .. }
        | Finding::Library { .. }
        | Finding::BadFree { .. }
        | Finding::SizeOfNoChunk { .. }
        | Finding::Call { .. }
        | Finding::Fault { .. }
            if provenance::uninitialized(finding.address()).is_some() =>
        {
            Kind::UninitializedPointer
        }
        Finding::Access { poisoned, .. } | Finding::Library { poisoned, .. } => {
            of_poison(*poisoned)
        }
        Finding::Overlap { call, .. } => of_overlap(call.function),
        Finding::NegativeSize { .. } => Kind::NegativeSizeParam,
        Finding::InvalidJoin { .. } => Kind::InvalidJoin,
        Finding::Object {
            start,
            object_start,
            object,
            ..
        } => of_object(object.kind, start < object_start),
        Finding::DoubleFree { .. } => Kind::DoubleFree,
        Finding::BadFree { .. } => Kind::BadFree,
        Finding::CorruptedHeader { .. } => Kind::HeapCorruption,
        Finding::Mismatch { .. } => Kind::AllocDeallocMismatch,
        Finding::Pair { .. } => Kind::InvalidPointerPair,
        Finding::Assumption { .. } => Kind::FalseAssumption,
        Finding::Call { .. } => Kind::TypeConfusedCall,
        Finding::Variadic { .. } => Kind::VariadicArgumentMismatch,
        Finding::SizeOfNoChunk { function, .. } => of_size(function),
        Finding::TypeMismatch { .. } => Kind::NewDeleteTypeMismatch,
        Finding::BadContainer { function, .. } => of_container(function),
        Finding::TwoDefinitions { .. } => Kind::OdrViolation,
        Finding::Refused(refusal) => refusal.kind(),
        Finding::Fault { fault, signal } => of_signal(fault, *signal),
    }
}

/// ASan puts the function's name into that of the kind.
fn of_size(function: &CStr) -> Kind {
    if function == c"malloc_usable_size" {
        Kind::BadMallocUsableSize
    } else {
        Kind::BadAllocatedSize
    }
}

/// Here, too.
fn of_container(function: &CStr) -> Kind {
    if function == c"__sanitizer_annotate_contiguous_container" {
        Kind::BadContiguousContainer
    } else {
        Kind::BadDoubleEndedContainer
    }
}

/// ASan puts the function's name into that of the kind.
fn of_overlap(function: &CStr) -> Kind {
    match function.to_bytes() {
        b"memcpy" | b"__memcpy_chk" => Kind::MemcpyParamOverlap,
        b"mempcpy" | b"__mempcpy" | b"__mempcpy_chk" => Kind::MempcpyParamOverlap,
        b"strcpy" | b"__strcpy_chk" => Kind::StrcpyParamOverlap,
        b"strncpy" | b"__strncpy_chk" => Kind::StrncpyParamOverlap,
        b"stpcpy" | b"__stpcpy" | b"__stpcpy_chk" => Kind::StpcpyParamOverlap,
        b"strcat" | b"__strcat_chk" => Kind::StrcatParamOverlap,
        b"strncat" | b"__strncat_chk" => Kind::StrncatParamOverlap,
        _ => Kind::ParamOverlap,
    }
}

/// Kind of an object that the compiler named.
fn of_object(kind: u8, before: bool) -> Kind {
    if kind == ObjectKind::Stack as u8 {
        if before {
            Kind::StackBufferUnderflow
        } else {
            Kind::StackBufferOverflow
        }
    } else if kind == ObjectKind::Dynamic as u8 {
        Kind::DynamicStackBufferOverflow
    } else if kind == ObjectKind::Member as u8 {
        Kind::SubObjectOverflow
    } else if kind == ObjectKind::Pointed as u8 {
        Kind::CrossObjectAccess
    } else if kind == ObjectKind::Code as u8 {
        Kind::FunctionAccess
    } else if kind == ObjectKind::Reused as u8 {
        Kind::UseAfterReuse
    } else if kind == ObjectKind::Heap as u8 {
        Kind::HeapBufferOverflow
    } else {
        Kind::GlobalBufferOverflow
    }
}

/// Kind by the shadow of the poisoned byte. A partial granule does not say why it ends; the next one does.
fn of_poison(address: usize) -> Kind {
    let byte_at = |address| shadow::map::is_readable(address).then(|| shadow::get(address));
    let Some(own) = byte_at(address) else {
        return Kind::UnknownCrash;
    };
    let is_partial = !shadow::is_addressable(own) && own & 0x80 == 0;
    let byte = if is_partial {
        byte_at(address + GRANULE).unwrap_or(0)
    } else {
        own
    };
    match Poison::from_byte(byte) {
        Some(Poison::Heap | Poison::ArrayCookie) => Kind::HeapBufferOverflow,
        Some(Poison::Freed) => Kind::HeapUseAfterFree,
        Some(Poison::StackLeft) => Kind::StackBufferUnderflow,
        Some(Poison::StackMid | Poison::StackRight) => Kind::StackBufferOverflow,
        // Beyond the frame that has the slot now, or one that has a slot below.
        Some(Poison::StackAfterReturn)
            if fake::slot_at(address).is_some_and(|slot| slot.sp != 0)
                || fake::overflown(address).is_some() =>
        {
            Kind::StackBufferOverflow
        }
        Some(Poison::StackAfterReturn) => Kind::StackUseAfterReturn,
        Some(Poison::StackAfterScope) => Kind::StackUseAfterScope,
        Some(Poison::AllocaLeft | Poison::AllocaRight) => Kind::DynamicStackBufferOverflow,
        Some(Poison::Global) => Kind::GlobalBufferOverflow,
        Some(Poison::NotInitialized) => Kind::InitializationOrderFiasco,
        Some(Poison::User) => Kind::UseAfterPoison,
        Some(Poison::Container) => Kind::ContainerOverflow,
        Some(Poison::IntraObject) => Kind::IntraObjectOverflow,
        Some(Poison::Internal) => Kind::UnknownCrash,
        // Poisoned by the program up to the middle of a granule.
        None if is_partial => Kind::UseAfterPoison,
        None => of_sealed(address).unwrap_or(Kind::UnknownCrash),
    }
}

/// Kind by what was here before the heap made it inaccessible.
fn of_sealed(address: usize) -> Option<Kind> {
    heap::sealed(address).map(|sealed| match sealed {
        Sealed::Freed => Kind::HeapUseAfterFree,
        Sealed::Redzone => Kind::HeapBufferOverflow,
    })
}

/// Kind of a signal that the program has got.
fn of_signal(fault: &Fault, signal: i32) -> Kind {
    match (signal, fault.address) {
        (libc::SIGFPE, _) => Kind::Fpe,
        (libc::SIGILL, _) => Kind::Ill,
        (libc::SIGABRT, _) => Kind::Abrt,
        (libc::SIGTRAP, _) => Kind::Trap,
        (_, Some(address)) if let Some(kind) = of_sealed(address) => kind,
        (_, Some(address)) if is_stack_overflow(address, fault.registers.sp) => Kind::StackOverflow,
        (libc::SIGBUS, _) => Kind::Bus,
        _ => Kind::Segv,
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
