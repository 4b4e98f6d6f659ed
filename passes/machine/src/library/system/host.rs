//! The system that the machine runs on.

use super::{Answer, Change, Entry, File, Lock, Status, System};
use crate::library::errors::{EBADF, EINVAL, ENOSYS, ENOTDIR};
use nix::dir::Dir;
use nix::errno::Errno;
use nix::fcntl::{FcntlArg, OFlag, fcntl, open, readlink, renameat};
use nix::libc;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::signal::{self, Signal};
use nix::sys::stat::{self, FchmodatFlags, FileStat, Mode, UtimensatFlags};
use nix::sys::time::TimeSpec;
use nix::sys::uio::{pread, pwrite};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid, waitpid};
use nix::unistd::{self, AccessFlags, Gid, LinkatFlags, Pid, Uid, Whence};
use std::collections::{BTreeMap, BTreeSet};
use std::io::IsTerminal;
use std::os::fd::{AsFd, AsRawFd, BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::time::Duration;

/// What makes this process another program of this path, with these arguments and entries of the environment. Comes back only where that fails, with the
/// error number.
pub type Become = fn(&[u8], &[Vec<u8>], &[Vec<u8>]) -> i32;

/// Files of this process. The program's numbers of them are its own: those that the machine itself has open are none of them.
pub struct Host {
    files: BTreeMap<i32, OwnedFd>,
    /// Those that another program does not get.
    closing: BTreeSet<i32>,
    becomes: Option<Become>,
    /// It was made by another one.
    is_child: bool,
}

impl Host {
    /// With the standard files of this process.
    pub fn new() -> Self {
        let (input, output, error) = (std::io::stdin(), std::io::stdout(), std::io::stderr());
        let standard = [input.as_fd(), output.as_fd(), error.as_fd()];
        let mut files = BTreeMap::new();
        for (number, file) in (0..).zip(standard) {
            if let Ok(file) = file.try_clone_to_owned() {
                files.insert(number, file);
            }
        }
        Host {
            files,
            closing: BTreeSet::new(),
            becomes: None,
            is_child: false,
        }
    }

    /// The same, which can become another program.
    pub fn that_becomes(self, becomes: Become) -> Self {
        Host {
            becomes: Some(becomes),
            ..self
        }
    }

    /// Gives the files the numbers in this process that they have in the program.
    fn hand_over(&mut self) -> std::io::Result<()> {
        let kept = || {
            let kept = self.files.keys();
            kept.filter(|number| !self.closing.contains(number))
                .copied()
        };
        let last = kept().max().unwrap_or(0);
        let kept: Vec<i32> = kept().collect();
        // Copies get the least number that is free, so the wanted ones become free in the end.
        let mut passing = Vec::new();
        for file in self.files.values_mut() {
            while file.as_raw_fd() <= last {
                let copy = file.try_clone()?;
                passing.push(std::mem::replace(file, copy));
            }
        }
        drop(passing);
        let nothing = std::fs::File::options()
            .read(true)
            .write(true)
            .open("/dev/null")?;
        let standard = |number: i32| match kept.contains(&number) {
            true => self.files[&number].as_fd(),
            false => nothing.as_fd(),
        };
        unistd::dup2_stdin(standard(0))?;
        unistd::dup2_stdout(standard(1))?;
        unistd::dup2_stderr(standard(2))?;
        for number in kept.into_iter().filter(|number| *number > 2) {
            fcntl(&self.files[&number], FcntlArg::F_DUPFD(number))?;
        }
        Ok(())
    }

    fn get(&self, file: i32) -> Answer<BorrowedFd<'_>> {
        self.files.get(&file).map(AsFd::as_fd).ok_or(EBADF)
    }

    /// Whether one of these files can be read without waiting, or will never be.
    fn can_read(&self, files: &[i32], timeout: PollTimeout) -> bool {
        let all = files.iter().map(|file| self.get(*file));
        let Ok(all) = all.collect::<Result<Vec<_>, _>>() else {
            return true;
        };
        let wanted = all.iter().map(|file| PollFd::new(*file, PollFlags::POLLIN));
        let mut wanted: Vec<PollFd<'_>> = wanted.collect();
        !matches!(poll(&mut wanted, timeout), Ok(0))
    }

    /// Gives a file the least number that is free.
    fn add(&mut self, file: OwnedFd, from: i32) -> i32 {
        let number = (from..).find(|number| !self.files.contains_key(number));
        let number = number.unwrap_or(i32::MAX);
        self.files.insert(number, file);
        number
    }
}

