//! Records that a function fills, and what they point to.

use super::{Checked, Ranges};
use crate::library::text;
use sanecc_abi::library::effects::{Member, Pointer};

impl<R: Ranges> Checked<'_, R> {
    /// What the record at a place points to.
    ///
    /// # Safety
    /// The function has filled the record.
    pub(super) unsafe fn filled(&self, place: Pointer, members: &[Member]) {
        // SAFETY: as the caller promises.
        unsafe {
            let Some(record) = self.address_of(place) else {
                return;
            };
            let word = |offset: u8| *((record + usize::from(offset)) as *const usize);
            for member in members {
                match *member {
                    Member::Text(at) if word(at) == 0 => {}
                    Member::Text(at) => self.written_text(word(at)),
                    Member::Texts(at) => {
                        self.written_vector(word(at), |text| self.written_text(text));
                    }
                    Member::Chunks(at, length) => {
                        let length = word(length) as i32;
                        self.written_vector(word(at), |chunk| {
                            self.ranges.writes(chunk, length.max(0) as usize);
                        });
                    }
                }
            }
        }
    }

    unsafe fn written_text(&self, start: usize) {
        // SAFETY: the function has written the string.
        let length = unsafe { text::length(start, usize::MAX) };
        self.ranges.writes(start, length + 1);
    }

    /// A vector of pointers, if there is one, and `each` of them.
    unsafe fn written_vector(&self, vector: usize, each: impl Fn(usize)) {
        if vector == 0 {
            return;
        }
        let mut end = vector;
        loop {
            // SAFETY: the function has written all elements to the null pointer that ends them.
            let element = unsafe { *(end as *const usize) };
            end += size_of::<usize>();
            if element == 0 {
                break;
            }
            each(element);
        }
        self.ranges.writes(vector, end - vector);
    }
}
