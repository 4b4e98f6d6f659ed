//! When was the last pointer to an allocation lost?
//!
//! Claims: at the moment that is found, the allocation could be reached before the instruction and not after it, by the rules of [`crate::memory`]'s search for
//! leaks, where a register counts only while something will read it. Runs of one program with the same answers of the system are the same, so the
//! search may take several: the first looks at a few moments, the next ones between those where it was lost, at last after every instruction.

use super::Machine;
use crate::concrete::Value;
use crate::decode::{Inst, Rare, Target};
use crate::fault::Stop;
use crate::library;
use crate::memory::ObjectId;
use crate::place::Trace;
use rustc_hash::FxHashSet;
use std::collections::{BTreeMap, BTreeSet};

/// Looks in one stretch of a run; then they become less frequent.
pub const LOOKS: u64 = 64;

/// A moment of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Moment {
    /// Breaths before it: stretches between two looks at whether to stop.
    pub breath: u64,
    /// Instructions since then, where they are counted.
    pub step: u64,
}

/// How an instruction can lose a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// It writes over it.
    Overwritten,
    /// A variable's block is left.
    Scope,
    /// A function returns.
    Return,
    /// It frees the memory that held it.
    Freed,
    /// It is a call of this function of the library.
    Library(&'static str),
    /// It is the last one that needed it.
    LastUse,
}

/// What lost the last pointer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loss {
    /// Where.
    pub trace: Trace,
    /// How.
    pub way: Way,
}

/// What is known of one allocation.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// The last look that found it reachable, or not yet made.
    pub held: Moment,
    /// The first look after that.
    pub lost: Option<Moment>,
    /// The instruction between, if there is only one.
    pub loss: Option<Loss>,
}

/// A stretch that is followed instruction by instruction.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// The first step that is looked at.
    pub from: u64,
    /// The last one.
    pub to: u64,
    /// Steps from look to look.
    pub stride: u64,
}

/// What a run looks for.
#[derive(Clone, Debug, Default)]
pub struct Watch {
    targets: Vec<ObjectId>,
    /// What has been seen of each.
    pub seen: Vec<Seen>,
    breaths: BTreeSet<u64>,
    stretches: BTreeMap<u64, Vec<Stretch>>,
    step: u64,
    /// The instruction before this one, where each is looked at.
    previous: Option<Loss>,
}

impl Watch {
    /// Looks for these allocations at the beginning of these breaths and in these stretches, by the number of their breath.
    pub fn new(
        targets: Vec<ObjectId>,
        breaths: BTreeSet<u64>,
        stretches: BTreeMap<u64, Vec<Stretch>>,
    ) -> Self {
        Watch {
            seen: vec![Seen::default(); targets.len()],
            targets,
            breaths,
            stretches,
            ..Watch::default()
        }
    }

    /// Whether a breath is followed instruction by instruction.
    pub(super) fn is_followed(&self, breath: u64) -> bool {
        self.stretches.contains_key(&breath)
    }

    /// Whether nothing is looked at any more.
    fn is_over(&self, breath: u64) -> bool {
        let last = self.breaths.last().max(self.stretches.keys().last());
        last.is_none_or(|last| breath > *last)
    }

    /// The instruction that was executed last.
    pub fn last(self) -> Option<Loss> {
        self.previous
    }

    fn note(&mut self, now: Moment, held: impl Fn(ObjectId) -> bool) {
        for (target, seen) in self.targets.iter().zip(&mut self.seen) {
            if held(*target) {
                seen.held = now;
                (seen.lost, seen.loss) = (None, None);
            } else if seen.lost.is_none() {
                seen.lost = Some(now);
                seen.loss = self.previous.clone();
            }
        }
    }
}

