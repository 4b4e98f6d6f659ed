//! The code that follows provenance, as textual IR. Until LLVM has optimised the program, it stands as calls that touch only memory which the program cannot name.

use super::comparisons;
use sanecc_abi::provenance::{
    ABOVE, DISTANCE, EPOCHS, GENERATION_SHIFT, Handover, LOSSES, OF_PART, OF_STACK, PLACED,
    RECORDED, RECORDS, SHADOW_DECIDES, SLOTS, STATIC,
};
use sanecc_abi::symbols::{
    CHUNK_STORED, COPY_PROVENANCE, EPOCH, FORGET_PROVENANCE, HANDOVER, NEW_CHUNK, NEW_OBJECT, PART,
    UNCHECKED_CALLED, WHOLE,
};
use sanecc_abi::target::Architecture;
use std::mem::offset_of;

/// `(place, pointer) -> provenance`: of a pointer that was just read there.
pub(super) const LOAD: &str = "sanecc.provenance.load";
/// `(place, provenance, pointer)`: the pointer was written there.
pub(super) const STORE: &str = "sanecc.provenance.store";
/// `(place, provenance, site)`: a pointer of this provenance is about to be written there, or no pointer if that is unknown. What pointed from there is lost.
pub(super) const LOSE: &str = "sanecc.provenance.lose";
/// `(provenance, site)`: the function is about to leave a pointer to that object.
pub(super) const LEAVE: &str = "sanecc.provenance.leave";
/// `(place)`: something of at most 8 bytes was written there that may be a pointer, or part of one.
pub(super) const FORGET: &str = "sanecc.provenance.forget";
/// The same of a byte: whoever copies a pointer byte by byte copies its first one, too.
pub(super) const FORGET_BYTE: &str = "sanecc.provenance.byte";
/// `(to, from)`: the word that lies at `from` was written to `to`.
pub(super) const COPY_WORD: &str = "sanecc.provenance.word";
/// `(function) -> bit`: whether the caller has handed over provenance for this function; at its very beginning.
pub(super) const TAKE: &str = "sanecc.provenance.take";
/// `(place, size) -> provenance`: a stack object begins there.
pub(super) const NEW_STACK: &str = "sanecc.provenance.stack";
/// The same of one whose end nobody tells: the shadow decides of it, too.
pub(super) const NEW_UNENDED: &str = "sanecc.provenance.unended";
/// `(place)`: the stack object that has begun there ends.
pub(super) const END_STACK: &str = "sanecc.provenance.ended";
/// `(place) -> provenance`: of the stack object that has begun there last, if it has not ended.
pub(super) const NEWEST: &str = "sanecc.provenance.newest";
/// `(variable) -> provenance`: of one that another module defines.
pub(super) const FOREIGN: &str = "sanecc.provenance.foreign";
/// `(number, pointer, bit) -> provenance`: of an argument, if [`TAKE`] said so.
pub(super) const ARGUMENT: &str = "sanecc.provenance.argument";
/// `(number, provenance, pointer)`: an argument of the call that follows.
pub(super) const PASS: &str = "sanecc.provenance.pass";
/// `(function)`: who is called next, and gets what is passed from here on.
pub(super) const CALL: &str = "sanecc.provenance.call";
/// `()`: behind a call of whom nobody knows whether it takes what is handed over.
pub(super) const CALLED: &str = "sanecc.provenance.called";
/// `(function, pointer) -> provenance`: of the result of a call.
pub(super) const RESULT: &str = "sanecc.provenance.result";
/// `(function, provenance, pointer)`: the function is about to return the pointer.
pub(super) const RETURN: &str = "sanecc.provenance.return";
/// `(provenance, array, object) -> provenance`: of a pointer into an array of the object.
pub(super) const PART_OF: &str = "sanecc.provenance.part";
/// `(provenance) -> provenance`: of the whole object, if it was that of a part.
pub(super) const WHOLE_OF: &str = "sanecc.provenance.whole";
/// Whether a function of this name follows provenance, and so changes no shadow.
pub(in crate::apply) fn is_beside(name: &str) -> bool {
    let of_runtime = [
        NEW_CHUNK,
        NEW_OBJECT,
        PART,
        WHOLE,
        CHUNK_STORED,
        COPY_PROVENANCE,
        FORGET_PROVENANCE,
        UNCHECKED_CALLED,
    ];
    name.starts_with("sanecc.provenance.") || of_runtime.contains(&name)
}

pub(super) const SIGNATURE: &str = "alwaysinline nounwind";

