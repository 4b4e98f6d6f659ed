//! A check that the compiler had removed, kept by an audit (`-fsanecc-audit`), and that failed: the proof was wrong.

use super::finding::Finding;
use super::json_writer::Json;
use crate::output::{Text, bytes_of};
use core::fmt;
use sanecc_abi::site::{Audited, flags};

/// The removal that an error refutes.
pub struct Unsound<'a>(&'a Audited);

impl<'a> Unsound<'a> {
    /// The removal, if the failed check had been removed.
    pub fn of(finding: &'a Finding<'_>) -> Option<Self> {
        let site = finding.site()?;
        if site.flags & flags::REMOVED == 0 {
            return None;
        }
        // SAFETY: the flag says that the site is the first field of such a record, a constant of the program.
        Some(Unsound(unsafe { &*core::ptr::from_ref(site).cast() }))
    }

    /// What was proved, and by which rule.
    pub fn claim(&self) -> Claim<'_> {
        Claim(self.0)
    }

    /// Writes it into the record of a report.
    pub fn write(&self, json: &mut Json<'_>) {
        json.open(Some("unsound_removal"), '{');
        let parts = [
            ("proof", &self.0.proof),
            ("rule", &self.0.rule),
            ("claim", &self.0.claim),
        ];
        for (name, text) in parts {
            json.text(name, text.get().map_or(&b""[..], bytes_of));
        }
        json.close('}');
    }
}

/// The name of the proof, after what it is.
impl fmt::Display for Unsound<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unsound removal: ")?;
        self.0.proof.get().map_or(Ok(()), |id| Text(id).fmt(f))
    }
}

/// What was proved, and by which rule.
pub struct Claim<'a>(&'a Audited);

impl fmt::Display for Claim<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the compiler had removed this check by rule '")?;
        self.0.rule.get().map_or(Ok(()), |rule| Text(rule).fmt(f))?;
        f.write_str("': ")?;
        self.0
            .claim
            .get()
            .map_or(Ok(()), |claim| Text(claim).fmt(f))?;
        f.write_str("; this is a defect of sanecc, which -fsanecc-elide=none avoids")
    }
}
