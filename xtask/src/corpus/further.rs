//! More real C programs of the size of SPEC's, to count accesses in: crates that vendor C, compiled and never run.
//!
//! Units, folders and macros are those of each crate's build script. `tests/projects/further/Cargo.lock` pins the crates.

use super::workspace::{files, include};
use super::{Effort, Inputs, Invocation, Program, Workspace};
use anyhow::{Result, bail, ensure};
use std::path::{Path, PathBuf};

/// The manifest that names their crates, below `tests/projects`.
pub const MANIFEST: &str = "further/Cargo.toml";

/// A library or program that a crate vendors. All paths are relative to the crate.
pub struct Further {
    name: &'static str,
    package: &'static str,
    /// Files, and folders of which each C file is a unit.
    units: &'static [&'static str],
    /// Parts of names of files in these folders that are no units: tests, and what other files include.
    without: &'static [&'static str],
    includes: &'static [&'static str],
    macros: &'static [&'static str],
}

/// All of them.
pub const FURTHER: &[&dyn Program] = &[
    &Further {
        name: "brotli",
        package: "brotli-sys",
        units: &["brotli/common", "brotli/dec", "brotli/enc"],
        without: &[],
        includes: &["brotli/include"],
        macros: &[],
    },
    &Further {
        name: "duktape",
        package: "ducc-sys",
        units: &["duktape/duktape.c"],
        without: &[],
        includes: &["duktape"],
        macros: &[],
    },
    &Further {
        name: "freetype",
        package: "freetype-sys",
        units: &[
            "freetype2/src/autofit/autofit.c",
            "freetype2/src/base/ftbase.c",
            "freetype2/src/base/ftbbox.c",
            "freetype2/src/base/ftbitmap.c",
            "freetype2/src/base/ftglyph.c",
            "freetype2/src/base/ftinit.c",
            "freetype2/src/base/ftmm.c",
            "freetype2/src/base/ftstroke.c",
            "freetype2/src/base/ftsystem.c",
            "freetype2/src/bdf/bdf.c",
            "freetype2/src/cache/ftcache.c",
            "freetype2/src/cff/cff.c",
            "freetype2/src/cid/type1cid.c",
            "freetype2/src/gzip/ftgzip.c",
            "freetype2/src/lzw/ftlzw.c",
            "freetype2/src/pcf/pcf.c",
            "freetype2/src/pfr/pfr.c",
            "freetype2/src/psaux/psaux.c",
            "freetype2/src/pshinter/pshinter.c",
            "freetype2/src/psnames/psnames.c",
            "freetype2/src/raster/raster.c",
            "freetype2/src/sdf/sdf.c",
            "freetype2/src/sfnt/sfnt.c",
            "freetype2/src/smooth/smooth.c",
            "freetype2/src/truetype/truetype.c",
            "freetype2/src/type1/type1.c",
            "freetype2/src/type42/type42.c",
            "freetype2/src/winfonts/winfnt.c",
        ],
        without: &[],
        includes: &[".", "freetype2/include"],
        macros: &["-DFT2_BUILD_LIBRARY"],
    },
    &Further {
        name: "lmdb",
        package: "lmdb-rkv-sys",
        units: &[
            "lmdb/libraries/liblmdb/mdb.c",
            "lmdb/libraries/liblmdb/midl.c",
        ],
        without: &[],
        includes: &["lmdb/libraries/liblmdb"],
        macros: &[],
    },
    &Further {
        name: "lz4",
        package: "lz4-sys",
        units: &["liblz4/lib"],
        without: &[],
        includes: &["liblz4/lib"],
        macros: &[],
    },
    &Further {
        name: "mimalloc",
        package: "libmimalloc-sys",
        units: &["c_src/mimalloc/v2/src/static.c"],
        without: &[],
        includes: &["c_src/mimalloc/v2/include"],
        macros: &[],
    },
    &Further {
        name: "pcre2",
        package: "pcre2-sys",
        units: &["upstream/src"],
        without: &[
            "jit_",
            "ucptables",
            "test",
            "demo",
            "dftables",
            "fuzz",
            "grep",
            "printint",
        ],
        includes: &["upstream/src", "upstream/include", "upstream/deps"],
        macros: &[
            "-DPCRE2_CODE_UNIT_WIDTH=8",
            "-DHAVE_CONFIG_H",
            "-DHAVE_STDLIB_H",
            "-DHAVE_MEMMOVE",
            "-DPCRE2_STATIC",
            "-DSTDC_HEADERS",
            "-DSUPPORT_PCRE2_8",
            "-DSUPPORT_UNICODE",
        ],
    },
    &Further {
        name: "quickjs",
        package: "rquickjs-sys",
        units: &[
            "quickjs/libregexp.c",
            "quickjs/libunicode.c",
            "quickjs/cutils.c",
            "quickjs/quickjs.c",
            "quickjs/libbf.c",
        ],
        without: &[],
        includes: &["quickjs"],
        macros: &["-D_GNU_SOURCE", "-DCONFIG_VERSION=\"1\"", "-DCONFIG_BIGNUM"],
    },
    &Further {
        name: "tree-sitter",
        package: "tree-sitter",
        units: &["src/lib.c"],
        without: &[],
        includes: &["src", "include"],
        macros: &[],
    },
    &Further {
        name: "webp",
        package: "libwebp-sys",
        units: &[
            "vendor/src/dec",
            "vendor/src/demux",
            "vendor/src/dsp",
            "vendor/src/enc",
            "vendor/src/mux",
            "vendor/src/utils",
            "vendor/sharpyuv",
        ],
        without: &[],
        includes: &["vendor"],
        macros: &[],
    },
    &Further {
        name: "xz",
        package: "lzma-sys",
        units: &[
            "xz-5.2/src/liblzma/check",
            "xz-5.2/src/liblzma/common",
            "xz-5.2/src/liblzma/delta",
            "xz-5.2/src/liblzma/lz",
            "xz-5.2/src/liblzma/lzma",
            "xz-5.2/src/liblzma/rangecoder",
            "xz-5.2/src/liblzma/simple",
        ],
        without: &["tablegen", "_small", "_x86"],
        includes: &[
            ".",
            "xz-5.2/src/liblzma/api",
            "xz-5.2/src/liblzma/check",
            "xz-5.2/src/liblzma/common",
            "xz-5.2/src/liblzma/delta",
            "xz-5.2/src/liblzma/lz",
            "xz-5.2/src/liblzma/lzma",
            "xz-5.2/src/liblzma/rangecoder",
            "xz-5.2/src/liblzma/simple",
            "xz-5.2/src/common",
        ],
        macros: &["-DHAVE_CONFIG_H"],
    },
];

