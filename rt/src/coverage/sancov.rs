//! `.sancov` files, which the tool of this name reads: for each loaded file, a magic word and the offsets of the code in it.

use super::{FOLDER, IS_VERBOSE, LONGEST};
use crate::output::{Bytes, Out};
use crate::platform;
use crate::report::module::{self, Module};
use crate::report::report_lock::ReportLock;
use alloc::vec::Vec;
use core::ffi::CStr;
use core::fmt::Write;
use core::sync::atomic::Ordering;

/// What a file with offsets of 64 bits begins with.
const MAGIC: u64 = 0xC0BF_FFFF_FFFF_FF64;

/// Writes `<folder>/<file>.<process>.sancov` for each loaded file that has any of these addresses.
pub fn write_files(taken: &[usize]) {
    let _turn = ReportLock::share();
    let mut taken: Vec<_> = taken.iter().copied().filter(|pc| *pc != 0).collect();
    taken.sort_unstable();
    taken.dedup();
    let modules = module::loaded();
    let home = |pc: &usize| module::at(&modules, *pc);
    let mut rest = &taken[..];
    while let Some(first) = rest.first() {
        let module = home(first);
        let length = rest.iter().take_while(|pc| home(pc) == module).count();
        let (of_module, others) = rest.split_at(length);
        rest = others;
        match module {
            Some(module) => write_file(&modules[module], of_module),
            None => {
                let mut out = Out::report();
                let _ = writeln!(
                    out,
                    "sanecc: coverage: {length} addresses from {first:#x} on are in no loaded file any more, after dlclose perhaps; they are left out"
                );
            }
        }
    }
}

fn write_file(module: &Module, taken: &[usize]) {
    let (mut folder, mut name) = ([0; LONGEST], [0; 512]);
    let folder = FOLDER.get(&mut folder);
    let name = module.name(&mut name);
    let name = name.rsplit(|byte| *byte == b'/').next().unwrap_or(name);
    let process = platform::process_id();
    let mut path = Path(Vec::with_capacity(folder.len() + name.len() + 32));
    for part in [folder, b"/", name] {
        path.0.extend_from_slice(part);
    }
    let _ = write!(path, ".{process}.sancov\0");
    let shown = Bytes(path.0.strip_suffix(b"\0").unwrap_or_default());
    let mut out = Out::report();
    let file = match CStr::from_bytes_with_nul(&path.0).map(platform::create_file) {
        Ok(Ok(file)) => file,
        failed => {
            let error = failed.map_or(libc::ENOENT, |made| made.err().unwrap_or_default());
            let _ = writeln!(
                out,
                "sanecc: coverage: cannot write {shown}: error {error}; coverage_dir= names another folder"
            );
            return;
        }
    };
    let mut bytes = Vec::with_capacity(8 + 8 * taken.len());
    bytes.extend(MAGIC.to_le_bytes());
    for pc in taken {
        bytes.extend((pc - module.base).to_le_bytes());
    }
    platform::write(file, &bytes);
    platform::close(file);
    if IS_VERBOSE.load(Ordering::Relaxed) {
        let _ = writeln!(
            out,
            "SanitizerCoverage: {shown}: {} PCs written",
            taken.len()
        );
    }
}

/// A path that is written piece by piece.
struct Path(Vec<u8>);

impl Write for Path {
    fn write_str(&mut self, text: &str) -> core::fmt::Result {
        self.0.extend_from_slice(text.as_bytes());
        Ok(())
    }
}
