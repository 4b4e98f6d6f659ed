//! Variadic arguments in memory, as the System V ABI of x86-64 lays them out: clang reads them itself.

use super::{Further, Machine};
use crate::concrete::{Pointer, Value};
use crate::fault::{Access, Stop};
use crate::memory::{Kind, Making};
use sanecc_ir::{FloatFormat, Type};

/// Bytes of the six general registers in the save area.
const GENERAL: u64 = 48;
/// Bytes of the save area: those and eight of 16 bytes.
const SAVED: u64 = 176;
/// Bytes of a `va_list`.
pub(super) const LIST: u64 = 24;

/// How an argument is passed.
enum Class {
    General,
    Vector,
    Memory { bytes: u64, align: u64 },
}

fn class_of(ty: Type, width: u64) -> Class {
    match ty {
        Type::Int(_) | Type::Pointer(_) if width <= 64 => Class::General,
        Type::Float(FloatFormat::X87 | FloatFormat::DoubleDouble) => Class::Memory {
            bytes: 16,
            align: 16,
        },
        Type::Float(_) => Class::Vector,
        Type::Vector { .. } if width <= 128 => Class::Vector,
        _ => {
            let bytes = width.div_ceil(64) * 8;
            let align = if bytes > 8 { 16 } else { 8 };
            Class::Memory { bytes, align }
        }
    }
}

impl Machine<'_> {
    /// Lets a `va_list` begin with the first of the further arguments.
    pub(super) fn begin_list(&mut self, list: Pointer) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else {
            return Ok(());
        };
        let code = frame.code.clone();
        let further: Vec<Further<Value>> = frame.further().cloned().collect();
        let known = frame.variadic.as_ref().and_then(|variadic| variadic.areas);
        let function = &self.module.functions[code.function];
        // What the fixed parameters take comes first.
        let (mut general, mut vector) = (0u64, 0u64);
        for (ty, number) in function.signature.parameters.iter().zip(0u32..) {
            if code.by_value.iter().any(|(copied, ..)| *copied == number) {
                continue;
            }
            match class_of(*ty, self.width_of(*ty)) {
                Class::General => general = (general + 8).min(GENERAL),
                Class::Vector => vector = (vector + 16).min(SAVED - GENERAL),
                Class::Memory { .. } => {}
            }
        }
        let areas = match known {
            Some(areas) => areas,
            None => self.make_areas(&further, general, vector)?,
        };
        let [saved, overflow] = areas;
        self.memory.store(list, 4, &Value::integer(general))?;
        let offset = Value::integer(GENERAL + vector);
        self.memory.store(list.offset(4), 4, &offset)?;
        self.memory
            .store(list.offset(8), 8, &Value::pointer(overflow))?;
        self.memory
            .store(list.offset(16), 8, &Value::pointer(saved))?;
        Ok(())
    }

    fn make_areas(
        &mut self,
        variadic: &[Further<Value>],
        mut general: u64,
        mut vector: u64,
    ) -> Result<[Pointer; 2], Stop> {
        let Some(frame) = self.frames.last() else {
            return Ok([Pointer::NULL; 2]);
        };
        let kind = Kind::Arguments(frame.code.function);
        // Where each argument goes: its area and its place there.
        let mut places = Vec::new();
        let (mut end, mut most_align) = (0u64, 16);
        for Further { ty, copied, .. } in variadic {
            // A structure that is passed by value stands in the overflow area itself.
            if let Some((bytes, align)) = *copied {
                let at = end.next_multiple_of(align.max(8));
                most_align = most_align.max(align);
                end = at + bytes.next_multiple_of(8);
                places.push((1, at, Some(bytes)));
                continue;
            }
            match class_of(*ty, self.width_of(*ty)) {
                Class::General if general < GENERAL => {
                    places.push((0, general, None));
                    general += 8;
                }
                Class::Vector if vector < SAVED - GENERAL => {
                    places.push((0, GENERAL + vector, None));
                    vector += 16;
                }
                Class::General | Class::Vector => {
                    places.push((1, end, None));
                    end += 8;
                }
                Class::Memory { bytes, align } => {
                    let at = end.next_multiple_of(align);
                    places.push((1, at, None));
                    end = at + bytes;
                }
            }
        }
        let mut make = |bytes, align| {
            let making = Making { kind, bytes, align };
            self.memory.push(&making)
        };
        let areas = [make(SAVED, 16)?, make(end, most_align)?].map(|id| self.memory.start(id));
        for (Further { value, ty, .. }, (area, at, copied)) in variadic.iter().zip(places) {
            let to = areas[area].offset(at as i64);
            match copied {
                Some(bytes) => {
                    let from = Self::pointer(value)?;
                    self.memory.locate(from, bytes, Access::Read)?;
                    self.memory.copy(to, from, bytes, true)?;
                }
                // Narrow integers fill their register.
                None => match ty {
                    Type::Int(bits) if *bits < 64 => {
                        let wide = crate::concrete::cast(sanecc_ir::CastOp::ZExt, *bits, 64, value);
                        self.memory.store(to, 8, &wide)?;
                    }
                    _ => self.store_any(to, value, *ty)?,
                },
            }
        }
        let frame = self.frames.last_mut();
        if let Some(variadic) = frame.and_then(|frame| frame.variadic.as_mut()) {
            variadic.areas = Some(areas);
        }
        Ok(areas)
    }
}
