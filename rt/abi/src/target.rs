//! The targets: what driver, passes and runtime have to know of each before they know anything of a program.
//!
//! One row a target ([`ALL`]). Nothing else compares triples or names a shadow offset. All are little-endian: shadow bytes are tested several at a time, and
//! the first has to be the lowest; a big-endian target would need those constants swapped, and [`crate::shadow`]'s wide loads with them.

use crate::shadow::OFFSET_X86_64;

/// A target that checks are made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Target {
    /// Its name: in messages, as folder of its runtime, for `cargo xtask setup --target`.
    pub name: &'static str,
    /// What rustc calls it.
    pub rust: &'static str,
    /// What clang takes for `--target=`.
    pub llvm: &'static str,
    /// The processors that a triple may name for it, as LLVM normalises them and as users write them.
    processors: &'static [&'static str],
    /// What a triple of it ends with: the environment.
    environments: &'static [&'static str],
    /// The instruction set.
    pub architecture: Architecture,
    /// What runs the programs.
    pub system: System,
    /// Width of a pointer, of `size_t` and of `long`, in bits.
    pub pointer_bits: u32,
    /// Where the shadow lies.
    pub mapping: Mapping,
    /// Which addresses have a shadow that can be read.
    pub space: Space,
    /// The code of a check where no flag asks for another.
    pub checks: Checks,
    /// What its runtime has.
    pub has: Has,
}

/// Instruction sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Architecture {
    /// x86 of 64 bits.
    X86_64,
    /// Arm of 64 bits.
    AArch64,
    /// Arm of 32 bits, with Thumb.
    Arm,
    /// Arm of 32 bits without any but Thumb instructions: Cortex-M.
    Thumb,
    /// RISC-V of 64 bits.
    RiscV64,
    /// RISC-V of 32 bits.
    RiscV32,
}

/// What runs the programs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    /// Linux with the GNU C library.
    Linux,
    /// None: the program is the firmware.
    Bare,
}

/// Where the shadow of an address lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mapping {
    /// At `(address >> GRANULE_SHIFT) + offset`, for all of the address space.
    Constant {
        /// In bytes, as AddressSanitizer has it.
        offset: u64,
    },
    /// Where symbols of the linker script say, for the memory that they name.
    Symbols,
}

/// Which addresses have a shadow that can be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// All that are at least `high` bytes, which is the end of the shadow, and below `end`.
    Constant {
        /// First byte above the shadow.
        high: u64,
        /// First byte past the addresses of programs.
        end: u64,
    },
    /// The kernel decides how long addresses are: the runtime has the same two numbers in [`crate::symbols::HIGH_MEMORY`] and
    /// [`crate::symbols::ADDRESS_END`], words of the width of a pointer.
    Measured {
        /// No kernel gives programs more: bits of an address.
        most_bits: u32,
    },
    /// What the linker script says.
    Symbols,
}

/// The code of a check of constant size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checks {
    /// One statement of assembly, whose cold part calls a slow path that keeps all registers.
    Statement,
    /// A test, and a branch to a cold block with an ordinary call.
    Branch,
    /// A call.
    Outlined,
}

/// What the runtime of a target has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Has {
    /// Slots for frames whose objects may outlive the call.
    pub fake_stack: bool,
    /// Threads.
    pub threads: bool,
    /// Tables by which stacks are unwound.
    pub unwinding: bool,
    /// Entry points of library calls, which thunks jump to with the arguments untouched.
    pub thunks: bool,
}

const LINUX: Has = Has {
    fake_stack: true,
    threads: true,
    unwinding: true,
    thunks: true,
};

const BARE: Has = Has {
    fake_stack: false,
    threads: false,
    unwinding: false,
    thunks: false,
};

