//! What the library asks of the system: files, clocks, names of users and processes.

mod host;
mod record;
mod replay;

pub use host::{Become, Host};
pub use record::{Log, Recorder};
pub use replay::Player;

use super::errors::ENOSYS;

/// What a call yields, or an error number of the target.
pub type Answer<T> = Result<T, i32>;

/// Which file is meant.
#[derive(Clone, Copy, Debug)]
pub enum File<'a> {
    /// An open one.
    Open(i32),
    /// The one of this name, behind symbolic links.
    Named(&'a [u8]),
    /// The one of this name, a symbolic link itself.
    Link(&'a [u8]),
}

/// What is known of a file, with the names of POSIX.
#[derive(Clone, Copy, Debug, Default)]
#[expect(
    missing_docs,
    reason = "each is the member of struct stat of that name"
)]
pub struct Status {
    pub dev: u64,
    pub ino: u64,
    pub nlink: u64,
    pub mode: u32,
    pub uid: u32,
    pub gid: u32,
    pub rdev: u64,
    pub size: i64,
    pub blksize: i64,
    pub blocks: i64,
    /// Last access, change of content, change of status: seconds and nanoseconds.
    pub times: [(i64, i64); 3],
}

/// A lock on bytes of a file, as `fcntl` takes it.
#[derive(Clone, Copy, Debug)]
#[expect(
    missing_docs,
    reason = "each is the member of struct flock of that name"
)]
pub struct Lock {
    pub kind: i16,
    pub whence: i16,
    pub start: i64,
    pub len: i64,
    pub pid: i32,
}

/// An entry of a folder.
#[derive(Clone, Debug)]
pub struct Entry {
    /// Its name, without a zero.
    pub name: Vec<u8>,
    /// Its number.
    pub inode: u64,
    /// Its kind as `d_type` says it.
    pub kind: u8,
}

