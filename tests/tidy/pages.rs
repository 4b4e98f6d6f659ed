//! README, ARCHITECTURE and the pages of `docs`: short, complete, and true about names.

use crate::assert_none;
use crate::source::{CODE, Source, all_files, has_word, root};
use std::fs;
use std::path::{Path, PathBuf};

/// README, ARCHITECTURE and the pages of `docs`.
fn pages() -> Vec<Source> {
    let mut pages = all_files();
    let is_page = |path: &Path| {
        path.extension().is_some_and(|end| end == "md")
            && (path.starts_with("docs") || path.components().count() == 1)
    };
    pages.retain(|file| is_page(&file.path));
    assert!(pages.len() > 10, "found only {} pages", pages.len());
    pages
}

#[test]
fn the_pages_name_what_exists() {
    let mut violations = Vec::new();
    let mut checked = 0;
    for page in pages() {
        let beside = page.path.parent().unwrap_or(Path::new(""));
        for (number, line) in page.text.lines().enumerate() {
            // Below the root, and as links: below the page.
            let paths = line.split('`').skip(1).step_by(2);
            let is_ours = |name: &&str| {
                let folder = name.split('/').next().unwrap_or_default();
                is_path(name) && (CODE.contains(&folder) || ["tests", "docs"].contains(&folder))
            };
            let paths = paths.filter(is_ours).map(PathBuf::from);
            let links = line
                .split("](")
                .skip(1)
                .filter_map(|rest| rest.split(')').next());
            let links = links.filter_map(|link| link.split('#').next());
            let links = links
                .filter(|link| !link.is_empty())
                .map(|l| beside.join(l));
            for name in paths.chain(links) {
                checked += 1;
                if !root().join(&name).exists() {
                    let what = format!("there is no {}", name.display());
                    violations.push(page.at(number, &what));
                }
            }
        }
    }
    assert!(checked >= 100, "the pages name only {checked} paths");
    assert_none("pages name files and folders that exist", &violations);
}

#[test]
fn the_pages_are_short_and_complete() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    assert!(
        read("README.md").lines().count() <= 250,
        "README.md is too long"
    );
    assert!(
        read("ARCHITECTURE.md").len() <= 10_000,
        "ARCHITECTURE.md is too long"
    );
    let mut violations = Vec::new();
    let rules = read("docs/rules.md");
    for switch in sanecc_instrument::Switch::all() {
        let name = switch.name();
        if !rules.contains(&format!("\n## {name}\n")) {
            violations.push(format!("docs/rules.md: no section `## {name}`"));
        }
        if !rules.contains(&format!("[`{name}`](#{name})")) {
            violations.push(format!("docs/rules.md: no row or link for `{name}`"));
        }
    }
    let usage = read("docs/usage.md");
    for flag in sanecc::args::own::FLAGS {
        if !usage.contains(&format!("`-fsanecc-{}", flag.name)) {
            let what = format!("no row for -fsanecc-{} below `## Flags`", flag.name);
            violations.push(format!("docs/usage.md: {what}"));
        }
    }
    let tests: String = all_files().iter().map(|file| &*file.text).collect();
    for line in read("docs/compat.md").lines() {
        let row = line
            .strip_prefix("| ")
            .and_then(|line| line.split(' ').next());
        if let Some(row) = row.and_then(|row| row.parse::<u32>().ok())
            && !tests.contains(&format!("fn row_{row:02}_"))
            && !tests.contains(&format!("row {row}: "))
        {
            violations.push(format!("docs/compat.md: row {row} has no test"));
        }
    }
    // Assembled, so that this file does not contain it.
    let vague = concat!("the pa", "per");
    for file in all_files() {
        let is_checked = file.is_rust() || file.path.extension().is_some_and(|end| end == "md");
        for (number, line) in file.text.lines().enumerate().filter(|_| is_checked) {
            if has_word(&line.to_lowercase(), vague) {
                violations.push(file.at(number, "cite it by name, year and section"));
            }
        }
    }
    assert_none("the pages are complete", &violations);
}

