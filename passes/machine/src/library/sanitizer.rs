//! The interface of AddressSanitizer that programs call: bytes that they forbid themselves, and questions about memory.

use super::typed::Outcome;
use super::{Call, Row};
use crate::concrete::{Pointer, Value};
use crate::fault::{Fault, Stop};
use crate::memory::Poison;

pub(super) const TABLE: &[Row] = &[
    ("__asan_address_is_poisoned", is_poisoned),
    ("__asan_handle_no_return", |_| Ok(Value::nothing())),
    ("__asan_load_cxx_array_cookie", load_cookie),
    ("__asan_poison_cxx_array_cookie", |call| {
        // Memory of an allocator of the program's own is used again without a word.
        let cookie = call.pointer(0)?;
        if let Some((_, _, true)) = call.object_around(cookie) {
            call.set_poison(cookie.address, COOKIE, Some(Poison::Cookie));
        }
        Ok(Value::nothing())
    }),
    ("__asan_poison_intra_object_redzone", |call| {
        set(call, Some(Poison::Member))
    }),
    ("__asan_poison_memory_region", |call| {
        set(call, Some(Poison::User))
    }),
    ("__asan_region_is_poisoned", region_is_poisoned),
    ("__asan_unpoison_intra_object_redzone", |call| {
        set(call, None)
    }),
    ("__asan_unpoison_memory_region", |call| set(call, None)),
    ("__sanitizer_annotate_contiguous_container", annotate),
    (
        "__sanitizer_annotate_double_ended_contiguous_container",
        annotate_queue,
    ),
    (
        "__sanitizer_contiguous_container_find_bad_address",
        |call| find_bad(call).map(Value::pointer),
    ),
    (
        "__sanitizer_double_ended_contiguous_container_find_bad_address",
        |call| find_bad_in_queue(call).map(Value::pointer),
    ),
    ("__sanitizer_finish_switch_fiber", finish_switch),
    ("__sanitizer_get_allocated_size", allocated_size),
    ("__sanitizer_get_ownership", |call| {
        let place = call.pointer(0)?;
        Ok(Value::int(i32::from(allocation_at(call, place).is_some())))
    }),
    ("__sanitizer_start_switch_fiber", start_switch),
    ("__sanitizer_unaligned_load16", |call| load(call, 2)),
    ("__sanitizer_unaligned_load32", |call| load(call, 4)),
    ("__sanitizer_unaligned_load64", |call| load(call, 8)),
    ("__sanitizer_unaligned_store16", |call| store(call, 2)),
    ("__sanitizer_unaligned_store32", |call| store(call, 4)),
    ("__sanitizer_unaligned_store64", |call| store(call, 8)),
    ("__sanitizer_verify_contiguous_container", |call| {
        let bad = find_bad(call)?;
        Ok(Value::int(i32::from(bad.is_null())))
    }),
    (
        "__sanitizer_verify_double_ended_contiguous_container",
        |call| {
            let bad = find_bad_in_queue(call)?;
            Ok(Value::int(i32::from(bad.is_null())))
        },
    ),
];

/// Bytes of the number of elements in front of an array.
const COOKIE: u64 = 8;
/// Bytes of the page at address zero, which is nobody's.
const ZERO_PAGE: u64 = 4096;

fn set(call: &mut dyn Call, poison: Option<Poison>) -> Outcome {
    let (start, bytes) = (call.integer(0)?, call.size(1)?);
    call.set_poison(start, bytes, poison);
    Ok(Value::nothing())
}

fn is_poisoned(call: &mut dyn Call) -> Outcome {
    let address = call.integer(0)?;
    let is_poisoned = address >= ZERO_PAGE && call.first_poisoned(address, 1).is_some();
    Ok(Value::int(i32::from(is_poisoned)))
}

fn region_is_poisoned(call: &mut dyn Call) -> Outcome {
    let (start, bytes) = (call.pointer(0)?, call.size(1)?);
    let first = call.first_poisoned(start.address, bytes);
    Ok(Value::pointer(match first {
        Some(first) => start.offset(first.wrapping_sub(start.address) as i64),
        None => Pointer::NULL,
    }))
}

/// An array that is gone has no elements: the error is found where it is freed again.
fn load_cookie(call: &mut dyn Call) -> Outcome {
    let cookie = call.pointer(0)?;
    let count = call.read_forbidden(cookie);
    Ok(Value::integer(count.unwrap_or(0)))
}

