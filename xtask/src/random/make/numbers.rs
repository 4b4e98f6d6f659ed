//! Numbers: variables, lengths, indexes.

use super::scope::{Array, Number, Scope, Type};
use super::{Expr, Maker, Statement, expr, line};

/// An index and the bounds that it lies between.
#[derive(Clone)]
struct Bounded {
    text: Expr,
    low: i64,
    high: i64,
}

impl Maker {
    /// A type whose numbers reach `high`, and `low`.
    pub fn type_for(&mut self, low: i64, high: i64) -> Type {
        let fits = |kind: &&Type| {
            let bits = kind.size * 8 - i64::from(kind.signed);
            (kind.signed || low >= 0) && (bits >= 32 || high < 1 << bits)
        };
        let fitting: Vec<Type> = self.types().iter().filter(fits).copied().collect();
        // Narrow ones now and then.
        let usual: Vec<Type> = fitting
            .iter()
            .filter(|kind| kind.size >= 4)
            .copied()
            .collect();
        match self.choose.chance(75) {
            true => self.choose.pick(&usual),
            false => self.choose.pick(&fitting),
        }
    }

    /// How a number that the compiler is not to know is written.
    pub fn hidden(&mut self, value: impl Into<Expr>) -> Expr {
        let value = value.into();
        match self.choose.index(3) {
            0 => expr("hide(@)", [value]),
            _ => expr("veil(@)", [value]),
        }
    }

    /// The length of an array, as a text.
    pub fn length(&mut self, array: &Array) -> Expr {
        match array.lengths.is_empty() || self.choose.chance(15) {
            true => array.count.into(),
            false => self.choose.pick(&array.lengths).into(),
        }
    }

    /// A length that is one too large now and then.
    pub fn bound(&mut self, array: &Array) -> Expr {
        let length = self.length(array);
        let more = self.choose.pick(&[1, 1, 1, 2]);
        let more = if more * array.kind.size > 8 { 1 } else { more };
        let wrong = expr(format!("@ + {more}"), [length.clone()]);
        self.slip(length, wrong)
    }

    /// Declares a number.
    pub fn number(&mut self, scope: &mut Scope, body: &mut Vec<Statement>) {
        let low = self.choose.between(-3, 9);
        let high = low + self.choose.between(0, 12);
        let kind = self.type_for(low, high);
        let name = self.name("n");
        let value = self.choose.between(low, high);
        let text = match self.choose.index(4) {
            0 => value.into(),
            1 => match self.some_number(scope) {
                // Into the bounds, whatever the other is.
                Some(other) if low >= 0 => expr(
                    format!("(unsigned)@ % {}u + {low}", high - low + 1),
                    [other.text.into()],
                ),
                _ => self.hidden(value),
            },
            2 => {
                let condition = self.condition(scope);
                expr(format!("@ ? {low} : {high}"), [condition])
            }
            _ => self.hidden(value),
        };
        body.push(line(format!("{} {name} = @;", kind.name), [text]));
        scope.numbers.push(Number {
            text: name,
            kind,
            low,
            high,
        });
    }

    /// One of the numbers.
    pub fn some_number(&mut self, scope: &Scope) -> Option<Number> {
        (!scope.numbers.is_empty()).then(|| {
            // What was declared last is nearest, and loops are what indexes come from.
            let count = scope.numbers.len();
            let place = match self.choose.chance(50) {
                true => count - 1,
                false => self.choose.index(count),
            };
            scope.numbers[place].clone()
        })
    }

    /// Something that is true or not.
    pub fn condition(&mut self, scope: &Scope) -> Expr {
        match self.some_number(scope) {
            Some(number) => match self.choose.index(3) {
                0 => expr("(@ & 1)", [number.text.into()]),
                1 => expr(
                    format!("(@ > {})", self.choose.between(0, 9)),
                    [number.text.into()],
                ),
                _ => expr("(s % 3 == 0)", []),
            },
            None => expr("(s & 4)", []),
        }
    }

    /// A value to store.
    pub fn value(&mut self, scope: &Scope) -> Expr {
        match (self.some_number(scope), self.choose.index(4)) {
            (Some(number), 0) => number.text.into(),
            (Some(number), 1) => expr(
                format!("((unsigned long)@ * {} + 3)", self.choose.between(1, 99)),
                [number.text.into()],
            ),
            (_, 2) => expr("s", []),
            _ => self.choose.between(0, 100).into(),
        }
    }

