//! Which stack objects may become SSA values without hiding an error?
//!
//! Claims: for an object of [`promotable`], nobody has the address, and each access to it is in bounds at a constant offset and in its open scope. So none of
//! them is an error, and LLVM's `sroa` may remove them all, if the object is initialised: LLVM takes what was not written as undef, and so whatever would be no error.
//!
//! Reads the accesses and [`Scopes`]. Gives up where the function calls setjmp, and where an object is copied as a whole.

use crate::Scopes;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_ir::{AccessId, Extent, Function, Id, MemoryIntrinsic, Mode, Op, ValueId};

/// The objects, in order.
pub fn promotable(function: &Function) -> Vec<ValueId> {
    if function.calls_setjmp {
        return Vec::new();
    }
    let mut places = Places::of(function);
    places.look_at_uses(function);
    let lost = out_of_scope(function, &places);
    places.left.retain(|object| !lost.contains(object));
    let mut found: Vec<ValueId> = places.left.into_iter().collect();
    found.sort_unstable_by_key(|object| object.index());
    found
}

/// Pointers into objects that are not given up yet.
struct Places<'f> {
    /// Objects and their sizes in bytes.
    sizes: FxHashMap<ValueId, u64>,
    /// Objects that are left.
    left: FxHashSet<ValueId>,
    /// Pointers at constant offsets.
    inside: FxHashMap<ValueId, (ValueId, i64)>,
    accesses: FxHashMap<ValueId, AccessId>,
    function: &'f Function,
}

impl<'f> Places<'f> {
    fn of(function: &'f Function) -> Self {
        let mut sizes = FxHashMap::default();
        for (id, _) in function.values.iter() {
            if let Some(Op::Alloca {
                bytes: Some(bytes),
                fixed: true,
                ..
            }) = function.op(id)
            {
                sizes.insert(id, *bytes);
            }
        }
        let mut left: FxHashSet<ValueId> = sizes.keys().copied().collect();
        let mut inside: FxHashMap<ValueId, (ValueId, i64)> =
            sizes.keys().map(|&object| (object, (object, 0))).collect();
        for (id, _) in function.values.iter() {
            if let Some(Op::Address(_)) = function.op(id) {
                let place = function.resolve(id);
                if sizes.contains_key(&place.base) {
                    if !place.is_constant() {
                        left.remove(&place.base);
                    }
                    inside.insert(id, (place.base, place.offset));
                }
            }
        }
        let accesses = function.accesses.iter();
        let accesses = accesses.map(|(id, access)| (access.instruction, id));
        Self {
            sizes,
            left,
            inside,
            accesses: accesses.collect(),
            function,
        }
    }

    /// The object in which all bytes lie that an instruction reads or writes by itself, if a pointer of it is known.
    fn object(&self, instruction: ValueId, pointer: ValueId) -> Option<ValueId> {
        let &(object, offset) = self.inside.get(&pointer)?;
        let access = &self.function.accesses[*self.accesses.get(&instruction)?];
        let bytes = match access.extent {
            Extent::Bytes(bytes) => bytes,
            Extent::Dynamic(length) => {
                u64::try_from(self.function.integer(length)?).unwrap_or(u64::MAX)
            }
            Extent::Masked { .. } => return None,
        };
        let first = u64::try_from(offset).ok()?;
        let end = first.checked_add(bytes)?;
        (end <= self.sizes[&object]).then_some(object)
    }

    /// The pointer by which an instruction reads or writes, if it does no more with it.
    fn touched(&self, instruction: ValueId) -> Option<ValueId> {
        match self.function.op(instruction)? {
            Op::Load {
                pointer,
                mode: Mode::SIMPLE,
            }
            | Op::Store {
                pointer,
                mode: Mode::SIMPLE,
                ..
            } => Some(*pointer),
            Op::Memory(MemoryIntrinsic::Set, arguments) => arguments.first().copied(),
            _ => None,
        }
    }

