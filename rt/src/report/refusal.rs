//! Requests for memory that are not met, where that ends the program (`allocator_may_return_null=0`).

use crate::heap;
use crate::platform::PAGE;
use core::fmt;
use sanecc_abi::kind::Kind;

/// Why a request is not met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// There is no memory, or too much was asked for: bytes.
    Memory {
        /// Bytes asked for.
        size: usize,
    },
    /// `calloc` of more bytes than a number can count.
    Calloc {
        /// Elements.
        count: usize,
        /// Bytes of each.
        size: usize,
    },
    /// `reallocarray`, likewise.
    ReallocArray {
        /// Elements.
        count: usize,
        /// Bytes of each.
        size: usize,
    },
    /// `pvalloc`, likewise, rounded up to pages.
    Pvalloc {
        /// Bytes asked for.
        size: usize,
    },
    /// An alignment that is no power of two.
    Alignment {
        /// The alignment.
        align: usize,
    },
    /// The same of `aligned_alloc`, or a size that is no multiple of it.
    AlignedAlloc {
        /// The alignment.
        align: usize,
        /// Bytes asked for.
        size: usize,
    },
    /// An alignment that `posix_memalign` does not take.
    PosixMemalign {
        /// The alignment.
        align: usize,
    },
    /// The program uses more than `soft_rss_limit_mb`.
    SoftLimit {
        /// MiB that it may use.
        limit: usize,
    },
    /// More would be mapped for chunks than `mmap_limit_mb`.
    MapLimit {
        /// MiB that would be mapped.
        mapped: usize,
        /// MiB that may be.
        limit: usize,
    },
    /// The program uses more than `hard_rss_limit_mb`.
    HardLimit {
        /// MiB that it uses.
        used: usize,
        /// MiB that it may use.
        limit: usize,
    },
}

impl Refusal {
    /// The kind of the error.
    pub fn kind(&self) -> Kind {
        match self {
            Refusal::Memory { size } if *size > heap::max_size() => Kind::AllocationSizeTooBig,
            Refusal::Memory { .. } => Kind::OutOfMemory,
            Refusal::Calloc { .. } => Kind::CallocOverflow,
            Refusal::ReallocArray { .. } => Kind::ReallocarrayOverflow,
            Refusal::Pvalloc { .. } => Kind::PvallocOverflow,
            Refusal::Alignment { .. } => Kind::InvalidAllocationAlignment,
            Refusal::AlignedAlloc { .. } => Kind::InvalidAlignedAllocAlignment,
            Refusal::PosixMemalign { .. } => Kind::InvalidPosixMemalignAlignment,
            Refusal::SoftLimit { .. } | Refusal::HardLimit { .. } => Kind::RssLimitExceeded,
            Refusal::MapLimit { .. } => Kind::MmapLimitExceeded,
        }
    }

    /// Whether another option would have let the request fail instead.
    pub fn may_fail(&self) -> bool {
        !matches!(self, Refusal::HardLimit { .. } | Refusal::MapLimit { .. })
    }
}

/// In ASan's words.
impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Refusal::Memory { size } if *size > heap::max_size() => write!(
                f,
                "requested allocation size {size:#x} ({size:#x} after adjustments for alignment, red zones etc.) exceeds maximum supported size of {:#x}",
                heap::max_size()
            ),
            Refusal::Memory { size } => write!(
                f,
                "allocator is out of memory trying to allocate {size:#x} bytes"
            ),
            Refusal::Calloc { count, size } => write!(
                f,
                "calloc parameters overflow: count * size ({count} * {size}) cannot be represented in type size_t"
            ),
            Refusal::ReallocArray { count, size } => write!(
                f,
                "reallocarray parameters overflow: count * size ({count} * {size}) cannot be represented in type size_t"
            ),
            Refusal::Pvalloc { size } => write!(
                f,
                "pvalloc parameters overflow: size {size:#x} rounded up to system page size {PAGE:#x} cannot be represented in type size_t"
            ),
            Refusal::Alignment { align } => write!(
                f,
                "invalid allocation alignment: {align}, alignment must be a power of two"
            ),
            Refusal::AlignedAlloc { align, size } => write!(
                f,
                "invalid alignment requested in aligned_alloc: {align}, alignment must be a power of two and the requested size {size:#x} must be a multiple of alignment"
            ),
            Refusal::PosixMemalign { align } => write!(
                f,
                "invalid alignment requested in posix_memalign: {align}, alignment must be a power of two and a multiple of sizeof(void*) == 8"
            ),
            Refusal::SoftLimit { limit } => write!(
                f,
                "specified RSS limit exceeded, currently set to soft_rss_limit_mb={limit}"
            ),
            Refusal::MapLimit { mapped, limit } => write!(
                f,
                "chunks would take total_mmaped={mapped}Mb, currently set to mmap_limit_mb={limit}"
            ),
            Refusal::HardLimit { used, limit } => {
                write!(f, "hard rss limit exhausted ({limit}Mb vs {used}Mb)")
            }
        }
    }
}
