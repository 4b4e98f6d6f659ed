//! Runs beside the rounds, in which a simulator or an emulator counts instructions.

use super::super::cortex::Model;
use super::super::instructions::{
    Counts,
    qemu::{self, Plugin},
    valgrind,
};
use super::super::options::{Input, Proxy};
use super::super::record::{Kind, Record};
use super::super::subject::Subject;
use super::once::Once;
use crate::diagnostics::DriverError;
use crate::tool;
use std::collections::BTreeMap;
use std::path::Path;

/// One more run of each command, in which instructions are counted.
pub fn count(
    proxy: Proxy,
    once: &Once,
    subjects: &[Subject],
    record: &mut Record,
) -> Result<(), DriverError> {
    let (name, tool) = match proxy {
        Proxy::Valgrind => ("instructions-valgrind", "valgrind"),
        Proxy::Qemu => ("instructions-qemu", "qemu"),
    };
    let plugin = match proxy {
        Proxy::Valgrind => None,
        Proxy::Qemu => Some(Plugin::build(once.temporary())?),
    };
    let mut versions = Vec::new();
    for subject in subjects {
        let program = match proxy {
            Proxy::Valgrind => Path::new("valgrind"),
            Proxy::Qemu => Path::new(&subject.words[0]),
        };
        let program = which::which(program).map_err(|error| {
            DriverError::new(format!("cannot run {}: {error}", program.display())).next(format!(
                "install {tool} (Debian: apt-get install valgrind qemu-user qemu-system-arm)"
            ))
        })?;
        let instructions = match &plugin {
            None => {
                let logs = once.folder(&format!("valgrind-{}", record.samples.len()))?;
                once.checked(subject, &valgrind::words(&subject.words, &logs))
                    .map_err(|error| error.next("programs with a shadow memory do not run in valgrind; count those with --proxy qemu"))?;
                let count = valgrind::count(&logs)?;
                let _ = std::fs::remove_dir_all(&logs);
                count
            }
            Some(plugin) => in_qemu(plugin, once, subject)?.instructions,
        };
        let version = tool::read(&program, &["--version"])?;
        let version = version.lines().next().unwrap_or_default().to_owned();
        if !versions.contains(&version) {
            versions.push(version);
        }
        push(
            record,
            &subject.name,
            BTreeMap::from([(name.to_owned(), instructions as f64)]),
        );
    }
    let source = format!("{}: a proxy, no cost", versions.join(", "));
    record.declare(name, "", Kind::Proxy, &source);
    record.conditions.versions.extend(versions);
    Ok(())
}

fn in_qemu(plugin: &Plugin, once: &Once, subject: &Subject) -> Result<Counts, DriverError> {
    let file = once.file("qemu");
    once.checked(subject, &plugin.words(&subject.words, &file)?)?;
    let counts = qemu::read(&file);
    let _ = std::fs::remove_file(&file);
    counts
}

/// One more run of each command, of which a model tells cycles and energy.
pub fn estimate(
    input: &Input,
    model: Model,
    once: &Once,
    subjects: &[Subject],
    record: &mut Record,
) -> Result<(), DriverError> {
    let name = model.name();
    let (cycles, energy) = (format!("{name}-cycles"), format!("{name}-energy"));
    let per_cycle = model.energy(input.nanojoules_per_cycle);
    let mut error: f64 = 0.0;
    let plugin = Plugin::build(once.temporary())?;
    for subject in subjects {
        let estimate = model.estimate(&in_qemu(&plugin, once, subject)?)?;
        error = error.max(estimate.error);
        let mut values = BTreeMap::from([(cycles.clone(), estimate.cycles)]);
        if let Some(per_cycle) = &per_cycle {
            values.insert(
                energy.clone(),
                estimate.cycles * per_cycle.nanojoules * 1e-9,
            );
        }
        push(record, &subject.name, values);
    }
    let range = format!(
        "{}; by its ranges of cycles up to {:.0} % less or more",
        model.manual(),
        100.0 * error
    );
    record.declare(&cycles, "", Kind::Model, &range);
    match per_cycle {
        Some(per_cycle) => {
            let source = format!(
                "{:.3} nJ a cycle, {}; cycles as above",
                per_cycle.nanojoules, per_cycle.source
            );
            record.declare(&energy, "J", Kind::Model, &source);
        }
        None => record.withdraw(
            &energy,
            "no data sheet is known for it: --nanojoules-per-cycle mA*V/MHz of your part",
        ),
    }
    Ok(())
}

/// Adds values to the first run of a command: they are of one run beside the rounds.
fn push(record: &mut Record, subject: &str, values: BTreeMap<String, f64>) {
    let run = record
        .samples
        .iter_mut()
        .find(|run| run.subject == subject && run.round == 1);
    if let Some(run) = run {
        run.values.extend(values);
    }
}
