//! Following frame pointers. Never reads outside of the running stack, whatever the registers hold.

use super::crowd::{self, Beginning};
use super::{Caller, MAX_DEPTH};
use crate::platform;
use core::mem::MaybeUninit;
use core::ops::Range;

/// What a frame pointer points to: the frame pointer before it, and the return address.
type Link = [usize; 2];
const WORD: usize = size_of::<usize>();

/// Where it stands.
#[inline(always)]
fn link_of(frame: usize) -> *const Link {
    frame.wrapping_add_signed(platform::FRAME_LINK) as *const Link
}

/// Whether a frame pointer can be followed from below it at `above`.
#[inline(always)]
fn can_follow(frame: usize, above: usize, stack: &Range<usize>) -> bool {
    let link = frame.wrapping_add_signed(platform::FRAME_LINK);
    link > above && frame.is_multiple_of(WORD) && link <= stack.end - size_of::<Link>()
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
        if frame <= above || frame > outer || !frame.is_multiple_of(WORD) {
            return false;
        }
        above = frame;
        // SAFETY: between the stack pointer and a frame of the same stack, hence mapped.
        [frame, _] = unsafe { *link_of(frame) };
    }
    false
}

/// How many frames a trace has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Depth {
    /// At most.
    pub most: usize,
    /// Of a recursion with many stacks (see [`crowd`]) no more, if so many show it; likewise twice as many.
    pub of_recursion: usize,
}

impl Depth {
    /// As many as there are up to `most`.
    pub const fn exactly(most: usize) -> Depth {
        Depth {
            most,
            of_recursion: most,
        }
    }
}

/// What is done on a walk.
pub trait Walk {
    /// Takes the next return address.
    fn frame(&mut self, pc: usize);

    /// More follow behind as many as a recursion may have: whether the trace ends here.
    fn ends(&mut self) -> bool;
}

/// Tells of the return addresses behind the caller's own: at most `depth` with that, only on the thread's own `stack`, and only while the frame
/// pointers rise. The function whose frame is `hidden` is left out.
#[inline(always)]
pub fn follow(
    caller: Caller,
    stack: Option<Range<usize>>,
    depth: Depth,
    hidden: usize,
    walk: &mut impl Walk,
) {
    let mut above = platform::stack_pointer();
    // Nothing below the end can be followed from beyond it.
    let Some(stack) = stack.filter(|stack| stack.start <= above) else {
        return;
    };
    let mut frame = caller.frame;
    let mut count = 1;
    let mut may_end_at = depth.of_recursion;
    while can_follow(frame, above, &stack) && count < depth.most {
        // SAFETY: between the stack pointer and the stack's end, hence mapped.
        let [next, pc] = unsafe { *link_of(frame) };
        let pc = platform::code_address(pc);
        if pc < platform::PAGE {
            break;
        }
        if next != hidden || hidden == 0 {
            if count == may_end_at {
                if walk.ends() {
                    break;
                }
                may_end_at *= 2;
            }
            walk.frame(pc);
            count += 1;
        }
        (above, frame) = (link_of(frame) as usize, next);
    }
}

/// A trace that a walk has written down.
pub struct Frames {
    pcs: [MaybeUninit<usize>; MAX_DEPTH],
    count: usize,
    beginning: Option<Beginning>,
    ends_in_recursion: bool,
}

impl Frames {
    /// None yet. It is large, and filled where it lies: returned with its frames, it would be copied.
    #[inline(always)]
    pub fn none() -> Frames {
        Frames {
            pcs: [const { MaybeUninit::uninit() }; MAX_DEPTH],
            count: 0,
            beginning: None,
            ends_in_recursion: false,
        }
    }

    /// Writes down the caller's own return address and those of [`follow`] behind it, once.
    #[inline(always)]
    pub fn fill(
        &mut self,
        caller: Caller,
        stack: Option<Range<usize>>,
        depth: Depth,
        hidden: usize,
    ) {
        self.frame(caller.pc);
        let most = depth.most.min(MAX_DEPTH);
        follow(caller, stack, Depth { most, ..depth }, hidden, self);
    }

    /// Innermost first.
    pub fn pcs(&self) -> &[usize] {
        // SAFETY: so many were written.
        unsafe { core::slice::from_raw_parts(self.pcs.as_ptr().cast(), self.count) }
    }

    /// The first frames, if a recursion shows in them and not all of its stacks may be kept.
    pub fn beginning(&self) -> Option<Beginning> {
        self.beginning.filter(|_| !self.ends_in_recursion)
    }

    /// Whether more frames have followed, of a recursion with many stacks.
    pub fn ends_in_recursion(&self) -> bool {
        self.ends_in_recursion
    }
}

