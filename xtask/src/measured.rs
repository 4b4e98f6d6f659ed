//! Runs one task to its end and reads its cost from the kernel.
//!
//! `wait4` counts the process and all descendants that were waited for, so `make` and a compiler driver are
//! measured with everything they started. Peak memory has a floor: until it calls `exec`, the child is charged with the tens of MiB of this process,
//! after `vfork` as well as after `fork`. Where memory is measured, a small [`Launcher`] process starts the task.

use crate::compiler::CLANG;
use crate::files;
use crate::task::Task;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
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

/// A program that starts others and is so small (a static program of some 10 pages) that they are charged with next to
/// nothing that is not theirs.
pub struct Launcher {
    program: PathBuf,
    result: PathBuf,
}

impl Launcher {
    /// Compiles it into `folder`.
    pub fn build(folder: &Path) -> Result<Self> {
        files::folder(folder)?;
        let (source, program) = (folder.join("launcher.c"), folder.join("launcher"));
        files::write(&source, include_str!("launcher.c"))?;
        Task::new(CLANG)
            .args(["-O2", "-static", "-o"])
            .arg(&program)
            .arg(&source)
            .run()?;
        Ok(Self {
            program,
            result: folder.join("launched"),
        })
    }

    /// As [`run`], with the peak of the task alone.
    pub fn run(
        &self,
        task: &Task,
        input: Option<&Path>,
        output: &Path,
        errors: &Path,
    ) -> Result<Measured> {
        let mut task = task.clone();
        let program = std::mem::replace(&mut task.program, self.program.clone());
        let words = [self.result.as_os_str().to_owned(), program.into()];
        task.arguments.splice(0..0, words);
        let launched = run(&task, input, output, errors)?;
        if !launched.status.success() {
            bail!("`{}` failed: {}", task.line(), launched.status);
        }
        let text = files::text(&self.result)?;
        let words: Vec<u64> = text
            .split_whitespace()
            .map(str::parse)
            .collect::<Result<_, _>>()
            .with_context(|| format!("{} holds `{text}`", self.result.display()))?;
        let [status, microseconds, kibibytes] = words[..] else {
            bail!("{} holds `{text}`", self.result.display());
        };
        Ok(Measured {
            status: ExitStatus::from_raw(i32::try_from(status)?),
            cpu: Duration::from_micros(microseconds),
            peak: kibibytes << 10,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    #[test]
    fn a_launched_task_is_charged_with_its_own_memory_alone() {
        let folder = tempfile::tempdir().unwrap();
        let launcher = Launcher::build(folder.path()).unwrap();
        let log = folder.path().join("log");
        let ballast = vec![1u8; 64 << 20];
        let measure = |script: &str| {
            let task = Task::new("sh").args(["-c", script]);
            launcher.run(&task, None, &log, &log).unwrap()
        };
        let small = measure("echo said; exit 3");
        assert!(ballast.iter().all(|byte| *byte == 1));
        assert_eq!(small.status.code(), Some(3));
        assert!((1 << 18..8 << 20).contains(&small.peak), "{}", small.peak);
        assert_eq!(fs::read_to_string(&log).unwrap(), "said\n");
        assert_eq!(measure("kill -9 $$").status.signal(), Some(9));
        let spin = measure("i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done");
        assert!(spin.cpu > Duration::from_millis(5), "{:?}", spin.cpu);
    }

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
