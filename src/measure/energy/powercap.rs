//! The kernel's powercap tree: a folder for each zone, with a counter in microjoules that wraps around.

use super::{Domain, Joules};
use crate::diagnostics::DriverError;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// No zone takes more, in watts: how fast a counter may wrap around.
const MOST_WATTS: f64 = 2_000.0;

/// All zones that may be read.
pub struct Powercap {
    zones: Vec<Zone>,
}

struct Zone {
    domain: Domain,
    counter: PathBuf,
    /// The counter's largest value, in microjoules; after it comes 0.
    range: u64,
    last: u64,
    /// Microjoules since it was opened.
    sum: u64,
}

/// Why there is no energy.
pub struct Refused {
    cause: String,
    next: String,
}

impl Refused {
    /// The error, with what was also tried.
    pub fn or(self, other: &str) -> DriverError {
        DriverError::new(format!("{}; {other}", self.cause)).next(self.next)
    }
}

impl Powercap {
    /// Finds and reads the zones below `sysfs`.
    pub fn open(sysfs: &Path) -> Result<Self, Refused> {
        let root = sysfs.join("class/powercap");
        let no_tree = || {
            Refused {
            cause: format!("there is no zone of RAPL in {}", root.display()),
            next: "run on a processor with RAPL, not in a virtual machine ('modprobe intel_rapl_msr' loads the driver), or use an external meter: --meter CSV --marker FILE".to_owned(),
        }
        };
        let mut folders: Vec<PathBuf> = std::fs::read_dir(&root)
            .map_err(|_| no_tree())?
            .flatten()
            .map(|entry| entry.path())
            .filter(|path| is_zone(path))
            .collect();
        folders.sort();
        let mut zones = Vec::new();
        for folder in folders {
            if let Some(domain) = domain(&folder) {
                zones.push(Zone::open(domain, &folder).map_err(|error| refused(&folder, &error))?);
            }
        }
        match zones.is_empty() {
            true => Err(no_tree()),
            false => Ok(Self { zones }),
        }
    }

    /// What tells the energy of a domain.
    pub fn about(&self, domain: Domain) -> String {
        let counters: Vec<String> = self
            .zones
            .iter()
            .filter(|zone| zone.domain == domain)
            .map(|zone| zone.counter.display().to_string())
            .collect();
        format!("RAPL, {}", counters.join(" + "))
    }

    /// Energy since it was opened.
    pub fn joules(&mut self) -> Result<Joules, DriverError> {
        let mut joules = Joules::new();
        for zone in &mut self.zones {
            zone.update()?;
            *joules.entry(zone.domain).or_default() += zone.sum as f64 / 1e6;
        }
        Ok(joules)
    }

    /// Half the time in which the smallest counter wraps around.
    pub fn period(&self) -> Duration {
        let ranges = self.zones.iter().map(|zone| zone.range);
        let joules = ranges.min().unwrap_or(0) as f64 / 1e6;
        Duration::from_secs_f64((joules / MOST_WATTS / 2.0).clamp(0.1, 3_600.0))
    }
}

impl Zone {
    fn open(domain: Domain, folder: &Path) -> std::io::Result<Self> {
        let counter = folder.join("energy_uj");
        let last = number(&counter)?;
        let range = number(&folder.join("max_energy_range_uj"))?;
        Ok(Self {
            domain,
            counter,
            range,
            last,
            sum: 0,
        })
    }

    fn update(&mut self) -> Result<(), DriverError> {
        let refused = |why: String| DriverError::new(format!("{}: {why}", self.counter.display()));
        let now = number(&self.counter).map_err(|error| refused(error.to_string()))?;
        if now > self.range {
            let why = format!("counts {now}, more than its range of {}", self.range);
            return Err(refused(why)
                .next("report it to the kernel's developers; such a counter cannot be used"));
        }
        self.sum += if now >= self.last {
            now - self.last
        } else {
            self.range - self.last + now
        };
        self.last = now;
        Ok(())
    }
}

/// A folder such as `intel-rapl:0` or `intel-rapl:0:1`. Those of `intel-rapl-mmio` are the same counters a second time.
fn is_zone(folder: &Path) -> bool {
    let name = folder.file_name().unwrap_or_default().to_string_lossy();
    name.strip_prefix("intel-rapl:")
        .is_some_and(|rest| !rest.is_empty())
}

fn domain(folder: &Path) -> Option<Domain> {
    let name = std::fs::read_to_string(folder.join("name")).ok()?;
    match name.trim() {
        "core" => Some(Domain::Cores),
        "uncore" => Some(Domain::Uncore),
        "dram" => Some(Domain::Dram),
        "psys" => Some(Domain::Platform),
        // A die of a package is one, too: `package-0-die-1`.
        name if name.starts_with("package-") => Some(Domain::Package),
        _ => None,
    }
}

