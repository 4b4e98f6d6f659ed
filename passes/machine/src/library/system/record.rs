//! A system whose answers are kept.

use super::{Answer, Change, Entry, File, Lock, Status, System};
use std::cell::RefCell;
use std::rc::Rc;

/// What a call yielded beside what it was asked for.
#[derive(Clone, Debug)]
pub(super) enum Reply {
    Unit(Answer<()>),
    Number(Answer<i64>),
    Pair(Answer<(i64, i64)>),
    /// What was read, or a text.
    Bytes(Answer<Vec<u8>>),
    Status(Answer<Status>),
    Lock(Answer<Lock>),
    Entries(Answer<Vec<Entry>>),
    Truth(bool),
    Numbers([u32; 6]),
}

/// The answers of a run, in order.
#[derive(Clone, Debug, Default)]
pub struct Log(Rc<RefCell<Vec<Reply>>>);

impl Log {
    fn push(&self, reply: Reply) {
        self.0.borrow_mut().push(reply);
    }

    /// What `pick` takes of the answer of this number, if there is one and it is of that kind.
    pub(super) fn get<T>(&self, at: usize, pick: impl FnOnce(&Reply) -> Option<T>) -> Option<T> {
        pick(self.0.borrow().get(at)?)
    }
}

/// A system that keeps what it answers.
pub struct Recorder {
    system: Box<dyn System>,
    log: Log,
}

impl Recorder {
    /// Asks this system, and keeps the answers there.
    pub fn new(system: Box<dyn System>, log: Log) -> Self {
        Recorder { system, log }
    }

    fn unit(&self, answer: Answer<()>) -> Answer<()> {
        self.log.push(Reply::Unit(answer));
        answer
    }

    fn number<T: Copy + TryInto<i64>>(&self, answer: Answer<T>) -> Answer<T> {
        let kept = answer.map(|number| number.try_into().unwrap_or(i64::MAX));
        self.log.push(Reply::Number(kept));
        answer
    }

    fn read_into(&self, answer: Answer<usize>, into: &[u8]) -> Answer<usize> {
        self.log
            .push(Reply::Bytes(answer.map(|count| into[..count].to_vec())));
        answer
    }

    fn bytes(&self, answer: Answer<Vec<u8>>) -> Answer<Vec<u8>> {
        self.log.push(Reply::Bytes(answer.clone()));
        answer
    }
}

impl System for Recorder {
    fn read(&mut self, file: i32, into: &mut [u8]) -> Answer<usize> {
        let answer = self.system.read(file, into);
        self.read_into(answer, into)
    }

    fn write(&mut self, file: i32, bytes: &[u8]) -> Answer<usize> {
        let answer = self.system.write(file, bytes);
        self.number(answer)
    }

    fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> Answer<i32> {
        let answer = self.system.open(path, flags, mode);
        self.number(answer)
    }

    fn close(&mut self, file: i32) -> Answer<()> {
        let answer = self.system.close(file);
        self.unit(answer)
    }

    fn seek(&mut self, file: i32, offset: i64, whence: i32) -> Answer<i64> {
        let answer = self.system.seek(file, offset, whence);
        self.number(answer)
    }

    fn is_terminal(&self, file: i32) -> bool {
        let answer = self.system.is_terminal(file);
        self.log.push(Reply::Truth(answer));
        answer
    }

    fn read_at(&mut self, file: i32, into: &mut [u8], at: i64) -> Answer<usize> {
        let answer = self.system.read_at(file, into, at);
        self.read_into(answer, into)
    }

    fn write_at(&mut self, file: i32, bytes: &[u8], at: i64) -> Answer<usize> {
        let answer = self.system.write_at(file, bytes, at);
        self.number(answer)
    }

    fn truncate(&mut self, file: i32, length: i64) -> Answer<()> {
        let answer = self.system.truncate(file, length);
        self.unit(answer)
    }

    fn synchronize(&mut self, file: i32) -> Answer<()> {
        let answer = self.system.synchronize(file);
        self.unit(answer)
    }

    fn duplicate(&mut self, file: i32, to: Result<i32, i32>) -> Answer<i32> {
        let answer = self.system.duplicate(file, to);
        self.number(answer)
    }