impl Walk for Frames {
    #[inline(always)]
    fn frame(&mut self, pc: usize) {
        self.pcs[self.count].write(pc);
        self.count += 1;
    }

    fn ends(&mut self) -> bool {
        if crowd::is_recursion(self.pcs()) {
            let beginning = self.beginning.unwrap_or(Beginning::of(self.pcs()));
            self.beginning = Some(beginning);
            self.ends_in_recursion = beginning.is_crowded();
        }
        self.ends_in_recursion
    }
}

/// What a frame pointer is whose link stands there.
#[cfg(test)]
pub fn frame_of(link: *const Link) -> usize {
    (link as usize).wrapping_add_signed(-platform::FRAME_LINK)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(caller: Caller, stack: Option<Range<usize>>, depth: Depth) -> Frames {
        let mut frames = Frames::none();
        frames.fill(caller, stack, depth, 0);
        frames
    }

    #[test]
    fn wild_frame_pointers_end_the_walk() {
        let stack = platform::mapping_of(platform::stack_pointer()).unwrap();
        for frame in [
            0,
            1,
            usize::MAX,
            usize::MAX - 15,
            stack.end - 8,
            stack.end,
            stack.start,
            0xdead_beef_0000_u64 as usize,
        ] {
            let caller = Caller { pc: 0x1234, frame };
            let walked = filled(caller, Some(stack.clone()), Depth::exactly(8));
            assert_eq!(walked.pcs(), [0x1234]);
        }
    }

    #[test]
    fn a_chain_is_followed_and_a_loop_is_not() {
        let stack = platform::mapping_of(platform::stack_pointer()).unwrap();
        let mut chain = [[0usize; 2]; 3];
        let base = frame_of(chain.as_ptr());
        chain[0] = [base + 16, 0x10_0000];
        chain[1] = [base + 32, 0x20_0000];
        chain[2] = [base, 0x30_0000];
        let chain = core::hint::black_box(&mut chain);
        let caller = Caller {
            pc: 0x1234,
            frame: frame_of(chain.as_ptr()),
        };
        assert_eq!(
            filled(caller, Some(stack), Depth::exactly(8)).pcs(),
            [0x1234, 0x10_0000, 0x20_0000, 0x30_0000]
        );
    }

    #[test]
    fn traces_of_recursions_are_short_once_there_are_many() {
        const LINKS: usize = 40;
        let stack = platform::mapping_of(platform::stack_pointer()).unwrap();
        let mut chain = [[0usize; 2]; LINKS];
        let base = frame_of(chain.as_ptr());
        let mut walk = |depth: Depth, pc_of: &dyn Fn(usize) -> usize| {
            for (link, place) in chain.iter_mut().enumerate() {
                *place = [base + 16 * (link + 1), pc_of(link) << 20];
            }
            let caller = Caller {
                pc: 0x1234,
                frame: frame_of(core::hint::black_box(&mut chain).as_ptr()),
            };
            let mut lengths = [0; 20];
            for length in &mut lengths {
                let frames = filled(caller, Some(stack.clone()), depth);
                *length = frames.pcs().len();
                assert_eq!(frames.ends_in_recursion(), *length < depth.most);
                if let Some(beginning) = frames.beginning() {
                    beginning.add();
                }
            }
            assert_eq!(lengths[..16], [depth.most; 16]);
            lengths[19]
        };
        let depth = Depth {
            most: 30,
            of_recursion: 8,
        };
        assert_eq!(walk(depth, &|link| link + 1), 30);
        assert_eq!(walk(Depth::exactly(40), &|link| link + 1), 40);
        // Of a function that calls itself, of three and of eleven that call each other, and of one behind others.
        assert_eq!(walk(depth, &|_| 1), 8);
        assert_eq!(walk(depth, &|link| 1 + link % 3), 8);
        assert_eq!(walk(depth, &|link| 1 + link % 11), 16);
        assert_eq!(walk(depth, &|link| 1 + link.min(12)), 16);
        // Too far away to be seen.
        assert_eq!(walk(depth, &|link| 1 + link.min(20)), 30);
        assert_eq!(walk(Depth::exactly(30), &|_| 1), 30);
    }

    #[test]
    fn a_chain_leads_to_its_own_frames_alone() {
        let mut chain = [[0usize; 2]; 3];
        let base = frame_of(chain.as_ptr());
        chain[0][0] = base + 32;
        // As a library function does that keeps something else in the register.
        chain[1][0] = 0x1234;
        let chain = core::hint::black_box(&mut chain);
        let [first, second, third] = [0, 1, 2].map(|place| frame_of(&chain[place]));
        assert!(leads_to(first, first) && leads_to(first, third));
        assert!(!leads_to(first, second) && !leads_to(second, third));
        assert!(!leads_to(0, third) && !leads_to(third, second));
    }
}
