//! Variadic arguments (`-fsanecc-mode=pointer`): what a call passes, and what `va_arg` reads.
//!
//! A call of a function with variable arguments has a record of the types of all its arguments ([`Passed`]), in the letters of [`crate::call`]. A [`Read`] says what is read. Which argument
//! that is follows from the `va_list` alone, whose offsets and pointer grow with each read: [`Rest::from`] takes the arguments that were passed one after the other, as `va_arg` would, until it has
//! come as far as the list. So copies of a list, and functions that it is passed to, need nothing of their own.
//!
//! Source: System V Application Binary Interface, AMD64 supplement, section 3.5.7 (variable argument lists).

use crate::call::first;
use crate::rel::Rel;
use crate::site::Site;
use core::ffi::c_char;

/// The record of a call.
#[repr(C)]
#[derive(Debug)]
pub struct Passed {
    /// Where it stands; no access.
    pub site: Site,
    /// The types of its arguments, also of those before the variable ones (NUL-terminated).
    pub arguments: Rel<c_char>,
}

/// The record of a `va_arg`.
#[repr(C)]
#[derive(Debug)]
pub struct Read {
    /// Where it stands; no access.
    pub site: Site,
    /// What it reads (NUL-terminated): a type, then [`GENERAL`] for each general register that it takes it from, and [`FLOATING`] for each floating-point one. From memory alone if none.
    pub wanted: Rel<c_char>,
}

/// An `int` that is the constant 0: as old programs write a null pointer.
pub const ZERO: u8 = b'z';
/// A structure in memory that is aligned to 16 bytes.
pub const ALIGNED: u8 = b'w';
/// What a format prints as a number, a character or an address: an integer or pointer of any width.
pub const INTEGER: u8 = b'#';
/// Read from a general register.
pub const GENERAL: u8 = b'G';
/// Read from a floating-point register.
pub const FLOATING: u8 = b'F';

/// Bytes of the general registers in the area that they are saved in; those for floating point follow.
pub const GENERAL_BYTES: u32 = 48;
/// Bytes of all registers there.
pub const SAVED_BYTES: u32 = 176;

/// A `va_list`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct List {
    /// How far the reads have come.
    pub at: Place,
    /// Where the function has saved its registers.
    pub saved: u64,
}

/// How far reads have come in a list.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Bytes to the next general register that was saved.
    pub general: u32,
    /// Bytes to the next floating-point register that was saved.
    pub floating: u32,
    /// The address of the next argument in memory.
    pub memory: u64,
}

/// What is to be said of a read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judgement<'a> {
    /// Nothing: it fits, or nobody knows.
    Fine,
    /// No more than so many variable arguments were passed.
    Missing(usize),
    /// The variable argument of this number, counted from 1, has another type.
    Other(usize, &'a [u8]),
}

/// How a type is passed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    /// In a general register, of so many bits.
    General(u64),
    /// In two of them.
    Wide,
    /// In a floating-point register.
    Floating,
    /// The same with 16 bytes.
    WideFloating,
    /// In memory: bytes, and alignment in bytes.
    Memory(u64, u64),
}

impl Class {
    fn of(ty: &[u8]) -> Option<Class> {
        Some(match *ty.first()? {
            b'b' | b'c' => Class::General(8),
            b's' => Class::General(16),
            b'i' | ZERO => Class::General(32),
            b'l' | b'p' => Class::General(64),
            b'n' => match number(ty)? {
                bits @ ..=64 => Class::General(bits),
                _ => return None,
            },
            b'q' => Class::Wide,
            b'h' | b'f' | b'd' => Class::Floating,
            b'g' if number(ty)? == 8 => Class::Floating,
            b'y' => Class::WideFloating,
            b'x' => Class::Memory(16, 16),
            b'm' => Class::Memory(number(ty)?, 8),
            ALIGNED => Class::Memory(number(ty)?, 16),
            _ => return None,
        })
    }
}

/// The number in a type.
fn number(ty: &[u8]) -> Option<u64> {
    let digits = ty.get(1..ty.len().checked_sub(1)?)?;
    core::str::from_utf8(digits).ok()?.parse().ok()
}

impl Place {
    /// Whether `va_start` or `va_arg` can have left it so.
    pub fn is_possible(&self) -> bool {
        let Place {
            general, floating, ..
        } = *self;
        general <= GENERAL_BYTES
            && general.is_multiple_of(8)
            && (GENERAL_BYTES..=SAVED_BYTES).contains(&floating)
            && floating.is_multiple_of(16)
            && self.memory != 0
    }

    /// Behind an argument of a class.
    fn behind(mut self, class: Class) -> Place {
        let (bytes, align) = match class {
            Class::General(_) if self.general + 8 <= GENERAL_BYTES => {
                self.general += 8;
                return self;
            }
            Class::Wide if self.general + 16 <= GENERAL_BYTES => {
                self.general += 16;
                return self;
            }
            Class::Floating | Class::WideFloating if self.floating + 16 <= SAVED_BYTES => {
                self.floating += 16;
                return self;
            }
            Class::General(_) | Class::Floating => (8, 8),
            Class::Wide | Class::WideFloating => (16, 16),
            Class::Memory(bytes, align) => (bytes, align),
        };
        let start = self.memory.next_multiple_of(align);
        self.memory = start.wrapping_add(bytes.next_multiple_of(8));
        self
    }
}

