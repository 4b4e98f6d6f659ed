//! Chunks of the heap: redzones and a quarantine around an allocator that is wrapped at the link (`--wrap`).
//!
//! Each chunk has a [`Header`] in its left redzone. Freed chunks wait in a queue, poisoned, until they are more than [`QUARANTINE`] bytes or memory runs out. The
//! queue is changed with interrupts masked; the allocator itself is called without.
//! What the library allocates for itself by other ways is no chunk: it is freed as it came.

#[cfg(feature = "heap")]
mod chunk;
#[cfg(feature = "heap")]
mod entries;
#[cfg(feature = "heap")]
mod wrapped;

#[cfg(feature = "heap")]
pub use chunk::find;

/// A chunk, for reports.
#[derive(Clone, Copy)]
pub struct Chunk {
    /// Its first byte.
    pub start: usize,
    /// Bytes that were asked for.
    pub size: u32,
    /// The return address of who allocated it.
    pub allocated: u32,
    /// The same of who freed it; 0 if it is alive.
    pub freed: u32,
}

/// Without a heap there is no chunk.
#[cfg(not(feature = "heap"))]
pub fn find(_: usize) -> Option<Chunk> {
    None
}
