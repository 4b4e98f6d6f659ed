//! Prints the model of a library function where name and types do not tell it.

use crate::{Addresses, Model, Most, Size};

/// What a call's model says, in words.
pub(super) fn show(model: &Model) -> String {
    let mut parts = Vec::new();
    match model.allocates.map(|allocation| allocation.size) {
        Some(Size::Argument(n)) => parts.push(format!("allocates {n}")),
        Some(Size::Product(a, b)) => parts.push(format!("allocates {a} * {b}")),
        None => {}
    }
    if !model.may_free {
        parts.push("keeps".into());
    }
    if let Some(n) = model.returns {
        parts.push(format!("returns {n}"));
    }
    match model.addresses {
        Addresses::Unknown => {}
        Addresses::Nowhere => parts.push("nowhere".into()),
        Addresses::Copied { to, from } => parts.push(format!("copied {to} from {from}")),
        Addresses::Stored { to, from } => parts.push(format!("stored {to} from {from}")),
        Addresses::Moved { from } => parts.push(format!("moved {from}")),
        Addresses::Filled { to } => parts.push(format!("filled {to}")),
        Addresses::Shown { from } => parts.push(format!("shown {from}")),
    }
    if let Some(n) = model.frees {
        parts.push(format!("frees {n}"));
    }
    if let Some(returned) = model.returned {
        let most = match returned.most {
            Most::Number(n) => n.to_string(),
            Most::Argument(n) => format!("argument {n}"),
        };
        parts.push(format!(
            "result i{} {} to {most}",
            returned.bits, returned.least
        ));
    }
    format!(" model({})", parts.join(", "))
}
