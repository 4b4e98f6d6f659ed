//! Every option: its name, which is ASan's where ASan has it, its type and default, and what it does.

use super::Row;
use super::value::{Format, Handle, Value};
use crate::heap::quarantine;
use crate::output::Colour;

/// Makes the options' structure, its defaults and the table by which they are read, of one line for each.
macro_rules! options {
    ($($name:ident: $type:ty = $default:expr, $help:literal;)*) => {
        /// What can be set.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct Options<'a> {
            $(#[doc = $help] pub $name: $type,)*
        }

        impl Default for Options<'_> {
            fn default() -> Self {
                Options { $($name: $default,)* }
            }
        }

        pub(super) static ROWS: &[Row] = &[
            $(Row {
                name: stringify!($name),
                help: $help,
                set: |options, value| match Value::read(value) {
                    Some(value) => { options.$name = value; true }
                    None => false,
                },
            },)*
        ];
    };
}

options! {
    help: bool = false, "print this";
    asan_defaults: bool = false, "what is not set has the default that it has with ASan";
    verbosity: usize = 0, "1: tell what was set up";
    include: Option<&'a [u8]> = None, "read more options from this file; %b is the program's name, %p the process";
    include_if_exists: Option<&'a [u8]> = None, "likewise, if there is such a file";

    // The shadow.
    use_madv_dontdump: bool = true, "0: core files contain the shadow and the stack traces of chunks (default 1)";
    no_huge_pages_for_shadow: bool = true, "0: the shadow may be in huge pages (default 1)";
    protect_shadow_gap: bool = true, "0: the addresses between the parts of the shadow are the program's, as some drivers want (default 1)";

    // How the program ends.
    exitcode: i32 = 1, "exit status after a report";
    abort_on_error: bool = false, "end by SIGABRT, of which a handler of the program has its turn first";
    halt_on_error: bool = true, "0: go on after a report; checks do so only in code compiled with -fsanecc-recover (default 1)";
    suppress_equal_pcs: bool = true, "where the program goes on, report the errors of each place once (default 1)";
    sleep_before_dying: usize = 0, "seconds between a report and the end of the program, for a debugger";
    sleep_before_init: usize = 0, "seconds before the runtime is set up, for a debugger";
    sleep_after_init: usize = 0, "seconds before the program starts, for a debugger";
    disable_coredump: bool = false, "no core files; the shadow makes them large";

    // Where reports go and what they look like.
    report_format: Format = Format::Text, "text (default), asan (as ASan writes them), json (one object a line)";
    log_path: Option<&'a [u8]> = None, "write reports to <value>.<pid>; also stderr or stdout";
    log_exe_name: bool = false, "put the program's name before the pid in the name of that file";
    log_suffix: Option<&'a [u8]> = None, "what the name of that file ends with";
    color: Colour = Colour::Auto, "auto (default: on terminals), always, never";
    symbolize: bool = true, "names and lines in stack traces (default 1)";
    demangle: bool = true, "names of C++ functions as in the source (default 1)";
    strip_path_prefix: Option<&'a [u8]> = None, "what is cut off the paths in stack traces";
    stack_trace_format: Option<&'a [u8]> = None, "form of the lines of stack traces, DEFAULT or a text with %n %p %m %o %f %s %l %c %F %S %M %L";
    print_summary: bool = true, "end a report with a line that sums it up (default 1)";
    print_source: bool = true, "show the lines of the source (default 1; only in the format text)";
    source_map: Option<&'a [u8]> = None, "where sources lie that were compiled elsewhere: FROM=TO[,FROM=TO...], for the beginnings of paths; only in the format text";
    fold_frames: bool = true, "0: show each frame of the C and the C++ library (default 1; only in the format text)";
    dump_shadow: bool = false, "show the shadow around the address; the format asan always does";
    print_legend: bool = true, "explain shadow bytes where they are shown (default 1)";
    print_scariness: bool = false, "tell how dangerous the error is, as ASan scores it";
    print_module_map: usize = 0, "show what is mapped: 1: before the program ends by a report, 2: after each report";
    dedup_token_length: usize = 0, "so many functions of the error's stack go into a line DEDUP_TOKEN (default 0: no such line)";
    symbolize_vs_style: bool = false, "places as file(line,column)";
    dump_registers: bool = true, "reports of faults show all registers (default 1; only in the format asan)";
    dump_instruction_bytes: bool = false, "reports of faults show the bytes of the instruction";
    print_full_thread_history: bool = true, "show who created the threads of an error, and who those, up to the main thread (default 1)";
    symbolize_inline_frames: bool = true, "show inlined functions in stack traces (default 1)";
    print_cmdline: bool = false, "show the program's command line after a report";

    // The heap.
    quarantine_size_mb: Option<usize> = None, "MiB of freed memory that is not reused, at most (default 16)";
    quarantine_size: Option<usize> = None, "the same in bytes, an older name";
    quarantine_share: usize = quarantine::DEFAULT_SHARE, "the same in percent of the heap in use, but at least 1 MiB (default 25; 0: no such bound)";
    thread_local_quarantine_size_kb: Option<usize> = None, "KiB that a thread keeps of what it has freed before it waits with the rest; at most 61 chunks (default 64)";
    redzone: usize = 16, "least bytes of redzone of a heap chunk, a power of two from 16 to 2048 (default 16)";
    max_redzone: usize = 2048, "most bytes of that (default 2048)";
    poison_heap: bool = true, "0: errors in heap memory are not looked for (default 1)";
    malloc_context_size: Option<usize> = None, "frames of the stack traces of allocations (1 to 256, default 30, but fewer of recursions with many stacks); in the format asan the allocating function is one of them";
    allocator_release_to_os_interval_ms: isize = 5000, "milliseconds that memory is kept in which no chunk is (default 5000; -1: for ever)";
    max_allocation_size_mb: Option<usize> = None, "larger requests fail";
    allocator_may_return_null: bool = true, "0: a request that cannot be met ends the program with a report (default 1)";

    allocator_frees_and_returns_null_on_realloc_zero: bool = true, "0: realloc to 0 bytes gives a chunk of 1 (default 1)";
    check_malloc_usable_size: bool = true, "report malloc_usable_size of what is no chunk (default 1)";
    mmap_limit_mb: usize = 0, "a request ends the program with a report when more MiB than this would be mapped for chunks";
    print_stats: bool = false, "print sums of chunks and memory after a report";
    atexit: bool = false, "and when the program exits";
    heap_profile: bool = false, "say on standard error what memory is spent on, each time that there is a tenth more";
    soft_rss_limit_mb: usize = 0, "requests fail while the program uses more memory than so many MiB; asked now and then";
    hard_rss_limit_mb: usize = 0, "a request ends the program with a report when it uses more memory than so many MiB";
    max_malloc_fill_size: usize = 4096, "so many first bytes of a new chunk are filled (default 4096)";
    malloc_fill_byte: u8 = 0xBE, "with this (default 190)";
    max_free_fill_size: usize = 0, "so many first bytes of a freed chunk are filled";
    free_fill_byte: u8 = 0x55, "with this (default 85)";

    // What is an error.
    alloc_dealloc_mismatch: bool = true, "report malloc with delete and the like (default 1)";
    new_delete_type_mismatch: bool = true, "report delete with another size than that of new (default 1)";
    detect_odr_violation: usize = 2, "report globals that two modules define: 1 if their sizes differ, 2 always, 0 never (default 2)";
    check_initialization_order: bool = false, "find uses of C++ globals that another unit's constructor has yet to give a value";
    strict_init_order: bool = false, "the same for every order in which constructors may run";
    allow_user_poisoning: bool = true, "respect __asan_poison_memory_region (default 1)";
    detect_container_overflow: bool = true, "respect what containers of the C++ library say of their room; all units that use one must be compiled alike (default 1)";
    poison_array_cookie: bool = true, "nothing but delete[] may touch the number of elements that new[] keeps before them (default 1)";
    detect_stack_use_after_return: bool = true, "find uses of stack objects after their function has returned (default 1)";
    detect_invalid_join: bool = true, "report a thread that is joined after it was joined or detached (default 1)";
    detect_invalid_pointer_pairs: usize = 0, "1: report pointers into different objects that are ordered or subtracted, in code compiled with -fsanitize=pointer-compare,pointer-subtract; 2: null, too";
    replace_str: bool = true, "check copying of strings and reading of numbers (default 1)";
    replace_intrin: bool = true, "check calls of memcpy, memmove, memset (default 1)";
    strict_string_checks: bool = false, "strings that a library function looks at must have an end";
    strict_memcmp: bool = true, "memcmp reads all that it is given, also after a difference (default 1)";
    intercept_strlen: bool = true, "check strlen and strnlen (default 1)";
    intercept_strcmp: bool = true, "check strcmp and its relatives (default 1)";
    intercept_strchr: bool = true, "check strchr and its relatives (default 1)";
    intercept_strstr: bool = true, "check strstr and strcasestr (default 1)";
    intercept_strspn: bool = true, "check strspn and strcspn (default 1)";
    intercept_strpbrk: bool = true, "check strpbrk (default 1)";
    intercept_strtok: bool = true, "check strtok and strsep (default 1)";
    intercept_memcmp: bool = true, "check memcmp (default 1)";
    intercept_memmem: bool = true, "check memmem (default 1)";
    check_printf: bool = true, "check what printf formats read and store (default 1)";
    intercept_send: bool = true, "check what send and its kin read (default 1)";
    intercept_stat: bool = true, "check the names that stat and its kin read (default 1)";
    intercept_strndup: bool = true, "check strndup (default 1)";
    intercept_libraries: bool = true, "check what libraries that were compiled without checks pass to library functions, if they were loaded at the start (default 1)";
    handle_ioctl: bool = false, "check what ioctl reads and stores, as the request says; some devices take requests for other things (default 0)";
    suppressions: Option<&'a [u8]> = None, "file of errors that are not reported, lines KIND:PATTERN; sought here and beside the program";
    handle_segv: Handle = Handle::Yes, "report SIGSEGV; 2: and let the program set no handler of its own (default 1)";
    handle_sigbus: Handle = Handle::Yes, "report SIGBUS, as handle_segv (default 1)";
    handle_sigfpe: Handle = Handle::Yes, "report SIGFPE, as handle_segv (default 1)";
    handle_sigill: Handle = Handle::No, "report SIGILL, as handle_segv (default 0)";
    handle_abort: Handle = Handle::No, "report SIGABRT, as handle_segv (default 0)";
    handle_sigtrap: Handle = Handle::No, "report SIGTRAP, as handle_segv (default 0)";
    allow_user_segv_handler: bool = true, "0: read each handle_...=1 as 2 (default 1)";
    use_sigaltstack: bool = true, "handle signals on a stack of their own (default 1)";

    // Coverage, of code compiled with -fsanitize-coverage=.
    coverage: bool = false, "write which code has run to files at the end of the program";
    coverage_dir: Option<&'a [u8]> = None, "the folder of these files (default: the working folder)";
    cov_8bit_counters_out: Option<&'a [u8]> = None, "write the counters of inline-8bit-counters to this file at the end of the program";
    cov_pcs_out: Option<&'a [u8]> = None, "likewise the tables of pc-table, in the same order";

    // Leaks.
    detect_leaks: bool = false, "report heap chunks that nothing points to any more (default 0)";
    leak_check_at_exit: bool = true, "with detect_leaks, look when the program exits; 0: only when it asks (default 1)";
    leak_check_interval: usize = 1000, "with detect_leaks and -fsanecc-mode=pointer, milliseconds at least between looks for leaks while the program runs; 0: none (default 1000)";
    report_objects: bool = false, "print the addresses of leaked chunks";
    max_leaks: usize = 0, "print only so many leaks, the largest (default 0: all)";
    resolution: usize = 0, "leaks of which so many frames agree are one (default 0: all frames have to)";
    use_globals: bool = true, "a pointer in a global variable keeps a chunk from being a leak (default 1)";
    use_stacks: bool = true, "the same for stacks (default 1)";
    use_registers: bool = true, "the same for registers (default 1)";
    use_tls: bool = true, "the same for thread-local variables and thread-specific data (default 1)";
    use_root_regions: bool = true, "the same for __lsan_register_root_region (default 1)";
    use_ld_allocations: bool = true, "chunks of the dynamic loader are no leaks (default 1)";
    use_unaligned: bool = false, "pointers count at any address, not only at multiples of 8";
    use_poisoned: bool = false, "pointers count in memory that must not be accessed, too";
    print_suppressions: bool = true, "tell which suppressions matched leaks (default 1)";
}
