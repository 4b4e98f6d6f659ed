//! The date of what is made from a state of the sources: that state's, so that making it again gives the same bytes.

use crate::paths::Paths;
use anyhow::{Context, Result};

/// A moment, in seconds since 1970 in UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Date(pub u64);

impl Date {
    /// `SOURCE_DATE_EPOCH`, which whoever packages sets; else the date of the last commit; 1970 where neither is known.
    ///
    /// # Errors
    /// If the variable has no number.
    pub fn of_source(paths: &Paths) -> Result<Self> {
        if let Ok(text) = std::env::var("SOURCE_DATE_EPOCH") {
            let seconds = text.parse();
            return seconds
                .map(Self)
                .with_context(|| format!("SOURCE_DATE_EPOCH={text} is no number of seconds"));
        }
        let commit = duct::cmd!("git", "log", "-1", "--format=%ct")
            .dir(&paths.root)
            .stderr_null()
            .read();
        Ok(Self(
            commit
                .ok()
                .and_then(|text| text.trim().parse().ok())
                .unwrap_or(0),
        ))
    }

    /// As YYYY-MM-DD.
    pub fn day(self) -> String {
        let (year, month, day) = civil(self.0 / 86_400);
        format!("{year:04}-{month:02}-{day:02}")
    }
}

/// Year, month and day of a number of days since 1970.
fn civil(days: u64) -> (u64, u64, u64) {
    let leap = |year: u64| {
        year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400))
    };
    let (mut year, mut rest) = (1970, days);
    while rest >= 365 + u64::from(leap(year)) {
        rest -= 365 + u64::from(leap(year));
        year += 1;
    }
    let lengths = [
        31,
        28 + u64::from(leap(year)),
        31,
        30,
        31,
        30,
        31,
        31,
        30,
        31,
        30,
        31,
    ];
    let mut month = 1;
    for length in lengths {
        if rest < length {
            break;
        }
        rest -= length;
        month += 1;
    }
    (year, month, rest + 1)
}

#[cfg(test)]
mod tests {
    use super::Date;

    #[test]
    fn days_are_those_of_the_calendar() {
        for (seconds, day) in [
            (0, "1970-01-01"),
            (86_399, "1970-01-01"),
            (951_782_400, "2000-02-29"),
            (951_868_800, "2000-03-01"),
            (1_709_164_800, "2024-02-29"),
            (1_767_225_599, "2025-12-31"),
            (4_107_542_400, "2100-03-01"),
        ] {
            assert_eq!(Date(seconds).day(), day);
        }
    }
}
