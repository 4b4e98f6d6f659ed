//! Reads the log of qemu's `-d in_asm,exec,nochain`: the code of each translated block, and a line for each block that is executed.

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

/// A translated block.
struct Block {
    /// The guest's address of its first instruction.
    address: u64,
    mnemonics: Vec<String>,
    executed: u64,
}

/// Adds up a log.
///
/// # Errors
/// If it is not as qemu 7 and 8 write it, or has no instructions.
pub fn read(log: impl BufRead) -> Result<Counts, String> {
    let mut blocks: Vec<Block> = Vec::new();
    // The host's address of a block's code, and the guest's: the latest translation counts.
    let (mut by_code, mut by_address): (HashMap<String, usize>, HashMap<u64, usize>) =
        Default::default();
    let mut fresh = None;
    for line in log.lines() {
        let line = line.map_err(|error| error.to_string())?;
        if line.starts_with("IN:") {
            fresh = Some(blocks.len());
            blocks.push(Block {
                address: 0,
                mnemonics: Vec::new(),
                executed: 0,
            });
        } else if line.starts_with("OBJD-") {
            return Err(
                "this qemu cannot disassemble the target: use one that is built with capstone"
                    .to_owned(),
            );
        } else if let Some(executed) = line.strip_prefix("Trace ") {
            let (code, address) = trace(executed).ok_or(format!("cannot read '{line}'"))?;
            let translated = fresh.take_if(|at| blocks[*at].address == address);
            let at = translated
                .or_else(|| by_code.get(code).copied())
                .or_else(|| by_address.get(&address).copied())
                .ok_or(format!("'{line}' is of a block that was never translated"))?;
            if by_code.get(code) != Some(&at) {
                by_code.insert(code.to_owned(), at);
            }
            blocks[at].executed += 1;
        } else if let Some((address, mnemonic)) = instruction(&line)
            && let Some(block) = blocks.last_mut()
        {
            if block.mnemonics.is_empty() {
                block.address = address;
                by_address.insert(address, blocks.len() - 1);
            }
            if let Some(block) = blocks.last_mut() {
                block.mnemonics.push(mnemonic);
            }
        }
    }
    let mut counts = Counts::default();
    for block in &blocks {
        counts.instructions += block.executed * block.mnemonics.len() as u64;
        for mnemonic in &block.mnemonics {
            *counts.mnemonics.entry(mnemonic.clone()).or_default() += block.executed;
        }
    }
    match counts.instructions {
        0 => Err("no instruction was executed".to_owned()),
        _ => Ok(counts),
    }
}

/// `0: 0x7fb3c8000480 [00800408/0000001c/00000110/ff000200] reset`: addresses of the code in the host and in the guest.
fn trace(line: &str) -> Option<(&str, u64)> {
    let (code, rest) = line.split_once(": ")?.1.split_once(" [")?;
    let address = rest.split('/').nth(1)?;
    Some((code, u64::from_str_radix(address, 16).ok()?))
}

/// `0x00000022:  4402       add      r2, r0`: address and mnemonic. The bytes of a long instruction go on in a line without a mnemonic.
fn instruction(line: &str) -> Option<(u64, String)> {
    let (address, rest) = line.strip_prefix("0x")?.split_once(':')?;
    let rest = rest.trim_start();
    let (_, text) = rest.split_once("  ")?;
    let mnemonic = text.split_whitespace().next()?;
    let address = u64::from_str_radix(address, 16).ok()?;
    let list = text
        .split_once('{')
        .and_then(|(_, rest)| rest.split_once('}'));
    let Some((list, _)) = list else {
        return Some((address, mnemonic.to_owned()));
    };
    let registers: Vec<&str> = list.split(',').map(str::trim).collect();
    let pc = if registers.contains(&"pc") { ",pc" } else { "" };
    Some((address, format!("{mnemonic} {{{}{pc}}}", registers.len())))
}

#[cfg(test)]
mod tests {
    use super::*;

    const LOG: &str = "----------------
IN: reset
0x00000008:  f240 0e00  movw     lr, #0
0x0000000a:  bd90       pop      {r4, r7, pc}
0x0000000c:  d1ec       bne      #0x8

Trace 0: 0x7fb3c8000100 [00800408/00000008/00000110/ff000200] reset
Trace 0: 0x7fb3c8000100 [00800408/00000008/00000110/ff000200] reset
----------------
IN:
0x0000000e:  48 b8 11 22 33 44 55 66  movabsq  $0x1, %rax
0x00000016:  77 88

Trace 0: 0x7fb3c8000900 [00800408/0000000e/00000110/ff000200]
Trace 0: 0x7fb3c8000100 [00800408/00000008/00000110/ff000200] reset
";

    #[test]
    fn executed_blocks_count_what_they_consist_of() {
        let counts = read(LOG.as_bytes()).unwrap();
        assert_eq!(counts.instructions, 10);
        assert_eq!(counts.mnemonics["pop {3,pc}"], 3);
        assert_eq!(
            (counts.mnemonics["bne"], counts.mnemonics["movabsq"]),
            (3, 1)
        );
    }

    #[test]
    fn other_logs_are_refused() {
        let error = |log: &str| read(log.as_bytes()).unwrap_err();
        assert!(error("").contains("no instruction"));
        assert!(error("OBJD-T: 00000000\n").contains("capstone"));
        let (_, later) = LOG.split_once("\n\n").unwrap();
        assert!(error(later).contains("never translated"));
        assert!(error("Trace of another kind\n").contains("cannot read"));
    }
}