/// The machine sees by itself which stack is in use: what a program keeps for the switch back is nothing.
fn start_switch(call: &mut dyn Call) -> Outcome {
    let save = call.pointer(0)?;
    if !save.is_null() {
        call.store_pointer(save, Pointer::NULL)?;
    }
    Ok(Value::nothing())
}

fn finish_switch(call: &mut dyn Call) -> Outcome {
    let (bottom, size) = (call.pointer(1)?, call.pointer(2)?);
    if !bottom.is_null() {
        call.store_pointer(bottom, Pointer::NULL)?;
    }
    if !size.is_null() {
        call.write_number(size, 0, 8)?;
    }
    Ok(Value::nothing())
}

/// Forbids all of a container but its elements.
fn allow_only(call: &mut dyn Call, container: [u64; 2], elements: [u64; 2]) {
    let [begin, end] = container;
    call.set_poison(begin, end - begin, Some(Poison::Container));
    call.set_poison(elements[0], elements[1] - elements[0], None);
}

/// The arguments, which are addresses.
fn addresses<const N: usize>(call: &mut dyn Call) -> Result<[u64; N], Stop> {
    let mut all = [0; N];
    for (number, address) in all.iter_mut().enumerate() {
        *address = call.integer(number)?;
    }
    Ok(all)
}

fn bad(call: &mut dyn Call) -> Stop {
    let pointer = call.pointer(0).unwrap_or(Pointer::NULL);
    let function = call.name();
    Fault::BadArguments { function, pointer }.into()
}

fn annotate(call: &mut dyn Call) -> Outcome {
    let [begin, end, old, new] = addresses(call)?;
    let is_inside = |middle| begin <= middle && middle <= end;
    if !(is_inside(old) && is_inside(new)) {
        return Err(bad(call));
    }
    allow_only(call, [begin, end], [begin, new]);
    Ok(Value::nothing())
}

fn annotate_queue(call: &mut dyn Call) -> Outcome {
    let [begin, end, old_begin, old_end, new_begin, new_end] = addresses(call)?;
    let is_inside = |from, to| begin <= from && from <= to && to <= end;
    if !(is_inside(old_begin, old_end) && is_inside(new_begin, new_end)) {
        return Err(bad(call));
    }
    allow_only(call, [begin, end], [new_begin, new_end]);
    Ok(Value::nothing())
}

/// The first address of a container that may be accessed where no element is, or the other way round; null for none.
fn wrong(call: &mut dyn Call, container: [u64; 2], elements: [u64; 2]) -> Result<Pointer, Stop> {
    let start = call.pointer(0)?;
    let at = |address: u64| start.offset(address.wrapping_sub(container[0]) as i64);
    if let Some(first) = call.first_poisoned(elements[0], elements[1] - elements[0]) {
        return Ok(at(first));
    }
    for [from, to] in [[container[0], elements[0]], [elements[1], container[1]]] {
        let allowed = (from..to).find(|address| call.first_poisoned(*address, 1).is_none());
        if let Some(allowed) = allowed {
            return Ok(at(allowed));
        }
    }
    Ok(Pointer::NULL)
}

fn find_bad(call: &mut dyn Call) -> Result<Pointer, Stop> {
    let [begin, middle, end] = addresses(call)?;
    match begin <= middle && middle <= end {
        true => wrong(call, [begin, end], [begin, middle]),
        false => Err(bad(call)),
    }
}

fn find_bad_in_queue(call: &mut dyn Call) -> Result<Pointer, Stop> {
    let [begin, first, last, end] = addresses(call)?;
    match begin <= first && first <= last && last <= end {
        true => wrong(call, [begin, end], [first, last]),
        false => Err(bad(call)),
    }
}

/// Bytes of the allocation that begins at an address.
fn allocation_at(call: &dyn Call, place: Pointer) -> Option<u64> {
    let (start, bytes, is_heap) = call.object_around(place)?;
    (is_heap && start.address == place.address).then_some(bytes)
}

fn allocated_size(call: &mut dyn Call) -> Outcome {
    let place = call.pointer(0)?;
    match allocation_at(call, place) {
        _ if place.is_null() => Ok(call.of_size(0)),
        Some(bytes) => Ok(call.of_size(bytes)),
        None => Err(bad(call)),
    }
}

fn load(call: &mut dyn Call, bytes: u64) -> Outcome {
    let from = call.pointer(0)?;
    call.read_number(from, bytes).map(Value::integer)
}

fn store(call: &mut dyn Call, bytes: u64) -> Outcome {
    let (to, value) = (call.pointer(0)?, call.integer(1)?);
    call.write_number(to, value, bytes)?;
    Ok(Value::nothing())
}
