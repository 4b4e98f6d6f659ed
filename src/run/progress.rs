//! Tells on a terminal how far a long run is: a line after ten seconds, then after each minute, with the place where the program is.

use super::frames::{self, Frame};
use super::program::Program;
use sanecc_machine::Look;
use sanecc_machine::place::Trace;
use std::io::IsTerminal;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::{Duration, Instant};

/// When the first line is told.
const FIRST: Duration = Duration::from_secs(10);
/// What lies between further lines.
const NEXT: Duration = Duration::from_secs(60);

/// A clock that asks a run where it is. It ends when it is dropped.
pub struct Progress {
    look: Look,
    /// Closed at the end.
    _ends: Sender<()>,
}

impl Progress {
    /// Starts the clock, if somebody can see what it says.
    pub fn begin(program: &Rc<Program>) -> Option<Progress> {
        if !std::io::stderr().is_terminal() {
            return None;
        }
        let due = Arc::new(AtomicBool::new(false));
        let (ends, end) = mpsc::channel();
        let (asks, start, program) = (Arc::clone(&due), Instant::now(), Rc::clone(program));
        thread::spawn(move || {
            let mut wait = FIRST;
            while end.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
                asks.store(true, Ordering::Relaxed);
                wait = NEXT;
            }
        });
        let tell = move |trace: &Trace, thousands: u64| {
            let frames = frames::of(&program.module, trace);
            eprintln!("{}", line(start.elapsed(), thousands, &frames));
        };
        Some(Progress {
            look: Look {
                due,
                tell: Rc::new(tell),
            },
            _ends: ends,
        })
    }

    /// What the run has to look at.
    pub fn look(&self) -> Look {
        self.look.clone()
    }
}

fn line(time: Duration, thousands: u64, frames: &[Frame]) -> String {
    format!(
        "sane run: {} s, {} million basic blocks{}; Ctrl-C stops",
        time.as_secs(),
        thousands / 1000,
        place(frames)
    )
}

/// The innermost call of the program itself, with function and line, behind other words.
pub fn place(frames: &[Frame]) -> String {
    match frames::own(frames) {
        Some(frame) => format!(" in {} at {frame}", frame.function),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_names_time_work_and_place() {
        let frame = Frame {
            function: "solve".to_owned(),
            file: "queens.c".to_owned(),
            line: 40,
            column: 7,
        };
        let said = line(Duration::from_millis(70_300), 1_234_567, &[frame]);
        let wanted =
            "sane run: 70 s, 1234 million basic blocks in solve at queens.c:40:7; Ctrl-C stops";
        assert_eq!(said, wanted);
    }
}
