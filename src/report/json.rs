//! The report, or some accesses, as one JSON object.

use super::model::{Model, Totals};
use crate::remarks::{Record, State, Unit, places, sentence};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Of the format.
const VERSION: u32 = 1;

/// The whole report.
pub fn report(model: &Model<'_>) -> String {
    let files: Vec<Value> = model
        .files
        .iter()
        .map(|file| {
            let accesses = file.accesses.iter();
            let accesses: Vec<Value> = accesses
                .map(|access| {
                    let mut value = self::access(access.record, &model.places);
                    if let Some(executed) = access.executed {
                        value["executed"] = executed.into();
                    }
                    value
                })
                .collect();
            json!({"file": file.name, "totals": totals(&file.totals), "accesses": accesses})
        })
        .collect();
    let functions: Vec<Value> = model
        .functions
        .iter()
        .map(|one| {
            let file = &model.files[one.file].name;
            json!({"function": one.name, "file": file, "line": one.line, "totals": totals(&one.totals)})
        })
        .collect();
    let waits: Vec<Value> = model
        .waits
        .iter()
        .map(|wait| {
            json!({"fact": wait.fact.sentence(), "checks": wait.checks, "advice": wait.fact.advice()})
        })
        .collect();
    let silent: Vec<Value> = model
        .silent
        .iter()
        .map(|silent| json!({"name": silent.name, "why": silent.why}))
        .collect();
    let whole = json!({
        "tool": "sanecc",
        "record": "report",
        "version": VERSION,
        "units": model.units,
        "totals": totals(&model.totals),
        "executed": model.executed,
        "files": files,
        "functions": functions,
        "unknown": waits,
        "without_remarks": silent,
        "apart": model.apart,
    });
    format!("{whole}\n")
}

/// Some accesses, and those that they rest on.
pub fn accesses(meant: &[(&Unit, &Record)], chain: &[(&Unit, &Record)]) -> String {
    let units = meant.iter().chain(chain).map(|(unit, _)| *unit);
    let places = places(units);
    let all = |list: &[(&Unit, &Record)]| -> Vec<Value> {
        let records = list.iter().map(|(_, record)| access(record, &places));
        records.collect()
    };
    let whole = json!({
        "tool": "sanecc",
        "record": "explanation",
        "version": VERSION,
        "accesses": all(meant),
        "rest_on": all(chain),
    });
    format!("{whole}\n")
}

/// The number of accesses of each state, by its name.
pub fn totals(totals: &Totals) -> Value {
    let states = State::ALL.iter();
    let mut object: Map<String, Value> = states
        .map(|&state| (state.name().to_owned(), totals.of(state).into()))
        .collect();
    object.insert("accesses".to_owned(), totals.sum().into());
    Value::Object(object)
}

fn access(record: &Record, places: &BTreeMap<&str, String>) -> Value {
    json!({
        "id": record.id,
        "file": record.file,
        "line": record.line,
        "column": record.column,
        "function": record.function,
        "symbol": record.symbol,
        "kind": record.kind,
        "bytes": record.bytes,
        "state": record.state().name(),
        "rule": record.rule,
        "says": sentence::decision(record, places),
        "why": sentence::why(record),
    })
}
