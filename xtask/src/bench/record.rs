//! The raw figures of one measurement as JSON: every build and every run.

use super::firmware::Firmware;
use super::statistics::{Spread, geometric_mean};
use serde::Serialize;
use std::time::{SystemTime, UNIX_EPOCH};

/// What is shown as a ratio to native.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// Of one run, user and system.
    CpuTime,
    /// The largest resident set of any process of a run.
    PeakMemory,
    /// Of the stripped binary with all that is linked.
    Size,
    /// Of what is loaded of the program's own objects, without runtimes and libraries.
    OwnSize,
    /// CPU time of all compilations and the link.
    CompileTime,
}

impl Measure {
    /// The name in tables of pages.
    pub fn title(self) -> &'static str {
        match self {
            Self::CpuTime => "CPU time",
            Self::PeakMemory => "peak memory",
            Self::Size => "size",
            Self::OwnSize => "own size",
            Self::CompileTime => "compile time",
        }
    }
}

/// One measurement.
#[derive(Serialize)]
pub struct Record {
    /// Seconds since 1970.
    pub time: u64,
    /// Where it was made.
    pub machine: Machine,
    /// What building cost.
    pub builds: Vec<Build>,
    /// What each run cost.
    pub runs: Vec<Run>,
    /// What small files cost.
    pub small: Vec<Small>,
    /// What calls of library functions cost.
    pub calls: Vec<Call>,
    /// What runs in the machine cost.
    pub interpreted: Vec<Interpreted>,
    /// Flash and RAM of firmware.
    pub firmware: Vec<Firmware>,
}

/// A machine and its compilers; the first is the native one.
#[derive(Serialize)]
pub struct Machine {
    /// Model name.
    pub processor: String,
    /// How many processors this process may use.
    pub processors: usize,
    /// Release of the kernel.
    pub kernel: String,
    /// Load average of one minute when the measurement began.
    pub load_before: f64,
    /// Load average of one minute when it ended; a measurement alone on the machine ends at about 1.
    pub load_after: f64,
    /// The compilers.
    pub tools: Vec<Tool>,
}

/// A compiler.
#[derive(Serialize)]
pub struct Tool {
    /// Short name, as in the other lists.
    pub name: String,
    /// First line of `--version`.
    pub version: String,
    /// Flags of every compilation and link.
    pub flags: String,
    /// Environment of the programs it made.
    pub environment: Vec<String>,
}

/// One program built by one compiler.
#[derive(Serialize)]
pub struct Build {
    /// The program.
    pub program: String,
    /// The compiler.
    pub compiler: String,
    /// User and system time of all compilations and the link.
    pub cpu_seconds: f64,
    /// Size of the stripped binary.
    pub binary_bytes: u64,
    /// Machine code in the program's own objects, without runtimes and libraries.
    pub code_bytes: u64,
    /// All that is loaded of the program's own objects: code, constants, initialised data, unwind tables.
    pub own_bytes: u64,
    /// Whether the program counts in the means: those of our own do not.
    pub in_mean: bool,
}

/// One run of a workload.
#[derive(Serialize)]
pub struct Run {
    /// The program.
    pub program: String,
    /// The compiler.
    pub compiler: String,
    /// Its round, from 1.
    pub round: u32,
    /// User and system time.
    pub cpu_seconds: f64,
    /// Largest resident set.
    pub peak_bytes: u64,
}

/// One small file, compiled by both compilers one after the other.
#[derive(Serialize)]
pub struct Small {
    /// What was asked.
    pub action: String,
    /// Flags before the file, with blanks between them.
    pub flags: String,
    /// Which file.
    pub file: usize,
    /// Its round, from 1.
    pub round: u32,
    /// User and system time of clang.
    pub clang_seconds: f64,
    /// User and system time of sanecc.
    pub sanecc_seconds: f64,
}

/// A call of a library function.
#[derive(Serialize)]
pub struct Call {
    /// The function.
    pub function: String,
    /// Bytes of the string or block.
    pub bytes: usize,
    /// The compiler of the calling program.
    pub compiler: String,
    /// Its round, from 1.
    pub round: u32,
    /// CPU time of one call.
    pub nanoseconds: f64,
}

/// A small program, run natively, in memcheck and in the machine one after the other.
#[derive(Serialize)]
pub struct Interpreted {
    /// The program.
    pub program: String,
    /// The round of the measurement, from 1.
    pub round: u32,
    /// How often the program does its work.
    pub rounds: String,
    /// User and system time of the native program.
    pub native_seconds: f64,
    /// Its largest resident set.
    pub native_peak_bytes: u64,
    /// User and system time in memcheck.
    pub memcheck_seconds: f64,
    /// The same where the program does nothing.
    pub memcheck_start_seconds: f64,
    /// The largest resident set of memcheck.
    pub memcheck_peak_bytes: u64,
    /// User and system time of `sane run`.
    pub machine_seconds: f64,
    /// The same where the program does nothing.
    pub machine_start_seconds: f64,
    /// The largest resident set of `sane run`, or of the compiler that it starts.
    pub machine_peak_bytes: u64,
}

impl Tool {
    /// The name in tables of pages: `sanecc`, `sanecc not strict`, `clang ASan`.
    pub fn title(&self) -> String {
        let (name, _level) = self.name.rsplit_once("-O").unwrap_or((&self.name, ""));
        name.replace("-rt", "")
            .replace("no-strict", "not strict")
            .replace("asan", "ASan")
            .replace('-', " ")
    }
}

