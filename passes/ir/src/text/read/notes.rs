//! Reads the lines below an instruction.

use super::super::words;
use super::{Read, body::Body, tokens::Token};
use crate::{Access, Computed, Extent, FieldPath, Lanes, Pair, Select, Step, ValueId};
use words::meaning;

const EXPECTED: &str = "an instruction, a block, or `read`, `write`, `no access`, `pair`, `path`, `computed`, `copied`, `not_kept`, `speculated`, `touched` or `hoisted`";

impl Body<'_, '_> {
    /// What a line says of the instruction before it.
    pub(super) fn note(&mut self, instruction: ValueId) -> Read<()> {
        // Accesses are numbered in their order, whatever stands there.
        if self.reader.cursor.peek_id('a').is_some() {
            self.reader.cursor.skip();
        }
        let word = self.reader.cursor.word(EXPECTED)?;
        match word {
            "read" | "write" => {
                let access = self.access(instruction, word)?;
                self.accesses.entry(instruction).or_default().push(access);
            }
            "no" => {
                self.reader.cursor.expect_word("access")?;
                self.accesses.entry(instruction).or_default();
            }
            "pair" => {
                let word = self.reader.cursor.word("`order` or `difference`")?;
                let Some(kind) = meaning(words::PAIRS, word) else {
                    return self.reader.cursor.error_before("`order` or `difference`");
                };
                let a = self.operand(None)?;
                self.reader.cursor.sign(',')?;
                let pointers = [a, self.operand(None)?];
                self.function.pairs.push(Pair {
                    instruction,
                    kind,
                    pointers,
                });
            }
            "path" => {
                let path = self.path()?;
                self.function.paths.insert(instruction, path);
            }
            "computed" => {
                let computed = self.computed()?;
                self.function.computed.insert(instruction, computed);
            }
            "copied" => {
                let number = self.reader.cursor.number("the number of an argument")?;
                self.reader.cursor.sign(':')?;
                let bytes = self.reader.cursor.number("a number of bytes")?;
                self.reader.cursor.expect_word("align")?;
                let align = self.reader.cursor.number("bytes")?;
                let argument = (instruction, number);
                self.function.copied.insert(argument, (bytes, align));
            }
            "not_kept" => {
                let cursor = &mut self.reader.cursor;
                let numbers = cursor.commas(|cursor| cursor.number("the number of an argument"))?;
                let all = numbers.into_iter().map(|number: u32| (instruction, number));
                self.function.not_kept.extend(all);
            }
            "speculated" => {
                let choices = self.reader.cursor.number("a number of choices")?;
                self.function.speculated.insert(instruction, choices);
            }
            "touched" => _ = self.function.touched.insert(instruction),
            "hoisted" => _ = self.function.hoisted.insert(instruction),
            _ => return self.reader.cursor.error_before(EXPECTED),
        }
        Ok(())
    }

    fn access(&mut self, instruction: ValueId, word: &str) -> Read<Access> {
        let kind = match meaning(words::ACCESSES, word) {
            Some(kind) => kind,
            None => return self.reader.cursor.error_before("`read` or `write`"),
        };
        let extent = match self.reader.cursor.peek() {
            Some(Token::Number(_)) => {
                let number: u64 = self.reader.cursor.number("a number")?;
                match self.reader.cursor.takes_word("lanes") {
                    true => self.lanes(number)?,
                    false => Extent::Bytes(number),
                }
            }
            _ => Extent::Dynamic(self.operand(None)?),
        };
        if !matches!(extent, Extent::Masked { .. }) {
            self.reader.cursor.expect_word("bytes")?;
        }
        self.reader.cursor.expect_word("at")?;
        let pointer = self.operand(None)?;
        let mut access = Access {
            instruction,
            pointer,
            extent,
            align: 1,
            kind,
            atomic: false,
            bulk: false,
            by_library: false,
        };
        if self.reader.cursor.takes_word("align") {
            access.align = self.reader.cursor.number("bytes")?;
            if !access.align.is_power_of_two() {
                return self.reader.cursor.error_before("a power of two");
            }
        }
        while let Some(Token::Word(word)) = self.reader.cursor.peek() {
            if !words::set_flag(words::ACCESS, &mut access, word) {
                return self.reader.cursor.error("`atomic`, `bulk` or `by_library`");
            }
            self.reader.cursor.skip();
        }
        Ok(access)
    }

