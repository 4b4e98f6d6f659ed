//! Replaces calls of checks by calls of their code.

use super::names::{RANGE_ADDRESSABLE, SHADOW_CHECK_PREFIX, expanded, is_about_a_pointer};
use sanecc_abi::symbols::{CHECK_RANGE, IS_ADDRESSABLE, REPORT, REPORT_OBJECT};
use sanecc_ir::llvm::edit::Editor;
use std::collections::HashSet;

/// Functions that call only checks and reports need no frame pointers: reports unwind by tables. To be called before checks become
/// code.
pub fn leave_out_frame_pointers(editor: &mut Editor<'_>) {
    const REPORTS: [&str; 4] = [REPORT, REPORT_OBJECT, CHECK_RANGE, IS_ADDRESSABLE];
    editor.leave_out_frame_pointers(|name| {
        name.starts_with(SHADOW_CHECK_PREFIX) || REPORTS.contains(&name)
    });
}

/// Replaces calls of checks by calls of the functions with their code ([`shadow_checks`]), which take the base of the pointer and its constant
/// offset.
pub fn locate_checks(editor: &mut Editor<'_>) {
    editor.split_first_arguments(|name| is_about_a_pointer(name).then(|| expanded(name)));
}

/// The functions that check ranges before loops, also where those were inlined.
pub fn with_range_checks(editor: &Editor<'_>) -> HashSet<String> {
    editor.callers(RANGE_ADDRESSABLE)
}
