//! The projects: source, build system, and known errors of their own.

use super::reports::Known;
use super::side::Side;
use super::sources::Tarball;
use super::systems::{Autoconf, BuildSystem, Cargo, Cmake, Git, Makefile, Meson, Postgres, Sqlite};
use anyhow::{Result, bail};

/// A project.
pub struct Package {
    /// Its name.
    pub name: &'static str,
    /// Where its sources are.
    pub source: Source,
    /// How it is built.
    pub system: &'static dyn BuildSystem,
    /// Genuine errors in it, which must be reported.
    pub known: &'static [Known],
    /// The same in the pointer mode, where they are others.
    pub known_in_pointer_mode: Option<&'static [Known]>,
}

/// Where sources are.
pub enum Source {
    /// In one of Debian's upstream tarballs.
    Debian(Tarball),
    /// Among our own `tests/projects`; what it depends on is pinned by its lock file.
    Project(&'static str),
}

impl Package {
    /// Genuine errors that `side` must report.
    pub fn known(&self, side: &Side) -> &'static [Known] {
        match side.is_in_pointer_mode() {
            true => self.known_in_pointer_mode.unwrap_or(self.known),
            false => self.known,
        }
    }

    /// The name with the version of the tarball.
    pub fn title(&self) -> String {
        let version = match &self.source {
            Source::Debian(tarball) => tarball.version(),
            Source::Project(_) => "",
        };
        format!("{} {version}", self.name).trim_end().to_owned()
    }
}

/// A package of Debian without known errors.
const fn debian(
    name: &'static str,
    file: &'static str,
    sha256: &'static str,
    system: &'static dyn BuildSystem,
) -> Package {
    Package {
        name,
        source: Source::Debian(Tarball { file, sha256 }),
        system,
        known: &[],
        known_in_pointer_mode: None,
    }
}

const AUTOCONF: &dyn BuildSystem = &Autoconf {
    name: "autoconf",
    arguments: &["--disable-shared"],
};

const LIBTOOL: &dyn BuildSystem = &Autoconf {
    name: "autoconf, libtool",
    arguments: &["--disable-shared"],
};

const MAKEFILE: Makefile = Makefile {
    check: "check",
    answers: &[],
};

/// The smallest that has everything: `cargo xtask test` builds this one.
pub const HELLO: Package = debian(
    "hello",
    "hello_2.10.orig.tar.gz",
    "31e066137a962676e89f69d1b65382de95a7ef7d914b8cb956f41ea72e0f516b",
    AUTOCONF,
);

const TEST_FREE: Known = Known {
    summary: "heap-buffer-overflow test-free.c:142:11 in main",
    reason: "gnulib's test of free copies whole pages of a chunk that ends in the last of them: it \
                     relies on how the C library's own malloc maps large chunks",
    test: Some("gnulib-tests/test-free"),
};

const TEST_EXPLICIT_BZERO: Known = Known {
    summary: "heap-use-after-free test-explicit_bzero.c:118:7 in test_heap",
    reason: "gnulib's test of explicit_bzero looks into memory that it has freed",
    test: Some("gnulib-tests/test-explicit_bzero"),
};

/// What SQLite's shell does where it shows an error, which ends a test.
const fn shell_error(test: &'static str) -> Known {
    Known {
        summary: "variadic-argument-mismatch sqlite3.c:30186:27 in sqlite3_str_vappendf",
        reason: "SQLite's shell passes a length as a size_t that its printf reads as an int",
        test: Some(test),
    }
}

