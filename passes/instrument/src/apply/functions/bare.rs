//! Checks on bare metal, as textual IR.
//!
//! A check is one call in assembly: the address in the first argument register, and no register changed but the link register and scratch registers. So
//! code around it keeps its registers, and a check costs a call and, at most, a move. Arguments that are numbers have 64 bits everywhere else; here they are
//! cut to the width of an address.

use super::bounds::overlap_of;
use super::names::{BOUNDS, BOUNDS_CONSTANT, BULK, GUARDED, GUARDED_BOUNDS, LANE, Shape, expanded};
use sanecc_abi::bare::{self, Form};
use sanecc_abi::shadow::PARTIAL;
use sanecc_abi::symbols::{CHECK_RANGE, HANDLE_JUMP, POISON_ALLOCA, UNPOISON, UNPOISON_ALLOCAS};
use sanecc_abi::target::Architecture;
use sanecc_ir::llvm::edit::SplitCallee;
use std::collections::BTreeSet;
use std::fmt::Write;

/// Of all comparisons with an object.
const OBJECT: &str = "ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object";

/// Comparisons with the bounds of objects, and copies that overlap.
pub(super) fn bounds(form: Form) -> String {
    let mut text = format!(
        "declare void @{report}(ptr nocapture, i32, ptr nocapture, i32, ptr nocapture, ptr nocapture) nounwind nomerge cold noreturn\n\
         declare void @{overlapping}(ptr nocapture, ptr nocapture, i32) nounwind nomerge cold\n\
         declare void @{LANE}(i1, ptr, i64, ptr) nounwind nomerge memory(inaccessiblemem: readwrite)\n\
         !0 = !{{!\"branch_weights\", i32 1, i32 1048575}}\n",
        report = bare::OBJECT,
        overlapping = bare::OVERLAP,
    );
    for end in ["", BULK] {
        let constant = OBJECT.replace("%size", "%size, i64 %last");
        let to_last = "%l = trunc i64 %last to i32\n  %beyond = icmp ugt i32 %offset, %l";
        let to_size = "%outside = icmp ugt i32 %offset, %s\n  \
             %remaining = sub i32 %s, %offset\n  \
             %long = icmp ugt i32 %n, %remaining\n  \
             %either = or i1 %outside, %long\n  \
             %some = icmp ne i32 %n, 0\n  \
             %beyond = and i1 %either, %some";
        let report = constant_report(form);
        let name = format!("{BOUNDS_CONSTANT}{end}");
        comparison(&mut text, &name, &constant, (to_last, &report));
        let report = format!(
            "call void @{}(ptr %p, i32 %n, ptr %start, i32 %s, ptr %object, ptr %site) noreturn nounwind nomerge",
            bare::OBJECT
        );
        comparison(
            &mut text,
            &format!("{BOUNDS}{end}"),
            OBJECT,
            (to_size, &report),
        );
        let compare = format!("call void @{BOUNDS}{end}({OBJECT})");
        let look = format!(
            "{compare}\n  call void @{LANE}(i1 true, ptr %p, i64 %length, ptr %site) memory(inaccessiblemem: readwrite)"
        );
        guarded(&mut text, &format!("{GUARDED}{end}"), &look);
        guarded(&mut text, &format!("{GUARDED_BOUNDS}{end}"), &compare);
    }
    let report = format!("call void @{}(ptr %to, ptr %from, i32 %n)", bare::OVERLAP);
    text.push_str(&overlap_of("i32", "trunc i64 %length to i32", &report));
    text
}

/// A function that reports the access where `lines` set `%beyond`.
fn comparison(text: &mut String, name: &str, parameters: &str, (lines, report): (&str, &str)) {
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{name}({parameters}) alwaysinline nounwind {{\n\
         entry:\n  \
         %pa = ptrtoint ptr %p to i32\n  \
         %sa = ptrtoint ptr %start to i32\n  \
         %offset = sub i32 %pa, %sa\n  \
         %n = trunc i64 %length to i32\n  \
         %s = trunc i64 %size to i32\n  \
         {lines}\n  \
         br i1 %beyond, label %bad, label %ok, !prof !0\n\
         bad:\n  \
         {report}\n  \
         unreachable\n\
         ok:\n  \
         ret void\n}}\n"
    );
}

/// The report of an access whose size and whose object's size are constant: they stand behind a call that does not return.
fn constant_report(form: Form) -> String {
    let (call, registers) = match form.architecture {
        Architecture::Thumb => ("bl", "{r0},{r1}"),
        _ => ("call", "{x10},{x11}"),
    };
    // A line for each word: code generators take the number of lines for the size, and place constants by it.
    let words = [2, 3, 4, 5].map(|operand| format!("\\0A\\09.long ${{{operand}:c}}"));
    format!(
        "call void asm sideeffect \"{call} {symbol}{words}\", \"{registers},i,i,i,i\"\
         (ptr %p, ptr %start, i32 %n, i32 %s, ptr %object, ptr %site) noreturn nounwind nomerge",
        symbol = bare::OBJECT_CONSTANT,
        words = words.concat(),
    )
}

/// A function that makes these calls if the bit `%on` is set.
fn guarded(text: &mut String, name: &str, calls: &str) {
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{name}(i1 %on, {OBJECT}) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         {calls}\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n"
    );
}

