//! Call instructions, read backwards from their return addresses.
//!
//! Source: Arm Architecture Reference Manual for A-profile, C6.2 (`ADRP`, `BL`, `LDR`).

use crate::platform::read_word;

/// The instruction at an address.
pub(super) fn instruction(address: usize) -> Option<u32> {
    let word = read_word(address & !7)?;
    Some((word >> ((address & 4) * 8)) as u32)
}

/// The function that the call before a return address calls, where the instruction says it: directly, or through the
/// procedure linkage table. A function that was left by a jump to another one is what was called.
pub fn callee(return_address: usize) -> Option<usize> {
    let at = return_address.checked_sub(4)?;
    let call = instruction(at)?;
    // `bl distance`
    (call >> 26 == 0b10_0101)
        .then(|| at.checked_add_signed((((call << 6) as i32) >> 4) as isize))?
        .map(behind_linkage)
}

/// Where an entry of the procedure linkage table leads; other code leads to itself.
fn behind_linkage(target: usize) -> usize {
    let behind = || {
        const BTI_C: u32 = 0xd503_245f;
        let mut at = target;
        if instruction(at)? == BTI_C {
            at += 4;
        }
        let (page, load) = (instruction(at)?, instruction(at + 4)?);
        // `adrp x16, page` and `ldr x17, [x16, offset]`
        if page & 0x9f00_001f != 0x9000_0010 || load & 0xffc0_03ff != 0xf940_0211 {
            return None;
        }
        let high = (page << 8) as i32 >> 13 << 2;
        let pages = high | (page >> 29 & 3) as i32;
        let base = (at & !0xfff).checked_add_signed(pages as isize * 0x1000)?;
        read_word(base + (load >> 10 & 0xfff) as usize * 8)
    };
    behind().unwrap_or(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(align(4096))]
    struct Code([u32; 2048]);

    #[test]
    fn a_call_names_its_function() {
        let mut code = Code([0xd503_201f; 2048]);
        code.0[2] = 0x9400_0003;
        code.0[5] = 0x97ff_fffd;
        let at = |index: usize| code.0.as_ptr() as usize + index * 4;
        assert_eq!(callee(at(3)), Some(at(5)));
        assert_eq!(callee(at(6)), Some(at(2)));
        assert_eq!(callee(at(4)), None);
    }

    #[test]
    fn a_call_through_the_linkage_table_names_the_function_behind_it() {
        let mut code = Code([0xd503_201f; 2048]);
        code.0[2] = 0x9400_0003;
        // adrp x16, the next page; ldr x17, [x16, 16]
        code.0[5] = 0xb000_0010;
        code.0[6] = 0xf940_0a11;
        code.0[1024 + 4] = 0x5566;
        code.0[1024 + 5] = 0x1122;
        let at = core::hint::black_box(&code).0.as_ptr() as usize;
        assert_eq!(callee(at + 12), Some(0x1122_0000_5566));
    }
}
