//! What becomes of the options: each part of the runtime is told of its own.

use crate::options::{self, Format, Options};
use crate::output::{self, Colour, Out, log};
use crate::{globals, heap, leak, malloc_hooks, platform, report, shadow, signal, stack};
use core::fmt::Write;
use sanecc_abi::shadow::GRANULE;

/// Takes over all options that do not concern reports alone.
pub fn apply(options: Options<'static>) {
    report::termination::sleep(options.sleep_before_init, "before init");
    apply_to_quarantine(&options);
    let usual = Options::default();
    if (options.redzone, options.max_redzone) != (usual.redzone, usual.max_redzone) {
        heap::size_class::bound_redzones(options.redzone, options.max_redzone);
    }
    apply_to_shadow(&options);
    heap::quarantine::set_share(options.quarantine_share);
    heap::idle::set_interval(options.allocator_release_to_os_interval_ms);
    // As for ASan, 0 is no limit.
    if let Some(megabytes) = options.max_allocation_size_mb.filter(|limit| *limit != 0) {
        heap::set_max_size(megabytes.saturating_mul(1 << 20));
    }
    if !options.poison_heap {
        heap::poison::turn_off();
    }
    if let Some(frames) = options.malloc_context_size {
        stack::set_depth(frames);
    }
    crate::fake::set_wanted(options.detect_stack_use_after_return);
    if options.help {
        options::print_help(options.report_format);
    }
    crate::library::switches::set(&options);
    if options.disable_coredump {
        platform::disable_core_files();
    }
    crate::entry::set_behaviour(&options);
    globals::definitions::set_level(options.detect_odr_violation);
    globals::order::set(
        options.check_initialization_order,
        options.strict_init_order,
    );
    malloc_hooks::set(&options);
    crate::pairs::set(options.detect_invalid_pointer_pairs);
    signal::install(&options);
    leak::set_up(&options);
    crate::coverage::set(&options);
    if options.verbosity > 0 {
        tell(options.report_format);
    }
    report::termination::sleep(options.sleep_after_init, "after init");
}

/// Takes over the options that concern where text goes, and its colours.
pub fn apply_to_output(options: &Options<'_>) {
    output::set_colour(colour(options));
    log::set_name(options.log_exe_name, options.log_suffix.unwrap_or_default());
    if let Some(path) = options.log_path {
        log::set_path(path);
    }
}

/// When reports are coloured: as the option says, else as the environment asks all programs to. AddressSanitizer does not look there.
fn colour(options: &Options<'_>) -> Colour {
    let is_open = options.color == Colour::Auto && options.report_format == Format::Text;
    let is_set = |name| !matches!(platform::environment_variable(name), b"" | b"0");
    match is_open {
        true if !platform::environment_variable(c"NO_COLOR").is_empty() => Colour::Never,
        true if is_set(c"CLICOLOR_FORCE") => Colour::Always,
        _ => options.color,
    }
}

fn apply_to_shadow(options: &Options<'_>) {
    if !options.use_madv_dontdump {
        shadow::map::keep_in_core_files();
        stack::depot::keep_in_core_files();
    }
    if !options.no_huge_pages_for_shadow {
        shadow::map::allow_huge_pages();
    }
    if !options.protect_shadow_gap {
        shadow::map::give_gap_up();
    }
}

fn apply_to_quarantine(options: &Options<'_>) {
    use heap::quarantine::{set_batch_bytes, set_limit};
    if options.quarantine_size_mb.is_some() && options.quarantine_size.is_some() {
        options::refuse(
            "please use either 'quarantine_size' (deprecated) or quarantine_size_mb, but not both",
        );
    }
    if let Some(bytes) = options.quarantine_bytes() {
        set_limit(bytes);
    }
    if let Some(bytes) = options.batch_bytes() {
        if bytes == 0 && heap::quarantine::limit() != 0 {
            options::refuse(
                "thread_local_quarantine_size_kb can be set to 0 only when quarantine_size_mb is set to 0",
            );
        }
        set_batch_bytes(bytes);
    }
}

/// What `verbosity` asks for.
fn tell(format: Format) {
    let mut out = Out::report();
    if format == Format::Asan {
        let _ = writeln!(
            out,
            "SHADOW_SCALE: {}\nSHADOW_GRANULARITY: {}\nSHADOW_OFFSET: {:#x}\n=={}==AddressSanitizer Init done",
            GRANULE.ilog2(),
            GRANULE,
            platform::SHADOW_OFFSET,
            platform::process_id()
        );
    }
    let _ = writeln!(
        out,
        "sanecc: shadow at {:#x}..{:#x}{}, quarantine_size_mb={}M, thread_local_quarantine_size_kb={}K",
        platform::SHADOW_OFFSET,
        shadow::map::shadow_end(),
        if shadow::map::is_lazy() {
            ", mapped on demand because address space is limited"
        } else {
            ""
        },
        heap::quarantine::limit() >> 20,
        heap::quarantine::batch_bytes() >> 10,
    );
    out.flush();
}
