//! Which instructions use a value.

use sanecc_ir::{Function, Id, ValueDef, ValueId};

/// The users of every value of a function.
pub struct Uses {
    users: Vec<Vec<ValueId>>,
}

impl Uses {
    /// Collects them.
    pub fn of(function: &Function) -> Self {
        let mut users = vec![Vec::new(); function.values.len()];
        for (id, value) in function.values.iter() {
            match &value.def {
                ValueDef::Instruction(op) => op.operands(|operand| users[operand.index()].push(id)),
                ValueDef::ConstantAddress(place) => {
                    users[place.base.index()].push(id);
                    place
                        .terms
                        .iter()
                        .for_each(|t| users[t.index.index()].push(id));
                }
                ValueDef::Param(_)
                | ValueDef::Integer(_)
                | ValueDef::Null
                | ValueDef::Global(_)
                | ValueDef::Function(_)
                | ValueDef::Undefined
                | ValueDef::Poison
                | ValueDef::Constant(_) => {}
            }
        }
        Self { users }
    }

    /// The values that have `value` as an operand; one stands as often as it does so.
    pub fn users(&self, value: ValueId) -> &[ValueId] {
        &self.users[value.index()]
    }
}
