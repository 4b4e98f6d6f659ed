//! What the system lets the process have.

use super::seccomp::syscall;

/// Those that all of the shadow counts for.
const OF_ADDRESS_SPACE: [libc::__rlimit_resource_t; 2] = [libc::RLIMIT_AS, libc::RLIMIT_DATA];

/// Whether a limit, by its number, is one of address space.
pub fn limits_address_space(resource: u32) -> bool {
    OF_ADDRESS_SPACE.contains(&resource)
}

/// Bytes of address space that the process may have, `None` when unlimited or unknown.
pub fn address_space_limit() -> Option<usize> {
    OF_ADDRESS_SPACE.map(limit_of).into_iter().flatten().min()
}

/// Bytes that the main thread's stack may grow to, `None` when unlimited or unknown.
pub fn stack_limit() -> Option<usize> {
    limit_of(libc::RLIMIT_STACK)
}

/// The soft limit of a resource (`libc::RLIMIT_*`), `None` when unlimited or unknown.
fn limit_of(resource: libc::__rlimit_resource_t) -> Option<usize> {
    // The kernel's structure is the same on all processors.
    let mut limit = libc::rlimit64 {
        rlim_cur: 0,
        rlim_max: 0,
    };
    let arguments = [0, resource as usize, 0, &raw mut limit as usize, 0, 0];
    // SAFETY: the kernel writes one `rlimit64`.
    let result = unsafe { syscall(libc::SYS_prlimit64, arguments) };
    (result == 0 && limit.rlim_cur != libc::RLIM64_INFINITY)
        .then(|| usize::try_from(limit.rlim_cur).ok())?
}

/// Forbids core files.
pub fn disable_core_files() {
    let limit = [0u64; 2];
    let resource = libc::RLIMIT_CORE as usize;
    // SAFETY: the kernel reads one `rlimit64`.
    unsafe {
        syscall(
            libc::SYS_prlimit64,
            [0, resource, limit.as_ptr() as usize, 0, 0, 0],
        )
    };
}
