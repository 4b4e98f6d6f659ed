//! What an instruction accesses: the processor does not tell addresses that it does not have.

/// What an instruction says of an address.
struct Bits<'a> {
    code: &'a [u8],
    /// Bits that make register numbers four bits wide: of the operand, the index and the base.
    extension: u8,
}

/// Addresses that an instruction may access, by its code and the registers as instructions number them: that of its operand in memory, or the register that it jumps to; two for those that
/// copy. None where it does not say, or says it relative to itself or to a segment.
pub fn accessed(code: &[u8], registers: &[usize; 16]) -> [Option<usize>; 2] {
    operand(code, registers).unwrap_or_default()
}

fn operand(code: &[u8], registers: &[usize; 16]) -> Option<[Option<usize>; 2]> {
    const SOURCE: usize = 6;
    const DESTINATION: usize = 7;
    let mut code = code;
    while let [0x66 | 0xf0 | 0xf2 | 0xf3 | 0x2e | 0x3e, rest @ ..] = code {
        code = rest;
    }
    let one = |bits: &Bits<'_>| Some([Some(bits.address(registers)?), None]);
    let (opcode, bits) = match code {
        // VEX and EVEX, whose bits are inverted. Displacements of a byte may count more than bytes in EVEX: that is near enough.
        [0xc5, _, _, rest @ ..] => return one(&Bits::new(rest, 0)),
        [0xc4, first, _, _, rest @ ..] | [0x62, first, _, _, _, rest @ ..] => {
            return one(&Bits::new(rest, !first >> 5));
        }
        [first, rest @ ..] if first & 0xf0 == 0x40 => match rest {
            [opcode, rest @ ..] => (*opcode, Bits::new(rest, first & 7)),
            [] => return None,
        },
        [opcode, rest @ ..] => (*opcode, Bits::new(rest, 0)),
        [] => return None,
    };
    let string = |used: &[usize]| {
        let mut used = used.iter().map(|number| registers[*number]);
        Some([used.next(), used.next()])
    };
    match opcode {
        0x0f => one(&bits.behind_escape()?),
        0xa0..=0xa3 => {
            let bytes = bits.code.first_chunk()?;
            Some([Some(u64::from_le_bytes(*bytes) as usize), None])
        }
        0xa4..=0xa7 => string(&[SOURCE, DESTINATION]),
        0xaa | 0xab | 0xae | 0xaf => string(&[DESTINATION]),
        0xac | 0xad => string(&[SOURCE]),
        // A call or jump by a register.
        0xff if bits.code.first()? >> 6 == 3 => {
            let number = bits.code[0] & 7 | (bits.extension & 1) << 3;
            Some([Some(registers[usize::from(number)]), None])
        }
        _ if has_operand(opcode) => one(&bits),
        _ => None,
    }
}

/// Whether an operand follows an opcode of one byte.
fn has_operand(opcode: u8) -> bool {
    match opcode {
        0x00..=0x3f => opcode & 4 == 0,
        0x63 | 0x69 | 0x6b | 0x80..=0x8f | 0xc0 | 0xc1 | 0xc6 | 0xc7 => true,
        0xd0..=0xd3 | 0xd8..=0xdf | 0xf6 | 0xf7 | 0xfe | 0xff => true,
        _ => false,
    }
}

impl<'a> Bits<'a> {
    fn new(code: &'a [u8], extension: u8) -> Self {
        Self { code, extension }
    }

    /// The same behind the further bytes of an opcode that begins with 0x0f.
    fn behind_escape(self) -> Option<Self> {
        let code = match self.code {
            [0x38 | 0x3a, _, rest @ ..] | [_, rest @ ..] => rest,
            [] => return None,
        };
        Some(Self { code, ..self })
    }

