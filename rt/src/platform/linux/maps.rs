//! What the kernel says of the mappings of this process, in `/proc/self/maps`.

use super::files;

/// A mapping with what the kernel says of it.
#[derive(Default)]
pub struct NamedMapping {
    /// Where it lies.
    pub range: core::ops::Range<usize>,
    line: MapsLine,
}

impl NamedMapping {
    /// Rights, offset, device, inode and file, as the kernel writes them.
    pub fn name(&self) -> &[u8] {
        self.line.rest[..self.line.length].trim_ascii_end()
    }
}

/// Looks for a mapping that overlaps `range`, and describes the first.
pub fn find_mapping(range: core::ops::Range<usize>, found: &mut NamedMapping) -> bool {
    let Some(file) = files::open(c"/proc/self/maps") else {
        return false;
    };
    let mut buffer = [0u8; 1024];
    *found = NamedMapping::default();
    let is_found = 'file: loop {
        let bytes = files::read(file, &mut buffer);
        if bytes.is_empty() {
            break false;
        }
        for byte in bytes {
            if *byte == b'\n' && !found.range.is_empty() {
                break 'file true;
            }
            if let Some(mapping) = found.line.push(*byte)
                && mapping.range.start < range.end
                && range.start < mapping.range.end
            {
                found.range = mapping.range;
            }
        }
    };
    files::close(file);
    is_found
}

/// The pages around `address` as the kernel maps them, found in `/proc/self/maps`.
pub fn mapping_of(address: usize) -> Option<core::ops::Range<usize>> {
    let mut found = None;
    for_each_mapping(|mapping| {
        if mapping.range.contains(&address) {
            found = Some(mapping.range);
        }
        found.is_none()
    });
    found
}

/// Pages that the kernel maps alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Mapping {
    /// Where they lie.
    pub range: core::ops::Range<usize>,
    /// Whether they can be read.
    pub is_readable: bool,
}

/// Calls `each` with every mapping in `/proc/self/maps`, in ascending order, until it returns false. Whether the file
/// could be read.
pub fn for_each_mapping(mut each: impl FnMut(Mapping) -> bool) -> bool {
    let Some(file) = files::open(c"/proc/self/maps") else {
        return false;
    };
    let mut line = MapsLine::default();
    let mut buffer = [0u8; 1024];
    'file: loop {
        let bytes = files::read(file, &mut buffer);
        if bytes.is_empty() {
            break;
        }
        for byte in bytes {
            if let Some(mapping) = line.push(*byte)
                && !each(mapping)
            {
                break 'file;
            }
        }
    }
    files::close(file);
    true
}

/// Reads `start-end` in hexadecimal from the beginning of each line, and keeps what follows.
struct MapsLine {
    bounds: [usize; 2],
    field: usize,
    rest: [u8; 160],
    length: usize,
}

impl Default for MapsLine {
    fn default() -> Self {
        MapsLine {
            bounds: [0; 2],
            field: 0,
            rest: [0; 160],
            length: 0,
        }
    }
}

impl MapsLine {
    fn push(&mut self, byte: u8) -> Option<Mapping> {
        match byte {
            b'\n' => *self = MapsLine::default(),
            b'-' if self.field == 0 => self.field = 1,
            b' ' if self.field == 1 => self.field = 2,
            access if self.field == 2 => {
                self.field = 3;
                self.rest[0] = access;
                self.length = 1;
                return Some(Mapping {
                    range: self.bounds[0]..self.bounds[1],
                    is_readable: access == b'r',
                });
            }
            digit if self.field < 2 => {
                let value = (digit as char).to_digit(16)? as usize;
                self.bounds[self.field] = self.bounds[self.field] << 4 | value;
            }
            // Runs of blanks align the file's name.
            b' ' if self.length > 0 && self.rest[self.length - 1] == b' ' => {}
            byte if self.length < self.rest.len() => {
                self.rest[self.length] = byte;
                self.length += 1;
            }
            _ => {}
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mappings_say_whether_they_can_be_read() {
        let mut line = MapsLine::default();
        let text = b"1000-3000 r-xp 00000000 00:00 0 [a-b 7]\n4000-5000 ---p 0 0:0 0\n";
        let read: Vec<_> = text.iter().filter_map(|byte| line.push(*byte)).collect();
        let expected = [(0x1000..0x3000, true), (0x4000..0x5000, false)]
            .map(|(range, is_readable)| Mapping { range, is_readable });
        assert_eq!(read, expected);
        let local = 0;
        assert!(mapping_of(&raw const local as usize).is_some());
    }
}
