//! Floating-point numbers as exact decimal digits: what C asks of printf (F.5: correctly rounded, half to even).

use num_bigint::BigUint;

/// A floating-point number taken apart.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Real {
    /// It has a minus.
    pub negative: bool,
    /// What it is.
    pub class: Class,
}

/// What a floating-point number is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Class {
    /// No number.
    NotANumber,
    /// Infinite.
    Infinite,
    /// `mantissa * 2^exponent`.
    Finite {
        /// All bits of the significand.
        mantissa: u64,
        /// Of two.
        exponent: i32,
    },
}

impl Real {
    /// That of a `double`.
    pub fn of_double(number: f64) -> Self {
        let bits = number.to_bits();
        let fraction = bits & ((1 << 52) - 1);
        let class = match (bits >> 52 & 0x7ff) as i32 {
            0x7ff if fraction == 0 => Class::Infinite,
            0x7ff => Class::NotANumber,
            0 => Class::Finite {
                mantissa: fraction,
                exponent: -1074,
            },
            biased => Class::Finite {
                mantissa: fraction | 1 << 52,
                exponent: biased - 1075,
            },
        };
        Real {
            negative: bits >> 63 == 1,
            class,
        }
    }

    /// That of the 80 bits of x87.
    pub fn of_x87(bits: u128) -> Self {
        let mantissa = bits as u64;
        let class = match (bits >> 64) as i32 & 0x7fff {
            0x7fff if mantissa << 1 == 0 => Class::Infinite,
            0x7fff => Class::NotANumber,
            biased => Class::Finite {
                mantissa,
                exponent: biased.max(1) - 16_446,
            },
        };
        Real {
            negative: bits >> 79 & 1 == 1,
            class,
        }
    }
}

/// A number above or equal to zero: `0.d1d2d3... * 10^point`, without zeros in front; no digits are zero.
#[derive(Clone, Debug, PartialEq)]
pub struct Decimal {
    digits: Vec<u8>,
    point: i32,
}

impl Decimal {
    /// All digits of a number.
    pub fn exact(mantissa: u64, exponent: i32) -> Self {
        if mantissa == 0 {
            return Decimal {
                digits: Vec::new(),
                point: 0,
            };
        }
        // Fewer factors of two are fewer digits.
        let shift = mantissa
            .trailing_zeros()
            .min(exponent.min(0).unsigned_abs());
        let (mantissa, exponent) = (BigUint::from(mantissa >> shift), exponent + shift as i32);
        let (whole, places) = match u32::try_from(-exponent) {
            Ok(places) => (mantissa * BigUint::from(5u8).pow(places), places as i32),
            Err(_) => (mantissa << exponent.unsigned_abs(), 0),
        };
        let digits = whole.to_string().into_bytes();
        let point = digits.len() as i32 - places;
        Decimal { digits, point }
    }

    /// Keeps so many digits behind the point, rounded half to even.
    pub fn round(&mut self, places: i32) {
        let kept = i64::from(self.point) + i64::from(places);
        if kept >= self.digits.len() as i64 {
            return;
        }
        let Ok(kept) = usize::try_from(kept) else {
            self.digits.clear();
            return;
        };
        let half = self.digits[kept].cmp(&b'5');
        let half = match self.digits[kept + 1..].iter().all(|digit| *digit == b'0') {
            true => half,
            false => half.then(std::cmp::Ordering::Greater),
        };
        let odd = kept > 0 && self.digits[kept - 1] % 2 == 1;
        self.digits.truncate(kept);
        if half.is_gt() || half.is_eq() && odd {
            self.increment();
        }
        if self.digits.iter().all(|digit| *digit == b'0') {
            self.digits.clear();
        }
    }

    fn increment(&mut self) {
        for digit in self.digits.iter_mut().rev() {
            if *digit < b'9' {
                *digit += 1;
                return;
            }
            *digit = b'0';
        }
        self.digits.insert(0, b'1');
        self.point += 1;
    }

    /// The exponent of ten of the first digit.
    pub fn exponent(&self) -> i32 {
        match self.digits.is_empty() {
            true => 0,
            false => self.point - 1,
        }
    }

    /// Keeps so many digits in all, at least one.
    pub fn round_to_digits(&mut self, count: i32) {
        if !self.digits.is_empty() {
            self.round(count.max(1) - self.point);
        }
    }

    /// The digit that stands for `10^power`.
    fn digit(&self, power: i32) -> u8 {
        let at = i64::from(self.point) - 1 - i64::from(power);
        let digit = usize::try_from(at).ok().and_then(|at| self.digits.get(at));
        digit.copied().unwrap_or(b'0')
    }

    /// With so many digits behind the point, and the point even without any if asked.
    pub fn fixed(&self, places: i32, point: bool) -> Vec<u8> {
        let first = self.exponent().max(0);
        let mut text: Vec<u8> = (0..=first).rev().map(|power| self.digit(power)).collect();
        if places > 0 || point {
            text.push(b'.');
        }
        text.extend((1..=places).map(|place| self.digit(-place)));
        text
    }

    /// With one digit in front of the point, so many behind it, and an exponent of at least two digits.
    pub fn scientific(&self, places: i32, point: bool, letter: u8) -> Vec<u8> {
        let first = self.exponent();
        let mut text = vec![self.digit(first)];
        if places > 0 || point {
            text.push(b'.');
        }
        text.extend((1..=places).map(|place| self.digit(first - place)));
        text.push(letter);
        let sign = if first < 0 { '-' } else { '+' };
        text.extend(format!("{sign}{:02}", first.unsigned_abs()).bytes());
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn decimal(number: f64) -> Decimal {
        match Real::of_double(number).class {
            Class::Finite { mantissa, exponent } => Decimal::exact(mantissa, exponent),
            other => panic!("{other:?}"),
        }
    }

    fn fixed(number: f64, places: i32) -> String {
        let mut decimal = decimal(number);
        decimal.round(places);
        String::from_utf8(decimal.fixed(places, false)).unwrap()
    }

    #[test]
    fn rounds_half_to_even() {
        assert_eq!(fixed(0.5, 0), "0");
        assert_eq!(fixed(1.5, 0), "2");
        assert_eq!(fixed(2.5, 0), "2");
        assert_eq!(fixed(0.04, 0), "0");
        assert_eq!(fixed(9.999, 2), "10.00");
        assert_eq!(fixed(0.096, 2), "0.10");
        assert_eq!(fixed(0.0, 3), "0.000");
        assert_eq!(fixed(5e-324, 3), "0.000");
    }

    #[test]
    fn knows_x87() {
        let one = Real::of_x87(0x3fff_8000_0000_0000_0000);
        let Class::Finite { mantissa, exponent } = one.class else {
            panic!("{one:?}")
        };
        assert_eq!(Decimal::exact(mantissa, exponent).fixed(1, false), b"1.0");
    }

    proptest! {
        #[test]
        fn agrees_with_rust(bits: u64, places in 0i32..30) {
            let number = f64::from_bits(bits & !(1 << 63));
            prop_assume!(number.is_finite());
            prop_assert_eq!(fixed(number, places), format!("{number:.*}", places as usize));
            let mut scientific = decimal(number);
            scientific.round_to_digits(places + 1);
            let text = String::from_utf8(scientific.scientific(places, false, b'e')).unwrap();
            let expected = format!("{number:.*e}", places as usize);
            let (left, right) = expected.split_once('e').unwrap();
            let power: i32 = right.parse().unwrap();
            let sign = if power < 0 { '-' } else { '+' };
            prop_assert_eq!(text, format!("{left}e{sign}{:02}", power.abs()));
        }
    }
}
