//! Comparisons of offsets and ranges, and checks that a bit decides about.

use super::Ending;
use super::names::{
    BOUNDS, BOUNDS_CONSTANT, GUARDED, GUARDED_BOUNDS, GUARDED_RANGE, LANE, OVERLAP, Shape,
};
use sanecc_abi::symbols::{CHECK_OVERLAP, REPORT_OBJECT};
use std::fmt::Write;

/// The comparisons for accesses whose checks have this end of their names, and the checks that a bit decides about. What asks the shadow
/// there stays opaque until LLVM has optimised.
pub(super) fn bounds(
    end: &str,
    Ending {
        attribute, next, ..
    }: Ending,
) -> String {
    format!(
        "define linkonce_odr hidden void @{BOUNDS_CONSTANT}{end}(ptr %p, i64 %length, ptr %start, i64 %size, i64 %last, ptr %site, ptr %object) alwaysinline nounwind {{\n\
         entry:\n  \
         %pa = ptrtoint ptr %p to i64\n  \
         %sa = ptrtoint ptr %start to i64\n  \
         %offset = sub i64 %pa, %sa\n  \
         %beyond = icmp ugt i64 %offset, %last\n  \
         br i1 %beyond, label %bad, label %ok, !prof !0\n\
         bad:\n  \
         call void @{REPORT_OBJECT}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) {attribute}nounwind\n  \
         {next}\n\
         ok:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{BOUNDS}{end}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) alwaysinline nounwind {{\n\
         entry:\n  \
         %pa = ptrtoint ptr %p to i64\n  \
         %sa = ptrtoint ptr %start to i64\n  \
         %offset = sub i64 %pa, %sa\n  \
         %outside = icmp ugt i64 %offset, %size\n  \
         %room = sub i64 %size, %offset\n  \
         %long = icmp ugt i64 %length, %room\n  \
         %either = or i1 %outside, %long\n  \
         %some = icmp ne i64 %length, 0\n  \
         %beyond = and i1 %either, %some\n  \
         br i1 %beyond, label %bad, label %ok, !prof !0\n\
         bad:\n  \
         call void @{REPORT_OBJECT}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) {attribute}nounwind\n  \
         {next}\n\
         ok:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{GUARDED}{end}(i1 %on, ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         call void @{BOUNDS}{end}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object)\n  \
         call void @{LANE}(i1 true, ptr %p, i64 %length, ptr %site) memory(inaccessiblemem: readwrite)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{GUARDED_BOUNDS}{end}(i1 %on, ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         call void @{BOUNDS}{end}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n"
    )
}

/// Nearer to each other than they are long, but not in the same place; the runtime looks again.
pub(super) fn overlap() -> String {
    format!(
        "define linkonce_odr hidden void @{OVERLAP}(ptr %to, ptr %from, i64 %length, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         %ta = ptrtoint ptr %to to i64\n  \
         %fa = ptrtoint ptr %from to i64\n  \
         %ahead = sub i64 %ta, %fa\n  \
         %distance = call i64 @llvm.abs.i64(i64 %ahead, i1 false)\n  \
         %near = icmp ult i64 %distance, %length\n  \
         %moved = icmp ne i64 %ahead, 0\n  \
         %bad = and i1 %near, %moved\n  \
         br i1 %bad, label %look, label %ok, !prof !0\n\
         look:\n  \
         call void @{CHECK_OVERLAP}(ptr %to, ptr %from, i64 %length, ptr %site)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n\
         declare i64 @llvm.abs.i64(i64, i1)\n"
    )
}

/// Where the bit is set, the shadow is asked.
pub(super) fn guarded_range() -> String {
    format!(
        "define linkonce_odr hidden void @{GUARDED_RANGE}(i1 %on, ptr %p, i64 %length, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         call void @{LANE}(i1 true, ptr %p, i64 %length, ptr %site) memory(inaccessiblemem: readwrite)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n\
         declare void @{LANE}(i1, ptr, i64, ptr) nounwind memory(inaccessiblemem: readwrite)\n"
    )
}

/// A check that a bit decides about.
pub(super) fn write_guarded(text: &mut String, shape: Shape) {
    let (check, name) = (shape.check(), shape.guarded());
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{name}(i1 %on, ptr %p, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         call void @{check}(ptr %p, ptr %site) memory(inaccessiblemem: readwrite)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n\
         declare void @{check}(ptr, ptr) nounwind memory(inaccessiblemem: readwrite)\n"
    );
}
