//! Shadow checks of one access, and of several coalesced ones.

use super::AfterReport;
use super::names::{Shape, expanded};
use crate::Coalesced;
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, NOT_WHOLLY_ADDRESSABLE, OFFSET_X86_64, PARTIAL};
use sanecc_abi::symbols::{
    CHECK_EACH, CHECK_RANGE, OUTLINED_ACCESS, OUTLINED_COALESCED, OUTLINED_GRANULE, REPORT,
    SLOW_ACCESS, SLOW_COALESCED, SLOW_GRANULE,
};
use std::fmt::Write;

/// How many granules an access can touch at most, and at least.
fn granules(bytes: u64, align: u64) -> (u64, u64) {
    let granule = GRANULE as u64;
    let worst_start = granule - align.min(granule);
    (
        (worst_start + bytes).div_ceil(granule),
        bytes.div_ceil(granule),
    )
}

/// The beginning of a check of `bytes` bytes at `%base + %offset`: loads the shadow, and continues at `slow` if any granule is not wholly
/// addressable. There `%p` is the address, and `%a` the same as an integer. Whole granules of the constant offset are added to the shadow address: all members of a
/// structure then share its base. Returns how many granules may be touched.
fn write_loads(text: &mut String, head: &str, bytes: u64, align: u64) -> u64 {
    let (most, least) = granules(bytes, align);
    // The widest load that never reads past the last granule touched; two of them cover all, because
    // `most <= least + 1 <= 2 * width`.
    let width = 1 << least.ilog2();
    let bits = width * 8;
    let mask = u64::from_le_bytes([NOT_WHOLLY_ADDRESSABLE; 8]) & (u64::MAX >> (64 - bits));
    let mask = signed(mask, bits);
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{head} alwaysinline nounwind {{\n\
         entry:\n  \
         %b = ptrtoint ptr %base to i64\n  \
         %granule_offset = and i64 %offset, {inside}\n  \
         %granules = ashr i64 %offset, {GRANULE_SHIFT}\n  \
         %near = add i64 %b, %granule_offset\n  \
         %g = lshr i64 %near, {GRANULE_SHIFT}\n  \
         %d = add i64 %granules, {OFFSET_X86_64}\n  \
         %s = add i64 %g, %d\n  \
         %sp = inttoptr i64 %s to ptr\n  \
         %first = load i{bits}, ptr %sp, align 1\n",
        inside = GRANULE - 1,
    );
    let value = if most > width {
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
        "%both"
    } else {
        "%first"
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
    most
}

/// A number of so many bits as IR writes it.
fn signed(value: u64, bits: u64) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// The check of an access of this shape.
pub(super) fn write_check(text: &mut String, shape: Shape, outlined: bool, after: AfterReport) {
    if outlined {
        write_outlined(text, shape, after);
    } else {
        write_fixed(text, shape, after);
    }
}

fn write_fixed(text: &mut String, shape: Shape, after: AfterReport) {
    let name = expanded(&shape.check());
    let head = format!("{name}(ptr %base, i64 %offset, ptr %site)");
    let most = write_loads(text, &head, shape.bytes, shape.align);
    write_exact(text, most, shape, after);
    text.push_str("ok:\n  ret void\n}\n");
}

/// An outlined check: one call decides all.
fn write_outlined(text: &mut String, shape: Shape, after: AfterReport) {
    let name = expanded(&shape.check());
    let Shape { bytes, align, bulk } = shape;
    let call = if bulk || !after.ends {
        format!("call void @{CHECK_RANGE}(ptr %p, i64 {bytes}, ptr %site)")
    } else if granules(bytes, align).0 == 1 {
        format!("call preserve_allcc void @{OUTLINED_GRANULE}(ptr %p, ptr %site)")
    } else {
        format!("call preserve_allcc void @{OUTLINED_ACCESS}(ptr %p, ptr %site)")
    };
    write_call(
        text,
        &format!("{name}(ptr %base, i64 %offset, ptr %site)"),
        &call,
    );
}

/// A check that is only a call with the address `%p`.
fn write_call(text: &mut String, head: &str, call: &str) {
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{head} alwaysinline nounwind {{\n  \
         %p = getelementptr i8, ptr %base, i64 %offset\n  \
         {call}\n  \
         ret void\n}}\n"
    );
}

/// The cold part: the last granule may be partly addressable, and that may suffice.
fn write_exact(text: &mut String, most: u64, shape: Shape, after: AfterReport) {
    let Shape { bytes, align, bulk } = shape;
    let AfterReport {
        attribute,
        next,
        ends,
    } = after;
    let granule = GRANULE as u64;
    let report = format!("call void @{REPORT}(ptr %p, ptr %site) {attribute}nounwind\n  {next}\n");
    if bulk || (most > 1 && !ends) {
        let _ = write!(
            text,
            "  call void @{CHECK_RANGE}(ptr %p, i64 {bytes}, ptr %site)\n  br label %ok\n"
        );
        return;
    }
    if most == 1 && bytes.min(align) == granule {
        // Only a whole granule suffices.
        let _ = write!(text, "  {report}");
        return;
    }
    if ends {
        let check = if most == 1 { SLOW_GRANULE } else { SLOW_ACCESS };
        let _ = write!(
            text,
            "  call preserve_allcc void @{check}(ptr %p, ptr %site)\n  br label %ok\n"
        );
        return;
    }
    // Poison codes are negative, so they are less than any need. The shadow is loaded again, as volatile, so that the hot part tests it in memory instead of keeping it in
    // a register.
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

/// The check of coalesced accesses. If not all granules are wholly addressable, the runtime decides; objects seldom end with a granule.
pub(super) fn write_coalesced(
    text: &mut String,
    name: &str,
    coalesced: &Coalesced,
    outlined: bool,
) {
    let name = expanded(name);
    let head = format!("{name}(ptr %base, i64 %offset, ptr %accesses)");
    let (convention, check) = match (coalesced.goes_on, outlined) {
        (true, _) => ("", CHECK_EACH),
        (false, false) => ("preserve_allcc ", SLOW_COALESCED),
        (false, true) => ("preserve_allcc ", OUTLINED_COALESCED),
    };
    let call = format!("call {convention}void @{check}(ptr %p, ptr %accesses)");
    if outlined {
        write_call(text, &head, &call);
    } else {
        write_loads(text, &head, coalesced.bytes, coalesced.align);
        let _ = write!(text, "  {call}\n  br label %ok\nok:\n  ret void\n}}\n");
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckPlan;
    use crate::apply::functions::names::LARGEST;

    fn scalar(bytes: u64, align: u64) -> Shape {
        Shape {
            bytes,
            align,
            bulk: false,
        }
    }

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
    fn a_granule_is_checked_by_one_byte() {
        let mut text = String::new();
        write_fixed(
            &mut text,
            scalar(4, 4),
            AfterReport::of(&CheckPlan::default()),
        );
        assert!(
            text.contains("load i8") && text.contains("and i8 %first, -64"),
            "{text}"
        );
        assert!(!text.contains(CHECK_RANGE));
        assert!(
            text.contains(&format!("call preserve_allcc void @{SLOW_GRANULE}(")),
            "{text}"
        );
    }

    #[test]
    fn small_code_calls_what_decides() {
        let plan = |recover| CheckPlan {
            recover,
            ..CheckPlan::default()
        };
        let bulk = Shape {
            bulk: true,
            ..scalar(8, 8)
        };
        for (shape, recover, called) in [
            (scalar(4, 4), false, OUTLINED_GRANULE),
            (scalar(8, 8), false, OUTLINED_GRANULE),
            (scalar(8, 4), false, OUTLINED_ACCESS),
            (scalar(16, 8), false, OUTLINED_ACCESS),
            (scalar(4, 4), true, CHECK_RANGE),
            (bulk, false, CHECK_RANGE),
        ] {
            let mut text = String::new();
            write_outlined(&mut text, shape, AfterReport::of(&plan(recover)));
            assert!(text.contains(&format!("@{called}(")), "{text}");
            assert!(!text.contains("load") && !text.contains("br "), "{text}");
            let keeps_registers = called != CHECK_RANGE;
            assert_eq!(text.contains("preserve_allcc"), keeps_registers, "{text}");
        }
    }

    #[test]
    fn code_that_goes_on_after_a_report_decides_by_itself() {
        let plan = CheckPlan {
            recover: true,
            ..CheckPlan::default()
        };
        let mut text = String::new();
        write_fixed(&mut text, scalar(4, 4), AfterReport::of(&plan));
        assert!(!text.contains("preserve_allcc"), "{text}");
        assert!(text.contains("%need = add i8 %in, 68"), "{text}");
        text.clear();
        write_fixed(&mut text, scalar(8, 4), AfterReport::of(&plan));
        assert!(text.contains(CHECK_RANGE), "{text}");
        assert!(!text.contains("preserve_allcc"), "{text}");
    }

    #[test]
    fn a_whole_granule_is_good_or_not() {
        let mut text = String::new();
        write_fixed(
            &mut text,
            scalar(8, 8),
            AfterReport::of(&CheckPlan::default()),
        );
        assert!(
            text.contains(REPORT) && !text.contains("__sanecc_check"),
            "{text}"
        );
        text.clear();
        write_fixed(
            &mut text,
            scalar(8, 4),
            AfterReport::of(&CheckPlan::default()),
        );
        assert!(text.contains(SLOW_ACCESS), "{text}");
    }

    #[test]
    fn copies_of_structures_may_change_registers_and_go_on() {
        for bytes in 1..=LARGEST {
            for align in [1, 2, 4, 8] {
                let bulk = Shape {
                    bulk: true,
                    ..scalar(bytes, align)
                };
                let mut text = String::new();
                write_fixed(&mut text, bulk, AfterReport::of(&CheckPlan::default()));
                assert!(!text.contains("preserve_allcc"), "{text}");
                assert!(!text.contains("unreachable"), "{text}");
            }
        }
    }
}