/// Whether the lines of `part` stand in `whole` one after the other, at any indentation.
fn has_lines(whole: &str, part: &[&str]) -> bool {
    let whole: Vec<&str> = whole.lines().map(str::trim).collect();
    let part: Vec<&str> = part.iter().map(|line| line.trim()).collect();
    whole.windows(part.len()).any(|lines| lines == part)
}

/// So the worked examples compile, and their tests run.
#[test]
fn worked_examples_are_excerpts() {
    const PAGE: &str = "docs/contributing.md";
    let text = fs::read_to_string(root().join(PAGE)).unwrap();
    let mut violations = Vec::new();
    let mut checked = 0;
    let mut lines = text.lines().enumerate();
    while let Some((number, line)) = lines.next() {
        let Some(opening) = line.trim_start().strip_prefix("```") else {
            continue;
        };
        let code = lines.by_ref().map(|(_, line)| line);
        let code: Vec<&str> = code.take_while(|line| line.trim() != "```").collect();
        let Some((_, path)) = opening.split_once(' ') else {
            violations.push(format!("{PAGE}:{}: write ```LANGUAGE FILE", number + 1));
            continue;
        };
        checked += 1;
        let file = fs::read_to_string(root().join(path)).unwrap_or_default();
        if !has_lines(&file, &code) {
            let what = format!("{path} has no such lines; take the example from it anew");
            violations.push(format!("{PAGE}:{}: {what}", number + 1));
        }
    }
    assert!(checked >= 10, "only {checked} examples were found");
    assert_none("worked examples are excerpts of files", &violations);
}

/// A line `<!-- NAME:begin -->` or `<!-- NAME:end -->`, as its parts.
fn marker(line: &str) -> Option<(&str, &str)> {
    line.strip_prefix("<!-- ")?
        .strip_suffix(" -->")?
        .rsplit_once(':')
}

#[test]
fn tables_of_figures_stand_between_markers() {
    let mut violations = Vec::new();
    let mut generated = 0;
    for page in pages() {
        if !["README.md", "docs/performance.md"].contains(&page.path.to_str().unwrap_or_default()) {
            continue;
        }
        let mut open: Option<&str> = None;
        for (number, line) in page.text.lines().enumerate() {
            match (marker(line), open) {
                (Some((name, "begin")), None) => open = Some(name),
                (Some((name, "end")), Some(begun)) if name == begun => open = None,
                (Some(_), _) => violations.push(page.at(number, "markers do not match")),
                (None, Some(_)) => generated += 1,
                (None, None)
                    if line.starts_with('|') && line.contains(|c: char| c.is_ascii_digit()) =>
                {
                    let what = "figures stand between markers, written by `--write-docs`";
                    violations.push(page.at(number, what));
                }
                (None, None) => {}
            }
        }
        if let Some(name) = open {
            violations.push(page.at(0, &format!("`{name}:end` is missing")));
        }
    }
    assert!(generated >= 20, "only {generated} lines are generated");
    assert_none("tables of figures are generated", &violations);
}

/// Whether a quoted word of the page is a path in the repository, and not a command, a flag, code or a product of the
/// build.
fn is_path(name: &str) -> bool {
    let plain = name
        .chars()
        .all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    let like_a_path = name.contains('/')
        || [".rs", ".toml", ".md", ".sh"]
            .iter()
            .any(|end| name.ends_with(end));
    plain && like_a_path && !name.starts_with(['-', '/', '.']) && !name.starts_with("target/")
}

/// The rules themselves, on lines that they must and must not catch.
mod rules {
    use super::is_path;

    #[test]
    fn paths_differ_from_flags_and_code() {
        assert!(is_path("passes/ir/src") && is_path("Cargo.toml"));
        assert!(
            !is_path("--prefix")
                && !is_path("ir::llvm")
                && !is_path("cargo xtask")
                && !is_path("target/release")
        );
    }
}
