//! What does one call say of the arguments that it passes (GreenArrays (2014), section 4.6)?
//!
//! Claims: what a call [proposes](Call::proposes) holds where it stands, in every execution that reaches it, and so does what it
//! [keeps](Call::keeps) of what others proposed.

use super::atoms::View;
use super::chains::{Outlives, Passing};
use super::expression::Expr;
use super::parameters::{DereferenceableBytes, Less, Parameters, values_of};
use super::ranges::Ranges;
use sanecc_ir::{BlockId, Function, Op, Type, ValueId, mutant};

/// Bytes of one element, as rooms are proposed with.
const SCALES: [i128; 5] = [1, 2, 4, 8, 16];
/// What an interval that does not stop growing is widened to: more than any type holds.
const FAR: i128 = 1 << 65;

/// The arguments of a call.
pub(super) fn arguments(function: &Function, call: ValueId) -> &[ValueId] {
    match function.op(call) {
        Some(Op::Call { arguments, .. }) => arguments,
        Some(_) | None => &[],
    }
}

/// One call, as far as its caller's ranges know its arguments.
pub(super) struct Call<'a> {
    ranges: &'a Ranges<'a>,
    block: BlockId,
    /// Of each integer argument both readings; index = number.
    integers: Vec<Option<[Expr; 2]>>,
    /// Of each pointer the bytes that are left behind it; index = number.
    left: Vec<Vec<Expr>>,
    /// Of each pointer whether the object behind it outlives the call; index = number.
    lives: Vec<bool>,
}

impl<'a> Call<'a> {
    /// What the caller's ranges know of the call; none where its arguments are not the callee's parameters.
    pub(super) fn of(
        ranges: &'a Ranges<'a>,
        callee: &Function,
        passing: Passing,
        outlives: &Outlives<'_>,
    ) -> Option<Self> {
        let caller = ranges.function;
        let arguments = arguments(caller, passing.call);
        let types = |function: &Function, values: &[ValueId]| -> Vec<Type> {
            values.iter().map(|v| function.values[*v].ty).collect()
        };
        let parameters = values_of(callee);
        if types(caller, arguments) != types(callee, &parameters) && !mutant!("parameters/types") {
            return None;
        }
        let block = passing.block;
        let known = |value: ValueId| !ranges.is_wild(value) || mutant!("parameters/poison");
        let integers = arguments.iter().map(|&value| {
            let integer = matches!(caller.values[value].ty, Type::Int(_)) && known(value);
            let read = |view| ranges.at(value, view, block);
            integer.then(|| Some([read(View::Signed)?, read(View::Unsigned)?]))?
        });
        let regions = ranges.regions();
        // Null points to no object.
        let object_root = |value: ValueId| {
            let root = regions.root(value)?;
            (!regions.may_be_null(root) || mutant!("parameters/null")).then_some(root)
        };
        let left = arguments.iter().map(|&value| {
            let root = object_root(value).filter(|_| known(value));
            let distance = ranges.at(value, View::Unsigned, block);
            let Some((root, distance)) = root.zip(distance) else {
                return Vec::new();
            };
            let dereferenceable = ranges.dereferenceable_bytes(root, block);
            dereferenceable
                .iter()
                .filter_map(|dereferenceable_bytes| dereferenceable_bytes.sub(&distance))
                .collect()
        });
        let lives = arguments.iter().map(|&value| {
            let pointees = object_root(value).and_then(|root| regions.pointees(root));
            // Parameters that are behind a root live as long as this function runs.
            pointees.is_some_and(|pointees| {
                let mut objects = pointees.objects.iter();
                objects.all(|&object| outlives(passing, object) || mutant!("caller-owned/outlives"))
            })
        });
        Some(Self {
            block,
            integers: integers.collect(),
            left: left.collect(),
            lives: lives.collect(),
            ranges,
        })
    }

    /// All that this call shows.
    pub(super) fn proposes(&self) -> Parameters {
        let mut known = Parameters {
            lives: self.lives.clone(),
            intervals: (0..self.integers.len()).map(|i| self.interval(i)).collect(),
            ..Parameters::default()
        };
        for pair in self.pairs() {
            known
                .less
                .extend(pair.into_iter().find(|one| self.is_less(one)));
        }
        for (pointer, left) in self.left.iter().enumerate() {
            if left.is_empty() {
                continue;
            }
            let dereferenceable = self.dereferenceable(pointer as u32);
            known.dereferenceable.extend(
                dereferenceable
                    .into_iter()
                    .filter(|dereferenceable_bytes| self.has(dereferenceable_bytes)),
            );
            let least = self.least(pointer);
            known
                .dereferenceable
                .extend((least > 0).then_some(DereferenceableBytes {
                    pointer: pointer as u32,
                    count: None,
                    scale: 0,
                    rest: least,
                }));
        }
        known
    }

