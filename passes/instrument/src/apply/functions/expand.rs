//! The step from calls of checks to their code.

use super::names::{SHADOW_CHECK_PREFIX, expanded, is_about_a_pointer};
use sanecc_abi::symbols::{CHECK_RANGE, IS_ADDRESSABLE, REPORT, REPORT_OBJECT};
use sanecc_ir::llvm::edit::Editor;

/// Functions that call checks and reports alone need no frame pointers: reports find frames by tables, and nothing else looks up the
/// stack from there. To be asked before checks become code.
pub fn leave_out_frame_pointers(editor: &mut Editor<'_>) {
    const REPORTS: [&str; 4] = [REPORT, REPORT_OBJECT, CHECK_RANGE, IS_ADDRESSABLE];
    editor.leave_out_frame_pointers(|name| {
        name.starts_with(SHADOW_CHECK_PREFIX) || REPORTS.contains(&name)
    });
}

/// Calls of checks become calls of the functions with their code ([`shadow_checks`]), which take what a pointer was computed from, and how far it
/// is from there.
pub fn locate_checks(editor: &mut Editor<'_>) {
    editor.split_first_arguments(|name| is_about_a_pointer(name).then(|| expanded(name)));
}
