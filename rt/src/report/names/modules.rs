//! Names of entities of C++20 modules: what makes them names that the demangler knows?
//!
//! In the linker's name, the parts of the module's name stand before the entity's, each as `W` and a name, and count among the parts that later ones
//! refer back to (Itanium C++ ABI, 5.1.5). Without them, and with the references counted anew, the rest is the name that the entity would have outside
//! of modules. Claims: the name is that of the entity. Gives up, and the linker's name is shown, where a second module is named, or where
//! a name holds what only a whole parser tells apart, such as expressions and lambdas.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

/// The name without its module; `None` if it has none, or where it is not understood.
pub(super) fn without_module(name: &[u8]) -> Option<Vec<u8>> {
    let (start, before) = scope(name)?;
    let (rest, parts) = module(&name[start..])?;
    let mut text = name[..start].to_vec();
    let counted = Counted { before, parts };
    let mut rest = rest;
    while !rest.is_empty() {
        rest = counted.step(rest, &mut text)?;
    }
    Some(text)
}

/// The words for the function that initialises a module.
pub(super) fn initializer(name: &[u8]) -> Option<Vec<u8>> {
    let mut rest = name.strip_prefix(b"_ZGI")?;
    let mut text = b"initializer for module ".to_vec();
    let mut separator = &b""[..];
    while !rest.is_empty() {
        let (word, is_partition, after) = part(rest)?;
        text.extend(if is_partition { b":" } else { separator });
        text.extend(word);
        (rest, separator) = (after, b".");
    }
    Some(text)
}

/// Where the module's name begins, and how many parts there are before it that can be referred to: the namespaces.
fn scope(name: &[u8]) -> Option<(usize, usize)> {
    let rest = name.strip_prefix(b"_Z")?;
    let Some(nested) = rest.strip_prefix(b"N") else {
        return rest.starts_with(b"W").then_some((2, 0));
    };
    // The qualifiers of a member function.
    let is_qualifier = |byte: &u8| matches!(byte, b'r' | b'V' | b'K' | b'R' | b'O');
    let mut at = nested.iter().position(|byte| !is_qualifier(byte))?;
    let mut namespaces = 0;
    while nested.get(at)? != &b'W' {
        let (_, after) = source_name(&nested[at..])?;
        at = nested.len() - after.len();
        namespaces += 1;
    }
    Some((name.len() - nested.len() + at, namespaces))
}

/// What comes behind a module's name, and the number of its parts.
fn module(name: &[u8]) -> Option<(&[u8], usize)> {
    let (mut rest, mut parts) = (name, 0);
    while rest.starts_with(b"W") {
        (_, _, rest) = part(rest)?;
        parts += 1;
    }
    Some((rest, parts))
}

/// A part of a module's name, whether it is that of a partition, and what comes behind it.
fn part(name: &[u8]) -> Option<(&[u8], bool, &[u8])> {
    let rest = name.strip_prefix(b"W")?;
    let partition = rest.strip_prefix(b"P");
    let (word, after) = source_name(partition.unwrap_or(rest))?;
    Some((word, partition.is_some(), after))
}

/// A name with its length before it, and what comes behind it.
fn source_name(name: &[u8]) -> Option<(&[u8], &[u8])> {
    let digits = name.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let length: usize = core::str::from_utf8(&name[..digits]).ok()?.parse().ok()?;
    let rest = &name[digits..];
    (length > 0 && length <= rest.len()).then(|| rest.split_at(length))
}

/// Which references are to the module.
struct Counted {
    /// Parts before it.
    before: usize,
    /// Its own.
    parts: usize,
}

