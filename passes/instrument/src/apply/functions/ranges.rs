//! Checks of address ranges.

use super::names::{ADDRESSABLE_LENGTH, LANE, RANGE_ADDRESSABLE};
use super::space::Space;
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, PARTIAL};
use sanecc_abi::symbols::IS_ADDRESSABLE;
use std::fmt::Write;

/// Whether a range is addressable: by two folded runs, one from either end, that meet; or by the runtime.
pub(super) fn range_addressable(space: &Space) -> String {
    let Space {
        word,
        offset,
        high,
        end,
        load,
        ..
    } = space;
    let ask = space.ask();
    format!(
        "define linkonce_odr hidden i1 @{RANGE_ADDRESSABLE}(i64 %first, i64 %last, i64 %most, i1 %wanted) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %wanted, label %in_memory, label %done\n\
         in_memory:\n  \
         {load}%ordered = icmp ule i64 %first, %last\n  \
         %high = icmp uge i64 %first, {high}\n  \
         %low = icmp ult i64 %last, {end}\n  \
         %mapped = and i1 %high, %low\n  \
         %begin = lshr i64 %first, {GRANULE_SHIFT}\n  \
         %next = add i64 %last, 1\n  \
         %end = lshr i64 %next, {GRANULE_SHIFT}\n  \
         %some = icmp ult i64 %begin, %end\n  \
         %real = and i1 %ordered, %mapped\n  \
         %easy = and i1 %real, %some\n  \
         br i1 %easy, label %look, label %runtime, !prof !1\n\
         look:\n  \
         %whole = sub i64 %end, %begin\n  \
         %zeroes = call i64 @llvm.ctlz.i64(i64 %whole, i1 true)\n  \
         %log = xor i64 %zeroes, 63\n  \
         %log8 = trunc i64 %log to i8\n  \
         %longest = sub i8 {PARTIAL}, %log8\n  \
         %half = shl i64 1, %log\n  \
         %middle = sub i64 %end, %half\n  \
         %bs = add i64 %begin, {offset}\n  \
         %bp = inttoptr i64 %bs to ptr\n  \
         %b = load i8, ptr %bp, align 1\n  \
         %br = sub i8 %b, %log8\n  \
         %bg = icmp ult i8 %br, %longest\n  \
         %ms = add i64 %middle, {offset}\n  \
         %mp = inttoptr i64 %ms to ptr\n  \
         %m = load i8, ptr %mp, align 1\n  \
         %mr = sub i8 %m, %log8\n  \
         %mg = icmp ult i8 %mr, %longest\n  \
         %lg = lshr i64 %last, {GRANULE_SHIFT}\n  \
         %ls = add i64 %lg, {offset}\n  \
         %lp = inttoptr i64 %ls to ptr\n  \
         %l = load i8, ptr %lp, align 1\n  \
         %l8 = trunc i64 %last to i8\n  \
         %li = and i8 %l8, {inside}\n  \
         %lh = sub i8 %l, {PARTIAL}\n  \
         %lr = icmp ult i8 %li, %lh\n  \
         %lk = icmp sge i8 %l, 0\n  \
         %laddressable = and i1 %lr, %lk\n  \
         %both = and i1 %bg, %mg\n  \
         %all = and i1 %both, %laddressable\n  \
         br i1 %all, label %done, label %runtime, !prof !1\n\
         runtime:\n  \
         {ask}\
         %yes = icmp ne i32 %answer, 0\n  \
         br label %done\n\
         done:\n  \
         %addressable = phi i1 [ false, %entry ], [ true, %look ], [ %yes, %runtime ]\n  \
         ret i1 %addressable\n}}\n\
         declare i64 @llvm.ctlz.i64(i64, i1)\n\
         declare i32 @{IS_ADDRESSABLE}({word}, {word}, {word}) nounwind cold\n",
        inside = GRANULE - 1,
    )
}

/// The addressable length at a base, from consecutive folded runs. Each run is at least half of what is left of an addressable range, so a few of them are nearly
/// all of it.
pub(super) fn addressable_length(space: &Space) -> String {
    let Space {
        offset,
        high,
        end: limit,
        load,
        last_granule,
        ..
    } = space;
    const RUNS: usize = 4;
    let mut text = format!(
        "define linkonce_odr hidden i64 @{ADDRESSABLE_LENGTH}(ptr %base) alwaysinline nounwind {{\n\
         entry:\n  \
         %start = ptrtoint ptr %base to i64\n  \
         {load}%high = icmp uge i64 %start, {high}\n  \
         %low = icmp ult i64 %start, {limit}\n  \
         %mapped = and i1 %high, %low\n  \
         %g0 = lshr i64 %start, {GRANULE_SHIFT}\n  \
         br i1 %mapped, label %look1, label %done\n"
    );
    // The ends of the runs, and the shadow bytes there; 0 if they are not read.
    let mut ends = Vec::new();
    let mut bytes = Vec::new();
    for run in 1..=RUNS {
        let before = run - 1;
        let next = match run {
            RUNS => "br label %last".to_owned(),
            _ => format!("br i1 %more{run}, label %look{}, label %last", run + 1),
        };
        let _ = write!(
            text,
            "look{run}:\n  \
             %s{run} = add i64 %g{before}, {offset}\n  \
             %p{run} = inttoptr i64 %s{run} to ptr\n  \
             %b{run} = load i8, ptr %p{run}, align 1\n  \
             %folded{run} = icmp ult i8 %b{run}, {PARTIAL}\n  \
             br i1 %folded{run}, label %run{run}, label %last\n\
             run{run}:\n  \
             %n{run} = zext i8 %b{run} to i64\n  \
             %granules{run} = shl i64 1, %n{run}\n  \
             %g{run} = add i64 %g{before}, %granules{run}\n  \
             %more{run} = icmp ult i64 %g{run}, {last_granule}\n  \
             {next}\n",
        );
        ends.push(format!(
            "[ %g{before}, %look{run} ], [ %g{run}, %run{run} ]"
        ));
        bytes.push(format!("[ %b{run}, %look{run} ], [ 0, %run{run} ]"));
    }
    let _ = write!(
        text,
        "last:\n  \
         %g = phi i64 {ends}\n  \
         %b = phi i8 {bytes}\n  \
         %part8 = sub i8 %b, {PARTIAL}\n  \
         %some = icmp ult i8 %part8, {GRANULE}\n  \
         %part = zext i8 %part8 to i64\n  \
         %rest = select i1 %some, i64 %part, i64 0\n  \
         %whole = shl i64 %g, {GRANULE_SHIFT}\n  \
         %end = add i64 %whole, %rest\n  \
         %nonempty = icmp ugt i64 %end, %start\n  \
         %bytes = sub i64 %end, %start\n  \
         %length = select i1 %nonempty, i64 %bytes, i64 0\n  \
         br label %done\n\
         done:\n  \
         %limit = phi i64 [ 0, %entry ], [ %length, %last ]\n  \
         ret i64 %limit\n}}\n",
        ends = ends.join(", "),
        bytes = bytes.join(", "),
    );
    text
}

/// Checks one lane of a masked access, if it is on.
pub(super) fn lane(space: &Space) -> String {
    let check = space.check_range("%length");
    format!(
        "define linkonce_odr hidden void @{LANE}(i1 %on, ptr %p, i64 %length, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok\n\
         check:\n  \
         {check}\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n"
    )
}
