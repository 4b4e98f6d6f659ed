//! The memory operand of an instruction, in the forms that checks have.

/// Base register (as instructions number it) and displacement of an instruction that accesses `displacement(base)`; `None` for all others.
pub fn operand(code: &[u8]) -> Option<(usize, i32)> {
    /// Instructions behind one more byte, as `movzx`.
    const LONGER: u8 = 0x0f;
    let mut code = code.iter().copied().peekable();
    let _is_16_bits = code.next_if_eq(&0x66);
    let extension = code.next_if(|byte| byte & 0xf0 == 0x40).unwrap_or(0);
    if code.next()? == LONGER {
        code.next()?;
    }
    let modes = code.next()?;
    if modes >> 6 != 0b10 {
        return None;
    }
    let mut base = modes & 7;
    if base == 4 {
        let scaled = code.next()?;
        // No index.
        if scaled >> 3 & 7 != 4 || extension & 2 != 0 {
            return None;
        }
        base = scaled & 7;
    }
    let mut bytes = [0; 4];
    for byte in &mut bytes {
        *byte = code.next()?;
    }
    let base = usize::from(base | (extension & 1) << 3);
    Some((base, i32::from_le_bytes(bytes)))
}

#[cfg(test)]
mod tests {
    use super::operand;

    #[test]
    fn checks_of_the_shadow() {
        // testb $0xc0, 0x7fff8003(%rax)
        let byte = [0xf6, 0x80, 0x03, 0x80, 0xff, 0x7f, 0xc0];
        assert_eq!(operand(&byte), Some((0, 0x7fff_8003)));
        // testb $0xc0, 0x7fff7ffe(%r12)
        let scaled = [0x41, 0xf6, 0x84, 0x24, 0xfe, 0x7f, 0xff, 0x7f, 0xc0];
        assert_eq!(operand(&scaled), Some((12, 0x7fff_7ffe)));
        // movzwl 0x7fff8000(%r9), %ecx
        let wide = [0x41, 0x0f, 0xb7, 0x89, 0x00, 0x80, 0xff, 0x7f];
        assert_eq!(operand(&wide), Some((9, 0x7fff_8000)));
    }

    #[test]
    fn other_forms() {
        // mov (%rdi), %rax, and mov 0x10(%rax,%rcx,8), %rdx with a long displacement
        assert_eq!(operand(&[0x48, 0x8b, 0x07, 0, 0, 0, 0, 0]), None);
        assert_eq!(operand(&[0x48, 0x8b, 0x94, 0xc8, 0x10, 0, 0, 0]), None);
        assert_eq!(operand(&[0x48]), None);
    }
}
