//! Debug information apart from the file that it is about, as distributions and `objcopy --only-keep-debug` leave it: named by
//! the file's build id below `/usr/lib/debug/.build-id`, or by its section `.gnu_debuglink`; and what `dwz` has taken out of several
//! files, named by `.gnu_debugaltlink`.

use super::mapped::Mapped;
use super::module::Module;
use super::symbolize::File;
use crate::platform;
use alloc::vec::Vec;
use core::ffi::CStr;
use core::fmt::Write;
use object::Object;

/// Below it, distributions keep debug information.
const DIRECTORY: &[u8] = b"/usr/lib/debug";
/// Options of `llvm-symbolizer`, which AddressSanitizer asks; of them, the one here names another directory.
const VARIABLE: &CStr = c"LLVM_SYMBOLIZER_OPTS";
const OPTION: &[u8] = b"--debug-file-directory=";

/// The debug file of a module, whose own file is `file`. One that was made for another build of it is none.
pub fn find(module: &Module, file: &File) -> Option<Mapped> {
    let directory = directory_in(platform::environment_variable(VARIABLE));
    by_build_id(directory, module.build_id).or_else(|| {
        let mut buffer = [0; 4096];
        by_link(directory, module.name(&mut buffer), file)
    })
}

/// The file that `dwz` has moved parts of this one's debug information into, by its build id or its path.
pub fn shared(file: &File) -> Option<Mapped> {
    let (name, id) = file.gnu_debugaltlink().ok()??;
    by_build_id(directory_in(platform::environment_variable(VARIABLE)), id).or_else(|| {
        // A path from the file's own place would have to be followed from where that really lies.
        let bytes = name.starts_with(b"/").then(|| Path::of(&[name]).open())??;
        has_build_id(&bytes, id).then_some(bytes)
    })
}

/// The directory that the options name last, or the usual one.
fn directory_in(options: &[u8]) -> &[u8] {
    let words = options.split(u8::is_ascii_whitespace);
    let named = words.rev().find_map(|word| word.strip_prefix(OPTION));
    named.unwrap_or(DIRECTORY)
}

fn by_build_id(directory: &[u8], id: &[u8]) -> Option<Mapped> {
    let bytes = path_by_build_id(directory, id)?.open()?;
    has_build_id(&bytes, id).then_some(bytes)
}

fn has_build_id(bytes: &Mapped, id: &[u8]) -> bool {
    File::parse(bytes.bytes()).is_ok_and(|file| file.build_id() == Ok(Some(id)))
}

fn path_by_build_id(directory: &[u8], id: &[u8]) -> Option<Path> {
    let (first, others) = id.split_first().filter(|(_, others)| !others.is_empty())?;
    let mut path = Path::of(&[directory, b"/.build-id/"]);
    let _ = write!(path, "{first:02x}/");
    for byte in others {
        let _ = write!(path, "{byte:02x}");
    }
    let _ = path.write_str(".debug");
    Some(path)
}

fn by_link(directory: &[u8], own: &[u8], file: &File) -> Option<Mapped> {
    let (name, checksum) = file.gnu_debuglink().ok()??;
    // A link is a name without folders.
    if name.is_empty() || name.contains(&b'/') {
        return None;
    }
    let end = own.iter().rposition(|byte| *byte == b'/')?;
    let folder = &own[..end];
    let places = [
        Path::of(&[folder, b"/", name]),
        Path::of(&[folder, b"/.debug/", name]),
        Path::of(&[directory, folder, b"/", name]),
    ];
    places
        .into_iter()
        .filter_map(Path::open)
        .find(|bytes| crc32(bytes.bytes()) == checksum)
}

/// A path that is being put together.
struct Path(Vec<u8>);

impl Path {
    fn of(parts: &[&[u8]]) -> Path {
        Path(parts.concat())
    }

    fn open(mut self) -> Option<Mapped> {
        self.0.push(0);
        Mapped::file(CStr::from_bytes_with_nul(&self.0).ok()?)
    }
}

impl Write for Path {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

/// The checksum that `.gnu_debuglink` holds of the debug file: the usual CRC-32, of polynomial 0x04C11DB7 reflected.
fn crc32(bytes: &[u8]) -> u32 {
    const TABLE: [u32; 256] = {
        let mut table = [0; 256];
        let mut byte = 0;
        while byte < 256 {
            let (mut rest, mut bit) = (byte as u32, 0);
            while bit < 8 {
                let carry = rest & 1;
                rest = (rest >> 1) ^ (carry * 0xEDB8_8320);
                bit += 1;
            }
            table[byte] = rest;
            byte += 1;
        }
        table
    };
    let step = |crc: u32, byte: &u8| (crc >> 8) ^ TABLE[(crc as u8 ^ byte) as usize];
    !bytes.iter().fold(!0, step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checksum_is_the_usual_one() {
        assert_eq!((crc32(b""), crc32(b"123456789")), (0, 0xCBF4_3926));
    }

    #[test]
    fn a_build_id_is_a_folder_and_a_name() {
        let shown = |id: &[u8]| path_by_build_id(DIRECTORY, id).map(|path| path.0);
        let expected = b"/usr/lib/debug/.build-id/0a/ff10.debug".to_vec();
        assert_eq!(shown(&[0x0a, 0xff, 0x10]), Some(expected));
        assert_eq!((shown(&[]), shown(&[1])), (None, None));
    }

    #[test]
    fn the_directory_may_be_named() {
        let last = b"--verbose --debug-file-directory=/a  --debug-file-directory=/b/c";
        assert_eq!(directory_in(last), b"/b/c");
        assert_eq!(directory_in(b"--demangle"), DIRECTORY);
    }
}
