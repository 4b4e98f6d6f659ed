//! Compressed debug information, as linkers and distributions leave it: zlib's format (RFC 1950) around deflate's (RFC 1951).
//!
//! Files are taken as they are found: whatever is wrong with one means that nothing is known. The checksum at the end is not compared, for
//! a wrong name in a report is the worst that can come of it.

use super::mapped::Mapped;

/// What `packed` stands for, if it is so many bytes.
pub fn unpacked(packed: &[u8], size: u64) -> Option<Mapped> {
    let size = usize::try_from(size).ok().filter(|size| *size > 0)?;
    Mapped::filled(size, |room| into(packed, room))
}

/// Fills `out` with what a stream stands for.
fn into(packed: &[u8], out: &mut [u8]) -> Option<()> {
    let (&[method, flags], deflated) = packed.split_first_chunk()?;
    let is_zlib = method & 15 == 8 && u16::from_be_bytes([method, flags]).is_multiple_of(31);
    let has_dictionary = flags & 32 != 0;
    if !is_zlib || has_dictionary {
        return None;
    }
    let mut output = Output {
        bytes: out,
        next: 0,
    };
    let mut bits = Bits::new(deflated);
    loop {
        let is_last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, &mut output)?,
            1 => {
                let (symbols, distances) = fixed()?;
                coded(&mut bits, &mut output, &symbols, &distances)?;
            }
            2 => {
                let (symbols, distances) = codes(&mut bits)?;
                coded(&mut bits, &mut output, &symbols, &distances)?;
            }
            _ => return None,
        }
        if is_last {
            return (output.next == output.bytes.len()).then_some(());
        }
    }
}

/// The stream, of which each byte's lowest bit comes first.
struct Bits<'a> {
    rest: &'a [u8],
    held: u64,
    count: u32,
}

impl<'a> Bits<'a> {
    fn new(rest: &'a [u8]) -> Self {
        Bits {
            rest,
            held: 0,
            count: 0,
        }
    }

    /// The next 15 bits and perhaps more; zeros behind the end.
    fn peek(&mut self) -> u64 {
        while self.count <= 32
            && let Some((&byte, rest)) = self.rest.split_first()
        {
            self.held |= u64::from(byte) << self.count;
            self.count += 8;
            self.rest = rest;
        }
        self.held
    }

    fn skip(&mut self, count: u32) -> Option<()> {
        self.count = self.count.checked_sub(count)?;
        self.held >>= count;
        Some(())
    }

    /// A number of at most 16 bits.
    fn take(&mut self, count: u32) -> Option<usize> {
        let number = self.peek() & ((1 << count) - 1);
        self.skip(count)?;
        Some(number as usize)
    }
}

/// What has been written, to which later parts refer.
struct Output<'a> {
    bytes: &'a mut [u8],
    next: usize,
}

impl Output<'_> {
    fn push(&mut self, byte: u8) -> Option<()> {
        *self.bytes.get_mut(self.next)? = byte;
        self.next += 1;
        Some(())
    }

    /// Once more what came `distance` bytes before; it may overlap with what it makes.
    fn repeat(&mut self, distance: usize, length: usize) -> Option<()> {
        let from = self.next.checked_sub(distance)?;
        let end = self.next.checked_add(length)?;
        if distance >= length {
            (end <= self.bytes.len()).then(|| {
                self.bytes.copy_within(from..from + length, self.next);
                self.next = end;
            })?;
        } else {
            for at in from..from + length {
                self.push(self.bytes[at])?;
            }
        }
        Some(())
    }
}

/// Bits of the longest code.
const LONGEST: usize = 15;

/// A prefix code, whose words are numbered by length and then by symbol. All words are held as if they had the greatest length.
struct Code {
    /// The first word of each length, and the one behind its last.
    ranges: [(usize, usize); LONGEST + 1],
    /// Where the symbols of each length begin.
    starts: [usize; LONGEST + 1],
    symbols: [u16; 288],
}

impl Code {
    /// The code whose symbols have words of these lengths; 0 is none.
    fn of(lengths: &[u8]) -> Option<Code> {
        let mut counts = [0; LONGEST + 1];
        for &length in lengths {
            *counts.get_mut(usize::from(length))? += 1;
        }
        let mut code = Code {
            ranges: [(0, 0); LONGEST + 1],
            starts: [0; LONGEST + 1],
            symbols: [0; 288],
        };
        let (mut word, mut start) = (0, 0);
        for (length, &count) in counts.iter().enumerate().skip(1) {
            let end = word + (count << (LONGEST - length));
            (code.ranges[length], code.starts[length]) = ((word, end), start);
            (word, start) = (end, start + count);
        }
        let mut next = code.starts;
        for (symbol, &length) in lengths
            .iter()
            .enumerate()
            .filter(|(_, length)| **length != 0)
        {
            let place = &mut next[usize::from(length)];
            *code.symbols.get_mut(*place)? = symbol as u16;
            *place += 1;
        }
        (word <= 1 << LONGEST).then_some(code)
    }

