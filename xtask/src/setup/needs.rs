//! The requirements of building and testing, and how to detect each.
//!
//! A requirement is met by a tool or a file, not by a package: a machine with LLVM 19
//! from elsewhere is ready, too.

use Aim::{Build, Compat, Package, Random, Suite, Test};
use Evidence::{Header, InLlvm, InUsr, Tool};
use sanecc_abi::target::{Architecture, System, Target};
use std::ffi::OsString;
use std::path::PathBuf;

/// What somebody is about to do. Each needs what stands before it, too, but for the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Aim {
    /// Build sanecc and use it.
    Build,
    /// Make packages of it.
    Package,
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
            Random => other == Random || other == Build,
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
    /// A file below the folder of the system's programs and libraries.
    InUsr(&'static str),
}

/// In the order in which they are installed.
const NEEDS: &[Need] = &[
    need(
        Build,
        "clang-19",
        Tool("clang-19"),
        "the front end and code generator that sanecc drives",
    ),
    need(
        Build,
        "lld-19",
        InLlvm("bin/ld.lld"),
        "the linker that says what a whole program is made of (-fsanecc-whole-program)",
    ),
    need(
        Build,
        "llvm-19-dev",
        InLlvm("lib/libLLVM-19.so"),
        "libLLVM, which sanecc is linked with",
    ),
    need(
        Build,
        "llvm-19-dev",
        InLlvm("bin/llvm-config"),
        "llvm-config, which says how to link with it",
    ),
    need(
        Build,
        "libclang-rt-19-dev",
        InLlvm("lib/clang/19/lib/linux/libclang_rt.asan-x86_64.a"),
        "clang's AddressSanitizer, for comparison",
    ),
    need(
        Build,
        "gcc",
        Tool("cc"),
        "cc, through which Rust links and builds the C parts of its crates",
    ),
    need(
        Build,
        "libc6-dev",
        Header("stdlib.h"),
        "the headers of the C library",
    ),
    need(
        Build,
        "binutils",
        Tool("ld"),
        "ld, which links the runtime into one object",
    ),
    need(
        Build,
        "binutils",
        Tool("objcopy"),
        "objcopy, which hides the runtime's inner symbols",
    ),
    need(
        Build,
        "binutils",
        Tool("ar"),
        "ar, which makes the runtime an archive",
    ),
    need(
        Build,
        "make",
        Tool("make"),
        "the makefiles of the programs that sanecc is tested with",
    ),
    need(
        Package,
        "dpkg-dev",
        Tool("dpkg-shlibdeps"),
        "dpkg-shlibdeps, which names the libraries that a Debian package depends on",
    ),
    need(
        Package,
        "dpkg",
        Tool("dpkg-deb"),
        "dpkg-deb, which makes a Debian package",
    ),
    need(
        Package,
        "tar",
        Tool("tar"),
        "tar, which makes a tarball, and unpacks those that tests build",
    ),
    need(
        Package,
        "gzip",
        Tool("gzip"),
        "gzip, which compresses man pages and the tarball",
    ),
    need(
        Package,
        "util-linux",
        Tool("unshare"),
        "unshare, which lets packages be tried in a root of their own",
    ),
    need(
        Test,
        "ccache",
        Tool("ccache"),
        "the compiler cache that sanecc must work under",
    ),
    need(
        Test,
        "distcc",
        Tool("distccd"),
        "the engine that distributes builds, which must take sanecc for a compiler",
    ),
    need(
        Test,
        "gdb",
        Tool("gdb"),
        "the debugger that must find the program's functions where it reports an error",
    ),
    need(
        Test,
        "valgrind",
        Tool("valgrind"),
        "the unit tests of the runtime's core, run once more in it",
    ),
    need(
        Test,
        "coreutils",
        Tool("timeout"),
        "timeout, which ends a build that hangs, and sha256sum, which knows a tarball",
    ),
    need(
        Test,
        "chromium",
        Tool("chromium"),
        "the browser in which the page of 'sane report' is tried",
    ),
    need(
        Test,
        "lld-19",
        InLlvm("bin/ld.lld"),
        "the linker that clang takes for firmware",
    ),
    need(
        Test,
        "qemu-system-arm",
        Tool("qemu-system-arm"),
        "the emulated boards with Cortex-M",
    ),
    need(
        Test,
        "qemu-system-misc",
        Tool("qemu-system-riscv32"),
        "the emulated board with RISC-V",
    ),
    need(
        Test,
        "gcc-arm-none-eabi",
        Tool("arm-none-eabi-gcc"),
        "libgcc for Cortex-M",
    ),
    need(
        Test,
        "libnewlib-arm-none-eabi",
        Tool("arm-none-eabi-gcc"),
        "the C library for Cortex-M",
    ),
    need(
        Test,
        "gcc-riscv64-unknown-elf",
        Tool("riscv64-unknown-elf-gcc"),
        "libgcc for RISC-V",
    ),
    need(
        Test,
        "picolibc-riscv64-unknown-elf",
        Tool("riscv64-unknown-elf-gcc"),
        "the C library for RISC-V",
    ),
    need(
        Suite,
        "llvm-19-tools",
        InLlvm("bin/FileCheck"),
        "FileCheck, with which LLVM's tests compare what a program prints",
    ),
    need(
        Suite,
        "llvm-19",
        InLlvm("bin/llvm-symbolizer"),
        "llvm-symbolizer, through which AddressSanitizer names paths",
    ),
    need(
        Suite,
        "xz-utils",
        Tool("xz"),
        "the sources that are packed with it",
    ),
    need(
        Compat,
        "file",
        Tool("file"),
        "the configure scripts that libtool is in",
    ),
    need(
        Compat,
        "perl",
        Tool("perl"),
        "tests of projects that are written in it",
    ),
    need(
        Compat,
        "python3",
        Tool("python3"),
        "tests of projects that are written in it",
    ),
    need(
        Compat,
        "pkg-config",
        Tool("pkg-config"),
        "projects that look for libraries",
    ),
    need(
        Compat,
        "zlib1g-dev",
        Header("zlib.h"),
        "the library that libpng is built with",
    ),
    need(
        Compat,
        "tcl-dev",
        Header("tcl8.6/tcl.h"),
        "the interpreter that SQLite's tests are written for",
    ),
    need(
        Compat,
        "cmake",
        Tool("cmake"),
        "the projects that are built with CMake",
    ),
    need(
        Compat,
        "ninja-build",
        Tool("ninja"),
        "the projects that are built with Ninja",
    ),
    need(
        Compat,
        "meson",
        Tool("meson"),
        "the projects that are built with Meson",
    ),
    need(
        Random,
        "csmith",
        Tool("csmith"),
        "random programs that are correct",
    ),
    need(
        Random,
        "libcsmith-dev",
        Header("csmith/csmith.h"),
        "the headers that its programs include",
    ),
];

