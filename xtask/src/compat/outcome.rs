//! The outcome of one project built and tested by one compiler.

use super::configuration::Configuration;
use super::names::Names;
use super::packages::{Package, Source};
use super::phase::Phase;
use super::reports::{self, Report};
use super::results::Results;
use super::side::Side;
use super::sources::Store;
use super::workspace::Workspace;
use crate::files::copy_folder;
use crate::paths::Paths;
use anyhow::Result;
use std::time::Duration;

/// What came of it. What is `None` was not reached.
pub struct Outcome {
    /// The answers of configuring.
    pub configuration: Option<Configuration>,
    /// Whether everything compiled and linked.
    pub built: bool,
    /// The results of the project's own tests.
    pub results: Option<Results>,
    /// Reports of any program that ran.
    pub reports: Vec<Report>,
    /// Why it ended early.
    pub failure: Option<String>,
    /// User and system time of each phase.
    pub cost: [Duration; 3],
}

/// Builds and tests `package` by `side`, and says so after each phase. A project that does not build is an outcome; an error
/// is one of this machine.
pub fn of(
    package: &Package,
    side: &Side,
    names: &Names,
    store: &Store,
    paths: &Paths,
    scratch: &str,
) -> Result<Outcome> {
    let folder = paths.scratch(scratch).join(package.name).join(side.name);
    let mut workspace = Workspace::open(&folder, side, names.clone())?;
    match &package.source {
        Source::Debian(tarball) => store.unpack(tarball, &workspace.source)?,
        Source::Project(name) => copy_folder(&paths.project(name), &workspace.source)?,
    }
    let mut outcome = Outcome {
        configuration: None,
        built: false,
        results: None,
        reports: Vec::new(),
        failure: None,
        cost: workspace.cost,
    };
    if let Err(error) = outcome.fill(package, &mut workspace) {
        println!("  {} {}: {error:#}", package.name, side.name);
        outcome.failure = Some(format!("{error:#}"));
    }
    outcome.cost = workspace.cost;
    for phase in Phase::ALL {
        outcome
            .reports
            .extend(reports::collected(&workspace.reports(phase), phase)?);
    }
    Ok(outcome)
}

impl Outcome {
    fn fill(&mut self, package: &Package, workspace: &mut Workspace) -> Result<()> {
        self.configuration = Some(package.system.configure(workspace)?);
        tell(package, workspace, Phase::Configure);
        package.system.build(workspace)?;
        self.built = true;
        tell(package, workspace, Phase::Build);
        self.results = Some(package.system.check(workspace)?);
        tell(package, workspace, Phase::Check);
        Ok(())
    }
}

/// A phase that ran no command has nothing to tell.
fn tell(package: &Package, workspace: &Workspace, phase: Phase) {
    if workspace.cost[phase as usize].is_zero() {
        return;
    }
    println!(
        "  {:8} {:7} {:9} CPU time {:6.1} s",
        package.name,
        workspace.side.name,
        phase.name(),
        workspace.cost[phase as usize].as_secs_f64()
    );
}