impl Machine<'_> {
    /// At the beginning of a breath.
    ///
    /// # Errors
    /// If nothing more is to be seen.
    pub(crate) fn watch_breath(&mut self) -> Result<(), Stop> {
        let Some(mut watch) = self.watch.take() else {
            return Ok(());
        };
        let breath = self.thousands;
        if watch.breaths.contains(&breath) {
            self.look(&mut watch, Moment { breath, step: 0 });
        }
        watch.step = 0;
        self.is_followed = watch.is_followed(breath);
        let is_over = watch.is_over(breath);
        self.watch = Some(watch);
        match is_over {
            true => Err(Stop::Unsupported("to go on: all is seen".to_owned())),
            false => Ok(()),
        }
    }

    /// In front of an instruction of a breath that is followed.
    pub(crate) fn watch_step(&mut self, next: usize) {
        let Some(mut watch) = self.watch.take() else {
            return;
        };
        let breath = self.thousands;
        let step = watch.step;
        let (mut looks, mut is_last) = (false, false);
        for stretch in watch.stretches.entry(breath).or_default() {
            let Stretch { from, to, stride } = *stretch;
            if (from..=to).contains(&step) {
                looks |= (step - from).is_multiple_of(stride);
                is_last |= stride == 1;
                if stride > 1 && step - from == stride * LOOKS {
                    stretch.stride *= 2;
                }
            }
        }
        if looks {
            self.rest(next);
            self.look(&mut watch, Moment { breath, step });
        }
        watch.previous = None;
        if is_last {
            self.rest(next + 1);
            let (trace, way) = (self.trace(), self.way(next));
            watch.previous = Some(Loss { trace, way });
        }
        watch.step += 1;
        self.watch = Some(watch);
    }

    fn look(&self, watch: &mut Watch, now: Moment) {
        let lost: FxHashSet<ObjectId> = self
            .memory
            .leaked(self.needed().into_iter())
            .into_iter()
            .collect();
        // What was not made yet is not lost.
        watch.note(now, |target| !lost.contains(&target));
    }

    /// What calls that have not returned hold and will read.
    fn needed(&self) -> Vec<u64> {
        let mut all = Vec::new();
        for (number, frame) in self.frames.iter().enumerate() {
            let callee = self.frames.get(number + 1);
            let is_called_back = callee.is_some_and(|callee| callee.result == super::calls::NOBODY);
            // A library function that calls back has its arguments.
            let next = frame.next as u32 - u32::from(is_called_back).min(frame.next as u32);
            let mut dead = FxHashSet::default();
            for temporary in &frame.code.temporaries {
                if temporary.from > next || next > temporary.last {
                    dead.insert(temporary.register);
                }
            }
            // The result of a call that has not returned is what was there before.
            dead.extend(callee.map(|callee| callee.result));
            for register in 0..frame.code.registers {
                if !dead.contains(&register) {
                    let value = &self.registers[frame.base + register as usize];
                    all.extend(address(value));
                }
            }
            all.extend(
                frame
                    .further()
                    .filter_map(|further| address(&further.value)),
            );
        }
        // Of threads and contexts that do not run, all that they have held counts.
        let registers = self.threads.registers();
        all.extend(
            registers
                .chain(self.contexts.registers())
                .filter_map(address),
        );
        all.extend(self.threads.specific().chain(self.exceptions.objects()));
        all
    }

    /// How the innermost function's next instruction can lose a pointer.
    fn way(&self, next: usize) -> Way {
        let Some(frame) = self.frames.last() else {
            return Way::LastUse;
        };
        match &frame.code.instructions[next] {
            Inst::Move(..) | Inst::Store(..) | Inst::StoreAt(..) | Inst::StoreIndexed(..) => {
                Way::Overwritten
            }
            Inst::Forget(_) => Way::Scope,
            Inst::Return(_) => Way::Return,
            Inst::Call(call) => match call.target {
                Target::Library(number) => match library::name(number) {
                    "free" | "realloc" | "reallocarray" => Way::Freed,
                    name => Way::Library(name),
                },
                _ => Way::LastUse,
            },
            Inst::Rare(rare) => match &**rare {
                Rare::Store(..) | Rare::Copy(..) | Rare::Fill(..) | Rare::Atomic(..) => {
                    Way::Overwritten
                }
                Rare::Scope(..) => Way::Scope,
                _ => Way::LastUse,
            },
            _ => Way::LastUse,
        }
    }
}

fn address(value: &Value) -> Option<u64> {
    match value {
        Value::Scalar { bits, .. } => Some(*bits),
        _ => None,
    }
}
