//! The stacks of threads: one is in use, the others wait.

use super::{End, Memory, ObjectId};
use std::collections::BTreeMap;

/// Bytes between two stacks.
const BETWEEN: u64 = 1 << 20;

/// A stack that waits until its thread goes on.
#[derive(Debug, Default)]
struct Stack {
    objects: Vec<ObjectId>,
    top: u64,
    end: u64,
}

/// The stacks that are not in use, and which addresses are whose.
#[derive(Debug, Default)]
pub(super) struct Stacks {
    waiting: BTreeMap<u32, Stack>,
    /// For the highest address of each stack the lowest one and the thread.
    ranges: BTreeMap<u64, (u64, u32)>,
    /// Where the next one ends.
    next: u64,
}

impl Stacks {
    /// With the stack of the first thread, of so many bytes up to an address.
    pub(super) fn new(top: u64, bytes: u64) -> Self {
        Stacks {
            waiting: BTreeMap::new(),
            ranges: BTreeMap::from([(top, (top - bytes, 0))]),
            next: top - bytes - BETWEEN,
        }
    }

    /// Objects on stacks that are not in use.
    pub(super) fn objects(&self) -> impl Iterator<Item = &ObjectId> {
        self.waiting.values().flat_map(|stack| &stack.objects)
    }
}

impl Memory {
    /// Makes an empty stack for a thread, with a number. No other one was ever where it is, so that an address on the stack of a thread that has ended
    /// is none of another thread.
    pub(crate) fn add_stack(&mut self, number: u32, thread: u32, bytes: u64) {
        let top = self.stacks.next & !0xfff;
        let end = top - bytes;
        self.stacks.next = end - BETWEEN;
        self.stacks.ranges.insert(top, (end, thread));
        let objects = Vec::new();
        let stack = Stack { objects, top, end };
        self.stacks.waiting.insert(number, stack);
    }

    /// Lets another stack be the one in use.
    pub(crate) fn switch_stack(&mut self, from: u32, to: u32) {
        if from == to {
            return;
        }
        let stack = self.stacks.waiting.remove(&to).unwrap_or_default();
        let before = Stack {
            objects: std::mem::replace(&mut self.stack, stack.objects),
            top: std::mem::replace(&mut self.stack_top, stack.top),
            end: std::mem::replace(&mut self.stack_end, stack.end),
        };
        self.stacks.waiting.insert(from, before);
    }

    /// Ends all objects on a stack that is not in use any more.
    pub(crate) fn drop_stack(&mut self, number: u32) {
        if let Some(stack) = self.stacks.waiting.remove(&number) {
            for id in stack.objects.into_iter().rev() {
                self.end(id, End::Return, None);
            }
        }
    }

    /// Ends all objects on the stack in use, whose thread ends.
    pub(crate) fn clear_stack(&mut self) {
        self.unwind((self.stack_top, 0), End::Return);
    }

    /// The thread on whose stack an address is or was.
    pub fn thread_around(&self, address: u64) -> Option<u32> {
        let (_, (end, thread)) = self.stacks.ranges.range(address..).next()?;
        (*end <= address).then_some(*thread)
    }
}
