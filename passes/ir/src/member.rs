//! Which member of a structure does an address name, and how many bytes from there on belong to it?
//!
//! Claims: the source names the member, by the path of the address computation ([`FieldPath`]); its bytes are those of its type. Members of unions are not named by
//! types, so they have no answer. An array at the end of a structure may have any length in C: [`Member::may_be_longer`] tells.

use crate::{
    Address, AggregateId, FieldPath, Function, Module, Op, Parts, Step, Type, ValueDef, ValueId,
};

/// How far back computations of addresses are followed.
const DEEPEST: u32 = 8;

/// A member of a structure. The address that names it is that of its first byte.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Member {
    /// The structure.
    pub holder: AggregateId,
    /// The number of the field.
    pub field: u32,
    /// Bytes of the member.
    pub bytes: u64,
    /// Bytes from the start of the structure.
    pub at: u64,
    /// Bytes of the structure.
    pub holder_bytes: u64,
    /// How many elements it has, if it is an array.
    pub elements: Option<u64>,
    /// Nothing but padding follows it in its structure.
    pub is_last: bool,
    /// Something follows its structure in the type around it.
    pub is_followed: bool,
}

impl Member {
    /// Whether it is an array that may have more elements than its type says, as `-fstrict-flex-arrays=` numbers what clang takes for such: each that
    /// ends its structure (0), those of at most one element (1), those of none (2 and more). One with something behind its structure has its own length.
    pub fn may_be_longer(&self, strict_flex_arrays: u8) -> bool {
        match (self.elements, strict_flex_arrays) {
            (None, _) => false,
            (Some(0), _) => true,
            (Some(count), 0) => self.is_last && !(self.is_followed && count > 1),
            (Some(count), 1) => self.is_last && count <= 1,
            _ => false,
        }
    }
}

/// Where a walk along a path is: in which type, and whether something of the types around it follows.
struct Walk {
    ty: Type,
    is_followed: bool,
    /// The last field, whether something follows its structure, if the walk is still at the field's start.
    field: Option<(AggregateId, u32, bool)>,
}

impl Module {
    /// The member that an address names, be it computed by an instruction or a constant.
    pub fn member(&self, function: &Function, address: ValueId) -> Option<Member> {
        let path = function.paths.get(&address)?;
        self.member_of(function, path, computation(function, address)?.base)
    }

    /// The innermost member of those `fits` takes that a constant address lies in, and how many bytes from its start.
    pub fn member_around(
        &self,
        function: &Function,
        address: ValueId,
        fits: impl Fn(&Member) -> bool,
    ) -> Option<(Member, i64)> {
        let (mut at, mut distance) = (address, 0i64);
        for _ in 0..DEEPEST {
            if let Some(member) = self.member(function, at).filter(&fits) {
                let is_inside = u64::try_from(distance).is_ok_and(|by| by <= member.bytes);
                return is_inside.then_some((member, distance));
            }
            let ValueDef::ConstantAddress(place) = &function.values[at].def else {
                return None;
            };
            if !place.is_constant() {
                return None;
            }
            distance = distance.wrapping_add(place.offset);
            at = place.base;
        }
        None
    }

    /// The array that the base of an address computation is: a global variable has the address of its first member, and an element of that is computed from
    /// the variable itself.
    pub fn first_member(&self, function: &Function, address: ValueId) -> Option<Member> {
        let path = function.paths.get(&address)?;
        self.elements(path.ty)?;
        let base = computation(function, address)?.base;
        let ValueDef::Global(global) = function.values[base].def else {
            return None;
        };
        let mut ty = self.globals[global].ty;
        loop {
            let Type::Aggregate(holder) = ty else {
                return None;
            };
            let first = self.fields(holder)?.first().filter(|first| first.at == 0)?;
            if first.ty == path.ty {
                let member = self.described((holder, 0, false))?;
                return (!member.is_last).then_some(member);
            }
            ty = first.ty;
        }
    }

