//! What goes through vectors of buffers, messages, and addresses of sockets.

use super::{Checked, Ranges, switches};
use sanecc_abi::library::effects::{Direction, Extent, Pointer};

impl<R: Ranges> Checked<'_, R> {
    /// What a function has read, unless it is sent and nobody wants that checked.
    pub(super) unsafe fn touch_sent(&self, place: Pointer, extent: Extent) {
        if self.wants(switches::SEND) || !matches!(extent, Extent::ResultUpTo(_)) {
            // SAFETY: as the caller of `after` promises.
            unsafe { self.touch(place, extent, false) };
        }
    }

    /// The first `total` bytes of the buffers in a vector of `count` `struct iovec`.
    pub(super) unsafe fn vector(
        &self,
        direction: Direction,
        vector: usize,
        count: usize,
        total: usize,
    ) {
        let mut left = total;
        self.ranges
            .reads(vector, count.saturating_mul(size_of::<libc::iovec>()));
        for number in 0..count {
            if left == 0 {
                break;
            }
            let element = vector + number * size_of::<libc::iovec>();
            // SAFETY: the kernel has read it.
            let buffer = unsafe { *(element as *const libc::iovec) };
            let length = buffer.iov_len.min(left);
            self.range(
                buffer.iov_base as usize,
                length,
                direction == Direction::Write,
            );
            left -= length;
        }
    }

    /// A message of `total` bytes.
    pub(super) unsafe fn message(&self, direction: Direction, message: usize, total: usize) {
        let is_write = direction == Direction::Write;
        if message == 0 || !(is_write || self.wants(switches::SEND)) {
            return;
        }
        self.ranges.reads(message, size_of::<libc::msghdr>());
        // SAFETY: the kernel has read it.
        unsafe {
            let header = *(message as *const libc::msghdr);
            for (part, length) in [
                (header.msg_name, header.msg_namelen as usize),
                (header.msg_control, header.msg_controllen),
            ] {
                if !part.is_null() {
                    self.range(part as usize, length, is_write);
                }
            }
            self.vector(direction, header.msg_iov as usize, header.msg_iovlen, total);
        }
    }

    /// So many messages of which each has its length behind it.
    pub(super) unsafe fn messages(&self, direction: Direction, messages: usize, count: usize) {
        for number in 0..count {
            let message = messages + number * size_of::<libc::mmsghdr>();
            let length = message + core::mem::offset_of!(libc::mmsghdr, msg_len);
            self.ranges.writes(length, 4);
            // SAFETY: the kernel has written the length.
            unsafe { self.message(direction, message, *(length as *const u32) as usize) };
        }
    }

    /// The room for an address, which is where the function is told to look.
    pub(super) unsafe fn capacity(&self, length: u8) -> usize {
        // SAFETY: the function reads it, too.
        unsafe {
            let length = self.argument(length);
            if length == 0 {
                return 0;
            }
            self.ranges.reads(length, 4);
            *(length as *const u32) as usize
        }
    }

    /// An address was stored, cut to the room that there was.
    pub(super) unsafe fn address(&self, address: u8, length: u8, capacity: usize) {
        // SAFETY: the function has written both.
        unsafe {
            let (address, length) = (self.argument(address), self.argument(length));
            if address != 0 && length != 0 {
                self.ranges.writes(length, 4);
                self.ranges
                    .writes(address, capacity.min(*(length as *const u32) as usize));
            }
        }
    }

    /// The strings of a vector, at most so many; a null pointer ends it.
    pub(super) unsafe fn texts(&self, vector: u8, most: usize) {
        // SAFETY: the function reads the same.
        unsafe {
            let Some(vector) = self.address_of(Pointer::Argument(vector)) else {
                return;
            };
            for number in 0..most {
                let element = vector + number * size_of::<usize>();
                self.ranges.reads(element, size_of::<usize>());
                let text = *(element as *const usize);
                if text == 0 {
                    break;
                }
                let length = crate::library::text::length(text, usize::MAX);
                self.ranges.reads(text, length + 1);
            }
        }
    }

    /// `regexec` reads a string, or the range that its first match holds.
    pub(super) unsafe fn subject(&self, text: u8, matches: u8, flags: u8) {
        // SAFETY: the function reads the same.
        unsafe {
            let text = self.argument(text);
            if text == 0 {
                return;
            }
            if self.argument(flags) as i32 & libc::REG_STARTEND == 0 {
                let length = crate::library::text::length(text, usize::MAX);
                self.ranges.reads(text, length + 1);
                return;
            }
            let range = self.argument(matches);
            self.ranges.reads(range, size_of::<libc::regmatch_t>());
            let range = *(range as *const libc::regmatch_t);
            let (start, end) = (range.rm_so as usize, range.rm_eo as usize);
            self.ranges.reads(text + start, end.saturating_sub(start));
        }
    }
}
