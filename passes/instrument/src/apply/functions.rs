//! The checks themselves, as textual IR: small functions that LLVM's inliner expands at each use.
//!
//! A fixed-size check loads the shadow of every granule that the access may touch and tests all bytes at once for
//! [`NOT_WHOLLY_GOOD`]. Only when that fails, the runtime decides exactly; for accesses within one granule by a call that
//! changes no registers, so that cold calls do not spoil the hot code. Where the program may go on after a report, which no such call
//! could promise, that is inline.

use super::count;
use crate::{CheckPlan, Decision, Joined};
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, NOT_WHOLLY_GOOD, OFFSET_X86_64, PARTIAL};
use sanecc_abi::symbols::{
    CHECK_EACH, CHECK_GRANULE, CHECK_OVERLAP, CHECK_RANGE, IS_GOOD, REPORT, REPORT_OBJECT,
};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{Extent, Id, Module};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// Largest access in bytes that has a check of its own.
const LARGEST: u64 = 64;

/// `(pointer, length, start, size, last, site, object)`: the offset must not exceed `last`.
pub(super) const BOUNDS_CONSTANT: &str = "sanecc.bounds.constant";
/// `(pointer, length, start, size, site, object)`: `[pointer, pointer + length)` must lie in the object.
pub(super) const BOUNDS: &str = "sanecc.bounds";
/// `(to, from, length, site)`: two ranges of a copy must be the same or distinct.
pub(super) const OVERLAP: &str = "sanecc.overlap";
/// `(mask bit, pointer, length, site)`: one lane of a masked access.
pub(super) const LANE: &str = "sanecc.check.lane";

/// `(bit, pointer, length, start, size, site, object)`: where the bit is set, the access is checked like any other, against its object and
/// the shadow.
pub(super) const GUARDED: &str = "sanecc.guarded";

/// `(bit, pointer, length, start, size, site, object)`: where the bit is set, [`BOUNDS`].
pub(super) const GUARDED_BOUNDS: &str = "sanecc.guarded.bounds";
/// `(bit, pointer, length, site)`: where the bit is set, the shadow is asked.
pub(super) const GUARDED_RANGE: &str = "sanecc.guarded.range";
/// `(first, last, most, wanted bit) -> bit`: whether all bytes from `first` to `last` are good, where that is wanted; see [`IS_GOOD`].
pub(super) const RANGE_GOOD: &str = "sanecc.check.range";

/// What the names of all shadow checks begin with. Until they are expanded, LLVM may take them to read and write only
/// memory that the program cannot name.
pub(super) const SHADOW_CHECK_PREFIX: &str = "sanecc.check.";

/// Whether a function of this name is a shadow check whose first argument is the address that it asks about.
pub(super) fn is_about_a_pointer(name: &str) -> bool {
    let shape = name.strip_prefix(SHADOW_CHECK_PREFIX);
    shape.is_some_and(|shape| {
        shape.starts_with("joined.") || shape.starts_with(|first: char| first.is_ascii_digit())
    })
}

/// The function with the code of the check of that name: `(base, offset, site)` for `(pointer, site)`.
pub(super) fn expanded(check: &str) -> String {
    format!("sanecc.asks.{}", &check[SHADOW_CHECK_PREFIX.len()..])
}

/// Functions that call checks and reports alone need no frame pointers: reports find frames by tables, and nothing else looks up the
/// stack from there. To be asked before checks become code.
pub fn leave_out_frame_pointers(editor: &mut Editor<'_>) {
    const REPORTS: [&str; 4] = [REPORT, REPORT_OBJECT, CHECK_RANGE, IS_GOOD];
    editor.leave_out_frame_pointers(|name| {
        name.starts_with(SHADOW_CHECK_PREFIX) || REPORTS.contains(&name)
    });
}

/// Calls of checks become calls of the functions with their code ([`shadow_checks`]), which take what a pointer was computed from, and how far it
/// is from there.
pub fn locate_checks(editor: &mut Editor<'_>) {
    editor.split_first_arguments(|name| is_about_a_pointer(name).then(|| expanded(name)));
}

