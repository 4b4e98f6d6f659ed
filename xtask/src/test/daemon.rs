//! A distcc daemon on this machine. It ends when it is dropped, and also when this process is killed.

use crate::files;
use anyhow::{Context, Result, bail};
use std::fs::File;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// Ends the daemon as soon as its standard input is closed, by whatever end of this process. Signals from the
/// terminal reach this shell, too, and must not end it before.
const KEEPER: &str = r#""$@" </dev/null & trap '' INT TERM HUP; read -r line; kill $!; wait $!"#;

/// How long a daemon may take to listen.
const PATIENCE: Duration = Duration::from_secs(20);

/// A running daemon.
pub struct Daemon {
    keeper: Child,
    log: PathBuf,
    /// Where it listens, on the loopback.
    pub port: u16,
}

impl Daemon {
    /// Starts a daemon that runs the compilers whose absolute paths are the lines of the file `compilers`, and keeps
    /// its files in `folder`, which any user may write to.
    pub fn start(folder: &Path, compilers: &Path) -> Result<Self> {
        let port = TcpListener::bind(("127.0.0.1", 0))?.local_addr()?.port();
        let log = folder.join("log");
        let said = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
        let keeper = Command::new("sh")
            .args(["-c", KEEPER, "sh", "distccd"])
            .args(["--daemon", "--no-detach", "--jobs", "2"])
            .args(["--listen", "127.0.0.1", "--allow", "127.0.0.1", "--port"])
            .arg(port.to_string())
            .args(["--log-stderr", "--log-level", "info"])
            .env("DISTCC_CMDLIST", compilers)
            .env("TMPDIR", folder)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(said)
            .spawn()
            .context("cannot run sh")?;
        let daemon = Self { keeper, log, port };
        daemon.wait_until_it_listens()?;
        Ok(daemon)
    }

    fn wait_until_it_listens(&self) -> Result<()> {
        let start = Instant::now();
        while !self.says()?.contains("daemon started") {
            if start.elapsed() > PATIENCE {
                bail!("distccd does not start; it says:\n{}", self.says()?);
            }
            thread::sleep(Duration::from_millis(20));
        }
        Ok(())
    }

    /// How many compilations it has done.
    pub fn compilations(&self) -> Result<usize> {
        Ok(self.says()?.matches("COMPILE_OK").count())
    }

    fn says(&self) -> Result<String> {
        files::text(&self.log)
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        drop(self.keeper.stdin.take());
        let _ = self.keeper.wait();
    }
}
