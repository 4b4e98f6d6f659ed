//! No text makes the reader panic; what it reads is printed and read again as the same.

use crate::example;
use proptest::prelude::*;
use sanecc_ir::Module;

/// Words and signs that a text may have anywhere.
const PIECES: &[&str] = &[
    "v0",
    "v1",
    "v4294967295",
    "b0",
    "t0",
    "g0",
    "f0",
    "i1",
    "i64",
    "i16777216",
    "ptr(5)",
    "<",
    ">",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    "\n",
    ",",
    ":",
    "=",
    "->",
    "+",
    "*",
    "-1",
    "0",
    "18446744073709551615",
    "340282366920938463463374607431768211456",
    "0x7ff",
    "1.5e300",
    "null",
    "undef",
    "zero",
    "const",
    "expression",
    "parts",
    "wide",
    "label",
    ".",
    "bytes",
    "align",
    "times",
    "x\"00\"",
    "\"\\zz\"",
    "\"",
    "@",
    "!",
    "call",
    "indirect",
    "asm",
    "model",
    "phi",
    "alloca",
    "all",
    "define",
    "declare",
    "unknown",
    "undefined",
];

/// Reads a text that may be wrong.
fn read(text: &str) {
    if let Ok(module) = Module::parse(text) {
        let printed = module.full_text();
        match Module::parse(&printed) {
            Ok(again) => assert_eq!(again.full_text(), printed),
            Err(error) => panic!("{error}\n{text}\n{printed}"),
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn changed_examples(
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0usize..6, any::<prop::sample::Index>()), 1..6)
    ) {
        let mut text = example().to_owned();
        for (at, cut, piece) in changes {
            let mut at = at.index(text.len() + 1);
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            let end = (at + cut).min(text.len());
            let piece = PIECES[piece.index(PIECES.len())];
            text.replace_range(at..end, piece);
        }
        read(&text);
    }

    #[test]
    fn pieces_at_random(pieces in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let text: Vec<_> = pieces.iter().map(|piece| PIECES[piece.index(PIECES.len())]).collect();
        read(&text.join(" "));
    }

    #[test]
    fn any_text(text in "\\PC*") {
        read(&text);
    }
}

#[test]
fn brackets_in_brackets() {
    let deep = "(".repeat(100_000);
    read(&format!(
        "f0 define @f() -> void\nb0:\n  v0: i32 = load {deep}"
    ));
    read(&"<1 x ".repeat(100_000));
    read(&format!("g0 @g : {}", "<1 x ".repeat(100_000)));
}
