//! `<libintl.h>`: messages, which no catalogue translates in the locales that the machine has.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use std::collections::BTreeMap;

pub(super) const TABLE: &[Row] = &[
    ("bind_textdomain_codeset", |call| {
        let (domain, coding) = (call.pointer(0)?, call.pointer(1)?);
        if domain.is_null() || coding.is_null() {
            return Ok(Value::pointer(Pointer::NULL));
        }
        call.whole_string(domain)?;
        let coding = call.whole_string(coding)?;
        remembered(call, "codeset of messages", &coding)
    }),
    ("bindtextdomain", bindtextdomain),
    ("dcgettext", |call| untranslated(call, 1)),
    ("dcngettext", |call| of_number(call, 1)),
    ("dgettext", |call| untranslated(call, 1)),
    ("dngettext", |call| of_number(call, 1)),
    ("gettext", |call| untranslated(call, 0)),
    ("ngettext", |call| of_number(call, 0)),
    ("textdomain", textdomain),
];

/// What the program has said about its messages.
#[derive(Default)]
pub struct Messages {
    /// The domain of functions that take none.
    domain: Option<Vec<u8>>,
    /// Where the catalogues of a domain are.
    folders: BTreeMap<Vec<u8>, Vec<u8>>,
}

/// The longest name of a domain or folder that is handed out again.
const LONGEST: usize = 4096;
/// Where catalogues are if nobody says where.
const FOLDER: &[u8] = b"/usr/share/locale";

/// The library's own copy of a string, which the next call with the same purpose overwrites.
fn remembered(call: &mut dyn Call, purpose: &'static str, text: &[u8]) -> Outcome {
    let place = call.static_object(purpose, &|| vec![0; LONGEST]);
    call.write_string(place, &text[..text.len().min(LONGEST - 1)])?;
    Ok(Value::pointer(place))
}

/// The message itself. A program that hands over none gets none.
fn untranslated(call: &mut dyn Call, message: usize) -> Outcome {
    let message = call.pointer(message)?;
    if !message.is_null() {
        call.whole_string(message)?;
    }
    Ok(Value::pointer(message))
}

/// The message of one, or the one behind it for every other number, as in English.
fn of_number(call: &mut dyn Call, first: usize) -> Outcome {
    let is_one = call.size(first + 2)? == 1;
    untranslated(call, if is_one { first } else { first + 1 })
}

fn textdomain(call: &mut dyn Call) -> Outcome {
    let domain = call.pointer(0)?;
    if !domain.is_null() {
        let domain = call.whole_string(domain)?;
        call.library().messages.domain = match domain.is_empty() {
            true => None,
            false => Some(domain),
        };
    }
    let domain = call.library().messages.domain.clone();
    let domain = domain.unwrap_or_else(|| b"messages".to_vec());
    remembered(call, "domain of messages", &domain)
}

fn bindtextdomain(call: &mut dyn Call) -> Outcome {
    let (domain, folder) = (call.pointer(0)?, call.pointer(1)?);
    if domain.is_null() {
        return Ok(Value::pointer(Pointer::NULL));
    }
    let domain = call.whole_string(domain)?;
    if domain.is_empty() {
        return Ok(Value::pointer(Pointer::NULL));
    }
    if !folder.is_null() {
        let folder = call.whole_string(folder)?;
        call.library()
            .messages
            .folders
            .insert(domain.clone(), folder);
    }
    let known = call.library().messages.folders.get(&domain).cloned();
    let folder = known.unwrap_or_else(|| FOLDER.to_vec());
    remembered(call, "folder of messages", &folder)
}
