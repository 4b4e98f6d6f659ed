//! `<dlfcn.h>`: the machine runs sources and no libraries, and says so.

use super::typed::Outcome;
use super::{Call, Row};
use crate::fault::Stop;

pub(super) const TABLE: &[Row] = &[
    ("dladdr", refuse),
    ("dlclose", refuse),
    ("dlerror", refuse),
    ("dlmopen", refuse),
    ("dlopen", |call| {
        let name = match call.pointer(0)?.is_null() {
            true => "the program itself".to_owned(),
            false => String::from_utf8_lossy(&call.text(0)?).into_owned(),
        };
        Err(refusal(&format!("dlopen of {name}")))
    }),
    ("dlsym", named),
    ("dlvsym", named),
];

fn refuse(call: &mut dyn Call) -> Outcome {
    Err(refusal(call.name()))
}

fn named(call: &mut dyn Call) -> Outcome {
    let (function, name) = (call.name(), call.text(1)?);
    let name = String::from_utf8_lossy(&name);
    Err(refusal(&format!("{function} of {name}")))
}

fn refusal(what: &str) -> Stop {
    Stop::Unsupported(format!(
        "{what}: no library is loaded while sources run; add the library's sources to the command and call its functions by name, or compile the program with sanecc"
    ))
}