    fn read(&self, bits: &mut Bits<'_>) -> Option<usize> {
        let word = usize::from((bits.peek() as u16).reverse_bits() >> 1);
        let length = (1..=LONGEST).find(|&length| word < self.ranges[length].1)?;
        bits.skip(length as u32)?;
        let index = (word - self.ranges[length].0) >> (LONGEST - length);
        Some(self.symbols[self.starts[length] + index].into())
    }
}

fn stored(bits: &mut Bits<'_>, output: &mut Output<'_>) -> Option<()> {
    bits.skip(bits.count % 8)?;
    let (length, complement) = (bits.take(16)?, bits.take(16)?);
    if length != !complement & 0xFFFF {
        return None;
    }
    (0..length).try_for_each(|_| {
        let byte = bits.take(8)?;
        output.push(byte as u8)
    })
}

/// The codes of bytes and lengths, and of distances, for blocks that bring none.
fn fixed() -> Option<(Code, Code)> {
    let mut lengths = [8; 288];
    lengths[144..256].fill(9);
    lengths[256..280].fill(7);
    Some((Code::of(&lengths)?, Code::of(&[5; 30])?))
}

/// The codes that a block brings, whose lengths are written in a third code.
fn codes(bits: &mut Bits<'_>) -> Option<(Code, Code)> {
    const ORDER: [usize; 19] = [
        16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15,
    ];
    let (symbols, distances) = (bits.take(5)? + 257, bits.take(5)? + 1);
    let described = bits.take(4)? + 4;
    let mut lengths = [0; 19];
    for &place in &ORDER[..described] {
        lengths[place] = bits.take(3)? as u8;
    }
    let code = Code::of(&lengths)?;
    let mut lengths = [0u8; 288 + 32];
    let wanted = symbols + distances;
    let mut known = 0;
    while known < wanted {
        let (length, times) = match code.read(bits)? {
            16 => (*lengths.get(known.checked_sub(1)?)?, 3 + bits.take(2)?),
            17 => (0, 3 + bits.take(3)?),
            18 => (0, 11 + bits.take(7)?),
            length => (length as u8, 1),
        };
        let end = Some(known + times).filter(|end| *end <= wanted)?;
        lengths[known..end].fill(length);
        known = end;
    }
    let (symbols, distances) = lengths[..wanted].split_at(symbols);
    Some((Code::of(symbols)?, Code::of(distances)?))
}

/// A block of bytes, and of references to what came before.
fn coded(
    bits: &mut Bits<'_>,
    output: &mut Output<'_>,
    symbols: &Code,
    distances: &Code,
) -> Option<()> {
    loop {
        match symbols.read(bits)? {
            byte @ 0..256 => output.push(byte as u8)?,
            256 => return Some(()),
            symbol => {
                let length = match symbol - 257 {
                    short @ 0..8 => 3 + short,
                    28 => 258,
                    long @ 8..28 => 3 + scaled(bits, 4, long)?,
                    _ => return None,
                };
                let distance = match distances.read(bits)? {
                    short @ 0..4 => 1 + short,
                    long @ 4..30 => 1 + scaled(bits, 2, long)?,
                    _ => return None,
                };
                output.repeat(distance, length)?;
            }
        }
    }
}

