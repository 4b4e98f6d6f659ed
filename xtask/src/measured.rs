//! Runs one task to its end and takes what the kernel says it cost.
//!
//! `wait4` counts the process and all its descendants that were waited for, so `make` and a compiler driver are
//! measured with everything they started. Peak memory has a floor: until it calls `exec`, the child is charged with our
//! own few MiB, so nothing here may hold large files in memory.

use crate::task::Task;
use anyhow::{Context, Result};
use std::fs::File;
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;
use wait4::Wait4;

/// What one run cost.
pub struct Measured {
    /// How it ended.
    pub status: ExitStatus,
    /// User and system time together.
    pub cpu: Duration,
    /// Largest resident set, in bytes.
    pub peak: u64,
}

/// Runs `task` with its streams connected to files. `input` is `/dev/null` if `None`; output and errors may be one file.
pub fn run(task: &Task, input: Option<&Path>, output: &Path, errors: &Path) -> Result<Measured> {
    let mut command = Command::new(&task.program);
    command.args(&task.arguments);
    if let Some(folder) = &task.folder {
        command.current_dir(folder);
    }
    for (name, value) in &task.environment {
        match value {
            Some(value) => command.env(name, value),
            None => command.env_remove(name),
        };
    }
    command.stdin(match input {
        Some(path) => File::open(path)
            .with_context(|| format!("cannot read {}", path.display()))?
            .into(),
        None => Stdio::null(),
    });
    let create = |path: &Path| {
        File::create(path).with_context(|| format!("cannot write {}", path.display()))
    };
    let out = create(output)?;
    command.stderr(if errors == output {
        out.try_clone()?
    } else {
        create(errors)?
    });
    command.stdout(out);
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot run {}", task.program.display()))?;
    let used = child
        .wait4()
        .with_context(|| format!("cannot wait for {}", task.program.display()))?;
    Ok(Measured {
        status: used.status,
        cpu: used.rusage.utime + used.rusage.stime,
        peak: used.rusage.maxrss,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_the_time_and_memory_of_descendants() {
        let log = tempfile::NamedTempFile::new().unwrap();
        let spin = "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done";
        let task = Task::new("sh").args(["-c", &format!("sh -c '{spin}'; exit 4")]);
        let measured = run(&task, None, log.path(), log.path()).unwrap();
        assert_eq!(measured.status.code(), Some(4));
        assert!(
            measured.cpu > Duration::from_millis(5),
            "{:?}",
            measured.cpu
        );
        assert!(
            measured.peak > 256 * 1024 && measured.peak < 1 << 30,
            "{}",
            measured.peak
        );
    }
}