/// Whether accesses of this size have a check of their own.
pub(super) fn has_fixed(bytes: u64) -> bool {
    (1..=LARGEST).contains(&bytes)
}

/// The check for an access of this size and alignment.
pub(super) fn fixed(bytes: u64, align: u64) -> String {
    format!("{SHADOW_CHECK_PREFIX}{bytes}.{}", align.min(GRANULE as u64))
}

/// The check of several accesses at once.
pub(super) fn joined(joined: &Joined) -> String {
    let mut name = format!(
        "{SHADOW_CHECK_PREFIX}joined.{}.{}",
        joined.bytes, joined.align
    );
    for member in &joined.members {
        let _ = write!(name, ".{}x{}", member.offset, member.bytes);
    }
    name
}

/// The check for an access of this size and alignment, where a bit is set: `(bit, pointer, site)`.
pub(super) fn guarded_fixed(bytes: u64, align: u64) -> String {
    format!("sanecc.guarded.{bytes}.{}", align.min(GRANULE as u64))
}

/// Offset comparisons, as textual IR. They are plain arithmetic, so LLVM should see them before it optimises: it
/// proves some of them itself. Branches on what was found before a loop are for LLVM to see, too.
pub fn bounds_checks(module: &Module, plan: &CheckPlan) -> String {
    let ending = Ending::of(plan);
    let mut text = declarations(ending);
    text.push_str(&bounds(ending));
    text.push_str(&overlap());
    text.push_str(&guarded());
    for (bytes, align) in shapes(module, plan, |decision| decision.hoisted().is_some()) {
        write_guarded(&mut text, bytes, align);
    }
    text
}

/// Sizes and alignments of accesses that are decided so and have a check of their own.
fn shapes(
    module: &Module,
    plan: &CheckPlan,
    wanted: impl Fn(&Decision) -> bool,
) -> BTreeSet<(u64, u64)> {
    let mut shapes = BTreeSet::new();
    for (id, function) in module.functions.iter() {
        let Some(plan) = plan.function(id) else {
            continue;
        };
        for (access_id, access) in function.accesses.iter() {
            if let Extent::Bytes(bytes) = access.extent
                && wanted(&plan.decisions[access_id.index()])
                && has_fixed(bytes)
            {
                shapes.insert((bytes, access.align.min(GRANULE as u64)));
            }
        }
    }
    shapes
}

/// Shadow checks that a plan uses, as textual IR. While LLVM optimises they are opaque calls that touch no memory of
/// the program (see [`SHADOW_CHECK_PREFIX`]); their bodies come afterwards.
pub fn shadow_checks(module: &Module, plan: &CheckPlan) -> String {
    let shapes = shapes(module, plan, |decision| {
        decision.asks_shadow() || plan.audit
    });
    let ending = Ending::of(plan);
    let mut text = declarations(ending);
    for (bytes, align) in shapes {
        write_fixed(&mut text, bytes, align, ending);
    }
    let plans = plan.functions.iter().flatten();
    let together: BTreeMap<String, &Joined> = plans
        .flat_map(|plan| plan.joined.iter().map(|one| (joined(one), one)))
        .collect();
    for (name, joined) in together {
        write_joined(&mut text, &name, joined);
    }
    text.push_str(&lane());
    text.push_str(&range_good());
    if plan.count {
        text.push_str(&count::definition());
    }
    text
}

/// What follows a report: nothing, unless the program may go on.
#[derive(Clone, Copy)]
struct Ending {
    /// Attribute of the reporting function and of its calls.
    attribute: &'static str,
    /// The instruction after a call of it.
    next: &'static str,
    /// Whether it ends the program.
    ends: bool,
}

impl Ending {
    fn of(plan: &CheckPlan) -> Self {
        if plan.recover {
            Ending {
                attribute: "",
                next: "br label %ok",
                ends: false,
            }
        } else {
            Ending {
                attribute: "noreturn ",
                next: "unreachable",
                ends: true,
            }
        }
    }
}

