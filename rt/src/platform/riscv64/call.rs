//! Call instructions, read backwards from their return addresses.
//!
//! Source: The RISC-V Instruction Set Manual, volume I, chapters 2 and 26; RISC-V ELF psABI, procedure linkage table.

use crate::platform::read_word;

/// Half of an instruction, or a compressed one.
pub(super) fn parcel(address: usize) -> Option<u16> {
    let word = read_word(address & !7)?;
    Some((word >> ((address & 6) * 8)) as u16)
}

/// The instruction of 32 bits at an address.
fn instruction(address: usize) -> Option<u32> {
    let (low, high) = (parcel(address)?, parcel(address + 2)?);
    Some(u32::from(high) << 16 | u32::from(low))
}

/// Where `auipc` at an address and a 12-bit distance in the instruction behind it lead, if both use the register `through`.
fn far(at: usize, next: u32, through: u32) -> Option<usize> {
    let upper = instruction(at)?;
    let fits = upper & 0xfff == through << 7 | 0x17 && next >> 15 & 31 == through;
    let low = (next as i32 >> 20) as isize;
    let high = (upper & 0xffff_f000) as i32 as isize;
    fits.then(|| at.checked_add_signed(high + low))?
}

/// The function that the call before a return address calls, where the instruction says it: directly, or through the
/// procedure linkage table. A function that was left by a jump to another one is what was called.
pub fn callee(return_address: usize) -> Option<usize> {
    /// The register that calls leave the return address in.
    const RA: u32 = 1;
    let at = return_address.checked_sub(4)?;
    let call = instruction(at)?;
    match call & 0xfff {
        // `jal ra, distance`
        0x0ef => {
            let sign = call as i32 >> 31 << 20;
            let distance = (call & 0xf_f000 | call >> 9 & 0x800 | call >> 20 & 0x7fe) as i32;
            at.checked_add_signed((sign | distance) as isize)
        }
        // `auipc ra` and `jalr ra, distance(ra)`
        0x0e7 => far(at.checked_sub(4)?, call, RA),
        _ => None,
    }
    .map(behind_linkage)
}

/// Where an entry of the procedure linkage table leads; other code leads to itself.
fn behind_linkage(target: usize) -> usize {
    /// `t3`
    const THROUGH: u32 = 28;
    let behind = || {
        let load = instruction(target + 4)?;
        // `auipc t3` and `ld t3, distance(t3)`
        (load & 0xf_ffff == 0xe_3e03).then(|| read_word(far(target, load, THROUGH)?))?
    };
    behind().unwrap_or(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[repr(align(16))]
    struct Code([u32; 32]);

    fn code(parts: &[(usize, u32)]) -> Code {
        let mut code = Code([0x13; 32]);
        for (index, instruction) in parts {
            code.0[*index] = *instruction;
        }
        core::hint::black_box(code)
    }

    #[test]
    fn a_call_names_its_function() {
        // jal 8; jal -4; auipc ra, 0 and jalr -8(ra)
        let code = code(&[
            (2, 0x0080_00ef),
            (6, 0xffdf_f0ef),
            (9, 0x0000_0097),
            (10, 0xff80_80e7),
        ]);
        let at = |index: usize| code.0.as_ptr() as usize + index * 4;
        assert_eq!(callee(at(3)), Some(at(4)));
        assert_eq!(callee(at(7)), Some(at(5)));
        assert_eq!(callee(at(11)), Some(at(7)));
        assert_eq!(callee(at(5)), None);
    }

    #[test]
    fn a_call_through_the_linkage_table_names_the_function_behind_it() {
        // jal 8; auipc t3, 0 and ld t3, 16(t3)
        let code = code(&[
            (2, 0x0080_00ef),
            (4, 0x0000_0e17),
            (5, 0x010e_3e03),
            (8, 0x5566),
            (9, 0x1122),
        ]);
        assert_eq!(
            callee(code.0.as_ptr() as usize + 12),
            Some(0x1122_0000_5566)
        );
    }
}
