//! What all SARIF 2.1.0 logs of this project have in common: the tool, its rules, and the text.

use serde_sarif::sarif::{
    ArtifactLocation, MultiformatMessageString, ReportingDescriptor, Result as Finding, Run, Sarif,
    ToolComponent, Version,
};
use std::collections::BTreeMap;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/os/schemas/sarif-schema-2.1.0.json";

/// What a log says.
pub(crate) struct Log {
    /// Each rule's identifier and short description.
    pub rules: Vec<(String, String)>,
    /// What was found.
    pub results: Vec<Finding>,
    /// What relative paths are relative to, by name.
    pub bases: BTreeMap<String, ArtifactLocation>,
}

impl Log {
    /// The log with the tool's name and version.
    pub(crate) fn whole(self) -> Sarif {
        let rule = |(id, words): (String, String)| {
            let words = MultiformatMessageString::builder().text(words).build();
            ReportingDescriptor::builder()
                .id(id)
                .short_description(words)
                .build()
        };
        let driver = ToolComponent::builder()
            .name("sanecc")
            .version(env!("CARGO_PKG_VERSION"))
            .rules(self.rules.into_iter().map(rule).collect::<Vec<_>>())
            .build();
        let mut run = Run::builder().tool(driver).results(self.results).build();
        run.original_uri_base_ids = Some(self.bases).filter(|bases| !bases.is_empty());
        Sarif::builder()
            .schema(SCHEMA)
            .version(Version::V2_1_0.to_string())
            .runs(vec![run])
            .build()
    }

    /// The log as text.
    pub(crate) fn text(self) -> String {
        format!("{:#}\n", serde_json::json!(self.whole()))
    }
}
