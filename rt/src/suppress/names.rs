//! What a frame is called, for patterns. What is not known is empty.

use crate::output::bytes_of;
use crate::report::frames::Frame;

/// See the module.
pub struct Names<'a> {
    /// The function.
    pub function: &'a [u8],
    /// The source file.
    pub file: &'a [u8],
    module: [u8; 512],
    length: usize,
}

impl<'a> Names<'a> {
    /// Those of a frame; the source file as the compiler noted it, where there is no debug information.
    pub fn of(frame: &'a Frame<'a>) -> Self {
        let noted = || frame.site?.file().map(bytes_of);
        let mut buffer = [0; 512];
        let module = match frame.module {
            Some(module) => module.name(&mut buffer),
            None => b"<unknown module>",
        };
        let mut names = Names {
            function: frame.function().unwrap_or_default(),
            file: frame.place.file.or_else(noted).unwrap_or_default(),
            module: [0; 512],
            length: module.len().min(512),
        };
        names.module[..names.length].copy_from_slice(&module[..names.length]);
        names
    }

    /// The loaded file.
    pub fn module(&self) -> &[u8] {
        &self.module[..self.length]
    }
}
