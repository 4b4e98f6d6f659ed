//! Which arguments a format uses, with their values: in order, or by number (`%2$s`).

use super::Characters;
use super::printf::{self, Amount, Conversion};
use super::scanf::{self, Dialect};
use crate::platform::Arguments;

/// Most arguments that a format may number; formats with more are left alone.
const MOST: usize = 64;

/// How an argument travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    General,
    /// An integer of two words.
    Wide,
    Double,
    LongDouble,
}

/// One piece of memory that a printf directive uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// Text is read: where, and how many characters at most.
    Text(usize, Characters, Option<usize>),
    /// A count of so many bytes is stored there.
    Count(usize, usize),
}

/// Arguments, as far as a format uses them.
pub struct Values<'a> {
    arguments: Arguments,
    /// Where they are used by number.
    by_number: Option<&'a Numbered>,
}

/// Values of all arguments up to the highest number.
struct Numbered {
    values: [usize; MOST],
    /// Where they end.
    end: Arguments,
}

impl Numbered {
    /// Each must be used, since otherwise its type is not known.
    fn take(mut arguments: Arguments, classes: &[Option<Class>]) -> Option<Numbered> {
        let mut values = [0; MOST];
        let count = classes
            .iter()
            .rposition(Option::is_some)
            .map_or(0, |last| last + 1);
        for (class, value) in classes[..count].iter().zip(&mut values) {
            *value = take(&mut arguments, (*class)?);
        }
        Some(Numbered {
            values,
            end: arguments,
        })
    }

    fn values(&self) -> Values<'_> {
        Values {
            arguments: self.end,
            by_number: Some(self),
        }
    }
}

impl Values<'_> {
    fn in_order(arguments: Arguments) -> Self {
        Values {
            arguments,
            by_number: None,
        }
    }

    /// The value of an argument; `None` if some are used by number and others in order.
    fn value(&mut self, position: Option<usize>, class: Class) -> Option<usize> {
        match (self.by_number, position) {
            (None, None) => Some(take(&mut self.arguments, class)),
            (Some(numbered), Some(number)) => numbered.values.get(number - 1).copied(),
            (None, Some(_)) | (Some(_), None) => None,
        }
    }
}

/// Takes an argument; floating-point numbers have no value here.
fn take(arguments: &mut Arguments, class: Class) -> usize {
    match class {
        // SAFETY: the format says that there is one; if it is wrong, a word of the caller's frame or its caller's is read.
        Class::General => unsafe { arguments.general() },
        // Two words begin at an even one, as a double's do.
        Class::Wide | Class::Double => {
            arguments.skip_double();
            0
        }
        Class::LongDouble => {
            arguments.skip_long_double();
            0
        }
    }
}

/// The class of an argument under its number; `false` if that is impossible.
fn note(classes: &mut [Option<Class>; MOST], position: Option<usize>, class: Class) -> bool {
    match position.and_then(|number| classes.get_mut(number - 1)) {
        Some(place) => {
            *place = Some(class);
            true
        }
        None => false,
    }
}

fn class_of(conversion: Conversion) -> Option<Class> {
    match conversion {
        Conversion::Integer | Conversion::Text(_) | Conversion::Count(_) => Some(Class::General),
        Conversion::Wide => Some(Class::Wide),
        Conversion::Double => Some(Class::Double),
        Conversion::LongDouble => Some(Class::LongDouble),
        Conversion::Nothing => None,
    }
}

/// Tells `each` what a printf format uses. The result is where the arguments on the stack end; `None` if there is something in
/// the format that is not understood.
pub fn of_printf<T: Copy + Into<u32>>(
    format: &[T],
    arguments: Arguments,
    each: impl FnMut(Use),
) -> Option<usize> {
    let mut used = printf::Directives::of(format).filter(|one| class_of(one.conversion).is_some());
    if used.next().is_some_and(|first| first.position.is_some()) {
        return printf_uses(format, printf_numbered(format, arguments)?.values(), each);
    }
    printf_uses(format, Values::in_order(arguments), each)
}

fn printf_uses<T: Copy + Into<u32>>(
    format: &[T],
    mut values: Values<'_>,
    mut each: impl FnMut(Use),
) -> Option<usize> {
    let mut directives = printf::Directives::of(format);
    for directive in directives.by_ref() {
        let Some(class) = class_of(directive.conversion) else {
            continue;
        };
        if let Amount::Argument(position) = directive.width {
            values.value(position, Class::General)?;
        }
        let most = match directive.precision {
            Amount::None => None,
            Amount::Fixed(most) => Some(most),
            // A negative precision is none.
            Amount::Argument(position) => {
                usize::try_from(values.value(position, Class::General)? as i32).ok()
            }
        };
        let value = values.value(directive.position, class)?;
        match directive.conversion {
            Conversion::Text(characters) => each(Use::Text(value, characters, most)),
            Conversion::Count(size) => each(Use::Count(value, size)),
            Conversion::Integer
            | Conversion::Wide
            | Conversion::Double
            | Conversion::LongDouble
            | Conversion::Nothing => {}
        }
    }
    directives.is_complete().then(|| values.arguments.end())
}

#[cold]
fn printf_numbered<T: Copy + Into<u32>>(format: &[T], arguments: Arguments) -> Option<Numbered> {
    let mut classes = [None; MOST];
    let mut directives = printf::Directives::of(format);
    for directive in directives.by_ref() {
        let class = class_of(directive.conversion);
        for amount in [directive.width, directive.precision] {
            if let Amount::Argument(position) = amount
                && !note(&mut classes, position, Class::General)
            {
                return None;
            }
        }
        if class.is_some_and(|class| !note(&mut classes, directive.position, class)) {
            return None;
        }
    }
    if !directives.is_complete() {
        return None;
    }
    Numbered::take(arguments, &classes)
}

/// Tells `each` what a scanf format stores where, in the order of conversions, until it returns `false`. The result is as that
/// of [`of_printf`].
pub fn of_scanf<T: Copy + Into<u32>>(
    format: &[T],
    dialect: Dialect,
    arguments: Arguments,
    each: impl FnMut(usize, scanf::Target) -> bool,
) -> Option<usize> {
    let first = scanf::Directives::of(format, dialect).next();
    if first.is_some_and(|first| first.position.is_some()) {
        let numbered = scanf_numbered(format, dialect, arguments)?;
        return scanf_uses(format, dialect, numbered.values(), each);
    }
    scanf_uses(format, dialect, Values::in_order(arguments), each)
}

fn scanf_uses<T: Copy + Into<u32>>(
    format: &[T],
    dialect: Dialect,
    mut values: Values<'_>,
    mut each: impl FnMut(usize, scanf::Target) -> bool,
) -> Option<usize> {
    let mut directives = scanf::Directives::of(format, dialect);
    for directive in directives.by_ref() {
        let place = values.value(directive.position, Class::General)?;
        if !each(place, directive.target) {
            return None;
        }
    }
    directives.is_complete().then(|| values.arguments.end())
}

#[cold]
fn scanf_numbered<T: Copy + Into<u32>>(
    format: &[T],
    dialect: Dialect,
    arguments: Arguments,
) -> Option<Numbered> {
    let mut classes = [None; MOST];
    let mut directives = scanf::Directives::of(format, dialect);
    for directive in directives.by_ref() {
        if !note(&mut classes, directive.position, Class::General) {
            return None;
        }
    }
    if !directives.is_complete() {
        return None;
    }
    Numbered::take(arguments, &classes)
}

#[cfg(test)]
mod tests;
