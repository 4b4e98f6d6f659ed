//! Cycles of one instruction, by the tables of Arm's technical reference manuals.

use super::Model;

/// The least and the most cycles.
type Cycles = (f64, f64);

/// Conditions of branches and of instructions in IT blocks.
const CONDITIONS: [&str; 16] = [
    "eq", "ne", "hs", "cs", "lo", "cc", "mi", "pl", "vs", "vc", "hi", "ls", "ge", "lt", "gt", "le",
];

/// What takes one cycle in all of them, or beginnings of it.
const SINGLE: [&str; 53] = [
    "mov", "mvn", "add", "adc", "adr", "sub", "sbc", "rsb", "and", "orr", "orn", "eor", "bic",
    "tst", "teq", "cmp", "cmn", "lsl", "lsr", "asr", "ror", "rrx", "sxt", "uxt", "rev", "rbit",
    "clz", "bfi", "bfc", "ubfx", "sbfx", "ssat", "usat", "nop", "it", "sev", "cps", "svc", "bkpt",
    "udf", "yield", "pld", "qadd", "qsub", "uadd", "usub", "sadd", "ssub", "sel", "pkh", "wfi",
    "wfe", "clrex",
];

impl Model {
    /// Cycles of one instruction.
    pub(super) fn cycles(self, mnemonic: &str) -> Option<Cycles> {
        let (name, list) = mnemonic.split_once(" {").unwrap_or((mnemonic, ""));
        // The width of the encoding does not matter, the type of a float does not either.
        let name = name.split('.').next().unwrap_or(name);
        let list = list.trim_end_matches('}');
        let count = list
            .split(',')
            .next()
            .and_then(|count| count.parse().ok())
            .unwrap_or(0.0);
        let to_pc = list.ends_with(",pc");
        let small = self == Self::CortexM0;
        // A refill of the pipeline.
        let (p_low, p_high) = if small { (2.0, 2.0) } else { (1.0, 3.0) };
        let starts = |beginnings: &[&str]| beginnings.iter().any(|begin| name.starts_with(begin));
        let exactly = |cycles: f64| Some((cycles, cycles));
        if is_conditional_branch(name) {
            return Some((1.0, 1.0 + p_high));
        }
        match name {
            "b" | "bx" => return Some((1.0 + p_low, 1.0 + p_high)),
            "bl" if small => return exactly(4.0),
            "bl" | "blx" => return Some((1.0 + p_low, 1.0 + p_high)),
            "tbb" | "tbh" => return Some((2.0 + p_low, 2.0 + p_high)),
            _ => {}
        }
        if starts(&["pop", "ldm"]) {
            return Some(match (to_pc, small) {
                (false, _) => (1.0 + count, 1.0 + count),
                (true, true) => (4.0 + count, 4.0 + count),
                (true, false) => (1.0 + count + p_low, 1.0 + count + p_high),
            });
        }
        if starts(&["push", "stm", "vpush", "vpop", "vldm", "vstm"]) {
            return exactly(1.0 + count);
        }
        if starts(&["ldrd", "strd"]) {
            return exactly(3.0);
        }
        if starts(&["ldr", "str", "vldr", "vstr"]) {
            // One behind another is pipelined, and a store may wait in the buffer.
            return if small {
                exactly(2.0)
            } else {
                Some((1.0, 2.0))
            };
        }
        if starts(&["mul"]) && small {
            // One or thirty-two, as the part was built: those of data sheets have the fast one.
            return exactly(1.0);
        }
        if starts(&["mrs", "msr", "dmb", "dsb", "isb"]) {
            return if small {
                exactly(4.0)
            } else {
                Some((1.0, 4.0))
            };
        }
        match self {
            Self::CortexM0 => {}
            _ if starts(&["sdiv", "udiv"]) => return Some((2.0, 12.0)),
            Self::CortexM3 => {
                if starts(&["umull", "smull"]) {
                    return Some((3.0, 5.0));
                }
                if starts(&["umlal", "smlal"]) {
                    return Some((4.0, 7.0));
                }
                if starts(&["mla", "mls"]) {
                    return exactly(2.0);
                }
            }
            Self::CortexM4 => {
                if starts(&["vdiv", "vsqrt"]) {
                    return exactly(14.0);
                }
                if starts(&["vmla", "vmls", "vnml", "vfma", "vfms", "vfnm"]) {
                    return exactly(3.0);
                }
                if starts(&[
                    "vadd", "vsub", "vmul", "vnmul", "vneg", "vabs", "vcmp", "vcvt", "vmrs", "vmsr",
                ]) {
                    return exactly(1.0);
                }
                if starts(&["vmov"]) {
                    return Some((1.0, 2.0));
                }
                if starts(&[
                    "mla", "mls", "umull", "smull", "umlal", "smlal", "smla", "smul", "umaal",
                    "smml", "smm", "smua", "smus",
                ]) {
                    return exactly(1.0);
                }
            }
        }
        (starts(&SINGLE) || starts(&["mul"])).then_some((1.0, 1.0))
    }
}

fn is_conditional_branch(name: &str) -> bool {
    let condition = name.strip_prefix('b').unwrap_or_default();
    CONDITIONS.contains(&condition) || name == "cbz" || name == "cbnz"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_those_of_the_manuals() {
        let m3 = |name: &str| Model::CortexM3.cycles(name);
        assert_eq!(m3("movs"), Some((1.0, 1.0)));
        assert_eq!(m3("ldr.w"), Some((1.0, 2.0)));
        assert_eq!(m3("push {4}"), Some((5.0, 5.0)));
        assert_eq!(m3("pop {3,pc}"), Some((5.0, 7.0)));
        assert_eq!(m3("bls"), Some((1.0, 4.0)));
        assert_eq!(m3("bl"), Some((2.0, 4.0)));
        assert_eq!(m3("bics"), Some((1.0, 1.0)));
        assert_eq!(m3("udiv"), Some((2.0, 12.0)));
        assert_eq!(m3("umull"), Some((3.0, 5.0)));
        assert_eq!(Model::CortexM4.cycles("umull"), Some((1.0, 1.0)));
        let m0 = |name: &str| Model::CortexM0.cycles(name);
        assert_eq!(
            (m0("bl"), m0("b"), m0("beq")),
            (Some((4.0, 4.0)), Some((3.0, 3.0)), Some((1.0, 3.0)))
        );
        assert_eq!(
            (m0("pop {2,pc}"), m0("ldr")),
            (Some((6.0, 6.0)), Some((2.0, 2.0)))
        );
        assert_eq!(
            (m0("udiv"), m3("vadd.f32"), m3("callq")),
            (None, None, None)
        );
    }
}
