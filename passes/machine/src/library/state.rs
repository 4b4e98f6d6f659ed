//! What the library remembers from call to call.

use super::random::Random;
use super::streams::Streams;
use super::system::{Host, System};
use crate::concrete::Pointer;
use std::collections::BTreeMap;

/// A function that runs when the program ends.
#[derive(Clone, Copy, Debug)]
pub enum AtExit {
    /// Of `atexit`.
    Plain(Pointer),
    /// Of `on_exit`: with the status and this argument.
    WithStatus(Pointer, Pointer),
    /// Of `__cxa_atexit`: with this argument.
    WithArgument(Pointer, Pointer),
}

/// What the library remembers.
pub struct State {
    /// Files and clocks.
    pub system: Box<dyn System>,
    /// The name that the program was called by.
    pub name: Vec<u8>,
    /// Open streams.
    pub(super) streams: Streams,
    /// Numbers of `rand` and its kin.
    pub(super) random: Random,
    /// Handlers of the end, the latest last.
    pub(super) at_exit: Vec<AtExit>,
    /// Where `strtok` goes on.
    pub(super) token: Pointer,
    /// Handlers of signals: addresses of functions, 0 for the default, 1 to ignore.
    pub(super) signals: BTreeMap<i32, Pointer>,
    /// Where `getopt` goes on.
    pub(super) option: super::getopt::Progress,
    /// Folders that are being read, by the address of their handle.
    pub(super) folders: BTreeMap<u64, super::dirent::Folder>,
    /// What `setlocale` has set.
    pub(super) locale: super::locale::Locale,
    /// The locale for characters knows UTF-8.
    pub(super) utf8: bool,
    /// Processes of `popen`, by the addresses of their streams.
    pub(super) commands: BTreeMap<u64, i32>,
    /// Domains of messages.
    pub(super) messages: super::libintl::Messages,
    /// Patterns of `<regex.h>`.
    pub(super) patterns: super::regex::Patterns,
    /// `umask`.
    pub(super) mask: u32,
    /// Limits that the program has set, by their kind: the one that counts, and the highest that it may become.
    pub(super) limits: BTreeMap<i32, [u64; 2]>,
    /// What `std::set_new_handler` and `std::set_terminate` have set.
    pub(super) new_handler: Pointer,
    pub(super) terminate: Pointer,
    /// Alignments that `operator new` was asked for, by address.
    pub(super) alignments: BTreeMap<u64, u64>,
}

impl Default for State {
    fn default() -> Self {
        State::new(Box::new(Host::new()))
    }
}

impl State {
    /// Nothing yet, on this system.
    pub fn new(system: Box<dyn System>) -> Self {
        State {
            system,
            name: Vec::new(),
            streams: Streams::default(),
            random: Random::default(),
            at_exit: Vec::new(),
            token: Pointer::NULL,
            signals: BTreeMap::new(),
            option: super::getopt::Progress::default(),
            folders: BTreeMap::new(),
            locale: super::locale::Locale::default(),
            utf8: false,
            commands: BTreeMap::new(),
            messages: super::libintl::Messages::default(),
            patterns: super::regex::Patterns::default(),
            mask: 0o22,
            limits: BTreeMap::new(),
            new_handler: Pointer::NULL,
            terminate: Pointer::NULL,
            alignments: BTreeMap::new(),
        }
    }

    /// Whether `std::terminate` aborts.
    pub(crate) fn has_no_terminate_handler(&self) -> bool {
        self.terminate.is_null()
    }

    /// Pointers that it keeps for the program.
    pub(crate) fn pointers(&self) -> impl Iterator<Item = Pointer> {
        let handlers = self.at_exit.iter().filter_map(|handler| match handler {
            AtExit::Plain(_) => None,
            AtExit::WithStatus(_, argument) | AtExit::WithArgument(_, argument) => Some(*argument),
        });
        handlers.chain([self.token])
    }

    /// Writes what streams hold back.
    pub fn flush(&mut self) {
        // The program ends: there is nobody to tell of a failure.
        _ = self.streams.flush_all(&mut *self.system);
    }
}
