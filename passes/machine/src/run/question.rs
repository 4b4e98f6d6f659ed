//! What the processor of the machine says about itself: one without extensions, so that programs take their portable code.

use super::Machine;
use crate::concrete::{Parts, Value};
use crate::decode::{Answer, Question};
use crate::fault::{Fault, Stop, Use};

/// Of leaf 1, in `edx`: floating point, time stamps, exchange of 8 bytes, conditional moves, MMX, saved state, SSE, SSE2.
const BASE: u32 = 1 << 0 | 1 << 4 | 1 << 8 | 1 << 15 | 1 << 23 | 1 << 24 | 1 << 25 | 1 << 26;
/// Of the first extended leaf, in `edx`: addresses of 64 bits.
const LONG: u32 = 1 << 29;
/// The clock that never goes back.
const MONOTONIC: i32 = 1;

/// `eax`, `ebx`, `ecx` and `edx` of a leaf.
fn leaf(number: u32) -> [u32; 4] {
    let word = |text: &[u8; 4]| u32::from_le_bytes(*text);
    match number {
        0 => [1, word(b"sane"), word(b"hine"), word(b" mac")],
        1 => [0, 0, 0, BASE],
        0x8000_0000 => [0x8000_0001, 0, 0, 0],
        0x8000_0001 => [0, 0, 0, LONG],
        _ => [0; 4],
    }
}

impl Machine<'_> {
    /// Answers a question.
    pub(super) fn answer(
        &mut self,
        question: Question,
        results: &[Answer],
        input: Option<&Value>,
    ) -> Result<Value, Stop> {
        let [a, b, c, d] = match question {
            Question::Abilities => {
                let number = input.and_then(Value::number);
                leaf(number.ok_or(Fault::Uninitialized {
                    for_what: Use::Library,
                    poison: false,
                })? as u32)
            }
            Question::Time => {
                let (seconds, rest) = self.library.system.clock(MONOTONIC).unwrap_or_default();
                let all = (seconds as u64).wrapping_mul(1_000_000_000) + rest as u64;
                [all as u32, 0, 0, (all >> 32) as u32]
            }
        };
        let value = |answer: &Answer| {
            let number = match answer {
                Answer::A => a,
                Answer::B => b,
                Answer::C => c,
                Answer::D => d,
            };
            Value::integer(number.into())
        };
        Ok(match results {
            [one] => value(one),
            all => Value::Parts(all.iter().map(value).collect::<Parts>()),
        })
    }
}
