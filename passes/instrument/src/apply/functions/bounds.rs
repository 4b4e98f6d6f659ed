//! Comparisons of offsets and ranges, and guarded checks.

use super::AfterReport;
use super::names::{
    BOUNDS, BOUNDS_CONSTANT, GUARDED, GUARDED_BOUNDS, GUARDED_RANGE, LANE, OVERLAP, Shape,
};
use super::space::Space;
use sanecc_abi::symbols::{CHECK_OVERLAP, REPORT_OBJECT};

/// Parameters, and arguments, of a check against the bounds of an object.
const OBJECT: &str = "ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object";

/// The comparisons, and the guarded checks that contain them, for names with this suffix. Shadow checks in them stay opaque until LLVM has optimised.
pub(super) fn bounds(end: &str, after: AfterReport, space: &Space) -> String {
    let bounds = format!("call void @{BOUNDS}{end}({OBJECT})");
    let shadow = shadow_check(LANE, "i1 true, ptr %p, i64 %length, ptr %site");
    let constant = OBJECT.replace("%size", "%size, i64 %last");
    let word = &space.word;
    let (narrow, last) = space.to_word("%last");
    let to_last = format!("{narrow}%beyond = icmp ugt {word} %offset, {last}");
    let (narrow, size) = space.clamped("%size");
    let (widen, remaining) = space.widened("%remaining");
    let to_size = format!(
        "{narrow}\
         %outside = icmp ugt {word} %offset, {size}\n  \
         %remaining = sub {word} {size}, %offset\n  \
         {widen}\
         %long = icmp ugt i64 %length, {remaining}\n  \
         %either = or i1 %outside, %long\n  \
         %some = icmp ne i64 %length, 0\n  \
         %beyond = and i1 %either, %some"
    );
    [
        comparison(
            &format!("{BOUNDS_CONSTANT}{end}"),
            &constant,
            &to_last,
            after,
            space,
        ),
        comparison(&format!("{BOUNDS}{end}"), OBJECT, &to_size, after, space),
        guarded(
            &format!("{GUARDED}{end}"),
            OBJECT,
            &format!("{bounds}\n  {shadow}"),
        ),
        guarded(&format!("{GUARDED_BOUNDS}{end}"), OBJECT, &bounds),
    ]
    .concat()
}

/// A function that reports the access where `lines` set `%beyond`; they know its `%offset` in the object. An object does not reach across the end of the addresses,
/// so a word tells what lies before it from what lies in it.
fn comparison(
    name: &str,
    parameters: &str,
    lines: &str,
    after: AfterReport,
    space: &Space,
) -> String {
    let report = space.call(REPORT_OBJECT, OBJECT);
    let AfterReport {
        attribute, next, ..
    } = after;
    let word = &space.word;
    format!(
        "define linkonce_odr hidden void @{name}({parameters}) alwaysinline nounwind {{\n\
         entry:\n  \
         %pa = ptrtoint ptr %p to {word}\n  \
         %sa = ptrtoint ptr %start to {word}\n  \
         %offset = sub {word} %pa, %sa\n  \
         {lines}\n  \
         br i1 %beyond, label %bad, label %ok, !prof !0\n\
         bad:\n  \
         {report} {attribute}nounwind\n  \
         {next}\n\
         ok:\n  \
         ret void\n}}\n"
    )
}

/// A function that makes these calls if the bit `%on` is set.
fn guarded(name: &str, parameters: &str, calls: &str) -> String {
    format!(
        "define linkonce_odr hidden void @{name}(i1 %on, {parameters}) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         {calls}\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n"
    )
}

/// The call of a shadow check, which touches no memory that the program can name.
fn shadow_check(name: &str, arguments: &str) -> String {
    format!("call void @{name}({arguments}) memory(inaccessiblemem: readwrite)")
}

/// The check of copies; the runtime checks again.
pub(super) fn overlap(space: &Space) -> String {
    let check = space.call(CHECK_OVERLAP, "ptr %to, ptr %from, i64 %length, ptr %site");
    overlap_of("i64", "add i64 %length, 0", &check) + "declare i64 @llvm.umin.i64(i64, i64)\n"
}

/// The check of copies whose ranges must be equal or disjoint, with numbers of this type: `length` is what computes one, and `report` what follows otherwise.
///
/// Ranges overlap where their distance is less than the length either way, which one comparison of numbers without signs finds. Longer ones than half of all memory are none of objects.
pub(super) fn overlap_of(word: &str, length: &str, report: &str) -> String {
    format!(
        "define linkonce_odr hidden void @{OVERLAP}(ptr %to, ptr %from, i64 %length, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         %t = ptrtoint ptr %to to {word}\n  \
         %f = ptrtoint ptr %from to {word}\n  \
         %n = {length}\n  \
         %ahead = sub {word} %t, %f\n  \
         %some = call {word} @llvm.umax.{word}({word} %n, {word} 1)\n  \
         %less = sub {word} %some, 1\n  \
         %shifted = add {word} %ahead, %less\n  \
         %both = add {word} %some, %less\n  \
         %near = icmp ult {word} %shifted, %both\n  \
         br i1 %near, label %compare, label %ok, !prof !0\n\
         compare:\n  \
         %moved = icmp ne {word} %ahead, 0\n  \
         br i1 %moved, label %report, label %ok\n\
         report:\n  \
         {report}\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n\
         declare {word} @llvm.umax.{word}({word}, {word})\n"
    )
}

/// A guarded check of the shadow of a range.
pub(super) fn guarded_range() -> String {
    let check = shadow_check(LANE, "i1 true, ptr %p, i64 %length, ptr %site");
    let function = guarded(GUARDED_RANGE, "ptr %p, i64 %length, ptr %site", &check);
    format!(
        "{function}declare void @{LANE}(i1, ptr, i64, ptr) nounwind nomerge memory(inaccessiblemem: readwrite)\n"
    )
}

/// A guarded check of this shape.
pub(super) fn guarded_shape(shape: Shape) -> String {
    let (check, name) = (shape.check(), shape.guarded());
    let call = shadow_check(&check, "ptr %p, ptr %site");
    let function = guarded(&name, "ptr %p, ptr %site", &call);
    format!(
        "{function}declare void @{check}(ptr, ptr) nounwind nomerge memory(inaccessiblemem: readwrite)\n"
    )
}
