//! `sane annotations`: a workflow command of GitHub Actions for each error, which shows it beside its line of a change.

use super::finding::{self, text};
use super::input::Reports;
use super::root::Place;
use std::collections::BTreeSet;
use std::fmt::Write;

/// The commands, a line each; an error that several runs found is said once.
pub fn text_of(reports: &Reports) -> String {
    let mut commands = String::new();
    let mut said = BTreeSet::new();
    for record in &reports.records {
        if !said.insert((text(&record["fingerprint"]), text(&record["kind"]))) {
            continue;
        }
        let spot = finding::spot(record, &reports.root);
        let mut properties = Vec::new();
        if let Some(spot) = &spot
            && let Place::Inside(file) = &spot.file
        {
            properties.push(format!("file={}", property(file)));
            properties.push(format!("line={}", spot.line));
            properties.extend(spot.column.map(|column| format!("col={column}")));
        }
        let title = property(text(&record["kind"]));
        properties.push(format!("title=sanecc: {title}").replacen(": ", "%3A ", 1));
        let mut message = finding::sentence(record);
        for line in finding::stacks(record, &reports.root) {
            let _ = write!(message, "\n{line}");
        }
        let _ = writeln!(
            commands,
            "::error {}::{}",
            properties.join(","),
            data(&message)
        );
    }
    commands
}

fn data(text: &str) -> String {
    text.replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::root::Root;
    use serde_json::json;

    #[test]
    fn a_command_is_one_line_with_all_characters_escaped() {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::new(Some(folder.path())).unwrap();
        let record = json!({"kind": "double-free", "message": "double-free on address 0x1", "fingerprint": "1",
            "site": {"file": "a,b:c%.c", "line": 4, "column": 2},
            "stacks": [{"role": "error", "thread": 0, "frames": [{"function": "f", "module": "/p", "offset": "0x1"}]}]});
        let elsewhere = json!({"kind": "SEGV", "message": "SEGV on unknown address", "fingerprint": "2", "stacks": []});
        let records = vec![record.clone(), record, elsewhere];
        assert_eq!(
            text_of(&Reports { records, root }),
            "::error file=a%2Cb%3Ac%25.c,line=4,col=2,title=sanecc%3A double-free::double-free%0Aerror by thread T0 here%0A  #0 f (/p+0x1)\n\
             ::error title=sanecc%3A SEGV::SEGV on unknown address\n"
        );
    }
}
