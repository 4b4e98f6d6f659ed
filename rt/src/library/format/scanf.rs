//! Formats of the scanf family.

use super::{Characters, Cursor, Length};

/// Bytes of a `long double`: on 32-bit Arm, it is a `double`.
const LONG_DOUBLE: usize = if cfg!(target_pointer_width = "64") {
    16
} else {
    8
};

/// What a directive stores through its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Target {
    /// A number or a pointer of that many bytes.
    Value(usize),
    /// As many characters as there are, but at most so many, and a NUL.
    Text(Characters, Option<usize>),
    /// Exactly so many characters, no NUL.
    Chunk(Characters, usize),
    /// A pointer to a chunk that is allocated (`%ms`).
    Allocated,
    /// The number of characters so far in that many bytes. Does not count as a conversion.
    Count(usize),
}

/// One directive that stores something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive {
    /// Number of the argument (from 1) where the format says so.
    pub position: Option<usize>,
    /// What is stored.
    pub target: Target,
}

/// How `%a` before `s`, `S` or `[` is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dialect {
    /// A number, as ISO C has it since 1999.
    Iso,
    /// An allocated string, as in glibc's older `scanf`.
    Gnu,
}

/// The directives of a format, up to the first unknown one.
pub struct Directives<'a, T> {
    cursor: Cursor<'a, T>,
    dialect: Dialect,
    is_complete: bool,
}

impl<'a, T: Copy + Into<u32>> Directives<'a, T> {
    /// Of a format without its NUL.
    pub fn of(format: &'a [T], dialect: Dialect) -> Self {
        Directives {
            cursor: Cursor { rest: format },
            dialect,
            is_complete: true,
        }
    }

    /// Whether everything that was read so far was understood.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// What stands behind a `%`; the inner `None` is a directive that stores nothing.
    fn directive(&mut self) -> Option<Option<Directive>> {
        let position = self.cursor.position();
        let suppressed = self.flags();
        let width = self.cursor.number();
        let allocates = self.cursor.eat(b'm') || self.eat_gnu_allocation();
        let length = self.cursor.length();
        let letter = self.cursor.next()?;
        if letter == b'[' {
            self.skip_set()?;
        }
        let target = match target(letter, length, width)? {
            None => return Some(None),
            Some(Target::Text(..) | Target::Chunk(..)) if allocates => Target::Allocated,
            Some(_) if allocates => return None,
            Some(target) => target,
        };
        Some((!suppressed).then_some(Directive { position, target }))
    }

    /// Whether the value is thrown away (`*`); goes over grouping and digits of the locale, too.
    fn flags(&mut self) -> bool {
        let mut suppressed = false;
        while let Some(flag @ (b'*' | b'\'' | b'I')) = self.cursor.peek() {
            suppressed |= flag == b'*';
            self.cursor.next();
        }
        suppressed
    }

    fn eat_gnu_allocation(&mut self) -> bool {
        let follows = |unit: u32| [b's', b'S', b'['].map(u32::from).contains(&unit);
        let is_next = self.cursor.peek() == Some(b'a')
            && self
                .cursor
                .rest
                .get(1)
                .is_some_and(|unit| follows((*unit).into()));
        is_next && self.dialect == Dialect::Gnu && self.cursor.eat(b'a')
    }

    /// Goes behind the `]` of a set, which may have one as its first member.
    fn skip_set(&mut self) -> Option<()> {
        self.cursor.eat(b'^');
        self.cursor.eat(b']');
        while self.cursor.next()? != b']' {}
        Some(())
    }
}

/// `None` for an unknown directive, `Some(None)` for one that takes no argument.
fn target(letter: u8, length: Length, width: Option<usize>) -> Option<Option<Target>> {
    Some(Some(match letter {
        b'd' | b'i' | b'o' | b'u' | b'x' | b'X' | b'b' | b'B' => Target::Value(length.integer()),
        b'n' => Target::Count(length.integer()),
        b'p' => Target::Value(size_of::<usize>()),
        b'a' | b'A' | b'e' | b'E' | b'f' | b'F' | b'g' | b'G' => Target::Value(match length {
            Length::Plain => 4,
            Length::Long => 8,
            Length::LongLong | Length::LongDouble => LONG_DOUBLE,
            Length::Char | Length::Short | Length::Max | Length::Word => return None,
        }),
        b's' | b'[' => Target::Text(Characters::of(length)?, width),
        b'S' => Target::Text(Characters::Wide, width),
        b'c' => Target::Chunk(Characters::of(length)?, width.unwrap_or(1)),
        b'C' => Target::Chunk(Characters::Wide, width.unwrap_or(1)),
        b'%' => return Some(None),
        _ => return None,
    }))
}

