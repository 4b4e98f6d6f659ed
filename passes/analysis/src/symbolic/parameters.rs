//! What is known of a function's parameters because all its calls are (GreenArrays (2014), section 4.6)?
//!
//! Integers lie in the intervals of all arguments. SpatialFailure these, relations between parameters are kept where every call has them, the
//! GreenArrays' less-than chains: one integer is less than another, and so many bytes are there behind a pointer as another parameter says.
//! [`super::chains`] finds them.
//!
//! Claims: where a function begins, its integers lie in the intervals and fulfil the relations, and each pointer is the start of, or
//! a place in, an object with so many dereferenceable bytes after it. No argument that anything is said of may be poison. Where it is said that the object
//! [lives](Parameters::lives), it does so until the function returns.

use super::atoms::View;
use super::expression::Expr;
use super::forms::{Forms, limits};
use super::order::Knowledge;
use super::ranges::Ranges;
use sanecc_ir::{Function, Id, ValueDef, ValueId};

/// `more - less >= distance`, of two integer parameters by their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Less {
    /// How both are read.
    pub view: View,
    /// The smaller one.
    pub less: u32,
    /// The larger one.
    pub more: u32,
    /// At least so much.
    pub distance: i128,
}

/// At least `scale * count + rest` bytes are there behind a pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DereferenceableBytes {
    /// Number of the pointer among the parameters.
    pub pointer: u32,
    /// The parameter that counts, read in this way; without, it is only the rest.
    pub count: Option<(u32, View)>,
    /// Bytes for each.
    pub scale: i128,
    /// Bytes beyond them.
    pub rest: i128,
}

/// All of it for one function. Nothing is known by default.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parameters {
    /// Of integers, in both views; index = number.
    pub intervals: Vec<Option<[(i128, i128); 2]>>,
    /// The chains.
    pub less: Vec<Less>,
    /// Dereferenceable bytes of pointers.
    pub dereferenceable: Vec<DereferenceableBytes>,
    /// Whether the object behind a pointer lives as long as the function runs; index = number.
    pub lives: Vec<bool>,
}

impl Parameters {
    /// The parameters of which something is said together with this one.
    pub(super) fn beside(&self, number: u32) -> impl Iterator<Item = u32> {
        let chains = self.less.iter().filter_map(move |one| match number {
            _ if one.less == number => Some(one.more),
            _ if one.more == number => Some(one.less),
            _ => None,
        });
        let dereferenceable = self
            .dereferenceable
            .iter()
            .filter(move |r| r.pointer == number);
        chains.chain(
            dereferenceable
                .filter_map(|dereferenceable_bytes| Some(dereferenceable_bytes.count?.0)),
        )
    }
}

/// The values of the parameters; index = number.
pub(crate) fn values_of(function: &Function) -> Vec<ValueId> {
    let mut values = Vec::new();
    for (id, value) in function.values.iter() {
        if let ValueDef::Param(number) = value.def {
            assert_eq!(number as usize, values.len());
            values.push(id);
        }
    }
    values
}

impl Ranges<'_> {
    /// Says of parameters that were asked for what their calls say.
    pub(super) fn begin(&mut self) {
        let parameters = self.regions.parameters.clone();
        let values = self.regions.values.clone();
        for (&value, intervals) in values.iter().zip(&parameters.intervals) {
            if let Some(intervals) = *intervals
                && self.forms(value).is_some()
                && let Some(bits) = self.bits(value)
            {
                let forms = self.between(value, bits, intervals);
                self.values[value.index()] = Some(forms);
            }
        }
        for Less {
            view,
            less,
            more,
            distance,
        } in parameters.less
        {
            let form = |number: u32| {
                let forms = self.forms(*values.get(number as usize)?)?;
                Some(forms.exact[view as usize].clone())
            };
            let fact = form(more)
                .zip(form(less))
                .and_then(|(more, less)| more.sub(&less)?.add_constant(-distance));
            let Some(fact) = fact.filter(|fact| fact.as_constant().is_none()) else {
                continue;
            };
            for atom in fact.atoms().collect::<Vec<_>>() {
                if let Some(Some(known)) = self.known.get_mut(atom.index()) {
                    known.facts.push(fact.clone());
                }
            }
        }
    }

    /// A value in these intervals; where they say that it has no sign, both views are one.
    fn between(&mut self, value: ValueId, bits: u32, intervals: [(i128, i128); 2]) -> Forms {
        let mut one = |view: View| {
            let (low, high) = intervals[view as usize];
            let limit = limits(bits, view);
            let knowledge = Knowledge {
                low: low.max(limit.0),
                high: high.min(limit.1),
                ..Knowledge::default()
            };
            self.symbol(super::atoms::Symbol { value, view }, knowledge)
        };
        if intervals[0].0 >= 0 {
            return Forms::exactly(one(View::Signed));
        }
        let exact = [View::Signed, View::Unsigned].map(one);
        Forms {
            congruent: exact.clone(),
            exact,
            wild: false,
        }
    }

    /// The bytes behind a pointer that was passed.
    pub(super) fn dereferenceable_of(&self, dereferenceable: &[DereferenceableBytes]) -> Vec<Expr> {
        let bytes = |dereferenceable_bytes: &DereferenceableBytes| {
            let rest = Expr::constant(dereferenceable_bytes.rest);
            let Some((number, view)) = dereferenceable_bytes.count else {
                return Some(rest);
            };
            let value = *self.regions.values.get(number as usize)?;
            let count = self.forms(value).filter(|forms| !forms.wild)?;
            rest.plus(&count.exact[view as usize], dereferenceable_bytes.scale)
        };
        dereferenceable.iter().filter_map(bytes).collect()
    }
}
