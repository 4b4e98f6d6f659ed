//! How much may wait: absolutely, and by a share of what the program has in use.

use core::sync::atomic::{AtomicUsize, Ordering};

/// Bytes that may wait, unless the options say otherwise.
pub const DEFAULT_BYTES: usize = 16 << 20;
/// Percent of the bytes in use that may wait, unless the options say otherwise.
pub const DEFAULT_SHARE: usize = 25;
/// Bytes of small chunks, and of large ones, that may wait however little is in use.
pub const FLOOR: usize = 1 << 20;

static LIMIT: AtomicUsize = AtomicUsize::new(DEFAULT_BYTES);
static SHARE: AtomicUsize = AtomicUsize::new(DEFAULT_SHARE);

/// Sets how many bytes may wait at most; 0 hands freed memory out again at once.
pub fn set_limit(bytes: usize) {
    LIMIT.store(bytes, Ordering::Relaxed);
}

/// Sets how many percent of the bytes in use may wait, [`FLOOR`] apart; 0 lets only the limit count.
pub fn set_share(percent: usize) {
    SHARE.store(percent, Ordering::Relaxed);
}

/// Bytes that may wait at most.
#[inline]
pub fn limit() -> usize {
    LIMIT.load(Ordering::Relaxed)
}

/// Bytes that may wait while `in_use` bytes are in use, out of `quarters` of the limit.
pub fn bound(quarters: usize, in_use: usize) -> usize {
    let most = limit() / 4 * quarters;
    match SHARE.load(Ordering::Relaxed) {
        0 => most,
        share => most.min((in_use / 100).saturating_mul(share).max(FLOOR)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_follows_what_is_in_use() {
        assert_eq!(bound(3, 0), FLOOR);
        assert_eq!(bound(3, 20 << 20), (20 << 20) / 100 * 25);
        assert_eq!(bound(3, usize::MAX / 2), DEFAULT_BYTES / 4 * 3);
    }
}
