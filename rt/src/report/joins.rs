//! Words about a thread that was joined or detached before it is joined: `invalid-join`.

use super::facts::Facts;
use super::finding::Finding;
use crate::output::{Out, Style};
use crate::stack::depot;
use crate::thread::handles::Ending;
use core::fmt::{self, Write};

/// What made the thread one that cannot be joined.
pub struct First {
    /// The thread that was joined or detached, 0 if its number is not known.
    pub thread: u32,
    /// What was done.
    pub ending: Ending,
    /// Where, and by which thread.
    pub trace: depot::Trace,
}

/// What made the thread of a report one that cannot be joined, where that is known.
pub fn first(facts: &Facts<'_>) -> Option<First> {
    let Finding::InvalidJoin { over, .. } = &facts.finding else {
        return None;
    };
    Some(First {
        thread: over.thread,
        ending: over.ending?,
        trace: depot::get(over.trace)?,
    })
}

/// The thread that a report of such a join is about, 0 if there is none.
pub fn thread(facts: &Facts<'_>) -> u32 {
    match &facts.finding {
        Finding::InvalidJoin { over, .. } => over.thread,
        _ => 0,
    }
}

/// The role of that stack in records.
pub fn role(first: &First) -> &'static [u8] {
    match first.ending {
        Ending::Join => b"joined",
        Ending::Detach => b"detached",
    }
}

/// The line above the stack.
pub fn print_title(out: &mut Out, first: &First) {
    out.style(Style::Allocation);
    let _ = write!(
        out,
        "{} here by thread T{}:",
        Subject(first),
        first.trace.thread
    );
    out.end_styled_line();
}

struct Subject<'a>(&'a First);

impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.thread {
            0 => write!(f, "the thread was ")?,
            number => write!(f, "thread T{number} was ")?,
        }
        match self.0.ending {
            Ending::Join => write!(f, "joined"),
            Ending::Detach => write!(f, "detached"),
        }
    }
}