/// All of them, the host's first.
pub const ALL: &[Target] = &[
    Target {
        name: "x86_64-linux-gnu",
        llvm: "x86_64-linux-gnu",
        rust: "x86_64-unknown-linux-gnu",
        processors: &["x86_64", "amd64"],
        environments: &["gnu", "musl", "android", ""],
        architecture: Architecture::X86_64,
        system: System::Linux,
        pointer_bits: 64,
        mapping: Mapping::Constant {
            offset: OFFSET_X86_64 as u64,
        },
        space: Space::Constant {
            high: (1 << 44) + OFFSET_X86_64 as u64,
            end: 1 << 47,
        },
        checks: Checks::Statement,
        has: LINUX,
    },
    Target {
        name: "aarch64-linux-gnu",
        llvm: "aarch64-linux-gnu",
        rust: "aarch64-unknown-linux-gnu",
        processors: &["aarch64", "arm64"],
        environments: &["gnu"],
        architecture: Architecture::AArch64,
        system: System::Linux,
        pointer_bits: 64,
        mapping: Mapping::Constant { offset: 1 << 36 },
        space: Space::Measured { most_bits: 48 },
        checks: Checks::Branch,
        has: LINUX,
    },
    Target {
        name: "riscv64-linux-gnu",
        llvm: "riscv64-linux-gnu",
        rust: "riscv64gc-unknown-linux-gnu",
        processors: &["riscv64", "riscv64gc"],
        environments: &["gnu"],
        architecture: Architecture::RiscV64,
        system: System::Linux,
        pointer_bits: 64,
        mapping: Mapping::Constant {
            offset: 0xd_5555_0000,
        },
        space: Space::Measured { most_bits: 47 },
        checks: Checks::Branch,
        has: LINUX,
    },
    Target {
        name: "armv7-linux-gnueabihf",
        llvm: "armv7-linux-gnueabihf",
        rust: "armv7-unknown-linux-gnueabihf",
        processors: &["armv7", "armv7a", "armv7l", "thumbv7", "thumbv7a", "arm"],
        environments: &["gnueabihf"],
        architecture: Architecture::Arm,
        system: System::Linux,
        pointer_bits: 32,
        // Not AddressSanitizer's offset, 1 << 29: emulators put libraries and stack right below 1 << 30. Here, nothing lies under any usual split of the
        // addresses between program and kernel.
        mapping: Mapping::Constant {
            offset: 0x5000_0000,
        },
        space: Space::Constant {
            high: 0x7000_0000,
            end: 1 << 32,
        },
        checks: Checks::Branch,
        has: LINUX,
    },
    cortex_m("thumbv6m-none-eabi", &["thumbv6m"], &["eabi"]),
    cortex_m("thumbv7m-none-eabi", &["thumbv7m"], &["eabi"]),
    cortex_m("thumbv7em-none-eabi", &["thumbv7em"], &["eabi"]),
    cortex_m("thumbv7em-none-eabihf", &["thumbv7em"], &["eabihf"]),
    Target {
        name: "riscv32imac-unknown-none-elf",
        llvm: "riscv32-unknown-none-elf",
        processors: &["riscv32", "riscv32imac"],
        environments: &["elf"],
        architecture: Architecture::RiscV32,
        ..cortex_m("riscv32imac-unknown-none-elf", &[], &[])
    },
];

/// The one that everything is for where nothing is said: [`ALL`]'s first.
impl Default for &'static Target {
    fn default() -> Self {
        HOST
    }
}

/// The target of programs for this machine.
pub const HOST: &Target = &ALL[0];

const fn cortex_m(
    name: &'static str,
    processors: &'static [&'static str],
    environments: &'static [&'static str],
) -> Target {
    Target {
        name,
        llvm: name,
        rust: name,
        processors,
        environments,
        architecture: Architecture::Thumb,
        system: System::Bare,
        pointer_bits: 32,
        mapping: Mapping::Symbols,
        space: Space::Symbols,
        checks: Checks::Outlined,
        has: BARE,
    }
}

/// A command that runs programs of a target as processes of this machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Emulator {
    /// The name of the command.
    pub command: &'static str,
    /// What stands between it and the program: among others the folder of the target's C library.
    pub arguments: &'static [&'static str],
}

/// How many bytes of addresses a program with 64 bits gets from the emulator. qemu 7.2 writes some 24 bytes for each page that a program reserves, also for those
/// of the shadow: with all addresses, 400 MB and a second of work for each start.
const ADDRESSES: &str = "0x1800000000";

impl Target {
    /// Whether LLVM probes stacks: a frame larger than the guard below a stack touches it.
    pub const fn probes_stacks(&self) -> bool {
        let probed = matches!(
            self.architecture,
            Architecture::X86_64 | Architecture::AArch64
        );
        probed && matches!(self.system, System::Linux)
    }

