//! Calls in the code of a device: which function one goes to.

/// Where the direct call goes that returns to `at`; `half` reads two bytes of code.
pub(super) fn of_thumb(at: u32, half: impl Fn(u32) -> Option<u16>) -> Option<u32> {
    let [first, second] = [half(at.wrapping_sub(4))?, half(at.wrapping_sub(2))?].map(u32::from);
    if first & 0xf800 != 0xf000 || second & 0xd000 != 0xd000 {
        return None;
    }
    let sign = first >> 10 & 1;
    let bit = |place: u32| (second >> place & 1 ^ sign ^ 1) & 1;
    let offset =
        sign << 24 | bit(13) << 23 | bit(11) << 22 | (first & 0x3ff) << 12 | (second & 0x7ff) << 1;
    Some(at.wrapping_add(extended(offset, 25)))
}

/// The same for RISC-V: `jal`, its short form, and the pair of `auipc` and `jalr`.
pub(super) fn of_risc_v(at: u32, half: impl Fn(u32) -> Option<u16>) -> Option<u32> {
    let word = |before: u32| {
        let low = half(at.wrapping_sub(before))?;
        let high = half(at.wrapping_sub(before - 2))?;
        Some(u32::from(low) | u32::from(high) << 16)
    };
    // Bits `from..from + count` of a word, moved to `to`.
    let bits =
        |word: u32, from: u32, count: u32, to: u32| (word >> from & ((1 << count) - 1)) << to;
    if let Some(code) = word(4).filter(|code| code & 0xfff == 0x0ef) {
        let offset = bits(code, 31, 1, 20)
            | bits(code, 12, 8, 12)
            | bits(code, 20, 1, 11)
            | bits(code, 21, 10, 1);
        return Some(at.wrapping_sub(4).wrapping_add(extended(offset, 21)));
    }
    if let (Some(upper), Some(jump)) = (word(8), word(4))
        && upper & 0xfff == 0x097
        && jump & 0xf_ffff == 0x080e7
    {
        let to = (upper & 0xffff_f000).wrapping_add(extended(jump >> 20, 12));
        return Some(at.wrapping_sub(8).wrapping_add(to));
    }
    let code = u32::from(half(at.wrapping_sub(2))?);
    if code & 0xe003 != 0x2001 {
        return None;
    }
    let offset = bits(code, 12, 1, 11)
        | bits(code, 11, 1, 4)
        | bits(code, 9, 2, 8)
        | bits(code, 8, 1, 10)
        | bits(code, 7, 1, 6)
        | bits(code, 6, 1, 7)
        | bits(code, 3, 3, 1)
        | bits(code, 2, 1, 5);
    Some(at.wrapping_sub(2).wrapping_add(extended(offset, 12)))
}

/// A number of so many bits with its sign.
fn extended(number: u32, bits: u32) -> u32 {
    let shift = 32 - bits;
    ((number << shift) as i32 >> shift) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code at address 0x1000.
    fn half(code: &[u16], at: u32) -> Option<u16> {
        let index = at.checked_sub(0x1000)? / 2;
        code.get(index as usize).copied()
    }

    #[test]
    fn calls_go_where_the_processor_goes() {
        // bl 0x0f9e and bl 0x1204.
        let back = [0xf7ff, 0xffcd];
        assert_eq!(of_thumb(0x1004, |at| half(&back, at)), Some(0x0f9e));
        let far = [0xf000, 0xf900];
        assert_eq!(of_thumb(0x1004, |at| half(&far, at)), Some(0x1204));
        // jal ra, -16 and 2052; c.jal 32 and -730; auipc ra, 1; jalr ra, -8(ra).
        let jal = [0xf0ef, 0xff1f];
        assert_eq!(of_risc_v(0x1004, |at| half(&jal, at)), Some(0x0ff0));
        let ahead = [0x00ef, 0x0050];
        assert_eq!(of_risc_v(0x1004, |at| half(&ahead, at)), Some(0x1804));
        let short = [0x2005];
        assert_eq!(of_risc_v(0x1002, |at| half(&short, at)), Some(0x1020));
        let back = [0x331d];
        assert_eq!(of_risc_v(0x1002, |at| half(&back, at)), Some(0x0d26));
        let pair = [0x1097, 0x0000, 0x80e7, 0xff80];
        assert_eq!(of_risc_v(0x1008, |at| half(&pair, at)), Some(0x1ff8));
        assert_eq!(of_risc_v(0x1008, |_| Some(0)), None);
        assert_eq!(of_thumb(0x1008, |_| Some(0)), None);
    }
}