    fn pipe(&mut self) -> Answer<(i32, i32)> {
        let answer = self.system.pipe();
        let kept = answer.map(|(from, to)| (from.into(), to.into()));
        self.log.push(Reply::Pair(kept));
        answer
    }

    fn status(&mut self, file: File<'_>) -> Answer<Status> {
        let answer = self.system.status(file);
        self.log.push(Reply::Status(answer));
        answer
    }

    fn lock(&mut self, file: i32, command: i32, lock: Lock) -> Answer<Lock> {
        let answer = self.system.lock(file, command, lock);
        self.log.push(Reply::Lock(answer));
        answer
    }

    fn flags(&mut self, file: i32, set: Option<i32>) -> Answer<i32> {
        let answer = self.system.flags(file, set);
        self.number(answer)
    }

    fn access(&mut self, path: &[u8], mode: i32) -> Answer<()> {
        let answer = self.system.access(path, mode);
        self.unit(answer)
    }

    fn change(&mut self, change: Change<'_>) -> Answer<()> {
        let answer = self.system.change(change);
        self.unit(answer)
    }

    fn read_link(&mut self, path: &[u8]) -> Answer<Vec<u8>> {
        let answer = self.system.read_link(path);
        self.bytes(answer)
    }

    fn real_path(&mut self, path: &[u8]) -> Answer<Vec<u8>> {
        let answer = self.system.real_path(path);
        self.bytes(answer)
    }

    fn list(&mut self, path: &[u8]) -> Answer<Vec<Entry>> {
        let answer = self.system.list(path);
        self.log.push(Reply::Entries(answer.clone()));
        answer
    }

    fn poll(&mut self, asked: &[(i32, i16)], milliseconds: i32) -> Answer<Vec<i16>> {
        let answer = self.system.poll(asked, milliseconds);
        let bytes = |events: &Vec<i16>| events.iter().flat_map(|one| one.to_le_bytes()).collect();
        self.log.push(Reply::Bytes(
            answer.as_ref().map(bytes).map_err(|number| *number),
        ));
        answer
    }

    fn names(&mut self) -> Answer<Vec<u8>> {
        let answer = self.system.names();
        self.bytes(answer)
    }

    fn within(&mut self, folder: i32, name: &[u8]) -> Answer<Vec<u8>> {
        let answer = self.system.within(folder, name);
        self.bytes(answer)
    }

    fn folder(&mut self) -> Answer<Vec<u8>> {
        let answer = self.system.folder();
        self.bytes(answer)
    }

    fn clock(&mut self, clock: i32) -> Answer<(i64, i64)> {
        let answer = self.system.clock(clock);
        self.log.push(Reply::Pair(answer));
        answer
    }

    fn sleep(&mut self, nanoseconds: u64) {
        self.system.sleep(nanoseconds);
    }

    fn numbers(&self) -> [u32; 6] {
        let answer = self.system.numbers();
        self.log.push(Reply::Numbers(answer));
        answer
    }

    fn fork(&mut self) -> Answer<i32> {
        let answer = self.system.fork();
        self.number(answer)
    }

    fn become_program(
        &mut self,
        path: &[u8],
        arguments: &[Vec<u8>],
        environment: &[Vec<u8>],
    ) -> i32 {
        let answer = self.system.become_program(path, arguments, environment);
        self.log.push(Reply::Number(Ok(answer.into())));
        answer
    }

    fn closes(&mut self, file: i32, set: Option<bool>) -> Answer<bool> {
        let answer = self.system.closes(file, set);
        let kept = answer.map(i64::from);
        self.log.push(Reply::Number(kept));
        answer
    }

    fn await_end(&mut self, child: i32) {
        self.system.await_end(child);
    }

    fn wait(&mut self, process: i32, options: i32) -> Answer<(i32, i32)> {
        let answer = self.system.wait(process, options);
        let kept = answer.map(|(child, status)| (child.into(), status.into()));
        self.log.push(Reply::Pair(kept));
        answer
    }

    fn send(&mut self, process: i32, signal: i32) -> Answer<()> {
        let answer = self.system.send(process, signal);
        self.unit(answer)
    }

    fn is_child(&self) -> bool {
        self.system.is_child()
    }

    fn randomness(&mut self, into: &mut [u8]) -> Answer<()> {
        let answer = self.system.randomness(into);
        self.log.push(Reply::Bytes(answer.map(|()| into.to_vec())));
        answer
    }
}
