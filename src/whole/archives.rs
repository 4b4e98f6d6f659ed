//! Writes archives: for resolution with bitcode in place of objects, for the link without the members that were merged.

use ar_archive_writer::{
    ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, write_archive_to_stream,
};
use object::read::archive::ArchiveFile;
use std::io::{BufWriter, Cursor, Write};
use std::path::Path;

/// Writes an archive of these members. Gives for each where its header stands in the file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(path: &Path, members: &[(&str, &[u8])]) -> std::io::Result<Vec<u64>> {
    let new: Vec<NewArchiveMember<'_>> = members
        .iter()
        .map(|&(name, bytes)| {
            let name = Path::new(name).file_name().unwrap_or_default();
            let name = name.to_string_lossy().into_owned();
            NewArchiveMember::new(bytes, &DEFAULT_OBJECT_READER, name)
        })
        .collect();
    let mut bytes = Cursor::new(Vec::new());
    write_archive_to_stream(&mut bytes, &new, ArchiveKind::Gnu, false, None)?;
    let bytes = bytes.into_inner();
    let mut file = BufWriter::new(std::fs::File::create(path)?);
    file.write_all(&bytes)?;
    file.flush()?;
    /// Bytes of the header of a member.
    const HEADER: u64 = 60;
    let unreadable = |error| std::io::Error::other(format!("the archive is not readable: {error}"));
    let archive = ArchiveFile::parse(&*bytes).map_err(unreadable)?;
    archive
        .members()
        .map(|member| Ok(member.map_err(unreadable)?.file_range().0 - HEADER))
        .collect()
}
