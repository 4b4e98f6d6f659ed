//! Loads and stores.

use super::{Memory, Object, ObjectId, TypeId};
use crate::concrete::{Partial, Pointer, Value, mask};
use crate::fault::{Access, Fault};

impl Memory {
    /// The object of an access and the distance of its first byte from the object's start.
    ///
    /// # Errors
    /// If the access is not wholly in a living object.
    #[inline]
    pub fn locate(
        &self,
        pointer: Pointer,
        bytes: u64,
        access: Access,
    ) -> Result<(&Object, u64), Fault> {
        if let Some(object) = self.named(pointer.object) {
            let at = pointer.address.wrapping_sub(object.address);
            if at <= object.reach && bytes <= object.reach - at {
                return Ok((object, at));
            }
        }
        match pointer.object.is_view() {
            true => self.locate_in_view(pointer, bytes, access),
            false => self.locate_slowly(pointer, bytes, access),
        }
    }

    /// The same for a pointer to a part of an object. What is wrong with the object counts more than what is wrong with the part.
    fn locate_in_view(
        &self,
        pointer: Pointer,
        bytes: u64,
        access: Access,
    ) -> Result<(&Object, u64), Fault> {
        let whole = Pointer {
            object: self.whole(pointer.object),
            ..pointer
        };
        let (object, at) = self.locate(whole, bytes, access)?;
        match self.views.get(pointer.object) {
            Some(view) if bytes > 0 && !view.holds(at, bytes) => Err(Fault::SubObject {
                access,
                pointer,
                bytes,
            }),
            _ => Ok((object, at)),
        }
    }

    #[cold]
    fn locate_slowly(
        &self,
        pointer: Pointer,
        bytes: u64,
        access: Access,
    ) -> Result<(&Object, u64), Fault> {
        let object = match pointer.object.is_none() {
            true => self.around(pointer.address),
            false => pointer.object,
        };
        if object.is_none() {
            return Err(Fault::Nowhere {
                access,
                pointer,
                bytes,
            });
        }
        let pointer = Pointer { object, ..pointer };
        let Some(found) = self.get(object) else {
            return Err(Fault::Dead {
                access,
                pointer,
                bytes,
            });
        };
        let at = pointer.address.wrapping_sub(found.address);
        if at <= found.size && bytes <= found.size - at {
            found.allows(pointer, at, bytes, access)?;
            return Ok((found, at));
        }
        Err(Fault::OutOfBounds {
            access,
            pointer,
            bytes,
        })
    }

    /// The same, to write.
    ///
    /// # Errors
    /// If the access is not wholly in a living object, or the object is constant.
    #[inline]
    pub fn locate_to_write(
        &mut self,
        pointer: Pointer,
        bytes: u64,
    ) -> Result<(&mut Object, u64), Fault> {
        let (object, at) = self.locate(pointer, bytes, Access::Write)?;
        if object.constant || object.bytes.len() as u64 != object.size {
            return Err(Fault::Constant { pointer, bytes });
        }
        let object_size = object.size;
        let id = match pointer.object.is_none() {
            true => self.around(pointer.address),
            false => pointer.object,
        };
        if !self.types.is_empty() {
            let (whole, size) = (self.whole(id), object_size);
            self.types.set(whole, at, bytes, 0, size);
        }
        match self.get_mut(id) {
            Some(object) => Ok((object, at)),
            None => Err(Fault::Nowhere {
                access: Access::Write,
                pointer,
                bytes,
            }),
        }
    }

    /// Reads 1 to 8 bytes that all have a value, wholly in a living object, not by the name of a part of one: the object that they belong to, and their bits with those of
    /// what follows.
    #[inline(always)]
    pub(crate) fn load_quickly(
        &self,
        (address, object): (u64, ObjectId),
        bytes: u64,
    ) -> Option<(u64, ObjectId)> {
        let object = self.named(object).filter(|object| object.is_open())?;
        let at = address.wrapping_sub(object.address);
        let held = object.bytes.get(usize::try_from(at).ok()?..)?;
        let bits = match held.first_chunk() {
            Some(eight) => u64::from_le_bytes(*eight),
            None => last_bytes(held, bytes)?,
        };
        if !object.initialized.all_of_few(at, bytes) {
            return None;
        }
        let from = match object.provenance.is_empty() {
            true => ObjectId::NONE,
            false => object.provenance.get(at, bytes),
        };
        Some((bits, from))
    }

