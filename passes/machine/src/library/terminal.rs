//! `<sys/ioctl.h>`, `<termios.h>`: questions about terminals.

use super::errors::ENOTTY;
use super::system::File;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("ioctl", ioctl),
    ("tcgetattr", |call| attributes(call, "tcgetattr")),
    ("tcsetattr", |call| attributes(call, "tcsetattr")),
];

/// Rows and columns of each terminal, whatever is there: runs do not depend on the size of a window.
const SIZE: [u16; 4] = [24, 80, 0, 0];

/// Fails if it is no terminal, or nothing: with what.
fn is_none(call: &mut dyn Call, file: i32) -> Option<i32> {
    let system = &mut call.library().system;
    match system.is_terminal(file) {
        true => None,
        false => Some(match system.status(File::Open(file)) {
            Ok(_) => ENOTTY,
            Err(number) => number,
        }),
    }
}

fn ioctl(call: &mut dyn Call) -> Outcome {
    const ATTRIBUTES: u64 = 0x5401;
    const GET_SIZE: u64 = 0x5413;
    const OUTPUT_QUEUE: u64 = 0x5411;
    let (file, request) = (call.int(0)?, call.size(1)? & 0xffff_ffff);
    // Requests of terminals alone, but for one that sockets know, too.
    let is_of_terminals = matches!(request, 0x5401..=0x541a) && request != OUTPUT_QUEUE;
    if !is_of_terminals
        || !matches!(request, ATTRIBUTES | GET_SIZE) && is_none(call, file).is_none()
    {
        let text = format!("ioctl {request:#x}: only the size of terminals is known");
        return Err(Stop::Unsupported(text));
    }
    if let Some(number) = is_none(call, file) {
        return call.failed(number);
    }
    if request == ATTRIBUTES {
        return attributes(call, "ioctl");
    }
    let to = call.pointer(2)?;
    let bytes: Vec<u8> = SIZE
        .iter()
        .flat_map(|number| number.to_le_bytes())
        .collect();
    call.write(to, &bytes)?;
    Ok(Value::int(0))
}

fn attributes(call: &mut dyn Call, name: &str) -> Outcome {
    let file = call.int(0)?;
    match is_none(call, file) {
        Some(number) => call.failed(number),
        None => Err(Stop::Unsupported(format!(
            "{name} of a terminal: redirect the program's input and output"
        ))),
    }
}
