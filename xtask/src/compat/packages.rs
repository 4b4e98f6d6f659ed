//! The projects, with where they come from, how they are built, and which errors of their own are known.

use super::reports::Known;
use super::sources::Tarball;
use super::systems::{Autoconf, BuildSystem, Cargo, Cmake, Makefile, Meson};
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
}

/// Where sources are.
pub enum Source {
    /// In one of Debian's upstream tarballs.
    Debian(Tarball),
    /// Among our own `tests/projects`; what it depends on is pinned by its lock file.
    Project(&'static str),
}

impl Package {
    /// The name with the version of the tarball.
    pub fn title(&self) -> String {
        let file = match &self.source {
            Source::Debian(tarball) => tarball.file,
            Source::Project(_) => self.name,
        };
        let version = file
            .split_once('_')
            .and_then(|(_, rest)| rest.split_once(".orig"));
        version.map_or(self.name.to_owned(), |(version, _)| {
            format!("{} {version}", self.name)
        })
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

/// The smallest that has everything: `cargo xtask test` builds this one.
pub const HELLO: Package = Package {
    name: "hello",
    source: Source::Debian(Tarball {
        package: "hello",
        file: "hello_2.10.orig.tar.gz",
        sha256: "31e066137a962676e89f69d1b65382de95a7ef7d914b8cb956f41ea72e0f516b",
    }),
    system: AUTOCONF,
    known: &[],
};

/// All of them.
pub const PACKAGES: &[Package] = &[
    HELLO,
    Package {
        name: "gzip",
        source: Source::Debian(Tarball {
            package: "gzip",
            file: "gzip_1.12.orig.tar.xz",
            sha256: "ce5e03e519f637e1f814011ace35c4f87b33c0bbabeec35baf5fbd3479e91956",
        }),
        system: AUTOCONF,
        known: &[],
    },
    Package {
        name: "sed",
        source: Source::Debian(Tarball {
            package: "sed",
            file: "sed_4.9.orig.tar.xz",
            sha256: "6e226b732e1cd739464ad6862bd1a1aba42d7982922da7a53519631d24975181",
        }),
        system: AUTOCONF,
        known: &[],
    },
    Package {
        name: "grep",
        source: Source::Debian(Tarball {
            package: "grep",
            file: "grep_3.8.orig.tar.xz",
            sha256: "498d7cc1b4fb081904d87343febb73475cf771e424fb7e6141aff66013abc382",
        }),
        system: AUTOCONF,
        known: &[Known {
            summary: "heap-buffer-overflow test-free.c:142:11 in main",
            reason: "gnulib's test of free copies whole pages of a block that ends within the last of them: it \
                     relies on how the C library's own malloc maps large blocks",
            test: Some("gnulib-tests/test-free"),
        }],
    },
    Package {
        name: "libpng",
        source: Source::Debian(Tarball {
            package: "libpng1.6",
            file: "libpng1.6_1.6.39.orig.tar.gz",
            sha256: "a00e9d2f2f664186e4202db9299397f851aea71b36a35e74910b8820e380d441",
        }),
        system: LIBTOOL,
        known: &[],
    },
    Package {
        name: "expat",
        source: Source::Debian(Tarball {
            package: "expat",
            file: "expat_2.5.0.orig.tar.gz",
            sha256: "ab00ee05c7067fd10a35c5d2a4922ebba746ddd50ff83b79c828da17bbdf1757",
        }),
        system: &Cmake {
            name: "CMake, make",
            generator: "Unix Makefiles",
            folder: "expat",
            arguments: &["-DEXPAT_SHARED_LIBS=OFF"],
            environment: &[],
        },
        known: &[],
    },
    Package {
        name: "json-c",
        source: Source::Debian(Tarball {
            package: "json-c",
            file: "json-c_0.16.orig.tar.gz",
            sha256: "3ecaeedffd99a60b1262819f9e60d7d983844073abc74e495cb822b251904185",
        }),
        system: &Cmake {
            name: "CMake, Ninja",
            generator: "Ninja",
            folder: "",
            // It was written before clang warned of what its -Werror makes an error now.
            arguments: &["-DBUILD_SHARED_LIBS=OFF", "-DDISABLE_WERROR=ON"],
            // It would run its tests under valgrind, where there is one.
            environment: &[("USE_VALGRIND", "0")],
        },
        known: &[],
    },
    Package {
        name: "pugixml",
        source: Source::Debian(Tarball {
            package: "pugixml",
            file: "pugixml_1.13.orig.tar.gz",
            sha256: "5c5ad5d7caeb791420408042a7d88c2c6180781bf218feca259fd9d840a888e1",
        }),
        system: &Cmake {
            name: "CMake, Ninja, C++",
            generator: "Ninja",
            folder: "",
            arguments: &["-DPUGIXML_BUILD_TESTS=ON"],
            environment: &[],
        },
        known: &[],
    },
    Package {
        name: "jsoncpp",
        source: Source::Debian(Tarball {
            package: "libjsoncpp",
            file: "libjsoncpp_1.9.5.orig.tar.gz",
            sha256: "f409856e5920c18d0c2fb85276e24ee607d2a09b5e7d5f0a371368903c275da2",
        }),
        system: &Meson {
            name: "Meson, C++",
            arguments: &["--default-library=static"],
        },
        known: &[],
    },
    Package {
        name: "lz4",
        source: Source::Debian(Tarball {
            package: "lz4",
            file: "lz4_1.9.4.orig.tar.gz",
            sha256: "0b0e3aa07c8c063ddf40b082bdf7e37a1562bda40a0ff5272957f3e987e0e54b",
        }),
        system: &Makefile { check: "check" },
        known: &[],
    },
    Package {
        name: "crates",
        source: Source::Project("cargo-with-libraries"),
        system: &Cargo,
        known: &[],
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