/// What the checks call, and the weights of their branches.
fn declarations(Ending { attribute, .. }: Ending) -> String {
    format!(
        "declare void @{REPORT}(ptr nocapture, ptr nocapture) {attribute}nounwind cold\n\
         declare void @{REPORT_OBJECT}(ptr nocapture, i64, ptr nocapture, i64, ptr nocapture, ptr nocapture) {attribute}nounwind cold\n\
         declare preserve_allcc void @{CHECK_GRANULE}(ptr nocapture, ptr nocapture) nounwind nonlazybind cold\n\
         declare void @{CHECK_EACH}(ptr nocapture, ptr nocapture) nounwind cold\n\
         declare void @{CHECK_RANGE}(ptr nocapture, i64, ptr nocapture) nounwind\n\
         declare void @{CHECK_OVERLAP}(ptr nocapture, ptr nocapture, i64, ptr nocapture) nounwind cold\n\
         !0 = !{{!\"branch_weights\", i32 1, i32 1048575}}\n\
         !1 = !{{!\"branch_weights\", i32 1048575, i32 1}}\n"
    )
}

/// How many granules an access can touch at most, and at least.
fn granules(bytes: u64, align: u64) -> (u64, u64) {
    let granule = GRANULE as u64;
    let worst_start = granule - align.min(granule);
    (
        (worst_start + bytes).div_ceil(granule),
        bytes.div_ceil(granule),
    )
}

/// The shadow of all granules that a check asks about, as it was loaded.
struct Loaded {
    /// Width of a load in bits.
    bits: u64,
    /// Each byte's bits that say that its granule is not wholly good, as a signed number of that width.
    mask: i64,
    /// Where the last granules lie, if not at `%sp`.
    end: Option<&'static str>,
    /// Granules that may be touched.
    most: u64,
}

