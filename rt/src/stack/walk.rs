//! Following frame pointers. Never reads outside of the running stack, whatever the registers hold.

use super::Caller;
use crate::platform;
use core::mem::MaybeUninit;
use core::ops::Range;

/// Collects return addresses into `frames`, innermost first. The caller's is always there; more follow
/// only on the thread's own `stack`, and only while the frame pointers rise.
#[inline]
pub fn frames(
    caller: Caller,
    stack: Option<Range<usize>>,
    frames: &mut [MaybeUninit<usize>],
) -> &[usize] {
    frames[0].write(caller.pc);
    let mut count = 1;
    let sp = platform::stack_pointer();
    if let Some(stack) = stack.filter(|stack| stack.contains(&sp)) {
        let mut frame = caller.frame;
        let mut above = sp;
        while count < frames.len()
            && frame > above
            && frame.is_multiple_of(8)
            && frame <= stack.end - 16
        {
            // SAFETY: between the stack pointer and the stack's end, hence mapped.
            let [next, pc] = unsafe { *(frame as *const [usize; 2]) };
            if pc < platform::PAGE {
                break;
            }
            frames[count].write(pc);
            count += 1;
            above = frame;
            frame = next;
        }
    }
    // SAFETY: the first `count` were written.
    unsafe { core::slice::from_raw_parts(frames.as_ptr().cast(), count) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wild_frame_pointers_end_the_walk() {
        let stack = platform::mapping_of(platform::stack_pointer()).unwrap();
        let mut buffer = [MaybeUninit::uninit(); 8];
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
            assert_eq!(frames(caller, Some(stack.clone()), &mut buffer), [0x1234]);
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
        let mut buffer = [MaybeUninit::uninit(); 8];
        let caller = Caller {
            pc: 0x1234,
            frame: chain.as_ptr() as usize,
        };
        assert_eq!(
            frames(caller, Some(stack), &mut buffer),
            [0x1234, 0x10_0000, 0x20_0000, 0x30_0000]
        );
    }
}
