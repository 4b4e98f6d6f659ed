//! Scopes of stack objects that keep their name: outside of them the object has ended, and in the next one it lives again, without content.

use super::{End, Ended, Memory, ObjectId};

impl Memory {
    /// Ends a living object until its scope is opened again.
    pub fn close(&mut self, id: ObjectId) {
        let slot = &mut self.slots[id.slot()];
        if slot.generation != id.generation() {
            return;
        }
        let Some(object) = slot.living.take() else {
            return;
        };
        slot.last = Some(Box::new(Ended {
            address: object.address,
            size: object.size,
            kind: object.kind,
            how: End::Scope,
            made: None,
            ended: None,
        }));
        slot.generation += 1;
        self.closed.insert(id, object);
    }

    /// Takes the values from an object, and makes it live again if its scope was closed.
    pub fn open(&mut self, id: ObjectId) {
        if let Some(mut object) = self.closed.remove(&id) {
            object.initialized.set(0, object.size, false);
            object.provenance.reset();
            let slot = &mut self.slots[id.slot()];
            slot.generation -= 1;
            slot.living = Some(object);
        } else if let Some(object) = self.get_mut(id) {
            object.initialized.set(0, object.size, false);
            object.provenance.reset();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Kind, Making};
    use super::*;
    use crate::fault::{Access, Fault};
    use sanecc_ir::{FuncId, Id};

    #[test]
    fn an_object_lives_in_each_of_its_scopes_and_not_between_them() {
        let mut memory = Memory::new(0);
        let id = memory
            .push(&Making {
                kind: Kind::Arguments(FuncId::from_index(0)),
                bytes: 8,
                align: 8,
            })
            .unwrap();
        let start = memory.start(id);
        memory.fill(start, 1, 8).unwrap();
        memory.close(id);
        let dead = memory.locate(start, 8, Access::Read);
        assert!(matches!(dead, Err(Fault::Dead { .. })));
        memory.open(id);
        assert!(memory.locate(start, 8, Access::Read).is_ok());
        assert!(memory.read(start, 1).is_err(), "it has no value");
        memory.close(id);
        memory.unwind((start.address + 8, 0), End::Return);
        assert!(memory.locate(start, 8, Access::Read).is_err());
        assert_eq!(memory.ended(id).map(|ended| ended.how), Some(End::Return));
    }
}
