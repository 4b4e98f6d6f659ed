//! Text for the one hook that takes it. Nothing is formatted in memory, so a report needs little stack.

unsafe extern "C" {
    fn __sanecc_write(text: *const u8, length: usize);
}

/// Hands text to the hook.
pub fn write(text: &[u8]) {
    // SAFETY: the hook reads so many bytes.
    unsafe { __sanecc_write(text.as_ptr(), text.len()) }
}

/// `0x` and eight digits.
pub fn hex(value: usize) {
    write(b"0x");
    for byte in (value as u32).to_be_bytes() {
        byte_hex(byte);
    }
}

/// Two digits.
pub fn byte_hex(byte: u8) {
    let digit = |value: u8| {
        if value < 10 {
            b'0' + value
        } else {
            b'a' - 10 + value
        }
    };
    write(&[digit(byte >> 4), digit(byte & 15)]);
}

/// A decimal number. Without division, which Cortex-M0 has no instruction for.
pub fn decimal(value: usize) {
    let mut left = value;
    let mut begun = false;
    for power in [
        1_000_000_000,
        100_000_000,
        10_000_000,
        1_000_000,
        100_000,
        10_000,
        1_000,
        100,
        10,
        1,
    ] {
        let mut digit = b'0';
        while left >= power {
            left -= power;
            digit += 1;
        }
        if begun || digit != b'0' || power == 1 {
            begun = true;
            write(&[digit]);
        }
    }
}

/// A text of C.
///
/// # Safety
/// It ends with a NUL.
pub unsafe fn string(start: *const u8) {
    let mut at = start;
    loop {
        // SAFETY: the caller guarantees it.
        let byte = unsafe { at.read() };
        if byte == 0 {
            return;
        }
        write(&[byte]);
        // SAFETY: as above.
        at = unsafe { at.add(1) };
    }
}
