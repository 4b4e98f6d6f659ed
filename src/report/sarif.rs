//! The report as a SARIF 2.1.0 log: what is proved passes, what is checked is open, what is neither is a note.

use super::model::{Access, File, Model};
use crate::remarks::{State, sentence};
use crate::sarif::Log;
use serde_sarif::sarif::{
    ArtifactLocation, Location, Message, PhysicalLocation, Region, Result as Finding, ResultKind,
    ResultLevel,
};
use std::collections::BTreeMap;

/// The log as text.
pub fn log(model: &Model<'_>) -> String {
    let rules = State::ALL.iter();
    let rules = rules.map(|state| (state.name().to_owned(), state.meaning().to_owned()));
    let files = model.files.iter();
    let results = files.flat_map(|file| {
        let accesses = file.accesses.iter();
        accesses.map(move |access| finding(model, file, access))
    });
    let log = Log {
        rules: rules.collect(),
        results: results.collect(),
        bases: BTreeMap::new(),
    };
    log.text()
}

fn finding(model: &Model<'_>, file: &File<'_>, access: &Access<'_>) -> Finding {
    let record = access.record;
    let state = record.state();
    let mut text = sentence::decision(record, &model.places);
    for why in sentence::why(record) {
        text.push('\n');
        text += &why;
    }
    let (kind, level) = match state {
        State::Proved | State::Coalesced | State::Hoisted => (ResultKind::Pass, ResultLevel::None),
        State::Checked | State::Library => (ResultKind::Open, ResultLevel::None),
        State::Unchecked => (ResultKind::Review, ResultLevel::None),
    };
    let mut finding = Finding::builder()
        .rule_id(state.name())
        .kind(kind)
        .level(level)
        .message(Message::builder().text(text).build())
        .build();
    if let Some(line) = record.line {
        let mut region = Region::builder().start_line(i64::from(line)).build();
        region.start_column = record.column.map(i64::from);
        let uri = file.name.replace('%', "%25").replace(' ', "%20");
        let artifact = ArtifactLocation::builder().uri(uri).build();
        let place = PhysicalLocation::builder()
            .artifact_location(artifact)
            .region(region)
            .build();
        finding.locations = Some(vec![Location::builder().physical_location(place).build()]);
    }
    finding
}
