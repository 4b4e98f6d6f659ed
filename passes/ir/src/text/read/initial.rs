//! Reads initial values.

use super::{Read, Reader, tokens, tokens::Token};
use crate::{BlockId, Distance, FuncId, Initial, InitialAddress, Symbol};

/// No text names a byte behind this one.
const LARGEST: u64 = 1 << 28;

impl Reader<'_> {
    /// `{ at: what ... }` of a global of `size` bytes.
    pub(super) fn initial(&mut self, size: u64) -> Read<(Initial, Vec<InitialAddress>)> {
        let mut initial = Initial::default();
        let mut addresses = Vec::new();
        let mut bytes = Vec::new();
        self.cursor.sign('{')?;
        loop {
            while self.cursor.peek() == Some(Token::Newline) || self.cursor.takes(',') {
                self.cursor.skip_newlines();
            }
            if self.cursor.takes('}') {
                break;
            }
            let at: u64 = self.cursor.number("a place in bytes, or `}`")?;
            self.cursor.sign(':')?;
            let mut put = |piece: &[u8], times: u64| {
                let length = (piece.len() as u64).saturating_mul(times);
                let end = at.saturating_add(length);
                if end > size || end > LARGEST {
                    return false;
                }
                let (start, end) = (at as usize, end as usize);
                if bytes.len() < end {
                    bytes.resize(end, 0);
                }
                for (byte, new) in bytes[start..end].iter_mut().zip(piece.iter().cycle()) {
                    *byte = *new;
                }
                true
            };
            match self.cursor.peek() {
                Some(token @ (Token::Text(_) | Token::Bytes(_))) => match piece(token) {
                    Some(piece) if put(&piece, 1) => self.cursor.skip(),
                    _ => return self.cursor.error("bytes that lie in the global"),
                },
                Some(Token::Number(_)) => {
                    let number: u64 = self.cursor.number("a number without sign")?;
                    match self
                        .cursor
                        .word("`bytes`, `times`, `undefined` or `unknown`")?
                    {
                        "bytes" => initial.distances.push(self.distance(at, number)?),
                        "undefined" => initial.undefined.push(at..at.saturating_add(number)),
                        "unknown" => initial.unknown.push(at..at.saturating_add(number)),
                        "times" => match self.cursor.peek().and_then(piece) {
                            Some(piece) if put(&piece, number) => self.cursor.skip(),
                            _ => return self.cursor.error("bytes that lie in the global"),
                        },
                        _ => {
                            return self
                                .cursor
                                .error_before("`bytes`, `times`, `undefined` or `unknown`");
                        }
                    }
                }
                _ => {
                    let symbol = self.address_symbol()?;
                    let offset = self.offset()?;
                    addresses.push(InitialAddress { at, symbol, offset });
                }
            }
        }
        let end = bytes.iter().rposition(|&byte| byte != 0);
        bytes.truncate(end.map_or(0, |last| last + 1));
        initial.bytes = bytes.into();
        Ok((initial, addresses))
    }

    fn distance(&mut self, at: u64, bytes: u64) -> Read<Distance> {
        let to = self.address_symbol()?;
        self.cursor.sign('-')?;
        let from = self.address_symbol()?;
        Ok(Distance {
            at,
            bytes,
            to,
            from,
            offset: self.offset()?,
        })
    }

    /// `+ number`, or nothing.
    fn offset(&mut self) -> Read<i64> {
        match self.cursor.takes('+') {
            true => self.cursor.number("a distance in bytes"),
            false => Ok(0),
        }
    }

    fn address_symbol(&mut self) -> Read<Symbol> {
        if self.cursor.peek_id('g').is_some() {
            return self.cursor.global(self.globals).map(Symbol::Global);
        }
        if self.cursor.peek_id('f').is_some() {
            let function = self.cursor.function(self.functions)?;
            return Ok(match self.cursor.peek() {
                Some(Token::Sign('.')) => {
                    let (function, block) = self.label(function)?;
                    Symbol::Label(function, block)
                }
                _ => Symbol::Function(function),
            });
        }
        Ok(match self.cursor.word("a global, a function or a label")? {
            "absolute" => Symbol::Absolute,
            "number" => Symbol::Number,
            "unknown_address" => Symbol::Unknown,
            _ => {
                return self.cursor.error_before(
                    "a global, a function, a label, `absolute`, `number` or `unknown_address`",
                );
            }
        })
    }

    /// `.b3` behind a function.
    pub(super) fn label(&mut self, function: FuncId) -> Read<(FuncId, BlockId)> {
        self.cursor.sign('.')?;
        let count = u32::MAX as usize;
        let block = self.cursor.id('b', count, "a block, such as `b0`")?;
        Ok((function, block))
    }
}

/// The bytes that a token stands for.
fn piece(token: Token<'_>) -> Option<Vec<u8>> {
    match token {
        Token::Text(text) => tokens::unescape(text),
        Token::Bytes(digits) => {
            let digit = |digit: &u8| char::from(*digit).to_digit(16);
            let pairs = digits.as_bytes().chunks(2);
            pairs
                .map(|pair| match pair {
                    [high, low] => Some((digit(high)? * 16 + digit(low)?) as u8),
                    _ => None,
                })
                .collect()
        }
        _ => None,
    }
}
