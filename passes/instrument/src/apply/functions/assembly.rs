//! Shadow checks as single statements of inline assembly, on x86-64.
//!
//! A check that were a branch of LLVM's would split its basic block, and instruction selection, scheduling and register allocation work best on long ones. So the
//! hot part tests the shadow and jumps to a cold part, which stands in another subsection of the same section and calls a slow path of the runtime
//! ([`SLOW_ACCESS`]). The slow path restores all registers, so the statement has inputs alone:
//!
//! ```text
//!         testb   $-64, 0x7fff8000(%rax)    # %rax: granule number of the base
//!         jne     1f
//! 2:      ...                               # the access
//!
//! 1:      leaq    (%rcx,%rdx,4), %rax       # the address, as the access computes it
//!         callq   *__sanecc_slow_access_rax@GOTPCREL(%rip)
//!         jmp     2b                        # a `SlowCall`
//!         .long   site - .
//!         .short  0
//!         .byte   4
//! ```
//!
//! The call goes through the global offset table, because lazy binding changes registers. It would overwrite a red zone, so the functions have none.

use super::shadow::{ShadowLoads, write_head};
use super::space::Space;
use sanecc_abi::shadow::{GRANULE_SHIFT, NOT_WHOLLY_ADDRESSABLE};
use std::fmt::Write;

/// Defines the function `name` as the check of an access; `slow` names its slow path without the register.
pub(super) fn write_statement(
    text: &mut String,
    name: &str,
    loads: &ShadowLoads,
    slow: &str,
    space: &Space,
) {
    write_head(text, name, loads, space);
    // A test of 16 bits in memory has an operand that is slow to decode, so those come to a register.
    let loaded = u64::from(loads.width == 2);
    let number = |operand: u64| loaded + operand;
    let mut tests = vec![(number(0), number(1))];
    let mut inputs = String::from("r,i,*m,i,i");
    let mut arguments =
        String::from("i64 %g, i64 %d, ptr elementtype(i8) %p, ptr %site, i64 %granules");
    if loads.has_two() {
        tests.push((number(5), number(6)));
        inputs.push_str(",r,i");
        arguments.push_str(", i64 %eg, i64 %ed");
    }
    let mut lines = Vec::new();
    for (register, distance) in tests {
        let mask = i64::from(NOT_WHOLLY_ADDRESSABLE as i8);
        match loads.width {
            1 => lines.push(format!("testb $${mask}, ${{{distance}:c}}(${register})")),
            2 => {
                lines.push(format!("movzwl ${{{distance}:c}}(${register}), $0"));
                lines.push("testl $$0xc0c0, $0".to_owned());
            }
            width => {
                for part in (0..width).step_by(4) {
                    if part > 0 {
                        lines.push(JUMP.to_owned());
                    }
                    lines.push(format!(
                        "testl $$0xc0c0c0c0, ${{{distance}:c}}+{part}(${register})"
                    ));
                }
            }
        }
        lines.push(JUMP.to_owned());
    }
    let [register, address, site, granules] = [0, 2, 3, 4].map(number);
    lines.extend([
        "2:".to_owned(),
        ".subsection 1".to_owned(),
        format!("1: leaq ${address}, ${register}"),
        format!("callq *{slow}${{{register}:V}}@GOTPCREL(%rip)"),
        // A jump of four bytes, however near.
        ".byte 0xe9".to_owned(),
        ".long 2b - . - 4".to_owned(),
        format!(".long ${{{site}:c}} - ."),
        format!(".short ${{{granules}:c}}"),
        format!(".byte {}", loads.bytes),
        ".subsection 0".to_owned(),
    ]);
    let assembly = lines.join("\\0A\\09");
    let (output, result) = match loaded {
        0 => ("", "void"),
        _ => ("=&r,", "i32"),
    };
    let _ = write!(
        text,
        "  %p = getelementptr i8, ptr %base, i64 %offset\n  \
         call {result} asm sideeffect \"{assembly}\", \"{output}{inputs},~{{dirflag}},~{{fpsr}},~{{flags}}\"({arguments}) nounwind\n  \
         ret void\n}}\n"
    );
}

/// Defines the function `name` as the same check where nothing else in the function needs the granule number: the statement computes it, so no
/// integer beside the pointer stays alive through loops.
pub(super) fn write_statement_alone(
    text: &mut String,
    name: &str,
    loads: &ShadowLoads,
    slow: &str,
    space: &Space,
) {
    if loads.has_two() || loads.width != 1 {
        write_statement(text, name, loads, slow, space);
        return;
    }
    let mask = i64::from(NOT_WHOLLY_ADDRESSABLE as i8);
    let lines = [
        "leaq $1, $0".to_owned(),
        format!("shrq $${GRANULE_SHIFT}, $0"),
        format!("testb $${mask}, {}($0)", space.offset),
        JUMP.to_owned(),
        "2:".to_owned(),
        ".subsection 1".to_owned(),
        "1: leaq $1, $0".to_owned(),
        format!("callq *{slow}${{0:V}}@GOTPCREL(%rip)"),
        // A jump of four bytes, however near.
        ".byte 0xe9".to_owned(),
        ".long 2b - . - 4".to_owned(),
        ".long ${2:c} - .".to_owned(),
        ".short 0".to_owned(),
        format!(".byte {}", loads.bytes),
        ".subsection 0".to_owned(),
    ];
    let assembly = lines.join("\\0A\\09");
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{name}(ptr %base, i64 %offset, ptr %site) alwaysinline nounwind {{\n  \
         %p = getelementptr i8, ptr %base, i64 %offset\n  \
         call i64 asm sideeffect \"{assembly}\", \"=&r,*m,i,~{{dirflag}},~{{fpsr}},~{{flags}}\"(ptr elementtype(i8) %p, ptr %site) nounwind\n  \
         ret void\n}}\n"
    );
}

/// To the cold part.
const JUMP: &str = "jne 1f";
