//! Whether an error is one of those that are not to be reported.

use super::names::Names;
use super::{Kind, find, has_any};
use crate::output::bytes_of;
use crate::report::Finding;
use crate::report::frames::Tracer;
use crate::report::names;

/// The kinds that are for errors, not for leaks.
const KINDS: [Kind; 8] = [
    Kind::Odr,
    Kind::InterceptorName,
    Kind::InterceptorViaFunction,
    Kind::InterceptorViaLibrary,
    Kind::Mismatch,
    Kind::Function,
    Kind::Source,
    Kind::Module,
];

/// Whether any error may be suppressed.
pub fn may_be() -> bool {
    has_any(&KINDS)
}

/// Whether a suppression names the error with this stack.
pub fn is(finding: &Finding<'_>, tracer: &mut Tracer<'_>, frames: &[usize]) -> bool {
    let function = finding.library_function().map(|name| name.to_bytes());
    let is_library = function.is_some();
    let is_mismatch = matches!(finding, Finding::Mismatch { .. });
    let by_name = function.and_then(|name| find(Kind::InterceptorName, &[name]));
    let mut found = by_name.is_some();
    if let Finding::TwoDefinitions { new, .. } = finding {
        let linked = new.name.get().map_or(&b""[..], bytes_of);
        let readable = names::readable(linked);
        found |= find(Kind::Odr, &[readable.as_deref().unwrap_or(linked)]).is_some();
    }
    let is_exact = matches!(finding, Finding::Fault { .. });
    tracer.frames(frames, is_exact, finding.site(), &mut |frame| {
        let names = Names::of(frame);
        for (kind, applies, name) in [
            (Kind::InterceptorViaFunction, is_library, names.function),
            (Kind::InterceptorViaLibrary, is_library, names.module()),
            (Kind::Mismatch, is_mismatch, names.function),
            (Kind::Function, true, names.function),
            (Kind::Source, true, names.file),
            (Kind::Module, true, names.module()),
        ] {
            found |= applies && find(kind, &[name]).is_some();
        }
    });
    found
}
