//! Which way an instruction moves memory.
//!
//! Source: The RISC-V Instruction Set Manual, volume I, chapters 2 (base), 12 (atomic) and 26 (compressed).

use super::call::parcel;

/// Whether the instruction at `pc` writes to memory; `None` if it does neither that nor read, or cannot be read itself.
pub fn is_write(pc: usize) -> Option<bool> {
    let low = parcel(pc)?;
    if low & 3 != 3 {
        // Of the first and third quarters, the upper half of the functions stores.
        let function = low >> 13;
        return match (low & 3, function) {
            (0 | 2, 1..=3) => Some(false),
            (0 | 2, 5..=7) => Some(true),
            _ => None,
        };
    }
    /// Operations of an atomic instruction that only reads.
    const LOAD_RESERVED: u16 = 2;
    Some(match low & 0x7f {
        // Loads, also of floating-point numbers and vectors.
        0x03 | 0x07 => false,
        // Stores likewise.
        0x23 | 0x27 => true,
        0x2f => parcel(pc + 2)? >> 11 != LOAD_RESERVED,
        _ => return None,
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
        // ld a0, 0(a0); lb; fld; lr.w; c.ld; c.lwsp
        let loads = [
            0x0005_3503,
            0x0005_0503,
            0x0005_3507,
            0x1005_252f,
            0x6108,
            0x4502,
        ];
        // sd a0, 0(a0); sb; fsd; sc.w; amoadd.w; c.sd; c.swsp
        let stores = [
            0x00a5_3023,
            0x00a5_0023,
            0x00a5_3027,
            0x18a5_252f,
            0x00a5_252f,
            0xe108,
            0xc02a,
        ];
        assert!(loads.into_iter().all(|code| way(code) == Some(false)));
        assert!(stores.into_iter().all(|code| way(code) == Some(true)));
        // nop, c.nop
        assert_eq!((way(0x13), way(1)), (None, None));
    }
}
