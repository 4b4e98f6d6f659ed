//! `sane junit`: a failed test case for each report, as JUnit XML, which test runners and GitLab show.

use super::finding::{self, list, text};
use super::input::Reports;
use crate::diagnostics::DriverError;
use quick_junit::{NonSuccessKind, Report, TestCase, TestCaseStatus, TestSuite};
use std::collections::BTreeMap;
use std::path::Path;

/// The document. Programs are suites; without any report there is one case, which succeeds.
///
/// # Errors
/// If the document cannot be written as XML.
pub fn text_of(reports: &Reports) -> Result<String, DriverError> {
    let mut suites: BTreeMap<String, TestSuite> = BTreeMap::new();
    for record in &reports.records {
        let path = Path::new(text(&record["executable"]));
        let name = path
            .file_name()
            .map_or("sanecc".into(), |name| name.to_string_lossy());
        let suite = suites
            .entry(name.clone().into_owned())
            .or_insert_with(|| TestSuite::new(name.into_owned()));
        suite.add_test_case(case(record, reports));
    }
    let mut report = Report::new("sanecc");
    if suites.is_empty() {
        let mut suite = TestSuite::new("sanecc");
        suite.add_test_case(TestCase::new("no report", TestCaseStatus::success()));
        report.add_test_suite(suite);
    }
    report.add_test_suites(suites.into_values());
    report
        .to_string()
        .map_err(|error| DriverError::new(format!("cannot write JUnit XML: {error}")))
}

fn case(record: &serde_json::Value, reports: &Reports) -> TestCase {
    let sentence = finding::sentence(record);
    let mut status = TestCaseStatus::non_success(NonSuccessKind::Failure);
    status.set_type(text(&record["kind"]));
    status.set_message(sentence.clone());
    let mut lines = vec![text(&record["message"]).to_owned()];
    lines.extend(finding::stacks(record, &reports.root));
    status.set_description(lines.join("\n"));
    let spot = finding::spot(record, &reports.root);
    let name = match &spot {
        Some(spot) => format!(
            "{} at {}:{}",
            text(&record["kind"]),
            spot.file.path(),
            spot.line
        ),
        None => sentence,
    };
    let mut case = TestCase::new(name, status);
    let outermost = list(&record["stacks"][0]["frames"]);
    let function = spot.and_then(|spot| spot.function);
    let function = function.or_else(|| outermost.first()?["function"].as_str().map(Into::into));
    if let Some(function) = function {
        case.set_classname(function);
    }
    case
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::findings::root::Root;
    use serde_json::json;

    fn document(records: Vec<serde_json::Value>) -> String {
        let folder = tempfile::tempdir().unwrap();
        let root = Root::new(Some(folder.path())).unwrap();
        text_of(&Reports { records, root }).unwrap()
    }

    #[test]
    fn each_report_is_a_failed_case() {
        let record = json!({"kind": "double-free", "message": "double-free on <0x1>", "executable": "/bin/p",
            "site": {"file": "a&b.c", "line": 4, "function": "f<int>"}, "stacks": []});
        let text = document(vec![record]);
        for part in [
            "<testsuites name=\"sanecc\" tests=\"1\" skipped=\"0\" failures=\"1\"",
            "<testsuite name=\"p\"",
            "name=\"double-free at a&amp;b.c:4\"",
            "classname=\"f&lt;int&gt;\"",
            "type=\"double-free\"",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn no_report_is_a_success() {
        let text = document(Vec::new());
        assert!(
            text.contains("tests=\"1\" skipped=\"0\" failures=\"0\""),
            "{text}"
        );
    }
}
