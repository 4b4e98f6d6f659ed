//! Which addresses programs have: all that fit a word, but for some at the end.

/// No kernel gives a program addresses from here on: the last that it has itself are those of the page with its vectors, at `0xffff0000`. The shadow ends on
/// a page.
pub const MOST_ADDRESSES: usize = 0xffff_8000;

/// First byte past the addresses that a program can have.
#[inline(always)]
pub const fn address_end() -> usize {
    MOST_ADDRESSES
}

/// Where the heap's first segment is looked for: above the shadow, and below what systems place from above.
#[inline(always)]
pub const fn first_segment() -> usize {
    0x8000_0000
}