impl Default for Host {
    fn default() -> Self {
        Host::new()
    }
}

fn number(error: Errno) -> i32 {
    error as i32
}

fn of_io(error: &std::io::Error) -> i32 {
    error.raw_os_error().unwrap_or(EINVAL)
}

/// A path, with the words of the system for errors.
fn path(bytes: &[u8]) -> &std::path::Path {
    std::path::Path::new(std::ffi::OsStr::from_bytes(bytes))
}

impl System for Host {
    fn read(&mut self, file: i32, into: &mut [u8]) -> Answer<usize> {
        unistd::read(self.get(file)?, into).map_err(number)
    }

    fn write(&mut self, file: i32, bytes: &[u8]) -> Answer<usize> {
        unistd::write(self.get(file)?, bytes).map_err(number)
    }

    fn is_ready(&mut self, file: i32) -> bool {
        self.can_read(&[file], PollTimeout::ZERO)
    }

    fn poll(&mut self, asked: &[(i32, i16)], milliseconds: i32) -> Answer<Vec<i16>> {
        const NO_FILE: i16 = 32;
        // The system ignores negative numbers of files, and says so of those that are not open.
        let is_missing = |file: &i32| *file >= 0 && !self.files.contains_key(file);
        let misses = asked.iter().any(|(file, _)| is_missing(file));
        let open = asked.iter().filter_map(|(file, events)| {
            let file = self.files.get(file)?.as_fd();
            Some(PollFd::new(file, PollFlags::from_bits_truncate(*events)))
        });
        let mut open: Vec<PollFd<'_>> = open.collect();
        let limit = match (misses, u16::try_from(milliseconds)) {
            (true, _) => PollTimeout::ZERO,
            (false, Ok(limit)) => PollTimeout::from(limit),
            (false, Err(_)) => PollTimeout::try_from(milliseconds).unwrap_or(PollTimeout::NONE),
        };
        poll(&mut open, limit).map_err(number)?;
        let mut happened = open.iter().map(|file| file.revents());
        let events = asked.iter().map(|(file, _)| match is_missing(file) {
            true => NO_FILE,
            false if *file < 0 => 0,
            false => happened.next().flatten().map_or(0, |events| events.bits()),
        });
        Ok(events.collect())
    }

    fn names(&mut self) -> Answer<Vec<u8>> {
        const ROOM: usize = 65;
        let names = nix::sys::utsname::uname().map_err(number)?;
        let names = [
            names.sysname(),
            names.nodename(),
            names.release(),
            names.version(),
            names.machine(),
            names.domainname(),
        ];
        let mut all = Vec::new();
        for name in names {
            let name = name.as_bytes();
            all.extend_from_slice(&name[..name.len().min(ROOM - 1)]);
            all.resize(all.len().next_multiple_of(ROOM).max(ROOM), 0);
        }
        Ok(all)
    }

    fn wait_for(&mut self, files: &[i32]) {
        self.can_read(files, PollTimeout::NONE);
    }

    fn open(&mut self, name: &[u8], flags: i32, mode: u32) -> Answer<i32> {
        let flags = OFlag::from_bits_retain(flags);
        let opened = open(
            name,
            flags | OFlag::O_CLOEXEC,
            Mode::from_bits_truncate(mode),
        );
        let opened = self.add(opened.map_err(number)?, 0);
        if flags.contains(OFlag::O_CLOEXEC) {
            self.closing.insert(opened);
        }
        Ok(opened)
    }

    fn close(&mut self, file: i32) -> Answer<()> {
        self.closing.remove(&file);
        self.files.remove(&file).map(drop).ok_or(EBADF)
    }

