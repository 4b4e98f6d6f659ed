//! Builds Lua under distcc with two daemons, and locally: the objects are equal. The daemons run a copy of sanecc from
//! another folder, as another machine would.

use super::daemon::Daemon;
use super::same_bytes::{Builds, OBJECTS, expect_same};
use super::tally::Tally;
use crate::corpus::Sources;
use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result, ensure};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

/// Builds Lua at home and away.
pub fn run(paths: &Paths, sources: &Sources, sanecc: &Path, tally: &mut Tally) -> Result<()> {
    println!("\nlua under distcc, and twice in different folders");
    let builds = Builds::new(paths, sources, paths.scratch("test").join("same-bytes"))?;
    match Away::start(sanecc) {
        Ok(away) => {
            for flags in ["-O0", "-O2"] {
                let result = compare(&builds, &away, sanecc, flags);
                tally.record(&format!("distcc: lua {flags} as at home"), result);
            }
        }
        Err(error) => tally.record("distcc: two daemons", Err(error)),
    }
    let cc = sanecc.display().to_string();
    let twice = ["here", "there"].map(|name| builds.build_copy(name, &cc, "-O1 -g"));
    let [here, there] = twice;
    let result = here.and_then(|here| expect_same(&here, &there?));
    tally.record("lua -O1 -g: same bytes from two folders", result);
    Ok(())
}

fn compare(builds: &Builds<'_>, away: &Away, sanecc: &Path, flags: &str) -> Result<()> {
    let cc = sanecc.display();
    let home = builds.build(&format!("home{flags}"), &cc.to_string(), flags, |task| task)?;
    let before = away.compilations()?;
    let far = builds.build(
        &format!("away{flags}"),
        &format!("distcc {cc}"),
        flags,
        |task| away.reached_by(task),
    )?;
    let after = away.compilations()?;
    let done = [after[0] - before[0], after[1] - before[1]];
    ensure!(
        done[0] > 0 && done[1] > 0 && done[0] + done[1] == OBJECTS,
        "the daemons compiled {} and {} of {OBJECTS} units",
        done[0],
        done[1]
    );
    expect_same(&home, &far)
}

/// Two daemons and the files of theirs.
struct Away {
    // Dropped before the folder that they write to.
    daemons: [Daemon; 2],
    folder: tempfile::TempDir,
}

impl Away {
    fn start(sanecc: &Path) -> Result<Self> {
        // In the system's temporary folder: a daemon that root starts runs as another user, who may not be able to
        // reach the build folder.
        let folder = tempfile::Builder::new()
            .prefix("sanecc-distcc-")
            .tempdir()?;
        let path = folder.path();
        fs::set_permissions(path, Permissions::from_mode(0o755))?;
        let (copy, compilers) = (path.join("sanecc"), path.join("compilers"));
        fs::copy(sanecc, &copy).with_context(|| format!("cannot copy {}", sanecc.display()))?;
        fs::write(&compilers, format!("{}\n", copy.display()))?;
        fs::create_dir(path.join("home"))?;
        let start = |name: &str| {
            let own = path.join(name);
            fs::create_dir(&own)?;
            fs::set_permissions(&own, Permissions::from_mode(0o777))?;
            Daemon::start(&own, &compilers)
        };
        Ok(Self {
            daemons: [start("first")?, start("second")?],
            folder,
        })
    }

    /// A task whose distcc knows these daemons and nothing else, and fails when they fail.
    fn reached_by(&self, task: Task) -> Task {
        let foreign = std::env::vars().filter(|(name, _)| name.starts_with("DISTCC_"));
        let task = foreign.fold(task, |task, (name, _)| task.without(&name));
        let [first, second] = &self.daemons;
        let hosts = format!("127.0.0.1:{}/2 127.0.0.1:{}/2", first.port, second.port);
        task.env("DISTCC_HOSTS", hosts)
            .env("DISTCC_FALLBACK", "0")
            .env("DISTCC_DIR", self.folder.path().join("home"))
    }

    fn compilations(&self) -> Result<[usize; 2]> {
        let [first, second] = &self.daemons;
        Ok([first.compilations()?, second.compilations()?])
    }
}
