//! The first frame as AddressSanitizer shows it: the function of the runtime, or of the library, that the trace's first
//! return address called. Traces here begin at the caller.

use crate::heap::Family;
use crate::platform;
use crate::report::finding::{By, Finding};
use crate::report::frame_format;
use crate::report::frames::{Appended, Frame, Top, Tracer};
use crate::report::names;
use crate::report::refusal::Refusal;
use crate::report::settings;
use alloc::vec::Vec;
use sanecc_abi::site::{Site, operations};

/// A function that was called.
#[derive(Clone, Copy, Debug)]
pub struct Callee<'a> {
    /// Its name, as the linker has it.
    name: &'a [u8],
    /// Others that it may have been; the call instruction tells which.
    others: &'a [&'a [u8]],
}

/// Of each family all functions; the first stands for it.
const ALLOCATORS: [&[u8]; 10] = [
    b"malloc",
    b"calloc",
    b"realloc",
    b"reallocarray",
    b"aligned_alloc",
    b"memalign",
    b"__libc_memalign",
    b"posix_memalign",
    b"valloc",
    b"pvalloc",
];
const RELEASERS: [&[u8]; 4] = [b"free", b"cfree", b"realloc", b"reallocarray"];
const NEW: [&[u8]; 4] = [
    b"_Znwm",
    b"_ZnwmRKSt9nothrow_t",
    b"_ZnwmSt11align_val_t",
    b"_ZnwmSt11align_val_tRKSt9nothrow_t",
];
const NEW_ARRAY: [&[u8]; 4] = [
    b"_Znam",
    b"_ZnamRKSt9nothrow_t",
    b"_ZnamSt11align_val_t",
    b"_ZnamSt11align_val_tRKSt9nothrow_t",
];
const DELETE: [&[u8]; 6] = [
    b"_ZdlPv",
    b"_ZdlPvm",
    b"_ZdlPvRKSt9nothrow_t",
    b"_ZdlPvSt11align_val_t",
    b"_ZdlPvmSt11align_val_t",
    b"_ZdlPvSt11align_val_tRKSt9nothrow_t",
];
const DELETE_ARRAY: [&[u8]; 6] = [
    b"_ZdaPv",
    b"_ZdaPvm",
    b"_ZdaPvRKSt9nothrow_t",
    b"_ZdaPvSt11align_val_t",
    b"_ZdaPvmSt11align_val_t",
    b"_ZdaPvSt11align_val_tRKSt9nothrow_t",
];
/// Everything that allocates.
const ANY_ALLOCATOR: [&[u8]; 18] = {
    let mut all: [&[u8]; 18] = [b""; 18];
    let mut at = 0;
    while at < all.len() {
        all[at] = match at {
            0..10 => ALLOCATORS[at],
            10..14 => NEW[at - 10],
            _ => NEW_ARRAY[at - 14],
        };
        at += 1;
    }
    all
};
/// Everything that gives memory back.
const ANY_RELEASER: [&[u8]; 16] = {
    let mut all: [&[u8]; 16] = [b""; 16];
    let mut at = 0;
    while at < all.len() {
        all[at] = match at {
            0..4 => RELEASERS[at],
            4..10 => DELETE[at - 4],
            _ => DELETE_ARRAY[at - 10],
        };
        at += 1;
    }
    all
};

/// What a module's constructor calls; ours has another name, which parsers of such reports do not look for.
pub const REGISTRATION: Callee<'static> = Callee {
    name: b"__asan_register_globals",
    others: &[],
};

/// What allocated a chunk of a family.
pub fn allocation(family: Family) -> Callee<'static> {
    match family {
        Family::Malloc => Callee::one_of(&ALLOCATORS),
        Family::New => Callee::one_of(&NEW),
        Family::NewArray => Callee::one_of(&NEW_ARRAY),
    }
}

/// What gave a chunk of a family back.
pub fn release(family: Family) -> Callee<'static> {
    let name = match family {
        Family::Malloc => RELEASERS[0],
        Family::New => DELETE[0],
        Family::NewArray => DELETE_ARRAY[0],
    };
    Callee {
        name,
        others: &ANY_RELEASER,
    }
}