    fn seek(&mut self, file: i32, offset: i64, whence: i32) -> Answer<i64> {
        let whence = match whence {
            0 => Whence::SeekSet,
            1 => Whence::SeekCur,
            2 => Whence::SeekEnd,
            _ => return Err(EINVAL),
        };
        unistd::lseek(self.get(file)?, offset, whence).map_err(number)
    }

    fn is_terminal(&self, file: i32) -> bool {
        self.get(file).is_ok_and(|file| file.is_terminal())
    }

    fn read_at(&mut self, file: i32, into: &mut [u8], at: i64) -> Answer<usize> {
        pread(self.get(file)?, into, at).map_err(number)
    }

    fn write_at(&mut self, file: i32, bytes: &[u8], at: i64) -> Answer<usize> {
        pwrite(self.get(file)?, bytes, at).map_err(number)
    }

    fn truncate(&mut self, file: i32, length: i64) -> Answer<()> {
        unistd::ftruncate(self.get(file)?, length).map_err(number)
    }

    fn synchronize(&mut self, file: i32) -> Answer<()> {
        unistd::fsync(self.get(file)?).map_err(number)
    }

    fn duplicate(&mut self, file: i32, to: Result<i32, i32>) -> Answer<i32> {
        let copy = self.get(file)?.try_clone_to_owned();
        let copy = copy.map_err(|error| of_io(&error))?;
        match to {
            Ok(to) if to == file => Ok(to),
            Ok(to) if to < 0 => Err(EBADF),
            Ok(to) => {
                self.closing.remove(&to);
                self.files.insert(to, copy);
                Ok(to)
            }
            Err(from) => Ok(self.add(copy, from.max(0))),
        }
    }

    fn pipe(&mut self) -> Answer<(i32, i32)> {
        let (from, to) = unistd::pipe2(OFlag::O_CLOEXEC).map_err(number)?;
        Ok((self.add(from, 0), self.add(to, 0)))
    }

    fn status(&mut self, file: File<'_>) -> Answer<Status> {
        let found = match file {
            File::Open(file) => stat::fstat(self.get(file)?),
            File::Named(name) => stat::stat(name),
            File::Link(name) => stat::lstat(name),
        };
        Ok(status(&found.map_err(number)?))
    }

    fn lock(&mut self, file: i32, command: i32, lock: Lock) -> Answer<Lock> {
        let mut asked = libc::flock {
            l_type: lock.kind,
            l_whence: lock.whence,
            l_start: lock.start,
            l_len: lock.len,
            l_pid: lock.pid,
        };
        let argument = match command {
            libc::F_GETLK => FcntlArg::F_GETLK(&mut asked),
            libc::F_SETLK => FcntlArg::F_SETLK(&asked),
            libc::F_SETLKW => FcntlArg::F_SETLKW(&asked),
            _ => return Err(EINVAL),
        };
        fcntl(self.get(file)?, argument).map_err(number)?;
        Ok(Lock {
            kind: asked.l_type,
            whence: asked.l_whence,
            start: asked.l_start,
            len: asked.l_len,
            pid: asked.l_pid,
        })
    }

    fn flags(&mut self, file: i32, set: Option<i32>) -> Answer<i32> {
        let argument = match set {
            None => FcntlArg::F_GETFL,
            Some(flags) => FcntlArg::F_SETFL(OFlag::from_bits_retain(flags)),
        };
        fcntl(self.get(file)?, argument).map_err(number)
    }

    fn access(&mut self, name: &[u8], mode: i32) -> Answer<()> {
        unistd::access(name, AccessFlags::from_bits_truncate(mode)).map_err(number)
    }

