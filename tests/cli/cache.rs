//! Under a compiler cache: the real ccache takes sanecc for a compiler, and gives back what it would have made.

use crate::twin::{SANECC, Twin};
use std::os::unix::fs::symlink;
use std::process::{Command, Output};

const SANE: &str = env!("CARGO_BIN_EXE_sane");

/// A scratch folder with a cache of its own.
struct Cached {
    twin: Twin,
    settings: Vec<(&'static str, String)>,
}

impl Cached {
    fn new(settings: &[(&'static str, &str)]) -> Cached {
        let settings = settings.iter().map(|&(name, value)| (name, value.into()));
        Cached {
            twin: Twin::new(),
            settings: settings.collect(),
        }
    }

    /// Runs `program` in the scratch folder, without settings of the user's.
    fn run(&self, program: &str, words: &[&str]) -> Output {
        let mut command = Command::new(program);
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("CCACHE_") {
                command.env_remove(name);
            }
        }
        command
            .args(words)
            .current_dir(self.twin.ours(""))
            .env("CCACHE_DIR", self.twin.ours("cache"))
            .envs(self.settings.iter().map(|(name, value)| (name, value)))
            .output()
            .unwrap_or_else(|error| {
                panic!("{program}: {error}; `cargo xtask test` installs ccache")
            })
    }

    /// Compiles `a.c` under ccache. Gives the object and what was said.
    fn compile(&self, flags: &[&str]) -> (Vec<u8>, String) {
        let _ = std::fs::remove_file(self.twin.ours("a.o"));
        let output = self.run("ccache", &[&[SANECC, "-c", "a.c"], flags].concat());
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(
            output.status.success() && output.stdout.is_empty(),
            "{said}"
        );
        (self.twin.read("a.o"), said)
    }

    /// How often the cache knew the answer, and how often a compiler had to be asked.
    fn hits_and_misses(&self) -> (u32, u32) {
        let counts = String::from_utf8(self.run("ccache", &["--print-stats"]).stdout).unwrap();
        let of = |name: &str| -> u32 {
            let line = counts.lines().find_map(|line| line.strip_prefix(name));
            let count = line.unwrap_or_else(|| panic!("no {name} in\n{counts}"));
            count.trim().parse().unwrap()
        };
        (
            of("direct_cache_hit\t") + of("preprocessed_cache_hit\t"),
            of("cache_miss\t"),
        )
    }
}

#[test]
fn row_74_hit_the_second_time() {
    for settings in [
        &[][..],
        &[("CCACHE_NODIRECT", "1")],
        &[("CCACHE_NODIRECT", "1"), ("CCACHE_NOCPP2", "1")],
        &[("CCACHE_DEPEND", "1")],
        &[("CCACHE_COMPILERTYPE", "clang")],
    ] {
        let cached = Cached::new(settings);
        let flags = ["-O1", "-MD", "-Wall"];
        let made = [0, 1].map(|_| cached.compile(&flags));
        assert_eq!(cached.hits_and_misses(), (1, 1), "{settings:?}");
        let output = cached.run(SANECC, &[&["-c", "a.c"], &flags[..]].concat());
        assert!(output.status.success());
        let alone = cached.twin.read("a.o");
        for (object, said) in made {
            assert!(object == alone, "{settings:?}");
            assert_eq!(said, "", "{settings:?}");
        }
    }
}

#[test]
fn row_74_flags_of_sanecc_are_part_of_the_key() {
    let cached = Cached::new(&[]);
    let flags = [
        "-fsanecc-mode=none",
        "-fsanecc-elide=none",
        "-fsanecc-elide=local",
    ];
    let objects = flags.map(|flag| cached.compile(&[flag]).0);
    assert_eq!(cached.hits_and_misses(), (0, 3));
    assert!(objects[0] != objects[1] && objects[1] != objects[2]);
}

#[test]
fn row_74_what_is_printed_comes_out_of_the_cache_too() {
    let cached = Cached::new(&[]);
    let said = [0, 1].map(|_| cached.compile(&["-fsanecc-print=plan"]).1);
    assert_eq!(cached.hits_and_misses(), (1, 1));
    assert!(said[0].starts_with("; after plan\n"), "{}", said[0]);
    assert_eq!(said[0], said[1]);
}

#[test]
fn row_74_a_cache_that_is_told_the_identity_holds_nothing_stale() {
    let mut cached = Cached::new(&[("SANECC_OFF", "")]);
    let mut object = |off: &str| {
        cached.settings.truncate(1);
        cached.settings[0].1 = off.into();
        let identity = String::from_utf8(cached.run(SANE, &["identity"]).stdout).unwrap();
        let check = format!("string:{}", identity.trim_end());
        cached.settings.push(("CCACHE_COMPILERCHECK", check));
        (cached.compile(&[]).0, cached.hits_and_misses())
    };
    let (checked, _) = object("");
    let (plain, counts) = object("1");
    assert!(checked != plain);
    assert_eq!(counts, (0, 2));
    assert!(object("") == (checked, (1, 2)));
}

#[test]
fn the_identity_changes_with_sanecc_and_clang_and_the_environment() {
    let twin = Twin::new();
    twin.folder("bin");
    twin.folder("elsewhere");
    for folder in ["bin", "elsewhere"] {
        for program in [SANE, SANECC] {
            let name = std::path::Path::new(program).file_name().unwrap();
            std::fs::copy(program, twin.ours(folder).join(name)).unwrap();
        }
    }
    let identity = |folder: &str, name: &str, value: &str| {
        let mut command = Command::new(twin.ours(folder).join("sane"));
        let output = command.arg("identity").env(name, value).output().unwrap();
        assert!(output.status.success() && output.stderr.is_empty());
        String::from_utf8(output.stdout).unwrap()
    };
    let first = identity("bin", "SANECC_OFF", "");
    assert!(
        first.contains("clang version 19.") && first.lines().count() == 1,
        "{first}"
    );
    assert_eq!(identity("elsewhere", "SANECC_LOG", ""), first);
    assert_ne!(identity("bin", "SANECC_OFF", "1"), first);
    let other = twin.fake_clang("exec /usr/bin/env clang-19 \"$@\"");
    assert_ne!(
        identity("bin", "SANECC_CLANG", other.to_str().unwrap()),
        first
    );
    let mut driver = twin.read("bin/sanecc");
    driver.push(0);
    std::fs::remove_file(twin.ours("bin/sanecc")).unwrap();
    std::fs::write(twin.ours("bin/sanecc"), driver).unwrap();
    assert_ne!(identity("bin", "SANECC_LOG", ""), first);
}

#[test]
fn row_75_no_recursion() {
    let twin = Twin::new();
    twin.folder("first");
    for name in ["clang-19", "clang", "cc"] {
        symlink(SANECC, twin.ours("first").join(name)).unwrap();
    }
    let output = twin
        .command(&["-c", "b.c"])
        .env("PATH", path_behind(&twin, &[]))
        .output()
        .unwrap();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    twin.is_elf("b.o");
}

#[test]
fn row_75_links_to_the_cache_come_first() {
    let mut cached = Cached::new(&[]);
    cached.twin.folder("first");
    let ccache = which::which("ccache").expect("`cargo xtask test` installs ccache");
    for name in ["sanecc", "clang-19", "clang", "cc"] {
        symlink(&ccache, cached.twin.ours("first").join(name)).unwrap();
    }
    let folder = std::path::Path::new(SANECC).parent().unwrap();
    let path = path_behind(&cached.twin, &[folder]);
    cached.settings.push(("PATH", path.into_string().unwrap()));
    for _ in 0..2 {
        let output = cached.run("sanecc", &["-c", "a.c"]);
        assert!(output.status.success() && output.stderr.is_empty());
        cached.twin.is_elf("a.o");
    }
    // The two halves of a compilation are no compilations to the cache.
    assert_eq!(cached.hits_and_misses(), (1, 1));
}

/// `PATH` with the folder `first` of the twin in front, then `more`.
fn path_behind(twin: &Twin, more: &[&std::path::Path]) -> std::ffi::OsString {
    let mut folders = vec![twin.ours("first")];
    folders.extend(more.iter().map(|folder| folder.to_path_buf()));
    let path = std::env::var_os("PATH").unwrap();
    folders.extend(std::env::split_paths(&path));
    std::env::join_paths(folders).unwrap()
}
