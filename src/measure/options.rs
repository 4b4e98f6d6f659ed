//! The command line of `sane measure`.

use super::cortex::Model;
use std::ffi::OsString;
use std::path::PathBuf;

/// What to measure, and how.
#[derive(clap::Args, Debug)]
pub struct Input {
    /// Compare these commands, run by run; ratios are to the first. The words behind '--' are arguments of each
    #[arg(long, value_name = "NAME=COMMAND", num_args = 1..)]
    pub compare: Vec<OsString>,
    /// Runs of each command that count
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    pub runs: u32,
    /// Runs of each command before them, which do not count; their outputs are compared
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub warmup: u32,
    /// Of the order of the runs in each round
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// End with an error if one of these cannot be measured; without, the table says why it is missing
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',')]
    pub need: Vec<Need>,
    /// Count instructions in one more run of each command, with this program
    #[arg(long, value_name = "HOW", value_enum, value_delimiter = ',')]
    pub proxy: Vec<Proxy>,
    /// Estimate cycles and energy of a Cortex-M; the commands are run by qemu
    #[arg(long, value_name = "PROCESSOR", value_enum)]
    pub model: Option<Model>,
    /// The energy of a cycle of your part, in nanojoules: mA * V / MHz of its data sheet, or your own measurement
    #[arg(long, value_name = "NJ", requires = "model", value_parser = positive)]
    pub nanojoules_per_cycle: Option<f64>,
    /// Seconds at rest before the first run, for the energy of an idle machine; 0 subtracts none
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0, value_parser = seconds)]
    pub idle: f64,
    /// Write 1 to this file before each run and 0 after it: the digital input of an external meter
    #[arg(long, value_name = "FILE")]
    pub marker: Option<PathBuf>,
    /// The samples of the external meter: columns time, marker, and power or voltage and current
    #[arg(long, value_name = "CSV")]
    pub meter: Option<PathBuf>,
    /// What is on standard input of each command
    #[arg(long, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// Keep standard output and errors of each run that counts in this folder, instead of sending output to /dev/null
    #[arg(long, value_name = "DIR")]
    pub output: Option<PathBuf>,
    /// The exit status that a run must have
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub status: i32,
    /// Compare programs whose outputs differ
    #[arg(long)]
    pub any_output: bool,
    /// What charts and files call the measurement [default: the name of the command]
    #[arg(long, value_name = "TEXT")]
    pub title: Option<String>,
    /// Show measurements that --json has written, and measure nothing
    #[arg(long, value_name = "JSON", num_args = 1.., conflicts_with_all = ["compare", "words"])]
    pub read: Vec<PathBuf>,
    /// Write the measurement: conditions, sources, every run, statistics
    #[arg(long, value_name = "FILE")]
    pub json: Option<PathBuf>,
    /// Write the statistics as a table of comma-separated values
    #[arg(long, value_name = "FILE")]
    pub csv: Option<PathBuf>,
    /// Draw a chart
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// Draw a chart
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// The command that ratios are to [default: the first]
    #[arg(long, value_name = "NAME")]
    pub base: Option<String>,
    /// The quantity of the chart [default: cpu, the processor time]
    #[arg(long, value_name = "NAME")]
    pub chart: Option<String>,
    /// Read energy counters and frequencies below this folder
    #[arg(long, value_name = "DIR", default_value = "/sys")]
    pub sysfs: PathBuf,
    /// The command; with --compare its arguments
    #[arg(last = true, value_name = "WORD", required_unless_present_any = ["compare", "read"])]
    pub words: Vec<OsString>,
}

/// What may be demanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Need {
    /// Instructions and cycles, by perf events
    Counters,
    /// Energy of the processor, by RAPL
    Energy,
    /// Peak memory
    Memory,
}

/// Who counts instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Proxy {
    /// valgrind's cachegrind
    Valgrind,
    /// qemu's log; the commands are run by qemu
    Qemu,
}

fn positive(text: &str) -> Result<f64, String> {
    let figure = text.parse::<f64>().map_err(|error| error.to_string())?;
    match figure > 0.0 && figure.is_finite() {
        true => Ok(figure),
        false => Err("it must be more than 0".to_owned()),
    }
}

fn seconds(text: &str) -> Result<f64, String> {
    let figure = text.parse::<f64>().map_err(|error| error.to_string())?;
    match (0.0..=3_600.0).contains(&figure) {
        true => Ok(figure),
        false => Err("it must be from 0 to 3600".to_owned()),
    }
}