    fn change(&mut self, change: Change<'_>) -> Answer<()> {
        let here = nix::fcntl::AT_FDCWD;
        let done = match change {
            Change::Unlink(name) => unistd::unlink(name),
            Change::RemoveFolder(name) => {
                return std::fs::remove_dir(path(name)).map_err(|error| of_io(&error));
            }
            Change::MakeFolder(name, mode) => unistd::mkdir(name, Mode::from_bits_truncate(mode)),
            Change::Rename(from, to) => renameat(here, from, here, to),
            Change::Link(from, to) => unistd::linkat(here, from, here, to, LinkatFlags::empty()),
            Change::SymbolicLink(text, at) => unistd::symlinkat(text, here, at),
            Change::Permissions(File::Open(file), mode) => {
                stat::fchmod(self.get(file)?, Mode::from_bits_truncate(mode))
            }
            Change::Permissions(File::Named(name) | File::Link(name), mode) => {
                let mode = Mode::from_bits_truncate(mode);
                stat::fchmodat(here, name, mode, FchmodatFlags::FollowSymlink)
            }
            Change::Owner(file, user, group) => {
                let user = (user != u32::MAX).then(|| Uid::from_raw(user));
                let group = (group != u32::MAX).then(|| Gid::from_raw(group));
                match file {
                    File::Open(file) => unistd::fchown(self.get(file)?, user, group),
                    File::Named(name) => unistd::chown(name, user, group),
                    File::Link(name) => {
                        let not = nix::fcntl::AtFlags::AT_SYMLINK_NOFOLLOW;
                        unistd::fchownat(here, name, user, group, not)
                    }
                }
            }
            Change::Enter(name) => unistd::chdir(name),
            Change::Times(file, [access, content]) => {
                let access = TimeSpec::new(access.0, access.1);
                let content = TimeSpec::new(content.0, content.1);
                match file {
                    File::Open(file) => stat::futimens(self.get(file)?, &access, &content),
                    File::Named(name) => {
                        let follow = UtimensatFlags::FollowSymlink;
                        stat::utimensat(here, name, &access, &content, follow)
                    }
                    File::Link(name) => {
                        let not = UtimensatFlags::NoFollowSymlink;
                        stat::utimensat(here, name, &access, &content, not)
                    }
                }
            }
        };
        done.map_err(number)
    }

    fn read_link(&mut self, name: &[u8]) -> Answer<Vec<u8>> {
        readlink(name).map(OsStringExt::into_vec).map_err(number)
    }

    fn real_path(&mut self, name: &[u8]) -> Answer<Vec<u8>> {
        let found = std::fs::canonicalize(path(name)).map_err(|error| of_io(&error))?;
        Ok(found.into_os_string().into_vec())
    }

    fn list(&mut self, name: &[u8]) -> Answer<Vec<Entry>> {
        let flags = OFlag::O_DIRECTORY | OFlag::O_RDONLY | OFlag::O_CLOEXEC;
        let mut folder = Dir::open(name, flags, Mode::empty()).map_err(number)?;
        let entry = |entry: Result<nix::dir::Entry, Errno>| {
            let entry = entry.map_err(number)?;
            Ok(Entry {
                name: entry.file_name().to_bytes().to_vec(),
                inode: entry.ino(),
                kind: entry.file_type().map_or(0, |kind| match kind {
                    nix::dir::Type::Fifo => 1,
                    nix::dir::Type::CharacterDevice => 2,
                    nix::dir::Type::Directory => 4,
                    nix::dir::Type::BlockDevice => 6,
                    nix::dir::Type::File => 8,
                    nix::dir::Type::Symlink => 10,
                    nix::dir::Type::Socket => 12,
                }),
            })
        };
        folder.iter().map(entry).collect()
    }

    fn within(&mut self, folder: i32, name: &[u8]) -> Answer<Vec<u8>> {
        let folder = self.get(folder)?;
        let kind = stat::fstat(folder).map_err(number)?.st_mode & libc::S_IFMT;
        if kind != libc::S_IFDIR {
            return Err(ENOTDIR);
        }
        let mut whole = format!("/proc/self/fd/{}/", folder.as_raw_fd()).into_bytes();
        whole.extend_from_slice(name);
        Ok(whole)
    }

    fn folder(&mut self) -> Answer<Vec<u8>> {
        let folder = unistd::getcwd().map_err(number)?;
        Ok(folder.into_os_string().into_vec())
    }

    fn clock(&mut self, clock: i32) -> Answer<(i64, i64)> {
        let clock = nix::time::ClockId::from_raw(clock);
        let time = clock.now().map_err(number)?;
        Ok((time.tv_sec(), time.tv_nsec()))
    }