const AARCH64: &[Need] = &[
    need(Build, "qemu-user", Tool("qemu-aarch64"), EMULATOR),
    need(
        Build,
        "g++-aarch64-linux-gnu",
        Tool("aarch64-linux-gnu-g++"),
        LINKER,
    ),
    need(
        Build,
        "libc6-dev-arm64-cross",
        InUsr("aarch64-linux-gnu/include/stdio.h"),
        LIBRARY,
    ),
];
const RISCV64: &[Need] = &[
    need(
        Build,
        "lld-19",
        InLlvm("bin/ld.lld"),
        "the linker that reads clang's debug information of it",
    ),
    need(Build, "qemu-user", Tool("qemu-riscv64"), EMULATOR),
    need(
        Build,
        "g++-riscv64-linux-gnu",
        Tool("riscv64-linux-gnu-g++"),
        LINKER,
    ),
    need(
        Build,
        "libc6-dev-riscv64-cross",
        InUsr("riscv64-linux-gnu/include/stdio.h"),
        LIBRARY,
    ),
];
const ARM: &[Need] = &[
    need(Build, "qemu-user", Tool("qemu-arm"), EMULATOR),
    need(
        Build,
        "g++-arm-linux-gnueabihf",
        Tool("arm-linux-gnueabihf-g++"),
        LINKER,
    ),
    need(
        Build,
        "libc6-dev-armhf-cross",
        InUsr("arm-linux-gnueabihf/include/stdio.h"),
        LIBRARY,
    ),
];
const CORTEX_M: &[Need] = &[
    need(Build, "qemu-system-arm", Tool("qemu-system-arm"), EMULATOR),
    need(
        Build,
        "gcc-arm-none-eabi",
        Tool("arm-none-eabi-gcc"),
        LINKER,
    ),
    need(
        Build,
        "libnewlib-arm-none-eabi",
        InUsr("lib/arm-none-eabi/newlib/thumb/v7-m/nofp/libc.a"),
        LIBRARY,
    ),
    need(
        Build,
        "libnewlib-dev",
        InUsr("include/newlib/stdio.h"),
        LIBRARY,
    ),
];
const RISCV32: &[Need] = &[
    need(
        Build,
        "qemu-system-misc",
        Tool("qemu-system-riscv32"),
        EMULATOR,
    ),
    need(
        Build,
        "gcc-riscv64-unknown-elf",
        Tool("riscv64-unknown-elf-gcc"),
        LINKER,
    ),
    need(
        Build,
        "picolibc-riscv64-unknown-elf",
        InUsr("lib/picolibc/riscv64-unknown-elf/include/stdio.h"),
        LIBRARY,
    ),
];
const EMULATOR: &str = "the emulator that runs its programs";
const LINKER: &str =
    "the files that programs start with, the C++ library, and the tools that make the runtime";
