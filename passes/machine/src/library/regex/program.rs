//! Patterns as steps of a machine, and the places that a text has.
//!
//! Where a step has two ways, the first is the one that glibc prefers. That tells the same groups, but for some that are repeated inside of repeated groups.

use super::parser::{Pattern, Tree};
use super::set::Set;
use super::syntax::Wrong;
use super::text::{Text, is_of_word};
use super::token::Anchor;

/// Steps of a program: intervals of intervals would need more memory than there is.
const MOST_STEPS: usize = 1 << 20;

/// A step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    Letter(u32),
    Set(usize),
    Anchor(Anchor),
    Reference(usize),
    Open(usize),
    /// The end of a group, which may be repeated as a whole.
    Close(usize, bool),
    /// Two ways, the preferred one first.
    Split(usize, usize),
    /// Into the next step as the body of a loop of this number, or there behind it.
    Loop(usize, usize),
    /// Back to the loop there.
    Again(usize),
    Jump(usize),
    Match,
}

/// A pattern that can be looked for.
#[derive(Debug)]
pub struct Program {
    pub steps: Vec<Step>,
    pub sets: Vec<Set>,
    /// How many groups there are, without the whole.
    pub groups: usize,
    pub loops: usize,
    /// Groups that are referred to.
    pub referred: Vec<usize>,
    pub utf8: bool,
}

impl Program {
    /// The program of a pattern.
    ///
    /// # Errors
    /// If it is too long.
    pub fn new(pattern: Pattern, utf8: bool) -> Result<Self, Wrong> {
        let mut builder = Builder {
            steps: Vec::new(),
            loops: 0,
        };
        if let Some(tree) = &pattern.tree {
            builder.emit(tree, Use::PLAIN)?;
        }
        builder.push(Step::Match)?;
        let mut referred: Vec<usize> = builder
            .steps
            .iter()
            .filter_map(|step| match step {
                Step::Reference(group) => Some(*group),
                _ => None,
            })
            .collect();
        referred.sort_unstable();
        referred.dedup();
        Ok(Program {
            steps: builder.steps,
            sets: pattern.sets,
            groups: pattern.groups,
            loops: builder.loops,
            referred,
            utf8,
        })
    }
}

/// How a part of a pattern is used.
#[derive(Clone, Copy, Debug)]
struct Use {
    /// A group, if it is one, may be left out or repeated.
    optional: bool,
    /// It is not the first copy. glibc forgets in others which groups are optional.
    copied: bool,
}

impl Use {
    const PLAIN: Use = Use {
        optional: false,
        copied: false,
    };
}

struct Builder {
    steps: Vec<Step>,
    loops: usize,
}

impl Builder {
    fn push(&mut self, step: Step) -> Result<usize, Wrong> {
        if self.steps.len() >= MOST_STEPS {
            return Err(Wrong::Memory);
        }
        self.steps.push(step);
        Ok(self.steps.len() - 1)
    }

    fn emit(&mut self, tree: &Tree, used: Use) -> Result<(), Wrong> {
        let inner = Use {
            optional: false,
            ..used
        };
        match tree {
            Tree::Letter(letter) => _ = self.push(Step::Letter(*letter))?,
            Tree::Set(set) => _ = self.push(Step::Set(*set))?,
            Tree::Anchor(anchor) => _ = self.push(Step::Anchor(*anchor))?,
            Tree::Reference(group) => _ = self.push(Step::Reference(*group))?,
            Tree::Group(group, body) => {
                self.push(Step::Open(*group))?;
                if let Some(body) = body {
                    self.emit(body, inner)?;
                }
                self.push(Step::Close(*group, used.optional))?;
            }
            Tree::All(all) => {
                for one in all {
                    self.emit(one, inner)?;
                }
            }
            Tree::One(all) => self.one(all, inner)?,
            Tree::Times(body, from, to) => self.times(body, *from, *to, used.copied)?,
        }
        Ok(())
    }