    /// What of that this call has, too. Numbers that change are widened if that is asked for, so that they do not go on changing.
    pub(super) fn keeps(&self, mut known: Parameters, widen: bool) -> Parameters {
        for (number, interval) in known.intervals.iter_mut().enumerate() {
            let here = self.interval(number);
            if mutant!("parameters/interval-of-every-call") {
                continue;
            }
            *interval = interval.zip(here).map(|(all, here)| {
                [0, 1].map(|view| {
                    let ((a, b), (c, d)) = (all[view], here[view]);
                    let low = match c < a {
                        true if !widen => c,
                        true if c >= 0 => 0,
                        true => -FAR,
                        false => a,
                    };
                    let high = match d > b {
                        true if widen => FAR,
                        _ => b.max(d),
                    };
                    (low, high)
                })
            });
        }
        for (lives, here) in known.lives.iter_mut().zip(&self.lives) {
            *lives &= here | mutant!("caller-owned/every-call");
        }
        known.less.retain_mut(|one| {
            // What was less here may be at most the other there.
            let weaker = Less {
                distance: 0,
                ..*one
            };
            let kept = self.is_less(one) || self.is_less(&weaker);
            if kept && !self.is_less(one) {
                *one = weaker;
            }
            kept || mutant!("parameters/less-in-every-call")
        });
        known.dereferenceable.retain_mut(|dereferenceable_bytes| {
            match dereferenceable_bytes.count {
                _ if mutant!("parameters/room-in-every-call") => true,
                Some(_) => self.has(dereferenceable_bytes),
                None => {
                    let least = self.least(dereferenceable_bytes.pointer as usize);
                    let shrinks = least < dereferenceable_bytes.rest;
                    dereferenceable_bytes.rest = dereferenceable_bytes.rest.min(least);
                    dereferenceable_bytes.rest > 0 && !(shrinks && widen)
                }
            }
        });
        known
    }

    fn interval(&self, number: usize) -> Option<[(i128, i128); 2]> {
        let [signed, unsigned] = self.integers[number].as_ref()?;
        let interval = |e: &Expr| {
            let (low, high) = self.ranges.bounds(e, self.block, &[]);
            let low = low.filter(|low| *low >= 0).or_else(|| {
                let positive = self.ranges.nonnegative(e, self.block, &[]);
                if positive { Some(0) } else { low }
            });
            Some((low?, high?))
        };
        Some([interval(signed)?, interval(unsigned)?])
    }

    /// Every two integers, each before the other, in both views; the stronger relation first.
    fn pairs(&self) -> Vec<[Less; 2]> {
        let numbers = || (0..self.integers.len()).filter(|i| self.integers[*i].is_some());
        let mut pairs = Vec::new();
        for less in numbers() {
            for more in numbers().filter(|more| *more != less) {
                for view in [View::Signed, View::Unsigned] {
                    pairs.push([1, 0].map(|distance| Less {
                        view,
                        less: less as u32,
                        more: more as u32,
                        distance,
                    }));
                }
            }
        }
        pairs
    }

    fn is_less(&self, one: &Less) -> bool {
        let form = |number: u32| Some(&self.integers[number as usize].as_ref()?[one.view as usize]);
        let dereferenceable_bytes = form(one.more)
            .zip(form(one.less))
            .and_then(|(more, less)| more.sub(less)?.add_constant(-one.distance));
        dereferenceable_bytes.is_some_and(|dereferenceable_bytes| {
            self.ranges
                .nonnegative(&dereferenceable_bytes, self.block, &[])
        })
    }

    /// What might be behind a pointer: as many elements as another argument says, and the one that it names.
    fn dereferenceable(&self, pointer: u32) -> Vec<DereferenceableBytes> {
        let mut dereferenceable = Vec::new();
        for count in 0..self.integers.len() {
            let Some(forms) = &self.integers[count] else {
                continue;
            };
            for view in [View::Signed, View::Unsigned] {
                // One that is never negative reads the same in both.
                if view == View::Unsigned && forms[0] == forms[1] {
                    continue;
                }
                for scale in SCALES {
                    for rest in [0, scale] {
                        dereferenceable.push(DereferenceableBytes {
                            pointer,
                            count: Some((count as u32, view)),
                            scale,
                            rest,
                        });
                    }
                }
            }
        }
        dereferenceable
    }

    fn has(&self, dereferenceable_bytes: &DereferenceableBytes) -> bool {
        let Some((number, view)) = dereferenceable_bytes.count else {
            return self.least(dereferenceable_bytes.pointer as usize)
                >= dereferenceable_bytes.rest;
        };
        let Some(forms) = &self.integers[number as usize] else {
            return false;
        };
        self.left[dereferenceable_bytes.pointer as usize]
            .iter()
            .any(|left| {
                let rest = left.plus(&forms[view as usize], -dereferenceable_bytes.scale);
                let rest = rest.and_then(|e| e.add_constant(-dereferenceable_bytes.rest));
                rest.is_some_and(|rest| self.ranges.nonnegative(&rest, self.block, &[]))
            })
    }

    /// The bytes behind a pointer, as a number.
    fn least(&self, pointer: usize) -> i128 {
        let left = self.left[pointer].iter();
        let numbers = left.filter_map(|left| self.ranges.interval(left).0);
        numbers.max().unwrap_or(0)
    }
}