    /// An index of the array that is in bounds, but for errors.
    pub fn index(&mut self, scope: &Scope, array: &Array) -> Expr {
        let right = match self.some_number(scope) {
            Some(number) if self.choose.chance(85) => self.index_of(scope, array, &number),
            _ => {
                let at = self.choose.between(array.low, array.last());
                Bounded {
                    text: at.into(),
                    low: at,
                    high: at,
                }
            }
        };
        let Bounded { text, low, high } = right;
        let size = array.kind.size;
        let above = array.count - high;
        let below = low - array.low + 1;
        let wrong = match self.choose.index(3) {
            0 if !array.shared => expr(format!("(long)(@) - {below}"), [text.clone()]),
            1 if size <= 4 => expr(format!("@ + {}", above + 1), [text.clone()]),
            _ => expr(format!("@ + {above}"), [text.clone()]),
        };
        self.slip(text, wrong)
    }

    fn index_of(&mut self, scope: &Scope, array: &Array, number: &Number) -> Bounded {
        let mut at = Bounded {
            text: number.text.as_str().into(),
            low: number.low,
            high: number.high,
        };
        // In 64 bits, or in the type of the number, where nothing below can overflow.
        if self.choose.chance(20) {
            at.text = expr("(long)@", [at.text]);
        }
        for _ in 0..self.choose.weighted(&[(6, 0), (4, 1), (1, 2)]) {
            at = self.step(scope, array, at);
        }
        self.fitted(array, at, number.kind)
    }

    /// One operation on an index.
    fn step(&mut self, scope: &Scope, array: &Array, at: Bounded) -> Bounded {
        let Bounded { text, low, high } = at;
        let by = self.choose.between(1, 4);
        let with = |text, low, high| Bounded { text, low, high };
        match self.choose.index(9) {
            0 => with(expr(format!("(@ + {by})"), [text]), low + by, high + by),
            1 if low >= by => with(expr(format!("(@ - {by})"), [text]), low - by, high - by),
            2 if low >= 0 => with(expr(format!("@ / {by}"), [text]), low / by, high / by),
            3 if low >= 0 => with(expr("(@ >> 1)", [text]), low >> 1, high >> 1),
            4 => with(
                expr(format!("@ * {by}"), [text]),
                low.min(low * by),
                high.max(high * by),
            ),
            5 if low >= 0 && high < array.count => {
                let length = self.length(array);
                with(
                    expr("(@ - 1 - @)", [length, text]),
                    array.count - 1 - high,
                    array.count - 1 - low,
                )
            }
            6 => match self.some_number(scope) {
                Some(other) if other.low >= 0 && low >= 0 => with(
                    expr("(@ + @)", [text, other.text.into()]),
                    low + other.low,
                    high + other.high,
                ),
                _ => with(text, low, high),
            },
            // An error on purpose makes numbers one less, and -1 would become an index far behind, where anything may lie.
            7 if low >= 1 && high < 120 => with(expr("(unsigned char)@", [text]), low, high),
            8 if low >= 0 => with(expr("(@ ^ 1)", [text]), 0.max(low - 1), high + 1),
            _ => with(text, low, high),
        }
    }

    /// The same index, forced into the bounds of the array if it is not within them.
    fn fitted(&mut self, array: &Array, at: Bounded, kind: Type) -> Bounded {
        let Bounded { text, low, high } = at;
        let count = array.count;
        if low >= array.low && high <= array.last() {
            return Bounded { text, low, high };
        }
        let with = |text, low, high| Bounded { text, low, high };
        let mask = (1 << count.ilog2()) - 1;
        match self.choose.index(6) {
            0 => with(expr(format!("(@ & {mask})"), [text]), 0, mask),
            1 => {
                let length = self.length(array);
                with(
                    expr("(unsigned)(@) % (unsigned)@", [text, length]),
                    0,
                    count - 1,
                )
            }
            2 => with(
                expr(format!("((unsigned)(@) % {count})"), [text]),
                0,
                count - 1,
            ),
            3 if low >= 0 => with(
                expr(
                    format!("(@ < {count} ? @ : {})", count - 1),
                    [text.clone(), text],
                ),
                low.min(count - 1),
                high.min(count - 1),
            ),
            4 if low >= array.low => {
                let length = self.length(array);
                with(
                    expr(
                        "((long)(@) < (long)@ ? (long)(@) : 0)",
                        [text.clone(), length, text],
                    ),
                    low.min(0),
                    count - 1,
                )
            }
            5 if high <= array.last() && kind.signed => with(
                expr("((long)(@) < 0 ? 0 : (long)(@))", [text.clone(), text]),
                0,
                high.max(0),
            ),
            _ => with(
                expr(format!("(int)((unsigned)(@) % {count}u)"), [text]),
                0,
                count - 1,
            ),
        }
    }
}
