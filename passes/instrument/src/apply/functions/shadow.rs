//! Shadow checks of one access, and of several coalesced ones.

use super::assembly::{write_statement, write_statement_alone};
use super::names::{Shape, expanded};
use super::space::Space;
use super::{AfterReport, Form};
use crate::Coalesced;
use sanecc_abi::shadow::{GRANULE, GRANULE_SHIFT, NOT_WHOLLY_ADDRESSABLE, PARTIAL};
use sanecc_abi::symbols::{
    CHECK_EACH, OUTLINED_ACCESS, OUTLINED_COALESCED, OUTLINED_GRANULE, REPORT, SLOW_ACCESS,
    SLOW_COALESCED, SLOW_GRANULE,
};
use sanecc_abi::target::Checks;
use sanecc_ir::llvm::edit::SplitCallee;
use std::fmt::Write;

/// Of all functions here.
const PARAMETERS: &str = "ptr %base, i64 %offset, ptr %site";

/// How many granules an access can touch at most, and at least.
fn granules(bytes: u64, align: u64) -> (u64, u64) {
    let granule = GRANULE as u64;
    let worst_start = granule - align.min(granule);
    (
        (worst_start + bytes).div_ceil(granule),
        bytes.div_ceil(granule),
    )
}

/// Which shadow the check of so many bytes loads.
pub(super) struct ShadowLoads {
    /// Bytes of the access.
    pub(super) bytes: u64,
    /// How many granules it can touch at most.
    most: u64,
    /// Bytes of a load: the widest that never reads past the last granule touched. Two of them cover all, because
    /// `most <= least + 1 <= 2 * width`.
    pub(super) width: u64,
}

impl ShadowLoads {
    fn of(bytes: u64, align: u64) -> Self {
        let (most, least) = granules(bytes, align);
        ShadowLoads {
            bytes,
            most,
            width: 1 << least.ilog2(),
        }
    }

    /// Whether the second load, of what ends with the last granule, is needed.
    pub(super) fn has_two(&self) -> bool {
        self.most > self.width
    }
}