/// A number of which a symbol says the magnitude, `steps` symbols for each doubling, and bits behind it the rest.
fn scaled(bits: &mut Bits<'_>, steps: usize, symbol: usize) -> Option<usize> {
    let extra = symbol / steps - 1;
    Some(((steps + symbol % steps) << extra) + bits.take(extra as u32)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec;
    use alloc::vec::Vec;

    /// `i squared is i*i`, a line for each `i` below 40.
    fn lines() -> Vec<u8> {
        let line = |i: usize| std::format!("{i} squared is {}\n", i * i).into_bytes();
        (0..40).flat_map(line).collect()
    }

    /// A block with codes of its own.
    const CODED: &[u8] = &[
        0x78, 0xda, 0x5d, 0xd1, 0x3b, 0x0e, 0x02, 0x31, 0x0c, 0x04, 0xd0, 0x7e, 0x4e, 0xb1, 0x47,
        0x88, 0x3f, 0xf1, 0xc6, 0xc7, 0x41, 0x82, 0x82, 0x12, 0x10, 0xf7, 0x67, 0xb6, 0xcb, 0x50,
        0x3a, 0xb2, 0xec, 0x97, 0xf1, 0x38, 0x3e, 0xaf, 0xef, 0xed, 0xfd, 0xb8, 0x1f, 0xcf, 0xcf,
        0x31, 0x60, 0x7b, 0x69, 0xf0, 0xbd, 0x4c, 0xc4, 0x5e, 0x36, 0x52, 0x9a, 0x0b, 0x73, 0xaf,
        0x7d, 0xa2, 0xf6, 0x3a, 0x0a, 0xa7, 0x4c, 0x6b, 0xac, 0xbd, 0xae, 0x44, 0xef, 0xf5, 0x32,
        0xd8, 0x90, 0x05, 0x83, 0x3c, 0xf5, 0x39, 0x7b, 0x84, 0x68, 0x99, 0xb0, 0x50, 0x56, 0xc3,
        0x14, 0xda, 0x05, 0x53, 0x2a, 0xad, 0x56, 0x8a, 0x67, 0x8f, 0x70, 0x7d, 0x71, 0x8e, 0x80,
        0xc3, 0xb9, 0xab, 0xf5, 0x8b, 0x4c, 0x4c, 0xcc, 0x49, 0xb3, 0x8b, 0x39, 0x93, 0x3d, 0x1a,
        0xeb, 0x4a, 0xb8, 0x98, 0xa7, 0x37, 0x5c, 0xcc, 0xf3, 0x2c, 0xb8, 0x98, 0x8b, 0x66, 0x17,
        0x73, 0x5d, 0x3d, 0x62, 0x3e, 0xaf, 0x39, 0x62, 0x3e, 0xaf, 0x5d, 0x1a, 0x33, 0x3d, 0x21,
        0xe6, 0xa6, 0x39, 0xc4, 0xdc, 0xfc, 0x57, 0x68, 0xce, 0x83, 0x9f, 0x0f, 0x0d, 0x7a, 0x30,
        0xa1, 0xd0, 0xa4, 0x8d, 0x31, 0xc6, 0xd4, 0x93, 0xd1, 0x1d, 0xa5, 0x4f, 0x3c, 0x48, 0x08,
        0xdc, 0x82, 0x57, 0x8b, 0xf5, 0x77, 0x59, 0x6e, 0x14, 0xba, 0x4d, 0xde, 0xff, 0x07, 0xfb,
        0xed, 0xce, 0x6d,
    ];
    /// A block without: fifteen times `a`, then `b`.
    const FIXED: &[u8] = &[
        0x78, 0x01, 0x4b, 0x4c, 0x44, 0x01, 0x49, 0x00, 0x33, 0x99, 0x06, 0x12,
    ];
    /// `stored`, as it is.
    const STORED: &[u8] = &[
        0x78, 0x01, 0x01, 0x06, 0x00, 0xf9, 0xff, 0x73, 0x74, 0x6f, 0x72, 0x65, 0x64, 0x09, 0x3c,
        0x02, 0x92,
    ];

    fn inflated(packed: &[u8], size: usize) -> Option<Vec<u8>> {
        let mut out = vec![0; size];
        into(packed, &mut out).map(|()| out)
    }

    #[test]
    fn blocks_of_every_kind_are_read() {
        let lines = lines();
        assert_eq!(inflated(CODED, lines.len()), Some(lines));
        assert_eq!(
            inflated(FIXED, 16).as_deref(),
            Some(&b"aaaaaaaaaaaaaaab"[..])
        );
        assert_eq!(inflated(STORED, 6).as_deref(), Some(&b"stored"[..]));
    }

    #[test]
    fn what_is_broken_is_nothing() {
        let size = lines().len();
        assert_eq!(inflated(CODED, size - 1), None);
        assert_eq!(inflated(CODED, size + 1), None);
        // The last four bytes are the checksum.
        for end in 0..CODED.len() - 4 {
            assert_eq!(inflated(&CODED[..end], size), None, "{end}");
        }
        // Whatever stands there, it ends, and stays within the room.
        for at in 0..CODED.len() {
            for bit in 0..8 {
                let mut bytes = CODED.to_vec();
                bytes[at] ^= 1 << bit;
                inflated(&bytes, size);
            }
        }
    }
}
