//! The comparisons with objects, as textual IR.

use super::text::SIGNATURE;
use sanecc_abi::provenance::{OF_PART, PLACED, RECORDED, RECORDS, SHADOW_DECIDES};
use sanecc_abi::symbols::{HOLD_POINTER, LET_POINTER_GO, PROVENANCE_FAILED, RELEASE_FAILED};

/// `(pointer, length, provenance, site)`: an access, which must be inside of the object, and that alive.
pub(super) const CHECK: &str = "sanecc.provenance.check";
/// The same of fewer than [`SHORT`] bytes and at least one. Places are at most [`PLACED`] behind the object's first byte, and those in front of it the last of them, so the sum of one and
/// such a length does not come around to the object.
pub(super) const CHECK_SHORT: &str = "sanecc.provenance.short";
/// See [`CHECK_SHORT`].
pub(super) const SHORT: u64 = 1 << 32;
/// The same for the object's life alone.
pub(super) const CHECK_LIFE: &str = "sanecc.provenance.life";
/// `(pointer, length, provenance, site, on)`: as [`CHECK_SHORT`], if it is `on`. It becomes a branch before LLVM optimises, as that of the shadow's check by the same bit: one does for both.
pub(super) const CHECK_IF: &str = "sanecc.provenance.if";
/// `(first, last, provenance, wanted) -> bit`: whether the bytes from `first` to `last` are inside of the object, and that alive, as far as anybody knows, if it is `wanted`.
pub(super) const RANGE: &str = "sanecc.provenance.range";
/// `(base, provenance, bytes) -> bytes`: how many of the bytes from the base on are inside of the object; none if it is gone.
pub(super) const LENGTH: &str = "sanecc.provenance.length";

/// `(pointer, provenance)`: a chunk is about to be freed, which must still be that of the pointer.
pub(super) const RELEASE: &str = "sanecc.provenance.release";

/// `(pointer, provenance) -> bit`: an argument of the call of a library function that follows; whether it is perhaps not inside of the living object, of which the runtime is told then.
pub(super) const HOLD: &str = "sanecc.provenance.hold";
/// The same of one that is perhaps held to a part of its object, which counts for that function.
pub(super) const HOLD_PART: &str = "sanecc.provenance.holdpart";
/// `(bit)`: behind that call, if any argument was told of.
pub(super) const LET_GO: &str = "sanecc.provenance.held";

/// The definitions of all of them.
pub(super) fn definitions() -> String {
    let failed = "call void @FAILED(ptr %pointer, i64 %length, i64 %provenance, ptr %site)\n  br label %done\ndone:\n  ret void\n";
    let plain = "(ptr %pointer, i64 %length, i64 %provenance, ptr %site)";
    let branch = |fine: &str| {
        format!("br i1 {fine}, label %done, label %failed, !prof !1\nfailed:\n  {failed}")
    };
    let lives = "br i1 %lives, label %compare, label %failed, !prof !1\ncompare:\n  ";
    let functions = [
        (
            "void",
            CHECK,
            plain,
            format!("{RECORD}{lives}{INSIDE}{}", branch("%inside")),
        ),
        (
            "void",
            CHECK_SHORT,
            plain,
            format!("{RECORD}{lives}{ENDS_INSIDE}{}", branch("%inside")),
        ),
        (
            "void",
            CHECK_LIFE,
            plain,
            format!("{RECORD}{}", branch("%lives")),
        ),
        (
            "void",
            RELEASE,
            "(ptr %pointer, i64 %provenance)",
            format!(
                "{RECORD}br i1 %lives, label %done, label %gone, !prof !1\ngone:\n  \
             call void @{RELEASE_FAILED}(ptr %pointer, i64 %provenance)\n  \
             br label %done\ndone:\n  ret void\n"
            ),
        ),
        (
            "i1",
            HOLD,
            "(ptr %pointer, i64 %provenance)",
            hold("%fine", 0),
        ),
        (
            "i1",
            HOLD_PART,
            "(ptr %pointer, i64 %provenance)",
            hold("%all", 1),
        ),
        (
            "void",
            LET_GO,
            "(i1 %held)",
            format!(
                "br i1 %held, label %go, label %done, !prof !0\ngo:\n  \
             call void @{LET_POINTER_GO}()\n  \
             br label %done\ndone:\n  ret void\n"
            ),
        ),
        (
            "i1",
            RANGE,
            "(i64 %first, i64 %last, i64 %provenance, i1 %wanted)",
            format!(
                "%pointer = inttoptr i64 %first to ptr\n  \
             %less = sub i64 %last, %first\n  \
             %length = add i64 %less, 1\n  \
             %ordered = icmp ule i64 %first, %last\n  \
             {RECORD}{INSIDE}\
             %fine = and i1 %lives, %inside\n  \
             %answer = and i1 %fine, %wanted\n  \
             %all = and i1 %answer, %ordered\n  \
             ret i1 %all\n"
            ),
        ),
        (
            "i64",
            LENGTH,
            "(ptr %pointer, i64 %provenance, i64 %addressable)",
            format!(
                "%length = add i64 0, 0\n  \
             {RECORD}{INSIDE}\
             %fine = and i1 %lives, %inside\n  \
             %rest = sub i64 %span, %distance\n  \
             %left = select i1 %fine, i64 %rest, i64 0\n  \
             %most = call i64 @llvm.umin.i64(i64 %left, i64 %addressable)\n  \
             ret i64 %most\n"
            ),
        ),
    ];
    let mut text = format!(
        "declare void @{PROVENANCE_FAILED}(ptr nocapture, i64, i64, ptr nocapture) nounwind nomerge cold\n\
         declare void @{RELEASE_FAILED}(ptr nocapture, i64) nounwind nomerge cold\n\
         declare void @{HOLD_POINTER}(ptr nocapture, i64, i1 zeroext) nounwind cold\n\
         declare void @{LET_POINTER_GO}() nounwind cold\n\
         declare i64 @llvm.umin.i64(i64, i64)\n"
    );
    for (result, name, parameters, body) in functions {
        let body = numbered(&body);
        text.push_str(&format!(
            "define linkonce_odr hidden {result} @{name}{parameters} {SIGNATURE} {{\nentry:\n  {body}}}\n"
        ));
    }
    text
}

