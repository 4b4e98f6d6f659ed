//! Folders that cannot be written: sources and the working folder may be such, and of the one for intermediate
//! files it is said.

use crate::twin::{Twin, files};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::Path;
use std::process::{Command, Output};

/// The same command without the rights of root, to whom no folder is read-only.
fn without_rights(command: &Command) -> Command {
    let root = std::fs::metadata("/proc/self").unwrap().uid() == 0;
    let mut bare = Command::new(if root {
        "setpriv".as_ref()
    } else {
        command.get_program()
    });
    if root {
        bare.args(["--inh-caps=-all", "--bounding-set=-all", "--"]);
        bare.arg(command.get_program());
    }
    bare.args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        bare.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        bare.env(name, value.unwrap_or_default());
    }
    bare
}

/// Does `work` while nobody can write to `folder`.
fn read_only<T>(folder: &Path, work: impl FnOnce() -> T) -> T {
    let mode =
        |bits| std::fs::set_permissions(folder, std::fs::Permissions::from_mode(bits)).unwrap();
    mode(0o555);
    let mut touch = Command::new("touch");
    let refused = !without_rights(touch.arg("x").current_dir(folder))
        .output()
        .unwrap()
        .status
        .success();
    let result = work();
    mode(0o755);
    assert!(refused, "the folder was not read-only");
    result
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn row_76_read_only_working_folder() {
    let twin = Twin::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let before = files(&twin.ours(""));
    read_only(&twin.ours(""), || {
        for (flags, name) in [
            (&["-c", "b.c"][..], "b.o"),
            (&["-g", "-O2", "-c", "a.c"], "a.o"),
            (&["-S", "b.c"], "b.s"),
            (&["-MMD", "-c", "a.c"], "d.o"),
            (&["a.c", "b.c"], "p"),
        ] {
            let mut command = twin.command(flags);
            command.arg("-o").arg(elsewhere.path().join(name));
            let output = without_rights(&command).output().unwrap();
            assert!(output.status.success(), "{flags:?}\n{}", said(&output));
        }
    });
    assert_eq!(files(&twin.ours("")), before);
    let made: Vec<_> = files(elsewhere.path()).into_iter().collect();
    assert_eq!(
        made,
        ["a.o", "b.o", "b.s", "d.d", "d.o", "p"].map(std::path::PathBuf::from)
    );
}

#[test]
fn row_76_read_only_sources() {
    let twin = Twin::new();
    let elsewhere = tempfile::tempdir().unwrap();
    let before = files(&twin.ours(""));
    read_only(&twin.ours(""), || {
        for flags in [
            &["-c"][..],
            &["-g", "-gsplit-dwarf", "-MD", "-c"],
            &["-o", "p"],
        ] {
            let mut command = twin.command(flags);
            command.arg(twin.ours("a.c")).current_dir(elsewhere.path());
            let output = without_rights(&command).output().unwrap();
            assert!(output.status.success(), "{flags:?}\n{}", said(&output));
        }
    });
    assert_eq!(files(&twin.ours("")), before);
    let made: Vec<_> = files(elsewhere.path()).into_iter().collect();
    assert_eq!(
        made,
        ["a.d", "a.dwo", "a.o", "p"].map(std::path::PathBuf::from)
    );
}

#[test]
fn an_unwritable_temporary_folder_is_explained() {
    let twin = Twin::new();
    twin.folder("tmp");
    let compile = |folder: &Path| {
        let mut command = twin.command(&["-c", "b.c"]);
        let output = without_rights(command.env("TMPDIR", folder))
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(1));
        said(&output)
    };
    for (folder, why) in [
        (Path::new("/no/such/folder"), "No such file"),
        (&twin.ours("tmp"), "Permission denied"),
    ] {
        let text = match folder.exists() {
            true => read_only(folder, || compile(folder)),
            false => compile(folder),
        };
        let first = format!("intermediate files in {}: {why}", folder.display());
        assert!(
            text.contains(&first) && text.contains("set TMPDIR"),
            "{text}"
        );
    }
}

/// A full disk, where the system lets us mount one.
#[test]
fn a_full_temporary_folder_is_explained() {
    let twin = Twin::new();
    twin.folder("tmp");
    let large: String = (0..400)
        .map(|n| format!("int f{n}(int *p) {{ return p[{n}]; }}\n"))
        .collect();
    twin.write("large.c", &large);
    let compiler = twin.command::<&str>(&[]);
    let script = format!(
        "mount -t tmpfs -o size=32k none tmp || exit 77\nexport TMPDIR=$PWD/tmp\nexec {} -c large.c",
        compiler.get_program().display()
    );
    let output = Command::new("unshare")
        .args(["--user", "--map-root-user", "--mount", "sh", "-c", &script])
        .current_dir(twin.ours(""))
        .output()
        .unwrap();
    let text = said(&output);
    if output.status.code() == Some(77) || text.starts_with("unshare: ") {
        eprintln!("skipped: this system lets nobody mount: {text}");
        return;
    }
    assert!(!output.status.success());
    let note = format!(
        "sanecc: note: there is little space for intermediate files in {}; free space there, or set TMPDIR",
        twin.ours("tmp").display()
    );
    assert!(text.contains(&note), "{text}");
}
