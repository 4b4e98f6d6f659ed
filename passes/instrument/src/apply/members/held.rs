//! Which arrays does the source name in the address of an access?
//!
//! Claims: the address is computed from the start of a [`Held`] as that of an element of it, or of a part of such an element, by types that fit together from step to step. Gives up
//! at everything else: another type (a conversion), a pointer that is moved by whole structures, a step back by a constant (`container_of`).

use super::Distance;
use sanecc_analysis::LoadForwarding;
use sanecc_ir::{Address, Function, Member, Module, Op, Parts, Step, Type, ValueDef, ValueId};

/// How many steps are followed.
const DEEPEST: u32 = 16;

/// An array that is a member, and where an address lies in it.
pub(super) struct Held {
    /// The array.
    pub(super) member: Member,
    /// The address of its first byte.
    pub(super) start: ValueId,
    /// From there to the address.
    pub(super) distance: Distance,
    /// The instructions that compute it.
    pub(super) steps: Vec<ValueId>,
}

/// A function, and what is known of it.
pub(super) struct Source<'a> {
    pub(super) module: &'a Module,
    pub(super) function: &'a Function,
    /// What variables hold.
    pub(super) loads: &'a LoadForwarding,
    /// As `-fstrict-flex-arrays=` numbers it.
    pub(super) strict_flex_arrays: u8,
}

impl Source<'_> {
    /// The arrays that the source names, innermost first.
    pub(super) fn held(&self, address: ValueId) -> Vec<Held> {
        let (module, function) = (self.module, self.function);
        let mut found = Vec::new();
        let mut at = address;
        // The type that what lies at `at` has as the source goes on from there.
        let mut inner: Option<Type> = None;
        let (mut distance, mut steps) = (Distance::default(), Vec::new());
        for _ in 0..DEEPEST {
            if let Some(earlier) = self.loads.same(at) {
                steps.push(at);
                at = earlier;
                continue;
            }
            let Some(place) = computation(function, at) else {
                break;
            };
            distance.add(function, place);
            if matches!(function.op(at), Some(Op::Address(_))) {
                steps.push(at);
            }
            let Some(path) = function.paths.get(&at) else {
                match self.is_moved_by_elements(place, inner) {
                    true => at = place.base,
                    false => break,
                }
                continue;
            };
            let target = target(module, path.ty, &path.steps);
            let fits = inner.is_none_or(|inner| target == Some(inner));
            if !fits || !starts_at_base(function, &path.steps) {
                break;
            }
            if is_array(module, path.ty) {
                let first = || module.first_member(function, at);
                let member = module.member(function, place.base).or_else(first);
                let is_it = |member: &Member| {
                    member.elements.is_some() && is_type_of(module, member, path.ty)
                };
                if let Some(member) = member.filter(is_it)
                    && !member.may_be_longer(self.strict_flex_arrays)
                {
                    found.push(Held {
                        member,
                        start: place.base,
                        distance: distance.clone(),
                        steps: steps.clone(),
                    });
                }
            }
            inner = Some(path.ty);
            at = place.base;
        }
        found
    }

    /// The innermost array that a pointer is held to that is kept, or passed: the array, and the address of its first byte. It may be that address itself.
    pub(super) fn kept(&self, pointer: ValueId) -> Option<(Member, ValueId)> {
        let innermost = self.held(pointer).into_iter().next();
        let named = innermost.map(|held| (held.member, held.start));
        let itself = || {
            let member = self.module.member(self.function, pointer)?;
            let is_it = member.elements.is_some() && !member.may_be_longer(self.strict_flex_arrays);
            is_it.then_some((member, pointer))
        };
        named.or_else(itself)
    }

    /// Whether a step without types goes on by whole elements of the array that its base is an element of, and not back by a constant.
    fn is_moved_by_elements(&self, place: &Address, inner: Option<Type>) -> bool {
        let Some(stride) = self.stride(place.base, inner) else {
            return false;
        };
        match place.terms.as_slice() {
            [] => place.offset >= 0 && stride > 0 && place.offset % stride == 0,
            [term] => place.offset == 0 && term.scale == stride,
            _ => false,
        }
    }

    /// Bytes from one element to the next of the array that an address names an element of, if these are of the inner type.
    fn stride(&self, address: ValueId, inner: Option<Type>) -> Option<i64> {
        let mut at = address;
        for _ in 0..DEEPEST {
            if let Some(path) = self.function.paths.get(&at) {
                let Type::Aggregate(id) = path.ty else {
                    return None;
                };
                return match &self.module.aggregates[id].parts {
                    Parts::Elements { ty, stride, .. }
                        if inner.is_none_or(|inner| inner == *ty) =>
                    {
                        i64::try_from(*stride).ok()
                    }
                    _ => None,
                };
            }
            // Elements may be counted in several steps.
            at = match self.loads.same(at) {
                Some(earlier) => earlier,
                None => computation(self.function, at)?.base,
            };
        }
        None
    }
}

/// How an address is computed, if it is.
pub(super) fn computation(function: &Function, address: ValueId) -> Option<&Address> {
    match &function.values[address].def {
        ValueDef::Instruction(Op::Address(place)) | ValueDef::ConstantAddress(place) => Some(place),
        _ => None,
    }
}

/// Whether the first step, over whole elements of the base, goes nowhere.
fn starts_at_base(function: &Function, steps: &[Step]) -> bool {
    matches!(steps.first(), Some(Step::Element(index)) if function.integer(*index) == Some(0))
}

/// The type that the steps lead to; none through a union.
fn target(module: &Module, ty: Type, steps: &[Step]) -> Option<Type> {
    let mut ty = ty;
    for step in steps.iter().skip(1) {
        let Type::Aggregate(id) = ty else {
            return None;
        };
        let aggregate = &module.aggregates[id];
        let name = aggregate.name.as_deref().unwrap_or_default();
        ty = match (&aggregate.parts, step) {
            (Parts::Fields(fields), Step::Field(number)) if !name.starts_with("union.") => {
                fields.get(*number as usize)?.ty
            }
            (Parts::Elements { ty, .. }, Step::Element(_)) => *ty,
            _ => return None,
        };
    }
    Some(ty)
}

fn is_array(module: &Module, ty: Type) -> bool {
    matches!(ty, Type::Aggregate(id) if matches!(module.aggregates[id].parts, Parts::Elements { .. }))
}

/// Whether a member has this type.
fn is_type_of(module: &Module, member: &Member, ty: Type) -> bool {
    match &module.aggregates[member.holder].parts {
        Parts::Fields(fields) => {
            let field = fields.get(member.field as usize);
            field.is_some_and(|field| field.ty == ty)
        }
        Parts::Elements { .. } => false,
    }
}