/// The checks of these shapes and of ranges, and what else instrumented code calls.
pub(super) fn checks(form: Form, shapes: BTreeSet<Shape>) -> String {
    let mut text = String::new();
    if form.inline {
        let _ = writeln!(
            text,
            "@{} = external hidden global i8\n@{} = external hidden global i8\n@{} = external hidden global i8\n\
             !0 = !{{!\"branch_weights\", i32 1, i32 1048575}}",
            bare::RAM_START,
            bare::RAM_SIZE,
            bare::SHADOW_START
        );
    }
    for shape in shapes {
        let SplitCallee {
            constant,
            alone,
            variable,
        } = expanded(&shape.check());
        for name in [Some(constant), alone, Some(variable)]
            .into_iter()
            .flatten()
        {
            check(&mut text, form, shape, &name);
        }
    }
    let call = range_call(form, "%n", "%site");
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{CHECK_RANGE}(ptr %p, i32 %n, ptr %site) alwaysinline nounwind {{\n  {call}\n  ret void\n}}\n\
         define linkonce_odr hidden void @{LANE}(i1 %on, ptr %p, i64 %length, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         %n = trunc i64 %length to i32\n  \
         br i1 %on, label %check, label %ok\n\
         check:\n  {call}\n  br label %ok\n\
         ok:\n  ret void\n}}\n"
    );
    for (name, called) in [(UNPOISON, bare::OPEN), (POISON_ALLOCA, bare::ALLOCA)] {
        let _ = write!(
            text,
            "declare void @{called}(ptr, i32) nounwind\n\
             define linkonce_odr hidden void @{name}(ptr %a, i32 %n) alwaysinline nounwind {{\n  \
             call void @{called}(ptr %a, i32 %n)\n  ret void\n}}\n"
        );
    }
    let _ = write!(
        text,
        "declare void @{restore}(ptr, ptr) nounwind\n\
         define linkonce_odr hidden void @{UNPOISON_ALLOCAS}(ptr %top, ptr %bottom) alwaysinline nounwind {{\n  \
         call void @{restore}(ptr %top, ptr %bottom)\n  ret void\n}}\n\
         declare void @{jump}(ptr) nounwind\n\
         define linkonce_odr hidden void @{HANDLE_JUMP}(ptr %buffer) alwaysinline nounwind {{\n  \
         call void @{jump}(ptr %buffer)\n  ret void\n}}\n",
        restore = bare::RESTORE,
        jump = bare::JUMP,
    );
    text
}

/// The check of an access of this shape.
fn check(text: &mut String, form: Form, shape: Shape, name: &str) {
    let Shape {
        bytes,
        align,
        writes,
        ..
    } = shape;
    let own = bare::SIZES.contains(&bytes) && align >= bytes;
    let call = match own {
        true => {
            let prefix = if writes { bare::STORE } else { bare::LOAD };
            let symbol = format!("{prefix}{bytes}");
            call(form, &symbol, &["ptr %p"])
        }
        false => range_call(form, &bytes.to_string(), "%site"),
    };
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{name}(ptr %base, i64 %offset, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         %p = getelementptr i8, ptr %base, i64 %offset\n  "
    );
    if own && form.inline {
        let _ = write!(
            text,
            "%a = ptrtoint ptr %p to i32\n  \
             %distance = sub i32 %a, ptrtoint (ptr @{ram} to i32)\n  \
             %in = icmp ult i32 %distance, ptrtoint (ptr @{size} to i32)\n  \
             br i1 %in, label %look, label %ok\n\
             look:\n  \
             %g = lshr i32 %distance, {shift}\n  \
             %sp = getelementptr i8, ptr @{shadow}, i32 %g\n  \
             %s = load volatile i8, ptr %sp, align 1\n  \
             %odd = icmp uge i8 %s, {PARTIAL}\n  \
             br i1 %odd, label %slow, label %ok, !prof !0\n\
             slow:\n  {call}\n  br label %ok\n\
             ok:\n  ret void\n}}\n",
            ram = bare::RAM_START,
            size = bare::RAM_SIZE,
            shadow = bare::SHADOW_START,
            shift = form.granule.ilog2(),
        );
    } else {
        let _ = write!(text, "{call}\n  ret void\n}}\n");
    }
}

/// The call that checks the bytes from `%p` on.
fn range_call(form: Form, length: &str, site: &str) -> String {
    let arguments = ["ptr %p", &format!("i32 {length}"), &format!("ptr {site}")];
    call(form, bare::RANGE, &arguments)
}

/// A call that changes no registers but scratch registers. Records of places stand behind it, jumped over.
fn call(form: Form, symbol: &str, arguments: &[&str]) -> String {
    let (call, jump, registers, clobbers) = match form.architecture {
        Architecture::Thumb | Architecture::Arm => (
            format!("bl {symbol}"),
            // Of a width that the runtime knows, over the four bytes of the record.
            "b.n 1f",
            ["{r0}", "{r1}", "{r2}"],
            "~{r12},~{lr},~{cc}",
        ),
        // No other processors are without a system; the assembler refuses these there.
        Architecture::RiscV32
        | Architecture::RiscV64
        | Architecture::X86_64
        | Architecture::AArch64 => (
            format!("call t0, {symbol}"),
            "j 1f",
            ["{x10}", "{x11}", "{x12}"],
            "~{x5},~{x6},~{x7},~{x28}",
        ),
    };
    let mut inputs = registers[..arguments.len()].join(",");
    let mut values = arguments.join(", ");
    let mut assembly = call;
    if form.places && arguments.len() == 1 {
        let _ = write!(assembly, "\\0A\\09{jump}\\0A\\09.long ${{1:c}}\\0A1:");
        inputs.push_str(",i");
        values.push_str(", ptr %site");
    }
    format!("call void asm sideeffect \"{assembly}\", \"{inputs},{clobbers}\"({values}) nounwind")
}
