//! Runs work on all functions, or parts of a module, in parallel. Results are in their order, so they do not depend on timing.

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use sanecc_ir::Module;
use std::num::NonZeroUsize;
use std::thread::available_parallelism;

/// Values of a module below which threads cost more than they gain: it is done in some ten milliseconds.
const SMALL: usize = 20_000;
/// Stack of each thread in bytes: that of the first thread on most systems, because analyses recurse in all threads alike.
const STACK: usize = 8 << 20;

/// The threads.
pub struct Work {
    /// `None`: the calling thread alone.
    pool: Option<ThreadPool>,
}

impl Work {
    /// That many threads; `None`: as many as the machine has and the module is worth.
    pub fn of(module: &Module, threads: Option<NonZeroUsize>) -> Self {
        let threads = threads.or_else(|| {
            let values: usize = module.functions.iter().map(|(_, f)| f.values.len()).sum();
            (values >= SMALL).then(available_parallelism)?.ok()
        });
        Self::with(threads.map_or(1, NonZeroUsize::get))
    }

    /// As many threads as the machine has, for so many pieces of work.
    pub fn pieces(number: usize) -> Self {
        let threads = available_parallelism().map_or(1, NonZeroUsize::get);
        Self::with(threads.min(number))
    }

    fn with(threads: usize) -> Self {
        let pool = (threads > 1).then(|| {
            ThreadPoolBuilder::new()
                .num_threads(threads)
                .stack_size(STACK)
                .build()
        });
        Self {
            // Where the system gives no threads, one must do.
            pool: pool.and_then(Result::ok),
        }
    }

    /// `f` of each item, in the order of items.
    pub fn map<T: Sync, R: Send>(&self, items: &[T], f: impl Fn(&T) -> R + Sync + Send) -> Vec<R> {
        match &self.pool {
            Some(pool) => pool.install(|| items.par_iter().with_max_len(1).map(f).collect()),
            None => items.iter().map(f).collect(),
        }
    }
}
