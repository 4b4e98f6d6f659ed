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

/// How many places a program may lack; all others lack none. In zstd, units assume that no other one poisons memory by hand, where one does (18 places), and one function is
/// not inlined (3).
const MOST_LOST: [(&str, usize); 1] = [("zstd", 21)];

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
        let lost: Vec<&String> = proved
            .clone()
            .map(|(place, _)| place)
            .filter(|place| whole.get(*place) == Some(&false))
            .collect();
        let proved = proved.count();
        let open = alone.iter().filter(|(_, proved)| !**proved);
        let gained = open.filter(|(place, _)| whole.get(*place) == Some(&true));
        let gained = gained.count();
        println!(
            "{name:8} {proved} places are proved in modules alone; the program lacks {} of them, and has {gained} more",
            lost.len()
        );
        for place in &lost {
            println!("         lacks {place}");
        }
        if proved == 0 || lost.len() > most_lost(name) {
            worse.push(name);
        }
    }
    if !worse.is_empty() {
        bail!(
            "whole programs lack more proofs of their modules than is known: {}",
            worse.join(", ")
        );
    }
    Ok(())
}

fn most_lost(program: &str) -> usize {
    let known = MOST_LOST.iter().find(|(name, _)| *name == program);
    known.map_or(0, |(_, places)| *places)
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
