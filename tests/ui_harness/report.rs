//! Reads from a program's stderr what was reported and where.

use std::path::Path;

/// Who wrote a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// sanecc's runtime: the summary names the access itself.
    Sanecc,
    /// Another compiler's AddressSanitizer: an error inside `free` or `memcpy` is summed up under the
    /// runtime's own function, so the place is the first frame in the program's sources.
    AddressSanitizer,
}

impl Dialect {
    fn title(self) -> &'static str {
        match self {
            Dialect::Sanecc => "ERROR: sanecc: ",
            Dialect::AddressSanitizer => "ERROR: AddressSanitizer: ",
        }
    }

    fn summary(self) -> &'static str {
        match self {
            Dialect::Sanecc => "SUMMARY: sanecc: ",
            Dialect::AddressSanitizer => "SUMMARY: AddressSanitizer: ",
        }
    }
}

/// Titles that describe their kind without naming it.
const WITHOUT_KIND: [(&str, &str); 4] = [
    (
        "attempting free on address which was not malloc()-ed",
        "bad-free",
    ),
    (
        "attempting to call malloc_usable_size()",
        "bad-malloc_usable_size",
    ),
    (
        "attempting to call __sanitizer_get_allocated_size()",
        "bad-__sanitizer_get_allocated_size",
    ),
    ("requested allocation size", "allocation-size-too-big"),
];

/// What one report says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Kind of the first line, in the spelling of annotations.
    pub kind: String,
    /// Kind of the summary line.
    pub summary_kind: String,
    /// File and line of the bad access.
    pub place: Option<(String, usize)>,
}

impl Report {
    /// The report in `stderr`; `Ok(None)` if there is none.
    ///
    /// # Errors
    /// Several reports, or one without a summary.
    pub fn read(dialect: Dialect, stderr: &str) -> Result<Option<Report>, String> {
        let mut titles = stderr
            .lines()
            .filter_map(|line| line.split_once(dialect.title()));
        let Some((_, title)) = titles.next() else {
            return Ok(None);
        };
        if titles.next().is_some() {
            return Err("more than one report".into());
        }
        let summary = stderr
            .lines()
            .find_map(|line| line.strip_prefix(dialect.summary()))
            .ok_or("the report has no SUMMARY line")?;
        let (summary_kind, summary_place) = summary.split_once(' ').unwrap_or((summary, ""));
        let place = match dialect {
            Dialect::Sanecc => place_in(summary_place),
            Dialect::AddressSanitizer => first_frame_in_tests(stderr),
        };
        Ok(Some(Report {
            kind: kind_of(title),
            summary_kind: summary_kind.to_owned(),
            place,
        }))
    }

    /// Whether the report's place is line `line` of `file`, which is relative to the package.
    pub fn is_at(&self, file: &Path, line: usize) -> bool {
        matches!(&self.place, Some((path, at)) if *at == line && Path::new(path).ends_with(file))
    }
}

/// The kind as annotations spell it, from what follows `ERROR: TOOL: `.
fn kind_of(title: &str) -> String {
    if let Some((_, kind)) = WITHOUT_KIND
        .iter()
        .find(|(start, _)| title.starts_with(start))
    {
        return (*kind).into();
    }
    let title = title.strip_prefix("attempting ").unwrap_or(title);
    title
        .split([' ', ':'])
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// `FILE:LINE:COLUMN in FUNCTION`, the column optional.
fn place_in(text: &str) -> Option<(String, usize)> {
    let path = text
        .split_once(" in ")
        .map_or(text, |(path, _)| path)
        .trim();
    let mut parts = path.rsplitn(3, ':');
    let numbers_and_file = (parts.next()?, parts.next()?, parts.next());
    match numbers_and_file {
        (column, line, Some(file))
            if column.parse::<usize>().is_ok() && line.parse::<usize>().is_ok() =>
        {
            Some((file.to_owned(), line.parse().ok()?))
        }
        _ => {
            let (file, line) = path.rsplit_once(':')?;
            Some((file.to_owned(), line.parse().ok()?))
        }
    }
}

/// The first stack frame (`#N 0x... in FUNCTION FILE:LINE:COLUMN`) in a source of the corpus.
fn first_frame_in_tests(stderr: &str) -> Option<(String, usize)> {
    let frames = stderr
        .lines()
        .map(str::trim)
        .filter(|line| line.starts_with('#'));
    let places = frames.filter_map(|frame| place_in(frame.rsplit_once(' ')?.1));
    places
        .into_iter()
        .find(|(file, _)| file.contains("/tests/") || file.starts_with("tests/"))
}
