//! Which way an instruction moves memory.
//!
//! Source: Arm Architecture Reference Manual for A-profile, F3.1 (T32) and F4.1 (A32).

use crate::platform::read_word;

/// Half of a word at an address, which is a multiple of two.
fn half(address: usize) -> Option<u32> {
    let word = read_word(address & !3)?;
    Some((word >> ((address & 2) * 8)) as u32 & 0xffff)
}

/// Whether the instruction at `pc` writes to memory; `None` if it does neither that nor read, or cannot be read itself.
pub fn is_write(pc: usize, is_thumb: bool) -> Option<bool> {
    if !is_thumb {
        return arm(half(pc)? | half(pc + 2)? << 16);
    }
    let first = half(pc)?;
    match first >> 11 {
        0b11101..=0b11111 => thumb_wide(first, half(pc + 2)?),
        _ => thumb(first),
    }
}

fn arm(code: u32) -> Option<bool> {
    let loads = code >> 20 & 1 == 1;
    if code >> 28 == 0b1111 {
        // Elements and structures of vectors; preloads read nothing.
        let is_vector = code >> 24 & 0xf == 0b0100 && code >> 20 & 1 == 0;
        return is_vector.then_some(code >> 21 & 1 == 0);
    }
    let is_extra = code & 0x90 == 0x90;
    let kind = code >> 5 & 3;
    match code >> 25 & 7 {
        // Exclusive ones and swaps.
        0b000 if is_extra && kind == 0 => {
            (code >> 24 & 1 == 1).then_some(!(loads && code >> 23 & 1 == 1))
        }
        // A pair is loaded by what would be a store.
        0b000 if is_extra => Some(!loads && kind != 2),
        0b010 => Some(!loads),
        0b011 if code >> 4 & 1 == 0 => Some(!loads),
        0b100 => Some(!loads),
        // Not moves of two registers.
        0b110 if code >> 21 & 0xf != 0b0010 => Some(!loads),
        _ => None,
    }
}

/// An instruction of 16 bits.
fn thumb(code: u32) -> Option<bool> {
    let loads = code >> 11 & 1 == 1;
    match code >> 12 {
        0b0100 if loads => Some(false),
        // By a register: the first three of eight store.
        0b0101 => Some(code >> 9 & 7 < 3),
        0b0110..=0b1001 | 0b1100 => Some(!loads),
        // To and from the stack.
        0b1011 if code >> 9 & 3 == 2 => Some(!loads),
        _ => None,
    }
}

/// One of 32 bits.
fn thumb_wide(first: u32, second: u32) -> Option<bool> {
    let stores = first >> 4 & 1 == 0;
    match first >> 8 & 0x1e {
        // Several registers, two, and exclusive ones; a table of branches is read.
        0b01000 => Some(stores),
        // Floating point; not moves of two registers.
        0b01100 if first >> 5 & 0xf != 0b0010 => Some(stores),
        0b11000 if first & 0x110 == 0x100 => Some(first >> 5 & 1 == 0),
        // Preloads read nothing.
        0b11000 if second >> 12 == 0xf && !stores => None,
        0b11000 => Some(stores),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn way(code: u32, is_thumb: bool) -> Option<bool> {
        let code = core::hint::black_box([code, 0]);
        is_write(code.as_ptr() as usize, is_thumb)
    }

    /// A wide instruction has its first half in front.
    fn wide(code: u32) -> Option<bool> {
        way(code.rotate_left(16), true)
    }

    #[test]
    fn loads_and_stores_of_arm_code_are_told_apart() {
        let loads = [
            0xe590_0000, // ldr r0, [r0]
            0xe790_0001, // ldr r0, [r0, r1]
            0xe1d0_00b0, // ldrh r0, [r0]
            0xe1c0_00d0, // ldrd r0, [r0]
            0xe190_0f9f, // ldrex r0, [r0]
            0xe890_0006, // ldm r0, {r1, r2}
            0xed90_0b00, // vldr d0, [r0]
            0xf420_078f, // vld1.32 {d0}, [r0]
        ];
        let stores = [
            0xe580_0000, // str r0, [r0]
            0xe780_0001, // str r0, [r0, r1]
            0xe1c0_00b0, // strh r0, [r0]
            0xe1c0_00f0, // strd r0, [r0]
            0xe181_0f90, // strex r0, r0, [r1]
            0xe880_0006, // stm r0, {r1, r2}
            0xed80_0b00, // vstr d0, [r0]
            0xf400_078f, // vst1.32 {d0}, [r0]
        ];
        assert!(
            loads
                .into_iter()
                .all(|code| way(code, false) == Some(false))
        );
        assert!(
            stores
                .into_iter()
                .all(|code| way(code, false) == Some(true))
        );
        // nop, mul r0, r0, r1, vmov r0, r1, d0
        let others = [0xe320_f000, 0xe000_0190, 0xec51_0b10];
        assert!(others.into_iter().all(|code| way(code, false).is_none()));
    }

    #[test]
    fn loads_and_stores_of_thumb_code_are_told_apart() {
        // ldr r0, [r0]; ldrb r0, [r0, r1]; ldrh r0, [r0]; ldr r0, [sp]; pop {r0}
        let loads = [0x6800, 0x5c40, 0x8800, 0x9800, 0xbc01];
        // str r0, [r0]; strb r0, [r0, r1]; strh r0, [r0]; str r0, [sp]; push {r0}
        let stores = [0x6000, 0x5440, 0x8000, 0x9000, 0xb401];
        assert!(loads.into_iter().all(|code| way(code, true) == Some(false)));
        assert!(stores.into_iter().all(|code| way(code, true) == Some(true)));
        // ldr.w r0, [r0]; ldrd r0, r1, [r0]; ldrex r0, [r0]; vldr d0, [r0]; vld1.32 {d0}, [r0]
        let loads = [
            0xf8d0_0000,
            0xe9d0_0100,
            0xe850_0f00,
            0xed90_0b00,
            0xf920_078f,
        ];
        // str.w r0, [r0]; strd r0, r1, [r0]; strex r1, r0, [r0]; vstr d0, [r0]; vst1.32 {d0}, [r0]
        let stores = [
            0xf8c0_0000,
            0xe9c0_0100,
            0xe840_0100,
            0xed80_0b00,
            0xf900_078f,
        ];
        assert!(loads.into_iter().all(|code| wide(code) == Some(false)));
        assert!(stores.into_iter().all(|code| wide(code) == Some(true)));
        // nop; adds r0, r0, r1; add.w r0, r0, r1
        assert_eq!((way(0xbf00, true), way(0x1840, true)), (None, None));
        assert_eq!(wide(0xeb00_0001), None);
    }
}
