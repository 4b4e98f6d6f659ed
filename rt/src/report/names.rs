//! Names of functions and files as a person wants to see them.

mod modules;

use crate::output::Bytes;
use crate::output::kept::Kept;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;
use core::sync::atomic::{AtomicBool, Ordering};
use sanecc_abi::symbols::SPLIT_SUFFIX;

static DEMANGLE: AtomicBool = AtomicBool::new(true);
static PREFIX: Kept<256> = Kept::new();

/// Whether names of C++ and Rust functions are shown as in the source (`demangle`), and what is cut off paths
/// (`strip_path_prefix`).
pub fn set(demangle: bool, prefix: &[u8]) {
    DEMANGLE.store(demangle, Ordering::Relaxed);
    PREFIX.set(prefix);
}

/// The source's name of a function or variable whose linker name is of C++ or Rust.
pub fn readable(name: &[u8]) -> Option<Vec<u8>> {
    // Behind names of what was local, where a whole program became several objects.
    if let Some(plain) = name.strip_suffix(SPLIT_SUFFIX.as_bytes()) {
        return Some(readable(plain).unwrap_or_else(|| plain.to_vec()));
    }
    if !DEMANGLE.load(Ordering::Relaxed) {
        return None;
    }
    if is_rust(name) {
        let symbol = rustc_demangle::try_demangle(core::str::from_utf8(name).ok()?).ok()?;
        let mut text = String::new();
        // Without the hash, which tells nothing about the source. Not `format!`: that is precompiled code that may unwind.
        write!(text, "{symbol:#}").ok()?;
        return Some(text.into_bytes());
    }
    if !name.starts_with(b"_Z") {
        return None;
    }
    if let Some(text) = modules::initializer(name) {
        return Some(text);
    }
    let plain = modules::without_module(name);
    let symbol = cpp_demangle::Symbol::new(plain.as_deref().unwrap_or(name)).ok()?;
    let text: String = symbol.demangle().ok()?;
    Some(table_of(&text).unwrap_or_else(|| text.into_bytes()))
}

/// Whether Rust made the name: in its own scheme, or in the older one, which is that of C++ with a hash as the last part.
fn is_rust(name: &[u8]) -> bool {
    const HASH: usize = 16;
    let Some(rest) = name.strip_prefix(b"_ZN") else {
        return name.starts_with(b"_R");
    };
    let Some((rest, hash)) = rest
        .strip_suffix(b"E")
        .and_then(|rest| rest.split_last_chunk::<HASH>())
    else {
        return false;
    };
    rest.ends_with(b"17h") && hash.iter().all(u8::is_ascii_hexdigit)
}

/// Tables of classes in the words that other tools have for them.
fn table_of(text: &str) -> Option<Vec<u8>> {
    let tables = [("{vtable(", &b"vtable for "[..]), ("{vtt(", b"VTT for ")];
    tables.into_iter().find_map(|(begin, words)| {
        let class = text.strip_prefix(begin)?.strip_suffix(")}")?;
        Some([words, class.as_bytes()].concat())
    })
}

/// A path without the prefix that the user does not want to see, wherever it stands.
pub fn path(path: &[u8]) -> Bytes<'_> {
    let mut buffer = [0; 256];
    let prefix = PREFIX.get(&mut buffer);
    Bytes(without(path, prefix))
}

fn without<'a>(path: &'a [u8], prefix: &[u8]) -> &'a [u8] {
    if prefix.is_empty() {
        return path;
    }
    let found = path
        .windows(prefix.len())
        .position(|window| window == prefix);
    let rest = found.map_or(path, |start| &path[start + prefix.len()..]);
    match found {
        Some(_) => rest.strip_prefix(b"./").unwrap_or(rest),
        None => rest,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn linker_names_become_source_names() {
        for (name, expected) in [
            ("_ZN1N1C4methEPVc", "N::C::meth(char volatile*)"),
            ("_ZN12_GLOBAL__N_11fEv", "(anonymous namespace)::f()"),
            ("_Znwm", "operator new(unsigned long)"),
            ("_ZTVN1N1CIiEE", "vtable for N::C<int>"),
            ("_ZTT1C", "VTT for C"),
            ("_ZTS1C", "typeinfo name for C"),
            ("_ZGVZ1fvE1x", "guard variable for f()::x"),
            ("_ZL1y", "y"),
            ("_ZN4core3ptr4read17h0123456789abcdefE", "core::ptr::read"),
            ("_RNvC6_123foo3bar", "123foo::bar"),
            ("local.sanecc", "local"),
            ("_ZL1yv.sanecc", "y()"),
        ] {
            let readable = readable(name.as_bytes()).unwrap();
            assert_eq!(String::from_utf8(readable).unwrap(), expected);
        }
        for name in ["main", "_Z", "_Zxyz", "_R", ""] {
            assert_eq!(readable(name.as_bytes()), None, "{name}");
        }
    }

    #[test]
    fn a_prefix_is_cut_off_wherever_it_stands() {
        assert_eq!(without(b"/home/me/a.c", b"/home/me/"), b"a.c");
        assert_eq!(without(b"/mnt/home/me/a.c", b"/me/"), b"a.c");
        assert_eq!(without(b"/home/me/./a.c", b"/home/me/"), b"a.c");
        assert_eq!(without(b"/home/you/a.c", b"/home/me/"), b"/home/you/a.c");
        assert_eq!(without(b"./a.c", b""), b"./a.c");
    }
}
