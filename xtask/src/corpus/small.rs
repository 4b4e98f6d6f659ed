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
];

/// One of `tests/projects/small`, that does its work so many times where it is measured.
const fn small(name: &'static str, rounds: u32) -> Kernel {
    Kernel {
        folder: "small",
        name,
        rounds,
    }
}
