//! Call instructions, read backwards from their return addresses.
//!
//! Source: Arm Architecture Reference Manual for A-profile, F5.1 (`BL`).

use crate::platform::read_word;

/// The function that the call before a return address calls, where the instruction says it directly in Arm code. Nothing tells that from Thumb code, so a word that
/// could be a call in both is none; calls of Thumb code, and those through the procedure linkage table, are not followed.
pub fn callee(return_address: usize) -> Option<usize> {
    if !return_address.is_multiple_of(4) {
        return None;
    }
    let at = return_address.checked_sub(4)?;
    let call = read_word(at)? as u32;
    // `bl distance`, whatever happens, and not the halves of a `blx distance` of Thumb code.
    let is_call = call >> 24 == 0xeb && call >> 11 & 0x1f != 0b11110;
    let distance = ((call << 8) as i32 >> 6) as isize + 8;
    is_call.then(|| at.checked_add_signed(distance))?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_names_its_function() {
        let mut code = [0xe320_f000_u32; 16];
        // bl 8 ahead of what runs ahead by 8, and bl as far back
        (code[2], code[8]) = (0xeb00_0002, 0xebff_fffc);
        code[12] = 0xeb00_f002;
        let code = core::hint::black_box(code);
        let at = |index: usize| code.as_ptr() as usize + index * 4;
        assert_eq!(callee(at(3)), Some(at(6)));
        assert_eq!(callee(at(9)), Some(at(6)));
        assert_eq!(callee(at(4)), None);
        assert_eq!(callee(at(13)), None);
        assert_eq!(callee(at(3) + 2), None);
    }
}