/// The definition of [`CHECK_IF`]. The comparison in it stays opaque until LLVM has optimised.
pub(in crate::apply) fn conditional_definition() -> String {
    format!(
        "declare void @{CHECK_SHORT}(ptr nocapture, i64, i64, ptr nocapture) nounwind nomerge willreturn memory(inaccessiblemem: readwrite)\n\
         define linkonce_odr hidden void @{CHECK_IF}(ptr %pointer, i64 %length, i64 %provenance, ptr %site, i1 %on) {SIGNATURE} {{\n\
         entry:\n  \
         br i1 %on, label %look, label %done, !prof !0\n\
         look:\n  \
         call void @{CHECK_SHORT}(ptr nocapture %pointer, i64 %length, i64 %provenance, ptr nocapture %site) nounwind nomerge willreturn memory(inaccessiblemem: readwrite)\n  \
         br label %done\n\
         done:\n  \
         ret void\n}}\n"
    )
}

/// The runtime is told of an argument that is not surely `fine`.
fn hold(fine: &str, parts: u8) -> String {
    format!(
        "{RECORD}{DISTANCE_FROM_START}\
         %inside = icmp ule i64 %distance, %span\n  \
         %fine = and i1 %lives, %inside\n  \
         %bit = and i64 %provenance, {OF_PART}\n  \
         %is.whole = icmp eq i64 %bit, 0\n  \
         %all = and i1 %fine, %is.whole\n  \
         br i1 {fine}, label %done, label %hold, !prof !1\nhold:\n  \
         call void @{HOLD_POINTER}(ptr %pointer, i64 %provenance, i1 zeroext {parts})\n  \
         br label %done\ndone:\n  \
         %held = phi i1 [ false, %entry ], [ true, %hold ]\n  \
         ret i1 %held\n"
    )
}

/// The record of the object, and whether it is alive.
const RECORD: &str = "%record.low = and i64 %provenance, RECORDED
  %record.near = lshr i64 %record.low, 1
  %record.word = add i64 %record.near, RECORDS
  %record = inttoptr i64 %record.word to ptr
  %alive = load i64, ptr %record
  %differs = xor i64 %alive, %provenance
  %lives = icmp ule i64 %differs, ASKS
  ";

/// Where the access begins in the object. What is above the bits that places follow from is another thing in a provenance.
const DISTANCE_FROM_START: &str = "%second = getelementptr i8, ptr %record, i64 8
  %span = load i64, ptr %second
  %address = ptrtoint ptr %pointer to i64
  %ahead = sub i64 %address, %provenance
  %distance = and i64 %ahead, PLACED
  ";

/// Whether the access is inside of the object.
const INSIDE: &str = "BEGIN%room = sub i64 %span, %length
  %is.room = icmp ule i64 %length, %span
  %begins = icmp ule i64 %distance, %room
  %inside = and i1 %is.room, %begins
  ";

/// The same of a short one, which is inside if its last byte is.
const ENDS_INSIDE: &str = "BEGIN%more = sub i64 %length, 1
  %last = add i64 %distance, %more
  %inside = icmp ult i64 %last, %span
  ";

pub(super) fn numbered(text: &str) -> String {
    text.replace("BEGIN", DISTANCE_FROM_START)
        .replace("RECORDED", &RECORDED.to_string())
        .replace("PLACED", &PLACED.to_string())
        .replace("ASKS", &SHADOW_DECIDES.to_string())
        .replace("RECORDS", &RECORDS.to_string())
        .replace("FAILED", PROVENANCE_FAILED)
}