    /// The address of the operand in memory.
    fn address(&self, registers: &[usize; 16]) -> Option<usize> {
        let (modes, mut rest) = self.code.split_first()?;
        let register = |number: u8, bit: u8| {
            registers[usize::from(number & 7 | (self.extension >> bit & 1) << 3)]
        };
        let mode = modes >> 6;
        let mut address = match (mode, modes & 7) {
            (3, _) | (0, 5) => return None,
            (_, 4) => {
                let scaled;
                (scaled, rest) = rest.split_first()?;
                let has_index = scaled >> 3 & 7 != 4 || self.extension & 2 != 0;
                let index = match has_index {
                    true => register(scaled >> 3, 1) << (scaled >> 6),
                    false => 0,
                };
                match (mode, scaled & 7) {
                    (0, 5) => index.wrapping_add_signed(displacement(4, rest)?),
                    (_, base) => register(base, 0).wrapping_add(index),
                }
            }
            (_, base) => register(base, 0),
        };
        let bytes = [0, 1, 4][usize::from(mode)];
        address = address.wrapping_add_signed(displacement(bytes, rest)?);
        Some(address)
    }
}

/// A displacement of so many bytes.
fn displacement(bytes: usize, code: &[u8]) -> Option<isize> {
    Some(match bytes {
        0 => 0,
        1 => *code.first()? as i8 as isize,
        _ => i32::from_le_bytes(*code.first_chunk()?) as isize,
    })
}

#[cfg(test)]
mod tests {
    use super::accessed;

    fn one(code: &[u8]) -> Option<usize> {
        let registers = core::array::from_fn(|number| number << 32);
        let [first, second] = accessed(code, &registers);
        assert_eq!(second, None);
        first
    }

    #[test]
    fn operands_of_all_forms() {
        // mov (%rdi),%rax; mov 8(%rdi),%rax; mov -8(%r12),%rax; mov 0x100(%rax,%r9,8),%edx; movb $1,(,%rcx,2)
        assert_eq!(one(&[0x48, 0x8b, 0x07]), Some(7 << 32));
        assert_eq!(one(&[0x48, 0x8b, 0x47, 8]), Some((7 << 32) + 8));
        assert_eq!(one(&[0x49, 0x8b, 0x44, 0x24, 0xf8]), Some((12 << 32) - 8));
        assert_eq!(
            one(&[0x42, 0x8b, 0x94, 0xc8, 0, 1, 0, 0]),
            Some((72 << 32) + 256)
        );
        assert_eq!(one(&[0xc6, 0x04, 0x4d, 0, 0, 0, 0, 1]), Some(2 << 32));
        // movups (%rdi),%xmm0; vmovups (%rsi),%ymm0; vmovups (%r8),%ymm0; movzwl 4(%r9),%ecx
        assert_eq!(one(&[0x0f, 0x10, 0x07]), Some(7 << 32));
        assert_eq!(one(&[0xc5, 0xfc, 0x10, 0x06]), Some(6 << 32));
        assert_eq!(one(&[0xc4, 0xc1, 0x7c, 0x10, 0x00]), Some(8 << 32));
        assert_eq!(one(&[0x41, 0x0f, 0xb7, 0x49, 4]), Some((9 << 32) + 4));
        // call *%r11; call *16(%rdx); movabs 0x17d7d7d7d7d7d7d7,%al
        assert_eq!(one(&[0x41, 0xff, 0xd3]), Some(11 << 32));
        assert_eq!(one(&[0xff, 0x52, 16]), Some((2 << 32) + 16));
        let absolute = [0xa0, 0xd7, 0xd7, 0xd7, 0xd7, 0xd7, 0xd7, 0xd7, 0x17];
        assert_eq!(one(&absolute), Some(0x17d7_d7d7_d7d7_d7d7));
    }

    #[test]
    fn what_says_no_address() {
        // mov %rax,%rbx; mov 16(%rip),%rax; ret; nothing
        for code in [
            &[0x48, 0x89, 0xc3][..],
            &[0x48, 0x8b, 0x05, 16, 0, 0, 0],
            &[0xc3],
            &[],
        ] {
            assert_eq!(one(code), None);
        }
        let registers = core::array::from_fn(|number| number);
        assert_eq!(accessed(&[0xf3, 0xa4], &registers), [Some(6), Some(7)]);
    }
}
