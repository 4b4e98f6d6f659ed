//! Operations on ranges of bytes.

use super::{Kind, Memory, ObjectId};
use crate::concrete::Pointer;
use crate::fault::{Access, Fault};

impl Memory {
    /// The bytes of a range, all of which must have a value.
    ///
    /// # Errors
    /// If they are not wholly in a living object, or one has no value.
    pub fn read(&self, from: Pointer, bytes: u64) -> Result<Vec<u8>, Fault> {
        let (object, at) = self.locate(self.rest_of(from, bytes), bytes, Access::Read)?;
        if let Some(first) = object.initialized.first_undefined(at, bytes) {
            let pointer = from.offset((first - at) as i64);
            return Err(Fault::UninitializedMemory { pointer });
        }
        match object.bytes.get(at as usize..(at + bytes) as usize) {
            Some(held) => Ok(held.to_vec()),
            None => Err(Fault::OutOfBounds {
                access: Access::Read,
                pointer: from,
                bytes,
            }),
        }
    }

    /// The bytes of a string without its end, at most so many; fewer of which the last is no end where there are that many.
    ///
    /// # Errors
    /// If the string leaves its object, or a byte has no value.
    pub fn string(&self, from: Pointer, most: u64) -> Result<Vec<u8>, Fault> {
        let (object, at) = self.locate(from, most.min(1), Access::Read)?;
        let end = self.view(from.object).map_or(object.size, |view| view.high);
        let room = (end - at).min(most);
        let held = object.bytes.get(at as usize..).unwrap_or_default();
        let held = &held[..held.len().min(room as usize)];
        let end = held.iter().position(|byte| *byte == 0);
        let read = end.map_or(held.len() as u64, |end| end as u64 + 1);
        object.allows(from, at, read, Access::Read)?;
        // A byte without a value is zero here, but not known to be the end.
        if let Some(first) = object.initialized.first_undefined(at, read) {
            let pointer = from.offset((first - at) as i64);
            return Err(Fault::UninitializedMemory { pointer });
        }
        if end.is_none() && room < most {
            // It leaves the object, or the part of it that the pointer is held to.
            let pointer = from.offset(room as i64);
            self.locate(pointer, 1, Access::Read)?;
            return Err(Fault::OutOfBounds {
                access: Access::Read,
                pointer,
                bytes: 1,
            });
        }
        Ok(held[..end.unwrap_or(held.len())].to_vec())
    }

    /// How many bytes are the same at two places, at most so many, of those that have a value and lie in objects without further limits,
    /// in front of a zero if that `ends` them.
    pub fn same_bytes(&self, [a, b]: [Pointer; 2], most: u64, ends: bool) -> u64 {
        let known = |from: Pointer| {
            let (object, at) = self.locate(from, 1, Access::Read).ok()?;
            let is_free = object.is_open() && !from.object.is_view();
            let bytes = object.bytes.get(at as usize..).filter(|_| is_free)?;
            let count = most.min(bytes.len() as u64);
            let first = object.initialized.first_undefined(at, count);
            let count = first.map_or(count, |first| first - at);
            Some(&bytes[..count as usize])
        };
        let (Some(a), Some(b)) = (known(a), known(b)) else {
            return 0;
        };
        let differ = a.iter().zip(b).position(|(a, b)| a != b || ends && *a == 0);
        differ.unwrap_or(a.len().min(b.len())) as u64
    }

    /// Writes bytes.
    ///
    /// # Errors
    /// If they are not wholly in a living object that may be written.
    pub fn write(&mut self, to: Pointer, bytes: &[u8]) -> Result<(), Fault> {
        let length = bytes.len() as u64;
        let (object, at) = self.locate_to_write(to, length)?;
        object.bytes[at as usize..(at + length) as usize].copy_from_slice(bytes);
        object.initialized.set(at, length, true);
        let size = object.size;
        object.provenance.set(at, length, ObjectId::NONE, size);
        Ok(())
    }

    /// Sets bytes.
    ///
    /// # Errors
    /// If they are not wholly in a living object that may be written.
    pub fn fill(&mut self, to: Pointer, byte: u8, bytes: u64) -> Result<(), Fault> {
        let (object, at) = self.locate_to_write(self.rest_of(to, bytes), bytes)?;
        object.bytes[at as usize..(at + bytes) as usize].fill(byte);
        object.initialized.set(at, bytes, true);
        let size = object.size;
        object.provenance.set(at, bytes, ObjectId::NONE, size);
        Ok(())
    }

    /// Takes the value from bytes.
    ///
    /// # Errors
    /// If they are not wholly in a living object that may be written.
    pub fn forget(&mut self, at: Pointer, bytes: u64) -> Result<(), Fault> {
        let (object, start) = self.locate_to_write(at, bytes)?;
        object.initialized.set(start, bytes, false);
        let size = object.size;
        object.provenance.set(start, bytes, ObjectId::NONE, size);
        Ok(())
    }

    /// Gives a byte and those behind it a value, up to the first that has one.
    ///
    /// # Errors
    /// If there is no such byte.
    pub fn give_value(&mut self, from: Pointer) -> Result<(), Fault> {
        let (object, at) = self.locate_to_write(from, 1)?;
        let without =
            (at..object.size).take_while(|at| object.initialized.undefined_bits(*at) != 0);
        let count = without.count() as u64;
        object.initialized.set(at, count, true);
        Ok(())
    }

    /// Copies bytes with all that is known of them: which have a value, and which objects addresses belong to.
    ///
    /// # Errors
    /// If either range is not wholly in a living object, or the one that is written is constant; if the ranges overlap in part and must not.
    pub fn copy(
        &mut self,
        to: Pointer,
        from: Pointer,
        bytes: u64,
        may_overlap: bool,
    ) -> Result<(), Fault> {
        let (source, start) = self.locate(self.rest_of(from, bytes), bytes, Access::Read)?;
        let held = source.bytes.get(start as usize..(start + bytes) as usize);
        let held = held.unwrap_or_default().to_vec();
        let undefined: Vec<(u64, u8)> = match source.initialized.first_undefined(start, bytes) {
            None => Vec::new(),
            Some(first) => (first..start + bytes)
                .map(|at| (at - start, source.initialized.undefined_bits(at)))
                .filter(|(_, bits)| *bits != 0)
                .collect(),
        };
        let addresses = source.provenance.copy(start, bytes);
        let types = match self.types.is_empty() {
            true => Vec::new(),
            false => self.types.get(self.object_of(from), start, bytes).to_vec(),
        };
        let (object, at) = self.locate_to_write(self.rest_of(to, bytes), bytes)?;
        let is_allocated = matches!(object.kind, Kind::Heap(_));
        let apart = to.address.abs_diff(from.address);
        if !may_overlap && apart != 0 && apart < bytes {
            return Err(Fault::Overlap { to, from, bytes });
        }
        object.bytes[at as usize..(at + bytes) as usize].copy_from_slice(&held);
        object.initialized.set(at, bytes, true);
        for (distance, bits) in undefined {
            object.initialized.set_byte(at + distance, bits);
        }
        let size = object.size;
        object.provenance.set(at, bytes, ObjectId::NONE, size);
        for (distance, bytes, belongs) in addresses {
            object.provenance.set(at + distance, bytes, belongs, size);
        }
        // A declared object has the type of its declaration, whatever is copied there.
        if !types.is_empty() && is_allocated {
            let object = self.object_of(to);
            self.types.put(object, at, &types, size);
        }
        Ok(())
    }
}
