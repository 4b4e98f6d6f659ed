//! The variable that an error is about, with its type, element and member, as far as the debug information has it: it is found by its name and the line of
//! its declaration.

use super::bounds::Bounds;
use super::facts::Facts;
use super::finding::Finding;
use super::frames::Tracer;
use super::place::{self, What};
use super::types::{self, Part, Unit};
use super::{library_code, names};
use crate::output::bytes_of;
use alloc::vec::Vec;

/// What of a variable was accessed, or missed.
pub fn part(facts: &Facts<'_>, bounds: &Bounds, tracer: &mut Tracer<'_>) -> Option<Part> {
    let (name, line) = declared(facts)?;
    let distance = bounds.access.start.wrapping_sub(bounds.start) as i64;
    let calls = facts.frames.iter().map(|pc| pc.saturating_sub(1));
    let calls: Vec<usize> = calls.collect();
    let names = [&name[..], without_number(&name)];
    names.into_iter().find_map(|name| {
        let mut found = None;
        tracer.units(&calls, &mut |unit| {
            found = find(unit, name, line, distance);
            found.is_some()
        });
        found
    })
}

/// A name without the number by which LLVM tells variables of the same name apart.
pub fn without_number(name: &[u8]) -> &[u8] {
    let end = name.iter().rposition(|byte| !byte.is_ascii_digit());
    &name[..end.map_or(0, |end| end + 1)]
}

/// Name and line of the declaration.
fn declared(facts: &Facts<'_>) -> Option<(Vec<u8>, u32)> {
    let of_place = match facts
        .place
        .as_ref()
        .map(|place| (place.address, &place.what))
    {
        Some((_, What::Global(global))) => Some((global.name.get()?, global.line)),
        Some((address, What::Frame { chunk, frame, .. })) => {
            let object = place::meant(frame, address - chunk)?;
            Some((object.name.get()?, object.line))
        }
        _ => None,
    };
    let (name, line) = match &facts.finding {
        // Distances are from the member, which debug information of variables does not list.
        Finding::Object { object, .. } if object.is_told_apart() => return None,
        Finding::Object { object, .. } if object.line() != 0 => (object.name.get()?, object.line()),
        Finding::Object { object_start, .. } => {
            let global = place::global_at(*object_start)?;
            (global.name.get()?, global.line)
        }
        _ => of_place?,
    };
    let linked = bytes_of(name);
    let readable = names::readable(linked);
    let short = library_code::short_name(readable.as_deref().unwrap_or(linked));
    let last = short.rsplit(|byte| matches!(byte, b':' | b'.')).next()?;
    (line != 0 && !last.is_empty()).then(|| (last.to_vec(), line))
}

fn find(unit: Unit<'_>, name: &[u8], line: u32, distance: i64) -> Option<Part> {
    let mut entries = unit.entries();
    while let Some(entry) = entries.next_dfs().ok()? {
        let is_variable = matches!(
            entry.tag(),
            gimli::DW_TAG_variable | gimli::DW_TAG_formal_parameter
        );
        if is_variable
            && types::number(entry, gimli::DW_AT_decl_line) == Some(line.into())
            && types::string(unit, entry, gimli::DW_AT_name) == Some(name)
            && let Some(of) = types::of(unit, entry)
        {
            return of.part(core::str::from_utf8(name).ok()?, distance);
        }
    }
    None
}
