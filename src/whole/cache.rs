//! Objects of whole programs that were made before: in the folder that `SANECC_CACHE_DIR` names, by a digest of all that they depend on.
//!
//! An entry is written under another name first, so that parallel builds and processes that are killed leave none that is incomplete; its own digest finds damage on the
//! disk. Beyond [`MOST`] bytes (`SANECC_CACHE_SIZE`) the entries that were not used for longest go. What cannot be read or written is made anew: the cache never fails a build.

use sha2::{Digest, Sha256};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// The variable that names the folder.
const FOLDER: &str = "SANECC_CACHE_DIR";
/// The variable with the most bytes that the folder may take.
const SIZE: &str = "SANECC_CACHE_SIZE";
/// Bytes that the folder may take where nothing is said.
const MOST: u64 = 1 << 30;
/// After this time an entry that is still incomplete belongs to nobody.
const ABANDONED: Duration = Duration::from_secs(3600);
/// Bytes of a digest.
const DIGEST: usize = 32;
/// The end of the names of entries.
const EXTENSION: &str = "program";

/// The place of one result.
#[derive(Debug)]
pub struct Entry {
    folder: PathBuf,
    file: PathBuf,
}

/// Collects what a result depends on.
#[derive(Clone, Debug)]
pub struct Key(Sha256);

impl Key {
    /// Begins with this program itself: its version, and its file's size and time, as compiler caches tell compilers apart.
    pub fn new() -> Option<Key> {
        let mut key = Key(Sha256::new());
        key.add(env!("CARGO_PKG_VERSION").as_bytes());
        key.add_file(&std::env::current_exe().ok()?)?;
        Some(key)
    }

    /// Adds bytes, apart from all others.
    pub fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    /// Adds the identity of a program.
    pub fn add_file(&mut self, file: &Path) -> Option<()> {
        let data = fs::metadata(file).ok()?;
        let time = data.modified().ok()?;
        let time = time.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        self.add(file.as_os_str().as_encoded_bytes());
        self.add(&data.len().to_le_bytes());
        self.add(&time.as_nanos().to_le_bytes());
        Some(())
    }

    /// The place of the result; `None` if no cache is wanted.
    pub fn entry(self) -> Option<Entry> {
        let folder = PathBuf::from(std::env::var_os(FOLDER).filter(|name| !name.is_empty())?);
        let name: String = self
            .0
            .finalize()
            .iter()
            .map(|byte| format!("{byte:02x}"))
            .collect();
        let file = folder.join(name).with_extension(EXTENSION);
        Some(Entry { folder, file })
    }
}

impl Entry {
    /// The objects that were made before.
    pub fn read(&self) -> Option<Vec<Vec<u8>>> {
        let bytes = fs::read(&self.file).ok()?;
        let objects = unpack(&bytes);
        match &objects {
            Some(_) => {
                // The least recently used goes first. Whoever may not write the folder may read it.
                let opened = fs::File::options().write(true).open(&self.file);
                let _ = opened.and_then(|file| file.set_modified(SystemTime::now()));
            }
            None => _ = fs::remove_file(&self.file),
        }
        objects
    }

    /// Keeps objects, and makes room for them.
    pub fn write(&self, objects: &[Vec<u8>]) {
        if let Err(error) = self.try_write(&pack(objects)) {
            tracing::info!(%error, folder = %self.folder.display(), "nothing was kept in the cache");
        }
    }

    fn try_write(&self, bytes: &[u8]) -> std::io::Result<()> {
        let most = std::env::var(SIZE).ok().and_then(|text| text.parse().ok());
        let most = most.unwrap_or(MOST);
        if bytes.len() as u64 > most {
            return Ok(());
        }
        fs::create_dir_all(&self.folder)?;
        evict_for(&self.folder, most - bytes.len() as u64)?;
        let mut new = tempfile::Builder::new()
            .prefix("incomplete-")
            .tempfile_in(&self.folder)?;
        new.write_all(bytes)?;
        new.persist(&self.file)?;
        Ok(())
    }
}