/// The beginning of a check of `bytes` bytes `%offset` bytes from `%base`: loads the shadow, and goes on at `slow` where any granule is not
/// wholly good. There `%p` is the address asked about, and `%a` its number. Whole granules of the offset, which is a constant, are counted in the
/// shadow: all members of a structure are then asked about from the same place.
fn write_loads(text: &mut String, head: &str, bytes: u64, align: u64) -> Loaded {
    let (most, least) = granules(bytes, align);
    // Widest load that never reads past the last granule touched; two of them cover all, because
    // `most <= least + 1 <= 2 * width`.
    let width = 1 << least.ilog2();
    let bits = width * 8;
    let mask = u64::from_le_bytes([NOT_WHOLLY_GOOD; 8]) & (u64::MAX >> (64 - bits));
    let mask = signed(mask, bits);
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{head} alwaysinline nounwind {{\n\
         entry:\n  \
         %b = ptrtoint ptr %base to i64\n  \
         %within = and i64 %offset, {inside}\n  \
         %granules = ashr i64 %offset, {GRANULE_SHIFT}\n  \
         %near = add i64 %b, %within\n  \
         %g = lshr i64 %near, {GRANULE_SHIFT}\n  \
         %d = add i64 %granules, {OFFSET_X86_64}\n  \
         %s = add i64 %g, %d\n  \
         %sp = inttoptr i64 %s to ptr\n  \
         %first = load i{bits}, ptr %sp, align 1\n",
        inside = GRANULE - 1,
    );
    let (value, end) = if most > width {
        let _ = write!(
            text,
            "  %end = add i64 %near, {last}\n  \
             %eg = lshr i64 %end, {GRANULE_SHIFT}\n  \
             %ed = add i64 %granules, {offset}\n  \
             %es = add i64 %eg, %ed\n  \
             %ep = inttoptr i64 %es to ptr\n  \
             %rest = load i{bits}, ptr %ep, align 1\n  \
             %both = or i{bits} %first, %rest\n",
            last = bytes - 1,
            offset = OFFSET_X86_64 as u64 - (width - 1),
        );
        ("%both", Some("%ep"))
    } else {
        ("%first", None)
    };
    let _ = write!(
        text,
        "  %m = and i{bits} {value}, {mask}\n  \
         %odd = icmp ne i{bits} %m, 0\n  \
         br i1 %odd, label %slow, label %ok, !prof !0\n\
         slow:\n  \
         %p = getelementptr i8, ptr %base, i64 %offset\n  \
         %a = add i64 %b, %offset\n"
    );
    Loaded {
        bits,
        mask,
        end,
        most,
    }
}

/// A number of so many bits as IR writes it.
fn signed(value: u64, bits: u64) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

fn write_fixed(text: &mut String, bytes: u64, align: u64, ending: Ending) {
    let name = expanded(&fixed(bytes, align));
    let head = format!("{name}(ptr %base, i64 %offset, ptr %site)");
    let loaded = write_loads(text, &head, bytes, align);
    if loaded.most == 1 {
        write_exact(text, bytes, align, ending);
    } else {
        let _ = write!(
            text,
            "  call void @{CHECK_RANGE}(ptr %p, i64 {bytes}, ptr %site)\n  br label %ok\n"
        );
    }
    text.push_str("ok:\n  ret void\n}\n");
}

/// The cold part for an access within one granule, of which no more than some first bytes are good.
fn write_exact(text: &mut String, bytes: u64, align: u64, ending: Ending) {
    let Ending {
        attribute,
        next,
        ends,
    } = ending;
    let granule = GRANULE as u64;
    let report = format!("call void @{REPORT}(ptr %p, ptr %site) {attribute}nounwind\n  {next}\n");
    if bytes.min(align) == granule {
        // Nothing less than the whole granule would do.
        let _ = write!(text, "  {report}");
        return;
    }
    if ends {
        let _ = write!(
            text,
            "  call preserve_allcc void @{CHECK_GRANULE}(ptr %p, ptr %site)\n  br label %ok\n"
        );
        return;
    }
    // Poison codes are negative, so they are below any need. The shadow is loaded once more, and so that LLVM does not know it for the
    // same: else the hot part would keep it in a register instead of testing it where it lies.
    let _ = write!(
        text,
        "  %low = trunc i64 %a to i8\n  \
         %in = and i8 %low, {inside}\n  \
         %need = add i8 %in, {least}\n  \
         %have = load volatile i8, ptr %sp, align 1\n  \
         %short = icmp sgt i8 %need, %have\n  \
         br i1 %short, label %bad, label %ok\n\
         bad:\n  \
         {report}",
        inside = granule - 1,
        least = u64::from(PARTIAL) + bytes,
    );
}

/// The check of several accesses. Objects seldom end with a granule; so where the last granule is as good as is needed, and all before it wholly, all
/// is good, too. Otherwise the runtime looks at each access by itself, in order.
fn write_joined(text: &mut String, name: &str, joined: &Joined) {
    let name = expanded(name);
    let head = format!("{name}(ptr %base, i64 %offset, ptr %accesses)");
    let Loaded {
        bits, mask, end, ..
    } = write_loads(text, &head, joined.bytes, joined.align);
    let before_last = signed(mask as u64 & (u64::MAX >> (64 - bits) >> 8), bits);
    // Loaded once more, for the reason that `write_exact` gives.
    let _ = write!(
        text,
        "  %last = load volatile i{bits}, ptr {end}, align 1\n  \
         %before = and i{bits} %last, {before_last}\n",
        end = end.unwrap_or("%sp")
    );
    let others = if end.is_some() {
        let _ = write!(
            text,
            "  %start = load volatile i{bits}, ptr %sp, align 1\n  \
             %begin = and i{bits} %start, {mask}\n  \
             %others = or i{bits} %before, %begin\n"
        );
        "%others"
    } else {
        "%before"
    };
    let code = if bits == 8 {
        "%last"
    } else {
        let _ = write!(
            text,
            "  %top = lshr i{bits} %last, {shift}\n  \
             %code = trunc i{bits} %top to i8\n",
            shift = bits - 8
        );
        "%code"
    };
    let _ = write!(
        text,
        "  %poor = icmp ne i{bits} {others}, 0\n  \
         %whole = add i64 %a, {last_byte}\n  \
         %low = trunc i64 %whole to i8\n  \
         %in = and i8 %low, {inside}\n  \
         %need = add i8 %in, 1\n  \
         %have = xor i8 {code}, {PARTIAL}\n  \
         %short = icmp sgt i8 %need, %have\n  \
         %bad = or i1 %poor, %short\n  \
         br i1 %bad, label %each, label %ok\n\
         each:\n  \
         call void @{CHECK_EACH}(ptr %p, ptr %accesses)\n  \
         br label %ok\nok:\n  ret void\n}}\n",
        last_byte = joined.bytes - 1,
        inside = GRANULE - 1,
    );
}

fn bounds(
    Ending {
        attribute, next, ..
    }: Ending,
) -> String {
    format!(
        "define linkonce_odr hidden void @{BOUNDS_CONSTANT}(ptr %p, i64 %length, ptr %start, i64 %size, i64 %last, ptr %site, ptr %object) alwaysinline nounwind {{\n\
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
         define linkonce_odr hidden void @{BOUNDS}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) alwaysinline nounwind {{\n\
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
         ret void\n}}\n"
    )
}

