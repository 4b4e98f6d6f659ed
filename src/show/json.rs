//! The listing as one JSON object.

use super::listing::{Entry, Listing};
use serde_json::{Value, json};

/// `files`, each with `lines` that have operations or accesses without a check of their own; `module`, what belongs to no line; `total`, how many operations there are.
pub(super) fn of(listing: &Listing<'_>) -> String {
    let mut total = listing.modules.len();
    let mut files = Vec::new();
    for file in &listing.files {
        let sources = file.text.as_deref().unwrap_or_default();
        let sources: Vec<&str> = sources.lines().collect();
        let mut lines = Vec::new();
        for (number, entries) in &file.lines {
            let mut operations: Vec<Value> = Vec::new();
            let mut left_out: Vec<Value> = Vec::new();
            for entry in entries {
                match entry {
                    Entry::Operation(operation) => operations.push(json!(operation)),
                    Entry::LeftOut(record) => left_out.push(json!({
                        "access": record.id,
                        "column": record.column,
                        "function": record.function,
                        "symbol": record.symbol,
                        "kind": record.kind,
                        "bytes": record.bytes,
                        "decision": record.decision,
                        "rule": record.rule,
                    })),
                }
            }
            total += operations.len();
            let source = (*number as usize).checked_sub(1);
            lines.push(json!({
                "line": number,
                "source": source.and_then(|at| sources.get(at)),
                "operations": operations,
                "left_out": left_out,
            }));
        }
        files.push(json!({"file": file.name, "path": file.path, "lines": lines}));
    }
    let all = json!({"files": files, "module": listing.modules, "total": total});
    format!("{all:#}\n")
}
