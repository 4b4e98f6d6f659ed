//! Compares what is claimed of an access by lanes with each lane that its mask selects.

use super::claims::Claim;
use super::values::Values;
use sanecc_analysis::symbolic::LOWEST_MAPPED;
use sanecc_ir::{Access as IrAccess, Extent, Lanes, Select};
use sanecc_machine::Machine;
use sanecc_machine::concrete::{Pointer, Value};
use sanecc_machine::fault::{Access, Fault};

/// Compares it.
///
/// # Errors
/// What does not hold, in words.
pub fn compare(
    machine: &Machine<'_>,
    claim: &Claim<'_>,
    access: &IrAccess,
    values: &Values<'_>,
) -> Result<(), String> {
    let Extent::Masked {
        mask,
        select,
        lane,
        lanes,
        order,
    } = access.extent
    else {
        return Ok(());
    };
    let Some(Value::Parts(mask)) = values.get(mask) else {
        return Ok(());
    };
    // Lanes that were selected so far.
    let mut before = 0;
    for number in 0..lanes as usize {
        let selected = mask
            .get(number)
            .is_some_and(|bits| is_selected(bits, select, lane));
        let pointer = match order {
            Lanes::Adjacent | Lanes::Packed => {
                let place = match order {
                    Lanes::Packed => before,
                    _ => number as u64,
                };
                let first = values.pointer(access.pointer);
                first.map(|first| first.offset((place * lane) as i64))
            }
            Lanes::Scattered => of_lane(values.get(access.pointer), number),
        };
        before += u64::from(selected);
        // A lane without address is an error of its own, which the access itself meets.
        let Some(pointer) = pointer.filter(|_| selected) else {
            continue;
        };
        if claim.null_faults && pointer.address < LOWEST_MAPPED {
            continue;
        }
        let wrong = match machine.memory.locate(pointer, lane, Access::Read) {
            Err(Fault::Dead { .. }) if claim.alive => "lies in an object that has ended",
            Err(Fault::OutOfBounds { .. }) if claim.in_bounds => "is not in its object",
            Err(Fault::Nowhere { .. }) if claim.in_bounds => "belongs to no object",
            _ => continue,
        };
        return Err(format!("lane {number} at {:#x} {wrong}", pointer.address));
    }
    Ok(())
}

fn of_lane(addresses: Option<&Value>, number: usize) -> Option<Pointer> {
    let Some(Value::Parts(addresses)) = addresses else {
        return None;
    };
    match addresses.get(number)? {
        Value::Scalar { bits, object } => Some(Pointer {
            address: *bits,
            object: *object,
        }),
        _ => None,
    }
}

/// Whether an element of the mask selects its lane of so many bytes.
fn is_selected(element: &Value, select: Select, bytes: u64) -> bool {
    let bit = match select {
        Select::Bit => 0,
        Select::Sign => (8 * bytes).clamp(1, 64) - 1,
    };
    matches!(element, Value::Scalar { bits, .. } if bits >> bit & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bits_and_signs_select_lanes() {
        let value = |bits: u64| Value::integer(bits);
        assert!(is_selected(&value(1), Select::Bit, 4));
        assert!(!is_selected(&value(1), Select::Sign, 4));
        assert!(is_selected(&value(0x8000_0000), Select::Sign, 4));
        assert!(!is_selected(&Value::Undefined, Select::Bit, 4));
    }
}
