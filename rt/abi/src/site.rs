//! Site records: where in the source a check stands. One constant for each check, made by the passes; there are as many as checks, so they
//! are small.

use crate::rel::Rel;
use core::ffi::c_char;

/// What an access does; the low bit of [`Site::flags`] and more.
pub mod flags {
    /// The access writes (otherwise it reads).
    pub const WRITE: u8 = 1;
    /// The access is atomic.
    pub const ATOMIC: u8 = 2;
    /// The access belongs to a memory intrinsic (`memcpy`, struct copy, `memset`).
    pub const BULK: u8 = 4;
    /// The code goes on when a report returns (`-fsanecc-recover`).
    pub const RECOVER: u8 = 8;
    /// Two pointers are subtracted, not ordered; no access.
    pub const DIFFERENCE: u8 = 16;
    /// In a record of an access: its address is computed by elements from a pointer that may be held to an array of a structure.
    pub const ELEMENT: u8 = 16;
    /// The compiler had removed this check; the record is an [`super::Audited`] (`-fsanecc-audit`).
    pub const REMOVED: u8 = 32;
    /// The bits from this one on are one of [`super::operations`].
    pub const OPERATION_SHIFT: u32 = 6;
}

/// The memory intrinsic that an access belongs to, from [`Site::operation`]. All but [`STATED`](operations::STATED) come with [`flags::BULK`].
pub mod operations {
    /// None, or one that AddressSanitizer leaves to no function.
    pub const NONE: u8 = 0;
    /// `memcpy`, or the copy of a struct.
    pub const COPY: u8 = 1;
    /// `memmove`.
    pub const MOVE: u8 = 2;
    /// `memset`.
    pub const SET: u8 = 3;
    /// Without [`super::flags::BULK`]: nothing is accessed there, but the source states that it could be.
    pub const STATED: u8 = 1;
}

/// One checked access.
#[repr(C)]
#[derive(Debug)]
pub struct Site {
    /// Where it stands, but for the line; none if nothing is known.
    pub place: Rel<FunctionLocation>,
    /// See [`packed_line`].
    pub line: [u8; 3],
    /// See [`flags`].
    pub flags: u8,
    /// Column, from 1; 0 is unknown.
    pub column: u16,
    /// Size of the access in bytes; 0 where it is known only at run time, or does not fit.
    pub size: u16,
}

/// What sites of one function have in common.
#[repr(C)]
#[derive(Debug)]
pub struct FunctionLocation {
    /// Source file as the compiler was given it (NUL-terminated); none without location.
    pub file: Rel<c_char>,
    /// Function, as in the source (NUL-terminated).
    pub function: Rel<c_char>,
}

impl Site {
    /// A place of which nothing is known.
    pub const NOWHERE: Site = Site {
        place: Rel::NONE,
        line: [0; 3],
        flags: 0,
        column: 0,
        size: 0,
    };

    /// Source file as the compiler was given it (NUL-terminated); none without location.
    #[inline]
    pub fn file(&self) -> Option<*const c_char> {
        self.place()?.file.get()
    }

    /// Function, as in the source (NUL-terminated).
    #[inline]
    pub fn function(&self) -> Option<*const c_char> {
        self.place()?.function.get()
    }

    /// Line, from 1; 0 is unknown.
    #[inline]
    pub fn line(&self) -> u32 {
        unpacked_line(self.line)
    }

    /// One of [`operations`], but for [`operations::STATED`].
    pub fn operation(&self) -> u8 {
        match self.flags & flags::BULK {
            0 => operations::NONE,
            _ => self.flags >> flags::OPERATION_SHIFT,
        }
    }

    /// Whether the source states that the bytes can be accessed, and nothing is.
    pub fn is_stated(&self) -> bool {
        let operation = self.flags >> flags::OPERATION_SHIFT;
        self.flags & flags::BULK == 0 && operation == operations::STATED
    }

    #[inline]
    fn place(&self) -> Option<&FunctionLocation> {
        // SAFETY: the compiler made the record that this leads to, a constant of the same file.
        self.place.get().map(|place| unsafe { &*place })
    }
}

/// The record of an access in pointer mode, whose pointer may have been derived from another object than the access is of.
#[repr(C)]
#[derive(Debug)]
pub struct FollowedSite {
    /// The access.
    pub site: Site,
    /// Where the function got the pointer that the address is computed from: read it from memory, or was returned it. [`Site::NOWHERE`] if that is no such place, or not one alone.
    pub source: Site,
}

/// Several accesses that one check asks about: as many [`Member`]s follow.
#[repr(C)]
#[derive(Debug)]
pub struct Together {
    /// How many.
    pub count: u16,
    /// Bytes from the beginning of the first to the end of the last, in memory.
    pub bytes: u16,
}

/// One of them.
#[repr(C)]
#[derive(Debug)]
pub struct Member {
    /// The access, of constant size.
    pub site: Site,
    /// Where it begins, in bytes from the beginning of all.
    pub offset: u32,
}