/// A change of names and folders.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// Removes a file.
    Unlink(&'a [u8]),
    /// Removes a folder.
    RemoveFolder(&'a [u8]),
    /// Makes a folder.
    MakeFolder(&'a [u8], u32),
    /// Gives another name.
    Rename(&'a [u8], &'a [u8]),
    /// Makes a second name.
    Link(&'a [u8], &'a [u8]),
    /// Makes a symbolic link with this text at this place.
    SymbolicLink(&'a [u8], &'a [u8]),
    /// Sets permissions.
    Permissions(File<'a>, u32),
    /// Goes to a folder.
    Enter(&'a [u8]),
    /// Sets user and group; -1 leaves one as it is.
    Owner(File<'a>, u32, u32),
    /// Sets times of access and of change, in seconds and nanoseconds.
    Times(File<'a>, [(i64, i64); 2]),
}

/// The system. Numbers of files are those that the program sees.
pub trait System {
    /// Reads; 0 is the end.
    ///
    /// # Errors
    /// An error number.
    fn read(&mut self, file: i32, into: &mut [u8]) -> Answer<usize>;
    /// Writes, perhaps only a part.
    ///
    /// # Errors
    /// An error number.
    fn write(&mut self, file: i32, bytes: &[u8]) -> Answer<usize>;
    /// Opens a file, with the flags of Linux.
    ///
    /// # Errors
    /// An error number.
    fn open(&mut self, path: &[u8], flags: i32, mode: u32) -> Answer<i32>;
    /// Closes a file.
    ///
    /// # Errors
    /// An error number.
    fn close(&mut self, file: i32) -> Answer<()>;
    /// Moves the place of a file: `whence` is 0 for the start, 1 for here, 2 for the end.
    ///
    /// # Errors
    /// An error number.
    fn seek(&mut self, file: i32, offset: i64, whence: i32) -> Answer<i64>;
    /// Whether it is a terminal.
    fn is_terminal(&self, file: i32) -> bool;
    /// Reads at a place.
    ///
    /// # Errors
    /// An error number.
    fn read_at(&mut self, _file: i32, _into: &mut [u8], _at: i64) -> Answer<usize> {
        Err(ENOSYS)
    }
    /// Writes at a place.
    ///
    /// # Errors
    /// An error number.
    fn write_at(&mut self, _file: i32, _bytes: &[u8], _at: i64) -> Answer<usize> {
        Err(ENOSYS)
    }
    /// Sets the length of a file.
    ///
    /// # Errors
    /// An error number.
    fn truncate(&mut self, _file: i32, _length: i64) -> Answer<()> {
        Err(ENOSYS)
    }
    /// Brings a file to the disk.
    ///
    /// # Errors
    /// An error number.
    fn synchronize(&mut self, _file: i32) -> Answer<()> {
        Err(ENOSYS)
    }
    /// Another number of an open file: this one, or the least free one from another one on.
    ///
    /// # Errors
    /// An error number.
    fn duplicate(&mut self, _file: i32, _to: Result<i32, i32>) -> Answer<i32> {
        Err(ENOSYS)
    }
    /// Two ends of a pipe: to read, to write.
    ///
    /// # Errors
    /// An error number.
    fn pipe(&mut self) -> Answer<(i32, i32)> {
        Err(ENOSYS)
    }
    /// What is known of a file.
    ///
    /// # Errors
    /// An error number.
    fn status(&mut self, _file: File<'_>) -> Answer<Status> {
        Err(ENOSYS)
    }
    /// Locks bytes of a file, or asks who does; commands are those of `fcntl`.
    ///
    /// # Errors
    /// An error number.
    fn lock(&mut self, _file: i32, _command: i32, _lock: Lock) -> Answer<Lock> {
        Err(ENOSYS)
    }
    /// Reads or sets the flags of an open file.
    ///
    /// # Errors
    /// An error number.
    fn flags(&mut self, _file: i32, _set: Option<i32>) -> Answer<i32> {
        Err(ENOSYS)
    }
    /// Whether a file may be read (4), written (2), executed (1), or is there (0).
    ///
    /// # Errors
    /// An error number.
    fn access(&mut self, _path: &[u8], _mode: i32) -> Answer<()> {
        Err(ENOSYS)
    }
    /// Changes names and folders.
    ///
    /// # Errors
    /// An error number.
    fn change(&mut self, _change: Change<'_>) -> Answer<()> {
        Err(ENOSYS)
    }
    /// The text of a symbolic link.
    ///
    /// # Errors
    /// An error number.
    fn read_link(&mut self, _path: &[u8]) -> Answer<Vec<u8>> {
        Err(ENOSYS)
    }
    /// The full name of a file, without symbolic links.
    ///
    /// # Errors
    /// An error number.
    fn real_path(&mut self, _path: &[u8]) -> Answer<Vec<u8>> {
        Err(ENOSYS)
    }
    /// The entries of a folder.
    ///
    /// # Errors
    /// An error number.
    fn list(&mut self, _path: &[u8]) -> Answer<Vec<Entry>> {
        Err(ENOSYS)
    }
    /// A name that means the same as this one does in an open folder.
    ///
    /// # Errors
    /// An error number.
    fn within(&mut self, _folder: i32, _name: &[u8]) -> Answer<Vec<u8>> {
        Err(ENOSYS)
    }
    /// The folder that relative names begin at.
    ///
    /// # Errors
    /// An error number.
    fn folder(&mut self) -> Answer<Vec<u8>> {
        Err(ENOSYS)
    }
    /// Seconds and nanoseconds of a clock of Linux.
    ///
    /// # Errors
    /// An error number.
    fn clock(&mut self, _clock: i32) -> Answer<(i64, i64)> {
        Err(ENOSYS)
    }
    /// Whether a read of a file would not wait.
    fn is_ready(&mut self, _file: i32) -> bool {
        true
    }
    /// What happened to each of these files of the events of `poll` that are asked for, or fails; waits so long for the first, without end below 0.
    ///
    /// # Errors
    /// An error number.
    fn poll(&mut self, _asked: &[(i32, i16)], _milliseconds: i32) -> Answer<Vec<i16>> {
        Err(ENOSYS)
    }
    /// What the system is called, as `uname` writes it.
    ///
    /// # Errors
    /// An error number.
    fn names(&mut self) -> Answer<Vec<u8>> {
        Err(ENOSYS)
    }
    /// Waits until one of these files can be read.
    fn wait_for(&mut self, _files: &[i32]) {}
    /// Waits so many nanoseconds.
    fn sleep(&mut self, _nanoseconds: u64) {}
    /// Numbers of the process, its parent, its user and its group, the effective ones behind the real ones.
    fn numbers(&self) -> [u32; 6] {
        [1, 0, 0, 0, 0, 0]
    }
    /// Makes a process that is a copy of this one; 0 in the copy.
    ///
    /// # Errors
    /// An error number.
    fn fork(&mut self) -> Answer<i32> {
        Err(ENOSYS)
    }
    /// Makes this process another program, with these arguments and entries of the environment; it has the files that are not closed then. Comes back only
    /// where that fails, with the error number.
    fn become_program(
        &mut self,
        _path: &[u8],
        _arguments: &[Vec<u8>],
        _environment: &[Vec<u8>],
    ) -> i32 {
        ENOSYS
    }
    /// Whether a file is closed when the process becomes another program; from now on it is or is not, where that is said.
    ///
    /// # Errors
    /// An error number.
    fn closes(&mut self, _file: i32, _set: Option<bool>) -> Answer<bool> {
        Err(ENOSYS)
    }
    /// Waits until a child has ended, which may be waited for all the same afterwards.
    fn await_end(&mut self, _child: i32) {}
    /// Waits for a child as `waitpid` does: its number, or 0 if there is nothing to say, and its status.
    ///
    /// # Errors
    /// An error number.
    fn wait(&mut self, _process: i32, _options: i32) -> Answer<(i32, i32)> {
        Err(ENOSYS)
    }
    /// Sends a signal to another process.
    ///
    /// # Errors
    /// An error number.
    fn send(&mut self, _process: i32, _signal: i32) -> Answer<()> {
        Err(ENOSYS)
    }
    /// Whether this process was made by another run of the machine, which sees how it ends.
    fn is_child(&self) -> bool {
        false
    }
    /// Fills with bytes that cannot be foreseen.
    ///
    /// # Errors
    /// An error number.
    fn randomness(&mut self, _into: &mut [u8]) -> Answer<()> {
        Err(ENOSYS)
    }
}