impl Counted {
    /// Copies what comes next, and yields the rest.
    fn step<'a>(&self, name: &'a [u8], text: &mut Vec<u8>) -> Option<&'a [u8]> {
        let length = match *name {
            [b'0'..=b'9', ..] => {
                let (_, after) = source_name(name)?;
                name.len() - after.len()
            }
            [b'S', b'0'..=b'9' | b'A'..=b'Z' | b'_', ..] => {
                let end = name.iter().position(|byte| *byte == b'_')?;
                self.refer(&name[1..end], &name[end + 1..], text)?;
                return Some(&name[end + 1..]);
            }
            // Of the standard library, a constructor, a destructor.
            [b'S', b'a'..=b'z', ..] | [b'C' | b'D', b'0'..=b'9', ..] => 2,
            // A parameter of a template, an array.
            [b'T', b'0'..=b'9' | b'A'..=b'Z' | b'_', ..] | [b'A', b'0'..=b'9', ..] => {
                name.iter().position(|byte| *byte == b'_')? + 1
            }
            // A number, and a name of one unit alone.
            [b'L', b'a'..=b'z', ..] => name.iter().position(|byte| *byte == b'E')? + 1,
            [b'L', b'0'..=b'9', ..] => 1,
            [b'L' | b'W' | b'X' | b'Z' | b'U' | b'T' | b'S', ..] => return None,
            _ => 1,
        };
        text.extend(&name[..length]);
        Some(&name[length..])
    }

    /// Writes a reference as it is without the module. Before the name of an entity, that to the module falls away.
    fn refer(&self, number: &[u8], behind: &[u8], text: &mut Vec<u8>) -> Option<()> {
        let index = match core::str::from_utf8(number).ok()? {
            "" => 0,
            digits => usize::from_str_radix(digits, 36).ok()? + 1,
        };
        let module = self.before..self.before + self.parts;
        if index + 1 == module.end {
            return behind.first()?.is_ascii_digit().then_some(());
        }
        if module.contains(&index) {
            return None;
        }
        let index = if index < module.start {
            index
        } else {
            index - self.parts
        };
        text.push(b'S');
        text.extend(base_36(index).as_bytes());
        text.push(b'_');
        Some(())
    }
}

/// The digits of a reference; none for the first part.
fn base_36(index: usize) -> String {
    let mut text = String::new();
    let Some(mut number) = index.checked_sub(1) else {
        return text;
    };
    let mut digits = Vec::new();
    loop {
        digits.push(char::from(
            b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"[number % 36],
        ));
        number /= 36;
        if number == 0 {
            break;
        }
    }
    digits.iter().rev().for_each(|digit| {
        let _ = write!(text, "{digit}");
    });
    text
}

#[cfg(test)]
mod tests {
    use crate::report::names::readable;

    fn shown(name: &str) -> String {
        readable(name.as_bytes())
            .map_or_else(|| name.to_owned(), |text| String::from_utf8(text).unwrap())
    }

    /// Names as clang 19 makes them.
    #[test]
    fn names_of_modules_are_read_without_them() {
        for (name, text) in [
            ("_ZW4shop3sumRKS_4ItemS2_", "sum(Item const&, Item const&)"),
            ("_ZNKW4shop4Item5totalEi", "Item::total(int) const"),
            (
                "_ZN2nsW4shop8in_spaceEPS0_4ItemS2_",
                "ns::in_space(Item*, Item*)",
            ),
            (
                "_ZN2ns4deepW4shopW5parts1P1fES3_PS3_RS2_4Item",
                "ns::deep::P::f(ns::deep::P, ns::deep::P*, Item&)",
            ),
            ("_ZNW4shopW5parts4ItemC2Ei", "Item::Item(int)"),
            ("_ZNW4shopW5parts4ItemD1Ev", "Item::~Item()"),
            ("_ZW4shopW5partsplS0_4ItemS1_", "operator+(Item, Item)"),
            (
                "_ZW4shopW5parts5twiceIiLi2EET_S2_RAT0__S0_4Item",
                "int twice<int, 2>(int, Item (&) [2])",
            ),
            ("_ZW4shopWP4main3usev", "use()"),
            ("_ZGIW4shopW5parts", "initializer for module shop.parts"),
            ("_ZGIW4shopWP4main", "initializer for module shop:main"),
        ] {
            assert_eq!(shown(name), text, "{name}");
        }
    }

    #[test]
    fn what_is_not_understood_stays() {
        for name in [
            // Two modules, a lambda, the module as such, and names that end too soon.
            "_ZW4shop3useW5other4Item",
            "_ZZW4shop3usevENKUlvE_clEv",
            "_ZW4shop3useS_",
            "_ZW4shop9use",
            "_ZW4shop",
            "_ZGIW9shop",
        ] {
            assert_eq!(shown(name), name);
        }
    }
}
