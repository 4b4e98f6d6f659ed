//! Compressed debug information, as linkers and distributions leave it: zlib's format (RFC 1950) around deflate's (RFC 1951).
//!
//! A damaged stream gives nothing. `miniz_oxide`'s core allocates nothing: its state of about 10 kB is on the stack of the report.

use super::mapped::Mapped;
use miniz_oxide::inflate::TINFLStatus;
use miniz_oxide::inflate::core::inflate_flags::{
    TINFL_FLAG_PARSE_ZLIB_HEADER, TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF,
};
use miniz_oxide::inflate::core::{DecompressorOxide, decompress};

/// Decompresses `packed`, which must yield `size` bytes.
pub fn unpacked(packed: &[u8], size: u64) -> Option<Mapped> {
    let size = usize::try_from(size).ok().filter(|size| *size > 0)?;
    Mapped::filled(size, |out| into(packed, out))
}

/// Decompresses a stream that fills `out` exactly.
fn into(packed: &[u8], out: &mut [u8]) -> Option<()> {
    let flags = TINFL_FLAG_PARSE_ZLIB_HEADER | TINFL_FLAG_USING_NON_WRAPPING_OUTPUT_BUF;
    let (status, _, written) = decompress(&mut DecompressorOxide::new(), packed, out, 0, flags);
    (status == TINFLStatus::Done && written == out.len()).then_some(())
}

#[cfg(test)]
mod tests;
