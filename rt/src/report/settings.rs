//! How reports look.

use crate::options::{Format, Options};
use core::sync::atomic::{AtomicBool, AtomicU8, AtomicUsize, Ordering};

/// Whether reports are shorter or longer than usual.
pub struct Settings {
    symbolize: AtomicBool,
    summary: AtomicBool,
    legend: AtomicBool,
    dump_shadow: AtomicBool,
    fold_frames: AtomicBool,
    command_line: AtomicBool,
    callers: AtomicUsize,
    thread_history: AtomicBool,
    inlined: AtomicBool,
    scariness: AtomicBool,
    registers: AtomicBool,
    instructions: AtomicBool,
    visual_studio: AtomicBool,
    token_frames: AtomicUsize,
    module_map: AtomicUsize,
    format: AtomicU8,
}

static SETTINGS: Settings = Settings {
    symbolize: AtomicBool::new(true),
    summary: AtomicBool::new(true),
    legend: AtomicBool::new(true),
    dump_shadow: AtomicBool::new(false),
    fold_frames: AtomicBool::new(true),
    command_line: AtomicBool::new(false),
    callers: AtomicUsize::new(usize::MAX),
    thread_history: AtomicBool::new(true),
    inlined: AtomicBool::new(true),
    scariness: AtomicBool::new(false),
    registers: AtomicBool::new(true),
    instructions: AtomicBool::new(false),
    visual_studio: AtomicBool::new(false),
    token_frames: AtomicUsize::new(0),
    module_map: AtomicUsize::new(0),
    format: AtomicU8::new(Format::Text as u8),
};

/// Takes over the options.
pub fn set(options: &Options<'_>) {
    let Settings {
        symbolize,
        summary,
        legend,
        dump_shadow,
        fold_frames,
        command_line,
        callers,
        thread_history,
        inlined,
        scariness,
        registers,
        instructions,
        visual_studio,
        token_frames,
        module_map,
        format,
    } = &SETTINGS;
    symbolize.store(options.symbolize, Ordering::Relaxed);
    summary.store(options.print_summary, Ordering::Relaxed);
    legend.store(options.print_legend, Ordering::Relaxed);
    dump_shadow.store(options.dump_shadow, Ordering::Relaxed);
    fold_frames.store(options.fold_frames, Ordering::Relaxed);
    command_line.store(options.print_cmdline, Ordering::Relaxed);
    thread_history.store(options.print_full_thread_history, Ordering::Relaxed);
    inlined.store(options.symbolize_inline_frames, Ordering::Relaxed);
    scariness.store(options.print_scariness, Ordering::Relaxed);
    registers.store(options.dump_registers, Ordering::Relaxed);
    instructions.store(options.dump_instruction_bytes, Ordering::Relaxed);
    visual_studio.store(options.symbolize_vs_style, Ordering::Relaxed);
    token_frames.store(options.dedup_token_length, Ordering::Relaxed);
    module_map.store(options.print_module_map, Ordering::Relaxed);
    let most = options.malloc_context_size;
    callers.store(
        most.map_or(usize::MAX, |most| most.saturating_sub(1)),
        Ordering::Relaxed,
    );
    format.store(options.report_format as u8, Ordering::Relaxed);
}

/// Whether stack traces name functions and lines.
pub fn symbolize() -> bool {
    SETTINGS.symbolize.load(Ordering::Relaxed)
}

/// Whether the last line sums a report up.
pub fn summary() -> bool {
    SETTINGS.summary.load(Ordering::Relaxed)
}

/// Whether what shadow bytes mean is explained.
pub fn legend() -> bool {
    SETTINGS.legend.load(Ordering::Relaxed)
}

/// Whether a report for people shows the shadow.
pub fn dump_shadow() -> bool {
    SETTINGS.dump_shadow.load(Ordering::Relaxed)
}

/// Whether frames of libraries are folded.
pub fn fold_frames() -> bool {
    SETTINGS.fold_frames.load(Ordering::Relaxed)
}

/// Whether a report shows the program's command line.
pub fn command_line() -> bool {
    SETTINGS.command_line.load(Ordering::Relaxed)
}

/// How many frames of an allocation are shown besides the function that was called, in the format `asan`.
pub fn callers() -> usize {
    SETTINGS.callers.load(Ordering::Relaxed)
}

/// Whether the threads that created those of an error are told, too.
pub fn thread_history() -> bool {
    SETTINGS.thread_history.load(Ordering::Relaxed)
}

/// Whether inlined functions are shown.
pub fn inlined() -> bool {
    SETTINGS.inlined.load(Ordering::Relaxed)
}

/// Whether an error gets a score.
pub fn scariness() -> bool {
    SETTINGS.scariness.load(Ordering::Relaxed)
}

/// Whether reports of faults show all registers.
pub fn registers() -> bool {
    SETTINGS.registers.load(Ordering::Relaxed)
}

/// Whether reports of faults show the bytes of the instruction.
pub fn instructions() -> bool {
    SETTINGS.instructions.load(Ordering::Relaxed)
}

/// Whether places are written `file(line,column)`.
pub fn visual_studio() -> bool {
    SETTINGS.visual_studio.load(Ordering::Relaxed)
}

/// How many functions the line `DEDUP_TOKEN` names; 0 is no such line.
pub fn token_frames() -> usize {
    SETTINGS.token_frames.load(Ordering::Relaxed)
}

/// Whether a report shows what is mapped: 1 for the last, 2 for each.
pub fn module_map() -> usize {
    SETTINGS.module_map.load(Ordering::Relaxed)
}

/// The form of reports.
pub fn format() -> Format {
    let format = SETTINGS.format.load(Ordering::Relaxed);
    let known = [Format::Json, Format::Asan];
    known
        .into_iter()
        .find(|known| *known as u8 == format)
        .unwrap_or(Format::Text)
}
