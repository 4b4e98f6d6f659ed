//! Requests to devices (`ioctl`), where they are to be checked.

use super::{Checked, Direction, Pointer, Ranges};
use crate::platform;

impl<R: Ranges> Checked<'_, R> {
    /// Checks what a request reads, or has stored.
    pub(super) unsafe fn request(&self, request: u8, place: u8, direction: Direction) {
        if !self.wants(super::switches::IOCTL) {
            return;
        }
        // SAFETY: as the caller of `before` promises.
        unsafe {
            let request = self.argument(request) as u32;
            let length = platform::bytes_of_request(request, direction);
            if length > 0
                && let Some(address) = self.address_of(Pointer::Argument(place))
            {
                self.range(address, length, direction == Direction::Write);
            }
        }
    }
}