impl<T: Copy + Into<u32>> Iterator for Directives<'_, T> {
    type Item = Directive;

    fn next(&mut self) -> Option<Directive> {
        while self.cursor.find_directive() {
            match self.directive() {
                Some(Some(directive)) => return Some(directive),
                Some(None) => {}
                None => {
                    self.is_complete = false;
                    self.cursor.rest = &[];
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(format: &str, dialect: Dialect) -> (Vec<Target>, bool) {
        let mut reader = Directives::of(format.as_bytes(), dialect);
        let all = reader.by_ref().map(|directive| directive.target).collect();
        (all, reader.is_complete())
    }

    fn targets(format: &str) -> Vec<Target> {
        let (all, complete) = read(format, Dialect::Iso);
        assert!(complete, "{format}");
        all
    }

    #[test]
    fn values() {
        let sizes = [4, 1, 2, 8, 8, 8, 8, 8, 8].map(Target::Value);
        assert_eq!(targets("%d%hhi%ho%lu%llx%qX%jd%zu%p"), sizes);
        assert_eq!(targets("%f %le%Lg%lla"), [4, 8, 16, 16].map(Target::Value));
        assert_eq!(targets("%n%hhn%ln"), [4, 1, 8].map(Target::Count));
    }

    #[test]
    fn characters_and_strings() {
        use Characters::{Narrow, Wide};
        let expected = [
            Target::Text(Narrow, None),
            Target::Text(Narrow, Some(9)),
            Target::Text(Wide, None),
            Target::Text(Wide, Some(3)),
            Target::Chunk(Narrow, 1),
            Target::Chunk(Narrow, 10),
            Target::Chunk(Wide, 1),
            Target::Chunk(Wide, 2),
        ];
        assert_eq!(targets("%s%9s%ls%3S%c%10c%lc%2C"), expected);
    }

    #[test]
    fn sets() {
        let text = |width| Target::Text(Characters::Narrow, width);
        assert_eq!(targets("%[abc]%d"), [text(None), Target::Value(4)]);
        assert_eq!(targets("%5[^]%x]%[]d]"), [text(Some(5)), text(None)]);
        assert_eq!(
            read("%d%[^abc", Dialect::Iso),
            (vec![Target::Value(4)], false)
        );
    }

    #[test]
    fn nothing_is_stored() {
        assert_eq!(targets("%*d%*5s%%%*[a-z]%*c x"), []);
    }

    #[test]
    fn allocation() {
        assert_eq!(targets("%ms%mc%mS%m[a]%8mls"), [Target::Allocated; 5]);
        assert_eq!(read("%md", Dialect::Iso), (vec![], false));
    }

    #[test]
    fn the_two_meanings_of_a() {
        assert_eq!(targets("%as%a"), [Target::Value(4), Target::Value(4)]);
        let expected = vec![Target::Allocated, Target::Allocated, Target::Value(4)];
        assert_eq!(read("%as%a[x]%a", Dialect::Gnu), (expected, true));
    }

    #[test]
    fn positions() {
        let positions: Vec<_> = Directives::of(b"%2$d%1$s", Dialect::Iso)
            .map(|directive| directive.position)
            .collect();
        assert_eq!(positions, [Some(2), Some(1)]);
    }

    proptest! {
        #[test]
        fn any_format_is_read_to_its_end(format in "[%a-zA-Z0-9$*. '#\\[\\]^]{0,40}") {
            let percents = format.bytes().filter(|byte| *byte == b'%').count();
            for dialect in [Dialect::Iso, Dialect::Gnu] {
                prop_assert!(read(&format, dialect).0.len() <= percents);
            }
        }
    }
}