/// The definitions of all of them.
pub(in crate::apply) fn definitions(architecture: Architecture) -> String {
    // As the runtime has it there.
    let preserving = match architecture {
        Architecture::X86_64 => "preserve_mostcc ",
        Architecture::AArch64
        | Architecture::Arm
        | Architecture::Thumb
        | Architecture::RiscV64
        | Architecture::RiscV32 => "",
    };
    let words = size_of::<Handover>() / 8;
    let returned = offset_of!(Handover, returned);
    let result = offset_of!(Handover, result);
    let arguments = offset_of!(Handover, arguments);
    let slot = place("%at", "slot");
    let source = place("%from", "source");
    let target = place("%to", "target");
    let generation = offset_of!(Handover, generation);
    let one = 1_u64 << GENERATION_SHIFT;
    let low = PLACED & !(DISTANCE - 1);
    format!(
        "@{EPOCH} = external global i64\n\
         @{HANDOVER} = external thread_local(initialexec) global [{words} x i64]\n\
         declare nonnull ptr @llvm.threadlocal.address.p0(ptr nonnull)\n\
         declare void @{UNCHECKED_CALLED}() nounwind cold\n\
         define linkonce_odr hidden i64 @{LOAD}(ptr %at, ptr %pointer) {SIGNATURE} {{\n  \
         {slot}\
         %known = load i64, ptr %slot\n  \
         %second = getelementptr i8, ptr %slot, i64 8\n  \
         %mixed = load i64, ptr %second\n  \
         %address = ptrtoint ptr %pointer to i64\n  \
         {fits}\
         ret i64 %answer\n}}\n\
         define linkonce_odr hidden void @{STORE}(ptr %at, i64 %provenance, ptr %pointer) {SIGNATURE} {{\n  \
         {slot}\
         {write}\
         ret void\n}}\n\
         define linkonce_odr hidden void @{LOSE}(ptr %at, i64 %provenance, ptr %site) {SIGNATURE} {{\n\
         entry:\n  \
         {slot}\
         %known = load i64, ptr %slot\n  \
         %other = icmp ne i64 %known, %provenance\n  \
         %some = icmp ne i64 %known, 0\n  \
         %lost = and i1 %other, %some\n  \
         br i1 %lost, label %note, label %done\n\
         note:\n  \
         store i64 0, ptr %slot\n  \
         {loss}\
         br label %done\n\
         done:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{LEAVE}(i64 %known, ptr %site) {SIGNATURE} {{\n\
         entry:\n  \
         %record.low = and i64 %known, {RECORDED}\n  \
         %record.near = lshr i64 %record.low, 1\n  \
         %record.word = add i64 %record.near, {RECORDS}\n  \
         %record = inttoptr i64 %record.word to ptr\n  \
         %alive = load i64, ptr %record\n  \
         %differs = xor i64 %alive, %known\n  \
         %lives = icmp ule i64 %differs, {SHADOW_DECIDES}\n  \
         br i1 %lives, label %note, label %done\n\
         note:\n  \
         {loss}\
         br label %done\n\
         done:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{FORGET}(ptr %at) {SIGNATURE} {{\n\
         entry:\n  \
         {slot}\
         %known = load i64, ptr %slot\n  \
         %some = icmp ne i64 %known, 0\n  \
         br i1 %some, label %clear, label %done, !prof !0\n\
         clear:\n  \
         store i64 0, ptr %slot\n  \
         br label %done\n\
         done:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{FORGET_BYTE}(ptr %at) {SIGNATURE} {{\n\
         entry:\n  \
         %number = ptrtoint ptr %at to i64\n  \
         %inside = and i64 %number, 7\n  \
         %first = icmp eq i64 %inside, 0\n  \
         br i1 %first, label %forget, label %done\n\
         forget:\n  \
         call void @{FORGET}(ptr %at)\n  \
         br label %done\n\
         done:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{COPY_WORD}(ptr %to, ptr %from) {SIGNATURE} {{\n\
         entry:\n  \
         {source}\
         {target}\
         %known = load i64, ptr %source\n  \
         %some = icmp ne i64 %known, 0\n  \
         br i1 %some, label %copy, label %forget\n\
         copy:\n  \
         %second = getelementptr i8, ptr %source, i64 8\n  \
         %mixed = load i64, ptr %second\n  \
         store i64 %known, ptr %target\n  \
         %other = getelementptr i8, ptr %target, i64 8\n  \
         store i64 %mixed, ptr %other\n  \
         br label %done\n\
         forget:\n  \
         call void @{FORGET}(ptr %to)\n  \
         br label %done\n\
         done:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden i64 @{NEW_STACK}(ptr %place, i64 %size) {SIGNATURE} {{\n  \
         {handover}\
         %counter = getelementptr i8, ptr %block, i64 {generation}\n  \
         %last = load i64, ptr %counter\n  \
         %next = add i64 %last, {one}\n  \
         store i64 %next, ptr %counter\n  \
         %number = or i64 %next, {OF_STACK}\n  \
         {record}\
         {folded}\
         %provenance = or i64 %number, %folded\n  \
         %quarter = lshr i64 %low, 2\n  \
         %epoch.word = add i64 %quarter, {EPOCHS}\n  \
         %epoch = inttoptr i64 %epoch.word to ptr\n  \
         %now = load i64, ptr @{EPOCH}\n  \
         store i64 %now, ptr %epoch\n  \
         %span.at = getelementptr i8, ptr %record, i64 8\n  \
         store i64 %size, ptr %span.at\n  \
         store i64 %provenance, ptr %record\n  \
         ret i64 %provenance\n}}\n\
         define linkonce_odr hidden i64 @{NEW_UNENDED}(ptr %place, i64 %size) {SIGNATURE} {{\n  \
         %provenance = call i64 @{NEW_STACK}(ptr %place, i64 %size)\n  \
         {record}\
         %asks = or i64 %provenance, {SHADOW_DECIDES}\n  \
         store i64 %asks, ptr %record\n  \
         ret i64 %provenance\n}}\n\
         define linkonce_odr hidden void @{END_STACK}(ptr %place) {SIGNATURE} {{\n  \
         {record}\
         store i64 0, ptr %record\n  \
         ret void\n}}\n\
         define linkonce_odr hidden i64 @{FOREIGN}(ptr %place) {SIGNATURE} {{\n  \
         {record}\
         %known = load i64, ptr %record\n  \
         {folded}\
         %wanted = or i64 %folded, {of_module}\n  \
         %differs = xor i64 %known, %wanted\n  \
         %same = icmp ule i64 %differs, {SHADOW_DECIDES}\n  \
         %answer = select i1 %same, i64 %wanted, i64 0\n  \
         ret i64 %answer\n}}\n\
         declare i64 @{PART}(i64, ptr nocapture, ptr nocapture) nounwind\n\
         declare i64 @{WHOLE}(i64) nounwind cold\n\
         define linkonce_odr hidden i64 @{PART_OF}(i64 %known, ptr %array, ptr %object) {SIGNATURE} {{\n\
         entry:\n  \
         %some = icmp ne i64 %known, 0\n  \
         br i1 %some, label %ask, label %done\n\
         ask:\n  \
         %told = call i64 @{PART}(i64 %known, ptr %array, ptr %object)\n  \
         br label %done\n\
         done:\n  \
         %answer = phi i64 [ 0, %entry ], [ %told, %ask ]\n  \
         ret i64 %answer\n}}\n\
         define linkonce_odr hidden i64 @{WHOLE_OF}(i64 %known) {SIGNATURE} {{\n\
         entry:\n  \
         %bit = and i64 %known, {OF_PART}\n  \
         %is.part = icmp ne i64 %bit, 0\n  \
         br i1 %is.part, label %ask, label %done, !prof !0\n\
         ask:\n  \
         %told = call i64 @{WHOLE}(i64 %known)\n  \
         br label %done\n\
         done:\n  \
         %answer = phi i64 [ %known, %entry ], [ %told, %ask ]\n  \
         ret i64 %answer\n}}\n\
         define linkonce_odr hidden i64 @{NEWEST}(ptr %place) {SIGNATURE} {{\n  \
         {record}\
         %alive = load i64, ptr %record\n  \
         %provenance = and i64 %alive, {without}\n  \
         ret i64 %provenance\n}}\n\
         define linkonce_odr hidden i1 @{TAKE}(ptr %function) {SIGNATURE} {{\n\
         entry:\n  \
         {handover}\
         %callee = load ptr, ptr %block\n  \
         %taken = icmp eq ptr %callee, %function\n  \
         store ptr null, ptr %block\n  \
         br i1 %taken, label %done, label %unchecked, !prof !1\n\
         unchecked:\n  \
         call {preserving}void @{UNCHECKED_CALLED}()\n  \
         br label %done\n\
         done:\n  \
         ret i1 %taken\n}}\n\
         define linkonce_odr hidden i64 @{ARGUMENT}(i64 %number, ptr %pointer, i1 %taken) {SIGNATURE} {{\n  \
         {argument}\
         %known = load i64, ptr %slot\n  \
         %answer = select i1 %taken, i64 %known, i64 0\n  \
         ret i64 %answer\n}}\n\
         define linkonce_odr hidden void @{PASS}(i64 %number, i64 %provenance, ptr %pointer) {SIGNATURE} {{\n  \
         {argument}\
         store i64 %provenance, ptr %slot\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{CALL}(ptr %function) {SIGNATURE} {{\n  \
         {handover}\
         store ptr %function, ptr %block\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{CALLED}() {SIGNATURE} {{\n\
         entry:\n  \
         {handover}\
         %callee = load ptr, ptr %block\n  \
         %left = icmp ne ptr %callee, null\n  \
         br i1 %left, label %unchecked, label %done, !prof !0\n\
         unchecked:\n  \
         store ptr null, ptr %block\n  \
         call {preserving}void @{UNCHECKED_CALLED}()\n  \
         br label %done\n\
         done:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden i64 @{RESULT}(ptr %function, ptr %pointer) {SIGNATURE} {{\n  \
         {handover}\
         %place = getelementptr i8, ptr %block, i64 {returned}\n  \
         %last = load ptr, ptr %place\n  \
         %own = icmp eq ptr %last, %function\n  \
         %slot = getelementptr i8, ptr %block, i64 {result}\n  \
         %known = load i64, ptr %slot\n  \
         %second = getelementptr i8, ptr %slot, i64 8\n  \
         %mixed = load i64, ptr %second\n  \
         %address = ptrtoint ptr %pointer to i64\n  \
         {fits}\
         %all = select i1 %own, i64 %answer, i64 0\n  \
         ret i64 %all\n}}\n\
         define linkonce_odr hidden void @{RETURN}(ptr %function, i64 %provenance, ptr %pointer) {SIGNATURE} {{\n  \
         {handover}\
         %place = getelementptr i8, ptr %block, i64 {returned}\n  \
         store ptr %function, ptr %place\n  \
         %slot = getelementptr i8, ptr %block, i64 {result}\n  \
         {write}\
         ret void\n}}\n\
         {comparisons}",
        comparisons = comparisons::definitions(),
        fits = "%pointed = xor i64 %known, %mixed\n  \
                %same = icmp eq i64 %pointed, %address\n  \
                %answer = select i1 %same, i64 %known, i64 0\n  ",
        write = "%number.of = ptrtoint ptr %pointer to i64\n  \
                 %mixed = xor i64 %provenance, %number.of\n  \
                 store i64 %provenance, ptr %slot\n  \
                 %second = getelementptr i8, ptr %slot, i64 8\n  \
                 store i64 %mixed, ptr %second\n  ",
        handover =
            format_args!("%block = call ptr @llvm.threadlocal.address.p0(ptr @{HANDOVER})\n  "),
        loss = format_args!(
            "%loss.low = and i64 %known, {low}\n  \
             %loss.near = lshr i64 %loss.low, 2\n  \
             %loss.word = add i64 %loss.near, {LOSSES}\n  \
             %loss = inttoptr i64 %loss.word to ptr\n  \
             %generation = and i64 %known, {generations}\n  \
             %site.number = ptrtoint ptr %site to i64\n  \
             %noted = or i64 %generation, %site.number\n  \
             store i64 %noted, ptr %loss\n  ",
            generations = (u64::MAX << GENERATION_SHIFT) as i64,
        ),
        without = !SHADOW_DECIDES as i64,
        of_module = STATIC << GENERATION_SHIFT,
        folded = format_args!(
            "%above = and i64 %address, {ABOVE}\n  \
             %folded = add i64 %address, %above\n  "
        ),
        record = format_args!(
            "%address = ptrtoint ptr %place to i64\n  \
             %low = and i64 %address, {low}\n  \
             %half = lshr i64 %low, 1\n  \
             %record.word = add i64 %half, {RECORDS}\n  \
             %record = inttoptr i64 %record.word to ptr\n  "
        ),
        argument = format_args!(
            "%block = call ptr @llvm.threadlocal.address.p0(ptr @{HANDOVER})\n  \
             %distance = shl i64 %number, 3\n  \
             %first = getelementptr i8, ptr %block, i64 {arguments}\n  \
             %slot = getelementptr i8, ptr %first, i64 %distance\n  "
        ),
    )
}

/// The place of the slot of a pointer.
fn place(pointer: &str, name: &str) -> String {
    format!(
        "%{name}.from = ptrtoint ptr {pointer} to i64\n  \
         %{name}.low = and i64 %{name}.from, {mask}\n  \
         %{name}.far = shl i64 %{name}.low, 1\n  \
         %{name}.word = add i64 %{name}.far, {SLOTS}\n  \
         %{name} = inttoptr i64 %{name}.word to ptr\n  ",
        mask = PLACED & !7,
    )
}
