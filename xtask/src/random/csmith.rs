//! Programs of csmith, a second source: they are correct by construction, so no build may report anything, and all print one checksum.

use super::build::Way;
use super::campaign::{Campaign, described};
use super::compare::{Outcomes, Verdict, judge};
use super::failure::Failure;
use super::run;
use super::summary::Summary;
use anyhow::{Context, Result, bail};
use std::fs;
use std::path::Path;

/// Where the Debian package puts what its programs include.
pub const HEADERS: &str = "-I/usr/include/csmith";

/// The program that csmith makes of this seed, with a limit of its time.
///
/// # Errors
/// csmith does not start, or makes another `main`.
pub fn program(seed: u64, folder: &Path) -> Result<String> {
    // Seeds of csmith have 32 bits. Without arguments for main, which ours would be.
    let text = duct::cmd!("csmith", "--no-argc", "--seed", (seed as u32).to_string())
        .dir(folder)
        .read()
        .context("csmith failed; `cargo xtask random --csmith --yes` installs it")?;
    let limited = text.replace(
        "int main (void)\n{",
        "void begin(void);\nint main (void)\n{\n    begin();",
    );
    match limited == text {
        true => bail!("csmith's main is not as expected in seed {seed}"),
        false => Ok(limited),
    }
}

/// Compares the builds of the program that csmith makes of this seed.
///
/// # Errors
/// csmith or a compiler does not start.
pub fn try_seed(campaign: &Campaign<'_>, seed: u64) -> Result<Summary> {
    let folder = campaign.keep.join("work").join(seed.to_string());
    fs::create_dir_all(&folder)?;
    let source = folder.join("program.c");
    fs::write(&source, program(seed, &folder)?)?;
    let setting = campaign.setting(seed);
    let flags = [&setting.more[..], &[HEADERS]].concat();
    let mut summary = Summary::default();
    let mut outcomes = Outcomes::new();
    // More would say no more: all of these programs are correct.
    let ours = match campaign.is_pointer_asked {
        true => Way::POINTER,
        false => [Way::Full, Way::Audit],
    };
    let ways = [Way::Native].into_iter().chain(ours);
    for way in ways.filter(|way| !way.is_removing() || campaign.workspace.removing.contains(way)) {
        let output = folder.join(way.name());
        summary.builds += 1;
        if !campaign
            .workspace
            .build(&source, &output, way, setting.level, &flags)?
        {
            let task = campaign
                .workspace
                .task(&source, &output, way, setting.level, &flags);
            bail!("csmith's seed {seed} does not compile: `{}`", task.line());
        }
        summary.runs += 1;
        let outcome = campaign.workspace.runner.run(&output, way, None)?;
        // Some run for ever, and then natively, too.
        let endless = outcome.is_endless();
        outcomes.insert(way, outcome);
        if endless {
            break;
        }
    }
    summary.programs = 1;
    let verdict = match outcomes.values().any(run::Outcome::is_endless) {
        true => Verdict::Endless,
        false => judge(None, &outcomes),
    };
    summary.count(verdict);
    if let Verdict::Wrong(fault, way) = verdict {
        let kept = campaign.keep.join(format!("csmith-{seed}.c"));
        fs::copy(&source, &kept)?;
        let seen = outcomes.iter();
        let commands = outcomes.keys().map(|&way| {
            let output = kept.with_extension(way.name());
            let task = campaign
                .workspace
                .task(&kept, &output, way, setting.level, &flags);
            format!("{} && {}", task.line(), output.display())
        });
        summary.failures.push(Failure {
            what: fault.name().to_owned(),
            way: way.name(),
            program: kept.display().to_string(),
            commands: commands.collect(),
            seen: seen
                .map(|(way, outcome)| format!("{:6} {}", way.name(), described(outcome)))
                .collect(),
            replay: format!(
                "cargo xtask random --csmith{}{} --count 1 --seed {seed}",
                if way.is_in_pointer_mode() {
                    " --pointer"
                } else {
                    ""
                },
                campaign.workspace.option()
            ),
        });
    }
    fs::remove_dir_all(&folder)?;
    Ok(summary)
}
