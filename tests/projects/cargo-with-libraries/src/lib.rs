//! Calls C and C++ that cargo has built: zlib-ng, bzip2, and suffix arrays. The tests are the crate's own test suite.

use bzip2_sys::{
    BZ_FINISH, BZ_OK, BZ_STREAM_END, BZ2_bzCompress, BZ2_bzCompressEnd, BZ2_bzCompressInit,
    BZ2_bzDecompress, BZ2_bzDecompressEnd, BZ2_bzDecompressInit, bz_stream,
};
use libz_ng_sys::{Z_OK, compress2, compressBound, uncompress};

/// What zlib-ng makes of `data` at a level from 0 to 9.
pub fn deflated(data: &[u8], level: i32) -> Vec<u8> {
    // SAFETY: takes any number.
    let mut length = unsafe { compressBound(data.len()) };
    let mut packed = vec![0; length];
    // SAFETY: both buffers have the lengths that are passed.
    let result =
        unsafe { compress2(packed.as_mut_ptr(), &mut length, data.as_ptr(), data.len(), level) };
    assert_eq!(result, Z_OK);
    packed.truncate(length);
    packed
}

/// The `length` bytes that zlib-ng gets out of `packed`.
pub fn inflated(packed: &[u8], mut length: usize) -> Vec<u8> {
    let mut data = vec![0; length];
    // SAFETY: both buffers have the lengths that are passed.
    let result =
        unsafe { uncompress(data.as_mut_ptr(), &mut length, packed.as_ptr(), packed.len()) };
    assert_eq!(result, Z_OK);
    data.truncate(length);
    data
}

/// What bzip2 makes of `data`, which must be short enough for one call.
pub fn squeezed(data: &mut [u8]) -> Vec<u8> {
    let mut packed = vec![0; data.len() + data.len() / 100 + 600];
    let mut stream = stream(data, &mut packed);
    // SAFETY: the stream's pointers and lengths are those of the two buffers, which outlive it.
    unsafe {
        assert_eq!(BZ2_bzCompressInit(&mut stream, 9, 0, 0), BZ_OK);
        assert_eq!(BZ2_bzCompress(&mut stream, BZ_FINISH), BZ_STREAM_END);
        assert_eq!(BZ2_bzCompressEnd(&mut stream), BZ_OK);
    }
    let length = packed.len() - stream.avail_out as usize;
    packed.truncate(length);
    packed
}

/// The `length` bytes that bzip2 gets out of `packed`.
pub fn expanded(packed: &mut [u8], length: usize) -> Vec<u8> {
    let mut data = vec![0; length];
    let mut stream = stream(packed, &mut data);
    // SAFETY: as above.
    unsafe {
        assert_eq!(BZ2_bzDecompressInit(&mut stream, 0, 0), BZ_OK);
        assert_eq!(BZ2_bzDecompress(&mut stream), BZ_STREAM_END);
        assert_eq!(BZ2_bzDecompressEnd(&mut stream), BZ_OK);
    }
    data
}

fn stream(input: &mut [u8], output: &mut [u8]) -> bz_stream {
    // SAFETY: zeros are what the library wants in the fields that are not set.
    let mut stream: bz_stream = unsafe { std::mem::zeroed() };
    stream.next_in = input.as_mut_ptr().cast();
    stream.avail_in = input.len() as u32;
    stream.next_out = output.as_mut_ptr().cast();
    stream.avail_out = output.len() as u32;
    stream
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Text that repeats itself, but not everywhere.
    fn text() -> Vec<u8> {
        (0..20_000u32).flat_map(|n| format!("{} and {n}\n", n % 97).into_bytes()).collect()
    }

    #[test]
    fn zlib_ng_gives_back_what_it_got_at_every_level() {
        let text = text();
        for level in 0..=9 {
            let packed = deflated(&text, level);
            assert!(level == 0 || packed.len() < text.len() / 2);
            assert_eq!(inflated(&packed, text.len()), text);
        }
    }

    #[test]
    fn bzip2_gives_back_what_it_got() {
        let mut text = text();
        let mut packed = squeezed(&mut text);
        assert!(packed.len() < text.len() / 4);
        assert_eq!(expanded(&mut packed, text.len()), text);
    }

    #[test]
    fn suffixes_in_cxx_are_those_in_rust() {
        let text = String::from_utf8(text()).unwrap();
        let text = &text[..3000];
        let cxx: Vec<_> = esaxx_rs::suffix(text).unwrap().iter().map(owned).collect();
        let rust: Vec<_> = esaxx_rs::suffix_rs(text).unwrap().iter().map(owned).collect();
        assert!(cxx.len() > 100);
        assert_eq!(cxx, rust);
    }

    fn owned((characters, count): (&[char], u32)) -> (String, u32) {
        (characters.iter().collect(), count)
    }
}
