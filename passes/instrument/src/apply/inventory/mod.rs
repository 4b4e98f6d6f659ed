//! Which operations does an instrumented module hold, and for what?
//!
//! Claims: each call of a check, of a function that follows provenance or of the runtime, and each read or write of memory that the module has beyond what the
//! program wrote, is part of exactly one [`Operation`]. They are read from the edited module itself, not from the plan: what is inserted without being understood here is listed by
//! its name. Barriers, which become no code, and the arithmetic between these instructions are no operations of their own.
//!
//! Where an operation stands is known from its own source location, or from the access that it is made for.

mod anchor;
mod expression;
mod memory;
mod objects;
mod wording;

use super::Thunk;
use crate::CheckPlan;
use rustc_hash::FxHashMap;
use sanecc_abi::symbols::{
    ASSUMPTION_FAILED, CHECK_CALL, CHECK_FORMAT, CHECK_LIST_FORMAT, CHECK_PAIR, CHECK_VARIADIC,
    HOLD_ARGUMENT, LET_ARGUMENT_GO, REPORT_OBJECT, VARIADIC_BEGINS,
};
use sanecc_ir::llvm::import::{Counterparts, OfFunction};
use sanecc_ir::{BlockId, Callee, FuncId, Function, Module, Op, ValueId};
use sanecc_prove::Words;
use serde::Serialize;
pub(in crate::apply) use wording::{Said, When, Wording};

/// What is inserted before the plan is made, as calls for reports.
const EARLY: [&str; 10] = [
    REPORT_OBJECT,
    ASSUMPTION_FAILED,
    CHECK_PAIR,
    CHECK_CALL,
    VARIADIC_BEGINS,
    CHECK_VARIADIC,
    CHECK_FORMAT,
    CHECK_LIST_FORMAT,
    HOLD_ARGUMENT,
    LET_ARGUMENT_GO,
];

/// What an operation is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Purpose {
    /// The shadow of an access is checked.
    Shadow,
    /// An access is compared with the bounds of an object that the function sees.
    Bounds,
    /// An access is compared with the object that its pointer was derived from.
    Object,
    /// An access is held to the array of a structure.
    Member,
    /// A range is checked once before a loop.
    Loop,
    /// A function is called by its own type, and its variable arguments are read as what was passed.
    Call,
    /// Provenance is read, written, handed over or made.
    Provenance,
    /// A stack object with redzones.
    StackObject,
    /// The shadow of a frame is written, or the stack is left.
    Frame,
    /// A global with redzones.
    GlobalObject,
    /// Pointers of a variable get an address that says that nobody has written them.
    Unwritten,
    /// The module registers with the runtime.
    Module,
    /// A library function is called through its checks.
    Library,
    /// Anything else, by its name.
    Other,
}

/// One operation of the module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Operation {
    /// What it is for.
    pub operation: Purpose,
    /// What it does, as C-like text.
    pub text: String,
    /// The function that is called, as it is named before the code of checks is put in its place; none for plain reads and writes, and for objects.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub calls: Option<String>,
    /// How many instructions it is: a call, or so many reads and writes. None for an object.
    pub instructions: u32,
    /// Source file, as the compiler was given it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Line, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    /// Column, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<u32>,
    /// The function of the source; of inlined ones the innermost. None for what belongs to the module.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub function: Option<String>,
    /// The function that contains it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    /// The access that it is made for, by the `id` of its remark.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub access: Option<String>,
}

/// A module as it was planned, and with the plan applied.
#[derive(Clone, Copy)]
pub struct Instrumentation<'a> {
    /// The module that was planned.
    pub planned: &'a Module,
    /// Its plan.
    pub plan: &'a CheckPlan,
    /// Its calls of library functions.
    pub thunks: &'a [Thunk],
    /// The module with checks.
    pub module: &'a Module,
    /// What of it was there before.
    pub counterparts: &'a Counterparts,
}

