//! How many cases a property gets, from which seeds, and what a failure says.

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// The seed of the tests: what fails there fails again. Other seeds are the business of `cargo xtask fuzz`.
const FIXED: u64 = 19;

/// Checks `property` on `cases` values; `SANECC_FUZZ_TIMES` multiplies them, and `SANECC_FUZZ_SEED` names another
/// seed.
pub fn check<S: Strategy>(
    cases: u32,
    values: S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) {
    let seed = number("SANECC_FUZZ_SEED").unwrap_or(FIXED);
    let times = number("SANECC_FUZZ_TIMES").unwrap_or(1).max(1);
    let cases = u64::from(cases) * times;
    let config = Config {
        cases: u32::try_from(cases).unwrap_or(u32::MAX),
        rng_seed: RngSeed::Fixed(seed),
        failure_persistence: None,
        max_shrink_iters: 300,
        max_global_rejects: u32::MAX,
        ..Config::default()
    };
    if let Err(error) = TestRunner::new(config).run(&values, &property) {
        panic!("{error}\n\nto replay it: SANECC_FUZZ_SEED={seed} SANECC_FUZZ_TIMES={times}");
    }
}

fn number(variable: &str) -> Option<u64> {
    let text = std::env::var(variable).ok()?;
    Some(
        text.parse()
            .unwrap_or_else(|_| panic!("{variable}={text} is no number")),
    )
}
