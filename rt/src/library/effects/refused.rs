//! What the system refused because of an address. Where a large chunk was freed, or the heap has redzones without memory, the system
//! cannot write as it could if there were some, and the program would only be told of a poisoned address.

use super::{Checked, Ranges};
use crate::platform;
use core::mem::offset_of;
use sanecc_abi::library::effects::{Direction, Effect, Pointer};

/// Most buffers of a vector, as the system has it.
const MOST_BUFFERS: usize = 1024;

impl<R: Ranges> Checked<'_, R> {
    /// Tells of all places of a failed call that it may have failed for. Words that nobody has read yet are read with care: they
    /// may be what the system could not read.
    ///
    /// # Safety
    /// As [`after`](super::after).
    #[cold]
    pub(super) unsafe fn refused(&self) {
        for effect in self.effects.list {
            // SAFETY: as the caller promises.
            let argument = |number: u8| unsafe { self.argument(number) };
            // SAFETY: likewise.
            match unsafe { self.takes_place(effect) } {
                Some(Effect::Reads(Pointer::Argument(place), _))
                | Some(Effect::HasRead(Pointer::Argument(place), _)) => {
                    self.ranges.refused(argument(*place), false);
                }
                Some(Effect::Writes(Pointer::Argument(place), _))
                | Some(Effect::HasWritten(Pointer::Argument(place), _)) => {
                    self.ranges.refused(argument(*place), true);
                }
                Some(Effect::Vector(direction, vector, count)) => {
                    let count = (argument(*count) as i32).max(0) as usize;
                    self.refused_vector(*direction, argument(*vector), count);
                }
                Some(Effect::Message(direction, message)) => {
                    let word = |offset| platform::read_word(argument(*message) + offset);
                    let vector = word(offset_of!(libc::msghdr, msg_iov));
                    let count = word(offset_of!(libc::msghdr, msg_iovlen));
                    if let (Some(vector), Some(count)) = (vector, count) {
                        self.refused_vector(*direction, vector, count);
                    }
                }
                _ => {}
            }
        }
    }

    fn refused_vector(&self, direction: Direction, vector: usize, count: usize) {
        for number in 0..count.min(MOST_BUFFERS) {
            let element = vector.wrapping_add(number * size_of::<libc::iovec>());
            let Some(buffer) = platform::read_word(element) else {
                return;
            };
            self.ranges.refused(buffer, direction == Direction::Write);
        }
    }
}
