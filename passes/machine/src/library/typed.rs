//! Arguments and results in the types of C, by the target's layout.

use super::Call;
use crate::concrete::{Pointer, Value, mask, signed};
use crate::fault::Stop;

/// How an entry of the library ends.
pub type Outcome = Result<Value, Stop>;

impl dyn Call + '_ {
    /// An argument of type `int`.
    ///
    /// # Errors
    /// If it has no value.
    pub fn int(&self, number: usize) -> Result<i32, Stop> {
        Ok(self.integer(number)? as u32 as i32)
    }

    /// An argument of type `long`.
    ///
    /// # Errors
    /// If it has no value.
    pub fn long(&self, number: usize) -> Result<i64, Stop> {
        Ok(signed(self.integer(number)?, self.layout().long_bits))
    }

    /// An argument of type `size_t`.
    ///
    /// # Errors
    /// If it has no value.
    pub fn size(&self, number: usize) -> Result<u64, Stop> {
        Ok(self.integer(number)? & mask(self.layout().size_bits))
    }

    /// An argument that is a string.
    ///
    /// # Errors
    /// If it does not end in its object, or a byte has no value.
    pub fn text(&mut self, number: usize) -> Result<Vec<u8>, Stop> {
        let from = self.pointer(number)?;
        self.whole_string(from)
    }

    /// The string at an address.
    ///
    /// # Errors
    /// If it does not end in its object, or a byte has no value.
    pub fn whole_string(&mut self, from: Pointer) -> Result<Vec<u8>, Stop> {
        self.string(from, u64::MAX)
    }

    /// Writes bytes and a zero.
    ///
    /// # Errors
    /// If they do not fit.
    pub fn write_string(&mut self, to: Pointer, bytes: &[u8]) -> Result<(), Stop> {
        let mut all = bytes.to_vec();
        all.push(0);
        self.write(to, &all)
    }

    /// Reads a number of at most eight bytes.
    ///
    /// # Errors
    /// If they are not in a living object, or have no value.
    pub fn read_number(&mut self, from: Pointer, bytes: u64) -> Result<u64, Stop> {
        let held = self.read(from, bytes)?;
        let mut all = [0; 8];
        match self.layout().big_endian {
            false => all[..held.len()].copy_from_slice(&held),
            true => held.iter().rev().zip(&mut all).for_each(|(b, to)| *to = *b),
        }
        Ok(u64::from_le_bytes(all))
    }

    /// Writes a number of at most eight bytes.
    ///
    /// # Errors
    /// If they are not in a living object that may be written.
    pub fn write_number(&mut self, to: Pointer, number: u64, bytes: u64) -> Result<(), Stop> {
        let all = number.to_le_bytes();
        let mut held = all[..bytes as usize].to_vec();
        if self.layout().big_endian {
            held.reverse();
        }
        self.write(to, &held)
    }

    /// Bytes of a `long`.
    pub fn long_bytes(&self) -> u64 {
        u64::from(self.layout().long_bits / 8)
    }

    /// Bytes of a `size_t`.
    pub fn size_bytes(&self) -> u64 {
        u64::from(self.layout().size_bits / 8)
    }

    /// A result of type `long`.
    pub fn of_long(&self, number: i64) -> Value {
        Value::integer(number as u64 & mask(self.layout().long_bits))
    }

    /// A result of type `size_t`.
    pub fn of_size(&self, number: u64) -> Value {
        Value::integer(number & mask(self.layout().size_bits))
    }

    /// Where `errno` is.
    pub fn errno(&mut self) -> Pointer {
        self.own_object("errno", &|| vec![0; 4])
    }

    /// Sets `errno`.
    ///
    /// # Errors
    /// None in practice: its object lives as long as the program.
    pub fn set_errno(&mut self, number: i32) -> Result<(), Stop> {
        let place = self.errno();
        self.write_number(place, u64::from(number as u32), 4)
    }

    /// -1 as an `int`, with the reason in `errno`.
    ///
    /// # Errors
    /// None in practice.
    pub fn failed(&mut self, number: i32) -> Outcome {
        self.set_errno(number)?;
        Ok(Value::int(-1))
    }

    /// The result of a system call as an `int`.
    ///
    /// # Errors
    /// None in practice.
    pub fn int_or_errno(&mut self, result: Result<i32, i32>) -> Outcome {
        match result {
            Ok(number) => Ok(Value::int(number)),
            Err(number) => self.failed(number),
        }
    }

    /// The result of a system call as a `long` or `ssize_t`.
    ///
    /// # Errors
    /// None in practice.
    pub fn long_or_errno(&mut self, result: Result<i64, i32>) -> Outcome {
        match result {
            Ok(number) => Ok(self.of_long(number)),
            Err(number) => {
                self.set_errno(number)?;
                Ok(self.of_long(-1))
            }
        }
    }

    /// A null pointer, with the reason in `errno`.
    ///
    /// # Errors
    /// None in practice.
    pub fn null_with(&mut self, number: i32) -> Outcome {
        self.set_errno(number)?;
        Ok(Value::pointer(Pointer::NULL))
    }
}
