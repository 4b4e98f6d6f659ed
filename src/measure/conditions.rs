//! What figures depend on beside the program: processor, governor, turbo, load, versions.

use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use std::path::Path;

/// Load above which others ran during the measurement, beside the one process that is measured.
const BUSY: f64 = 1.5;

/// What was found. What the system does not tell says so.
#[derive(Clone, Debug, Default, Deserialize, PartialEq, Serialize)]
pub struct Conditions {
    /// The model.
    pub processor: String,
    /// How many this process may use.
    pub processors: usize,
    /// Release of the kernel.
    pub kernel: String,
    /// The frequency governors in use.
    pub governor: String,
    /// `on`, `off`, or that the system does not tell.
    pub turbo: String,
    /// Load average of one minute before the first run.
    pub load_before: Option<f64>,
    /// The same after the last.
    pub load_after: Option<f64>,
    /// What the machine takes at rest, where that was measured.
    pub idle: Option<String>,
    /// The programs that took part, with their versions.
    pub versions: Vec<String>,
}

impl Conditions {
    /// Reads them; `sysfs` is `/sys`.
    pub fn read(sysfs: &Path) -> Self {
        let text = |path: &Path| std::fs::read_to_string(path).ok();
        let cpuinfo = text(Path::new("/proc/cpuinfo")).unwrap_or_default();
        let kernel = text(Path::new("/proc/sys/kernel/osrelease")).unwrap_or_default();
        Self {
            processor: processor(&cpuinfo),
            processors: std::thread::available_parallelism().map_or(1, usize::from),
            kernel: kernel.trim().to_owned(),
            governor: governor(sysfs).unwrap_or_else(|| "not told".to_owned()),
            turbo: turbo(sysfs).unwrap_or("not told").to_owned(),
            load_before: load(),
            load_after: None,
            idle: None,
            versions: vec![concat!("sanecc ", env!("CARGO_PKG_VERSION")).to_owned()],
        }
    }

    /// After the last run.
    pub fn finish(&mut self) {
        self.load_after = load();
    }

    /// What makes the figures doubtful.
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if let Some(load) = self.load_before.filter(|load| *load > BUSY) {
            doubts.push(format!(
                "load {load:.2} before the first run: others used the processors"
            ));
        }
        if !["not told", "performance"].contains(&self.governor.as_str())
            && !self.governor.is_empty()
        {
            doubts.push(format!(
                "governor {}: the frequency changes during runs",
                self.governor
            ));
        }
        if self.turbo == "on" {
            doubts.push("turbo is on: the frequency depends on temperature and load".to_owned());
        }
        doubts
    }
}

fn processor(cpuinfo: &str) -> String {
    let model = cpuinfo
        .lines()
        .find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map_or("not told", |(_, name)| name.trim()).to_owned()
}

fn governor(sysfs: &Path) -> Option<String> {
    let folders = std::fs::read_dir(sysfs.join("devices/system/cpu")).ok()?;
    let governors: BTreeSet<String> = folders
        .flatten()
        .filter_map(|folder| {
            std::fs::read_to_string(folder.path().join("cpufreq/scaling_governor")).ok()
        })
        .map(|text| text.trim().to_owned())
        .collect();
    (!governors.is_empty()).then(|| governors.into_iter().collect::<Vec<_>>().join(", "))
}

fn turbo(sysfs: &Path) -> Option<&'static str> {
    let read = |name: &str| {
        let text = std::fs::read_to_string(sysfs.join("devices/system/cpu").join(name)).ok()?;
        text.trim().parse::<u8>().ok()
    };
    let on = match read("intel_pstate/no_turbo") {
        Some(no) => no == 0,
        None => read("cpufreq/boost")? != 0,
    };
    Some(if on { "on" } else { "off" })
}

fn load() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/loadavg").ok()?;
    text.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn governor_and_turbo_are_read_below_the_root() {
        let root = tempfile::tempdir().unwrap();
        assert_eq!(Conditions::read(root.path()).governor, "not told");
        let cpu = root.path().join("devices/system/cpu");
        for (name, text) in [
            ("cpu0/cpufreq/scaling_governor", "powersave\n"),
            ("cpu1/cpufreq/scaling_governor", "powersave\n"),
            ("intel_pstate/no_turbo", "0\n"),
        ] {
            std::fs::create_dir_all(cpu.join(name).parent().unwrap()).unwrap();
            std::fs::write(cpu.join(name), text).unwrap();
        }
        let conditions = Conditions::read(root.path());
        assert_eq!(
            (conditions.governor.as_str(), conditions.turbo.as_str()),
            ("powersave", "on")
        );
        let doubts = conditions.doubts().join("; ");
        assert!(
            doubts.contains("governor powersave") && doubts.contains("turbo is on"),
            "{doubts}"
        );
    }

    #[test]
    fn the_model_is_found_or_not_told() {
        assert_eq!(
            processor("processor\t: 0\nmodel name\t: Some CPU @ 3 GHz\n"),
            "Some CPU @ 3 GHz"
        );
        assert_eq!(processor(""), "not told");
    }
}
