//! The forms of checks that firmware is measured in.

use sanecc_boards::Board;
use serde::Serialize;

/// A form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// What clang makes.
    Unchecked,
    /// The default.
    Calls,
    /// Reads are not checked.
    OnlyWrites,
    /// The device prints file and line.
    DeviceLines,
    /// The shadow is tested in place.
    InPlace,
    /// The default with a shadow byte for 16 bytes.
    Scale16,
    /// The same for 32.
    Scale32,
    /// The default without a heap: the smallest runtime.
    NoHeap,
    /// The default with all entry points of the runtime: the largest.
    Everything,
}

/// The levels that firmware is compiled at.
pub const LEVELS: [&str; 2] = ["-Os", "-O2"];

impl Form {
    pub const ALL: [Self; 9] = [
        Self::Unchecked,
        Self::Calls,
        Self::OnlyWrites,
        Self::DeviceLines,
        Self::InPlace,
        Self::Scale16,
        Self::Scale32,
        Self::NoHeap,
        Self::Everything,
    ];

    /// Those that code is compared in.
    pub const OF_CODE: [Self; 5] = [
        Self::Unchecked,
        Self::Calls,
        Self::OnlyWrites,
        Self::DeviceLines,
        Self::InPlace,
    ];

    /// The name in tables.
    pub fn title(self) -> &'static str {
        match self {
            Self::Unchecked => "unchecked",
            Self::Calls => "calls (default)",
            Self::OnlyWrites => "writes alone",
            Self::DeviceLines => "lines on the device",
            Self::InPlace => "in place",
            Self::Scale16 => "scale 16",
            Self::Scale32 => "scale 32",
            Self::NoHeap => "no heap",
            Self::Everything => "everything",
        }
    }

    /// What it is compiled and linked with.
    pub fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Unchecked => &["-fsanecc-mode=none"],
            Self::OnlyWrites => &["-fsanecc-only-writes"],
            Self::DeviceLines => &["-fsanecc-device-lines"],
            Self::InPlace => &["-fno-sanitize-address-outline-instrumentation"],
            Self::Scale16 => &["-fsanecc-shadow-scale=16"],
            Self::Scale32 => &["-fsanecc-shadow-scale=32"],
            Self::Calls | Self::NoHeap | Self::Everything => &[],
        }
    }

    /// Whose heap gets redzones: the firmware's kernel has names of FreeRTOS.
    pub fn heap(self, board: &Board) -> &'static str {
        match self {
            Self::NoHeap => "none",
            Self::Everything => board.heap,
            Self::Unchecked
            | Self::Calls
            | Self::OnlyWrites
            | Self::DeviceLines
            | Self::InPlace
            | Self::Scale16
            | Self::Scale32 => "freertos",
        }
    }

    /// The levels that it is measured at. How large the runtime is does not depend on them.
    pub fn levels(self) -> &'static [&'static str] {
        match self {
            Self::NoHeap | Self::Everything => &LEVELS[..1],
            Self::Unchecked
            | Self::Calls
            | Self::OnlyWrites
            | Self::DeviceLines
            | Self::InPlace
            | Self::Scale16
            | Self::Scale32 => &LEVELS,
        }
    }
}
