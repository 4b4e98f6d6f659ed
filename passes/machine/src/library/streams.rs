//! Streams: files with buffers (C17 7.21.3).

use super::errors::EBADF;
use super::system::{Answer, System};
use std::collections::BTreeMap;

/// When what is written reaches the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Buffering {
    /// When the buffer is full.
    Full,
    /// At the end of a line.
    Line,
    /// At once.
    None,
}

/// Bytes of a buffer.
const BUFFER: usize = 4096;

/// A stream locks itself.
const LOCKS_ITSELF: i32 = 1;
/// The program locks it.
const LOCKED_BY_CALLER: i32 = 2;

/// An open stream.
pub struct Stream {
    /// Its file.
    pub file: i32,
    /// May be read.
    pub reads: bool,
    /// May be written.
    pub writes: bool,
    /// When it is written; none until the first use.
    pub buffering: Option<Buffering>,
    /// The end was met.
    pub at_end: bool,
    /// Something failed.
    pub failed: bool,
    /// Read and not taken, from `taken` on.
    input: Vec<u8>,
    taken: usize,
    /// Pushed back, the next one last.
    pushed: Vec<u8>,
    /// Not written yet.
    output: Vec<u8>,
    /// Who locks it, as `__fsetlocking` numbers it.
    locking: i32,
}

impl Stream {
    /// Of an open file.
    pub fn new(file: i32, reads: bool, writes: bool) -> Self {
        Stream {
            file,
            reads,
            writes,
            buffering: None,
            at_end: false,
            failed: false,
            input: Vec::new(),
            taken: 0,
            pushed: Vec::new(),
            output: Vec::new(),
            locking: LOCKS_ITSELF,
        }
    }

    /// When it is written.
    fn buffering(&mut self, system: &dyn System) -> Buffering {
        let file = self.file;
        *self
            .buffering
            .get_or_insert_with(|| match system.is_terminal(file) {
                true => Buffering::Line,
                false => Buffering::Full,
            })
    }

    /// Writes what is held back.
    pub fn flush(&mut self, system: &mut dyn System) -> Answer<()> {
        let mut written = 0;
        while written < self.output.len() {
            match system.write(self.file, &self.output[written..]) {
                Ok(bytes) => written += bytes,
                Err(number) => {
                    self.failed = true;
                    self.output.drain(..written);
                    return Err(number);
                }
            }
        }
        self.output.clear();
        Ok(())
    }

    /// Bytes that were read and not taken.
    fn ahead(&self) -> i64 {
        (self.input.len() - self.taken + self.pushed.len()) as i64
    }

    /// Says who locks it, if that is a way to do so; what was said before.
    pub fn set_locking(&mut self, wanted: i32) -> i32 {
        match wanted {
            LOCKS_ITSELF | LOCKED_BY_CALLER => std::mem::replace(&mut self.locking, wanted),
            _ => self.locking,
        }
    }

    /// Bytes that are not written yet.
    pub fn pending(&self) -> usize {
        self.output.len()
    }

    /// Whether it was read since it was last written.
    pub fn holds_input(&self) -> bool {
        !self.input.is_empty() || !self.pushed.is_empty()
    }

    /// Bytes of its buffer; none before the first use.
    pub fn buffer_bytes(&self) -> usize {
        match self.buffering {
            Some(Buffering::Full | Buffering::Line) => BUFFER,
            Some(Buffering::None) => 1,
            None => 0,
        }
    }

    /// Forgets what was read and not taken, and what is not written yet.
    pub fn purge(&mut self) {
        self.forget_input();
        self.output.clear();
    }

    fn forget_input(&mut self) {
        self.input.clear();
        self.taken = 0;
        self.pushed.clear();
    }

    /// Writes bytes, at once or later.
    pub fn put(&mut self, system: &mut dyn System, bytes: &[u8]) -> Answer<()> {
        if !self.writes {
            self.failed = true;
            return Err(EBADF);
        }
        let ahead = self.ahead();
        if ahead > 0 {
            // What follows goes where the program is, not where the buffer ends.
            _ = system.seek(self.file, -ahead, 1);
        }
        self.forget_input();
        self.output.extend_from_slice(bytes);
        let is_due = match self.buffering(system) {
            Buffering::None => true,
            Buffering::Line => bytes.contains(&b'\n') || self.output.len() >= BUFFER,
            Buffering::Full => self.output.len() >= BUFFER,
        };
        match is_due {
            true => self.flush(system),
            false => Ok(()),
        }
    }

