//! Compressed debug information, as linkers and distributions leave it: zlib's format (RFC 1950) around deflate's (RFC 1951).
//!
//! Files are taken as they are found: whatever is wrong with one means that nothing is known. The checksum at the end is not compared, for
//! a wrong name in a report is the worst that can come of it.

use super::mapped::Mapped;

/// What `packed` stands for, if it is so many bytes.
pub fn unpacked(packed: &[u8], size: u64) -> Option<Mapped> {
    let size = usize::try_from(size).ok().filter(|size| *size > 0)?;
    Mapped::filled(size, |buffer| into(packed, buffer))
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
mod tests;
