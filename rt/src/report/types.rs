//! Types in the debug information: how the source writes them, and which element or member lies at a distance from a variable's beginning.
//!
//! Where the debug information is damaged or refers to other units, nothing is said.

use super::dwarf::Reader;
use alloc::string::String;
use core::fmt::Write;
use gimli::{AttributeValue, DwAt, DwTag, UnitOffset, UnitRef};

/// How far a chain of types is followed.
const DEEPEST: usize = 16;
/// Bytes of a pointer.
const POINTER: u64 = 8;

/// A unit of the debug information.
pub type Unit<'a> = UnitRef<'a, Reader>;
/// Where an entry stands in its unit.
pub type Offset = UnitOffset<usize>;
type Entry = gimli::DebuggingInformationEntry<Reader>;

/// A type in its unit.
#[derive(Clone, Copy)]
pub struct Type<'a> {
    unit: Unit<'a>,
    offset: Offset,
}

/// What lies at a distance from the beginning of a variable.
pub struct Part {
    /// As the source would name it: `record.name`.
    pub path: String,
    /// Its type.
    pub text: String,
    /// Index in it, if it is an array, and the access begins at an element.
    pub index: Option<i64>,
}

/// The text of an attribute.
pub fn string(unit: Unit<'_>, entry: &Entry, name: DwAt) -> Option<&'static [u8]> {
    let text = unit.attr_string(entry.attr_value(name)?).ok()?;
    Some(text.slice())
}

/// The number of an attribute.
pub fn number(entry: &Entry, name: DwAt) -> Option<u64> {
    entry.attr_value(name)?.udata_value()
}

/// The type that an entry refers to.
pub fn of<'a>(unit: Unit<'a>, entry: &Entry) -> Option<Type<'a>> {
    match entry.attr_value(gimli::DW_AT_type)? {
        AttributeValue::UnitRef(offset) => Some(Type { unit, offset }),
        _ => None,
    }
}

impl<'a> Type<'a> {
    fn entry(self) -> Option<Entry> {
        self.unit.entry(self.offset).ok()
    }

