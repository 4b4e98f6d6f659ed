//! What is said about a signal: registers, the access, and what the address suggests.

use crate::output::Out;
use crate::platform::{self, Fault, Registers};
use crate::shadow;
use core::fmt::Write;

/// Prints the lines after the title.
pub fn print(out: &mut Out, fault: &Fault, signal: i32) {
    let Registers { pc, sp, frame, .. } = fault.registers;
    let _ = writeln!(out, "pc {pc:#x} sp {sp:#x} bp {frame:#x}");
    if let Some(is_write) = fault.is_write {
        let _ = writeln!(
            out,
            "The signal is caused by a {} memory access.",
            if is_write { "WRITE" } else { "READ" }
        );
    }
    let _ = match (signal, fault.address) {
        _ if fault.is_sent => writeln!(
            out,
            "Hint: the signal was sent by kill(), raise(), abort() or the like."
        ),
        (libc::SIGSEGV | libc::SIGBUS, address) => hint(out, address, pc),
        (libc::SIGFPE, _) => writeln!(
            out,
            "Hint: {}.",
            match fault.code {
                FPE_INTDIV => "an integer was divided by zero, or the smallest one by -1",
                FPE_INTOVF => "an integer operation has overflowed",
                _ => "a floating-point operation that the program has asked to be told of",
            }
        ),
        (libc::SIGILL, _) => writeln!(
            out,
            "Hint: there is no such instruction, or the compiler has put a trap there."
        ),
        _ => Ok(()),
    };
}

/// `si_code` of `SIGFPE`.
const FPE_INTDIV: i32 = 1;
const FPE_INTOVF: i32 = 2;

/// What the address of an access suggests.
fn hint(out: &mut Out, address: Option<usize>, pc: usize) -> core::fmt::Result {
    match address {
        None => writeln!(
            out,
            "Hint: the address is not one that this processor has (see the registers): a wild pointer."
        ),
        Some(0) if pc == 0 => writeln!(out, "Hint: the program called it: a null pointer."),
        Some(address) if address < platform::PAGE => {
            writeln!(
                out,
                "Hint: address points to the zero page: a null pointer{}.",
                if address == 0 { "" } else { " plus an offset" }
            )
        }
        Some(address) if address == pc => writeln!(
            out,
            "Hint: the program jumped there: a wild function pointer."
        ),
        Some(address) => match shadow::map::address_of_shadow(address) {
            Some(meant) => writeln!(
                out,
                "Hint: this is the shadow of {meant:#x}, whose access was being checked: a wild pointer."
            ),
            None => Ok(()),
        },
    }
}
