//! The kinds of errors that the runtime reports: one row each, with all that reports and tests have to know of a kind by itself.

/// What is known of a kind.
pub struct Descriptor {
    /// As AddressSanitizer spells it.
    pub name: &'static str,
    /// The form of the line that names the error.
    pub title: Title,
    /// Points of AddressSanitizer's score, beside those of the access; 0 for none.
    pub points: u8,
    /// Points that a read has in addition: reading what was freed is nearly as severe as writing it.
    pub points_of_read: u8,
    /// The access is outside of an object: the score says whether it is far from it.
    pub is_out_of_bounds: bool,
}

/// How the line that names an error says where it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Title {
    /// `KIND on address`, also where the processor finds it and not a check.
    Checked,
    /// In words of the kind's own.
    Own,
    /// A fault below the stack: `KIND on address`.
    StackFault,
    /// A fault of an access: `KIND on unknown address`, and what the access was.
    Access,
    /// Another signal: `KIND on unknown address`.
    Signal,
}

/// Kinds that only `sane run` reports: no compiled check can know them.
pub const ONLY_INTERPRETED: [&str; 28] = [
    "alignment-assumption",
    "bad-arguments",
    "call-of-wrong-type",
    "deadlock",
    "float-cast-overflow",
    "implicit-conversion",
    "insufficient-object-size",
    "integer-divide-by-zero",
    "invalid-bool-load",
    "invalid-builtin-use",
    "invalid-enum-load",
    "invalid-null-argument",
    "invalid-null-return",
    "invalid-shift-base",
    "invalid-shift-exponent",
    "longjmp-to-ended-call",
    "misaligned-pointer-use",
    "non-positive-vla-index",
    "null-pointer-use",
    "out-of-bounds-index",
    "pointer-overflow",
    "pure-virtual-call",
    "signed-integer-overflow",
    "type-aliasing-violation",
    "unreachable-code",
    "unsigned-integer-overflow",
    "use-of-destroyed-lock",
    "use-of-uninitialized-value",
];

const fn row(name: &'static str, title: Title, points: u8) -> Descriptor {
    Descriptor {
        name,
        title,
        points,
        points_of_read: 0,
        is_out_of_bounds: false,
    }
}

impl Descriptor {
    const fn more_for_reads(mut self, points: u8) -> Self {
        self.points_of_read = points;
        self
    }

    const fn out_of_bounds(mut self) -> Self {
        self.is_out_of_bounds = true;
        self
    }
}