    /// The next byte without taking it; none at the end or after a failure.
    pub fn peek(&mut self, system: &mut dyn System) -> Answer<Option<u8>> {
        if let Some(&byte) = self.pushed.last() {
            return Ok(Some(byte));
        }
        if self.taken < self.input.len() {
            return Ok(Some(self.input[self.taken]));
        }
        if !self.reads {
            self.failed = true;
            return Err(EBADF);
        }
        if self.at_end {
            return Ok(None);
        }
        self.flush(system)?;
        let wanted = match self.buffering {
            Some(Buffering::None) => 1,
            _ => BUFFER,
        };
        self.input.resize(wanted, 0);
        self.taken = 0;
        let read = system.read(self.file, &mut self.input);
        self.input.truncate(*read.as_ref().unwrap_or(&0));
        match read {
            Ok(0) => {
                self.at_end = true;
                Ok(None)
            }
            Ok(_) => Ok(Some(self.input[0])),
            Err(number) => {
                self.failed = true;
                Err(number)
            }
        }
    }

    /// Takes the byte that `peek` showed.
    pub fn advance(&mut self) {
        if self.pushed.pop().is_none() {
            self.taken = (self.taken + 1).min(self.input.len());
        }
    }

    /// Takes the next byte.
    pub fn get(&mut self, system: &mut dyn System) -> Answer<Option<u8>> {
        let byte = self.peek(system)?;
        if byte.is_some() {
            self.advance();
        }
        Ok(byte)
    }

    /// Takes up to so many bytes.
    pub fn take(&mut self, system: &mut dyn System, most: usize) -> Answer<Vec<u8>> {
        let mut all = Vec::new();
        while all.len() < most && self.peek(system)?.is_some() {
            if self.pushed.is_empty() {
                let few = (most - all.len()).min(self.input.len() - self.taken);
                all.extend_from_slice(&self.input[self.taken..self.taken + few]);
                self.taken += few;
            } else {
                all.extend(self.pushed.pop());
            }
        }
        Ok(all)
    }

    /// Pushes a byte back.
    pub fn push_back(&mut self, byte: u8) {
        self.at_end = false;
        self.pushed.push(byte);
    }

    /// Where the program is in the file.
    pub fn tell(&mut self, system: &mut dyn System) -> Answer<i64> {
        let here = system.seek(self.file, 0, 1)?;
        Ok(here - self.ahead() + self.output.len() as i64)
    }

    /// Goes to a place.
    pub fn seek(&mut self, system: &mut dyn System, offset: i64, whence: i32) -> Answer<i64> {
        self.flush(system)?;
        let offset = match whence {
            1 => offset - self.ahead(),
            _ => offset,
        };
        let place = system.seek(self.file, offset, whence)?;
        self.forget_input();
        self.at_end = false;
        Ok(place)
    }
}

/// All open streams, by the address of what the program knows as `FILE`.
#[derive(Default)]
pub struct Streams {
    open: BTreeMap<u64, Stream>,
    /// Addresses of the standard ones, by their files.
    standard: BTreeMap<i32, u64>,
}

impl Streams {
    /// The stream at an address.
    pub fn get(&mut self, address: u64) -> Option<&mut Stream> {
        self.open.get_mut(&address)
    }

    /// Notes a stream, in the place of another one if there is one.
    pub fn add(&mut self, address: u64, stream: Stream) {
        self.open.insert(address, stream);
    }

    /// Notes a standard stream.
    pub fn add_standard(&mut self, address: u64, stream: Stream) {
        self.standard.insert(stream.file, address);
        self.open.insert(address, stream);
    }

    /// Whether the standard stream of a file was noted.
    pub fn knows_standard(&self, file: i32) -> bool {
        self.standard.contains_key(&file)
    }

    /// Whether an address is that of a standard stream.
    pub fn is_standard(&self, address: u64) -> bool {
        self.standard.values().any(|one| *one == address)
    }

    /// Forgets a stream.
    pub fn remove(&mut self, address: u64) -> Option<Stream> {
        self.open.remove(&address)
    }

    /// Writes what all of them hold back.
    pub fn flush_all(&mut self, system: &mut dyn System) -> Answer<()> {
        let mut all = Ok(());
        for stream in self.open.values_mut() {
            all = all.and(stream.flush(system));
        }
        all
    }
}