const LIBRARY: &str = "its C library";

/// What a target needs.
fn needs_of(target: &Target) -> &'static [Need] {
    match (target.system, target.architecture) {
        (System::Linux, Architecture::AArch64) => AARCH64,
        (System::Linux, Architecture::RiscV64) => RISCV64,
        (System::Linux, Architecture::Arm) => ARM,
        (System::Bare, Architecture::Thumb) => CORTEX_M,
        (System::Bare, Architecture::RiscV32) => RISCV32,
        _ => &[],
    }
}

/// What `machine` lacks of what a target needs.
pub fn missing_for(machine: &Machine, target: &Target) -> Vec<&'static Need> {
    let needs = needs_of(target).iter();
    needs
        .filter(|need| !machine.shows(&need.evidence))
        .collect()
}

const fn need(aim: Aim, package: &'static str, evidence: Evidence, purpose: &'static str) -> Need {
    Need {
        aim,
        package,
        purpose,
        evidence,
    }
}

impl Need {
    /// Names the need and the evidence that was looked for.
    pub fn describe(&self) -> String {
        let (Tool(what) | InLlvm(what) | Header(what) | InUsr(what)) = self.evidence;
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
            Tool(name) => which::which_in(name, Some(&self.path), "/").is_ok(),
            InLlvm(file) => self.llvm.join(file).exists(),
            Header(file) => self.include.join(file).exists(),
            InUsr(file) => self.include.with_file_name(file).exists(),
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
            Tool(name) => root.join("bin").join(name),
            InLlvm(file) => root.join("llvm").join(file),
            Header(file) => root.join("include").join(file),
            InUsr(file) => root.join(file),
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
            packages(Build),
            [
                "clang-19",
                "lld-19",
                "llvm-19-dev",
                "libclang-rt-19-dev",
                "gcc",
                "libc6-dev",
                "binutils",
                "make"
            ]
        );
        assert!(packages(Test).starts_with(&packages(Build)));
        assert!(packages(Compat).starts_with(&packages(Test)));
        assert!(packages(Compat).len() > packages(Test).len());
        let random = [packages(Build), vec!["csmith", "libcsmith-dev"]].concat();
        assert_eq!(packages(Random), random);
    }

    #[test]
    fn a_machine_with_everything_misses_nothing() {
        let root = tempfile::tempdir().unwrap();
        NEEDS.iter().for_each(|need| provide(root.path(), need));
        assert!(missing(&machine(root.path()), Compat).is_empty());
    }

    #[test]
    fn every_target_but_the_host_needs_something() {
        for target in sanecc_abi::target::ALL {
            let root = tempfile::tempdir().unwrap();
            let missing = missing_for(&machine(root.path()), target);
            assert_eq!(
                missing.is_empty(),
                target == sanecc_abi::target::HOST,
                "{}",
                target.name
            );
            missing.iter().for_each(|need| provide(root.path(), need));
            assert!(missing_for(&machine(root.path()), target).is_empty());
        }
    }

    #[test]
    fn a_package_counts_as_missing_when_one_of_its_parts_is() {
        let root = tempfile::tempdir().unwrap();
        NEEDS
            .iter()
            .filter(|need| !need.describe().starts_with("objcopy"))
            .for_each(|need| provide(root.path(), need));
        let missing: Vec<_> = missing(&machine(root.path()), Build)
            .iter()
            .map(|need| need.describe())
            .collect();
        assert_eq!(missing, ["objcopy (package binutils)"]);
    }
}
