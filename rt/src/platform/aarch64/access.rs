//! Which way an instruction moves memory.
//!
//! Source: Arm Architecture Reference Manual for A-profile, C4.1 (loads and stores).

use super::call::instruction;

/// Whether the instruction at `pc` writes to memory; `None` if it does neither that nor read, or cannot be read itself.
pub fn is_write(pc: usize) -> Option<bool> {
    let code = instruction(pc)?;
    // Loads and stores.
    if code >> 25 & 0b0101 != 0b0100 {
        return None;
    }
    let is_vector = code >> 26 & 1 == 1;
    let opcode = code >> 22 & 3;
    Some(match code >> 28 & 3 {
        // A literal.
        1 if !is_vector && code >> 24 & 1 == 0 => false,
        // One register: a quarter of the codes stores, and of vectors that of 16 bytes as well.
        3 => opcode == 0 || is_vector && opcode == 2,
        // Exclusive ones, pairs, and vectors of structures have a bit for it.
        _ => opcode & 1 == 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loads_and_stores_are_told_apart() {
        let way = |code: u32| {
            let code = core::hint::black_box([code, 0]);
            is_write(code.as_ptr() as usize)
        };
        let loads = [
            0xf940_0000, // ldr x0, [x0]
            0x3840_1400, // ldrb w0, [x0], 1
            0xa940_0000, // ldp x0, x0, [x0]
            0x3dc0_0000, // ldr q0, [x0]
            0x885f_7c00, // ldxr w0, [x0]
            0xb980_0000, // ldrsw x0, [x0]
            0x4c40_7000, // ld1 {v0.16b}, [x0]
        ];
        let stores = [
            0xf900_0000, // str x0, [x0]
            0x3800_1400, // strb w0, [x0], 1
            0xa900_0000, // stp x0, x0, [x0]
            0x3d80_0000, // str q0, [x0]
            0x8800_7c00, // stxr w0, w0, [x0]
            0x4c00_7000, // st1 {v0.16b}, [x0]
        ];
        assert!(loads.into_iter().all(|code| way(code) == Some(false)));
        assert!(stores.into_iter().all(|code| way(code) == Some(true)));
        assert_eq!(way(0xd503_201f), None);
    }
}