fn number(file: &Path) -> std::io::Result<u64> {
    let text = std::fs::read_to_string(file)?;
    text.trim().parse().map_err(|_| {
        std::io::Error::other(format!(
            "{} holds '{}', no number",
            file.display(),
            text.trim()
        ))
    })
}

fn refused(folder: &Path, error: &std::io::Error) -> Refused {
    let counter = folder.join("energy_uj");
    let next = match error.kind() {
        std::io::ErrorKind::PermissionDenied => {
            let all = folder.with_file_name("intel-rapl*");
            format!(
                "let root allow it until the next start of the machine: sudo chmod a+r {}/energy_uj",
                all.display()
            )
        }
        _ => "an external meter is another way: --meter CSV --marker FILE".to_owned(),
    };
    Refused {
        cause: format!("cannot read {}: {error}", counter.display()),
        next,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn zone(root: &Path, folder: &str, name: &str, counter: &str, range: &str) {
        let folder = root.join("class/powercap").join(folder);
        fs::create_dir_all(&folder).unwrap();
        fs::write(folder.join("name"), format!("{name}\n")).unwrap();
        fs::write(folder.join("energy_uj"), format!("{counter}\n")).unwrap();
        fs::write(folder.join("max_energy_range_uj"), format!("{range}\n")).unwrap();
    }

    fn cause(root: &Path) -> String {
        match Powercap::open(root) {
            Ok(_) => "opened".to_owned(),
            Err(refused) => format!("{}; {}", refused.cause, refused.next),
        }
    }

    #[test]
    fn sockets_are_added_and_counters_wrap_around() {
        let root = tempfile::tempdir().unwrap();
        let set = |folder: &str, name: &str, counter: &str| {
            zone(root.path(), folder, name, counter, "100000000");
        };
        set("intel-rapl:0", "package-0", "99000000");
        set("intel-rapl:1", "package-1", "5000000");
        set("intel-rapl:0:0", "core", "0");
        set("intel-rapl:0:1", "dram", "7");
        // The same counter by another way must not count twice.
        set("intel-rapl-mmio:0", "package-0", "99000000");
        let mut powercap = Powercap::open(root.path()).ok().unwrap();
        assert_eq!(powercap.joules().unwrap()[&Domain::Package], 0.0);
        set("intel-rapl:0", "package-0", "2000000");
        set("intel-rapl:1", "package-1", "6500000");
        set("intel-rapl:0:0", "core", "1000000");
        let joules = powercap.joules().unwrap();
        // 1 J up to the end of the range, 2 J after it, 1.5 J of the other socket.
        assert!((joules[&Domain::Package] - 4.5).abs() < 1e-9, "{joules:?}");
        assert!((joules[&Domain::Cores] - 1.0).abs() < 1e-9, "{joules:?}");
        assert_eq!(joules[&Domain::Dram], 0.0);
        assert!(
            powercap
                .about(Domain::Package)
                .contains("intel-rapl:1/energy_uj")
        );
        assert!((powercap.period().as_secs_f64() - 0.1).abs() < 1e-9);
    }

    #[test]
    fn what_cannot_be_read_is_refused() {
        let root = tempfile::tempdir().unwrap();
        assert!(cause(root.path()).contains("no zone of RAPL"));
        zone(root.path(), "intel-rapl:0", "package-0", "many", "100");
        assert!(
            cause(root.path()).contains("holds 'many', no number"),
            "{}",
            cause(root.path())
        );
        zone(root.path(), "intel-rapl:0", "package-0", "50", "100");
        let mut powercap = Powercap::open(root.path()).ok().unwrap();
        zone(root.path(), "intel-rapl:0", "package-0", "101", "100");
        assert!(
            powercap
                .joules()
                .unwrap_err()
                .to_string()
                .contains("more than its range")
        );
        fs::remove_file(root.path().join("class/powercap/intel-rapl:0/energy_uj")).unwrap();
        assert!(powercap.joules().is_err());
    }

    #[test]
    fn a_missing_permission_comes_with_the_command() {
        let denied = std::io::Error::from(std::io::ErrorKind::PermissionDenied);
        let refused = refused(Path::new("/sys/class/powercap/intel-rapl:0"), &denied);
        assert!(refused.cause.contains("intel-rapl:0/energy_uj"));
        assert!(
            refused
                .next
                .ends_with("sudo chmod a+r /sys/class/powercap/intel-rapl*/energy_uj")
        );
    }
}
