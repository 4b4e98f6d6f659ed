//! Converts the machine's package sources into entries for source packages of its release.
//!
//! Both forms of sources.list(5) are read: one line for each entry, and stanzas of fields (deb822). Entries of other
//! publishers are skipped: they may have no source packages or be unreachable.

/// The release's entries of a list with one line for each, as `deb-src` lines.
pub fn one_line(list: &str, release: &str) -> String {
    let mut result = String::new();
    for line in list.lines() {
        let line = line.split('#').next().unwrap_or_default();
        let Some(rest) = line
            .trim()
            .strip_prefix("deb-src ")
            .or_else(|| line.trim().strip_prefix("deb "))
        else {
            continue;
        };
        // Options in brackets may hold blanks.
        let (options, rest) = match rest.trim_start().strip_prefix('[') {
            Some(inner) => inner.split_once(']').unwrap_or((inner, "")),
            None => ("", rest),
        };
        let mut words = rest.split_whitespace();
        let (Some(place), Some(suite)) = (words.next(), words.next()) else {
            continue;
        };
        if suite == release && !place.starts_with("cdrom:") {
            let components: Vec<_> = words.collect();
            let components = components.join(" ");
            result.push_str(&format!(
                "deb-src [{options}] {place} {suite} {components}\n"
            ));
        }
    }
    result.replace("deb-src [] ", "deb-src ")
}

/// The release's stanzas of a list in deb822 form, for source packages.
pub fn deb822(list: &str, release: &str) -> String {
    let mut result = String::new();
    for stanza in stanzas(list) {
        let suites = field(&stanza, "Suites");
        let enabled = field(&stanza, "Enabled").unwrap_or("yes").trim();
        if !suites.is_some_and(|suites| suites.split_whitespace().any(|suite| suite == release))
            || enabled == "no"
        {
            continue;
        }
        result.push_str(&format!("Types: deb-src\nSuites: {release}\n"));
        for (name, value) in &stanza {
            if !["types", "suites"].contains(&name.to_lowercase().as_str()) {
                result.push_str(&format!("{name}:{value}\n"));
            }
        }
        result.push('\n');
    }
    result
}

/// The stanzas, each a list of fields with their values; a value may go on over several lines.
fn stanzas(list: &str) -> Vec<Vec<(String, String)>> {
    let mut stanzas: Vec<Vec<(String, String)>> = vec![Vec::new()];
    for line in list.lines().filter(|line| !line.starts_with('#')) {
        if line.trim().is_empty() {
            stanzas.push(Vec::new());
        } else if line.starts_with([' ', '\t']) {
            let fields = stanzas.last_mut();
            if let Some((_, value)) = fields.and_then(|fields| fields.last_mut()) {
                value.push('\n');
                value.push_str(line);
            }
        } else if let (Some((name, value)), Some(fields)) =
            (line.split_once(':'), stanzas.last_mut())
        {
            fields.push((name.to_owned(), value.to_owned()));
        }
    }
    stanzas
}

fn field<'a>(stanza: &'a [(String, String)], wanted: &str) -> Option<&'a str> {
    let found = stanza
        .iter()
        .find(|(name, _)| name.eq_ignore_ascii_case(wanted));
    found.map(|(_, value)| value.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_releases_lines_and_their_options() {
        let list = "# deb http://a/ bookworm main\n\
                    deb http://a/ bookworm main contrib # comment\n\
                    deb [arch=amd64 signed-by=/k.gpg] http://b/ bookworm main\n\
                    deb http://a/ bookworm-updates main\n\
                    deb cdrom:[Debian 12]/ bookworm main\n\
                    deb-src http://c/ bookworm main\n\
                    deb http://other/ stable main\n";
        assert_eq!(
            one_line(list, "bookworm"),
            "deb-src http://a/ bookworm main contrib\n\
             deb-src [arch=amd64 signed-by=/k.gpg] http://b/ bookworm main\n\
             deb-src http://c/ bookworm main\n"
        );
    }

    #[test]
    fn keeps_the_releases_stanzas_with_every_field() {
        let list = "Types: deb\n# where from\nURIs: http://a/\nSuites: bookworm bookworm-updates\nComponents: main\n\
                    Signed-By:\n -----BEGIN\n .\n -----END\n\n\
                    Types: deb\nURIs: http://other/\nSuites: nodistro\nComponents: main\n\n\
                    Enabled: no\nTypes: deb\nURIs: http://off/\nSuites: bookworm\nComponents: main\n";
        assert_eq!(
            deb822(list, "bookworm"),
            "Types: deb-src\nSuites: bookworm\nURIs: http://a/\nComponents: main\n\
             Signed-By:\n -----BEGIN\n .\n -----END\n\n"
        );
    }
}
