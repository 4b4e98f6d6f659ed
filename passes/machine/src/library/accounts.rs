//! `<pwd.h>`, `<grp.h>`: users and groups, as the files of the system name them.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("getgrgid", |call| {
        let number = call.int(0)? as u32;
        group(call, |row| row.number(2) == Some(number))
    }),
    ("getgrnam", |call| {
        let name = call.text(0)?;
        group(call, |row| row.0[0] == name)
    }),
    ("getpwnam", |call| {
        let name = call.text(0)?;
        user(call, |row| row.0[0] == name)
    }),
    ("getpwuid", |call| {
        let number = call.int(0)? as u32;
        user(call, |row| row.number(2) == Some(number))
    }),
];

/// The longest line, and the longest file, that is read.
const LONGEST: usize = 1 << 20;

/// A line: its fields.
struct Account(Vec<Vec<u8>>);

impl Account {
    fn number(&self, field: usize) -> Option<u32> {
        std::str::from_utf8(&self.0[field]).ok()?.parse().ok()
    }
}

/// The first line of so many fields that is meant.
fn find(
    call: &mut dyn Call,
    file: &[u8],
    fields: usize,
    is_meant: impl Fn(&Account) -> bool,
) -> Option<Account> {
    let system = &mut call.library().system;
    let file = system.open(file, 0, 0).ok()?;
    let mut all = Vec::new();
    let mut bytes = [0; 4096];
    while let Ok(count @ 1..) = system.read(file, &mut bytes) {
        all.extend_from_slice(&bytes[..count]);
        if all.len() > LONGEST {
            break;
        }
    }
    _ = system.close(file);
    let rows = all.split(|byte| *byte == b'\n').map(|line| {
        let fields = line.split(|byte| *byte == b':');
        Account(fields.map(<[u8]>::to_vec).collect())
    });
    rows.filter(|row| row.0.len() == fields).find(is_meant)
}

/// Strings in memory of the library, one behind the other, which the next question overwrites; where each is.
fn strings(
    call: &mut dyn Call,
    name: &'static str,
    strings: &[&[u8]],
) -> Result<Vec<Pointer>, Stop> {
    const ROOM: usize = 16384;
    let mut to = call.static_object(name, &|| vec![0; ROOM]);
    let mut left = ROOM;
    let mut places = Vec::new();
    for text in strings {
        if text.len() >= left {
            return Err(Stop::Unsupported(
                "a longer line of a user or group".to_owned(),
            ));
        }
        call.write_string(to, text)?;
        places.push(to);
        to = to.offset(text.len() as i64 + 1);
        left -= text.len() + 1;
    }
    Ok(places)
}

/// A `struct passwd` of x86-64 Linux.
fn user(call: &mut dyn Call, is_meant: impl Fn(&Account) -> bool) -> Outcome {
    let Some(found) = find(call, b"/etc/passwd", 7, is_meant) else {
        return Ok(Value::pointer(Pointer::NULL));
    };
    let texts = [0, 1, 4, 5, 6].map(|field: usize| found.0[field].as_slice());
    let places = strings(call, "texts of a user", &texts)?;
    let to = call.static_object("user", &|| vec![0; 48]);
    for (place, at) in places.into_iter().zip([0, 8, 24, 32, 40]) {
        call.store_pointer(to.offset(at), place)?;
    }
    for (field, at) in [(2, 16), (3, 20)] {
        let number = found.number(field).unwrap_or(0);
        call.write_number(to.offset(at), u64::from(number), 4)?;
    }
    Ok(Value::pointer(to))
}

/// A `struct group` of x86-64 Linux.
fn group(call: &mut dyn Call, is_meant: impl Fn(&Account) -> bool) -> Outcome {
    const MOST: usize = 1024;
    let Some(found) = find(call, b"/etc/group", 4, is_meant) else {
        return Ok(Value::pointer(Pointer::NULL));
    };
    let members = found.0[3].split(|byte| *byte == b',');
    let members = members.filter(|name| !name.is_empty()).take(MOST - 1);
    let mut texts = vec![found.0[0].as_slice(), found.0[1].as_slice()];
    texts.extend(members);
    let places = strings(call, "texts of a group", &texts)?;
    let list = call.static_object("members of a group", &|| vec![0; 8 * MOST]);
    for (number, place) in places[2..].iter().chain([&Pointer::NULL]).enumerate() {
        call.store_pointer(list.offset(8 * number as i64), *place)?;
    }
    let to = call.static_object("group", &|| vec![0; 32]);
    call.store_pointer(to, places[0])?;
    call.store_pointer(to.offset(8), places[1])?;
    let number = found.number(2).unwrap_or(0);
    call.write_number(to.offset(16), u64::from(number), 4)?;
    call.store_pointer(to.offset(24), list)?;
    Ok(Value::pointer(to))
}
