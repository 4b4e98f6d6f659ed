//! A system that gives the answers of a run again: a second run of the program sees what the first saw, and does nothing to the world.

use super::record::{Log, Reply};
use super::{Answer, Change, Entry, File, Lock, Status, System};
use crate::library::errors::{EIO, ENOSYS};
use std::cell::Cell;

/// A system that gives the answers of a run again. What was never asked fails.
pub struct Player {
    log: Log,
    next: Cell<usize>,
}

impl Player {
    /// From the first answer on.
    pub fn new(log: Log) -> Self {
        Player {
            log,
            next: Cell::new(0),
        }
    }

    /// The next answer, if it is one of the kind that `pick` takes.
    fn next<T>(&self, pick: impl FnOnce(&Reply) -> Option<T>) -> Option<T> {
        let at = self.next.get();
        self.next.set(at + 1);
        self.log.get(at, pick)
    }

    fn unit(&self) -> Answer<()> {
        let pick = |reply: &Reply| match reply {
            Reply::Unit(answer) => Some(*answer),
            _ => None,
        };
        self.next(pick).unwrap_or(Err(EIO))
    }

    fn number<T: TryFrom<i64>>(&self) -> Answer<T> {
        let pick = |reply: &Reply| match reply {
            Reply::Number(answer) => Some(*answer),
            _ => None,
        };
        let number = self.next(pick).unwrap_or(Err(EIO))?;
        T::try_from(number).map_err(|_| EIO)
    }

    fn pair(&self) -> Answer<(i64, i64)> {
        let pick = |reply: &Reply| match reply {
            Reply::Pair(answer) => Some(*answer),
            _ => None,
        };
        self.next(pick).unwrap_or(Err(EIO))
    }

    fn bytes(&self) -> Answer<Vec<u8>> {
        let pick = |reply: &Reply| match reply {
            Reply::Bytes(answer) => Some(answer.clone()),
            _ => None,
        };
        self.next(pick).unwrap_or(Err(EIO))
    }

    fn read_into(&self, into: &mut [u8]) -> Answer<usize> {
        let bytes = self.bytes()?;
        let room = into.get_mut(..bytes.len()).ok_or(EIO)?;
        room.copy_from_slice(&bytes);
        Ok(bytes.len())
    }
}

impl System for Player {
    fn read(&mut self, _: i32, into: &mut [u8]) -> Answer<usize> {
        self.read_into(into)
    }

    fn write(&mut self, _: i32, _: &[u8]) -> Answer<usize> {
        self.number()
    }

    fn open(&mut self, _: &[u8], _: i32, _: u32) -> Answer<i32> {
        self.number()
    }

    fn close(&mut self, _: i32) -> Answer<()> {
        self.unit()
    }

    fn seek(&mut self, _: i32, _: i64, _: i32) -> Answer<i64> {
        self.number()
    }

    fn is_terminal(&self, _: i32) -> bool {
        let pick = |reply: &Reply| match reply {
            Reply::Truth(answer) => Some(*answer),
            _ => None,
        };
        self.next(pick).unwrap_or(false)
    }

    fn read_at(&mut self, _: i32, into: &mut [u8], _: i64) -> Answer<usize> {
        self.read_into(into)
    }

    fn write_at(&mut self, _: i32, _: &[u8], _: i64) -> Answer<usize> {
        self.number()
    }

    fn truncate(&mut self, _: i32, _: i64) -> Answer<()> {
        self.unit()
    }

    fn synchronize(&mut self, _: i32) -> Answer<()> {
        self.unit()
    }

    fn duplicate(&mut self, _: i32, _: Result<i32, i32>) -> Answer<i32> {
        self.number()
    }

    fn fork(&mut self) -> Answer<i32> {
        self.number()
    }

    fn become_program(&mut self, _: &[u8], _: &[Vec<u8>], _: &[Vec<u8>]) -> i32 {
        self.number().unwrap_or(ENOSYS)
    }

    fn closes(&mut self, _: i32, _: Option<bool>) -> Answer<bool> {
        self.number().map(|number: i32| number != 0)
    }