    fn one(&mut self, all: &[Option<Tree>], used: Use) -> Result<(), Wrong> {
        let mut order: Vec<&Option<Tree>> = all.iter().collect();
        // glibc sorts the ways by where they lead: nothing leads behind the second way.
        if all[0].is_none() && all[1].is_some() {
            order.swap(0, 1);
        }
        let mut ends = Vec::new();
        for (at, way) in order.iter().enumerate() {
            let split = match at + 1 < order.len() {
                true => Some(self.push(Step::Split(0, 0))?),
                false => None,
            };
            if let Some(tree) = way {
                self.emit(tree, used)?;
            }
            if let Some(split) = split {
                ends.push(self.push(Step::Jump(0))?);
                self.steps[split] = Step::Split(split + 1, self.steps.len());
            }
        }
        for end in ends {
            self.steps[end] = Step::Jump(self.steps.len());
        }
        Ok(())
    }

    fn times(
        &mut self,
        body: &Tree,
        from: u32,
        to: Option<u32>,
        copied: bool,
    ) -> Result<(), Wrong> {
        for number in 0..from {
            let used = Use {
                optional: false,
                copied: copied || number > 0,
            };
            self.emit(body, used)?;
        }
        let optional = Use {
            optional: !copied,
            copied: copied || from > 0,
        };
        let Some(to) = to else {
            return self.endless(body, optional);
        };
        // The ways to leave some of them out, the outermost first: none of them, the last one, the last two.
        let rest = (to - from) as usize;
        let first = self.steps.len();
        let mut starts = Vec::new();
        for _ in 0..rest {
            self.push(Step::Split(0, 0))?;
        }
        for number in 0..rest {
            starts.push(self.steps.len());
            let copy = Use {
                optional: false,
                copied: true,
            };
            self.emit(body, if number == 0 { optional } else { copy })?;
        }
        starts.push(self.steps.len());
        for at in 0..rest {
            self.steps[first + at] = Step::Split(first + at + 1, starts[rest - at]);
        }
        Ok(())
    }

    fn endless(&mut self, body: &Tree, used: Use) -> Result<(), Wrong> {
        // One that takes a character each time needs no look at whether it did.
        if matches!(body, Tree::Letter(_) | Tree::Set(_)) {
            let split = self.push(Step::Split(0, 0))?;
            self.emit(body, used)?;
            self.push(Step::Jump(split))?;
            self.steps[split] = Step::Split(split + 1, self.steps.len());
            return Ok(());
        }
        let number = self.loops;
        self.loops += 1;
        let start = self.push(Step::Loop(number, 0))?;
        self.emit(body, used)?;
        self.push(Step::Again(start))?;
        self.steps[start] = Step::Loop(number, self.steps.len());
        Ok(())
    }
}

/// A text, and what its ends are.
pub struct Subject<'a> {
    pub text: &'a Text,
    /// The first character does not begin a line.
    pub not_start: bool,
    pub not_end: bool,
    /// Lines begin behind each newline.
    pub lines: bool,
    pub utf8: bool,
}

impl Subject<'_> {
    pub fn letters(&self) -> &[u32] {
        &self.text.letters
    }

    pub fn is_at(&self, anchor: Anchor, at: usize) -> bool {
        let letters = self.letters();
        let newline = u32::from(b'\n');
        let word = |at: Option<usize>| {
            let letter = at.and_then(|at| letters.get(at));
            letter.is_some_and(|letter| is_of_word(*letter, self.utf8))
        };
        let (before, behind) = (word(at.checked_sub(1)), word(Some(at)));
        match anchor {
            Anchor::LineStart => match at {
                0 => !self.not_start,
                at => self.lines && letters[at - 1] == newline,
            },
            Anchor::LineEnd => match letters.get(at) {
                None => !self.not_end,
                Some(letter) => self.lines && *letter == newline,
            },
            Anchor::TextStart => at == 0,
            Anchor::TextEnd => at == letters.len(),
            Anchor::WordStart => !before && behind,
            Anchor::WordEnd => before && !behind,
            Anchor::WordEdge(is) => (before != behind) == is,
        }
    }
}