    fn base(self) -> Option<Type<'a>> {
        of(self.unit, &self.entry()?)
    }

    /// The type behind `const`, `typedef` and the like.
    fn stripped(self) -> Option<Type<'a>> {
        let mut at = self;
        for _ in 0..DEEPEST {
            match at.entry()?.tag() {
                gimli::DW_TAG_const_type
                | gimli::DW_TAG_volatile_type
                | gimli::DW_TAG_restrict_type
                | gimli::DW_TAG_atomic_type
                | gimli::DW_TAG_typedef => at = at.base()?,
                _ => return Some(at),
            }
        }
        None
    }

    fn size(self, depth: usize) -> Option<u64> {
        let depth = depth.checked_sub(1)?;
        let at = self.stripped()?;
        let entry = at.entry()?;
        if let Some(bytes) = number(&entry, gimli::DW_AT_byte_size) {
            return Some(bytes);
        }
        match entry.tag() {
            gimli::DW_TAG_array_type => {
                let (first, rest) = at.counts()?;
                first
                    .checked_mul(rest)?
                    .checked_mul(at.base()?.size(depth)?)
            }
            tag if is_pointer(tag) => Some(POINTER),
            _ => None,
        }
    }

    /// How many elements an array has in its first dimension, and how many in all others together.
    fn counts(self) -> Option<(u64, u64)> {
        let (mut first, mut rest) = (None, 1_u64);
        self.each_child(&mut |child| {
            if child.tag() != gimli::DW_TAG_subrange_type {
                return;
            }
            let above = |last: u64| last.checked_add(1);
            let count = number(child, gimli::DW_AT_count)
                .or_else(|| number(child, gimli::DW_AT_upper_bound).and_then(above))
                .unwrap_or(0);
            match first {
                None => first = Some(count),
                Some(_) => rest = rest.saturating_mul(count),
            }
        })?;
        Some((first?, rest))
    }

    fn each_child(self, see: &mut dyn FnMut(&Entry)) -> Option<()> {
        let mut tree = self.unit.entries_tree(Some(self.offset)).ok()?;
        let mut children = tree.root().ok()?.children();
        while let Some(child) = children.next().ok()? {
            see(child.entry());
        }
        Some(())
    }

    /// The type as the source writes it, but for where arrays and pointers to functions have the name.
    pub fn text(self) -> Option<String> {
        let mut text = String::new();
        self.write(&mut text, DEEPEST)?;
        Some(text)
    }

    fn write(self, text: &mut String, depth: usize) -> Option<()> {
        let depth = depth.checked_sub(1)?;
        let entry = self.entry()?;
        let base = |text: &mut String| match of(self.unit, &entry) {
            Some(base) => base.write(text, depth),
            None => text.write_str("void").ok(),
        };
        match entry.tag() {
            tag @ (gimli::DW_TAG_const_type | gimli::DW_TAG_volatile_type) => {
                let word = match tag {
                    gimli::DW_TAG_const_type => "const",
                    _ => "volatile",
                };
                // Behind a pointer, as in `char *const`.
                let points = of(self.unit, &entry).and_then(Type::entry);
                if points.is_some_and(|base| is_pointer(base.tag())) {
                    base(text)?;
                    text.push_str(word);
                    return Some(());
                }
                text.push_str(word);
                text.push(' ');
                base(text)
            }
            gimli::DW_TAG_restrict_type | gimli::DW_TAG_atomic_type => base(text),
            gimli::DW_TAG_array_type => {
                base(text)?;
                let mut told = Some(());
                self.each_child(&mut |child| {
                    if child.tag() == gimli::DW_TAG_subrange_type {
                        told = told.and(write_dimension(text, child));
                    }
                })?;
                told
            }
            gimli::DW_TAG_subroutine_type => text.write_str("function").ok(),
            tag if is_pointer(tag) => {
                base(text)?;
                let sign = match tag {
                    gimli::DW_TAG_pointer_type => '*',
                    _ => '&',
                };
                if !text.ends_with(['*', '&']) {
                    text.push(' ');
                }
                text.push(sign);
                Some(())
            }
            tag => {
                let is_c = !is_cxx(self.unit);
                text.push_str(match tag {
                    gimli::DW_TAG_structure_type if is_c => "struct ",
                    gimli::DW_TAG_union_type if is_c => "union ",
                    gimli::DW_TAG_enumeration_type if is_c => "enum ",
                    _ => "",
                });
                let name = string(self.unit, &entry, gimli::DW_AT_name)?;
                text.push_str(core::str::from_utf8(name).ok()?);
                Some(())
            }
        }
    }

    /// What lies `distance` bytes from the beginning of a variable of this type, as far in as arrays and members lead. Behind the end it is the
    /// array that ends there.
    pub fn part(self, name: &str, distance: i64) -> Option<Part> {
        let mut part = Part {
            path: name.into(),
            text: self.text()?,
            index: None,
        };
        let (mut at, mut distance) = (self, distance);
        for _ in 0..DEEPEST {
            let inner = at.stripped()?;
            let Some((next, begin)) = (match inner.entry()?.tag() {
                gimli::DW_TAG_array_type => {
                    let (count, rest) = inner.counts()?;
                    let element = inner.base()?;
                    let width = i64::try_from(element.size(DEEPEST)?.checked_mul(rest)?).ok()?;
                    if width == 0 {
                        return Some(part);
                    }
                    let index = distance.div_euclid(width);
                    let is_within = (0..i64::try_from(count).ok()?).contains(&index);
                    part.index = (distance % width == 0).then_some(index);
                    if rest > 1 || !is_within || !element.has_parts() {
                        return Some(part);
                    }
                    write!(part.path, "[{index}]").ok()?;
                    Some((element, index * width))
                }
                gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type => {
                    let Some((member, name, begin)) = inner.member(distance) else {
                        return Some(part);
                    };
                    write!(part.path, ".{name}").ok()?;
                    Some((member, begin))
                }
                _ => None,
            }) else {
                return Some(part);
            };
            part.text = next.text()?;
            part.index = None;
            (at, distance) = (next, distance - begin);
        }
        None
    }

    /// Whether it is an array or has members.
    fn has_parts(self) -> bool {
        let entry = self.stripped().and_then(Type::entry);
        entry.is_some_and(|entry| {
            matches!(
                entry.tag(),
                gimli::DW_TAG_array_type | gimli::DW_TAG_structure_type | gimli::DW_TAG_class_type
            )
        })
    }

    /// The member that holds a distance, else the last one: its type, name, and where it begins.
    fn member(self, distance: i64) -> Option<(Type<'a>, &'static str, i64)> {
        let mut found = None;
        self.each_child(&mut |child| {
            let is_plain = child.tag() == gimli::DW_TAG_member
                && child.attr_value(gimli::DW_AT_data_bit_offset).is_none();
            let begin = number(child, gimli::DW_AT_data_member_location);
            let begin = begin.and_then(|begin| i64::try_from(begin).ok());
            if let Some(begin) = begin.filter(|begin| is_plain && *begin <= distance)
                && let Some(name) = string(self.unit, child, gimli::DW_AT_name)
                && let Ok(name) = core::str::from_utf8(name)
                && let Some(of) = of(self.unit, child)
            {
                found = Some((of, name, begin));
            }
        })?;
        found
    }
}

fn write_dimension(text: &mut String, range: &Entry) -> Option<()> {
    let count = number(range, gimli::DW_AT_count)
        .or_else(|| number(range, gimli::DW_AT_upper_bound)?.checked_add(1));
    match count {
        Some(count) => write!(text, "[{count}]").ok(),
        None => text.write_str("[]").ok(),
    }
}

fn is_pointer(tag: DwTag) -> bool {
    matches!(
        tag,
        gimli::DW_TAG_pointer_type
            | gimli::DW_TAG_reference_type
            | gimli::DW_TAG_rvalue_reference_type
    )
}

fn is_cxx(unit: Unit<'_>) -> bool {
    let mut entries = unit.entries();
    let Ok(Some(root)) = entries.next_dfs() else {
        return false;
    };
    matches!(
        root.attr_value(gimli::DW_AT_language),
        Some(AttributeValue::Language(
            gimli::DW_LANG_C_plus_plus
                | gimli::DW_LANG_C_plus_plus_03
                | gimli::DW_LANG_C_plus_plus_11
                | gimli::DW_LANG_C_plus_plus_14
                | gimli::DW_LANG_C_plus_plus_17
                | gimli::DW_LANG_C_plus_plus_20
        ))
    )
}
