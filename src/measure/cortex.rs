//! Models of Cortex-M processors: cycles of the executed instructions, and energy for each cycle.
//!
//! Cycles of each class are those of Arm's technical reference manuals ("Processor instruction set summary", zero wait states). Where the manual gives a
//! range (a taken branch refills the pipeline in 1 to 3 cycles), the model takes its middle and states the range as its error. Energy of a cycle is what the data sheet
//! of a part says of typical code. Waiting for interrupts, wait states of the flash and peripherals are not in the model: it compares programs on one part.

mod cycles;

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
