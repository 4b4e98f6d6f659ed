//! The Debian package.

use super::VERSION;
use super::licences::Licences;
use crate::date::Date;
use crate::files;
use crate::paths::Paths;
use crate::task::Task;
use anyhow::{Context, Result, ensure};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

const MAINTAINER: &str =
    "The sanecc maintainers <maintainers@users.noreply.a-seed-234b3fa3.example>";

/// What the compiler starts. It brings the linker and the headers of C and C++.
const CLANG: &str = "clang-19";

/// Makes it in `folder`. The same tree and date give the same bytes.
pub fn make(
    paths: &Paths,
    tree: &Path,
    licences: &Licences,
    date: &Date,
    folder: &Path,
) -> Result<PathBuf> {
    let top = paths.scratch("package").join("debian");
    files::emptied(&top)?;
    let usr = top.join("usr");
    files::copy_tree(tree, &usr)?;
    let share = usr.join("share");
    // Debian's own folder for what packages bring.
    fs::rename(
        share.join("zsh/site-functions"),
        share.join("zsh/vendor-completions"),
    )?;
    for page in files::entries(&share.join("man/man1"))? {
        compress(&page)?;
    }
    document(&share.join("doc/sanecc"), licences, date)?;
    files::folder(&top.join("DEBIAN"))?;
    let control = control(&libraries(paths, &usr)?, installed_size(&usr)?);
    files::write(&top.join("DEBIAN/control"), control)?;
    files::write(&top.join("DEBIAN/md5sums"), sums(&top)?)?;
    permit(&top)?;
    let file = folder.join(format!("sanecc_{VERSION}_amd64.deb"));
    Task::new("dpkg-deb")
        .args([
            "--root-owner-group",
            "-Zzstd",
            "-z9",
            "--threads-max=1",
            "--build",
        ])
        .args([&top, &file])
        .env("SOURCE_DATE_EPOCH", date.0.to_string())
        .run()?;
    Ok(file)
}

/// Without name and time of the file.
fn compress(file: &Path) -> Result<()> {
    duct::cmd!("gzip", "-9", "--no-name", file).run()?;
    Ok(())
}

/// The files that each package has in its folder of documents.
fn document(folder: &Path, licences: &Licences, date: &Date) -> Result<()> {
    let copyright = format!(
        "{}\n{}\nThe text of Apache-2.0 is in /usr/share/common-licenses/Apache-2.0.\n",
        licences.summary, licences.mit
    );
    files::folder(folder)?;
    files::write(&folder.join("copyright"), copyright)?;
    let changelog = folder.join("changelog");
    let day = duct::cmd!(
        "date",
        "--utc",
        "--rfc-email",
        format!("--date=@{}", date.0)
    )
    .env("LC_ALL", "C")
    .read()?;
    files::write(
        &changelog,
        format!(
            "sanecc ({VERSION}) unstable; urgency=medium\n\n  * Version {VERSION}.\n\n -- {MAINTAINER}  {day}\n"
        ),
    )?;
    compress(&changelog)
}

fn control(libraries: &str, kibibytes: u64) -> String {
    // No other version of clang makes bitcode that this LLVM reads.
    let clang = format!("{CLANG} (>= 1:19), {CLANG} (<< 1:20~)");
    format!(
        "Package: sanecc\nVersion: {VERSION}\nArchitecture: amd64\nMaintainer: {MAINTAINER}\n\
         Installed-Size: {kibibytes}\nDepends: {clang}, {libraries}\nSuggests: lld-19, libclang-rt-19-dev, gdb\n\
         Section: devel\nPriority: optional\n\
         Description: C and C++ compiler that checks memory safety\n\
         \x20sanecc takes the place of cc, sanecc++ that of c++, with the arguments of\n\
         \x20clang. The programs that they build stop at their first memory error with a\n\
         \x20report that says where it is and whose memory it is.\n"
    )
}

/// The packages of the shared libraries that the programs load, with the versions of the symbols that they use.
fn libraries(paths: &Paths, usr: &Path) -> Result<String> {
    // The tool wants to be in the folder of a source package.
    let folder = paths.scratch("package").join("shlibdeps");
    files::folder(&folder.join("debian"))?;
    files::write(
        &folder.join("debian/control"),
        "Source: sanecc\n\nPackage: sanecc\nArchitecture: amd64\n",
    )?;
    let programs = [
        "bin/sanecc",
        "bin/sane",
        crate::install::LAUNCHER,
        "lib/sanecc/x86_64-linux-gnu/libsanecc_rt.so",
    ];
    let said = duct::cmd(
        "dpkg-shlibdeps",
        ["-O".into()]
            .into_iter()
            .chain(programs.map(|file| usr.join(file).into_os_string())),
    )
    .dir(&folder)
    .stderr_null()
    .read()
    .context("dpkg-shlibdeps failed")?;
    let depends = said
        .lines()
        .find_map(|line| line.strip_prefix("shlibs:Depends="));
    let depends = depends.context("dpkg-shlibdeps named no packages")?;
    ensure!(depends.contains("libc6 "), "no C library in {depends}");
    Ok(depends.to_owned())
}

fn installed_size(folder: &Path) -> Result<u64> {
    let mut bytes = 0;
    for file in files::below(folder)? {
        bytes += fs::symlink_metadata(folder.join(file))?
            .len()
            .next_multiple_of(1024);
    }
    Ok(bytes / 1024)
}

/// A checksum for each file that is installed, for `dpkg --verify`.
fn sums(top: &Path) -> Result<String> {
    let mut sums = String::new();
    for file in files::below(top)? {
        let path = top.join(&file);
        if file.starts_with("usr") && fs::symlink_metadata(&path)?.is_file() {
            let line = duct::cmd!("md5sum", &file).dir(top).read()?;
            sums = sums + &line + "\n";
        }
    }
    Ok(sums)
}

/// Whatever the umask was: folders and programs for all, other files to read.
fn permit(top: &Path) -> Result<()> {
    duct::cmd!("chmod", "--recursive", "u=rwX,go=rX", top).run()?;
    let library = top.join("usr/lib/sanecc/x86_64-linux-gnu/libsanecc_rt.so");
    fs::set_permissions(library, fs::Permissions::from_mode(0o644))?;
    Ok(())
}
