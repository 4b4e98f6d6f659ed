//! Call instructions, read backwards from their return addresses.

use crate::platform::read_word;

/// The function that the call before a return address calls, where the instruction says it: directly, through the
/// procedure linkage table or through a word of the global offset table. A function that was left by a jump to
/// another one is what was called.
pub fn callee(return_address: usize) -> Option<usize> {
    let relative = |start: usize| {
        let distance = read_word(return_address.checked_sub(4)?)? as u32 as i32;
        let opcode = read_word(return_address.checked_sub(start)?)?;
        Some((
            opcode,
            return_address.checked_add_signed(distance as isize)?,
        ))
    };
    let (opcode, target) = relative(5)?;
    if opcode & 0xff == 0xe8 {
        return Some(behind_linkage(target));
    }
    let (opcode, slot) = relative(6)?;
    // `call [rip + distance]`
    (opcode & 0xffff == 0x15ff).then(|| read_word(slot))?
}

/// Where an entry of the procedure linkage table leads; other code leads to itself.
fn behind_linkage(target: usize) -> usize {
    let behind = || {
        const ENDBR64: usize = 0xfa1e_0ff3;
        const BND: usize = 0xf2;
        let mut at = target;
        if read_word(at)? & 0xffff_ffff == ENDBR64 {
            at += 4;
        }
        if read_word(at)? & 0xff == BND {
            at += 1;
        }
        // `jmp [rip + distance]`
        let code = read_word(at)?;
        let distance = (code >> 16) as u32 as i32;
        (code & 0xffff == 0x25ff)
            .then(|| read_word((at + 6).checked_add_signed(distance as isize)?))?
    };
    behind().unwrap_or(target)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Code, its bytes from `at` on, between bytes that are read beyond it.
    struct Code([u8; 64]);

    impl Code {
        fn new(parts: &[(usize, &[u8])]) -> Code {
            let mut code = Code([0x90; 64]);
            for (at, bytes) in parts {
                code.0[*at..at + bytes.len()].copy_from_slice(bytes);
            }
            code
        }

        fn at(&self, offset: usize) -> usize {
            self.0.as_ptr() as usize + offset
        }
    }

    #[test]
    fn a_call_names_its_function() {
        let code = Code::new(&[(8, &[0xe8, 3, 0, 0, 0])]);
        assert_eq!(callee(code.at(13)), Some(code.at(16)));
        let code = Code::new(&[(8, &[0xe8, 0xfb, 0xff, 0xff, 0xff])]);
        assert_eq!(callee(code.at(13)), Some(code.at(8)));
    }

    #[test]
    fn a_call_through_the_linkage_table_names_the_function_behind_it() {
        let word = 0x1122_3344_5566usize.to_le_bytes();
        let direct = [
            (8, &[0xe8, 3, 0, 0, 0][..]),
            (16, &[0xff, 0x25, 10, 0, 0, 0]),
            (32, &word),
        ];
        assert_eq!(callee(Code::new(&direct).at(13)), Some(0x1122_3344_5566));
        let marked = [
            (8, &[0xe8, 3, 0, 0, 0][..]),
            (16, &[0xf3, 0x0f, 0x1e, 0xfa, 0xf2, 0xff, 0x25, 5, 0, 0, 0]),
            (32, &word),
        ];
        assert_eq!(callee(Code::new(&marked).at(13)), Some(0x1122_3344_5566));
        let without_table = [(8, &[0xff, 0x15, 18, 0, 0, 0][..]), (32, &word)];
        assert_eq!(
            callee(Code::new(&without_table).at(14)),
            Some(0x1122_3344_5566)
        );
    }

    #[test]
    fn a_call_through_a_register_names_nothing() {
        assert_eq!(callee(Code::new(&[(8, &[0xff, 0xd0])]).at(10)), None);
        assert_eq!(callee(3), None);
    }
}