    fn wait(&mut self, _: i32, _: i32) -> Answer<(i32, i32)> {
        let (child, status) = self.pair()?;
        Ok((child as i32, status as i32))
    }

    fn send(&mut self, _: i32, _: i32) -> Answer<()> {
        self.unit()
    }

    fn pipe(&mut self) -> Answer<(i32, i32)> {
        let (from, to) = self.pair()?;
        Ok((from as i32, to as i32))
    }

    fn status(&mut self, _: File<'_>) -> Answer<Status> {
        let pick = |reply: &Reply| match reply {
            Reply::Status(answer) => Some(*answer),
            _ => None,
        };
        self.next(pick).unwrap_or(Err(EIO))
    }

    fn lock(&mut self, _: i32, _: i32, _: Lock) -> Answer<Lock> {
        let pick = |reply: &Reply| match reply {
            Reply::Lock(answer) => Some(*answer),
            _ => None,
        };
        self.next(pick).unwrap_or(Err(EIO))
    }

    fn flags(&mut self, _: i32, _: Option<i32>) -> Answer<i32> {
        self.number()
    }

    fn access(&mut self, _: &[u8], _: i32) -> Answer<()> {
        self.unit()
    }

    fn change(&mut self, _: Change<'_>) -> Answer<()> {
        self.unit()
    }

    fn read_link(&mut self, _: &[u8]) -> Answer<Vec<u8>> {
        self.bytes()
    }

    fn real_path(&mut self, _: &[u8]) -> Answer<Vec<u8>> {
        self.bytes()
    }

    fn list(&mut self, _: &[u8]) -> Answer<Vec<Entry>> {
        let pick = |reply: &Reply| match reply {
            Reply::Entries(answer) => Some(answer.clone()),
            _ => None,
        };
        self.next(pick).unwrap_or(Err(EIO))
    }

    fn poll(&mut self, _: &[(i32, i16)], _: i32) -> Answer<Vec<i16>> {
        let bytes = self.bytes()?;
        let events = bytes.chunks_exact(2);
        Ok(events
            .map(|two| i16::from_le_bytes([two[0], two[1]]))
            .collect())
    }

    fn names(&mut self) -> Answer<Vec<u8>> {
        self.bytes()
    }

    fn within(&mut self, _: i32, _: &[u8]) -> Answer<Vec<u8>> {
        self.bytes()
    }

    fn folder(&mut self) -> Answer<Vec<u8>> {
        self.bytes()
    }

    fn clock(&mut self, _: i32) -> Answer<(i64, i64)> {
        self.pair()
    }

    fn numbers(&self) -> [u32; 6] {
        let pick = |reply: &Reply| match reply {
            Reply::Numbers(answer) => Some(*answer),
            _ => None,
        };
        self.next(pick).unwrap_or([1, 0, 0, 0, 0, 0])
    }

    fn randomness(&mut self, into: &mut [u8]) -> Answer<()> {
        self.read_into(into).map(drop)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::library::system::{Host, Recorder};

    #[test]
    fn a_second_run_is_told_the_same_and_changes_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("file");
        let name = path.to_str().unwrap().as_bytes();
        let log = Log::default();
        let run = |system: &mut dyn System| {
            let file = system.open(name, 0o1102, 0o600)?;
            system.write(file, b"abc")?;
            system.seek(file, 1, 0)?;
            let mut bytes = [0; 8];
            let count = system.read(file, &mut bytes)?;
            let gone = system.open(b"/no such file", 0, 0);
            let size = system.status(File::Open(file))?.size;
            system.close(file)?;
            Ok::<_, i32>((bytes, count, gone, size, system.clock(0)?))
        };
        let first = run(&mut Recorder::new(Box::new(Host::new()), log.clone())).unwrap();
        assert_eq!((first.1, first.3), (2, 3));
        std::fs::remove_file(&path).unwrap();
        let second = run(&mut Player::new(log.clone())).unwrap();
        assert_eq!(first, second);
        assert!(!path.exists());
        assert_eq!(Player::new(log).close(3), Err(EIO));
    }
}