/// Removes the entries that were not used for longest, until the others have at most `most` bytes, and what killed processes have left.
fn evict_for(folder: &Path, most: u64) -> std::io::Result<()> {
    let mut entries = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        // Another process may have removed it meanwhile.
        let Ok(data) = entry.metadata() else {
            continue;
        };
        let used = data.modified()?;
        let path = entry.path();
        if path.extension().is_some_and(|end| end == EXTENSION) {
            entries.push((used, path, data.len()));
        } else if entry
            .file_name()
            .to_string_lossy()
            .starts_with("incomplete-")
            && used.elapsed().is_ok_and(|age| age > ABANDONED)
        {
            let _ = fs::remove_file(path);
        }
    }
    entries.sort();
    let mut sum: u64 = entries.iter().map(|(_, _, size)| size).sum();
    for (_, path, size) in entries {
        if sum <= most {
            break;
        }
        let _ = fs::remove_file(path);
        sum -= size;
    }
    Ok(())
}

/// Digest, number, lengths, bytes.
fn pack(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut content = (objects.len() as u64).to_le_bytes().to_vec();
    for object in objects {
        content.extend((object.len() as u64).to_le_bytes());
    }
    content.extend(objects.iter().flatten());
    let mut packed = Sha256::digest(&content).to_vec();
    packed.extend(content);
    packed
}

fn unpack(bytes: &[u8]) -> Option<Vec<Vec<u8>>> {
    let (digest, content) = bytes.split_at_checked(DIGEST)?;
    if Sha256::digest(content)[..] != *digest {
        return None;
    }
    let mut rest = content;
    let mut number = || {
        let (first, left) = rest.split_first_chunk()?;
        rest = left;
        usize::try_from(u64::from_le_bytes(*first)).ok()
    };
    let count = number()?;
    let lengths: Vec<usize> = (0..count).map(|_| number()).collect::<Option<_>>()?;
    let mut objects = Vec::new();
    for length in lengths {
        let (object, left) = rest.split_at_checked(length)?;
        objects.push(object.to_vec());
        rest = left;
    }
    rest.is_empty().then_some(objects)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(folder: &Path, name: &str) -> Entry {
        Entry {
            folder: folder.to_owned(),
            file: folder.join(name).with_extension(EXTENSION),
        }
    }

    #[test]
    fn objects_come_back_or_nothing_does() {
        let folder = tempfile::tempdir().unwrap();
        let entry = entry(folder.path(), "a");
        assert_eq!(entry.read(), None);
        let objects = vec![vec![1, 2, 3], Vec::new(), vec![4]];
        entry.write(&objects);
        assert_eq!(entry.read(), Some(objects));
        let whole = fs::read(&entry.file).unwrap();
        for at in 0..whole.len() {
            let mut damaged = whole.clone();
            damaged[at] ^= 1;
            fs::write(&entry.file, &damaged).unwrap();
            assert_eq!(entry.read(), None, "byte {at}");
            fs::write(&entry.file, &whole[..at]).unwrap();
            assert_eq!(entry.read(), None, "cut to {at}");
        }
        assert!(!entry.file.exists());
    }

    #[test]
    fn the_oldest_goes_first() {
        let folder = tempfile::tempdir().unwrap();
        let long_ago = SystemTime::now() - 10 * ABANDONED;
        for (age, name) in ["new.program", "old.program", "incomplete-x"]
            .iter()
            .enumerate()
        {
            let file = fs::File::create(folder.path().join(name)).unwrap();
            file.set_len(100).unwrap();
            file.set_modified(long_ago - Duration::from_secs(age as u64))
                .unwrap();
        }
        evict_for(folder.path(), 150).unwrap();
        let left: Vec<_> = fs::read_dir(folder.path())
            .unwrap()
            .map(|one| one.unwrap().file_name())
            .collect();
        assert_eq!(left, ["new.program"]);
    }

    #[test]
    fn parts_of_a_key_do_not_run_together() {
        let digest = |parts: [&str; 2]| {
            let mut key = Key(Sha256::new());
            parts.iter().for_each(|part| key.add(part.as_bytes()));
            key.0.finalize()
        };
        assert_ne!(digest(["ab", "c"]), digest(["a", "bc"]));
    }
}
