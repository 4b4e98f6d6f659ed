//! The ranges of the integers that library functions return.
//!
//! Claims: each row is what the manual page guarantees for the result on Linux, for all arguments. A function that is missing
//! may return anything: for example `recv`, which returns the length of the whole packet if the flags request it, and `mbstowcs` and
//! `strxfrm`, which return the length that would be needed. The result of `snprintf` is not limited by its size argument. A row counts only if
//! the types fit ([`Returned::fits`]), and without `-fno-builtin`.

use crate::{Layout, Type};

/// What lies between two limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Returned {
    /// Width of the result.
    pub bits: u32,
    /// At least this; where it is negative, the result is read with its sign, else without.
    pub least: i64,
    /// At most this.
    pub most: Most,
}

/// An upper limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Most {
    /// This number.
    Number(i64),
    /// An argument (number from 0), read without its sign.
    Argument(u32),
}

impl Returned {
    /// What the external function `name` returns on a target.
    pub(super) fn of(name: &str, layout: &Layout) -> Option<Self> {
        let place = ROWS.binary_search_by(|row| row.0.cmp(name)).ok()?;
        Some(ROWS[place].1.on(layout))
    }

    /// Whether a call has the types that the row is about; a declaration may be wrong.
    pub fn fits(self, result: Type, arguments: &[Type]) -> bool {
        let limit = match self.most {
            Most::Number(_) => true,
            Most::Argument(n) => {
                matches!(arguments.get(n as usize), Some(Type::Int(32 | 64)))
            }
        };
        limit && result == Type::Int(self.bits)
    }
}

/// A type of C.
#[derive(Clone, Copy)]
enum Width {
    /// `int`
    Int,
    /// `long`
    Long,
    /// `size_t`, `ssize_t`
    Size,
}

/// An upper limit in the terms of C.
#[derive(Clone, Copy)]
enum Limit {
    /// This number.
    Number(i64),
    /// An argument (number from 0), read without its sign.
    Argument(u32),
    /// The elements of so many bytes of an object, but for the last. No object is as large as half of the address space.
    Object(u64),
}

/// What a function returns, in the terms of C.
#[derive(Clone, Copy)]
struct Row {
    width: Width,
    least: i64,
    most: Limit,
}

impl Row {
    fn on(self, layout: &Layout) -> Returned {
        Returned {
            bits: match self.width {
                Width::Int => 32,
                Width::Long => layout.long_bits,
                Width::Size => layout.size_bits,
            },
            least: self.least,
            most: match self.most {
                Limit::Number(most) => Most::Number(most),
                Limit::Argument(number) => Most::Argument(number),
                Limit::Object(element) => {
                    let elements = layout.largest_object() / element;
                    Most::Number(i64::try_from(elements).unwrap_or(i64::MAX) - 1)
                }
            },
        }
    }
}

/// Bytes of an object, and characters of 4 bytes.
const LARGEST: Limit = Limit::Object(1);
const LARGEST_OF_WIDE: Limit = Limit::Object(4);

const fn wide(least: i64, most: Limit) -> Row {
    Row {
        width: Width::Size,
        least,
        most,
    }
}

const fn int(least: i64, most: i64) -> Row {
    Row {
        width: Width::Int,
        least,
        most: Limit::Number(most),
    }
}

/// So many as an argument says, at most.
const fn counted(argument: u32) -> Row {
    wide(0, Limit::Argument(argument))
}

/// The same, or -1 for an error.
const fn tried(argument: u32) -> Row {
    wide(-1, Limit::Argument(argument))
}

/// A character, or EOF.
const CHARACTER: Row = int(-1, 255);
/// -1 for an error, or any number that is not negative.
const DESCRIPTOR: Row = int(-1, i32::MAX as i64);
/// How many of them are ready.
const READY: Row = Row {
    width: Width::Int,
    least: -1,
    most: Limit::Argument(1),
};

