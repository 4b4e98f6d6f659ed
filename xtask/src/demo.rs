//! `cargo xtask demo`: builds a real program with its own makefile and `CC=sanecc`, and runs it; then runs a program
//! with an error, which stops with a report.

use crate::build;
use crate::compiler::CLANG;
use crate::corpus::{Inputs, Sources, bzip2};
use crate::files::{copy_folder, emptied};
use crate::measured::{self, Measured};
use crate::paths::Paths;
use crate::setup::SetupOptions;
use crate::task::Task;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::{Path, PathBuf};

/// Set up, build, compile bzip2 with CC=sanecc and use it, show the report of an overflow
#[derive(clap::Args)]
pub struct Demo {
    #[command(flatten)]
    setup: SetupOptions,
}

impl Demo {
    pub fn run(self) -> Result<()> {
        let paths = Paths::locate()?;
        build::ensure(&paths, &self.setup)?;
        let sources = Sources::fetch(&paths)?;
        let scratch = paths.scratch("demo");
        emptied(&scratch)?;
        let text = Inputs::new(&paths, &sources)?.text(9_000_000)?;

        println!("\n== bzip2 with its own makefile, by {CLANG} and by sanecc");
        let native = Bzip2::make(&paths, &sources, &scratch, CLANG)?;
        let checked = Bzip2::make(&paths, &sources, &scratch, "sanecc")?;

        println!(
            "\n== both compress and decompress {} bytes of C",
            fs::metadata(&text)?.len()
        );
        let expected = native.round_trip(&text)?;
        let made = checked.round_trip(&text)?;
        if fs::read(&expected)? != fs::read(&made)? {
            bail!(
                "the compressed files differ: {} and {}",
                expected.display(),
                made.display()
            );
        }
        println!(
            "both made the same {} bytes, and got the original back",
            fs::metadata(&made)?.len()
        );

        println!("\n== a program that writes one byte too far");
        show_report(&paths, &scratch)
    }
}

/// bzip2, built with one compiler.
struct Bzip2 {
    cc: &'static str,
    folder: PathBuf,
}

impl Bzip2 {
    /// Runs bzip2's makefile as a user would, with its default target: library, programs, and its own tests.
    fn make(paths: &Paths, sources: &Sources, scratch: &Path, cc: &'static str) -> Result<Self> {
        let folder = scratch.join(format!("bzip2-{cc}"));
        copy_folder(&bzip2::vendored(sources.of("bzip2-sys")?), &folder)?;
        let log = scratch.join(format!("make-{cc}.log"));
        let task = Task::new("make")
            .arg(format!("CC={cc}"))
            .current_dir(&folder)
            .with_path(&paths.release())?;
        task.announce();
        let measured = measured::run(&task.without("MAKEFLAGS"), None, &log, &log)?;
        succeeded(&measured, "make", &log)?;
        println!(
            "  built and passed its own tests; CPU time {:.2} s",
            measured.cpu.as_secs_f64()
        );
        Ok(Self { cc, folder })
    }

    /// Compresses `text`, decompresses the result, compares. Returns the compressed file.
    fn round_trip(&self, text: &Path) -> Result<PathBuf> {
        let packed = self.folder.join("text.bz2");
        let back = self.folder.join("text");
        let there = self.bzip2("-9", text, &packed)?;
        let again = self.bzip2("-d", &packed, &back)?;
        if fs::read(text)? != fs::read(&back)? {
            bail!(
                "bzip2 built by {} gave back another file: {}",
                self.cc,
                back.display()
            );
        }
        println!(
            "  {:9} compress {:.2} s, decompress {:.2} s, peak memory {:.1} MiB",
            self.cc,
            there.cpu.as_secs_f64(),
            again.cpu.as_secs_f64(),
            there.peak.max(again.peak) as f64 / f64::from(1 << 20)
        );
        Ok(packed)
    }

    fn bzip2(&self, mode: &str, input: &Path, output: &Path) -> Result<Measured> {
        let errors = self.folder.join("errors");
        let measured = measured::run(
            &Task::new(self.folder.join("bzip2")).arg(mode),
            Some(input),
            output,
            &errors,
        )?;
        succeeded(&measured, "bzip2", &errors)?;
        Ok(measured)
    }
}

fn succeeded(measured: &Measured, what: &str, log: &Path) -> Result<()> {
    if !measured.status.success() {
        bail!(
            "{what}: {}; see {}:\n{}",
            measured.status,
            log.display(),
            crate::task::last_lines(log, 40)
        );
    }
    Ok(())
}

/// Compiles the program with the overflow, runs it, and insists on the report.
fn show_report(paths: &Paths, scratch: &Path) -> Result<()> {
    let source = paths.root.join("xtask/demo/overflow.c");
    fs::copy(&source, scratch.join("overflow.c"))
        .with_context(|| format!("cannot read {}", source.display()))?;
    Task::new("sanecc")
        .args(["-g", "-O2", "overflow.c", "-o", "overflow"])
        .current_dir(scratch)
        .with_path(&paths.release())?
        .run()?;
    println!("$ ./overflow");
    let program = Task::new(scratch.join("overflow")).current_dir(scratch);
    let output = program
        .expression()
        .unchecked()
        .stderr_capture()
        .stdout_capture()
        .run()?;
    let report = String::from_utf8_lossy(&output.stderr);
    print!("{report}");
    if output.status.code() != Some(1) || !report.contains("heap-buffer-overflow") {
        bail!(
            "expected exit status 1 and a report of heap-buffer-overflow, got {}",
            output.status
        );
    }
    println!("\nthe program stopped with status 1, before it printed anything");
    Ok(())
}