    fn sleep(&mut self, nanoseconds: u64) {
        std::thread::sleep(Duration::from_nanos(nanoseconds));
    }

    fn numbers(&self) -> [u32; 6] {
        let process = unistd::getpid().as_raw() as u32;
        let parent = unistd::getppid().as_raw() as u32;
        let (user, effective) = (unistd::getuid(), unistd::geteuid());
        let (group, effective_group) = (unistd::getgid(), unistd::getegid());
        [
            process,
            parent,
            user.as_raw(),
            effective.as_raw(),
            group.as_raw(),
            effective_group.as_raw(),
        ]
    }

    fn fork(&mut self) -> Answer<i32> {
        match fork::fork().map_err(|error| of_io(&error))? {
            fork::Fork::Parent(child) => Ok(child),
            fork::Fork::Child => {
                self.is_child = true;
                Ok(0)
            }
        }
    }

    fn become_program(
        &mut self,
        path: &[u8],
        arguments: &[Vec<u8>],
        environment: &[Vec<u8>],
    ) -> i32 {
        let Some(becomes) = self.becomes else {
            return ENOSYS;
        };
        match self.hand_over() {
            Ok(()) => becomes(path, arguments, environment),
            Err(error) => of_io(&error),
        }
    }

    fn closes(&mut self, file: i32, set: Option<bool>) -> Answer<bool> {
        self.get(file)?;
        match set {
            Some(true) => _ = self.closing.insert(file),
            Some(false) => _ = self.closing.remove(&file),
            None => {}
        }
        Ok(self.closing.contains(&file))
    }

    fn await_end(&mut self, child: i32) {
        let flags = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT;
        while waitid(Id::Pid(Pid::from_raw(child)), flags) == Err(Errno::EINTR) {}
    }

    fn wait(&mut self, process: i32, options: i32) -> Answer<(i32, i32)> {
        let options = WaitPidFlag::from_bits(options).ok_or(EINVAL)?;
        let status = waitpid(Pid::from_raw(process), Some(options)).map_err(number)?;
        Ok(word_of(status))
    }

    fn send(&mut self, process: i32, signal: i32) -> Answer<()> {
        let signal = match signal {
            0 => None,
            number => Some(Signal::try_from(number).map_err(|_| EINVAL)?),
        };
        signal::kill(Pid::from_raw(process), signal).map_err(number)
    }

    fn is_child(&self) -> bool {
        self.is_child
    }

    fn randomness(&mut self, into: &mut [u8]) -> Answer<()> {
        use std::io::Read;
        let file = std::fs::File::open("/dev/urandom");
        let read = file.and_then(|mut file| file.read_exact(into));
        read.map_err(|error| of_io(&error))
    }
}

/// A child and its status as `waitpid` writes it.
fn word_of(status: WaitStatus) -> (i32, i32) {
    match status {
        WaitStatus::Exited(child, code) => (child.as_raw(), (code & 0xff) << 8),
        WaitStatus::Signaled(child, signal, dumped) => {
            (child.as_raw(), signal as i32 | i32::from(dumped) << 7)
        }
        WaitStatus::Stopped(child, signal) => (child.as_raw(), (signal as i32) << 8 | 0x7f),
        WaitStatus::Continued(child) => (child.as_raw(), 0xffff),
        WaitStatus::PtraceEvent(child, signal, event) => {
            (child.as_raw(), event << 16 | (signal as i32) << 8 | 0x7f)
        }
        WaitStatus::PtraceSyscall(child) => (child.as_raw(), 0x857f),
        WaitStatus::StillAlive => (0, 0),
    }
}

fn status(found: &FileStat) -> Status {
    Status {
        dev: found.st_dev,
        ino: found.st_ino,
        nlink: found.st_nlink,
        mode: found.st_mode,
        uid: found.st_uid,
        gid: found.st_gid,
        rdev: found.st_rdev,
        size: found.st_size,
        blksize: found.st_blksize,
        blocks: found.st_blocks,
        times: [
            (found.st_atime, found.st_atime_nsec),
            (found.st_mtime, found.st_mtime_nsec),
            (found.st_ctime, found.st_ctime_nsec),
        ],
    }
}
