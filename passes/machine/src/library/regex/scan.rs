//! Where a pattern without back references fits: all ways through it at once, in time of the text's length times the pattern's.

use super::matching::{Budget, TooMuch};
use super::program::{Program, Step, Subject};

/// Steps that are reached, each once.
struct Reached {
    list: Vec<usize>,
    /// By step: its place in the list when it is there.
    places: Vec<usize>,
}

impl Reached {
    fn new(steps: usize) -> Self {
        Reached {
            list: Vec::new(),
            places: vec![0; steps],
        }
    }

    /// Whether it was new.
    fn add(&mut self, step: usize) -> bool {
        if self.list.get(self.places[step]) == Some(&step) {
            return false;
        }
        self.places[step] = self.list.len();
        self.list.push(step);
        true
    }
}

/// Scans a text with one program.
pub struct Scan<'a> {
    program: &'a Program,
    subject: &'a Subject<'a>,
    now: Reached,
    next: Reached,
    open: Vec<usize>,
}

impl<'a> Scan<'a> {
    pub fn new(program: &'a Program, subject: &'a Subject<'a>) -> Self {
        Scan {
            program,
            subject,
            now: Reached::new(program.steps.len()),
            next: Reached::new(program.steps.len()),
            open: Vec::new(),
        }
    }

    /// Adds a step, and those that follow without a character; whether the end is one.
    fn follow(&mut self, step: usize, at: usize) -> bool {
        let mut ends = false;
        self.open.push(step);
        while let Some(step) = self.open.pop() {
            if !self.next.add(step) {
                continue;
            }
            match self.program.steps[step] {
                Step::Anchor(anchor) if self.subject.is_at(anchor, at) => self.open.push(step + 1),
                Step::Open(_) | Step::Close(..) => self.open.push(step + 1),
                Step::Split(one, other) => self.open.extend([one, other]),
                Step::Loop(_, behind) => self.open.extend([step + 1, behind]),
                Step::Again(to) | Step::Jump(to) => self.open.push(to),
                Step::Match => ends = true,
                Step::Anchor(_) | Step::Letter(_) | Step::Set(_) | Step::Reference(_) => {}
            }
        }
        ends
    }

    /// The furthest end of a match that begins there, if there is one.
    ///
    /// # Errors
    /// If it takes too long.
    pub fn longest(&mut self, start: usize, budget: &mut Budget) -> Result<Option<usize>, TooMuch> {
        self.next.list.clear();
        let mut end = self.follow(0, start).then_some(start);
        let mut at = start;
        while let Some(&letter) = self.subject.letters().get(at) {
            if self.next.list.is_empty() {
                break;
            }
            std::mem::swap(&mut self.now, &mut self.next);
            self.next.list.clear();
            budget.spend(self.now.list.len())?;
            at += 1;
            for index in 0..self.now.list.len() {
                let step = self.now.list[index];
                let fits = match self.program.steps[step] {
                    Step::Letter(wanted) => wanted == letter,
                    Step::Set(set) => self.program.sets[set].has(letter),
                    _ => false,
                };
                if fits && self.follow(step + 1, at) {
                    end = Some(at);
                }
            }
        }
        Ok(end)
    }
}

/// Which characters a match can begin with.
pub struct Starts {
    /// By character, those above ASCII as one.
    first: [bool; 129],
    /// It can begin anywhere: it may take no character.
    any: bool,
}

impl Starts {
    pub fn of(program: &Program) -> Self {
        let mut found = Starts {
            first: [false; 129],
            any: false,
        };
        let mut seen = Reached::new(program.steps.len());
        let mut open = vec![0];
        while let Some(step) = open.pop() {
            if !seen.add(step) {
                continue;
            }
            match program.steps[step] {
                Step::Anchor(_) | Step::Open(_) | Step::Close(..) => open.push(step + 1),
                Step::Split(one, other) => open.extend([one, other]),
                Step::Loop(_, behind) => open.extend([step + 1, behind]),
                Step::Again(to) | Step::Jump(to) => open.push(to),
                Step::Match | Step::Reference(_) => found.any = true,
                Step::Letter(letter) => found.first[letter.min(128) as usize] = true,
                Step::Set(set) => {
                    for letter in 0..128 {
                        found.first[letter as usize] |= program.sets[set].has(letter);
                    }
                    found.first[128] = true;
                }
            }
        }
        found
    }

    pub fn allows(&self, letter: Option<&u32>) -> bool {
        self.any || letter.is_some_and(|letter| self.first[(*letter).min(128) as usize])
    }
}