/// The record of an access whose check had been removed.
#[repr(C)]
#[derive(Debug)]
pub struct Audited {
    /// The access; [`flags::REMOVED`] is set.
    pub site: Site,
    /// The proof's name, as remarks have it (NUL-terminated).
    pub proof: Rel<c_char>,
    /// The rule that removed it (NUL-terminated).
    pub rule: Rel<c_char>,
    /// What was proved (NUL-terminated).
    pub claim: Rel<c_char>,
}

/// How the numbers of an [`Assumption`] are read.
pub mod readings {
    /// Nothing is compared.
    pub const NONE: u32 = 0;
    /// With their signs.
    pub const SIGNED: u32 = 1;
    /// Without.
    pub const UNSIGNED: u32 = 2;
    /// As addresses.
    pub const ADDRESS: u32 = 3;
}

/// The record of a condition that the source says holds (`__builtin_assume`).
#[repr(C)]
#[derive(Debug)]
pub struct Assumption {
    /// Where it stands; no access.
    pub site: Site,
    /// How two numbers are compared, as C writes it (NUL-terminated); none with [`readings::NONE`].
    pub relation: Rel<c_char>,
    /// One of [`readings`].
    pub reading: u32,
}

/// What kind of object [`Object`] describes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum ObjectKind {
    /// A local variable.
    Stack = 0,
    /// A global or static variable.
    Global = 1,
    /// A thread-local variable.
    ThreadLocal = 2,
    /// A chunk that this function allocated.
    Heap = 3,
    /// A local variable of computed size, or what `alloca` gave.
    Dynamic = 4,
    /// An array that is a member of a structure, which may lie in any of the others.
    Member = 5,
    /// The live object that a pointer was derived from ([`crate::provenance`]), where nothing else is known of it.
    Pointed = 6,
    /// The same of one that is gone, though its memory is in use again.
    Reused = 7,
    /// The code of a function.
    Code = 8,
}

/// An object that the compiler saw behind an access; its check compares offsets, so it also finds
/// accesses that jump over a redzone.
#[repr(C)]
#[derive(Debug)]
pub struct Object {
    /// Name (NUL-terminated), of a member behind that of its structure and a dot; none for heap chunks.
    pub name: Rel<c_char>,
    /// An [`ObjectKind`].
    pub kind: u8,
    /// Line of the declaration of a stack object, see [`packed_line`].
    pub line: [u8; 3],
    /// Size in bytes; 0 where it is known only at run time.
    pub size: u64,
}

/// An array of a structure that a pointer is held to where it is kept.
#[repr(C)]
#[derive(Debug)]
pub struct Part {
    /// The array.
    pub object: Object,
    /// Where the source names it, and the pointer is kept. No access.
    pub site: Site,
}

/// A line in three bytes, lowest first. What does not fit is 0, unknown.
pub const fn packed_line(line: u32) -> [u8; 3] {
    match line.to_le_bytes() {
        [low, middle, high, 0] => [low, middle, high],
        _ => [0; 3],
    }
}

/// The line of which [`packed_line`] made this.
#[inline]
fn unpacked_line([low, middle, high]: [u8; 3]) -> u32 {
    u32::from_le_bytes([low, middle, high, 0])
}

impl Object {
    /// Line of the declaration; 0 is unknown.
    #[inline]
    pub fn line(&self) -> u32 {
        unpacked_line(self.line)
    }

    /// One of which nothing is known but its kind.
    pub const fn unnamed(kind: ObjectKind) -> Object {
        Object {
            name: Rel::NONE,
            kind: kind as u8,
            line: [0; 3],
            size: 0,
        }
    }

    /// Whether the report tells it beside what lies at the address.
    pub fn is_told_apart(&self) -> bool {
        let kinds = [
            ObjectKind::Member,
            ObjectKind::Pointed,
            ObjectKind::Reused,
            ObjectKind::Code,
        ];
        kinds.contains(&self.kind())
    }

    /// What kind of object it is.
    pub fn kind(&self) -> ObjectKind {
        let named = [
            ObjectKind::Stack,
            ObjectKind::Global,
            ObjectKind::ThreadLocal,
            ObjectKind::Dynamic,
            ObjectKind::Member,
            ObjectKind::Pointed,
            ObjectKind::Reused,
            ObjectKind::Code,
        ];
        named
            .into_iter()
            .find(|kind| *kind as u8 == self.kind)
            .unwrap_or(ObjectKind::Heap)
    }
}

/// What stands behind the call of a slow path that is named after a register ([`crate::symbols::SLOW_ACCESS`]): a jump, to which the slow path returns, and
/// what it reads.
///
/// No table for unwinding covers the jump, so the unwinder is told of the place where it leads.
#[repr(C, packed)]
#[derive(Debug)]
pub struct SlowCall {
    /// The opcode of the jump.
    pub jump: u8,
    /// Where the program continues, from the end of this field.
    pub next: i32,
    /// The [`Site`] of the access, or the [`Together`] of coalesced ones, from the beginning of this field.
    pub site: i32,
    /// What is to be subtracted from the granule number of the address: the register then holds the difference again.
    pub granules: i16,
    /// How many bytes are checked, at most 64.
    pub bytes: u8,
}

impl SlowCall {
    /// Bytes from its beginning to the place that [`next`](Self::next) counts from.
    pub const BEHIND_JUMP: usize = core::mem::offset_of!(SlowCall, next) + size_of::<i32>();
}
