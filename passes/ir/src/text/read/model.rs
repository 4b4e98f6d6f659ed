//! Reads the model of a library function.

use super::{Read, tokens::Cursor};
use crate::{Addresses, Allocation, Model, Most, Returned, Size};

/// `(properties)`.
pub(super) fn read(cursor: &mut Cursor<'_>) -> Read<Model> {
    let mut model = Model::UNKNOWN;
    cursor.sign('(')?;
    let mut is_first = true;
    while !cursor.takes(')') {
        if !is_first {
            cursor.sign(',')?;
        }
        is_first = false;
        match cursor.word("a property of a library function")? {
            "allocates" => {
                let a = argument(cursor)?;
                let size = match cursor.takes('*') {
                    true => Size::Product(a, argument(cursor)?),
                    false => Size::Argument(a),
                };
                model.allocates = Some(Allocation { size });
            }
            "keeps" => model.may_free = false,
            "returns" => model.returns = Some(argument(cursor)?),
            "frees" => model.frees = Some(argument(cursor)?),
            "nowhere" => model.addresses = Addresses::Nowhere,
            "copied" => {
                let (to, from) = both(cursor)?;
                model.addresses = Addresses::Copied { to, from };
            }
            "stored" => {
                let (to, from) = both(cursor)?;
                model.addresses = Addresses::Stored { to, from };
            }
            "moved" => {
                let from = argument(cursor)?;
                model.addresses = Addresses::Moved { from };
            }
            "filled" => {
                let to = argument(cursor)?;
                model.addresses = Addresses::Filled { to };
            }
            "shown" => {
                let from = argument(cursor)?;
                model.addresses = Addresses::Shown { from };
            }
            "result" => model.returned = Some(returned(cursor)?),
            _ => {
                return cursor.error_before(
                    "`allocates`, `keeps`, `returns`, `frees`, `nowhere`, `copied`, `stored`, `moved`, `filled`, `shown` or `result`",
                );
            }
        }
    }
    Ok(model)
}

fn argument(cursor: &mut Cursor<'_>) -> Read<u32> {
    cursor.number("the number of an argument")
}

fn both(cursor: &mut Cursor<'_>) -> Read<(u32, u32)> {
    let to = argument(cursor)?;
    cursor.expect_word("from")?;
    Ok((to, argument(cursor)?))
}

/// `i32 least to most`.
fn returned(cursor: &mut Cursor<'_>) -> Read<Returned> {
    let word = cursor.word("an integer type")?;
    let bits = word.strip_prefix('i').and_then(|bits| bits.parse().ok());
    let Some(bits) = bits else {
        return cursor.error_before("an integer type");
    };
    let least = cursor.number("the least result")?;
    cursor.expect_word("to")?;
    let most = match cursor.takes_word("argument") {
        true => Most::Argument(argument(cursor)?),
        false => Most::Number(cursor.number("the largest result or `argument`")?),
    };
    Ok(Returned { bits, least, most })
}