/// All of them.
pub const PACKAGES: &[Package] = &[
    HELLO,
    debian(
        "gzip",
        "gzip_1.12.orig.tar.xz",
        "ce5e03e519f637e1f814011ace35c4f87b33c0bbabeec35baf5fbd3479e91956",
        AUTOCONF,
    ),
    Package {
        known: &[TEST_EXPLICIT_BZERO, TEST_FREE],
        known_in_pointer_mode: Some(&[
            Known {
                summary: "variadic-argument-mismatch test-fcntl.c:136:7 in func2",
                reason: "gnulib's test of fcntl reads an argument as a pointer that was passed as an int",
                test: Some("gnulib-tests/test-fcntl"),
            },
            TEST_EXPLICIT_BZERO,
            TEST_FREE,
        ]),
        ..debian(
            "sed",
            "sed_4.9.orig.tar.xz",
            "6e226b732e1cd739464ad6862bd1a1aba42d7982922da7a53519631d24975181",
            AUTOCONF,
        )
    },
    Package {
        known: &[TEST_FREE],
        known_in_pointer_mode: Some(&[
            Known {
                summary: "variadic-argument-mismatch test-fcntl.c:137:7 in func2",
                reason: "gnulib's test of fcntl reads an argument as a pointer that was passed as an int",
                test: Some("gnulib-tests/test-fcntl"),
            },
            TEST_FREE,
        ]),
        ..debian(
            "grep",
            "grep_3.8.orig.tar.xz",
            "498d7cc1b4fb081904d87343febb73475cf771e424fb7e6141aff66013abc382",
            AUTOCONF,
        )
    },
    debian(
        "libpng",
        "libpng1.6_1.6.39.orig.tar.gz",
        "a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441",
        LIBTOOL,
    ),
    debian(
        "expat",
        "expat_2.5.0.orig.tar.gz",
        "ab00ee05c7067fd10a35c5d2a4922ebba746ddd50ff83b79c828da17bbdf1757",
        &Cmake {
            name: "CMake, make",
            generator: "Unix Makefiles",
            folder: "expat",
            arguments: &["-DEXPAT_SHARED_LIBS=OFF"],
            environment: &[],
        },
    ),
    debian(
        "json-c",
        "json-c_0.16.orig.tar.gz",
        "3ecaeedffd99a60b1262819f9e60d7d983844073abc74e495cb822b251904185",
        &Cmake {
            name: "CMake, Ninja",
            generator: "Ninja",
            folder: "",
            // It was written before clang warned of what its -Werror makes an error now.
            arguments: &["-DBUILD_SHARED_LIBS=OFF", "-DDISABLE_WERROR=ON"],
            // It would run its tests under valgrind, where there is one.
            environment: &[("USE_VALGRIND", "0")],
        },
    ),
    debian(
        "pugixml",
        "pugixml_1.13.orig.tar.gz",
        "5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1",
        &Cmake {
            name: "CMake, Ninja, C++",
            generator: "Ninja",
            folder: "",
            arguments: &["-DPUGIXML_BUILD_TESTS=ON"],
            environment: &[],
        },
    ),
    debian(
        "jsoncpp",
        "libjsoncpp_1.9.5.orig.tar.gz",
        "f409856e5920c18d0c2fb85276e24ee607d2a09b5e7d5f0a371368903c275da2",
        &Meson {
            name: "Meson, C++",
            arguments: &["--default-library=static"],
        },
    ),
    debian(
        "lz4",
        "lz4_1.9.4.orig.tar.gz",
        "0b0e3aa07c8c063ddf40b082bdf7e37a1562bda40a0ff5272957f3e987e0e54b",
        &MAKEFILE,
    ),
    debian(
        "zlib",
        "zlib_1.2.13.dfsg.orig.tar.bz2",
        "71feb7947e3c00ef125f83b79a4e529bde31171e5babe48b391f06758d1ab0a1",
        &Makefile {
            check: "check",
            answers: &["Makefile", "zconf.h"],
        },
    ),
    debian(
        "bzip2",
        "bzip2_1.0.8.orig.tar.gz",
        "ab5a03176ee106d3f0fa90e381da478ddae405918153cca248e682cd0c4a2269",
        &MAKEFILE,
    ),
    debian(
        "zstd",
        "libzstd_1.5.4+dfsg2.orig.tar.xz",
        "8cf4bbb65e77ec348d052c8d6230eba66d435bddf64c8b5be2fcb16880c19953",
        &MAKEFILE,
    ),
    Package {
        known_in_pointer_mode: Some(&[shell_error("shell1-1.1.3"), shell_error("shell1-1.3.3")]),
        ..debian(
            "sqlite3",
            "sqlite3_3.40.1.orig.tar.xz",
            "aaa776260ab4dc976db34aa7891819484c8676b5b2783123ebc6301e2ca5d655",
            &Sqlite,
        )
    },
    debian(
        "git",
        "git_2.39.5.orig.tar.xz",
        "c58da92c378df4a986ca33266897a7397e86c22ee266a284d8c2432c39066b59",
        &Git,
    ),
    debian(
        "postgresql",
        "postgresql-15_15.18.orig.tar.bz2",
        "11df0df97fe3ea4ba9a791faaf39cee1d2fe571e78885b5b55d8517d27c323b4",
        &Postgres,
    ),
    Package {
        name: "crates",
        source: Source::Project("cargo-with-libraries"),
        system: &Cargo,
        known: &[],
        known_in_pointer_mode: None,
    },
];

/// The packages that the user asked for: one, or all.
pub fn selected(only: Option<&str>) -> Result<Vec<&'static Package>> {
    let packages: Vec<_> = PACKAGES
        .iter()
        .filter(|package| only.is_none_or(|name| package.name == name))
        .collect();
    if packages.is_empty() {
        let names: Vec<_> = PACKAGES.iter().map(|package| package.name).collect();
        bail!(
            "no package is called `{}`; there are {}",
            only.unwrap_or_default(),
            names.join(", ")
        );
    }
    Ok(packages)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn one_package_can_be_selected_and_an_unknown_one_is_an_error() {
        assert_eq!(selected(None).unwrap().len(), PACKAGES.len());
        assert_eq!(selected(Some("expat")).unwrap()[0].name, "expat");
        assert!(
            selected(Some("emacs"))
                .err()
                .unwrap()
                .to_string()
                .contains("libpng")
        );
    }

    #[test]
    fn names_are_told_apart() {
        let names: BTreeSet<_> = PACKAGES.iter().map(|package| package.name).collect();
        assert_eq!(names.len(), PACKAGES.len());
    }
}
