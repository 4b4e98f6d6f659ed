//! `<execinfo.h>`: the calls that have not returned. The address of a call is that of its function: the machine has none inside of functions.

use super::errors::ENOMEM;
use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::Value;
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("backtrace", backtrace),
    ("backtrace_symbols", symbols),
    ("backtrace_symbols_fd", symbols_to_file),
];

fn backtrace(call: &mut dyn Call) -> Outcome {
    let (to, most) = (call.pointer(0)?, call.int(1)?);
    let functions = call.functions();
    let kept = functions.len().min(most.max(0) as usize);
    let bytes = call.layout().pointer_bytes();
    for (function, at) in functions[..kept].iter().zip((0..).step_by(bytes as usize)) {
        call.store_pointer(to.offset(at), *function)?;
    }
    Ok(Value::int(kept as i32))
}

/// The words for each address.
fn words(call: &mut dyn Call) -> Result<Vec<Vec<u8>>, Stop> {
    let (from, count) = (call.pointer(0)?, call.int(1)?);
    let bytes = call.layout().pointer_bytes();
    let program = String::from_utf8_lossy(&call.library().name.clone()).into_owned();
    let mut all = Vec::new();
    for at in (0..).step_by(bytes as usize).take(count.max(0) as usize) {
        let function = call.load_pointer(from.offset(at))?;
        let name = call.name_of_function(function).unwrap_or_default();
        let address = function.address;
        all.push(format!("{program}({name}+0x0) [{address:#x}]").into_bytes());
    }
    Ok(all)
}

/// One block: addresses of strings, then the strings.
fn symbols(call: &mut dyn Call) -> Outcome {
    let all = words(call)?;
    let bytes = call.layout().pointer_bytes();
    let list = bytes * all.len() as u64;
    let strings: u64 = all.iter().map(|text| text.len() as u64 + 1).sum();
    let Some(block) = call.allocate(list + strings, 16, false) else {
        return call.null_with(ENOMEM);
    };
    let mut place = block.offset(list as i64);
    for (text, at) in all.iter().zip((0..).step_by(bytes as usize)) {
        call.store_pointer(block.offset(at), place)?;
        call.write_string(place, text)?;
        place = place.offset(text.len() as i64 + 1);
    }
    Ok(Value::pointer(block))
}

fn symbols_to_file(call: &mut dyn Call) -> Outcome {
    let file = call.int(2)?;
    for mut line in words(call)? {
        line.push(b'\n');
        // It has no way to say that it failed.
        let _ = call.library().system.write(file, &line);
    }
    Ok(Value::nothing())
}
