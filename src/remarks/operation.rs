//! What a record says of an operation that was inserted, as it is read again.

use serde::{Deserialize, Serialize};

/// The record of an operation. Fields are those of `sanecc_instrument::Operation`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Operation {
    /// What it is for: `shadow`, `bounds`, `object`, `member`, `loop`, `provenance`, `stack-object`, `frame`, `global-object`, `unwritten`, `module`, `library`, or `other`.
    pub operation: String,
    /// What it does, as C-like text.
    pub text: String,
    /// The function that is called; none for plain reads and writes, and for objects.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub calls: Option<String>,
    /// How many instructions it is.
    pub instructions: u32,
    /// Source file, as the compiler was given it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The function of the source.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The function that contains it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The access that it is made for, by the `id` of its record.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
}