/// Most bytes that are read of the memory behind a list's place in it, of what [`Read::wanted`] says.
pub fn most_bytes(wanted: &[u8]) -> u64 {
    let class = first(wanted).and_then(|(ty, _)| Class::of(ty));
    match class {
        Some(Class::Memory(bytes, align)) => bytes.next_multiple_of(8) + (align - 8),
        Some(Class::General(_) | Class::Floating) => 8,
        Some(Class::Wide | Class::WideFloating) | None => 24,
    }
}

/// What is read.
struct Wanted<'a> {
    ty: &'a [u8],
    general: usize,
    floating: usize,
}

impl<'a> Wanted<'a> {
    fn of(text: &'a [u8]) -> Option<Self> {
        let (ty, registers) = first(text)?;
        let count = |class| registers.iter().filter(|letter| **letter == class).count();
        Some(Wanted {
            ty,
            general: count(GENERAL),
            floating: count(FLOATING),
        })
    }

    /// Whether a value or structure fits what lies at a place of a list, where these arguments follow; none if there are not enough of them.
    fn fits(&self, at: Place, arguments: &[u8]) -> Option<bool> {
        let (passed, behind) = first(arguments)?;
        let Some(class) = Class::of(passed) else {
            return Some(true);
        };
        let letter = passed.first().copied().unwrap_or_default();
        let is_integer = |bits: core::ops::RangeInclusive<u64>| matches!(class, Class::General(n) if bits.contains(&n));
        Some(match *self.ty.first()? {
            b'b' | b'c' | b's' | b'i' => is_integer(0..=32),
            b'l' => is_integer(33..=64),
            b'p' => is_integer(33..=64) || letter == ZERO,
            b'n' | INTEGER => matches!(class, Class::General(_)),
            b'q' => class == Class::Wide || is_integer(64..=64) && !behind.is_empty(),
            // A structure of one or two `float` is passed in such a register, too.
            b'd' => matches!(letter, b'd' | b'f' | b'g'),
            b'f' => matches!(letter, b'f' | b'g'),
            b'x' => letter == b'x' || matches!(class, Class::Memory(16, _)),
            b'a' => return self.fits_structure(at, class, arguments),
            _ => true,
        })
    }

    /// The same for a structure of which nobody knows the members.
    fn fits_structure(&self, at: Place, class: Class, arguments: &[u8]) -> Option<bool> {
        let bytes = number(self.ty).unwrap_or(0);
        if let Class::Memory(passed, _) = class {
            return Some(bytes == 0 || bytes == passed);
        }
        // Where no general register is left, small ones are passed as a number in memory.
        let is_number = matches!(class, Class::General(_) | Class::Wide);
        if is_number && bytes <= 8 && at.general + 8 > GENERAL_BYTES {
            return Some(true);
        }
        if self.general + self.floating == 0 {
            return Some(false);
        }
        let (mut general, mut floating) = (self.general, self.floating);
        let mut rest = arguments;
        while general + floating > 0 {
            let (passed, behind) = first(rest)?;
            rest = behind;
            let left = match Class::of(passed) {
                Some(Class::General(_)) => general.checked_sub(1).map(|n| (n, floating)),
                Some(Class::Wide) => general.checked_sub(2).map(|n| (n, floating)),
                Some(Class::Floating | Class::WideFloating) => {
                    floating.checked_sub(1).map(|n| (general, n))
                }
                Some(Class::Memory(..)) => None,
                None => return Some(true),
            };
            match left {
                Some(left) => (general, floating) = left,
                None => return Some(false),
            }
        }
        Some(true)
    }
}

/// Arguments that were not read yet.
#[derive(Clone, Copy, Debug)]
pub struct Rest<'a> {
    /// Their types.
    arguments: &'a [u8],
    /// Where a list has come to.
    at: Place,
    /// How many variable arguments there are in front of them.
    read: usize,
}

impl<'a> Rest<'a> {
    /// All that are passed to a function with so many fixed parameters, whose list begins at a place; none if there are fewer.
    pub fn all(passed: &'a [u8], fixed: usize, at: Place) -> Option<Self> {
        let mut arguments = passed;
        for _ in 0..fixed {
            (_, arguments) = first(arguments)?;
        }
        Some(Rest {
            arguments,
            at,
            read: 0,
        })
    }

    /// Those behind the next; none where nobody knows.
    pub fn behind(self) -> Option<Self> {
        let (ty, arguments) = first(self.arguments)?;
        Some(Rest {
            arguments,
            at: self.at.behind(Class::of(ty)?),
            read: self.read + 1,
        })
    }

    /// Those that a list has come to; none if no reads lead there.
    pub fn from(mut self, now: Place) -> Option<Self> {
        while self.at != now {
            self = self.behind()?;
        }
        Some(self)
    }

