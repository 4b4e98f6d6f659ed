//! Seconds since 1970 as dates and the other way round, and dates as text.

use chrono::{DateTime, Datelike, Local, NaiveDate, Offset, TimeDelta, TimeZone, Timelike, Utc};

/// A time taken apart as a `struct tm` has it: second, minute, hour, day, month, year, day of the week and of the year, and
/// whether it is summer time.
#[derive(Clone, Debug, Default)]
pub struct Broken {
    /// The members, in their order.
    pub fields: [i32; 9],
    /// Seconds east of Greenwich.
    pub offset: i64,
    /// The name of the zone.
    pub zone: Vec<u8>,
}

fn broken<Z: TimeZone>(time: &DateTime<Z>, zone: &str) -> Broken {
    let offset = i64::from(time.offset().fix().local_minus_utc());
    // Which letters a zone has is not known; its hours are.
    let zone = match offset {
        0 => zone.to_owned(),
        offset => format!("{:+03}", offset / 3600),
    };
    Broken {
        fields: [
            time.second() as i32,
            time.minute() as i32,
            time.hour() as i32,
            time.day() as i32,
            time.month0() as i32,
            time.year() - 1900,
            time.weekday().num_days_from_sunday() as i32,
            time.ordinal0() as i32,
            0,
        ],
        offset,
        zone: zone.into_bytes(),
    }
}

/// In Greenwich.
pub fn utc(seconds: i64) -> Option<Broken> {
    DateTime::<Utc>::from_timestamp(seconds, 0).map(|time| broken(&time, "GMT"))
}

/// Here.
pub fn local(seconds: i64) -> Option<Broken> {
    let time = DateTime::<Utc>::from_timestamp(seconds, 0)?;
    Some(broken(&time.with_timezone(&Local), "UTC"))
}

/// The seconds of a local time; members may be outside of their limits.
pub fn mk_local(time: &Broken) -> Option<i64> {
    let moment = DateTime::<Utc>::from_timestamp(time.seconds()?, 0)?;
    let local = Local.from_local_datetime(&moment.naive_utc()).earliest()?;
    Some(local.timestamp())
}

impl Broken {
    /// The seconds of a time in Greenwich; members may be outside of their limits.
    pub fn seconds(&self) -> Option<i64> {
        let [second, minute, hour, day, month, year, ..] = self.fields.map(i64::from);
        let year = year + 1900 + month.div_euclid(12);
        let first = NaiveDate::from_ymd_opt(
            i32::try_from(year).ok()?,
            month.rem_euclid(12) as u32 + 1,
            1,
        )?;
        let span = TimeDelta::try_seconds(((day - 1) * 24 + hour) * 3600 + minute * 60 + second)?;
        let moment = first.and_hms_opt(0, 0, 0)?.checked_add_signed(span)?;
        Some(moment.and_utc().timestamp())
    }
}

