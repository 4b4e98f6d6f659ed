//! What reports say about threads: who made them, what was done to them, where they wait.

use super::frames::{self, Frame};
use super::objects::Object;
use super::program::Program;
use sanecc_machine::Machine;
use sanecc_machine::fault::Fault;
use sanecc_machine::place::Trace;
use sanecc_machine::threads::{Join, State, ThreadId, Wait, Waits};

/// A stack beside that of the error.
#[derive(Clone, Debug)]
pub struct Stack {
    /// What it is to the error, in a record.
    pub role: &'static str,
    /// The line above it.
    pub title: String,
    /// The thread whose calls they are.
    pub thread: u32,
    /// The calls, the innermost first.
    pub frames: Vec<Frame>,
}

/// The stacks that explain which threads a report is about.
pub fn stacks(
    machine: &Machine<'_>,
    program: &Program,
    fault: &Fault,
    object: Option<&Object>,
) -> Vec<Stack> {
    let of_trace = |role, title, trace: &Trace| Stack {
        role,
        title,
        thread: trace.thread().0,
        frames: frames::of(&program.module, trace),
    };
    let mut all = Vec::new();
    let mut named = vec![machine.threads.current().0];
    if let Fault::Deadlock = fault {
        for (id, thread) in machine.threads.iter() {
            if let State::Waiting(wait) = &thread.state {
                let title = format!("thread T{} waits {} here:", id.0, words(wait));
                all.push(of_trace("waits", title, &machine.trace_of(id)));
                named.push(id.0);
            }
        }
    }
    if let Fault::InvalidJoin {
        thread: Some((id, join)),
        ..
    } = fault
    {
        let (role, trace) = match join {
            Join::Joined(trace) => ("joined", Some(trace)),
            Join::Detached(trace) => ("detached", trace.as_ref()),
        };
        if let Some(trace) = trace {
            let (thread, by) = (id.0, trace.thread().0);
            let title = format!("thread T{thread} was {role} here by thread T{by}:");
            all.push(of_trace(role, title, trace));
        }
        named.push(id.0);
    }
    if let Some(object) = object {
        named.extend(object.threads);
        named.extend(object.stack_of);
    }
    let mut told = Vec::new();
    for mut thread in named {
        while !told.contains(&thread)
            && let Some(created) = &machine.threads.get(ThreadId(thread)).created
        {
            told.push(thread);
            let by = created.thread().0;
            let title = format!("Thread T{thread} created by T{by} here:");
            all.push(of_trace("created", title, created));
            thread = by;
        }
    }
    all
}

/// What a thread waits for.
fn words(wait: &Wait) -> String {
    let what = match wait.what {
        Waits::Lock(address) => format!("for the lock at {address:#x}"),
        Waits::Condition(address) => {
            format!("for a signal of the condition variable at {address:#x}")
        }
        Waits::Semaphore(address) => format!("for the semaphore at {address:#x}"),
        Waits::Barrier(address) => format!("for others at the barrier at {address:#x}"),
        Waits::Once(address) => format!("for what runs once by the word at {address:#x}"),
        Waits::End(id) => format!("for the end of thread T{}", id.0),
        Waits::File(number) => format!("to read file {number}"),
        Waits::Time => "for time to pass".to_owned(),
        Waits::Signal => "for a signal".to_owned(),
    };
    format!("{what}, in {},", wait.function)
}
