//! Following frame pointers. Never reads outside of the running stack, whatever the registers hold.

use super::{Caller, MAX_DEPTH};
use crate::platform;
use core::mem::MaybeUninit;
use core::ops::Range;

/// What a frame pointer points to: the frame pointer before it, and the return address.
type Link = [usize; 2];

/// Whether a frame pointer can be followed from below it at `above`.
#[inline(always)]
fn can_follow(frame: usize, above: usize, stack: &Range<usize>) -> bool {
    frame > above && frame.is_multiple_of(8) && frame <= stack.end - 16
}

/// Whether the frame pointers beginning with `frame` come by `outer`, which lies on the running stack above the stack pointer.
pub fn leads_to(frame: usize, outer: usize) -> bool {
    /// More than a library function calls others until one of them allocates.
    const MOST: usize = 16;
    let mut above = platform::stack_pointer();
    let mut frame = frame;
    for _ in 0..MOST {
        if frame == outer {
            return true;
        }
        if frame <= above || frame > outer || !frame.is_multiple_of(8) {
            return false;
        }
        above = frame;
        // SAFETY: between the stack pointer and a frame of the same stack, hence mapped.
        frame = unsafe { *(frame as *const usize) };
    }
    false
}

/// Tells of the return addresses behind the caller's own: at most `depth` with that, only on the thread's own `stack`, and only while the frame
/// pointers rise. The function whose frame is `hidden` is left out.
#[inline(always)]
pub fn follow(
    caller: Caller,
    stack: Option<Range<usize>>,
    depth: usize,
    hidden: usize,
    mut each: impl FnMut(usize),
) {
    let mut above = platform::stack_pointer();
    // Nothing below the end can be followed from beyond it.
    let Some(stack) = stack.filter(|stack| stack.start <= above) else {
        return;
    };
    let mut frame = caller.frame;
    let mut count = 1;
    while can_follow(frame, above, &stack) && count < depth {
        // SAFETY: between the stack pointer and the stack's end, hence mapped.
        let [next, pc] = unsafe { *(frame as *const Link) };
        if pc < platform::PAGE {
            break;
        }
        if next != hidden || hidden == 0 {
            each(pc);
            count += 1;
        }
        (above, frame) = (frame, next);
    }
}

/// Room for the return addresses of a trace.
pub type Buffer = [MaybeUninit<usize>; MAX_DEPTH];

/// See [`Buffer`].
pub const UNWRITTEN: Buffer = [const { MaybeUninit::uninit() }; MAX_DEPTH];

/// The return addresses of [`follow`] behind the caller's own.
#[inline]
pub fn frames(
    caller: Caller,
    stack: Option<Range<usize>>,
    depth: usize,
    hidden: usize,
    buffer: &mut Buffer,
) -> &[usize] {
    buffer[0].write(caller.pc);
    let mut count = 1;
    follow(caller, stack, depth.min(MAX_DEPTH), hidden, |pc| {
        buffer[count].write(pc);
        count += 1;
    });
    // SAFETY: so many were written.
    unsafe { core::slice::from_raw_parts(buffer.as_ptr().cast(), count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wild_frame_pointers_end_the_walk() {
        let stack = platform::mapping_of(platform::stack_pointer()).unwrap();
        let mut buffer = UNWRITTEN;
        for frame in [
            0,
            1,
            usize::MAX,
            usize::MAX - 15,
            stack.end - 8,
            stack.end,
            stack.start,
            0xdead_beef_0000,
        ] {
            let caller = Caller { pc: 0x1234, frame };
            let walked = frames(caller, Some(stack.clone()), 8, 0, &mut buffer);
            assert_eq!(walked, [0x1234]);
        }
    }

    #[test]
    fn a_chain_is_followed_and_a_loop_is_not() {
        let stack = platform::mapping_of(platform::stack_pointer()).unwrap();
        let mut chain = [[0usize; 2]; 3];
        let base = chain.as_ptr() as usize;
        chain[0] = [base + 16, 0x10_0000];
        chain[1] = [base + 32, 0x20_0000];
        chain[2] = [base, 0x30_0000];
        let chain = core::hint::black_box(&mut chain);
        let mut buffer = UNWRITTEN;
        let caller = Caller {
            pc: 0x1234,
            frame: chain.as_ptr() as usize,
        };
        assert_eq!(
            frames(caller, Some(stack), 8, 0, &mut buffer),
            [0x1234, 0x10_0000, 0x20_0000, 0x30_0000]
        );
    }

    #[test]
    fn a_chain_leads_to_its_own_frames_alone() {
        let mut chain = [[0usize; 2]; 3];
        let base = chain.as_ptr() as usize;
        chain[0][0] = base + 32;
        // As a library function does that keeps something else in the register.
        chain[1][0] = 0x1234;
        let chain = core::hint::black_box(&mut chain);
        let [first, second, third] = [0, 1, 2].map(|place| chain.as_ptr() as usize + 16 * place);
        assert!(leads_to(first, first) && leads_to(first, third));
        assert!(!leads_to(first, second) && !leads_to(second, third));
        assert!(!leads_to(0, third) && !leads_to(third, second));
    }
}