/// The beginning of a check of the bytes at `%base + %offset`: the shadow lies at `%g + %d`, and the second load at `%eg + %ed`.
/// Whole granules of the constant offset are added to the shadow address: all members of a structure then share its base.
///
/// These are words as wide as an address: no object of a program lies where a sum of them would wrap around.
pub(super) fn write_head(text: &mut String, name: &str, loads: &ShadowLoads, space: &Space) {
    let word = &space.word;
    let (narrow_offset, granule_offset) = space.to_word("%granule_offset");
    let (narrow_granules, granules) = space.to_word("%granules");
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{name}({PARAMETERS}) alwaysinline nounwind {{\n\
         entry:\n  \
         %b = ptrtoint ptr %base to {word}\n  \
         %granule_offset = and i64 %offset, {inside}\n  \
         {narrow_offset}\
         %granules = ashr i64 %offset, {GRANULE_SHIFT}\n  \
         {narrow_granules}\
         %near = add {word} %b, {granule_offset}\n  \
         %g = lshr {word} %near, {GRANULE_SHIFT}\n  \
         %d = add {word} {granules}, {offset}\n",
        inside = GRANULE - 1,
        offset = space.offset,
    );
    if loads.has_two() {
        let _ = write!(
            text,
            "  %end = add {word} %near, {last}\n  \
             %eg = lshr {word} %end, {GRANULE_SHIFT}\n  \
             %ed = add {word} {granules}, {offset}\n",
            last = loads.bytes - 1,
            offset = space.offset_less(loads.width - 1),
        );
    }
}

/// The same as branches: continues at `slow` if any granule is not wholly addressable. There `%p` is the address, and `%a` the same as an integer.
fn write_loads(text: &mut String, name: &str, loads: &ShadowLoads, space: &Space) {
    write_head(text, name, loads, space);
    let bits = loads.width * 8;
    let mask = u64::from_le_bytes([NOT_WHOLLY_ADDRESSABLE; 8]) & (u64::MAX >> (64 - bits));
    let mask = signed(mask, bits);
    let word = &space.word;
    let _ = write!(
        text,
        "  %s = add {word} %g, %d\n  \
         %sp = inttoptr {word} %s to ptr\n  \
         %first = load i{bits}, ptr %sp, align 1\n",
    );
    let value = if loads.has_two() {
        let _ = write!(
            text,
            "  %es = add {word} %eg, %ed\n  \
             %ep = inttoptr {word} %es to ptr\n  \
             %rest = load i{bits}, ptr %ep, align 1\n  \
             %both = or i{bits} %first, %rest\n",
        );
        "%both"
    } else {
        "%first"
    };
    let (narrow, offset) = space.to_word("%offset");
    let _ = write!(
        text,
        "  %m = and i{bits} {value}, {mask}\n  \
         %odd = icmp ne i{bits} %m, 0\n  \
         br i1 %odd, label %slow, label %ok, !prof !0\n\
         slow:\n  \
         %p = getelementptr i8, ptr %base, i64 %offset\n  \
         {narrow}\
         %a = add {word} %b, {offset}\n"
    );
}

/// A number of so many bits as IR writes it.
fn signed(value: u64, bits: u64) -> i64 {
    (value << (64 - bits)) as i64 >> (64 - bits)
}

/// The checks of an access of this shape: for constant arguments and for others.
pub(super) fn write_check(text: &mut String, shape: Shape, form: &Form) {
    let SplitCallee {
        constant,
        alone,
        variable,
    } = expanded(&shape.check());
    let loads = ShadowLoads::of(shape.bytes, shape.align);
    let outlined = form.code == Checks::Outlined;
    if form.code == Checks::Statement && form.after.ends && !shape.bulk {
        // The operands of a statement are constants.
        let slow = if loads.most == 1 {
            SLOW_GRANULE
        } else {
            SLOW_ACCESS
        };
        write_statement(text, &constant, &loads, slow, &form.space);
        if let Some(alone) = alone {
            write_statement_alone(text, &alone, &loads, slow, &form.space);
        }
        write_outlined(text, &variable, shape, form);
        return;
    }
    for name in [Some(constant), alone, Some(variable)]
        .into_iter()
        .flatten()
    {
        if outlined {
            write_outlined(text, &name, shape, form);
        } else {
            write_loads(text, &name, &loads, &form.space);
            write_exact(text, loads.most, shape, form);
            text.push_str("ok:\n  ret void\n}\n");
        }
    }
}

/// An outlined check: one call decides all.
fn write_outlined(text: &mut String, name: &str, shape: Shape, form: &Form) {
    let keeping = form.convention();
    let Shape {
        bytes, align, bulk, ..
    } = shape;
    let call = if bulk || !form.after.ends {
        form.space.check_range(bytes)
    } else if granules(bytes, align).0 == 1 {
        format!("call {keeping}void @{OUTLINED_GRANULE}(ptr %p, ptr %site)")
    } else {
        format!("call {keeping}void @{OUTLINED_ACCESS}(ptr %p, ptr %site)")
    };
    write_call(text, name, &call);
}

/// A check that is only a call with the address `%p`.
fn write_call(text: &mut String, name: &str, call: &str) {
    let _ = write!(
        text,
        "define linkonce_odr hidden void @{name}({PARAMETERS}) alwaysinline nounwind {{\n  \
         %p = getelementptr i8, ptr %base, i64 %offset\n  \
         {call}\n  \
         ret void\n}}\n"
    );
}

/// The cold part in code that may not keep registers or continues after a report: the last granule may be partly addressable, and that may suffice.
fn write_exact(text: &mut String, most: u64, shape: Shape, form: &Form) {
    let Shape {
        bytes, align, bulk, ..
    } = shape;
    let granule = GRANULE as u64;
    // A memory intrinsic continues in any case.
    let AfterReport {
        attribute, next, ..
    } = match bulk {
        true => AfterReport::GOES_ON,
        false => form.after,
    };
    let report = format!("call void @{REPORT}(ptr %p, ptr %site) {attribute}nounwind\n  {next}\n");
    if bulk || most > 1 {
        let check = form.space.check_range(bytes);
        let _ = write!(text, "  {check}\n  br label %ok\n");
        return;
    }
    if bytes.min(align) == granule {
        // Only a whole granule suffices.
        let _ = write!(text, "  {report}");
        return;
    }
    // Poison codes are negative, so they are less than any need. The shadow is loaded again, as volatile, so that the hot part tests it in memory instead of keeping it in
    // a register.
    let _ = write!(
        text,
        "  %low = trunc {word} %a to i8\n  \
         %in = and i8 %low, {inside}\n  \
         %need = add i8 %in, {least}\n  \
         %have = load volatile i8, ptr %sp, align 1\n  \
         %short = icmp sgt i8 %need, %have\n  \
         br i1 %short, label %bad, label %ok\n\
         bad:\n  \
         {report}",
        word = form.space.word,
        inside = granule - 1,
        least = u64::from(PARTIAL) + bytes,
    );
}

/// The check of coalesced accesses. If not all granules are wholly addressable, the runtime decides; objects seldom end with a granule.
pub(super) fn write_coalesced(text: &mut String, name: &str, coalesced: &Coalesced, form: &Form) {
    let outlined = form.code == Checks::Outlined;
    let keeping = form.convention();
    let SplitCallee {
        constant,
        alone,
        variable,
    } = expanded(name);
    let loads = ShadowLoads::of(coalesced.bytes, coalesced.align);
    let keeping_registers = format!("call {keeping}void @{OUTLINED_COALESCED}(ptr %p, ptr %site)");
    let call = format!("call void @{CHECK_EACH}(ptr %p, ptr %site)");
    if !coalesced.goes_on && form.code == Checks::Statement {
        write_statement(text, &constant, &loads, SLOW_COALESCED, &form.space);
        if let Some(alone) = alone {
            write_statement_alone(text, &alone, &loads, SLOW_COALESCED, &form.space);
        }
        write_call(text, &variable, &keeping_registers);
        return;
    }
    for name in [Some(constant), alone, Some(variable)]
        .into_iter()
        .flatten()
    {
        match (coalesced.goes_on, outlined) {
            (false, true) => write_call(text, &name, &keeping_registers),
            (true, true) => write_call(text, &name, &call),
            (_, false) => {
                write_loads(text, &name, &loads, &form.space);
                let _ = write!(text, "  {call}\n  br label %ok\nok:\n  ret void\n}}\n");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::CheckPlan;
    use crate::apply::functions::names::LARGEST;
    use sanecc_abi::symbols::CHECK_RANGE;
    use sanecc_abi::target::HOST;

    fn scalar(bytes: u64, align: u64) -> Shape {
        Shape {
            bytes,
            align,
            bulk: false,
            writes: false,
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
        write_check(&mut text, scalar(4, 4), &Form::of(&CheckPlan::default()));
        assert!(text.contains("testb $$-64, ${1:c}($0)"), "{text}");
        let alone = format!(
            "leaq $1, $0\\0A\\09shrq $$3, $0\\0A\\09testb $$-64, {}($0)",
            HOST.shadow_offset().unwrap()
        );
        assert!(text.contains(&alone), "{text}");
        assert_eq!(text.matches("jne 1f").count(), 2, "{text}");
        assert!(
            text.contains(&format!("callq *{SLOW_GRANULE}${{0:V}}@")),
            "{text}"
        );
        assert!(!text.contains("br "), "the block is not split: {text}");
    }

    #[test]
    fn a_statement_tests_all_granules() {
        for (bytes, align, tests) in [
            (8, 8, vec!["testb $$-64, ${1:c}($0)"]),
            (
                8,
                4,
                vec!["testb $$-64, ${1:c}($0)", "testb $$-64, ${6:c}($5)"],
            ),
            (16, 8, vec!["movzwl ${2:c}($1), $0"]),
            (
                16,
                4,
                vec!["movzwl ${2:c}($1), $0", "movzwl ${7:c}($6), $0"],
            ),
            (32, 8, vec!["testl $$0xc0c0c0c0, ${1:c}+0($0)"]),
            (
                64,
                8,
                vec![
                    "testl $$0xc0c0c0c0, ${1:c}+0($0)",
                    "testl $$0xc0c0c0c0, ${1:c}+4($0)",
                ],
            ),
        ] {
            let mut text = String::new();
            let form = Form::of(&CheckPlan::default());
            write_check(&mut text, scalar(bytes, align), &form);
            for test in &tests {
                assert!(text.contains(test), "{test}: {text}");
            }
            // One statement for each use of the base.
            let jumps = text.matches("jne 1f").count();
            assert_eq!(jumps, 2 * tests.len(), "{text}");
        }
    }

    #[test]
    fn small_code_calls_what_decides() {
        let plan = |recover| CheckPlan {
            recover,
            outlined: true,
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
            write_check(&mut text, shape, &Form::of(&plan(recover)));
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
        write_check(&mut text, scalar(4, 4), &Form::of(&plan));
        assert!(!text.contains("preserve_allcc"), "{text}");
        assert!(text.contains("%need = add i8 %in, 68"), "{text}");
        text.clear();
        write_check(&mut text, scalar(8, 4), &Form::of(&plan));
        assert!(text.contains(CHECK_RANGE), "{text}");
        assert!(!text.contains("preserve_allcc"), "{text}");
    }

    #[test]
    fn a_whole_granule_is_addressable_or_not() {
        let plan = CheckPlan {
            recover: true,
            ..CheckPlan::default()
        };
        let mut text = String::new();
        write_check(&mut text, scalar(8, 8), &Form::of(&plan));
        assert!(text.contains(REPORT) && !text.contains("%have"), "{text}");
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
                write_check(&mut text, bulk, &Form::of(&CheckPlan::default()));
                assert!(!text.contains("preserve_allcc"), "{text}");
                assert!(!text.contains("unreachable"), "{text}");
            }
        }
    }
}