impl<'a> Instrumentation<'a> {
    /// All operations, function by function, each in the order of its code.
    pub fn operations(self) -> Vec<Operation> {
        let thunks = self
            .thunks
            .iter()
            .map(|thunk| (thunk.name(), thunk.library_function()));
        let thunks = thunks.collect();
        let mut all = Vec::new();
        for (id, function) in self.module.functions.iter() {
            if !function.defined {
                continue;
            }
            let subject = Subject::of(self, id, function, &thunks);
            all.extend(subject.objects());
            subject.collect(&mut all);
        }
        all.extend(objects::globals(self.planned, self.plan));
        all
    }
}

/// What a function was before the plan was applied.
struct Earlier<'a> {
    id: FuncId,
    words: Words<'a>,
    /// Earlier ids of values.
    values: &'a FxHashMap<ValueId, ValueId>,
}

/// The function that is looked at.
struct Subject<'a> {
    module: &'a Module,
    function: &'a Function,
    earlier: Option<Earlier<'a>>,
    plan: &'a CheckPlan,
    thunks: &'a FxHashMap<&'a str, &'a str>,
}

/// A call that is an operation.
struct Call<'a> {
    block: BlockId,
    at: ValueId,
    name: &'a str,
    arguments: &'a [ValueId],
}

impl<'a> Subject<'a> {
    fn of(
        all: Instrumentation<'a>,
        id: FuncId,
        function: &'a Function,
        thunks: &'a FxHashMap<&'a str, &'a str>,
    ) -> Self {
        let earlier = all.counterparts.function(id);
        Self {
            module: all.module,
            function,
            earlier: earlier.map(|OfFunction { id, values }| Earlier {
                id: *id,
                words: Words {
                    module: all.planned,
                    function: &all.planned.functions[*id],
                },
                values,
            }),
            plan: all.plan,
            thunks,
        }
    }

    fn words(&self) -> Words<'a> {
        Words {
            module: self.module,
            function: self.function,
        }
    }

    /// What an instruction was before; none if it was inserted.
    fn before(&self, instruction: ValueId) -> Option<ValueId> {
        self.earlier.as_ref()?.values.get(&instruction).copied()
    }

    /// The name of a function, for thunks that of the library.
    fn called(&self, callee: FuncId) -> &'a str {
        let name = self.module.functions[callee].name.as_str();
        self.thunks.get(name).copied().unwrap_or(name)
    }

    /// The operations of the function's code.
    fn collect(&self, all: &mut Vec<Operation>) {
        for (block, it) in self.function.blocks.iter() {
            let mut run = memory::Run::default();
            for &at in &it.instructions {
                let call = self.call(block, at);
                if call.is_none() && self.is_inserted_access(at) {
                    all.extend(run.add(self, block, at));
                    continue;
                }
                if call.is_some() || self.before(at).is_some() {
                    all.extend(run.end(self));
                }
                all.extend(call.map(|call| self.operation(&call)));
            }
            all.extend(run.end(self));
        }
    }

    /// The call, if it is an operation.
    fn call(&self, block: BlockId, at: ValueId) -> Option<Call<'a>> {
        let Op::Call {
            callee: Callee::Direct(callee),
            arguments,
            ..
        } = self.function.op(at)?
        else {
            return None;
        };
        let name = self.module.functions[*callee].name.as_str();
        let is_own = name.starts_with("sanecc.") || EARLY.contains(&name);
        (is_own || self.before(at).is_none()).then_some(Call {
            block,
            at,
            name,
            arguments,
        })
    }

    /// Whether an instruction reads or writes memory and is none of the program's. What is written into new pointers is there before the plan is made.
    fn is_inserted_access(&self, at: ValueId) -> bool {
        if let Some(Op::Store { value, .. }) = self.function.op(at)
            && self.is_unwritten(*value)
        {
            return true;
        }
        let touches = matches!(
            self.function.op(at),
            Some(Op::Load { .. } | Op::Store { .. } | Op::Atomic { .. } | Op::Memory(..))
        );
        touches && self.before(at).is_none()
    }

    fn operation(&self, call: &Call<'_>) -> Operation {
        let Said { when, .. } = Wording::of(self, call, None).said();
        let access = self.access_for(call, when);
        let Said { purpose, text, .. } = Wording::of(self, call, access.as_ref()).said();
        Operation {
            operation: purpose,
            calls: Some(call.name.to_owned()),
            text,
            access: access.map(|access| access.name),
            ..self.operation_at(call.block, call.at, when)
        }
    }
}
