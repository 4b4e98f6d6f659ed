//! Where the last pointer to an allocation that leaks was lost: further runs of the program, each of which looks more closely.
//!
//! The first run has kept all that the system answered, input and clocks, so the others see the same, and do nothing to the world.

use super::session::Session;
use sanecc_machine::library::system::{Log, Player};
use sanecc_machine::memory::ObjectId;
use sanecc_machine::{LOOKS, Loss, Moment, Seen, Stretch, Watch};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

/// Runs, at most: each makes what is not known of the moment 64 times smaller.
const MOST_RUNS: usize = 16;

/// What is known of the moment of one loss.
struct Search {
    target: ObjectId,
    /// The last moment at which it could be reached.
    held: Moment,
    /// A later one at which it could not; none is the end of the run.
    lost: Option<Moment>,
    /// Steps between looks in the last run that counted them.
    stride: u64,
    loss: Option<Loss>,
}

impl Search {
    /// Notes what to look at next.
    fn plan(
        &mut self,
        end: u64,
        breaths: &mut BTreeSet<u64>,
        at: &mut BTreeMap<u64, Vec<Stretch>>,
    ) -> bool {
        let last = self.lost.map_or(end + 1, |lost| lost.breath);
        let first = self.held.breath;
        if last > first + 1 {
            let between = last - first;
            let looks = between.min(LOOKS);
            breaths.extend((1..looks).map(|number| first + between * number / looks));
            return false;
        }
        let to = match self.lost {
            Some(lost) if lost.breath == first => lost.step,
            _ => u64::MAX,
        };
        let from = self.held.step;
        let length = (to - from).min(self.stride);
        self.stride = (length / LOOKS).max(1);
        let stretch = Stretch {
            from,
            to,
            stride: self.stride,
        };
        let known = at.entry(first).or_default();
        if !known
            .iter()
            .any(|one| (one.from, one.to, one.stride) == (from, to, self.stride))
        {
            known.push(stretch);
        }
        breaths.insert(first + 1);
        true
    }

    /// Takes over what a run has seen; `last` is the instruction that it ended with.
    fn learn(&mut self, seen: Seen, last: Option<&Loss>, was_followed: bool) {
        self.held = self.held.max(seen.held);
        if let Some(lost) = seen.lost
            && self.lost.is_none_or(|known| lost < known)
        {
            self.lost = Some(lost);
        }
        if was_followed && self.stride == 1 {
            // What is never seen lost is lost at the very end.
            self.loss = match seen.lost {
                Some(_) => seen.loss,
                None => last.cloned(),
            };
        }
    }
}

/// Finds what lost the last pointer to each of these allocations; none where that is not found.
///
/// `end` is the number of breaths that the first run has taken.
pub fn find(
    session: &Session<'_>,
    arguments: &[OsString],
    log: &Log,
    end: u64,
    targets: &[ObjectId],
) -> Vec<Option<Loss>> {
    let searches = targets.iter().map(|target| Search {
        target: *target,
        held: Moment::default(),
        lost: None,
        stride: LOOKS * LOOKS,
        loss: None,
    });
    let mut searches: Vec<Search> = searches.collect();
    for _ in 0..MOST_RUNS {
        let (mut breaths, mut stretches) = (BTreeSet::new(), BTreeMap::new());
        let open = searches.iter_mut().filter(|search| search.loss.is_none());
        let mut open: Vec<&mut Search> = open.collect();
        if open.is_empty() || session.is_stopped() {
            break;
        }
        let followed: Vec<bool> = open
            .iter_mut()
            .map(|search| search.plan(end, &mut breaths, &mut stretches))
            .collect();
        let Ok(mut machine) = session.machine(arguments) else {
            break;
        };
        machine.library.system = Box::new(Player::new(log.clone()));
        let targets = open.iter().map(|search| search.target).collect();
        machine.watch = Some(Box::new(Watch::new(targets, breaths, stretches)));
        machine.execute();
        let Some(mut watch) = machine.watch.take() else {
            break;
        };
        let seen = std::mem::take(&mut watch.seen);
        let last = watch.last();
        for ((search, seen), followed) in open.into_iter().zip(seen).zip(followed) {
            search.learn(seen, last.as_ref(), followed);
        }
    }
    searches.into_iter().map(|search| search.loss).collect()
}
