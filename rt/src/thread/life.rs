//! The beginning of a thread, as far as the runtime sees it, and its end.

use super::{
    MAIN, MAIN_STACK_HIGH, SIGNAL_STACK, State, Thread, WORKSPACE_BYTES, Workspace, current,
    next_number,
};
use crate::lock::Lock;
use crate::{platform, shadow};
use core::ops::Range;
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering};

/// Whether threads get a stack for signal handlers.
static USES_SIGNAL_STACKS: AtomicBool = AtomicBool::new(false);

// SAFETY: `leak` defines the function and compares its type with this one.
unsafe extern "Rust" {
    /// Called when a thread ends, before its workspace is unmapped.
    #[link_name = "__sanecc_thread_ends"]
    pub safe fn report_end();
}

static EXIT_KEY: Locked = Locked {
    lock: Lock::new(),
    key: AtomicU32::new(u32::MAX),
};

/// Sets whether threads that begin from now on get a stack for signal handlers.
pub fn use_signal_stacks(is_wanted: bool) {
    USES_SIGNAL_STACKS.store(is_wanted, Ordering::Relaxed);
}

/// The lock of the key, for `fork`.
pub fn lock() -> &'static Lock {
    &EXIT_KEY.lock
}

struct Locked {
    lock: Lock,
    key: AtomicU32,
}

impl Thread {
    #[cold]
    pub(super) fn set_up(&self) {
        // A program that lets a thread do as little as it does by itself may confine it at this moment.
        let _undisturbed = platform::undisturbed();
        let is_main = platform::kernel_thread_id() == platform::process_id();
        let main_high = MAIN_STACK_HIGH.load(Ordering::Relaxed);
        if is_main && main_high == 0 && !cfg!(test) {
            // The dynamic linker calls `malloc` before the program starts.
            return;
        }
        self.state.set(State::SettingUp);
        let stack = if is_main {
            main_stack(main_high)
        } else {
            thread_stack()
        };
        let mut ends_are_noticed = false;
        if !is_main {
            if self.number.get() == MAIN {
                self.number.set(next_number());
            }
            ends_are_noticed = self.call_at_exit();
        }
        if let Some(stack) = stack {
            // The thread that had this stack before may have been cancelled with poisoned frames.
            let sp = platform::stack_pointer() & !7;
            if !is_main && stack.contains(&sp) {
                shadow::clear(stack.start, sp - stack.start);
            }
            self.known.set_stack(stack);
        }
        if USES_SIGNAL_STACKS.load(Ordering::Relaxed) {
            self.signal_stack
                .set(platform::install_signal_stack(SIGNAL_STACK).unwrap_or(0));
        }
        // Without an end there is nobody to give it back.
        if is_main || ends_are_noticed {
            let workspace = platform::map(0, WORKSPACE_BYTES).unwrap_or(0);
            self.workspace.set(workspace as *mut Workspace);
        }
        self.state.set(State::Ready);
    }

    /// Has [`leave`] called when the thread ends, if that is possible.
    fn call_at_exit(&self) -> bool {
        EXIT_KEY.lock.acquire();
        let mut key = EXIT_KEY.key.load(Ordering::Relaxed);
        if key == u32::MAX {
            // SAFETY: the destructor has the type that the C library calls.
            if unsafe { libc::pthread_key_create(&mut key, Some(leave)) } == 0 {
                EXIT_KEY.key.store(key, Ordering::Relaxed);
            }
        }
        EXIT_KEY.lock.release();
        // SAFETY: the key exists; any value but null gets the destructor called.
        key != u32::MAX
            && unsafe { libc::pthread_setspecific(key, (self as *const Thread).cast()) == 0 }
    }
}

/// The thread ends: its stack may be used by the next one, whatever frames were left without epilogue.
extern "C" fn leave(_: *mut core::ffi::c_void) {
    let thread = current();
    crate::fake::thread_ends(thread);
    if let Some(stack) = thread.stack() {
        shadow::clear(
            stack.start.next_multiple_of(8),
            (stack.end - stack.start) & !7,
        );
    }
    report_end();
    let workspace = thread.workspace.replace(core::ptr::null_mut());
    if !workspace.is_null() {
        // SAFETY: the thread's own, and out of its reach since the line above.
        unsafe { &mut (*workspace).slots }.empty();
        platform::unmap(workspace as usize, WORKSPACE_BYTES);
    }
    let signal_stack = thread.signal_stack.replace(0);
    if signal_stack != 0 {
        platform::remove_signal_stack(signal_stack, SIGNAL_STACK);
    }
    thread.state.set(State::Leaving);
}

fn main_stack(high: usize) -> Option<Range<usize>> {
    if high == 0 {
        return platform::mapping_of(platform::stack_pointer());
    }
    // The kernel keeps everything else out of the area into which the stack may grow.
    const UNLIMITED: usize = 1 << 30;
    let limit = platform::stack_limit().unwrap_or(UNLIMITED).min(UNLIMITED);
    Some(high.saturating_sub(limit)..high)
}

fn thread_stack() -> Option<Range<usize>> {
    if !platform::may_ask_for_stack() {
        return None;
    }
    let mut attributes = core::mem::MaybeUninit::uninit();
    let (mut low, mut size) = (core::ptr::null_mut(), 0);
    // SAFETY: `attributes` is initialised by the first call and destroyed at the end.
    unsafe {
        if libc::pthread_getattr_np(libc::pthread_self(), attributes.as_mut_ptr()) != 0 {
            return None;
        }
        let result = libc::pthread_attr_getstack(attributes.as_ptr(), &mut low, &mut size);
        libc::pthread_attr_destroy(attributes.as_mut_ptr());
        (result == 0).then(|| low as usize..low as usize + size)
    }
}
