//! What the processor held when it refused to go on, in the words of the sanitizers.

use super::settings;
use crate::output::Out;
use crate::platform::{self, Fault};
use core::fmt::Write;

/// Bytes of an instruction that are shown.
const SHOWN: usize = 16;

/// Prints the bytes of the instruction (`dump_instruction_bytes`).
pub fn print(out: &mut Out, process: u32, fault: &Fault) {
    let pc = fault.registers.pc;
    if !settings::instructions() || pc < platform::PAGE {
        return;
    }
    let _ = write!(out, "=={process}==First {SHOWN} instruction bytes at pc: ");
    let words = [pc, pc + SHOWN / 2].map(platform::read_word);
    match words {
        [Some(first), Some(second)] => {
            for byte in [first, second].map(usize::to_ne_bytes).as_flattened() {
                let _ = write!(out, "{byte:02x} ");
            }
        }
        _ => {
            let _ = write!(out, "unaccessible");
        }
    }
    let _ = writeln!(out);
}

/// Prints all registers (`dump_registers`).
pub fn print_all(out: &mut Out, process: u32, fault: &Fault) {
    let _ = writeln!(out, "=={process}==Register values:");
    for row in fault.general.chunks(4) {
        for (name, value) in row {
            let _ = write!(out, "{name:>3} = {value:#018x}  ");
        }
        let _ = writeln!(out);
    }
}