/// Makes the kinds, their descriptors, and their tests of one row each. Nothing but tests asks for the tests.
macro_rules! kinds {
    ($($(#[doc = $doc:literal])* $kind:ident: $row:expr, $test:literal;)*) => {
        /// What is wrong.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[repr(u8)]
        pub enum Kind {
            $($(#[doc = $doc])* $kind,)*
        }

        static DESCRIPTORS: &[Descriptor] = &[$($row,)*];

        impl Kind {
            /// All kinds, in the order of the table.
            pub const ALL: &[Kind] = &[$(Kind::$kind,)*];

            /// The test that shows the kind; empty where no program can.
            pub const fn test(self) -> &'static str {
                match self {
                    $(Kind::$kind => $test,)*
                }
            }
        }
    };
}

kinds! {
    /// Outside of a chunk, in its redzones.
    HeapBufferOverflow: row("heap-buffer-overflow", Title::Checked, 10).out_of_bounds(), "tests/ui/heap/read_past_end.c";
    /// Behind an object on the stack.
    StackBufferOverflow: row("stack-buffer-overflow", Title::Checked, 25).out_of_bounds(), "tests/ui/stack/write_past_end.c";
    /// Before an object on the stack.
    StackBufferUnderflow: row("stack-buffer-underflow", Title::Checked, 25).out_of_bounds(), "tests/ui/stack/read_before_start.c";
    /// Outside of an object of `alloca` or of variable length.
    DynamicStackBufferOverflow: row("dynamic-stack-buffer-overflow", Title::Checked, 25).out_of_bounds(), "tests/ui/stack/alloca_past_end.c";
    /// Outside of a global variable.
    GlobalBufferOverflow: row("global-buffer-overflow", Title::Checked, 10).out_of_bounds(), "tests/ui/global/read_past_end.c";
    /// In a chunk that was freed.
    HeapUseAfterFree: row("heap-use-after-free", Title::Checked, 20).more_for_reads(18), "tests/ui/heap/read_after_free.c";
    /// In an object of a function that has returned.
    StackUseAfterReturn: row("stack-use-after-return", Title::Checked, 30).more_for_reads(18), "tests/ui/return/stored.c";
    /// In an object whose scope has ended.
    StackUseAfterScope: row("stack-use-after-scope", Title::Checked, 10), "tests/ui/scope/block.c";
    /// In memory that the program has poisoned itself.
    UseAfterPoison: row("use-after-poison", Title::Checked, 20), "tests/ui/heap/poisoned_by_program.c";
    /// In memory of a container that holds no element.
    ContainerOverflow: row("container-overflow", Title::Checked, 10), "tests/ui/cplusplus/vector_capacity.cpp";
    /// Between the members of a class.
    IntraObjectOverflow: row("intra-object-overflow", Title::Checked, 10), "tests/ui/cplusplus/padded_members.cpp";
    /// In another member of the structure, behind an array or in front of it.
    SubObjectOverflow: row("sub-object-overflow", Title::Checked, 10), "tests/ui/pointer/member/behind.c";
    /// In another object than the one that the pointer was derived from.
    CrossObjectAccess: row("cross-object-access", Title::Checked, 10).out_of_bounds(), "tests/ui/pointer/provenance/other_chunk.c";
    /// In memory that was given out again since the object was freed that the pointer was derived from.
    UseAfterReuse: row("use-after-reuse", Title::Checked, 20).more_for_reads(18), "tests/ui/pointer/provenance/reused.c";
    /// A function is called by another type than its own, or what is called is no function.
    TypeConfusedCall: row("type-confused-call", Title::Own, 10), "tests/ui/pointer/calls/other_argument.c";
    /// More variadic arguments are read than were passed, or one as another type.
    VariadicArgumentMismatch: row("variadic-argument-mismatch", Title::Own, 10), "tests/ui/pointer/variadic/beyond.c";
    /// The code of a function is read or written as data.
    FunctionAccess: row("function-access", Title::Checked, 10), "tests/ui/pointer/segments/read.c";
    /// By a pointer that was never written.
    UninitializedPointer: row("uninitialized-pointer", Title::Checked, 10), "tests/ui/pointer/uninitialized/variable.c";
    /// In a global variable before its constructor has run.
    InitializationOrderFiasco: row("initialization-order-fiasco", Title::Checked, 1), "tests/ui/cplusplus/initialization_order.cpp";
    /// Pointers into different objects are ordered or subtracted.
    InvalidPointerPair: row("invalid-pointer-pair", Title::Own, 10), "tests/ui/pair/order_of_chunks.c";
    /// A condition does not hold that the source says holds.
    FalseAssumption: row("false-assumption", Title::Own, 0), "tests/ui/claims/assume_index.c";
    /// Poison that the runtime does not write.
    UnknownCrash: row("unknown-crash", Title::Checked, 0), "";
    /// Arguments of `memcpy` overlap.
    MemcpyParamOverlap: row("memcpy-param-overlap", Title::Own, 10), "tests/ui/library/memcpy_overlap.c";
    /// Arguments of `mempcpy` overlap.
    MempcpyParamOverlap: row("mempcpy-param-overlap", Title::Own, 10), "tests/ui/library/mempcpy_overlap.c";
    /// Arguments of `strcpy` overlap.
    StrcpyParamOverlap: row("strcpy-param-overlap", Title::Own, 10), "tests/ui/library/strcpy_overlap.c";
    /// Arguments of `strncpy` overlap.
    StrncpyParamOverlap: row("strncpy-param-overlap", Title::Own, 10), "tests/ui/library/strncpy_overlap.c";
    /// Arguments of `stpcpy` overlap.
    StpcpyParamOverlap: row("stpcpy-param-overlap", Title::Own, 10), "tests/ui/library/stpcpy_overlap.c";
    /// Arguments of `strcat` overlap.
    StrcatParamOverlap: row("strcat-param-overlap", Title::Own, 10), "tests/ui/library/strcat_overlap.c";
    /// Arguments of `strncat` overlap.
    StrncatParamOverlap: row("strncat-param-overlap", Title::Own, 10), "tests/ui/library/strncat_overlap.c";
    /// Arguments of another function overlap.
    ParamOverlap: row("param-overlap", Title::Own, 10), "tests/ui/library/wide_overlap.c";
    /// A length reaches beyond the end of the address space.
    NegativeSizeParam: row("negative-size-param", Title::Own, 10), "tests/ui/library/negative_size.c";
    /// A thread is joined that was joined or detached before.
    InvalidJoin: row("invalid-join", Title::Own, 0), "tests/ui/thread/join_twice.c";
    /// A chunk is freed again.
    DoubleFree: row("double-free", Title::Own, 42), "tests/ui/free/twice.c";
    /// What is freed is no chunk.
    BadFree: row("bad-free", Title::Own, 40), "tests/ui/free/inside.c";
    /// A chunk is freed by another family of functions than that which allocated it.
    AllocDeallocMismatch: row("alloc-dealloc-mismatch", Title::Own, 10), "tests/ui/cplusplus/other_delete.cpp";
    /// `delete` names another size or alignment than `new`.
    NewDeleteTypeMismatch: row("new-delete-type-mismatch", Title::Own, 10), "tests/ui/cplusplus/deleted_size.cpp";
    /// `malloc_usable_size` of what is no chunk.
    BadMallocUsableSize: row("bad-malloc_usable_size", Title::Own, 0), "tests/ui/heap/usable_size_of_no_chunk.c";
    /// `__sanitizer_get_allocated_size` of what is no chunk.
    BadAllocatedSize: row("bad-__sanitizer_get_allocated_size", Title::Own, 0), "tests/ui/heap/allocated_size_of_no_chunk.c";
    /// A request above the maximum size.
    AllocationSizeTooBig: row("allocation-size-too-big", Title::Own, 0), "tests/ui/heap/absurd_size.c";
    /// The system has no memory left.
    OutOfMemory: row("out-of-memory", Title::Own, 0), "tests/ui/heap/address_space_used_up.c";
    /// The size of a `calloc` overflows.
    CallocOverflow: row("calloc-overflow", Title::Own, 0), "tests/ui/heap/calloc_overflow.c";
    /// The size of a `reallocarray` overflows.
    ReallocarrayOverflow: row("reallocarray-overflow", Title::Own, 0), "tests/ui/heap/reallocarray_overflow.c";
    /// The size of a `pvalloc` overflows.
    PvallocOverflow: row("pvalloc-overflow", Title::Own, 0), "tests/ui/heap/pvalloc_overflow.c";
    /// An alignment is no power of two.
    InvalidAllocationAlignment: row("invalid-allocation-alignment", Title::Own, 0), "tests/ui/heap/memalign_alignment.c";
    /// An alignment of `aligned_alloc` is none, or does not divide the size.
    InvalidAlignedAllocAlignment: row("invalid-aligned-alloc-alignment", Title::Own, 0), "tests/ui/heap/aligned_alloc_alignment.c";
    /// `posix_memalign` does not take the alignment.
    InvalidPosixMemalignAlignment: row("invalid-posix-memalign-alignment", Title::Own, 0), "tests/ui/heap/posix_memalign_alignment.c";
    /// More than `mmap_limit_mb` would be mapped.
    MmapLimitExceeded: row("mmap-limit-exceeded", Title::Own, 0), "tests/ui/heap/mapped_limit.c";
    /// More memory is used than a limit allows.
    RssLimitExceeded: row("rss-limit-exceeded", Title::Own, 0), "tests/ui/heap/resident_limit.c";
    /// The header of a chunk was overwritten.
    HeapCorruption: row("heap-corruption", Title::Checked, 40), "tests/ui/heap/overwritten_header.c";
    /// A chunk that nothing points to.
    MemoryLeak: row("memory-leak", Title::Own, 0), "tests/cli/leaks/options.rs";
    /// `SIGSEGV`.
    Segv: row("SEGV", Title::Access, 0), "tests/ui/fault/null_read.c";
    /// `SIGBUS`.
    Bus: row("BUS", Title::Access, 0), "tests/ui/fault/beyond_file.c";
    /// `SIGFPE`.
    Fpe: row("FPE", Title::Signal, 10), "tests/ui/fault/division.c";
    /// `SIGILL`.
    Ill: row("ILL", Title::Signal, 10), "tests/ui/fault/trap.c";
    /// `SIGABRT`.
    Abrt: row("ABRT", Title::Signal, 10), "tests/ui/fault/abort.c";
    /// `SIGTRAP`.
    Trap: row("TRAP", Title::Signal, 10), "tests/reports/signals.rs";
    /// The stack is used up.
    StackOverflow: row("stack-overflow", Title::StackFault, 10), "tests/ui/fault/stack_overflow.c";
    /// Two modules define one global variable.
    OdrViolation: row("odr-violation", Title::Own, 10), "tests/cli/library/definitions.rs";
    /// Bounds of a container make no sense.
    BadContiguousContainer: row("bad-__sanitizer_annotate_contiguous_container", Title::Own, 0), "tests/ui/heap/wrong_container.c";
    /// Bounds of a container with two ends make no sense.
    BadDoubleEndedContainer: row("bad-__sanitizer_annotate_double_ended_contiguous_container", Title::Own, 0), "tests/ui/heap/wrong_queue.c";
}

impl Kind {
    /// What is known of the kind.
    pub const fn descriptor(self) -> &'static Descriptor {
        &DESCRIPTORS[self as usize]
    }

    /// As AddressSanitizer spells it.
    pub const fn name(self) -> &'static str {
        self.descriptor().name
    }
}

impl core::fmt::Display for Kind {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_differ() {
        for (index, kind) in Kind::ALL.iter().enumerate() {
            let others = &Kind::ALL[index + 1..];
            assert!(
                others.iter().all(|other| other.name() != kind.name()),
                "{kind}"
            );
        }
    }
}