/// Nearer to each other than they are long, but not in the same place; the runtime looks again.
fn overlap() -> String {
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

/// The cold way of an access whose proof held no longer. What asks the shadow stays opaque until LLVM has optimised.
fn guarded() -> String {
    format!(
        "define linkonce_odr hidden void @{GUARDED}(i1 %on, ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         call void @{BOUNDS}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object)\n  \
         call void @{LANE}(i1 true, ptr %p, i64 %length, ptr %site) memory(inaccessiblemem: readwrite)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{GUARDED_BOUNDS}(i1 %on, ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok, !prof !0\n\
         check:\n  \
         call void @{BOUNDS}(ptr %p, i64 %length, ptr %start, i64 %size, ptr %site, ptr %object)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n\
         define linkonce_odr hidden void @{GUARDED_RANGE}(i1 %on, ptr %p, i64 %length, ptr %site) alwaysinline nounwind {{\n\
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
fn write_guarded(text: &mut String, bytes: u64, align: u64) {
    let (check, name) = (fixed(bytes, align), guarded_fixed(bytes, align));
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

/// The first byte of the memory above the shadow.
const HIGH_MEMORY: u64 = (ADDRESS_END >> GRANULE_SHIFT) + OFFSET_X86_64 as u64;
/// The first byte that is no program's.
const ADDRESS_END: u64 = 1 << 47;

/// Whether a range is good: by two runs that meet, one from either end, or by the runtime.
fn range_good() -> String {
    format!(
        "define linkonce_odr hidden i1 @{RANGE_GOOD}(i64 %first, i64 %last, i64 %most, i1 %wanted) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %wanted, label %begins, label %done\n\
         begins:\n  \
         %ordered = icmp ule i64 %first, %last\n  \
         %high = icmp uge i64 %first, {HIGH_MEMORY}\n  \
         %low = icmp ult i64 %last, {ADDRESS_END}\n  \
         %place = and i1 %high, %low\n  \
         %begin = lshr i64 %first, {GRANULE_SHIFT}\n  \
         %next = add i64 %last, 1\n  \
         %end = lshr i64 %next, {GRANULE_SHIFT}\n  \
         %some = icmp ult i64 %begin, %end\n  \
         %real = and i1 %ordered, %place\n  \
         %easy = and i1 %real, %some\n  \
         br i1 %easy, label %look, label %ask, !prof !1\n\
         look:\n  \
         %whole = sub i64 %end, %begin\n  \
         %zeroes = call i64 @llvm.ctlz.i64(i64 %whole, i1 true)\n  \
         %log = xor i64 %zeroes, 63\n  \
         %log8 = trunc i64 %log to i8\n  \
         %room = sub i8 {PARTIAL}, %log8\n  \
         %half = shl i64 1, %log\n  \
         %middle = sub i64 %end, %half\n  \
         %bs = add i64 %begin, {OFFSET_X86_64}\n  \
         %bp = inttoptr i64 %bs to ptr\n  \
         %b = load i8, ptr %bp, align 1\n  \
         %br = sub i8 %b, %log8\n  \
         %bg = icmp ult i8 %br, %room\n  \
         %ms = add i64 %middle, {OFFSET_X86_64}\n  \
         %mp = inttoptr i64 %ms to ptr\n  \
         %m = load i8, ptr %mp, align 1\n  \
         %mr = sub i8 %m, %log8\n  \
         %mg = icmp ult i8 %mr, %room\n  \
         %lg = lshr i64 %last, {GRANULE_SHIFT}\n  \
         %ls = add i64 %lg, {OFFSET_X86_64}\n  \
         %lp = inttoptr i64 %ls to ptr\n  \
         %l = load i8, ptr %lp, align 1\n  \
         %l8 = trunc i64 %last to i8\n  \
         %li = and i8 %l8, {inside}\n  \
         %lh = sub i8 %l, {PARTIAL}\n  \
         %lr = icmp ult i8 %li, %lh\n  \
         %lk = icmp sge i8 %l, 0\n  \
         %lgood = and i1 %lr, %lk\n  \
         %both = and i1 %bg, %mg\n  \
         %all = and i1 %both, %lgood\n  \
         br i1 %all, label %done, label %ask, !prof !1\n\
         ask:\n  \
         %answer = call i32 @{IS_GOOD}(i64 %first, i64 %last, i64 %most)\n  \
         %yes = icmp ne i32 %answer, 0\n  \
         br label %done\n\
         done:\n  \
         %good = phi i1 [ false, %entry ], [ true, %look ], [ %yes, %ask ]\n  \
         ret i1 %good\n}}\n\
         declare i64 @llvm.ctlz.i64(i64, i1)\n\
         declare i32 @{IS_GOOD}(i64, i64, i64) nounwind cold\n",
        inside = GRANULE - 1,
    )
}

fn lane() -> String {
    format!(
        "define linkonce_odr hidden void @{LANE}(i1 %on, ptr %p, i64 %length, ptr %site) alwaysinline nounwind {{\n\
         entry:\n  \
         br i1 %on, label %check, label %ok\n\
         check:\n  \
         call void @{CHECK_RANGE}(ptr %p, i64 %length, ptr %site)\n  \
         br label %ok\n\
         ok:\n  \
         ret void\n}}\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_loads_cover_every_granule() {
        for bytes in 1..=LARGEST {
            for align in [1, 2, 4, 8] {
                let (most, least) = granules(bytes, align);
                let width = 1 << least.ilog2();
                for start in (0..8).step_by(align as usize) {
                    let touched = (start + bytes).div_ceil(8);
                    assert!(least <= touched && touched <= most);
                    assert!(width <= touched, "never reads past the last granule");
                    assert!(touched <= if most > width { 2 * width } else { width });
                }
            }
        }
    }

    #[test]
    fn only_reports_that_end_the_program_are_marked_so() {
        let text = |recover| {
            let plan = CheckPlan {
                recover,
                ..CheckPlan::default()
            };
            bounds_checks(&Module::default(), &plan)
        };
        assert_eq!(text(false).matches("unreachable").count(), 2);
        let recovering = text(true);
        assert!(!recovering.contains("unreachable") && !recovering.contains("noreturn"));
    }

    #[test]
    fn a_granule_is_checked_by_one_byte() {
        let mut text = String::new();
        write_fixed(&mut text, 4, 4, Ending::of(&CheckPlan::default()));
        assert!(
            text.contains("load i8") && text.contains("and i8 %first, -64"),
            "{text}"
        );
        assert!(!text.contains(CHECK_RANGE));
        assert!(
            text.contains(&format!("call preserve_allcc void @{CHECK_GRANULE}(")),
            "{text}"
        );
    }

    #[test]
    fn code_that_goes_on_after_a_report_decides_by_itself() {
        let plan = CheckPlan {
            recover: true,
            ..CheckPlan::default()
        };
        let mut text = String::new();
        write_fixed(&mut text, 4, 4, Ending::of(&plan));
        assert!(!text.contains("preserve_allcc"), "{text}");
        assert!(text.contains("%need = add i8 %in, 68"), "{text}");
    }

    #[test]
    fn a_whole_granule_is_good_or_not() {
        let mut text = String::new();
        write_fixed(&mut text, 8, 8, Ending::of(&CheckPlan::default()));
        assert!(!text.contains("%need"), "{text}");
        text.clear();
        write_fixed(&mut text, 8, 4, Ending::of(&CheckPlan::default()));
        assert!(text.contains(CHECK_RANGE), "{text}");
    }
}
