//! Small programs over pointers and arrays, in the style of MiBench and Olden. Our own, no part of the corpus.

use super::Program;
use super::kernels::Kernel;

/// All of them.
pub const SMALL: &[&dyn Program] = &[
    &small("sort", 150),
    &small("trie", 35),
    &small("list", 600),
    &small("tree", 100),
    &small("hash", 250),
    &small("search", 120),
    &small("crc", 450),
    &small("sha", 500),
    &small("fft", 2_400),
    &small("dijkstra", 1_000),
    &small("image", 800),
    &small("adpcm", 450),
    &small("bits", 400),
    &small("life", 8_000),
    &Kernel {
        flags: &["-fcommon"],
        ..small("commons", 3_050)
    },
    &small("avl", 700),
    &small("balanced", 650),
    &small("base64", 2_150),
    &small("builder", 1_050),
    &small("cache", 2_300),
    &small("calculator", 3_000),
    &small("columns", 3_300),
    &small("dictionary", 650),
    &small("digits", 8_000),
    &small("elimination", 950),
    &small("events", 1_500),
    &small("huffman", 325),
    &small("interpreter", 1_700),
    &small("json", 1_800),
    &small("lists", 320),
    &small("lz", 270),
    &small("open-hash", 1_100),
    &small("ordered", 650),
    &small("pages", 255),
    &small("particles", 3_800),
    &small("paths", 300),
    &small("queens", 19_000),
    &small("regex", 1_800),
    &small("skips", 355),
    &small("staff", 335),
    &small("words", 1_100),
];

/// One of `tests/projects/small`, that does its work so many times where it is measured.
const fn small(name: &'static str, rounds: u32) -> Kernel {
    Kernel {
        folder: "small",
        name,
        rounds,
        flags: &[],
    }
}
