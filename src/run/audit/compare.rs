//! Compares one claim with the object that the access really touches.

use super::claims::Claim;
use super::masked;
use super::values::Values;
use sanecc_analysis::Object;
use sanecc_analysis::symbolic::{Formula, LOWEST_MAPPED, Stated, Symbol};
use sanecc_ir::{Extent, FuncId, Function};
use sanecc_machine::Machine;
use sanecc_machine::fault::{Access, Fault};
use sanecc_machine::memory::{Ended, Kind, Poison};
use sanecc_machine::place::Trace;
use sanecc_prove::Region;

/// The object of an access, alive or not.
struct Actual {
    address: u64,
    size: u64,
    kind: Kind,
    made: Option<Trace>,
    alive: bool,
}

/// Compares it.
///
/// # Errors
/// What does not hold, in words.
pub fn compare(
    machine: &Machine<'_>,
    claim: &Claim<'_>,
    function: &Function,
    values: &Values<'_>,
) -> Result<(), String> {
    let access = &function.accesses[claim.access];
    if let Extent::Masked { .. } = access.extent {
        return masked::compare(machine, claim, access, values);
    }
    // An address or length without value is an error of its own, which the access itself meets.
    let Some(pointer) = values.pointer(access.pointer) else {
        return Ok(());
    };
    let bytes = match access.extent {
        Extent::Bytes(bytes) => Some(bytes),
        Extent::Dynamic(length) => values.bits(length),
        Extent::Masked { .. } => None,
    };
    let Some(bytes) = bytes.filter(|bytes| *bytes > 0) else {
        return Ok(());
    };
    if claim.null_faults && pointer.address < LOWEST_MAPPED {
        return Ok(());
    }
    // What is claimed of the bounds of an object says nothing where there is none.
    let base = values.pointer(claim.base);
    if !claim.alive && base.is_some_and(|base| base.is_null()) {
        return Ok(());
    }
    let Some(object) = actual(machine, pointer) else {
        return Err(format!(
            "the address {:#x} belongs to no object",
            pointer.address
        ));
    };
    let at = pointer.address.wrapping_sub(object.address);
    if claim.alive && !object.alive {
        return Err(format!(
            "the {bytes} bytes at offset {at} lie in an object of {} bytes that has ended",
            object.size
        ));
    }
    let fits = at <= object.size && bytes <= object.size - at;
    if claim.in_bounds && !fits {
        let at = at as i64;
        return Err(format!(
            "the {bytes} bytes at offset {at} are not in their object of {} bytes",
            object.size
        ));
    }
    if claim.alive
        && let Err(Fault::Poisoned { poison, .. }) =
            machine.memory.locate(pointer, bytes, Access::Read)
        && !matches!(poison, Poison::Closed | Poison::ReadOnly)
    {
        return Err(format!(
            "the program has poisoned one of the {bytes} bytes at offset {at}"
        ));
    }
    if let Some(named) = claim.object
        && !is_same(named, &object, claim.function)
    {
        return Err(format!(
            "the address belongs to another object: {:?} of {} bytes",
            object.kind, object.size
        ));
    }
    match claim.region {
        Some(Region::Constant {
            offset,
            bytes: stated,
            size,
        }) => {
            let (stated, seen) = ((*offset, *stated, *size), (at, bytes, object.size));
            match stated == seen {
                true => Ok(()),
                false => Err(format!(
                    "offset, bytes and size are {seen:?}, not {stated:?}"
                )),
            }
        }
        Some(Region::Symbolic(proof)) => {
            symbolic(&proof.stated, pointer.address, bytes, &object, values)
        }
        Some(Region::Simpler(_)) | None => Ok(()),
    }
}

fn actual(machine: &Machine<'_>, pointer: sanecc_machine::concrete::Pointer) -> Option<Actual> {
    let id = machine.object_of(pointer);
    if id.is_none() {
        return None;
    }
    if let Some(object) = machine.memory.get(id) {
        return Some(Actual {
            address: object.address,
            size: object.size,
            kind: object.kind,
            made: object.made.clone(),
            alive: true,
        });
    }
    let Ended {
        address,
        size,
        kind,
        made,
        ..
    } = machine.memory.ended(id)?;
    Some(Actual {
        address: *address,
        size: *size,
        kind: *kind,
        made: made.clone(),
        alive: false,
    })
}

/// Whether an object is the one that a proof names.
fn is_same(named: Object, actual: &Actual, function: FuncId) -> bool {
    match (named, actual.kind) {
        (
            Object::Stack { alloca, .. } | Object::Dynamic { alloca, .. },
            Kind::Stack {
                function: of,
                alloca: seen,
            },
        ) => of == function && seen == alloca,
        (Object::Parameter { .. }, Kind::Arguments(callee)) => callee == function,
        (Object::Argument { is_heap, .. }, kind) => is_heap == matches!(kind, Kind::Heap(_)),
        (Object::Global { global, .. }, Kind::Global(seen)) => global == seen,
        (Object::Heap { call, .. }, Kind::Heap(_)) => {
            let mut made = actual.made.iter().flat_map(|made| made.iter());
            made.any(|place| place.function == function && place.instruction == call)
        }
        _ => false,
    }
}

/// Compares what is stated in symbols with the address, the number of bytes and the object.
fn symbolic(
    stated: &Stated,
    address: u64,
    bytes: u64,
    object: &Actual,
    values: &Values<'_>,
) -> Result<(), String> {
    let number = |symbol: Symbol| number(stated, values, symbol);
    let value = |formula: &Formula| formula.evaluate(&number);
    let Some(root) = values.bits(stated.root) else {
        return Ok(());
    };
    let at = address.wrapping_sub(root);
    if let Some(offset) = value(&stated.offset)
        && offset as u64 != at
    {
        return Err(format!("the offset is {at}, not {offset}"));
    }
    if let Some(number) = value(&stated.bytes)
        && number != i128::from(bytes)
    {
        return Err(format!("it touches {bytes} bytes, not {number}"));
    }
    let size = i128::from(object.size) - i128::from(root.wrapping_sub(object.address) as i64);
    if let Some(least) = value(&stated.size)
        && least > size
    {
        return Err(format!("the object has {size} bytes, not {least}"));
    }
    let facts = stated.facts.iter().filter_map(value);
    match facts.min().filter(|least| *least < 0) {
        Some(fact) => Err(format!("a fact that is never negative is {fact}")),
        None => Ok(()),
    }
}

/// What a symbol of a formula stands for.
fn number(stated: &Stated, values: &Values<'_>, symbol: Symbol) -> Option<i128> {
    let mut walks = stated.walks.iter();
    let Some(walk) = walks.find(|walk| walk.pointer == symbol.value) else {
        return values.number(symbol);
    };
    let distance = values
        .bits(walk.pointer)?
        .wrapping_sub(values.bits(walk.root)?);
    let start = walk
        .start
        .evaluate(&|symbol| number(stated, values, symbol))?;
    (i128::from(distance as i64) - start).checked_div(walk.step)
}
