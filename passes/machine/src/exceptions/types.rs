//! Which handler fits a thrown object? The types of both are read from memory, where the compiler and the support code have put their
//! descriptions (Itanium C++ ABI, 2.9.5).

use crate::concrete::{Pointer, Value};
use crate::fault::{Fault, Stop};
use crate::memory::{Kind, Memory};
use sanecc_ir::Module;

// Flags of a base class, and of the type that a pointer is to.
const VIRTUAL: i64 = 1;
const PUBLIC: i64 = 2;
const QUALIFIERS: u64 = 7;

/// Reads descriptions of types.
#[derive(Clone, Copy)]
pub(super) struct Types<'a> {
    pub(super) memory: &'a Memory,
    pub(super) module: &'a Module,
}

/// What a type is.
enum Form {
    /// A class with these base classes.
    Class(Vec<Base>),
    /// A pointer: qualifiers of what it points to, and the type of that.
    Pointer(u64, Pointer),
    /// `std::nullptr_t`.
    Null,
    /// `void`.
    Void,
    /// Anything else, which fits itself alone.
    Other,
}

/// A base class, as its class describes it.
struct Base {
    type_info: Pointer,
    flags: i64,
}

/// A part of an object that is of a class.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Part {
    pub(super) type_info: u64,
    pub(super) at: Pointer,
    /// Each base class on the way to it is public.
    pub(super) public: bool,
}

impl Types<'_> {
    pub(super) fn pointer(self, from: Pointer) -> Result<Pointer, Stop> {
        match self.memory.load(from, 8, 64)? {
            Value::Scalar { bits, object } => Ok(Pointer {
                address: bits,
                object,
            }),
            _ => Err(Fault::UninitializedMemory { pointer: from }.into()),
        }
    }

    pub(super) fn number(self, from: Pointer, bytes: u64) -> Result<i64, Stop> {
        match self.memory.load(from, bytes, bytes as u32 * 8)? {
            Value::Scalar { bits, .. } => Ok(bits as i64),
            _ => Err(Fault::UninitializedMemory { pointer: from }.into()),
        }
    }

    /// The name of a type, as compilers write it.
    pub(super) fn name(self, type_info: Pointer) -> Result<Vec<u8>, Stop> {
        let name = self.pointer(type_info.offset(8))?;
        Ok(self.memory.string(name, u64::MAX)?)
    }

    /// The class of a description is known by its table of virtual functions.
    fn form(self, type_info: Pointer) -> Result<Form, Stop> {
        let table = self.pointer(type_info)?;
        let table = self.memory.get(table.object).map(|object| object.kind);
        let class = match table {
            Some(Kind::Global(id)) => self.module.globals[id].name.as_str(),
            _ => "",
        };
        Ok(match class {
            "_ZTVN10__cxxabiv117__class_type_infoE" => Form::Class(Vec::new()),
            "_ZTVN10__cxxabiv120__si_class_type_infoE" => Form::Class(vec![Base {
                type_info: self.pointer(type_info.offset(16))?,
                flags: PUBLIC,
            }]),
            "_ZTVN10__cxxabiv121__vmi_class_type_infoE" => {
                let count = self.number(type_info.offset(20), 4)?;
                let base = |number| {
                    let at = type_info.offset(24 + 16 * number);
                    Ok(Base {
                        type_info: self.pointer(at)?,
                        flags: self.number(at.offset(8), 8)?,
                    })
                };
                Form::Class((0..count).map(base).collect::<Result<_, Stop>>()?)
            }
            "_ZTVN10__cxxabiv119__pointer_type_infoE" => {
                let flags = self.number(type_info.offset(16), 4)? as u64;
                Form::Pointer(flags, self.pointer(type_info.offset(24))?)
            }
            "_ZTVN10__cxxabiv123__fundamental_type_infoE" => {
                match self.name(type_info)?.as_slice() {
                    b"Dn" => Form::Null,
                    b"v" => Form::Void,
                    _ => Form::Other,
                }
            }
            _ => Form::Other,
        })
    }

    /// All parts of an object that are of a class, the whole first.
    pub(super) fn parts(
        self,
        type_info: Pointer,
        at: Pointer,
        public: bool,
    ) -> Result<Vec<Part>, Stop> {
        let mut all = vec![Part {
            type_info: type_info.address,
            at,
            public,
        }];
        if let Form::Class(bases) = self.form(type_info)? {
            for base in bases {
                let offset = base.flags >> 8;
                let offset = match base.flags & VIRTUAL {
                    0 => offset,
                    _ => self.number(self.pointer(at)?.offset(offset), 8)?,
                };
                let public = public && base.flags & PUBLIC != 0;
                for part in self.parts(base.type_info, at.offset(offset), public)? {
                    // A virtual base is one part, whichever way leads to it; a public way is enough.
                    let same = |other: &&mut Part| {
                        other.type_info == part.type_info && other.at.address == part.at.address
                    };
                    match all.iter_mut().find(same) {
                        Some(known) => known.public |= part.public,
                        None => all.push(part),
                    }
                }
            }
        }
        Ok(all)
    }

    /// The part of an object that is of a class, if there is exactly one and it is public.
    pub(super) fn base(
        self,
        type_info: Pointer,
        at: Pointer,
        wanted: Pointer,
    ) -> Result<Option<Pointer>, Stop> {
        let parts = self.parts(type_info, at, true)?;
        let mut fitting = parts.iter().filter(|part| part.type_info == wanted.address);
        Ok(match (fitting.next(), fitting.next()) {
            (Some(one), None) if one.public => Some(one.at),
            _ => None,
        })
    }

    /// What a handler for a type gets of an object that was thrown; none if it does not fit. A handler for pointers gets the pointer itself.
    pub(super) fn caught(
        self,
        handler: Pointer,
        thrown: Pointer,
        object: Pointer,
    ) -> Result<Option<Pointer>, Stop> {
        let thrown_form = self.form(thrown)?;
        let value = match thrown_form {
            Form::Pointer(..) => self.pointer(object)?,
            _ => object,
        };
        if handler.address == thrown.address {
            return Ok(Some(value));
        }
        match (self.form(handler)?, thrown_form) {
            (Form::Class(_), Form::Class(_)) => self.base(thrown, value, handler),
            (Form::Pointer(..), Form::Null) => Ok(Some(Pointer::NULL)),
            (Form::Pointer(allowed, to), Form::Pointer(has, from)) => {
                if has & QUALIFIERS & !allowed != 0 {
                    return Ok(None);
                }
                if to.address == from.address || matches!(self.form(to)?, Form::Void) {
                    return Ok(Some(value));
                }
                match (self.form(to)?, self.form(from)?) {
                    (Form::Class(_), Form::Class(_)) if !value.is_null() => {
                        self.base(from, value, to)
                    }
                    (Form::Class(_), Form::Class(_)) => Ok(Some(value)),
                    _ => Ok(None),
                }
            }
            _ => Ok(None),
        }
    }
}