    /// The target of a triple, whether a user wrote it or LLVM normalised it; `None` if there are no checks for it.
    pub fn of(triple: &str) -> Option<&'static Target> {
        let (processor, rest) = triple.split_once('-')?;
        let system = match () {
            () if rest.split('-').any(|part| part == "linux") => System::Linux,
            () if rest.split('-').any(|part| part == "none") => System::Bare,
            () => return None,
        };
        let last = rest.rsplit('-').next().unwrap_or_default();
        let environment = match last {
            "linux" | "none" => "",
            _ => last,
        };
        ALL.iter().find(|target| {
            target.system == system
                && target.processors.contains(&processor)
                && target.environments.contains(&environment)
        })
    }

    /// The target of this name.
    pub fn named(name: &str) -> Option<&'static Target> {
        ALL.iter().find(|target| target.name == name)
    }

    /// Added to a granule number, the place of its shadow; `None` where the linker script decides.
    pub const fn shadow_offset(&self) -> Option<u64> {
        match self.mapping {
            Mapping::Constant { offset } => Some(offset),
            Mapping::Symbols => None,
        }
    }

    /// Whether calls of the runtime keep the registers that their declarations say (LLVM's `preserve_most` and `preserve_all`): the runtime's entries there
    /// are written for it, and it was measured what LLVM relies on.
    pub const fn keeps_registers(&self) -> bool {
        matches!(self.architecture, Architecture::X86_64)
    }

    /// The least power of two that no address of a program exceeds.
    pub const fn address_limit(&self) -> u64 {
        match self.space {
            Space::Constant { end, .. } => end,
            Space::Measured { most_bits } => 1 << most_bits,
            Space::Symbols => 1 << self.pointer_bits,
        }
    }

    /// Offset of [`Header::taken`](crate::frame::Header::taken) in bytes.
    pub const fn taken_offset(&self) -> u64 {
        8 + self.pointer_bytes() as u64
    }

    /// What runs its programs on another machine; `None` where a board has to be chosen.
    pub const fn emulator(&self) -> Option<Emulator> {
        let (command, arguments): (_, &[&str]) = match (self.system, self.architecture) {
            (System::Linux, Architecture::AArch64) => (
                "qemu-aarch64",
                &["-R", ADDRESSES, "-L", "/usr/aarch64-linux-gnu"],
            ),
            (System::Linux, Architecture::RiscV64) => (
                "qemu-riscv64",
                &["-R", ADDRESSES, "-L", "/usr/riscv64-linux-gnu"],
            ),
            (System::Linux, Architecture::Arm) => ("qemu-arm", &["-L", "/usr/arm-linux-gnueabihf"]),
            _ => return None,
        };
        Some(Emulator { command, arguments })
    }

    /// Whether programs are linked by lld where nobody names a linker: GNU ld 2.40 (Debian 12) ends by a signal on clang's debug information for RISC-V.
    pub const fn prefers_lld(&self) -> bool {
        matches!(
            (self.system, self.architecture),
            (System::Linux, Architecture::RiscV64)
        )
    }

    /// Bytes of a pointer.
    pub const fn pointer_bytes(&self) -> u32 {
        self.pointer_bits / 8
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triples_lead_to_targets() {
        for (triple, name) in [
            ("x86_64-linux-gnu", Some("x86_64-linux-gnu")),
            ("x86_64-pc-linux-gnu", Some("x86_64-linux-gnu")),
            ("x86_64-unknown-linux-gnu", Some("x86_64-linux-gnu")),
            ("x86_64-linux-gnux32", None),
            ("x86_64-apple-darwin", None),
            ("aarch64-linux-gnu", Some("aarch64-linux-gnu")),
            ("aarch64-unknown-linux-gnu", Some("aarch64-linux-gnu")),
            ("arm64-none-linux-gnu", Some("aarch64-linux-gnu")),
            ("aarch64_be-linux-gnu", None),
            ("aarch64-none-elf", None),
            ("riscv64-unknown-linux-gnu", Some("riscv64-linux-gnu")),
            ("armv7-linux-gnueabihf", Some("armv7-linux-gnueabihf")),
            (
                "armv7l-unknown-linux-gnueabihf",
                Some("armv7-linux-gnueabihf"),
            ),
            ("armv7-linux-gnueabi", None),
            ("thumbv7m-none-eabi", Some("thumbv7m-none-eabi")),
            (
                "thumbv7em-none-unknown-eabihf",
                Some("thumbv7em-none-eabihf"),
            ),
            ("thumbv7em-none-eabi", Some("thumbv7em-none-eabi")),
            (
                "riscv32-unknown-none-elf",
                Some("riscv32imac-unknown-none-elf"),
            ),
            (
                "riscv32imac-unknown-none-elf",
                Some("riscv32imac-unknown-none-elf"),
            ),
            ("i686-linux-gnu", None),
            ("", None),
        ] {
            assert_eq!(
                Target::of(triple).map(|target| target.name),
                name,
                "{triple}"
            );
        }
    }

    #[test]
    fn a_target_is_found_by_its_own_names() {
        for target in ALL {
            assert_eq!(Target::of(target.name), Some(target));
            assert_eq!(Target::of(target.rust), Some(target));
            assert_eq!(Target::of(target.llvm), Some(target));
            assert_eq!(Target::named(target.name), Some(target));
        }
    }

    #[test]
    #[cfg(target_arch = "x86_64")]
    fn a_frame_header_on_the_host() {
        assert_eq!(HOST.taken_offset(), crate::frame::TAKEN as u64);
    }

    #[test]
    fn memory_begins_behind_the_shadow() {
        for target in ALL {
            if let (Mapping::Constant { offset }, Space::Constant { high, end }) =
                (target.mapping, target.space)
            {
                assert_eq!(high, offset + (end >> crate::shadow::GRANULE_SHIFT));
            }
        }
    }
}
