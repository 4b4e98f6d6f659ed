//! Does a whole program prove what its modules prove alone?
//!
//! One build gives both: each compilation leaves the records of its module, and the link those of the program. They are compared by place, function, kind and size. A place is
//! proved where all of its accesses are, inlined copies included.

use super::{PROGRAMS, Sources, build};
use crate::compiler::Compiler;
use crate::files::{below, emptied, lossy};
use crate::paths::Paths;
use anyhow::{Context, Result, bail};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Percent of the proofs of modules that may be missing in the program. Some rest on what only a module may assume: that no other module poisons memory by hand.
const MOST_LOST: usize = 2;

/// Whether all accesses of a place are proved.
type Places = BTreeMap<String, bool>;

/// Compares all programs of the corpus.
///
/// # Errors
/// If a program does not build, or has lost more proofs than may be.
pub fn compare(paths: &Paths, sources: &Sources, sanecc: &Path) -> Result<()> {
    let mut worse = Vec::new();
    for program in PROGRAMS {
        let name = program.name();
        let folder = paths.scratch("corpus-proofs").join(name);
        emptied(&folder)?;
        let [alone, whole] = ["alone", "whole"].map(|part| folder.join(part));
        let mut compiler = Compiler::sanecc(sanecc, "-O2").whole();
        let flag = |to: &Path| format!("-fsanecc-remarks={}/", to.display());
        compiler.flags.push(flag(&alone));
        // The last one counts.
        compiler.link_flags.push(flag(&whole));
        build(*program, &compiler, sources, paths, "corpus-proofs-build")?;
        let [alone, whole] = [places(&alone)?, places(&whole)?];
        let proved = alone.iter().filter(|(_, proved)| **proved);
        let lost = proved
            .clone()
            .filter(|(place, _)| whole.get(*place) == Some(&false));
        let (proved, lost) = (proved.count(), lost.count());
        let open = alone.iter().filter(|(_, proved)| !**proved);
        let gained = open.filter(|(place, _)| whole.get(*place) == Some(&true));
        let gained = gained.count();
        println!(
            "{name:8} {proved} places are proved in modules alone; the program lacks {lost} of them, and has {gained} more"
        );
        if proved == 0 || lost * 100 > proved * MOST_LOST {
            worse.push(name);
        }
    }
    if !worse.is_empty() {
        bail!(
            "whole programs lack more than {MOST_LOST}% of the proofs of their modules: {}",
            worse.join(", ")
        );
    }
    Ok(())
}

/// The places in all records of a folder.
fn places(folder: &Path) -> Result<Places> {
    let mut places = Places::new();
    for file in below(folder)? {
        add(&mut places, &lossy(&folder.join(&file))?)
            .with_context(|| format!("{} is no file of records", file.display()))?;
    }
    Ok(places)
}

fn add(places: &mut Places, text: &str) -> Result<()> {
    for line in text.lines() {
        let record: Value = serde_json::from_str(line)?;
        let names = ["file", "line", "function", "kind", "bytes"];
        let place = names.map(|name| record[name].to_string()).join(" ");
        *places.entry(place).or_insert(true) &= record["decision"] == "removed";
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_proved_where_all_its_accesses_are() {
        let record = |line: u32, decision: &str| {
            format!(
                "{{\"file\":\"a.c\",\"line\":{line},\"function\":\"f\",\"kind\":\"read\",\"bytes\":4,\"decision\":\"{decision}\"}}\n"
            )
        };
        let mut places = Places::new();
        let text = [
            record(1, "removed"),
            record(1, "checked"),
            record(2, "removed"),
        ];
        add(&mut places, &text.concat()).unwrap();
        assert_eq!(places.into_values().collect::<Vec<_>>(), [false, true]);
        assert!(add(&mut Places::new(), "no record").is_err());
    }
}