    /// Writes 1, 2, 4 or 8 bytes wholly in a living object that may be written, where nobody looks at types. A part of an object is no object here.
    #[inline(always)]
    pub(crate) fn store_quickly(
        &mut self,
        (address, object): (u64, ObjectId),
        bytes: u8,
        (bits, from): (u64, ObjectId),
    ) -> Option<()> {
        if !self.types.is_empty() {
            return None;
        }
        let object = self.named_mut(object)?;
        if object.constant || !object.is_open() {
            return None;
        }
        let at = address.wrapping_sub(object.address);
        let held = object.bytes.get_mut(usize::try_from(at).ok()?..)?;
        match bytes {
            1 => *held.first_mut()? = bits as u8,
            2 => *held.first_chunk_mut()? = (bits as u16).to_le_bytes(),
            4 => *held.first_chunk_mut()? = (bits as u32).to_le_bytes(),
            8 => *held.first_chunk_mut()? = bits.to_le_bytes(),
            _ => return None,
        }
        let bytes = u64::from(bytes);
        object.initialized.set_few(at, bytes, true);
        if !from.is_none() || !object.provenance.is_empty() {
            let size = object.size;
            object.provenance.set(at, bytes, from, size);
        }
        Some(())
    }

    /// Checks that bytes that are about to be read as a type were not stored as another one. What is wrong with the access itself is found by it.
    ///
    /// # Errors
    /// If they were.
    pub fn check_type(&self, pointer: Pointer, bytes: u64, read: TypeId) -> Result<(), Fault> {
        let Ok((object, at)) = self.locate(pointer, bytes, Access::Read) else {
            return Ok(());
        };
        let id = self.object_of(pointer);
        // Bytes without a value are of no type.
        let types = self.types.get(id, at, bytes);
        let other = types.iter().find(|ty| **ty != 0 && **ty != read);
        match other {
            Some(&stored) if object.initialized.all_of_few(at, bytes) => Err(Fault::OtherType {
                pointer,
                bytes,
                stored,
                read,
            }),
            _ => Ok(()),
        }
    }

    /// Notes that bytes that were just written were stored as a type.
    pub fn note_type(&mut self, pointer: Pointer, bytes: u64, ty: TypeId) {
        if let Ok((object, at)) = self.locate(pointer, bytes, Access::Write) {
            let size = object.size;
            let id = self.object_of(pointer);
            self.types.set(id, at, bytes, ty, size);
        }
    }

    /// Reads 1 to 8 bytes, of which `width` bits count.
    ///
    /// # Errors
    /// If they are not wholly in a living object.
    #[inline]
    pub fn load(&self, pointer: Pointer, bytes: u64, width: u32) -> Result<Value, Fault> {
        let (object, at) = self.locate(pointer, bytes, Access::Read)?;
        let Some(held) = object.bytes.get(at as usize..(at + bytes) as usize) else {
            // A function has no bytes that a program may read.
            return Err(Fault::OutOfBounds {
                access: Access::Read,
                pointer,
                bytes,
            });
        };
        let mut all = [0; 8];
        all[..held.len()].copy_from_slice(held);
        let bits = u64::from_le_bytes(all) & mask(width);
        let from = match object.provenance.is_empty() {
            true => ObjectId::NONE,
            false => object.provenance.get(at, bytes),
        };
        if object.initialized.all_of_few(at, bytes) {
            return Ok(Value::Scalar { bits, object: from });
        }
        let mut undefined = 0;
        for byte in 0..bytes {
            undefined |= u64::from(object.initialized.undefined_bits(at + byte)) << (8 * byte);
        }
        Ok(Value::partly(bits, undefined, width, from))
    }

    /// Writes 1 to 8 bytes. Poison is written as no value.
    ///
    /// # Errors
    /// If they are not wholly in a living object that may be written.
    #[inline]
    pub fn store(&mut self, pointer: Pointer, bytes: u64, value: &Value) -> Result<(), Fault> {
        let (object, at) = self.locate_to_write(pointer, bytes)?;
        let range = at as usize..(at + bytes) as usize;
        let size = object.size;
        match value {
            Value::Scalar { bits, object: from } => {
                let all = bits.to_le_bytes();
                object.bytes[range].copy_from_slice(&all[..bytes as usize]);
                object.initialized.set_few(at, bytes, true);
                object.provenance.set(at, bytes, *from, size);
            }
            Value::Partial(partial) => {
                let Partial {
                    bits,
                    undefined,
                    object: from,
                } = **partial;
                object.bytes[range].copy_from_slice(&bits.to_le_bytes()[..bytes as usize]);
                for (byte, undefined) in (at..at + bytes).zip(undefined.to_le_bytes()) {
                    object.initialized.set_byte(byte, undefined);
                }
                object.provenance.set(at, bytes, from, size);
            }
            Value::Undefined
            | Value::Poison
            | Value::Wide(_)
            | Value::Long(_)
            | Value::Parts(_) => {
                object.bytes[range].fill(0);
                object.initialized.set_few(at, bytes, false);
                object.provenance.set(at, bytes, ObjectId::NONE, size);
            }
        }
        Ok(())
    }
}

/// The bits of so many bytes, where an object has fewer than eight left.
fn last_bytes(held: &[u8], bytes: u64) -> Option<u64> {
    let held = held.get(..bytes as usize)?;
    let mut all = [0; 8];
    all[..held.len()].copy_from_slice(held);
    Some(u64::from_le_bytes(all))
}