    /// `of 4 bytes adjacent by bit of v3`, behind the number of lanes.
    fn lanes(&mut self, lanes: u64) -> Read<Extent> {
        let Ok(lanes) = u32::try_from(lanes) else {
            return self.reader.cursor.error_before("fewer lanes");
        };
        self.reader.cursor.expect_word("of")?;
        let lane = self.reader.cursor.number("a number of bytes")?;
        self.reader.cursor.expect_word("bytes")?;
        let order = match self
            .reader
            .cursor
            .word("`adjacent`, `packed` or `scattered`")?
        {
            "adjacent" => Lanes::Adjacent,
            "packed" => Lanes::Packed,
            "scattered" => Lanes::Scattered,
            _ => {
                let expected = "`adjacent`, `packed` or `scattered`";
                return self.reader.cursor.error_before(expected);
            }
        };
        self.reader.cursor.expect_word("by")?;
        let select = match self.reader.cursor.word("`bit` or `sign`")? {
            "bit" => Select::Bit,
            "sign" => Select::Sign,
            _ => return self.reader.cursor.error_before("`bit` or `sign`"),
        };
        self.reader.cursor.expect_word("of")?;
        Ok(Extent::Masked {
            mask: self.operand(None)?,
            select,
            lane,
            lanes,
            order,
        })
    }

    /// The fields and elements that an address names, behind the word `path`.
    pub(super) fn path(&mut self) -> Read<FieldPath> {
        let ty = self.reader.ty()?;
        let mut steps = Vec::new();
        while !self.reader.cursor.is_at_end_of_line() {
            if self.reader.cursor.takes('[') {
                steps.push(Step::Element(self.operand(None)?));
                self.reader.cursor.sign(']')?;
            } else {
                let number = self.reader.cursor.number("`[` or the number of a field")?;
                steps.push(Step::Field(number));
            }
        }
        Ok(FieldPath {
            ty,
            steps: steps.into(),
        })
    }

    fn computed(&mut self) -> Read<Computed> {
        let expected = "`bits`, `absolute`, `moved`, `saturated`, `wrapped` or `overflow`";
        let word = self.reader.cursor.word(expected)?;
        Ok(match word {
            "bits" => Computed::Bits {
                of: self.operand(None)?,
                poison_at_zero: self.reader.cursor.takes_word("poison_at_zero"),
            },
            "absolute" => Computed::Absolute {
                of: self.operand(None)?,
                poison_at_least: self.reader.cursor.takes_word("poison_at_least"),
            },
            "moved" => Computed::Moved(self.operands(None)?),
            "saturated" | "wrapped" | "overflow" => {
                let signed = match word {
                    "wrapped" => false,
                    _ if self.reader.cursor.takes_word("signed") => true,
                    _ => {
                        self.reader.cursor.expect_word("unsigned")?;
                        false
                    }
                };
                let name = self.reader.cursor.word("an operation")?;
                let Some(op) = meaning(words::BINARY, name) else {
                    return self
                        .reader
                        .cursor
                        .error_before("an operation such as `add`");
                };
                let a = self.operand(None)?;
                self.reader.cursor.sign(',')?;
                let sides = [a, self.operand(None)?];
                match word {
                    "saturated" => Computed::Saturated { op, signed, sides },
                    "wrapped" => Computed::Wrapped(op, sides),
                    _ => Computed::Overflow { op, signed, sides },
                }
            }
            _ => return self.reader.cursor.error_before(expected),
        })
    }
}
