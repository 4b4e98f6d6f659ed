//! The three phases of a project: configure, build, check.

/// A phase of a build.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Find out what the machine and the compiler can do.
    Configure,
    /// Compile and link.
    Build,
    /// Run the project's own tests.
    Check,
}

impl Phase {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Configure, Self::Build, Self::Check];

    /// Its name for people and for files.
    pub fn name(self) -> &'static str {
        match self {
            Self::Configure => "configure",
            Self::Build => "build",
            Self::Check => "check",
        }
    }
}
