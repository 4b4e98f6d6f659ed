//! From reserved shadow to shadow that is mapped on demand, while the program runs: it is about to limit its address space.

use crate::shadow::map::unused;
use crate::stack::depot;
use crate::{fork, heap, platform, provenance, signal};

/// Gives address space back that holds nothing, so that the program finds some below a limit of so many bytes. Where nobody can tell
/// what holds nothing, and for a child of `vfork`, which will be another program, all stays.
pub fn give_shadow_back(limit: usize) {
    // The tables of provenance take more address space than any limit leaves, whatever the shadow does.
    if !platform::is_own_memory() || provenance::is_followed() {
        return;
    }
    heap::fast::forbid();
    // Whoever needs new shadow meanwhile waits, or faults and gets it.
    fork::stop_others();
    unused::give_back(|| {
        // It takes this one itself; whoever else does holds no other meanwhile.
        let handlers = signal::user::lock();
        handlers.release();
        signal::serve_shadow();
        handlers.acquire();
    });
    fork::let_others_go();
    depot::bound(limit);
}
