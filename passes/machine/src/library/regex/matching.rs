//! A search of a pattern in a text.

use super::groups::{Search, Span};
use super::program::{Program, Subject};
use super::scan::{Scan, Starts};

/// A search that needs more time or memory than any that programs of this world wait for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMuch;

/// Steps of one search.
pub const MOST: usize = 1 << 28;

/// How many steps a search may still take.
pub struct Budget(usize);

impl Budget {
    pub fn new() -> Self {
        Budget(MOST)
    }

    /// Takes some.
    ///
    /// # Errors
    /// If there are not so many left.
    pub fn spend(&mut self, steps: usize) -> Result<(), TooMuch> {
        self.0 = self.0.checked_sub(steps).ok_or(TooMuch)?;
        Ok(())
    }
}

/// A match, in characters: where it begins and ends, and its groups.
#[derive(Debug)]
pub struct Found {
    pub start: usize,
    pub end: usize,
    pub groups: Vec<Span>,
}

/// The first match that begins at one of these places: the longest there.
///
/// # Errors
/// If it takes too long.
pub fn find(
    program: &Program,
    subject: &Subject<'_>,
    starts: impl Iterator<Item = usize>,
    wants_groups: bool,
) -> Result<Option<Found>, TooMuch> {
    let mut budget = Budget::new();
    let allowed = Starts::of(program);
    let mut scan = Scan::new(program, subject);
    for start in starts {
        if !allowed.allows(subject.letters().get(start)) {
            continue;
        }
        let known = match program.referred.is_empty() {
            true => match scan.longest(start, &mut budget)? {
                Some(end) => Some(end),
                None => continue,
            },
            false => None,
        };
        if let Some(end) = known
            && (!wants_groups || program.groups == 0)
        {
            let groups = Vec::new();
            return Ok(Some(Found { start, end, groups }));
        }
        let search = Search::new(program, subject, start, known)?;
        if let Some((end, groups)) = search.run(known, &mut budget)? {
            let groups = groups.into_vec();
            return Ok(Some(Found { start, end, groups }));
        }
    }
    Ok(None)
}