    /// Gives objects up whose address gets away or that are touched beyond their bounds.
    fn look_at_uses(&mut self, function: &Function) {
        let mut lost = FxHashSet::default();
        for (_, block) in function.blocks.iter() {
            for &instruction in &block.instructions {
                let Some(op) = function.op(instruction) else {
                    continue;
                };
                if matches!(op, Op::Address(_)) {
                    continue;
                }
                let fits = |pointer| self.object(instruction, pointer).is_some();
                let mut good = match op {
                    Op::ScopeBegin(object) | Op::ScopeEnd(object) => Some(*object),
                    _ => self.touched(instruction).filter(|&pointer| fits(pointer)),
                };
                op.operands(|operand| {
                    // As often as it is an operand: a pointer may be stored into what it points to.
                    let as_pointer = good == Some(operand);
                    if as_pointer {
                        good = None;
                    } else if let Some((object, _)) = self.inside.get(&operand) {
                        lost.insert(*object);
                    }
                });
            }
        }
        self.left.retain(|object| !lost.contains(object));
    }
}

/// The objects that are accessed out of their scope.
fn out_of_scope(function: &Function, places: &Places<'_>) -> FxHashSet<ValueId> {
    let scopes = Scopes::of(function);
    let mut lost = FxHashSet::default();
    for (id, block) in function.blocks.iter() {
        let mut scope = scopes.cursor(id);
        for &instruction in &block.instructions {
            if let Some(pointer) = places.touched(instruction)
                && let Some(object) = places.object(instruction, pointer)
                && !scope.is_open(object)
            {
                lost.insert(object);
            }
            scope.pass(function, instruction);
        }
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::builder::Builder;
    use sanecc_ir::{Access, AccessKind};

    /// Records what the last instruction touches.
    fn touches(builder: &mut Builder, instruction: ValueId, pointer: ValueId, bytes: u64) {
        builder.function.accesses.push(Access {
            instruction,
            pointer,
            extent: Extent::Bytes(bytes),
            align: 1,
            kind: AccessKind::Read,
            atomic: false,
            bulk: false,
            by_library: false,
        });
    }

    fn read(builder: &mut Builder, pointer: ValueId, bytes: u64) {
        let load = builder.load(0, pointer);
        touches(builder, load, pointer, bytes);
    }

    fn write(builder: &mut Builder, pointer: ValueId, bytes: u64) {
        let value = builder.constant(1);
        let store = builder.store(0, pointer, value);
        touches(builder, store, pointer, bytes);
    }

    /// `begin; store; load; end`, and what a test adds.
    fn scoped(more: impl FnOnce(&mut Builder, ValueId)) -> (Function, ValueId) {
        let mut builder = Builder::new(1);
        let object = builder.alloca(0, Some(8));
        builder.push(0, Op::ScopeBegin(object));
        write(&mut builder, object, 8);
        read(&mut builder, object, 8);
        builder.push(0, Op::ScopeEnd(object));
        more(&mut builder, object);
        (builder.function, object)
    }

    #[test]
    fn a_variable_that_is_written_and_read_in_its_scope_is_a_value() {
        let (function, object) = scoped(|_, _| {});
        assert_eq!(promotable(&function), [object]);
        let (function, object) = scoped(|builder, object| {
            builder.push(0, Op::ScopeBegin(object));
            write(builder, object, 8);
            read(builder, object, 4);
        });
        assert_eq!(
            promotable(&function),
            [object],
            "a part of what was written"
        );
        let (function, object) = scoped(|builder, object| {
            builder.push(0, Op::ScopeBegin(object));
            read(builder, object, 8);
        });
        assert_eq!(promotable(&function), [object], "never written");
    }

    #[test]
    fn what_would_lose_an_error_keeps_a_variable() {
        let scope_over = |builder: &mut Builder, object| write(builder, object, 8);
        let beyond = |builder: &mut Builder, object| {
            builder.push(0, Op::ScopeBegin(object));
            write(builder, object, 9);
        };
        let given_away = |builder: &mut Builder, object| {
            builder.push(0, Op::Return(Some(object)));
        };
        let stored_into_itself = |builder: &mut Builder, object| {
            builder.push(0, Op::ScopeBegin(object));
            let store = builder.store(0, object, object);
            touches(builder, store, object, 8);
        };
        let somewhere = |builder: &mut Builder, object| {
            let index = builder.integer(64);
            builder.address(0, object, Some(index));
        };
        type More<'m> = &'m dyn Fn(&mut Builder, ValueId);
        let all: [More<'_>; 5] = [
            &scope_over,
            &beyond,
            &given_away,
            &stored_into_itself,
            &somewhere,
        ];
        for (number, more) in all.into_iter().enumerate() {
            let (function, _) = scoped(more);
            assert_eq!(promotable(&function), [], "{number}");
        }
        let (mut function, _) = scoped(|_, _| {});
        function.calls_setjmp = true;
        assert_eq!(promotable(&function), []);
    }
}
