//! Models of Cortex-M processors: cycles of the executed instructions, and energy for each cycle.
//!
//! Cycles of each class are those of Arm's technical reference manuals ("Processor instruction set summary", zero wait states). Where the manual gives a
//! range (a taken branch refills the pipeline in 1 to 3 cycles), the model takes its middle and states the range as its error. Energy of a cycle is what the data sheet
//! of a part says of typical code. Waiting for interrupts, wait states of the flash and peripherals are not in the model: it compares programs on one part.

use super::instructions::Counts;
use crate::diagnostics::DriverError;

/// A processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Model {
    /// Cortex-M0, energy of a cycle as in an STM32F031
    CortexM0,
    /// Cortex-M3, energy of a cycle as in an STM32L100
    CortexM3,
    /// Cortex-M4; energy needs --nanojoules-per-cycle
    CortexM4,
}

/// The least and the most cycles.
type Cycles = (f64, f64);

/// What a run takes by a model.
pub struct Estimate {
    /// The middle of the range.
    pub cycles: f64,
    /// How far its ends are from it, as a part of it.
    pub error: f64,
}

/// Energy of a cycle, with who says so.
pub struct Energy {
    /// In nanojoules.
    pub nanojoules: f64,
    /// Where that is from, and its error.
    pub source: String,
}

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
    /// The name of its quantities.
    pub fn name(self) -> &'static str {
        match self {
            Self::CortexM0 => "cortex-m0",
            Self::CortexM3 => "cortex-m3",
            Self::CortexM4 => "cortex-m4",
        }
    }

    /// Where the cycles are from.
    pub fn manual(self) -> &'static str {
        match self {
            Self::CortexM0 => "Arm DDI 0432, table 3-1",
            Self::CortexM3 => "Arm DDI 0337, table 3-1",
            Self::CortexM4 => "Arm DDI 0439, table 3-1",
        }
    }

    /// The energy of a cycle, `given` by the user or by a data sheet.
    pub fn energy(self, given: Option<f64>) -> Option<Energy> {
        if let Some(nanojoules) = given {
            let source = "--nanojoules-per-cycle".to_owned();
            return Some(Energy { nanojoules, source });
        }
        let (milliamperes, volts, megahertz, source) = match self {
            Self::CortexM0 => (
                11.4,
                3.6,
                48.0,
                "data sheet of STM32F031 (2015), table 23, code like CoreMark in flash, peripherals off; the part's maximum is 10 % more",
            ),
            Self::CortexM3 => (
                9.6,
                3.6,
                32.0,
                "data sheet of STM32L100 (DocID024295), table 15, code like Dhrystone in flash, peripherals off; the part's maximum is 15 % more",
            ),
            Self::CortexM4 => return None,
        };
        Some(Energy {
            nanojoules: milliamperes * volts / megahertz,
            source: format!("{milliamperes} mA at {volts} V and {megahertz} MHz: {source}"),
        })
    }

    /// Cycles of a run.
    ///
    /// # Errors
    /// If it has an instruction that the model does not know.
    pub fn estimate(self, counts: &Counts) -> Result<Estimate, DriverError> {
        let (mut least, mut most) = (0.0, 0.0);
        let mut unknown: Vec<&str> = Vec::new();
        for (mnemonic, executed) in &counts.mnemonics {
            match self.cycles(mnemonic) {
                Some((low, high)) => {
                    least += low * *executed as f64;
                    most += high * *executed as f64;
                }
                None => unknown.push(mnemonic),
            }
        }
        if !unknown.is_empty() {
            unknown.sort_unstable();
            let cause = format!(
                "the model of {} has no cycles for: {}",
                self.name(),
                unknown.join(", ")
            );
            return Err(DriverError::new(cause)
                .next("choose the model of the processor that the program is compiled for"));
        }
        let cycles = f64::midpoint(least, most);
        Ok(Estimate {
            cycles,
            error: (most - least) / 2.0 / cycles,
        })
    }

    /// Cycles of one instruction.
    fn cycles(self, mnemonic: &str) -> Option<Cycles> {
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

    fn counts(list: &[(&str, u64)]) -> Counts {
        Counts {
            instructions: list.iter().map(|(_, count)| count).sum(),
            mnemonics: list
                .iter()
                .map(|(name, count)| ((*name).to_owned(), *count))
                .collect(),
        }
    }

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

    #[test]
    fn the_error_is_half_the_range() {
        let estimate = Model::CortexM3
            .estimate(&counts(&[("adds", 70), ("ldr", 20), ("bne", 10)]))
            .unwrap();
        // 100 to 150 cycles.
        assert_eq!((estimate.cycles, estimate.error), (125.0, 0.2));
        let refused = Model::CortexM0
            .estimate(&counts(&[("adds", 1), ("vadd", 1), ("callq", 1)]))
            .err()
            .unwrap();
        assert_eq!(
            refused.to_string(),
            "the model of cortex-m0 has no cycles for: callq, vadd"
        );
    }

    #[test]
    fn energy_has_a_source_or_is_none() {
        let m0 = Model::CortexM0.energy(None).unwrap();
        assert!((m0.nanojoules - 0.855).abs() < 1e-9 && m0.source.contains("STM32F031"));
        assert!(Model::CortexM4.energy(None).is_none());
        assert_eq!(
            Model::CortexM4.energy(Some(0.5)).unwrap().source,
            "--nanojoules-per-cycle"
        );
    }
}
