//! What a record says of an access, as it is read again.

use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;

/// The record of an access. Fields are those of `sanecc_instrument::Remark`.
#[derive(Clone, Debug, Deserialize)]
pub struct Record {
    /// Its name, unique in its unit.
    pub id: String,
    /// Source file, as the compiler was given it.
    #[serde(default)]
    pub file: Option<String>,
    /// Line, from 1.
    #[serde(default)]
    pub line: Option<u32>,
    /// Column, from 1.
    #[serde(default)]
    pub column: Option<u32>,
    /// The function of the source.
    pub function: String,
    /// The function that contains the access in the object.
    pub symbol: String,
    /// Whether code of other modules may call that function.
    #[serde(default)]
    pub exported: bool,
    /// `read` or `write`.
    pub kind: String,
    /// Bytes, where they are constant.
    #[serde(default)]
    pub bytes: Option<u64>,
    /// What is done about it; [`Record::state`] knows the words.
    pub decision: String,
    /// The check that is made: `bounds`, `shadow`, or both.
    #[serde(default)]
    pub check: Vec<String>,
    /// The removal rule.
    #[serde(default)]
    pub rule: Option<String>,
    /// The proof.
    #[serde(default)]
    pub proof: Account,
    /// Why a check stays.
    #[serde(default)]
    pub reasons: Vec<String>,
}

/// The proof of a record.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub struct Account {
    pub(super) object: Option<String>,
    pub(super) size: Option<String>,
    pub(super) offset: Option<String>,
    pub(super) bytes: Option<String>,
    pub(super) facts: Vec<String>,
    /// The accesses whose checks cover this one.
    pub checked_by: Vec<String>,
    pub(super) temporal: Option<String>,
    pub(super) assumptions: Vec<String>,
    pub(super) values: BTreeMap<String, String>,
}

/// What is done about an access, in the order of how much is left to do for a reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum State {
    /// No check: it is proved that none can fail.
    Proved,
    /// No check of its own: the check of another access covers it.
    Coalesced,
    /// Checked only if a check before the loop fails.
    Hoisted,
    /// The runtime checks the call of a library function.
    Library,
    /// Checked each time.
    Checked,
    /// Neither proved nor checked, by the user's choice.
    Unchecked,
}

impl State {
    /// All of them.
    pub const ALL: [State; 6] = [
        State::Proved,
        State::Coalesced,
        State::Hoisted,
        State::Library,
        State::Checked,
        State::Unchecked,
    ];

    /// Its name in reports.
    pub fn name(self) -> &'static str {
        match self {
            State::Proved => "proved",
            State::Coalesced => "coalesced",
            State::Hoisted => "hoisted",
            State::Library => "library",
            State::Checked => "checked",
            State::Unchecked => "unchecked",
        }
    }

    /// What it means, as half a sentence.
    pub fn meaning(self) -> &'static str {
        match self {
            State::Proved => "no check, because none can fail",
            State::Coalesced => "covered by the check of another access",
            State::Hoisted => "one check before the loop stands for all of its iterations",
            State::Library => "checked by the runtime when a library function is called",
            State::Checked => "checked each time",
            State::Unchecked => "neither proved nor checked, as -fsanecc-taint asks for",
        }
    }
}

impl Record {
    /// What is done about the access; a word that this program does not know counts as unchecked, which claims least.
    pub fn state(&self) -> State {
        match self.decision.as_str() {
            "removed" => State::Proved,
            "merged" => State::Coalesced,
            "hoisted" => State::Hoisted,
            "library" => State::Library,
            "checked" => State::Checked,
            _ => State::Unchecked,
        }
    }

    /// The object that the access is proved to be in.
    pub fn object(&self) -> Option<&str> {
        self.proof.object.as_deref()
    }

    /// Whether the access is proved to be one of all bytes of an object, at its start.
    pub fn is_whole_variable(&self) -> bool {
        let Account {
            offset,
            bytes,
            size,
            ..
        } = &self.proof;
        self.state() == State::Proved
            && offset.as_deref() == Some("0")
            && size.is_some()
            && bytes == size
    }

    /// `file:line:column`, as far as known.
    pub fn place(&self) -> String {
        let mut place = self
            .file
            .clone()
            .unwrap_or_else(|| "(unknown file)".to_owned());
        for number in [self.line, self.column].into_iter().flatten() {
            let _ = write!(place, ":{number}");
        }
        place
    }

    /// Whether the access is written in this function; of a C++ function, the part before its parameters suffices.
    pub fn is_in(&self, name: &str) -> bool {
        let function = self.function.as_str();
        let readable = super::sentence::readable(function);
        function == name || readable == name || readable.split('(').next() == Some(name)
    }
}
