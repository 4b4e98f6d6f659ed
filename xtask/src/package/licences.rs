//! The licences of what is linked into the binaries, as a package must state them.

use crate::files;
use crate::paths::{Paths, cargo};
use anyhow::{Context, Result};
use std::collections::BTreeSet;
use std::fmt::Write;

/// The text: our own licence, LLVM's, and those of crates by name.
pub struct Licences {
    /// Of sanecc, of LLVM, and a line for each crate.
    pub summary: String,
    /// The text of the MIT licence.
    pub mit: String,
    /// The text of the Apache licence.
    pub apache: String,
}

/// Reads them through cargo, without network.
///
/// # Errors
/// If cargo does not know all crates.
pub fn of(paths: &Paths) -> Result<Licences> {
    let mut command = vec!["tree", "--offline", "--edges=normal", "--prefix=none"];
    command.extend([
        "--format={p}\t{l}",
        "--package=sanecc",
        "--package=sanecc-rt-lib",
    ]);
    let tree = duct::cmd(cargo(), command)
        .dir(&paths.root)
        .read()
        .context("`cargo tree` failed")?;
    let mut summary = String::from(
        "sanecc is licensed under either of MIT or Apache-2.0, at your option.\n\
         LLVM is linked in: Apache-2.0 WITH LLVM-exception.\n\
         So are these Rust crates, each under the licence beside it:\n",
    );
    for (name, licence) in crates(&tree) {
        let _ = writeln!(summary, "  {name}: {licence}");
    }
    let text = |name: &str| files::text(paths.root.join(name));
    Ok(Licences {
        summary,
        mit: text("LICENSE-MIT")?,
        apache: text("LICENSE-APACHE")?,
    })
}

/// Name and licence of each crate that is not ours. A crate in a folder is ours.
fn crates(tree: &str) -> BTreeSet<(String, String)> {
    let lines = tree.lines().filter_map(|line| line.split_once('\t'));
    let foreign = lines.filter(|(name, _)| !name.contains("(/"));
    foreign
        .map(|(name, licence)| {
            let name = name.trim_end_matches(" (proc-macro)");
            (name.to_owned(), licence.trim_end_matches(" (*)").to_owned())
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::crates;

    #[test]
    fn each_foreign_crate_is_named_once() {
        let tree = "sanecc v0.1.0 (/home/x)\tMIT OR Apache-2.0\n\nclap v4.6.7\tMIT OR Apache-2.0\n\
                    clap v4.6.7\tMIT OR Apache-2.0 (*)\nclap_derive v4.6.7 (proc-macro)\tMIT\n";
        let found = crates(tree);
        let names: Vec<_> = found
            .iter()
            .map(|(name, licence)| format!("{name} {licence}"))
            .collect();
        assert_eq!(
            names,
            ["clap v4.6.7 MIT OR Apache-2.0", "clap_derive v4.6.7 MIT"]
        );
    }
}
