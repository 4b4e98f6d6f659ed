//! The sizes and offsets of the table of library functions are those that the headers of each target have.
//!
//! A target without headers here is left out, and said to be.

use sanecc_abi::library::sizes::{MEASURES, PROCESSORS};
use sanecc_abi::target::{ALL, Architecture, System, Target};
use std::fmt::Write;
use std::process::Command;

/// Where what is measured is declared.
const HEADERS: &str = "dirent.h glob.h grp.h linux/aio_abi.h linux/kexec.h mntent.h mqueue.h netdb.h poll.h pwd.h regex.h signal.h stddef.h stdio.h \
    sys/epoll.h sys/ipc.h sys/msg.h sys/resource.h sys/sem.h sys/shm.h sys/socket.h sys/stat.h sys/statvfs.h sys/sysinfo.h sys/time.h sys/timeb.h \
    sys/times.h sys/timex.h sys/uio.h sys/utsname.h sys/vfs.h termios.h time.h utime.h utmp.h wordexp.h";

/// What clang says of a text in C for a target; empty if it compiles.
fn said(target: &Target, text: &str) -> String {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().join("measures.c");
    std::fs::write(&source, text).unwrap();
    let output = Command::new("clang-19")
        .arg(format!("--target={}", target.llvm))
        .args(["-w", "-fsyntax-only", "-ferror-limit=0"])
        .arg(source)
        .output()
        .unwrap();
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The column of the table for a processor.
fn column(architecture: Architecture) -> Option<usize> {
    let name = match architecture {
        Architecture::X86_64 => "x86_64",
        Architecture::AArch64 => "aarch64",
        Architecture::RiscV64 => "riscv64",
        Architecture::Arm => "arm",
        _ => return None,
    };
    PROCESSORS.iter().position(|processor| *processor == name)
}

#[test]
fn measures_are_those_of_the_headers() {
    for target in ALL.iter().filter(|target| target.system == System::Linux) {
        let column = column(target.architecture).unwrap();
        if !said(target, "#include <stdio.h>").is_empty() {
            println!("left out: {}", target.name);
            continue;
        }
        for has_wide_time in [false, true] {
            let mut text = String::from("#define _GNU_SOURCE\n");
            if has_wide_time {
                text += "#define _FILE_OFFSET_BITS 64\n#define _TIME_BITS 64\n";
            }
            for header in HEADERS.split_whitespace() {
                writeln!(text, "#include <{header}>").unwrap();
            }
            for measure in MEASURES
                .iter()
                .filter(|measure| measure.has_wide_time == has_wide_time)
            {
                let (expression, bytes) = (measure.expression, measure.bytes[column]);
                writeln!(text, "_Static_assert({expression} == {bytes}, \"\");").unwrap();
            }
            let said = said(target, &text);
            assert!(said.is_empty(), "{}: {said}", target.name);
        }
    }
}
