//! Objects with redzones.

use super::anchor::placed;
use super::{Operation, Purpose, Subject};
use crate::CheckPlan;
use crate::apply::sites;
use sanecc_ir::{Module, Op, ValueDef, ValueId};

impl Subject<'_> {
    /// The stack objects of the function that have redzones.
    pub(super) fn objects(&self) -> Vec<Operation> {
        let Some(earlier) = &self.earlier else {
            return Vec::new();
        };
        let Some(plan) = self.plan.function(earlier.id) else {
            return Vec::new();
        };
        let function = earlier.words.function;
        let marks = sites::scope_marks(function);
        let describe = |value: &ValueId| {
            let bytes = match (&function.values[*value].def, function.op(*value)) {
                (ValueDef::Param(number), _) => function.params[*number as usize]
                    .by_value
                    .map(|(bytes, _)| bytes),
                (_, Some(Op::Alloca { bytes, .. })) => *bytes,
                _ => None,
            };
            let name = earlier.words.name(*value).unwrap_or("without name");
            let size = bytes.map_or("a variable number of".to_owned(), |bytes| bytes.to_string());
            let mut operation = placed(function.location.as_ref());
            if let line @ 1.. = sites::line_of_scope(function, *value, &marks) {
                operation.line = Some(line);
            }
            operation.column = None;
            operation.operation = Purpose::StackObject;
            operation.instructions = 0;
            operation.symbol = Some(function.name.clone());
            operation.text = format!("stack object '{name}', {size} bytes, between redzones");
            operation
        };
        plan.frame
            .iter()
            .chain(&plan.parameters)
            .map(describe)
            .collect()
    }
}

/// The globals of a module that have redzones.
pub(super) fn globals(module: &Module, plan: &CheckPlan) -> Vec<Operation> {
    let describe = |&id| {
        let global = &module.globals[id];
        let mut operation = placed(None);
        operation.operation = Purpose::GlobalObject;
        operation.instructions = 0;
        operation.file = Some(module.source.clone());
        operation.text = format!(
            "global object '{}', {} bytes, redzone of {} bytes behind it",
            global.name,
            global.size,
            sanecc_abi::global::redzone_after(global.size as usize)
        );
        operation
    };
    plan.globals.iter().map(describe).collect()
}
