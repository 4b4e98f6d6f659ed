//! Which of this machine's Debian packages a dependency brings in, by the database of dpkg.

use anyhow::{Context, Result};
use std::collections::{BTreeMap, BTreeSet};

/// The installed packages.
pub struct Installed<'a> {
    by_name: BTreeMap<&'a str, Package<'a>>,
    /// Packages by the names that they provide beside their own.
    providers: BTreeMap<&'a str, &'a str>,
}

/// What the database says of a package.
pub struct Package<'a> {
    /// All of it.
    pub stanza: &'a str,
    depends: Vec<&'a str>,
    essential: bool,
}

impl<'a> Package<'a> {
    /// The value of a field of one line.
    pub fn field(&self, name: &str) -> Option<&'a str> {
        field(self.stanza, name)
    }
}

fn field<'a>(stanza: &'a str, name: &str) -> Option<&'a str> {
    let mut lines = stanza.lines();
    lines.find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

impl<'a> Installed<'a> {
    /// Reads the text of `/var/lib/dpkg/status`.
    pub fn read(status: &'a str) -> Self {
        let mut by_name = BTreeMap::new();
        let mut providers = BTreeMap::new();
        for stanza in status.split("\n\n") {
            let Some(name) = field(stanza, "Package") else {
                continue;
            };
            if field(stanza, "Status") != Some("install ok installed") {
                continue;
            }
            let clauses = |name| {
                field(stanza, name)
                    .into_iter()
                    .flat_map(|all| all.split(", "))
            };
            for provided in clauses("Provides") {
                providers.insert(bare(provided), name);
            }
            let package = Package {
                stanza,
                depends: clauses("Pre-Depends").chain(clauses("Depends")).collect(),
                essential: field(stanza, "Essential") == Some("yes"),
            };
            by_name.insert(name, package);
        }
        Self { by_name, providers }
    }

    /// The packages that each system has.
    pub fn essential(&self) -> Vec<&'a str> {
        let essential = self.by_name.iter().filter(|(_, package)| package.essential);
        essential.map(|(&name, _)| name).collect()
    }

    /// One of them.
    pub fn package(&self, name: &str) -> Option<&Package<'a>> {
        self.by_name.get(name)
    }

    /// What these clauses (`a (>= 1) | b`) bring in, with all that it needs.
    ///
    /// # Errors
    /// If a clause is met by no installed package.
    pub fn closure(&self, clauses: &[&'a str]) -> Result<BTreeSet<&'a str>> {
        let mut reached = BTreeSet::new();
        let mut queue = clauses.to_vec();
        while let Some(clause) = queue.pop() {
            let name = self
                .chosen(clause)
                .with_context(|| format!("no installed package is `{clause}`"))?;
            if reached.insert(name) {
                queue.extend(&self.by_name[name].depends);
            }
        }
        Ok(reached)
    }

    /// The first alternative that is installed.
    fn chosen(&self, clause: &'a str) -> Option<&'a str> {
        clause.split('|').map(bare).find_map(|name| {
            let own = self.by_name.get_key_value(name).map(|(&name, _)| name);
            own.or(self.providers.get(name).copied())
        })
    }
}

/// The name alone: without version and architecture.
fn bare(clause: &str) -> &str {
    let name = clause.trim().split(' ').next().unwrap_or_default();
    name.split(':').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::Installed;

    const STATUS: &str = "\
Package: base
Essential: yes
Status: install ok installed

Package: tool
Status: install ok installed
Depends: library (>= 1), missing | virtual
Description: a tool
 Depends: nothing

Package: library
Status: install ok installed
Pre-Depends: base:any

Package: provider
Status: install ok installed
Provides: virtual (= 2), other

Package: missing
Status: deinstall ok config-files
";

    #[test]
    fn dependencies_are_followed_to_their_end() {
        let installed = Installed::read(STATUS);
        assert_eq!(installed.essential(), ["base"]);
        let closure = installed.closure(&["tool (<< 3)"]).unwrap();
        assert_eq!(
            Vec::from_iter(closure),
            ["base", "library", "provider", "tool"]
        );
        let error = installed.closure(&["missing"]).unwrap_err().to_string();
        assert!(error.contains("missing"), "{error}");
    }
}
