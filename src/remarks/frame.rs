//! Records of accesses as objects carry them: a frame for each unit in the section [`SECTION`].
//!
//! Linkers concatenate the sections of their inputs, so each frame tells its length. All numbers are little-endian, of 32 bits:
//!
//! | bytes | what |
//! | --- | --- |
//! | 8 | [`MAGIC`] |
//! | 4 | [`VERSION`] of this format |
//! | 4 | length of the content in bytes |
//! | 4 | length of the content once decompressed |
//! | 4 | CRC-32 of the content |
//! | .. | the content, compressed (zlib, RFC 1950): the [`Header`] and the records, JSON, one a line |
//!
//! [`decode`] refuses whatever is not exactly that.

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use serde::{Deserialize, Serialize};
use std::io::{Read, Write};

/// The section's name.
pub const SECTION: &str = ".sanecc.remarks";

/// The section of the operations that were inserted: frames of the same form, whose records are those of [`sanecc_instrument::Operation`].
pub const OPERATIONS: &str = ".sanecc.operations";

/// What a frame begins with.
pub const MAGIC: [u8; 8] = *b"\x7fsaneRMK";

/// Of the format; another one is refused.
pub const VERSION: u32 = 1;

/// Bytes before the content.
const BEFORE: usize = 24;

/// Longest content in bytes that is decompressed: 4,000 times what sqlite3 has is an attack, not a unit.
const LONGEST: usize = 1 << 31;

/// What a frame says of its unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// That of the compiler.
    #[serde(rename = "sanecc")]
    pub version: String,
    /// The source, as the compiler was given it.
    pub source: String,
    /// The working folder of the compilation, where debug information names it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub folder: Option<String>,
}

/// A decoded frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What it says of its unit.
    pub header: Header,
    /// A JSON record a line.
    pub lines: String,
    /// CRC-32 and length: two frames with the same are of the same compilation.
    pub identity: (u32, u32),
}

/// Why a section is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refused {
    /// It ends within a frame.
    #[error("the remarks end in the middle: {0} bytes are missing")]
    Truncated(usize),
    /// No frame begins where one should.
    #[error("the remarks are damaged: no frame begins at byte {0}")]
    Magic(usize),
    /// The format is not this one.
    #[error("the remarks have format {0}, and this program reads format {VERSION}")]
    Version(u32),
    /// The content is not what was written.
    #[error("the remarks are damaged: {0}")]
    Content(&'static str),
}

/// One frame.
pub fn encode(header: &Header, lines: &[u8]) -> Vec<u8> {
    let mut first = serde_json::to_vec(header).unwrap_or_default();
    first.push(b'\n');
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::best());
    // Cannot fail: memory takes everything.
    let _ = encoder.write_all(&first);
    let _ = encoder.write_all(lines);
    let content = encoder.finish().unwrap_or_default();
    let numbers = [
        VERSION,
        number(content.len()),
        number(first.len() + lines.len()),
        checksum(&content),
    ];
    let mut frame = MAGIC.to_vec();
    frame.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
    frame.extend(content);
    frame
}

/// The frames of a section, in order.
///
/// # Errors
/// If one is truncated, of another version, or not as it was written.
pub fn decode(section: &[u8]) -> Result<Vec<Frame>, Refused> {
    let mut frames = Vec::new();
    let mut rest = section;
    while !rest.is_empty() {
        let at = section.len() - rest.len();
        let missing = |needed: usize| Refused::Truncated(needed - rest.len());
        if !MAGIC.starts_with(&rest[..rest.len().min(MAGIC.len())]) {
            return Err(Refused::Magic(at));
        }
        if rest.len() < BEFORE {
            return Err(missing(BEFORE));
        }
        let number = |index: usize| {
            let begin = MAGIC.len() + index * 4;
            let bytes = [0, 1, 2, 3].map(|byte| rest[begin + byte]);
            u32::from_le_bytes(bytes)
        };
        let [version, length, whole, sum] = [0, 1, 2, 3].map(number);
        if version != VERSION {
            return Err(Refused::Version(version));
        }
        let end = BEFORE.saturating_add(length as usize);
        if rest.len() < end {
            return Err(missing(end));
        }
        frames.push(content(&rest[BEFORE..end], whole as usize, sum)?);
        rest = &rest[end..];
    }
    Ok(frames)
}

fn content(compressed: &[u8], length: usize, sum: u32) -> Result<Frame, Refused> {
    let damaged = Refused::Content;
    if checksum(compressed) != sum {
        return Err(damaged("their checksum is wrong"));
    }
    if length > LONGEST {
        return Err(damaged("they claim to be larger than 2 GiB"));
    }
    let mut text = String::new();
    let limit = length as u64 + 1;
    let read = ZlibDecoder::new(compressed)
        .take(limit)
        .read_to_string(&mut text);
    if read.ok() != Some(length) {
        return Err(damaged("they cannot be decompressed"));
    }
    let (header, lines) = text.split_once('\n').unwrap_or((&text, ""));
    let header = serde_json::from_str(header).map_err(|_| damaged("they name no source"))?;
    Ok(Frame {
        header,
        lines: lines.to_owned(),
        identity: (sum, number(compressed.len())),
    })
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = flate2::Crc::new();
    crc.update(bytes);
    crc.sum()
}

/// Objects are smaller than 4 GiB.
fn number(length: usize) -> u32 {
    u32::try_from(length).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn header(source: &str) -> Header {
        Header {
            version: "1".to_owned(),
            source: source.to_owned(),
            folder: None,
        }
    }

    fn two() -> Vec<u8> {
        let mut section = encode(&header("a.c"), b"{\"line\":1}\n");
        section.extend(encode(&header("b.c"), b""));
        section
    }

    #[test]
    fn what_linkers_concatenate_is_read_in_order() {
        let frames = decode(&two()).unwrap();
        let sources: Vec<_> = frames.iter().map(|frame| &*frame.header.source).collect();
        assert_eq!(sources, ["a.c", "b.c"]);
        assert_eq!(frames[0].lines, "{\"line\":1}\n");
        assert_eq!(decode(&[]), Ok(Vec::new()));
    }

    #[test]
    fn every_truncation_is_refused() {
        let section = two();
        let whole = encode(&header("a.c"), b"{\"line\":1}\n").len();
        for length in 1..section.len() {
            let decoded = decode(&section[..length]);
            match length == whole {
                true => assert_eq!(decoded.unwrap().len(), 1),
                false => assert!(matches!(decoded, Err(Refused::Truncated(_))), "{length}"),
            }
        }
    }

    #[test]
    fn every_damaged_byte_is_refused() {
        let section = encode(&header("a.c"), b"{\"line\":1}\n");
        for index in 0..section.len() {
            let mut damaged = section.clone();
            damaged[index] ^= 1;
            assert!(decode(&damaged).is_err(), "{index}");
        }
        let mut newer = section.clone();
        newer[8] = 2;
        assert_eq!(decode(&newer), Err(Refused::Version(2)));
        let said = Refused::Version(2).to_string();
        assert_eq!(
            said,
            "the remarks have format 2, and this program reads format 1"
        );
    }
}
