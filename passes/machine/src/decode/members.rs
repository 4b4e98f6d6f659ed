//! Which addresses are those of arrays in structures?
//!
//! Claims: a pointer is held to an array ([`sanecc_ir::Member`]) only where the source names the member, and where the array has the length that its
//! type says. An array at the end of a structure may have any, as clang takes it (`-fstrict-flex-arrays=`).

use super::Decoder;
use super::code::{Held, Inst, Operand, Register};
use crate::concrete::Value;
use crate::memory::{Member, Reach};
use sanecc_ir::{Address, Parts, Type, ValueId};

impl Decoder<'_> {
    /// What an address computation goes into.
    pub(super) fn reach(&self, id: ValueId) -> Reach {
        let Some(path) = self.function.paths.get(&id) else {
            return Reach::Bytes;
        };
        match path.ty {
            Type::Aggregate(ty) => match &self.module.aggregates[ty].parts {
                Parts::Fields(_) => {
                    let bytes = self.module.aggregates[ty].bytes;
                    Reach::Structure(u32::try_from(bytes).unwrap_or(u32::MAX))
                }
                Parts::Elements { .. } => Reach::Element,
            },
            _ => Reach::Bytes,
        }
    }

    /// Holds the result of an address computation to the array that it names, if it names one.
    pub(super) fn hold(&mut self, id: ValueId, to: Register) {
        let member = self.module.member(self.function, id);
        if let Some(member) = member.filter(|member| self.holds(member)) {
            self.code.members.push(member);
            let number = self.code.members.len() as u32 - 1;
            self.push(Inst::Narrow(to, number));
        }
    }

    /// Whether pointers are held to a member: an array that is no longer than its type says.
    fn holds(&self, member: &Member) -> bool {
        let may_be_longer = member.may_be_longer(self.checks.flexible_arrays);
        self.checks.members && member.elements.is_some() && !may_be_longer
    }

    /// The operand for a constant address, held to the array that it names.
    pub(super) fn held_constant(&mut self, id: ValueId, value: Value) -> Operand {
        let fits = |member: &Member| self.holds(member);
        match self.module.member_around(self.function, id, fits) {
            Some(held) => self.held(value, held),
            None => {
                self.code.constants.push(value);
                Operand::constant(self.code.constants.len() - 1)
            }
        }
    }

    /// The operand for the base of an address computation in an array: the first member of a global variable has the variable's address.
    pub(super) fn array_base(&mut self, id: ValueId, place: &Address) -> Option<Operand> {
        if !self.checks.members {
            return None;
        }
        let member = self.module.first_member(self.function, id)?;
        let value = super::constant(self.module, self.function, self.symbols, place.base).ok()?;
        Some(self.held(value, (member, 0)))
    }

    /// A constant that is an address so many bytes from the start of an array.
    fn held(&mut self, value: Value, (member, distance): (Member, i64)) -> Operand {
        let constant = self.code.constants.len();
        self.code.held.push(Held {
            constant,
            distance,
            member,
        });
        self.code.constants.push(value);
        Operand::constant(constant)
    }
}
