//! Runs independent tasks on all processors, with a progress bar on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::sync::Mutex;
use std::thread;

/// Runs `work` for every item on all processors and returns the results in the order of the items. `name` says what an
/// item is, for the progress bar.
pub fn in_parallel<T, R>(
    title: &str,
    items: Vec<T>,
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R>
where
    T: Send,
    R: Send,
{
    on_threads(jobs(None), title, items, name, work)
}

/// As many pieces of work at a time as the user asks for, or as there are processors.
pub fn jobs(asked: Option<usize>) -> usize {
    let processors = || thread::available_parallelism().map_or(1, usize::from);
    asked.unwrap_or_else(processors).max(1)
}

/// The same with so many pieces of work at a time.
pub fn on_threads<T, R>(
    threads: usize,
    title: &str,
    items: Vec<T>,
    name: impl Fn(&T) -> String + Sync,
    work: impl Fn(T) -> R + Sync,
) -> Vec<R>
where
    T: Send,
    R: Send,
{
    let bar = progress(title, items.len() as u64);
    let mut slots = Vec::new();
    slots.resize_with(items.len(), || None);
    let results = Mutex::new(slots);
    let queue = Mutex::new(items.into_iter().enumerate());
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let Some((index, item)) = queue.lock().expect("a worker died").next() else {
                        break;
                    };
                    if bar.is_hidden() {
                        println!("  {title} {}", name(&item));
                    }
                    bar.set_message(name(&item));
                    let result = work(item);
                    results.lock().expect("a worker died")[index] = Some(result);
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    results
        .into_inner()
        .expect("a worker died")
        .into_iter()
        .flatten()
        .collect()
}

/// A progress bar on a terminal; elsewhere it is hidden, so that logs stay readable.
pub fn progress(title: &str, steps: u64) -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
    }
    let style = ProgressStyle::with_template("{prefix} [{bar:30}] {pos}/{len} {msg}")
        .expect("a valid template");
    ProgressBar::new(steps)
        .with_style(style)
        .with_prefix(title.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_items() {
        let squares = in_parallel("test", (0..100u64).collect(), |n| n.to_string(), |n| n * n);
        assert_eq!(squares, (0..100u64).map(|n| n * n).collect::<Vec<_>>());
    }
}