/// Sorted by name.
const ROWS: &[(&str, Row)] = &[
    ("__fread_chk", counted(3)),
    ("__getdelim", wide(-1, LARGEST)),
    ("__isoc23_fscanf", DESCRIPTOR),
    ("__isoc23_scanf", DESCRIPTOR),
    ("__isoc23_sscanf", DESCRIPTOR),
    ("__isoc99_fscanf", DESCRIPTOR),
    ("__isoc99_scanf", DESCRIPTOR),
    ("__isoc99_sscanf", DESCRIPTOR),
    ("__pread64_chk", tried(2)),
    ("__pread_chk", tried(2)),
    ("__read_chk", tried(2)),
    ("__readlink_chk", tried(2)),
    ("__readlinkat_chk", tried(3)),
    ("accept", DESCRIPTOR),
    ("accept4", DESCRIPTOR),
    ("creat", DESCRIPTOR),
    ("dup", DESCRIPTOR),
    ("dup2", DESCRIPTOR),
    ("epoll_create", DESCRIPTOR),
    ("epoll_create1", DESCRIPTOR),
    ("ffs", int(0, 32)),
    ("ffsl", int(0, 64)),
    ("ffsll", int(0, 64)),
    ("fgetc", CHARACTER),
    ("fgetc_unlocked", CHARACTER),
    ("fileno", DESCRIPTOR),
    ("fputc", CHARACTER),
    ("fread", counted(2)),
    ("fread_unlocked", counted(2)),
    ("fwrite", counted(2)),
    ("fwrite_unlocked", counted(2)),
    ("getc", CHARACTER),
    ("getc_unlocked", CHARACTER),
    ("getchar", CHARACTER),
    ("getchar_unlocked", CHARACTER),
    ("getdelim", wide(-1, LARGEST)),
    ("getline", wide(-1, LARGEST)),
    ("getrandom", tried(1)),
    ("mkstemp", DESCRIPTOR),
    ("open", DESCRIPTOR),
    ("open64", DESCRIPTOR),
    ("openat", DESCRIPTOR),
    ("openat64", DESCRIPTOR),
    ("poll", READY),
    ("pread", tried(2)),
    ("pread64", tried(2)),
    ("putc", CHARACTER),
    ("putchar", CHARACTER),
    ("pwrite", tried(2)),
    ("pwrite64", tried(2)),
    ("rand", int(0, i32::MAX as i64)),
    ("rand_r", int(0, i32::MAX as i64)),
    (
        "random",
        Row {
            width: Width::Long,
            least: 0,
            most: Limit::Number(i32::MAX as i64),
        },
    ),
    ("read", tried(2)),
    ("readlink", tried(2)),
    ("readlinkat", tried(3)),
    ("socket", DESCRIPTOR),
    ("strcspn", wide(0, LARGEST)),
    ("strftime", counted(1)),
    ("strlen", wide(0, LARGEST)),
    ("strnlen", counted(1)),
    ("strspn", wide(0, LARGEST)),
    ("ungetc", CHARACTER),
    ("wcscspn", wide(0, LARGEST_OF_WIDE)),
    ("wcslen", wide(0, LARGEST_OF_WIDE)),
    ("wcsnlen", counted(1)),
    ("wcsspn", wide(0, LARGEST_OF_WIDE)),
    ("write", tried(2)),
];

/// All functions of the table.
#[cfg(test)]
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    ROWS.iter().map(|row| row.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_sorted_and_their_limits_in_order() {
        assert!(ROWS.windows(2).all(|pair| pair[0].0 < pair[1].0));
        for layout in [Layout::default(), Layout::of_width(32)] {
            for (name, row) in ROWS {
                let row = row.on(&layout);
                let most = match row.most {
                    Most::Number(most) => most,
                    Most::Argument(_) => continue,
                };
                assert!(
                    row.least < most && (row.bits == 64 || most < 1 << 31),
                    "{name}"
                );
            }
        }
    }

    #[test]
    fn types_have_to_fit() {
        let on_64 = |name| Returned::of(name, &Layout::default());
        let read = on_64("read").unwrap();
        let arguments = [Type::Int(32), Type::Pointer(0), Type::Int(64)];
        assert!(read.fits(Type::Int(64), &arguments));
        assert!(!read.fits(Type::Int(32), &arguments));
        assert!(!read.fits(Type::Int(64), &arguments[..2]));
        assert!(!read.fits(
            Type::Int(64),
            &[Type::Int(32), Type::Int(64), Type::Pointer(0)]
        ));
        assert_eq!(on_64("recv"), None);
        assert_eq!(on_64("snprintf"), None);
    }

    #[test]
    fn limits_are_those_of_the_target() {
        let narrow = Layout::of_width(32);
        let length = |layout| Returned::of("strlen", layout).unwrap();
        assert_eq!(
            length(&narrow),
            Returned {
                bits: 32,
                least: 0,
                most: Most::Number(i64::from(i32::MAX) - 1),
            }
        );
        assert_eq!(length(&Layout::default()).most, Most::Number(i64::MAX - 1));
        let wide = Returned::of("wcslen", &narrow).unwrap();
        assert_eq!(wide.most, Most::Number(i64::from(i32::MAX) / 4 - 1));
        assert_eq!(Returned::of("random", &narrow).unwrap().bits, 32);
        assert_eq!(
            Returned::of("fgetc", &narrow),
            Returned::of("fgetc", &Layout::default())
        );
    }
}
