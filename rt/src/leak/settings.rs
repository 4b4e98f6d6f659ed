//! What can be set about looking for leaks, under LeakSanitizer's names.

use crate::options::Options;

/// See `rt/src/options/table.rs`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Look for leaks at all.
    pub detect_leaks: bool,
    /// Look when the program exits.
    pub leak_check_at_exit: bool,
    /// Milliseconds between looks while the program runs; 0 is never.
    pub interval: usize,
    /// Print the address of every leaked chunk.
    pub report_objects: bool,
    /// Most leaks that are printed; 0 is all.
    pub max_leaks: usize,
    /// So many frames tell one leak from another; 0 is all.
    pub resolution: usize,
    /// Pointers in global variables count.
    pub use_globals: bool,
    /// Pointers on stacks count.
    pub use_stacks: bool,
    /// Pointers in registers count.
    pub use_registers: bool,
    /// Pointers in thread-local variables and thread-specific data count.
    pub use_tls: bool,
    /// Pointers in regions that the program has registered count.
    pub use_root_regions: bool,
    /// What the dynamic loader has allocated is no leak.
    pub use_ld_allocations: bool,
    /// Pointers count at any address, not only at multiples of their size.
    pub use_unaligned: bool,
    /// Pointers count also in memory that the program may not access.
    pub use_poisoned: bool,
    /// Tell which suppressions matched.
    pub print_suppressions: bool,
}

impl Settings {
    /// Before the options are read.
    pub const OFF: Settings = Settings {
        detect_leaks: false,
        leak_check_at_exit: false,
        interval: 0,
        report_objects: false,
        max_leaks: 0,
        resolution: 0,
        use_globals: true,
        use_stacks: true,
        use_registers: true,
        use_tls: true,
        use_root_regions: true,
        use_ld_allocations: true,
        use_unaligned: false,
        use_poisoned: false,
        print_suppressions: true,
    };

    /// Those of the options.
    pub fn of(options: &Options<'_>) -> Settings {
        Settings {
            detect_leaks: options.detect_leaks,
            leak_check_at_exit: options.leak_check_at_exit,
            interval: options.leak_check_interval,
            report_objects: options.report_objects,
            max_leaks: options.max_leaks,
            resolution: options.resolution,
            use_globals: options.use_globals,
            use_stacks: options.use_stacks,
            use_registers: options.use_registers,
            use_tls: options.use_tls,
            use_root_regions: options.use_root_regions,
            use_ld_allocations: options.use_ld_allocations,
            use_unaligned: options.use_unaligned,
            use_poisoned: options.use_poisoned,
            print_suppressions: options.print_suppressions,
        }
    }
}