impl Record {
    /// An empty record.
    pub fn new(machine: Machine) -> Self {
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0, |since| since.as_secs());
        Self {
            time,
            machine,
            builds: Vec::new(),
            runs: Vec::new(),
            small: Vec::new(),
            calls: Vec::new(),
            interpreted: Vec::new(),
            firmware: Vec::new(),
        }
    }

    /// The name of the native compiler.
    pub fn native(&self) -> &str {
        &self.machine.tools[0].name
    }

    /// The programs, in the order of their builds.
    pub fn programs(&self) -> Vec<&str> {
        let native = self
            .builds
            .iter()
            .filter(|build| build.compiler == self.native());
        native.map(|build| build.program.as_str()).collect()
    }

    /// The build of `program` by `compiler`.
    pub fn build(&self, program: &str, compiler: &str) -> Option<&Build> {
        self.builds
            .iter()
            .find(|build| build.program == program && build.compiler == compiler)
    }

    /// CPU time as a ratio to the native run of the same round, over all rounds.
    pub fn time_ratio(&self, program: &str, compiler: &str) -> Option<Spread> {
        let native: Vec<_> = self
            .runs_of(program, self.native())
            .map(|run| run.cpu_seconds)
            .collect();
        let ratios = self
            .runs_of(program, compiler)
            .zip(native)
            .map(|(run, native)| run.cpu_seconds / native);
        Spread::of(ratios.collect())
    }

    /// CPU time in seconds, over all rounds.
    pub fn seconds(&self, program: &str, compiler: &str) -> Option<Spread> {
        let runs = self.runs_of(program, compiler);
        Spread::of(runs.map(|run| run.cpu_seconds).collect())
    }

    /// Peak memory in bytes, over all rounds.
    pub fn peak(&self, program: &str, compiler: &str) -> Option<Spread> {
        let runs = self.runs_of(program, compiler);
        Spread::of(runs.map(|run| run.peak_bytes as f64).collect())
    }

    /// A measure as a ratio to native.
    pub fn ratio(&self, measure: Measure, program: &str, compiler: &str) -> Option<f64> {
        let of = |compiler: &str| {
            let build = self.build(program, compiler)?;
            Some(match measure {
                Measure::CpuTime => self.seconds(program, compiler)?.median,
                Measure::PeakMemory => self.peak(program, compiler)?.median,
                Measure::Size => build.binary_bytes as f64,
                Measure::OwnSize => build.own_bytes as f64,
                Measure::CompileTime => build.cpu_seconds,
            })
        };
        match measure {
            // Machines change their speed from round to round.
            Measure::CpuTime => Some(self.time_ratio(program, compiler)?.median),
            _ => Some(of(compiler)? / of(self.native())?),
        }
    }

    /// The geometric mean of the ratios of all programs that count.
    pub fn mean(&self, measure: Measure, compiler: &str) -> Option<f64> {
        let counts = |program: &&str| {
            self.build(program, compiler)
                .is_some_and(|build| build.in_mean)
        };
        let programs = self.programs().into_iter().filter(counts);
        let ratios = programs.map(|program| self.ratio(measure, program, compiler));
        geometric_mean(&ratios.collect::<Option<Vec<_>>>()?)
    }

    fn runs_of<'a>(&'a self, program: &'a str, compiler: &'a str) -> impl Iterator<Item = &'a Run> {
        self.runs
            .iter()
            .filter(move |run| run.program == program && run.compiler == compiler)
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;

    /// Three programs, natively and with a compiler that makes them 2, 8 and 100 times as slow; the last is no part of the
    /// mean.
    pub fn example() -> Record {
        let tool = |name: &str| Tool {
            name: name.into(),
            version: String::new(),
            flags: String::new(),
            environment: Vec::new(),
        };
        let mut record = Record::new(Machine {
            processor: "a processor".into(),
            processors: 2,
            kernel: "6.1".into(),
            load_before: 0.0,
            load_after: 1.0,
            tools: vec![tool("native"), tool("checked")],
        });
        for (program, factor) in [("lua", 2.0), ("zlib", 8.0), ("own", 100.0)] {
            for (compiler, factor) in [("native", 1.0), ("checked", factor)] {
                let (program, compiler) = (program.to_owned(), compiler.to_owned());
                record.builds.push(Build {
                    program: program.clone(),
                    compiler: compiler.clone(),
                    cpu_seconds: factor,
                    binary_bytes: 1024,
                    code_bytes: 256,
                    own_bytes: 512 * factor as u64,
                    in_mean: program != "own",
                });
                for round in 1..=3 {
                    let (program, compiler) = (program.clone(), compiler.clone());
                    let slower = f64::from(round);
                    record.runs.push(Run {
                        program,
                        compiler,
                        round,
                        cpu_seconds: slower * factor,
                        peak_bytes: 1 << 20,
                    });
                }
            }
        }
        record
    }

    #[test]
    fn a_ratio_compares_runs_of_one_round() {
        let record = example();
        // Each round is slower than the last one, for both; the ratio stays.
        assert_eq!(
            record.time_ratio("lua", "checked").unwrap(),
            Spread {
                median: 2.0,
                min: 2.0,
                max: 2.0
            }
        );
        assert_eq!(record.programs(), ["lua", "zlib", "own"]);
    }
}
