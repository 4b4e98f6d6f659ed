//! Source locations.

use std::sync::Arc;

/// Where an instruction comes from. Inlined code keeps the place it was written at.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Location {
    /// File as the compiler was given it.
    pub file: Arc<str>,
    /// Function as in the source, the innermost of inlined ones.
    pub function: Arc<str>,
    /// Line from 1; 0 is unknown.
    pub line: u32,
    /// Column from 1; 0 is unknown.
    pub column: u32,
    /// Where the call stood that was inlined.
    pub inlined_at: Option<Arc<Location>>,
}
