//! `dynamic_cast` (Itanium C++ ABI, 2.9.7): to a class that the object may have or not, from a part of it.

use super::types::Types;
use crate::concrete::Pointer;
use crate::fault::Stop;
use crate::run::Machine;

// Distances from where an object's table pointer points to: how far the whole object is, and its type.
const TO_WHOLE: i64 = -16;
const TYPE: i64 = -8;

impl Machine<'_> {
    /// The part of a class in the object around a part of another class; null if there is none, or several.
    pub(crate) fn dynamic_cast(
        &self,
        from: Pointer,
        class: Pointer,
        wanted: Pointer,
    ) -> Result<Pointer, Stop> {
        let types = Types {
            memory: &self.memory,
            module: self.module(),
        };
        let table = types.pointer(from)?;
        let whole = from.offset(types.number(table.offset(TO_WHOLE), 8)?);
        let whole_class = types.pointer(table.offset(TYPE))?;
        let all = types.parts(whole_class, whole, true)?;
        // Down: the parts of the class that contain the given one.
        let mut containing = Vec::new();
        for part in all.iter().filter(|part| part.type_info == wanted.address) {
            let inner = types.parts(wanted, part.at, true)?;
            let holds = inner.iter().any(|inner| {
                inner.type_info == class.address && inner.at.address == from.address && inner.public
            });
            if holds {
                containing.push(part.at);
            }
        }
        if let [one] = containing.as_slice() {
            return Ok(*one);
        }
        // Sideways: by the whole, of which both are public.
        let is_public = all.iter().any(|part| {
            part.type_info == class.address && part.at.address == from.address && part.public
        });
        let sideways = types.base(whole_class, whole, wanted)?;
        Ok(match (containing.is_empty() && is_public, sideways) {
            (true, Some(part)) => part,
            _ => Pointer::NULL,
        })
    }
}
