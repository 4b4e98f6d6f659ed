//! What building and testing needs, and how to see whether it is there.
//!
//! A need is met by what it provides, a tool or a file, not by the package that provides it: a machine that has LLVM 19
//! from elsewhere is ready, too.

use std::ffi::OsString;
use std::path::PathBuf;

/// What somebody is about to do. Each needs what stands before it, too, but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aim {
    /// Build sanecc and use it.
    Build,
    /// Run its tests.
    Test,
    /// Run other people's tests of AddressSanitizer on it.
    Suite,
    /// Build other people's projects with it.
    Compat,
    /// Compare builds of random programs that others make. Needs nothing of what tests, suites and projects do.
    Random,
}

impl Aim {
    /// Whether whoever has this aim needs what `other` needs.
    fn includes(self, other: Self) -> bool {
        match self {
            Self::Random => other == Self::Random || other == Self::Build,
            _ => other <= self,
        }
    }
}

/// One thing that must be on the machine.
pub struct Need {
    /// The first aim that needs it.
    aim: Aim,
    /// The Debian package that provides it.
    pub package: &'static str,
    /// What it is needed for.
    pub purpose: &'static str,
    evidence: Evidence,
}

/// What shows that a need is met.
enum Evidence {
    /// A program on `PATH`.
    Tool(&'static str),
    /// A file below the folder of LLVM 19.
    InLlvm(&'static str),
    /// A C header.
    Header(&'static str),
}

const NEEDS: &[Need] = &[
    Need {
        aim: Aim::Build,
        package: "clang-19",
        purpose: "the front end and code generator that sanecc drives",
        evidence: Evidence::Tool("clang-19"),
    },
    Need {
        aim: Aim::Build,
        package: "llvm-19-dev",
        purpose: "libLLVM, which sanecc is linked with",
        evidence: Evidence::InLlvm("lib/libLLVM-19.so"),
    },
    Need {
        aim: Aim::Build,
        package: "llvm-19-dev",
        purpose: "llvm-config, which says how to link with it",
        evidence: Evidence::InLlvm("bin/llvm-config"),
    },
    Need {
        aim: Aim::Build,
        package: "libclang-rt-19-dev",
        purpose: "clang's AddressSanitizer, for comparison",
        evidence: Evidence::InLlvm("lib/clang/19/lib/linux/libclang_rt.asan-x86_64.a"),
    },
    Need {
        aim: Aim::Build,
        package: "gcc",
        purpose: "cc, through which Rust links and builds the C parts of its crates",
        evidence: Evidence::Tool("cc"),
    },
    Need {
        aim: Aim::Build,
        package: "libc6-dev",
        purpose: "the headers of the C library",
        evidence: Evidence::Header("stdlib.h"),
    },
    Need {
        aim: Aim::Build,
        package: "binutils",
        purpose: "ld, which links the runtime into one object",
        evidence: Evidence::Tool("ld"),
    },
    Need {
        aim: Aim::Build,
        package: "binutils",
        purpose: "objcopy, which hides the runtime's inner symbols",
        evidence: Evidence::Tool("objcopy"),
    },
    Need {
        aim: Aim::Build,
        package: "binutils",
        purpose: "ar, which makes the runtime an archive",
        evidence: Evidence::Tool("ar"),
    },
    Need {
        aim: Aim::Build,
        package: "make",
        purpose: "the makefiles of the programs that sanecc is tested with",
        evidence: Evidence::Tool("make"),
    },
    Need {
        aim: Aim::Test,
        package: "ccache",
        purpose: "the compiler cache that sanecc must work under",
        evidence: Evidence::Tool("ccache"),
    },
    Need {
        aim: Aim::Test,
        package: "distcc",
        purpose: "the engine that distributes builds, which must take sanecc for a compiler",
        evidence: Evidence::Tool("distccd"),
    },
    Need {
        aim: Aim::Test,
        package: "valgrind",
        purpose: "the unit tests of the runtime's core, run once more in it",
        evidence: Evidence::Tool("valgrind"),
    },
    Need {
        aim: Aim::Test,
        package: "coreutils",
        purpose: "timeout, which ends a build that hangs, and sha256sum, which knows a tarball",
        evidence: Evidence::Tool("timeout"),
    },
    Need {
        aim: Aim::Test,
        package: "tar",
        purpose: "the sources of a package that the tests build",
        evidence: Evidence::Tool("tar"),
    },
    Need {
        aim: Aim::Suite,
        package: "llvm-19-tools",
        purpose: "FileCheck, with which LLVM's tests compare what a program prints",
        evidence: Evidence::InLlvm("bin/FileCheck"),
    },
    Need {
        aim: Aim::Suite,
        package: "llvm-19",
        purpose: "llvm-symbolizer, through which AddressSanitizer names paths",
        evidence: Evidence::InLlvm("bin/llvm-symbolizer"),
    },
    Need {
        aim: Aim::Suite,
        package: "xz-utils",
        purpose: "the sources that are packed with it",
        evidence: Evidence::Tool("xz"),
    },
    Need {
        aim: Aim::Compat,
        package: "file",
        purpose: "the configure scripts that libtool is in",
        evidence: Evidence::Tool("file"),
    },
    Need {
        aim: Aim::Compat,
        package: "perl",
        purpose: "tests of projects that are written in it",
        evidence: Evidence::Tool("perl"),
    },
    Need {
        aim: Aim::Compat,
        package: "python3",
        purpose: "tests of projects that are written in it",
        evidence: Evidence::Tool("python3"),
    },
    Need {
        aim: Aim::Compat,
        package: "pkg-config",
        purpose: "projects that look for libraries",
        evidence: Evidence::Tool("pkg-config"),
    },
    Need {
        aim: Aim::Compat,
        package: "zlib1g-dev",
        purpose: "the library that libpng is built with",
        evidence: Evidence::Header("zlib.h"),
    },
    Need {
        aim: Aim::Compat,
        package: "cmake",
        purpose: "the projects that are built with CMake",
        evidence: Evidence::Tool("cmake"),
    },
    Need {
        aim: Aim::Compat,
        package: "ninja-build",
        purpose: "the projects that are built with Ninja",
        evidence: Evidence::Tool("ninja"),
    },
    Need {
        aim: Aim::Compat,
        package: "meson",
        purpose: "the projects that are built with Meson",
        evidence: Evidence::Tool("meson"),
    },
    Need {
        aim: Aim::Random,
        package: "csmith",
        purpose: "random programs that are correct",
        evidence: Evidence::Tool("csmith"),
    },
    Need {
        aim: Aim::Random,
        package: "libcsmith-dev",
        purpose: "the headers that its programs include",
        evidence: Evidence::Header("csmith/csmith.h"),
    },
];

impl Need {
    /// Names the need and the evidence that was looked for.
    pub fn describe(&self) -> String {
        let (Evidence::Tool(what) | Evidence::InLlvm(what) | Evidence::Header(what)) =
            self.evidence;
        format!("{what} (package {})", self.package)
    }
}

/// Where to look: the seam through which tests see another machine.
pub struct Machine {
    path: OsString,
    llvm: PathBuf,
    include: PathBuf,
}

impl Machine {
    /// The machine that this process runs on.
    pub fn this() -> Self {
        Self {
            path: std::env::var_os("PATH").unwrap_or_default(),
            llvm: std::env::var_os("LLVM_SYS_191_PREFIX")
                .map_or(PathBuf::from("/usr/lib/llvm-19"), PathBuf::from),
            include: PathBuf::from("/usr/include"),
        }
    }

    fn shows(&self, evidence: &Evidence) -> bool {
        match evidence {
            Evidence::Tool(name) => which::which_in(name, Some(&self.path), "/").is_ok(),
            Evidence::InLlvm(file) => self.llvm.join(file).exists(),
            Evidence::Header(file) => self.include.join(file).exists(),
        }
    }
}

/// The needs of `aim` that `machine` does not meet; at most one for each package.
pub fn missing(machine: &Machine, aim: Aim) -> Vec<&'static Need> {
    let mut missing: Vec<&Need> = Vec::new();
    for need in NEEDS.iter().filter(|need| aim.includes(need.aim)) {
        if !machine.shows(&need.evidence)
            && missing.iter().all(|other| other.package != need.package)
        {
            missing.push(need);
        }
    }
    missing
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    fn machine(root: &Path) -> Machine {
        Machine {
            path: root.join("bin").into(),
            llvm: root.join("llvm"),
            include: root.join("include"),
        }
    }

    fn provide(root: &Path, need: &Need) {
        let path = match need.evidence {
            Evidence::Tool(name) => root.join("bin").join(name),
            Evidence::InLlvm(file) => root.join("llvm").join(file),
            Evidence::Header(file) => root.join("include").join(file),
        };
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, "").unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }

    #[test]
    fn an_empty_machine_misses_each_package_once() {
        let root = tempfile::tempdir().unwrap();
        let packages = |aim| -> Vec<_> {
            let missing = missing(&machine(root.path()), aim);
            missing.iter().map(|need| need.package).collect()
        };
        assert_eq!(
            packages(Aim::Build),
            [
                "clang-19",
                "llvm-19-dev",
                "libclang-rt-19-dev",
                "gcc",
                "libc6-dev",
                "binutils",
                "make"
            ]
        );
        assert!(packages(Aim::Test).starts_with(&packages(Aim::Build)));
        assert!(packages(Aim::Compat).starts_with(&packages(Aim::Test)));
        assert!(packages(Aim::Compat).len() > packages(Aim::Test).len());
        let random = [packages(Aim::Build), vec!["csmith", "libcsmith-dev"]].concat();
        assert_eq!(packages(Aim::Random), random);
    }

    #[test]
    fn a_machine_with_everything_misses_nothing() {
        let root = tempfile::tempdir().unwrap();
        NEEDS.iter().for_each(|need| provide(root.path(), need));
        assert!(missing(&machine(root.path()), Aim::Compat).is_empty());
    }

    #[test]
    fn a_package_counts_as_missing_when_one_of_its_parts_is() {
        let root = tempfile::tempdir().unwrap();
        NEEDS
            .iter()
            .filter(|need| !need.describe().starts_with("objcopy"))
            .for_each(|need| provide(root.path(), need));
        let missing: Vec<_> = missing(&machine(root.path()), Aim::Build)
            .iter()
            .map(|need| need.describe())
            .collect();
        assert_eq!(missing, ["objcopy (package binutils)"]);
    }
}
