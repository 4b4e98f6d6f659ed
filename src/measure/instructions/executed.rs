//! Reads what the plugin of qemu writes: how often each instruction was executed, and its text.

use std::collections::HashMap;
use std::io::BufRead;

/// How often each mnemonic was executed. Where an instruction has a list of registers, their number stands behind it, and whether the program counter
/// is one of them: `push {3}`, `pop {2,pc}`.
pub type Mnemonics = HashMap<String, u64>;

/// Executed instructions.
#[derive(Debug, Default)]
pub struct Counts {
    /// All of them.
    pub instructions: u64,
    /// The same by mnemonic.
    pub mnemonics: Mnemonics,
}

/// Adds up the lines, each of a number and an instruction.
///
/// # Errors
/// If a line is another one, or no instruction was executed.
pub fn read(lines: impl BufRead) -> Result<Counts, String> {
    let mut counts = Counts::default();
    for line in lines.lines() {
        let line = line.map_err(|error| error.to_string())?;
        let (executed, mnemonic) = instruction(&line).ok_or(format!("cannot read '{line}'"))?;
        counts.instructions += executed;
        *counts.mnemonics.entry(mnemonic).or_default() += executed;
    }
    match counts.instructions {
        0 => Err("no instruction was executed".to_owned()),
        _ => Ok(counts),
    }
}

/// `12 add r2, r0`. For RISC-V the bytes of the instruction stand before its text.
fn instruction(line: &str) -> Option<(u64, String)> {
    let (executed, text) = line.split_once(' ')?;
    let executed = executed.parse().ok()?;
    let bytes_and_text = text.split_once("  ");
    let text = bytes_and_text
        .filter(|(bytes, _)| bytes.bytes().all(|digit| digit.is_ascii_hexdigit()))
        .map_or(text, |(_, text)| text);
    let mnemonic = text.split_whitespace().next()?;
    let list = text
        .split_once('{')
        .and_then(|(_, rest)| rest.split_once('}'));
    let Some((list, _)) = list else {
        return Some((executed, mnemonic.to_owned()));
    };
    let registers: Vec<&str> = list.split(',').map(str::trim).collect();
    let pc = if registers.contains(&"pc") { ",pc" } else { "" };
    Some((executed, format!("{mnemonic} {{{}{pc}}}", registers.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instructions_count_as_often_as_they_were_executed() {
        let text = "2 movw lr, #0\n2 pop {r4, r7, pc}\n1 pop {r4, r7, pc}\n\
            3 872a              mv                      a4,a0\n4 fadd %st(1), %st\n";
        let counts = read(text.as_bytes()).unwrap();
        assert_eq!(counts.instructions, 12);
        let of = |mnemonic: &str| counts.mnemonics[mnemonic];
        assert_eq!(
            [of("movw"), of("pop {3,pc}"), of("mv"), of("fadd")],
            [2, 3, 3, 4]
        );
    }

    #[test]
    fn what_is_no_count_is_refused() {
        let error = |text: &str| read(text.as_bytes()).unwrap_err();
        assert!(error("").contains("no instruction"));
        assert!(error("many add r0, r1\n").contains("cannot read"));
        assert!(error("4 \n").contains("cannot read"));
    }
}
