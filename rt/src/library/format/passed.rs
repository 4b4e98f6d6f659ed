//! Does a call pass what a printf format asks for?
//!
//! Claims: what is told is an argument that the format takes and that was not passed, or one that travels another way: a number for a text, a `double` for an integer. How wide integers are does
//! not count, nor do formats that number their arguments; what follows a directive that is not understood is unknown.

use super::printf::{Amount, Conversion, Directives};
use sanecc_abi::variadic::{INTEGER, Judgement, Rest};

/// The first argument that does not fit a format, with what it is read as ([`sanecc_abi::variadic::Read::wanted`]).
pub fn unfit<'a>(format: &[u8], mut rest: Rest<'a>) -> Option<(Judgement<'a>, &'static [u8])> {
    for directive in Directives::of(format) {
        let is_numbered = |amount| matches!(amount, Amount::Argument(Some(_)));
        let amounts = [directive.width, directive.precision];
        if directive.position.is_some() || amounts.into_iter().any(is_numbered) {
            return None;
        }
        let amounts = amounts.into_iter().filter_map(|amount| match amount {
            Amount::Argument(_) => Some(ANY_INTEGER),
            Amount::None | Amount::Fixed(_) => None,
        });
        for wanted in amounts.chain(wanted(directive.conversion)) {
            match rest.judge(wanted) {
                Judgement::Fine => rest = rest.behind()?,
                unfit => return Some((unfit, wanted)),
            }
        }
    }
    None
}

const ANY_INTEGER: &[u8] = &[INTEGER];

fn wanted(conversion: Conversion) -> Option<&'static [u8]> {
    Some(match conversion {
        Conversion::Integer => ANY_INTEGER,
        Conversion::Wide => b"q",
        Conversion::Double => b"d",
        Conversion::LongDouble => b"x",
        Conversion::Text(_) | Conversion::Count(_) => b"p",
        Conversion::Nothing => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use sanecc_abi::variadic::Place;

    fn judged(format: &str, passed: &'static [u8]) -> Option<Judgement<'static>> {
        let rest = Rest::all(passed, 1, Place::default())?;
        unfit(format.as_bytes(), rest).map(|(judgement, _)| judgement)
    }

    #[test]
    fn formats_take_what_was_passed() {
        assert_eq!(judged("%d %s %5.*f %Lg %n", b"pipidxp"), None);
        assert_eq!(judged("%ld %x %p %c", b"pilpz"), None);
        assert_eq!(judged("%s 100%%", b"pzii"), None);
        assert_eq!(judged("%2$s %1$d", b"pi"), None);
        assert_eq!(judged("%y %s", b"pi"), None);
    }

    #[test]
    fn formats_that_take_more_or_others_are_found() {
        assert_eq!(judged("%d %d", b"pi"), Some(Judgement::Missing(1)));
        assert_eq!(judged("%*d", b"pi"), Some(Judgement::Missing(1)));
        assert_eq!(judged("%s", b"pi"), Some(Judgement::Other(1, b"i")));
        assert_eq!(judged("%d %f", b"pii"), Some(Judgement::Other(2, b"i")));
        assert_eq!(judged("%d", b"pd"), Some(Judgement::Other(1, b"d")));
    }
}
