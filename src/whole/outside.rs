//! Symbols that code outside of all modules' tables may mean: those that inline assembly names, and those that the linker wraps.

use super::inputs::Piece;
use crate::args::FlagClass;
use crate::plan::Build;
use object::{Object, ObjectSymbol};
use sanecc_ir::llvm::merge::{Resolution, VISIBLE};
use std::collections::BTreeSet;
use std::os::unix::ffi::OsStrExt;

/// All that may be a symbol in texts of assembly.
pub fn words(texts: &[String]) -> BTreeSet<String> {
    let part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '$');
    let words = texts.iter().flat_map(|text| text.split(|c| !part(c)));
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The same resolutions, where symbols that assembly names can be seen from outside.
pub fn with_assembly(resolutions: &[Resolution], named: &BTreeSet<String>) -> Vec<Resolution> {
    let seen = |one: &Resolution| {
        let is_named = one.symbol.to_str().is_ok_and(|name| named.contains(name));
        Resolution {
            flags: one.flags | if is_named { VISIBLE } else { 0 },
            ..one.clone()
        }
    };
    resolutions.iter().map(seen).collect()
}

/// The symbols of `--wrap`: references to them from other objects than the one with the definition go elsewhere.
pub fn wrapped(build: &Build) -> BTreeSet<Vec<u8>> {
    let mut words: Vec<&[u8]> = Vec::new();
    for argument in &build.arguments {
        if argument.class() == FlagClass::Linker {
            words.extend(argument.value().as_bytes().split(|&byte| byte == b','));
        }
    }
    let mut wrapped = BTreeSet::new();
    for (at, word) in words.iter().enumerate() {
        let joined = [&b"--wrap="[..], b"-wrap="].into_iter();
        let joined = joined.filter_map(|flag| word.strip_prefix(flag)).next();
        let separate = matches!(*word, b"--wrap" | b"-wrap");
        let separate = separate.then(|| words.get(at + 1).copied()).flatten();
        wrapped.extend(joined.or(separate).map(<[u8]>::to_vec));
    }
    wrapped
}

/// Whether an object defines one of these symbols.
pub fn defines(piece: &Piece, symbols: &BTreeSet<Vec<u8>>) -> bool {
    if symbols.is_empty() {
        return false;
    }
    let Ok(object) = object::File::parse(&*piece.bytes) else {
        return false;
    };
    object.symbols().any(|symbol| {
        let name = symbol.name_bytes().unwrap_or_default();
        !symbol.is_undefined() && !symbol.is_local() && symbols.contains(name)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn assembly_is_taken_apart() {
        let texts = ["call helper@PLT\n\tleaq table(%rip), $0".to_owned()];
        let named = words(&texts);
        assert!(named.contains("helper") && named.contains("table"));
    }
}