    fn member_of(&self, function: &Function, path: &FieldPath, base: ValueId) -> Option<Member> {
        self.described(self.walk(function, path, base, DEEPEST)?.field?)
    }

    fn described(&self, (holder, field, is_followed): (AggregateId, u32, bool)) -> Option<Member> {
        let aggregate = &self.aggregates[holder];
        let name = aggregate.name.as_deref().unwrap_or_default();
        if name.starts_with("union.") {
            return None;
        }
        let found = self.fields(holder)?.get(field as usize)?;
        Some(Member {
            holder,
            field,
            bytes: self.bytes_of(found.ty)?,
            at: found.at,
            holder_bytes: aggregate.bytes,
            elements: self.elements(found.ty),
            is_last: self.is_last(holder, field),
            is_followed,
        })
    }

    fn walk(
        &self,
        function: &Function,
        path: &FieldPath,
        base: ValueId,
        deepest: u32,
    ) -> Option<Walk> {
        let mut walk = Walk {
            ty: path.ty,
            is_followed: deepest > 0 && self.is_followed(function, base, deepest - 1),
            field: None,
        };
        // The first step goes over whole elements of the base.
        for step in path.steps.iter().skip(1) {
            let Type::Aggregate(id) = walk.ty else {
                return None;
            };
            match (&self.aggregates[id].parts, step) {
                (Parts::Fields(fields), Step::Field(number)) => {
                    walk.ty = fields.get(*number as usize)?.ty;
                    walk.field = Some((id, *number, walk.is_followed));
                    walk.is_followed |= !self.is_last(id, *number);
                }
                (Parts::Elements { ty, count, .. }, Step::Element(index)) => {
                    walk.ty = *ty;
                    walk.is_followed |= *count > 1;
                    if function.integer(*index) != Some(0) {
                        walk.field = None;
                    }
                }
                _ => return None,
            }
        }
        Some(walk)
    }

    /// Whether something of a type follows what an address names in it.
    fn is_followed(&self, function: &Function, address: ValueId, deepest: u32) -> bool {
        let walk = function.paths.get(&address).and_then(|path| {
            let base = computation(function, address)?.base;
            self.walk(function, path, base, deepest)
        });
        walk.is_some_and(|walk| walk.is_followed)
    }

    fn fields(&self, holder: AggregateId) -> Option<&[crate::Field]> {
        match &self.aggregates[holder].parts {
            Parts::Fields(fields) => Some(fields),
            Parts::Elements { .. } => None,
        }
    }

    /// Elements of an array.
    fn elements(&self, ty: Type) -> Option<u64> {
        let Type::Aggregate(id) = ty else { return None };
        match self.aggregates[id].parts {
            Parts::Elements { count, .. } => Some(count),
            Parts::Fields(_) => None,
        }
    }

    /// Whether nothing but padding, which may be an array of bytes without name, follows a field.
    fn is_last(&self, holder: AggregateId, field: u32) -> bool {
        let align = self.aggregates[holder].align;
        let Some(fields) = self.fields(holder) else {
            return false;
        };
        let is_padding = |field: &crate::Field| {
            let bytes = self.bytes_of(field.ty);
            let is_bytes = self.elements(field.ty).is_some_and(|n| Some(n) == bytes);
            is_bytes && field.name.is_none() && bytes.is_some_and(|bytes| bytes < align)
        };
        fields.iter().skip(field as usize + 1).all(is_padding)
    }
}