impl Program for Further {
    fn name(&self) -> &'static str {
        self.name
    }

    fn package(&self) -> Option<&'static str> {
        Some(self.package)
    }

    /// Compiles the units; nothing is linked, so what returns is the folder of objects.
    fn build(&self, workspace: &mut Workspace) -> Result<PathBuf> {
        let units = self.units_in(&workspace.source)?;
        let includes = self.includes.iter();
        let mut flags: Vec<String> = includes
            .map(|folder| include(&workspace.source.join(folder)))
            .collect();
        flags.extend(self.macros.iter().map(|&flag| flag.to_owned()));
        flags.push("-w".to_owned());
        workspace.compile(&units, &flags)?;
        Ok(workspace.folder.clone())
    }

    fn workload(&self, _: Effort, _: &Inputs) -> Result<Vec<Invocation>> {
        bail!("{} is compiled alone, and has no workload", self.name)
    }
}

impl Further {
    fn units_in(&self, source: &Path) -> Result<Vec<PathBuf>> {
        let mut units = Vec::new();
        for unit in self.units {
            let path = source.join(unit);
            if path.is_dir() {
                let is_unit = |file: &PathBuf| {
                    let name = file.file_name().unwrap_or_default().to_string_lossy();
                    !self.without.iter().any(|part| name.contains(part))
                };
                units.extend(files(&path, &["c"])?.into_iter().filter(is_unit));
            } else {
                units.push(path);
            }
        }
        ensure!(!units.is_empty(), "{} has no units", self.name);
        Ok(units)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folders_yield_their_units_without_what_others_include() {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path();
        std::fs::create_dir(source.join("a")).unwrap();
        for file in ["a/one.c", "a/one_test.c", "a/two.h", "b.c"] {
            std::fs::write(source.join(file), "").unwrap();
        }
        let further = Further {
            name: "x",
            package: "x-sys",
            units: &["a", "b.c"],
            without: &["test"],
            includes: &[],
            macros: &[],
        };
        let units = further.units_in(source).unwrap();
        assert_eq!(units, [source.join("a/one.c"), source.join("b.c")]);
    }
}
