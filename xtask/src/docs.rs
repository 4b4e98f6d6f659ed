//! The generated parts of the project's pages, which commands write with `--write-docs`.
//!
//! A part stands between the lines `<!-- NAME:begin -->` and `<!-- NAME:end -->`. A command replaces the parts that it has figures for; the
//! other text stays.

use crate::files;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// The option of commands whose figures stand in the pages.
#[derive(clap::Args)]
pub struct DocsOptions {
    /// Write the tables that README.md and docs have of this command
    #[arg(long, conflicts_with = "only")]
    pub write_docs: bool,
}

/// A generated part of a page.
pub struct Part {
    /// The page, below the root of the repository.
    pub page: &'static str,
    /// The name in the marker lines.
    pub name: &'static str,
    /// What stands between them.
    pub text: String,
}

/// Replaces the parts. If one cannot be replaced, nothing is written.
pub fn write(root: &Path, parts: &[Part]) -> Result<()> {
    let mut pages: Vec<(&str, String)> = Vec::new();
    for part in parts {
        if pages.iter().all(|(name, _)| *name != part.page) {
            pages.push((part.page, files::text(root.join(part.page))?));
        }
        let page = pages.iter_mut().find(|(name, _)| *name == part.page);
        if let Some((name, text)) = page {
            *text = replaced(text, part).with_context(|| format!("{name} is left as it is"))?;
        }
    }
    for (name, text) in &pages {
        let (file, new) = (root.join(name), root.join(format!("{name}.new")));
        fs::write(&new, text)
            .and_then(|()| fs::rename(&new, &file))
            .with_context(|| format!("cannot write {}", file.display()))?;
    }
    for part in parts {
        println!("written to {}: {}", part.page, part.name);
    }
    Ok(())
}

fn replaced(page: &str, part: &Part) -> Result<String> {
    let place = |edge: &str| {
        let marker = format!("<!-- {}:{edge} -->\n", part.name);
        let places: Vec<usize> = page
            .match_indices(&marker)
            .map(|(place, _)| place)
            .collect();
        match places[..] {
            [place] => Ok((place, place + marker.len())),
            [] => bail!(
                "the line `{}` is missing: add it where the figures shall stand",
                marker.trim_end()
            ),
            _ => bail!(
                "the line `{}` stands there more than once",
                marker.trim_end()
            ),
        }
    };
    let ((_, begin), (end, _)) = (place("begin")?, place("end")?);
    if end < begin {
        bail!("`{}:end` stands before `{0}:begin`", part.name);
    }
    Ok(format!(
        "{}{}\n{}",
        &page[..begin],
        part.text.trim_end(),
        &page[end..]
    ))
}

/// Today, as pages give it: `2026-11-24`.
pub fn today() -> Result<String> {
    Ok(duct::cmd!("date", "-u", "-I").read()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str = "before\n<!-- bench:begin -->\nold\n\n<!-- bench:end -->\nafter\n";

    fn part(name: &'static str) -> Part {
        let (page, text) = ("page.md", "new\n".to_owned());
        Part { page, name, text }
    }

    fn error(page: &str) -> String {
        replaced(page, &part("bench")).unwrap_err().to_string()
    }

    #[test]
    fn a_part_is_replaced_and_the_rest_stays() {
        let once = replaced(PAGE, &part("bench")).unwrap();
        assert_eq!(
            once,
            "before\n<!-- bench:begin -->\nnew\n<!-- bench:end -->\nafter\n"
        );
        assert_eq!(replaced(&once, &part("bench")).unwrap(), once);
    }

    #[test]
    fn markers_must_stand_there_once_and_in_order() {
        let end = "<!-- bench:end -->\n";
        assert!(error("").contains("`<!-- bench:begin -->` is missing: add it"));
        assert!(error(&PAGE.replace(end, "")).contains("`<!-- bench:end -->` is missing"));
        assert!(error(&PAGE.repeat(2)).contains("more than once"));
        let reversed = format!("{end}{}", PAGE.replace(end, ""));
        assert!(error(&reversed).contains("`bench:end` stands before"));
    }

    #[test]
    fn nothing_is_written_if_one_part_has_no_place() {
        let root = tempfile::tempdir().unwrap();
        let file = root.path().join("page.md");
        fs::write(&file, PAGE).unwrap();
        let error = write(root.path(), &[part("bench"), part("eval")]).unwrap_err();
        assert!(
            format!("{error:#}")
                .contains("page.md is left as it is: the line `<!-- eval:begin -->`")
        );
        assert_eq!(fs::read_to_string(&file).unwrap(), PAGE);
        write(root.path(), &[part("bench")]).unwrap();
        assert!(fs::read_to_string(&file).unwrap().contains("new"));
    }
}
