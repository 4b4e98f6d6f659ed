//! Which addresses are those of arrays in structures?
//!
//! Claims: a pointer is held to an array ([`crate::memory::Member`]) only where the source names the member, and where the array has the length that its
//! type says. An array at the end of a structure may have any, as clang takes it: `-fstrict-flex-arrays=` says which (0: all; 1: those of at most one
//! element; 2 and 3: those of none). It has its own length all the same where the structure is followed by something else in the type around it.
//! Members of unions are not named by their types, so they are not held.

use super::Decoder;
use super::code::{Held, Inst, Operand, Register};
use crate::memory::{Member, Reach};
use sanecc_ir::{Address, AggregateId, FieldPath, Op, Parts, Step, Type, ValueDef, ValueId};

/// How far back computations of addresses are followed.
const DEEPEST: u32 = 8;

/// Where a walk along a path is: in which type, and whether something of the types around it follows.
struct Walk {
    ty: Type,
    followed: bool,
    /// The last member that is an array, if the walk is still at its start.
    array: Option<Array>,
}

/// A member that is an array.
struct Array {
    holder: AggregateId,
    field: u32,
    /// Whether something follows its structure.
    followed: bool,
}

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
        let (Some(path), Some(Op::Address(place))) =
            (self.function.paths.get(&id), self.function.op(id))
        else {
            return;
        };
        if let Some(member) = self.member_of(path, place.base, DEEPEST) {
            self.code.members.push(member);
            let number = self.code.members.len() as u32 - 1;
            self.push(Inst::Narrow(to, number));
        }
    }

    /// The array that a path ends at.
    fn member_of(&self, path: &FieldPath, base: ValueId, deepest: u32) -> Option<Member> {
        if !self.checks.members {
            return None;
        }
        let Array {
            holder,
            field,
            followed,
        } = self.walk(path, base, deepest)?.array?;
        let aggregate = &self.module.aggregates[holder];
        let Parts::Fields(fields) = &aggregate.parts else {
            return None;
        };
        if aggregate
            .name
            .as_deref()
            .is_some_and(|name| name.starts_with("union."))
        {
            return None;
        }
        let found = fields.get(field as usize)?;
        let (count, bytes) = self.array(found.ty)?;
        let is_last = self.is_last(holder, field);
        let may_be_longer = match self.checks.flexible_arrays {
            _ if count == 0 => true,
            0 => is_last && !(followed && count > 1),
            1 => is_last && count <= 1,
            _ => false,
        };
        (!may_be_longer).then_some(Member {
            holder,
            field,
            bytes,
            at: found.at,
            holder_bytes: aggregate.bytes,
        })
    }

    fn walk(&self, path: &FieldPath, base: ValueId, deepest: u32) -> Option<Walk> {
        let mut walk = Walk {
            ty: path.ty,
            followed: deepest > 0 && self.is_followed(base, deepest - 1),
            array: None,
        };
        // The first step goes over whole elements of the base.
        for step in path.steps.iter().skip(1) {
            let Type::Aggregate(id) = walk.ty else {
                return None;
            };
            match (&self.module.aggregates[id].parts, step) {
                (Parts::Fields(fields), Step::Field(number)) => {
                    walk.ty = fields.get(*number as usize)?.ty;
                    walk.array = self.array(walk.ty).map(|_| Array {
                        holder: id,
                        field: *number,
                        followed: walk.followed,
                    });
                    walk.followed |= !self.is_last(id, *number);
                }
                (Parts::Elements { ty, count, .. }, Step::Element(index)) => {
                    walk.ty = *ty;
                    walk.followed |= *count > 1;
                    if self.function.integer(*index) != Some(0) {
                        walk.array = None;
                    }
                }
                _ => return None,
            }
        }
        Some(walk)
    }

    /// Whether something of a type follows what an address computation names in it.
    fn is_followed(&self, id: ValueId, deepest: u32) -> bool {
        let base = match &self.function.values[id].def {
            ValueDef::Instruction(Op::Address(place)) | ValueDef::ConstantAddress(place) => {
                place.base
            }
            _ => return false,
        };
        let walk = self
            .path(id)
            .and_then(|path| self.walk(path, base, deepest));
        walk.is_some_and(|walk| walk.followed)
    }

    fn path(&self, id: ValueId) -> Option<&FieldPath> {
        let paths = &self.function.paths;
        paths
            .get(&id)
            .or_else(|| self.function.constant_paths.0.get(&id))
    }

    /// Elements and bytes of an array.
    fn array(&self, ty: Type) -> Option<(u64, u64)> {
        let Type::Aggregate(id) = ty else { return None };
        let aggregate = &self.module.aggregates[id];
        match aggregate.parts {
            Parts::Elements { count, .. } => Some((count, aggregate.bytes)),
            Parts::Fields(_) => None,
        }
    }

    /// Whether nothing but padding, which may be an array of bytes, follows a field.
    fn is_last(&self, holder: AggregateId, field: u32) -> bool {
        let aggregate = &self.module.aggregates[holder];
        let Parts::Fields(fields) = &aggregate.parts else {
            return false;
        };
        let is_padding = |ty| {
            self.array(ty)
                .is_some_and(|(count, bytes)| count == bytes && bytes < aggregate.align)
        };
        let mut further = fields.iter().skip(field as usize + 1);
        further.all(|field| is_padding(field.ty))
    }

    /// The operand for a constant address, held to the array that it names.
    pub(super) fn held_constant(&mut self, id: ValueId, value: crate::concrete::Value) -> Operand {
        let number = self.code.constants.len();
        if let Some((member, distance)) = self.member_of_constant(id, DEEPEST) {
            self.code.held.push(Held {
                constant: number,
                distance,
                member,
            });
        }
        self.code.constants.push(value);
        Operand::constant(number)
    }

    /// The array that a constant address lies in, as the source names it, and how far from its start.
    fn member_of_constant(&self, id: ValueId, deepest: u32) -> Option<(Member, i64)> {
        let ValueDef::ConstantAddress(place) = &self.function.values[id].def else {
            return None;
        };
        if !place.is_constant() || deepest == 0 {
            return None;
        }
        let path = self.path(id);
        if let Some(member) = path.and_then(|path| self.member_of(path, place.base, deepest - 1)) {
            return Some((member, 0));
        }
        let (member, distance) = self.member_of_constant(place.base, deepest - 1)?;
        let distance = distance.wrapping_add(place.offset);
        let is_inside = u64::try_from(distance).is_ok_and(|at| at <= member.bytes);
        is_inside.then_some((member, distance))
    }

    /// The operand for the base of an address computation in an array: the first member of a global variable has the variable's address.
    pub(super) fn array_base(&mut self, id: ValueId, place: &Address) -> Option<Operand> {
        let ValueDef::Global(global) = self.function.values[place.base].def else {
            return None;
        };
        let path = self.function.paths.get(&id)?;
        self.array(path.ty).filter(|_| self.checks.members)?;
        let mut ty = self.module.globals[global].ty;
        let member = loop {
            let Type::Aggregate(holder) = ty else {
                return None;
            };
            let aggregate = &self.module.aggregates[holder];
            let Parts::Fields(fields) = &aggregate.parts else {
                return None;
            };
            let first = fields.first().filter(|first| first.at == 0)?;
            if first.ty == path.ty {
                break Member {
                    holder,
                    field: 0,
                    bytes: self.array(first.ty)?.1,
                    at: 0,
                    holder_bytes: aggregate.bytes,
                };
            }
            ty = first.ty;
        };
        if self.is_last(member.holder, 0) {
            return None;
        }
        let value = super::constant(self.module, self.function, self.symbols, place.base).ok()?;
        let constant = self.code.constants.len();
        self.code.held.push(Held {
            constant,
            distance: 0,
            member,
        });
        self.code.constants.push(value);
        Some(Operand::constant(constant))
    }
}
