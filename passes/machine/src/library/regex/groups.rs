//! What groups match: the first of all ways to the furthest end, in the order that glibc prefers.
//!
//! The ways are tried one after the other with a stack of its own. A step is tried once at each place, and with back references once for each text of
//! what they refer to; without these the time is that of the text's length times the pattern's.

use super::matching::{Budget, TooMuch};
use super::program::{Program, Step, Subject};
use rustc_hash::FxHashSet;

/// What a group begins and ends at, in characters.
pub type Span = Option<(usize, Option<usize>)>;

/// How many places of steps are remembered, at one bit each.
const MOST_PLACES: usize = 1 << 31;
/// The same with the texts of references.
const MOST_KEYS: usize = 1 << 20;

/// What is left to do.
enum Open {
    Try(usize, usize),
    /// Groups become what they were.
    Groups(Box<[Span]>, Box<[Span]>),
    /// A loop began there.
    Loop(usize, usize),
}

/// Steps that were tried.
enum Tried {
    Places(Vec<u64>),
    Keys(FxHashSet<(usize, usize, Vec<Span>)>),
}

/// A search of a match that begins at a place.
pub struct Search<'a> {
    program: &'a Program,
    subject: &'a Subject<'a>,
    start: usize,
    groups: Box<[Span]>,
    /// The groups when one last took a character.
    kept: Box<[Span]>,
    loops: Vec<usize>,
    tried: Tried,
    open: Vec<Open>,
}

/// Where a match ends, and its groups.
pub type Match = (usize, Box<[Span]>);

impl<'a> Search<'a> {
    /// `end`: where it ends, if that is known; without back references it is.
    ///
    /// # Errors
    /// If that takes too much memory.
    pub fn new(
        program: &'a Program,
        subject: &'a Subject<'a>,
        start: usize,
        end: Option<usize>,
    ) -> Result<Self, TooMuch> {
        let tried = match end {
            None => Tried::Keys(FxHashSet::default()),
            Some(end) => {
                let places = program.steps.len().saturating_mul(end - start + 1);
                if places > MOST_PLACES {
                    return Err(TooMuch);
                }
                Tried::Places(vec![0; places.div_ceil(64)])
            }
        };
        Ok(Search {
            program,
            subject,
            start,
            groups: vec![None; program.groups].into(),
            kept: vec![None; program.groups].into(),
            loops: vec![usize::MAX; program.loops],
            tried,
            open: vec![Open::Try(0, start)],
        })
    }

    /// The match, if there is one.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn run(
        mut self,
        end: Option<usize>,
        budget: &mut Budget,
    ) -> Result<Option<Match>, TooMuch> {
        let mut best: Option<Match> = None;
        while let Some(open) = self.open.pop() {
            match open {
                Open::Groups(groups, kept) => (self.groups, self.kept) = (groups, kept),
                Open::Loop(number, at) => self.loops[number] = at,
                Open::Try(step, at) => {
                    let Some(reached) = self.follow(step, at, end, budget)? else {
                        continue;
                    };
                    if best.as_ref().is_none_or(|(end, _)| *end < reached) {
                        best = Some((reached, self.groups.clone()));
                    }
                    let furthest = end.unwrap_or(self.subject.letters().len());
                    if reached == furthest {
                        break;
                    }
                }
            }
        }
        Ok(best)
    }

    /// Whether a step is new at a place.
    fn is_new(&mut self, step: usize, at: usize) -> Result<bool, TooMuch> {
        match &mut self.tried {
            Tried::Places(bits) => {
                let place = (at - self.start) * self.program.steps.len() + step;
                let word = &mut bits[place / 64];
                let is_new = *word >> (place % 64) & 1 == 0;
                *word |= 1 << (place % 64);
                Ok(is_new)
            }
            Tried::Keys(keys) => {
                let referred = self.program.referred.iter();
                let key = referred.map(|group| self.groups[*group]).collect();
                match keys.len() >= MOST_KEYS {
                    true => Err(TooMuch),
                    false => Ok(keys.insert((step, at, key))),
                }
            }
        }
    }

    /// Goes the preferred way from a step on, and notes the others; where it ends, if it does.
    fn follow(
        &mut self,
        mut step: usize,
        mut at: usize,
        end: Option<usize>,
        budget: &mut Budget,
    ) -> Result<Option<usize>, TooMuch> {
        let letters = self.subject.letters();
        let most = end.unwrap_or(letters.len());
        loop {
            budget.spend(1)?;
            match self.program.steps[step] {
                Step::Match if end.is_none_or(|end| end == at) => return Ok(Some(at)),
                Step::Match => return Ok(None),
                Step::Letter(letter) => {
                    if at >= most || letters[at] != letter {
                        return Ok(None);
                    }
                    (step, at) = (step + 1, at + 1);
                }
                Step::Set(set) => {
                    if at >= most || !self.program.sets[set].has(letters[at]) {
                        return Ok(None);
                    }
                    (step, at) = (step + 1, at + 1);
                }
                Step::Anchor(anchor) if self.subject.is_at(anchor, at) => step += 1,
                Step::Anchor(_) => return Ok(None),
                Step::Reference(group) => {
                    let Some((from, Some(to))) = self.groups[group] else {
                        return Ok(None);
                    };
                    let length = to - from;
                    if most - at < length || letters[from..to] != letters[at..at + length] {
                        return Ok(None);
                    }
                    (step, at) = (step + 1, at + length);
                }
                Step::Open(group) => {
                    self.keep_groups();
                    self.groups[group] = Some((at, None));
                    step += 1;
                }
                Step::Close(group, optional) => {
                    self.close(group, optional, at);
                    step += 1;
                }
                Step::Split(first, second) => {
                    if !self.is_new(step, at)? {
                        return Ok(None);
                    }
                    self.open.push(Open::Try(second, at));
                    step = first;
                }
                Step::Loop(number, behind) => {
                    if !self.is_new(step, at)? {
                        return Ok(None);
                    }
                    self.open.push(Open::Try(behind, at));
                    self.open.push(Open::Loop(number, self.loops[number]));
                    self.loops[number] = at;
                    step += 1;
                }
                Step::Again(to) => {
                    step = match self.program.steps[to] {
                        // It took nothing: it would for ever.
                        Step::Loop(number, behind) if self.loops[number] == at => behind,
                        _ => to,
                    };
                }
                Step::Jump(to) => step = to,
            }
        }
    }

    fn keep_groups(&mut self) {
        let kept = Open::Groups(self.groups.clone(), self.kept.clone());
        self.open.push(kept);
    }

    /// The end of a group (glibc's `update_regs`): one that may be left out and took nothing is what it was before, with all groups in it.
    fn close(&mut self, group: usize, optional: bool, at: usize) {
        self.keep_groups();
        let from = self.groups[group].map_or(at, |(from, _)| from);
        if from < at {
            self.groups[group] = Some((from, Some(at)));
            self.kept = self.groups.clone();
        } else if optional && self.kept[group].is_some() {
            self.groups = self.kept.clone();
        } else {
            self.groups[group] = Some((from, Some(at)));
        }
    }
}