const DAYS: [&str; 7] = [
    "Sunday",
    "Monday",
    "Tuesday",
    "Wednesday",
    "Thursday",
    "Friday",
    "Saturday",
];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A name of a list, or what the C library writes for a wrong number.
fn name(list: &[&'static str], at: i32) -> &'static str {
    usize::try_from(at)
        .ok()
        .and_then(|at| list.get(at))
        .copied()
        .unwrap_or("?")
}

/// Year and week of ISO 8601.
fn iso_week(year: i32, day: i32, weekday: i32) -> (i32, i32) {
    let days_of =
        |year: i32| 365 + i32::from(year % 4 == 0 && (year % 100 != 0 || year % 400 == 0));
    // The Thursday of the week decides.
    let thursday = day - (weekday + 6) % 7 + 3;
    if thursday < 0 {
        return (year - 1, (thursday + days_of(year - 1)) / 7 + 1);
    }
    if thursday >= days_of(year) {
        return (year + 1, 1);
    }
    (year, thursday / 7 + 1)
}

/// What `strftime` writes in the "C" locale.
pub fn format(pattern: &[u8], time: &Broken) -> Vec<u8> {
    let mut text = Vec::new();
    let mut rest = pattern.iter().copied().peekable();
    while let Some(byte) = rest.next() {
        if byte != b'%' {
            text.push(byte);
            continue;
        }
        let mut flag = None;
        while let Some(letter) = rest.next_if(|letter| b"_-0^#EO".contains(letter)) {
            if !b"EO".contains(&letter) {
                flag = Some(letter);
            }
        }
        match rest.next() {
            Some(letter) => text.extend(directive(letter, flag, time)),
            None => text.push(b'%'),
        }
    }
    text
}

fn directive(letter: u8, flag: Option<u8>, time: &Broken) -> Vec<u8> {
    let [second, minute, hour, day, month, year, weekday, of_year, _] = time.fields;
    let full = year + 1900;
    let (iso_year, iso) = iso_week(full, of_year, weekday);
    let number = |number: i32, width: usize, fill: u8| {
        let blank = match flag {
            Some(b'-') => None,
            Some(b'_') => Some(' '),
            Some(b'0') => Some('0'),
            _ => Some(char::from(fill)),
        };
        let digits = number.to_string();
        let missing = width.saturating_sub(digits.len());
        let front: String = blank.map_or(String::new(), |blank| blank.to_string().repeat(missing));
        (front + &digits).into_bytes()
    };
    let twelve = if hour % 12 == 0 { 12 } else { hour % 12 };
    let word = |word: &str| match flag {
        Some(b'^') => word.to_ascii_uppercase().into_bytes(),
        _ => word.as_bytes().to_vec(),
    };
    let also = |pattern: &[u8]| format(pattern, time);
    match letter {
        b'a' => word(&name(&DAYS, weekday).chars().take(3).collect::<String>()),
        b'A' => word(name(&DAYS, weekday)),
        b'b' | b'h' => word(&name(&MONTHS, month).chars().take(3).collect::<String>()),
        b'B' => word(name(&MONTHS, month)),
        b'c' => also(b"%a %b %e %H:%M:%S %Y"),
        b'C' => number(full.div_euclid(100), 2, b'0'),
        b'd' => number(day, 2, b'0'),
        b'D' | b'x' => also(b"%m/%d/%y"),
        b'e' => number(day, 2, b' '),
        b'F' => also(b"%Y-%m-%d"),
        b'g' => number(iso_year.rem_euclid(100), 2, b'0'),
        b'G' => number(iso_year, 1, b'0'),
        b'H' => number(hour, 2, b'0'),
        b'I' => number(twelve, 2, b'0'),
        b'j' => number(of_year + 1, 3, b'0'),
        b'k' => number(hour, 2, b' '),
        b'l' => number(twelve, 2, b' '),
        b'm' => number(month + 1, 2, b'0'),
        b'M' => number(minute, 2, b'0'),
        b'n' => b"\n".to_vec(),
        b'p' => word(if hour < 12 { "AM" } else { "PM" }),
        b'P' => word(if hour < 12 { "am" } else { "pm" }),
        b'r' => also(b"%I:%M:%S %p"),
        b'R' => also(b"%H:%M"),
        b's' => mk_local(time).unwrap_or(-1).to_string().into_bytes(),
        b'S' => number(second, 2, b'0'),
        b't' => b"\t".to_vec(),
        b'T' | b'X' => also(b"%H:%M:%S"),
        b'u' => number((weekday + 6) % 7 + 1, 1, b'0'),
        b'U' => number((of_year + 7 - weekday) / 7, 2, b'0'),
        b'V' => number(iso, 2, b'0'),
        b'w' => number(weekday, 1, b'0'),
        b'W' => number((of_year + 7 - (weekday + 6) % 7) / 7, 2, b'0'),
        b'y' => number(full.rem_euclid(100), 2, b'0'),
        b'Y' => number(full, 1, b'0'),
        b'z' => {
            let minutes = time.offset.abs() / 60;
            let sign = if time.offset < 0 { '-' } else { '+' };
            format!("{sign}{:02}{:02}", minutes / 60, minutes % 60).into_bytes()
        }
        b'Z' => time.zone.clone(),
        b'%' => b"%".to_vec(),
        other => vec![b'%', other],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn converts_both_ways() {
        let time = utc(1_000_000_000).unwrap();
        assert_eq!(time.fields, [40, 46, 1, 9, 8, 101, 0, 251, 0]);
        assert_eq!(time.seconds(), Some(1_000_000_000));
        assert_eq!(
            format(b"%F %T %a %j %V", &time),
            b"2001-09-09 01:46:40 Sun 252 36"
        );
        let mut far = time.clone();
        far.fields[4] = 20;
        far.fields[3] = 0;
        let normal = utc(far.seconds().unwrap()).unwrap();
        assert_eq!(normal.fields[3..6], [31, 7, 102]);
    }

    #[test]
    fn knows_weeks_at_the_ends_of_years() {
        assert_eq!(iso_week(2021, 0, 5), (2020, 53));
        assert_eq!(iso_week(2018, 364, 1), (2019, 1));
    }
}