impl<'a> Callee<'a> {
    /// The function that found an error, where that is none of the program's.
    pub fn of(finding: &'a Finding<'_>) -> Option<Callee<'a>> {
        Some(match finding {
            Finding::DoubleFree { .. }
            | Finding::BadFree { .. }
            | Finding::CorruptedHeader { .. } => release(Family::Malloc),
            Finding::Mismatch { freed, .. } => release(*freed),
            Finding::TypeMismatch { deleted, .. } => Callee {
                name: match (deleted.size, deleted.align) {
                    (0, 0) => b"_ZdlPv",
                    (_, 0) => b"_ZdlPvm",
                    (0, _) => b"_ZdlPvSt11align_val_t",
                    (_, _) => b"_ZdlPvmSt11align_val_t",
                },
                others: &ANY_RELEASER,
            },
            Finding::SizeOfNoChunk { function, .. } => Callee::named(function.to_bytes()),
            Finding::BadContainer { function, .. } => Callee::named(function.to_bytes()),
            Finding::TwoDefinitions { .. } => REGISTRATION,
            Finding::Refused(refusal) => refused(refusal)?,
            Finding::Library { call, .. }
            | Finding::Object {
                by: By::Call { call, .. },
                ..
            }
            | Finding::Overlap { call, .. }
            | Finding::NegativeSize { call, .. }
            | Finding::InvalidJoin { call, .. }
                if !call.function.is_empty() =>
            {
                let function = call.function.to_bytes();
                Callee::named(chunk_operation(call.site).unwrap_or(function))
            }
            Finding::Library { .. }
            | Finding::Overlap { .. }
            | Finding::NegativeSize { .. }
            | Finding::InvalidJoin { .. }
            | Finding::Access { .. }
            | Finding::Object { .. } => Callee::named(chunk_operation(finding.site()?)?),
            Finding::Pair { .. }
            | Finding::Assumption { .. }
            | Finding::Call { .. }
            | Finding::Variadic { .. }
            | Finding::Fault { .. } => return None,
        })
    }

    /// The one of this name.
    pub fn named(name: &'a [u8]) -> Callee<'a> {
        Callee { name, others: &[] }
    }

    /// The first, if nothing else is known.
    fn one_of(names: &'a [&'a [u8]]) -> Callee<'a> {
        Callee {
            name: names[0],
            others: names,
        }
    }

    /// As [`Callee::frames`], for the trace of an allocation: as many frames as `malloc_context_size` says, where the function is one
    /// of them.
    pub fn trace(
        self,
        tracer: &mut Tracer<'_>,
        addresses: &[usize],
        show: &mut dyn FnMut(&Frame<'_>),
    ) {
        let Some(&first) = addresses.first() else {
            return;
        };
        let most = addresses.len().min(settings::callers());
        self.top(tracer, first, show);
        Self::callers(tracer, &addresses[..most], None, show);
    }

    /// Calls `show` for the function and for the frames of a trace of return addresses, as [`Tracer::frames`] does.
    /// Returns the function and where its code lies.
    pub fn frames(
        self,
        tracer: &mut Tracer<'_>,
        addresses: &[usize],
        site: Option<&Site>,
        show: &mut dyn FnMut(&Frame<'_>),
    ) -> Top {
        let Some(&first) = addresses.first() else {
            return Top::default();
        };
        let top = self.top(tracer, first, show);
        Self::callers(tracer, addresses, site, show);
        top
    }

    /// Calls `show` for the function that the call before the return address `first` calls.
    fn top(self, tracer: &mut Tracer<'_>, first: usize, show: &mut dyn FnMut(&Frame<'_>)) -> Top {
        let mut top = Top::default();
        let name = &mut |found: Option<&[u8]>| self.shown(found);
        tracer.called(address(first), name, &mut |frame| {
            let _ = frame_format::module(&mut Appended(&mut top.place), frame);
            top.function = frame.function().unwrap_or_default().to_vec();
            show(frame);
        });
        top
    }

    /// Calls `show` for the frames below the function.
    fn callers(
        tracer: &mut Tracer<'_>,
        addresses: &[usize],
        site: Option<&Site>,
        show: &mut dyn FnMut(&Frame<'_>),
    ) {
        tracer.frames(addresses, false, site, &mut |frame| {
            show(&Frame {
                number: frame.number + 1,
                ..*frame
            });
        });
    }

    /// The name to be shown, of the function whose code was called as far as it is one of these.
    fn shown(self, found: Option<&[u8]>) -> Vec<u8> {
        let known = found.filter(|found| self.others.contains(found));
        let name = known.unwrap_or(self.name);
        names::readable(name).unwrap_or_else(|| name.to_vec())
    }
}

/// Where the code is that the call before a return address calls. After a jump out of the last function, or a call through a
/// register, the call itself has to do.
pub fn address(first: usize) -> usize {
    platform::callee(first).unwrap_or(first - 1)
}

/// The function that AddressSanitizer has in place of an operation on chunks.
fn chunk_operation(site: &Site) -> Option<&'static [u8]> {
    match site.operation() {
        operations::COPY => Some(b"__asan_memcpy"),
        operations::MOVE => Some(b"__asan_memmove"),
        operations::SET => Some(b"__asan_memset"),
        _ => None,
    }
}

/// Whose request was not met; `None` if it was nobody's.
fn refused(refusal: &Refusal) -> Option<Callee<'static>> {
    Some(match refusal {
        Refusal::Memory { .. } | Refusal::SoftLimit { .. } => Callee {
            name: b"malloc",
            others: &ANY_ALLOCATOR,
        },
        Refusal::Calloc { .. } => Callee::named(b"calloc"),
        Refusal::ReallocArray { .. } => Callee::named(b"reallocarray"),
        Refusal::Pvalloc { .. } => Callee::named(b"pvalloc"),
        Refusal::Alignment { .. } => Callee {
            name: b"memalign",
            others: &ANY_ALLOCATOR,
        },
        Refusal::AlignedAlloc { .. } => Callee::named(b"aligned_alloc"),
        Refusal::PosixMemalign { .. } => Callee::named(b"posix_memalign"),
        Refusal::HardLimit { .. } | Refusal::MapLimit { .. } => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_call_instruction_says_goes_before_the_family() {
        let shown = |callee: Callee<'_>, found| callee.shown(found);
        let malloc = allocation(Family::Malloc);
        assert_eq!(shown(malloc, Some(b"calloc")), b"calloc");
        assert_eq!(shown(malloc, None), b"malloc");
        // A wrapper that ends in a jump to `malloc`.
        assert_eq!(shown(malloc, Some(b"xmalloc")), b"malloc");
        let new = allocation(Family::New);
        assert_eq!(shown(new, None), b"operator new(unsigned long)");
        let released = release(Family::Malloc);
        assert_eq!(shown(released, Some(b"realloc")), b"realloc");
        let array = shown(released, Some(b"_ZdaPv"));
        assert_eq!(array, b"operator delete[](void*)");
    }
}
