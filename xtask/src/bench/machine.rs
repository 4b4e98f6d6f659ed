//! The machine and tool versions that a measurement records.

use super::record::{Machine, Tool};
use crate::compiler::Compiler;
use anyhow::{Context, Result};
use std::fs;

/// Describes this machine and the compilers.
pub fn describe(compilers: &[Compiler]) -> Result<Machine> {
    Ok(Machine {
        processor: processor(&read("/proc/cpuinfo")?),
        processors: std::thread::available_parallelism().map_or(1, usize::from),
        kernel: read("/proc/sys/kernel/osrelease")?.trim().to_owned(),
        load_before: load()?,
        load_after: 0.0,
        tools: compilers.iter().map(tool).collect::<Result<_>>()?,
    })
}

/// The load average of the last minute: well above zero before a measurement, it tells of company.
pub fn load() -> Result<f64> {
    let text = read("/proc/loadavg")?;
    let first = text
        .split_whitespace()
        .next()
        .context("/proc/loadavg is empty")?;
    Ok(first.parse()?)
}

fn read(path: &str) -> Result<String> {
    fs::read_to_string(path).with_context(|| format!("cannot read {path}"))
}

fn processor(cpuinfo: &str) -> String {
    let model = cpuinfo
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or("unknown", |(_, name)| name.trim()).to_owned()
}

fn tool(compiler: &Compiler) -> Result<Tool> {
    let version = duct::cmd!(compiler.cc.as_os_str(), "--version")
        .read()
        .with_context(|| format!("`{} --version` failed", compiler.cc.display()))?;
    Ok(Tool {
        name: compiler.name.clone(),
        version: version.lines().next().unwrap_or_default().to_owned(),
        flags: compiler.flags.join(" "),
        environment: compiler
            .environment
            .iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_processor_or_says_unknown() {
        assert_eq!(
            processor("processor\t: 0\nmodel name\t: Some CPU @ 3 GHz\n"),
            "Some CPU @ 3 GHz"
        );
        assert_eq!(processor("processor\t: 0\n"), "unknown");
    }
}