    /// Judges the next read.
    pub fn judge(self, wanted: &[u8]) -> Judgement<'a> {
        let Some(wanted) = Wanted::of(wanted) else {
            return Judgement::Fine;
        };
        match (wanted.fits(self.at, self.arguments), first(self.arguments)) {
            (Some(true), _) => Judgement::Fine,
            (Some(false), Some((ty, _))) => Judgement::Other(self.read + 1, ty),
            (None | Some(false), _) => {
                let mut left = self.arguments;
                let mut count = self.read;
                while let Some((_, behind)) = first(left) {
                    left = behind;
                    count += 1;
                }
                Judgement::Missing(count)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judge<'a>(
        passed: &'a [u8],
        fixed: usize,
        start: Place,
        now: Place,
        wanted: &[u8],
    ) -> Judgement<'a> {
        let rest = Rest::all(passed, fixed, start).and_then(|all| all.from(now));
        rest.map_or(Judgement::Fine, |rest| rest.judge(wanted))
    }

    #[test]
    fn what_is_read_has_bytes() {
        let bytes =
            ["p", "d", "q", "m40;", "m41;", "n128;", ""].map(|ty| most_bytes(ty.as_bytes()));
        assert_eq!(bytes, [8, 8, 24, 40, 48, 24, 24]);
    }

    fn start(general: u32, floating: u32) -> Place {
        Place {
            general,
            floating,
            memory: 0x7fff_0010,
        }
    }

    /// Judges reads one after the other, and goes on behind each as a function does.
    fn reads<'a>(passed: &'a [u8], wanted: &[&[u8]]) -> Judgement<'a> {
        let first = start(8, 48);
        let mut now = first;
        for (number, read) in wanted.iter().enumerate() {
            let judgement = judge(passed, 1, first, now, read);
            if judgement != Judgement::Fine || number + 1 == wanted.len() {
                return judgement;
            }
            let ty = super::first(read).map(|(ty, _)| ty).unwrap_or_default();
            now = now.behind(Class::of(ty).unwrap());
        }
        Judgement::Fine
    }

    #[test]
    fn reads_of_what_was_passed_are_fine() {
        let wanted: [&[u8]; 5] = [b"iG", b"dF", b"pG", b"x", b"lG"];
        assert_eq!(reads(b"iidpxl", &wanted), Judgement::Fine);
        assert_eq!(reads(b"iz", &[b"pG"]), Judgement::Fine);
        assert_eq!(reads(b"il", &[b"pG"]), Judgement::Fine);
    }

    #[test]
    fn reads_beyond_and_of_other_types_are_found() {
        assert_eq!(reads(b"ii", &[b"iG", b"iG"]), Judgement::Missing(1));
        assert_eq!(reads(b"ii", &[b"iG", b"dF"]), Judgement::Missing(1));
        assert_eq!(reads(b"iid", &[b"iG", b"iG"]), Judgement::Other(2, b"d"));
        assert_eq!(reads(b"ii", &[b"lG"]), Judgement::Other(1, b"i"));
        assert_eq!(reads(b"iz", &[b"lG"]), Judgement::Other(1, b"z"));
        assert_eq!(
            reads(b"im24;", &[b"a32;"]),
            Judgement::Other(1, b"m24;".as_slice())
        );
    }

    #[test]
    fn registers_that_are_used_up_lead_to_memory() {
        let passed = b"iiiiiiiiid";
        let wanted: [&[u8]; 8] = [b"iG"; 8];
        assert_eq!(reads(passed, &wanted), Judgement::Fine);
        let mut more: [&[u8]; 9] = [b"iG"; 9];
        assert_eq!(reads(passed, &more), Judgement::Other(9, b"d"));
        more[8] = b"dF";
        assert_eq!(reads(passed, &more), Judgement::Fine);
    }

    #[test]
    fn structures_in_registers_are_their_parts() {
        let first = start(8, 48);
        let fine = |passed: &'static [u8], wanted: &[u8]| judge(passed, 1, first, first, wanted);
        assert_eq!(fine(b"ild", b"a16;GF"), Judgement::Fine);
        assert_eq!(fine(b"idl", b"a16;GF"), Judgement::Fine);
        assert_eq!(fine(b"ill", b"a16;GF"), Judgement::Other(1, b"l"));
        assert_eq!(fine(b"il", b"a16;GG"), Judgement::Missing(1));
        // In memory where registers do not suffice.
        let last = start(48, 48);
        assert_eq!(judge(b"im16;", 1, last, last, b"a16;GF"), Judgement::Fine);
        assert_eq!(judge(b"il", 1, last, last, b"a8;F"), Judgement::Fine);
    }

    #[test]
    fn lists_that_no_read_leads_to_are_unknown() {
        let first = start(8, 48);
        let now = Place {
            general: 16,
            ..first
        };
        assert_eq!(judge(b"id", 1, first, now, b"iG"), Judgement::Fine);
        assert_eq!(judge(b"i?d", 1, first, first, b"iG"), Judgement::Fine);
        assert_eq!(judge(b"i", 2, first, first, b"iG"), Judgement::Fine);
    }
}
