//! Which ids of a module that was imported again stand for what an earlier import knew.

use super::Handles;
use crate::{FuncId, Id, ValueId};
use rustc_hash::FxHashMap;

/// What became of the functions of an earlier import.
#[derive(Clone, Debug, Default)]
pub struct Counterparts {
    /// By the later id.
    functions: FxHashMap<FuncId, OfFunction>,
}

/// What became of one function.
#[derive(Clone, Debug)]
pub struct OfFunction {
    /// Its earlier id.
    pub id: FuncId,
    /// Earlier ids of values, by the later ones. What an edit has put in the place of a value stands for it.
    pub values: FxHashMap<ValueId, ValueId>,
}

impl Counterparts {
    /// What a function was before; `None` for one that is new.
    pub fn function(&self, later: FuncId) -> Option<&OfFunction> {
        self.functions.get(&later)
    }
}

impl Handles {
    /// Compares with a later import of the same live module. These handles must have followed all edits since.
    pub fn counterparts(&self, later: &Handles) -> Counterparts {
        let earlier = self.functions.iter().enumerate();
        let earlier: FxHashMap<_, _> = earlier.map(|(at, it)| (it.function, at)).collect();
        let mut functions = FxHashMap::default();
        for (number, now) in later.functions.iter().enumerate() {
            let Some(&at) = earlier.get(&now.function) else {
                continue;
            };
            let ids: FxHashMap<_, ValueId> =
                now.values.iter().zip((0..).map(Id::from_index)).collect();
            let then = self.functions[at]
                .values
                .iter()
                .zip((0..).map(Id::from_index));
            // Erased instructions have no handle.
            let values = then.filter(|(raw, _)| !raw.is_null());
            let values = values.filter_map(|(raw, then)| Some((*ids.get(raw)?, then)));
            let of_function = OfFunction {
                id: Id::from_index(at),
                values: values.collect(),
            };
            functions.insert(Id::from_index(number), of_function);
        }
        Counterparts { functions }
    }
}
