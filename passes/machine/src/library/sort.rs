//! Sorting and searching with functions of the program, of `<stdlib.h>` and `<search.h>`.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::Stop;
use sanecc_ir::Type;

pub(super) const TABLE: &[Row] = &[
    ("bsearch", bsearch),
    ("lfind", lfind),
    ("qsort", qsort),
    ("qsort_r", qsort_r),
];

/// What compares two elements.
struct Order {
    function: Pointer,
    /// The third argument of `qsort_r`.
    context: Option<Pointer>,
}

impl Order {
    fn compare(&self, call: &mut dyn Call, left: Pointer, right: Pointer) -> Result<i32, Stop> {
        let types = [Type::Pointer(0); 3];
        let mut arguments = vec![Value::pointer(left), Value::pointer(right)];
        arguments.extend(self.context.map(Value::pointer));
        let result = call.call_back(self.function, &arguments, &types[..arguments.len()])?;
        match result.number() {
            Some(bits) => Ok(bits as u32 as i32),
            None => Err(Stop::Fault(crate::fault::Fault::Uninitialized {
                for_what: crate::fault::Use::Library,
                poison: result == Value::Poison,
            })),
        }
    }
}

fn qsort(call: &mut dyn Call) -> Outcome {
    let function = call.pointer(3)?;
    let order = Order {
        function,
        context: None,
    };
    sort(call, &order)
}

fn qsort_r(call: &mut dyn Call) -> Outcome {
    let (function, context) = (call.pointer(3)?, call.pointer(4)?);
    let order = Order {
        function,
        context: Some(context),
    };
    sort(call, &order)
}

/// Merges as the C library of Linux does up to version 2.36: equal elements keep their order, and pairs are compared in the same order.
fn sort(call: &mut dyn Call, order: &Order) -> Outcome {
    let (base, count, bytes) = (call.pointer(0)?, call.size(1)?, call.size(2)?);
    if count < 2 || bytes == 0 {
        return Ok(Value::nothing());
    }
    let all = count.saturating_mul(bytes);
    call.reachable(base, all)?;
    let element = |index: usize| base.offset((index as u64 * bytes) as i64);
    let mut indices: Vec<usize> = (0..count as usize).collect();
    merge_sort(call, order, &element, &mut indices)?;
    let copy = call.allocate(all, 16, false).ok_or_else(|| {
        Stop::Unsupported("qsort of an array for a copy of which there is no memory".to_owned())
    })?;
    call.copy(copy, base, all, false)?;
    for (place, index) in indices.iter().enumerate() {
        if place != *index {
            let from = copy.offset((*index as u64 * bytes) as i64);
            call.copy(element(place), from, bytes, false)?;
        }
    }
    call.release(copy)?;
    Ok(Value::nothing())
}

fn merge_sort(
    call: &mut dyn Call,
    order: &Order,
    element: &dyn Fn(usize) -> Pointer,
    indices: &mut [usize],
) -> Result<(), Stop> {
    if indices.len() < 2 {
        return Ok(());
    }
    let (left, right) = indices.split_at_mut(indices.len() / 2);
    merge_sort(call, order, element, left)?;
    merge_sort(call, order, element, right)?;
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut one, mut other) = (0, 0);
    while one < left.len() && other < right.len() {
        match order.compare(call, element(left[one]), element(right[other]))? {
            ..=0 => {
                merged.push(left[one]);
                one += 1;
            }
            1.. => {
                merged.push(right[other]);
                other += 1;
            }
        }
    }
    merged.extend_from_slice(&left[one..]);
    merged.extend_from_slice(&right[other..]);
    indices.copy_from_slice(&merged);
    Ok(())
}

fn bsearch(call: &mut dyn Call) -> Outcome {
    let (key, base) = (call.pointer(0)?, call.pointer(1)?);
    let (mut low, mut high, bytes) = (0, call.size(2)?, call.size(3)?);
    let order = Order {
        function: call.pointer(4)?,
        context: None,
    };
    while low < high {
        let middle = low + (high - low) / 2;
        let place = base.offset((middle * bytes) as i64);
        match order.compare(call, key, place)? {
            0 => return Ok(Value::pointer(place)),
            ..0 => high = middle,
            1.. => low = middle + 1,
        }
    }
    Ok(Value::pointer(Pointer::NULL))
}

fn lfind(call: &mut dyn Call) -> Outcome {
    let (key, base, place, bytes) = (
        call.pointer(0)?,
        call.pointer(1)?,
        call.pointer(2)?,
        call.size(3)?,
    );
    let size = call.size_bytes();
    let count = call.read_number(place, size)?;
    let order = Order {
        function: call.pointer(4)?,
        context: None,
    };
    for index in 0..count {
        let place = base.offset((index * bytes) as i64);
        if order.compare(call, key, place)? == 0 {
            return Ok(Value::pointer(place));
        }
    }
    Ok(Value::pointer(Pointer::NULL))
}