/// How an address is computed, if it is.
fn computation(function: &Function, address: ValueId) -> Option<&Address> {
    match &function.values[address].def {
        ValueDef::Instruction(Op::Address(place)) | ValueDef::ConstantAddress(place) => Some(place),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Id;

    /// `struct { int n; char a[4]; struct { long l; short tail[2]; } in; }`, with names as debug information has them.
    const TEXT: &str = r#"
        t0 = array 4 of i8
        t1 = array 2 of i16
        t2 = struct "struct.inner" { 0 "l": i64, 8 "tail": t1 }
        t3 = struct "struct.outer" { 0 "n": i32, 4 "a": t0, 8 "in": t2 }
        t4 = struct "union.either" { 0 "a": t0 }
        t5 = struct "struct.first" { 0 "a": t0, 4 "n": i32 }
        g0 @g : t3
        g1 @first : t5
        f0 define @f(v0: ptr, v1: i64) -> void
          const v20: ptr = (g0 + 4) path t3 [i32 0] 1
        b0:
          v2 = address v0 + 4
            path t3 [i32 0] 1
          v3 = address v0 + 16
            path t3 [i32 0] 2 1
          v4 = address v0 + v1*1 + 4
            path t3 [i32 0] 1 [v1]
          v5 = address v0
            path t4 [i32 0] 0
          v6 = address v0
            path t3 [i32 0] 0
          v7 = address v0 + 8
            path t3 [i32 0] 2
          v8 = address v7 + 8
            path t2 [i32 0] 1
          v9 = address v0 + 8
            path t2 [i32 0] 1
          v10 = address g1 + v1*1
            path t0 [i32 0] [v1]
          v11 = store (v20 + 3), i8 1
          v12 = return
    "#;

    #[test]
    fn an_address_names_a_member_with_its_bounds() {
        let module = Module::parse(TEXT).unwrap_or_else(|error| panic!("{error}"));
        let function = &module.functions[Id::from_index(0)];
        let of = |value| module.member(function, Id::from_index(value));
        let bounds = |value| of(value).map(|member| (member.at, member.bytes, member.elements));
        assert_eq!(bounds(2), Some((4, 4, Some(4))));
        assert_eq!(bounds(3), Some((8, 4, Some(2))));
        // Not the start of the array, a union, no computation.
        assert_eq!((of(4), of(5), of(1)), (None, None, None));
        assert_eq!(bounds(6), Some((0, 4, None)));
        assert_eq!(bounds(7), Some((8, 16, None)));
        assert_eq!(bounds(20), Some((4, 4, Some(4))));
        let first = module.first_member(function, Id::from_index(10));
        assert_eq!(first.map(|member| (member.at, member.bytes)), Some((0, 4)));
        assert_eq!(module.first_member(function, Id::from_index(4)), None);
    }

    #[test]
    fn arrays_at_the_end_may_be_longer_unless_something_follows() {
        let module = Module::parse(TEXT).unwrap_or_else(|error| panic!("{error}"));
        let function = &module.functions[Id::from_index(0)];
        let longer = |value, level| {
            let member = module.member(function, Id::from_index(value));
            member.map(|member| member.may_be_longer(level))
        };
        assert_eq!((longer(2, 0), longer(8, 0)), (Some(false), Some(true)));
        assert_eq!((longer(9, 0), longer(9, 1)), (Some(true), Some(false)));
        assert_eq!(longer(6, 0), Some(false));
        let one = Member {
            elements: Some(1),
            ..module.member(function, Id::from_index(9)).unwrap()
        };
        assert!(one.may_be_longer(1) && !one.may_be_longer(2));
        let none = Member {
            elements: Some(0),
            ..one
        };
        assert!(none.may_be_longer(3));
    }

    #[test]
    fn a_constant_address_lies_in_a_member() {
        let module = Module::parse(TEXT).unwrap_or_else(|error| panic!("{error}"));
        let function = &module.functions[Id::from_index(0)];
        let Some(Op::Store { pointer, .. }) = function.op(Id::from_index(11)) else {
            panic!("it is a store");
        };
        let around = |fits: fn(&Member) -> bool| module.member_around(function, *pointer, fits);
        let (member, distance) = around(|member| member.elements.is_some()).unwrap();
        assert_eq!((member.field, distance), (1, 3));
        assert_eq!(around(|_| false), None);
    }

    #[test]
    fn members_are_in_the_printed_form() {
        let module = Module::parse(TEXT).unwrap_or_else(|error| panic!("{error}"));
        let again = Module::parse(&module.full_text()).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again, module);
        assert_eq!(again.functions[Id::from_index(0)].paths.len(), 10);
    }
}
