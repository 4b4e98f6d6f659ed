//! The arguments behind the last named one: those of the call itself, or those of a `va_list`.

use super::Call;
use crate::concrete::Pointer;
use crate::fault::Stop;

/// What is left of the arguments.
pub enum Arguments {
    /// Those of the call, from this number on.
    Direct(usize),
    /// Those of a list.
    List(List),
}

/// A `va_list` of the System V interface of x86-64 (section 3.5.7), as it was handed over. The caller's own is not moved on: it is
/// indeterminate after the call (C17 7.16 3).
pub struct List {
    general: u64,
    floating: u64,
    overflow: Pointer,
    saved: Pointer,
}

/// Bytes of the general registers in the area of saved registers.
const GENERAL: u64 = 48;
/// Bytes of all registers there.
const ALL: u64 = 176;

impl Arguments {
    /// Those of the list that an argument points to.
    ///
    /// # Errors
    /// If it is no list, or the target has another kind of list.
    pub fn of_list(call: &mut dyn Call, number: usize) -> Result<Self, Stop> {
        if call.layout().pointer_bits != 64 || call.layout().big_endian {
            let text = "va_list of this target: the machine knows that of x86-64 Linux";
            return Err(Stop::Unsupported(text.to_owned()));
        }
        let list = call.pointer(number)?;
        Ok(Arguments::List(List {
            general: call.read_number(list, 4)?,
            floating: call.read_number(list.offset(4), 4)?,
            overflow: call.load_pointer(list.offset(8))?,
            saved: call.load_pointer(list.offset(16))?,
        }))
    }

    /// The next one, an integer of so many bytes, zero-extended.
    ///
    /// # Errors
    /// If there is none, or it has no value.
    pub fn integer(&mut self, call: &mut dyn Call, bytes: u64) -> Result<u64, Stop> {
        match self {
            Arguments::Direct(number) => {
                let value = call.integer(next(call, number)?)?;
                Ok(value & crate::concrete::mask(8 * bytes as u32))
            }
            Arguments::List(list) => {
                let place = list.general();
                call.read_number(place, bytes)
            }
        }
    }

    /// The next one, an address.
    ///
    /// # Errors
    /// If there is none, or it has no value.
    pub fn pointer(&mut self, call: &mut dyn Call) -> Result<Pointer, Stop> {
        match self {
            Arguments::Direct(number) => call.pointer(next(call, number)?),
            Arguments::List(list) => {
                let place = list.general();
                call.load_pointer(place)
            }
        }
    }

    /// The next one, a `double`.
    ///
    /// # Errors
    /// If there is none, or it has no value.
    pub fn double(&mut self, call: &mut dyn Call) -> Result<f64, Stop> {
        match self {
            Arguments::Direct(number) => call.double(next(call, number)?),
            Arguments::List(list) => {
                let place = list.floating();
                Ok(f64::from_bits(call.read_number(place, 8)?))
            }
        }
    }

    /// The next one, a `long double`: the 80 bits of x87.
    ///
    /// # Errors
    /// If there is none, or it has no value.
    pub fn long_double(&mut self, call: &mut dyn Call) -> Result<u128, Stop> {
        match self {
            Arguments::Direct(number) => call.long_double(next(call, number)?),
            Arguments::List(list) => {
                let apart = list.overflow.address.wrapping_neg() & 15;
                let place = list.overflow.offset(apart as i64);
                list.overflow = place.offset(16);
                let mut all = [0; 16];
                all[..10].copy_from_slice(&call.read(place, 10)?);
                Ok(u128::from_le_bytes(all))
            }
        }
    }
}

impl List {
    fn general(&mut self) -> Pointer {
        if self.general >= GENERAL {
            return self.in_memory();
        }
        self.general += 8;
        self.saved.offset(self.general as i64 - 8)
    }

    fn floating(&mut self) -> Pointer {
        if self.floating >= ALL {
            return self.in_memory();
        }
        self.floating += 16;
        self.saved.offset(self.floating as i64 - 16)
    }

    fn in_memory(&mut self) -> Pointer {
        let place = self.overflow;
        self.overflow = place.offset(8);
        place
    }
}

/// The number of the next argument.
fn next(call: &dyn Call, number: &mut usize) -> Result<usize, Stop> {
    if *number >= call.count() {
        let text = format!(
            "argument {} of a variadic call that passes {}: what it reads is not known",
            *number + 1,
            call.count()
        );
        return Err(Stop::Unsupported(text));
    }
    *number += 1;
    Ok(*number - 1)
}
