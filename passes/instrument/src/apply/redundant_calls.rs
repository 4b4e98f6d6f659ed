//! Removes calls of shadow checks that earlier ones cover, once LLVM has inlined functions around them: `redundant`, asked again of the checked module.
//!
//! Claims: on every path to a removed call, calls of shadow checks have checked all its bytes, at the same base and index, and no instruction since may have
//! changed the shadow. So the call would find what they have found, and they have ended the program where that was an error.
//!
//! Only calls of checks count: what the plan has removed covers no call here. Every instruction that may change the shadow kills all: a call of which nothing
//! better is known; a volatile store, as which the instrumented code writes the shadow; and every point where this thread may learn that another one freed memory.
//! A defined function changes no shadow if neither its instructions nor its callees may, found from the greatest fixpoint of its calls.

use super::audit;
use super::calls;
use super::count;
use super::functions::{Part, ShadowChecks, is_shadow_check};
use super::library::Thunk;
use super::provenance::is_beside;
use rustc_hash::{FxHashMap, FxHashSet};
use sanecc_abi::symbols::{CHECK_EACH, CHECK_OVERLAP, CHECK_RANGE, REPORT, REPORT_OBJECT};
use sanecc_analysis::{Available, Elsewhere, Kill, Kills};
use sanecc_ir::llvm::edit::Editor;
use sanecc_ir::{
    Access, AccessKind, Address, Arena, Callee, Extent, FuncId, Function, Module, Op, Type, Value,
    ValueDef, ValueId, mutant,
};

/// Entry points of the runtime that instrumented code calls and that only read the shadow.
const READERS: [&str; 5] = [
    CHECK_EACH,
    CHECK_OVERLAP,
    CHECK_RANGE,
    REPORT,
    REPORT_OBJECT,
];

/// Removes the calls from an imported module. Under an audit, assertions stand in their place.
pub fn remove_redundant_calls(
    editor: &mut Editor<'_>,
    mut module: Module,
    checks: &ShadowChecks,
    thunks: &[Thunk],
) {
    let harmless = harmless(&module, thunks);
    let ids: Vec<FuncId> = module.functions.ids().collect();
    for id in ids {
        let checked = list_checked(&module, id, checks);
        if checked.len() < 2 || !module.functions[id].checked {
            continue;
        }
        let function = &mut module.functions[id];
        function.accesses = Arena::default();
        for one in &checked {
            let access = one.access(function);
            function.accesses.push(access);
        }
        let function = &module.functions[id];
        for (call, counter) in redundant(&module, function, &harmless) {
            if let Some(counter) = counter {
                count::count_as_redundant(editor, id, counter);
            }
            if checks.audit {
                for one in checked.iter().filter(|one| one.call == call) {
                    audit::assert_part(editor, &module, (id, call, one.pointer), one.part);
                }
            }
            editor.erase(id, call);
        }
    }
}

/// Bytes that the call of a check checks.
struct Checked<'c> {
    call: ValueId,
    pointer: ValueId,
    part: &'c Part,
}

impl Checked<'_> {
    /// The access that they stand for.
    fn access(&self, function: &mut Function) -> Access {
        let pointer = match self.part.offset {
            0 => self.pointer,
            offset => function.values.push(Value {
                def: ValueDef::Instruction(Op::Address(Address {
                    base: self.pointer,
                    terms: Vec::new(),
                    offset,
                })),
                ty: Type::Pointer(0),
            }),
        };
        Access {
            instruction: self.call,
            pointer,
            extent: Extent::Bytes(self.part.bytes),
            align: 1,
            kind: AccessKind::Read,
            atomic: false,
            bulk: false,
            by_library: false,
        }
    }
}

/// What the calls of checks in a function check, in the order of instructions. Assertions of an audit are no checks.
fn list_checked<'c>(module: &Module, id: FuncId, checks: &'c ShadowChecks) -> Vec<Checked<'c>> {
    let function = &module.functions[id];
    let mut all = Vec::new();
    for (_, block) in function.blocks.iter() {
        for &call in &block.instructions {
            if let Some((name, &[pointer, site])) = direct_call(module, function, call)
                && let Some(parts) = checks.parts(name)
                && !(checks.audit && audit::is_assertion(module, function, site))
            {
                all.extend(parts.iter().map(|part| Checked {
                    call,
                    pointer,
                    part,
                }));
            }
        }
    }
    all
}

/// The name of the function that an instruction calls, and the arguments.
fn direct_call<'m>(
    module: &'m Module,
    function: &'m Function,
    instruction: ValueId,
) -> Option<(&'m str, &'m [ValueId])> {
    match function.op(instruction)? {
        Op::Call {
            callee: Callee::Direct(callee),
            arguments,
            ..
        } => Some((&module.functions[*callee].name, arguments)),
        _ => None,
    }
}

/// The calls that earlier ones cover, each with the call that counts its access, if there is one.
fn redundant(
    module: &Module,
    function: &Function,
    harmless: &FxHashSet<FuncId>,
) -> Vec<(ValueId, Option<ValueId>)> {
    let mut writes = ShadowWrites { function, harmless };
    let available = Available::of(function, |_, _| true, &Elsewhere::default(), &mut writes);
    let mut found = Vec::new();
    let mut accesses = function.accesses.iter().peekable();
    for (block, content) in function.blocks.iter() {
        let mut cursor = available.cursor(block);
        let mut counter = None;
        for &instruction in &content.instructions {
            let mut is_check = false;
            let mut is_redundant = true;
            while let Some((part, _)) = accesses.next_if(|(_, a)| a.instruction == instruction) {
                is_check = true;
                is_redundant &= cursor.has(part);
                cursor.make(part);
            }
            cursor.pass(instruction);
            if is_check && is_redundant {
                found.push((instruction, counter));
            }
            if let Some((name, _)) = direct_call(module, function, instruction) {
                counter = count::is_counter(name).then_some(instruction);
            }
        }
    }
    found
}

/// The kills of a function: instructions that may change the shadow.
struct ShadowWrites<'a> {
    function: &'a Function,
    harmless: &'a FxHashSet<FuncId>,
}

const EVERYTHING: Kill = Kill(0);

impl Kills for ShadowWrites<'_> {
    fn of(&mut self, instruction: ValueId) -> Option<Kill> {
        let op = self.function.op(instruction)?;
        let kills = may_write_shadow(op, |callee| self.harmless.contains(&callee));
        kills.then_some(EVERYTHING)
    }

    fn clobbers(&mut self, _: Kill, _: ValueId) -> bool {
        true
    }
}

/// The functions whose calls change no shadow.
fn harmless(module: &Module, thunks: &[Thunk]) -> FxHashSet<FuncId> {
    let thunks: FxHashMap<&str, &Thunk> = thunks.iter().map(|one| (one.name(), one)).collect();
    let is_known = |name: &str| {
        is_shadow_check(name)
            || READERS.contains(&name)
            || is_beside(name)
            || calls::is_own(name)
            || thunks.get(name).is_some_and(|thunk| !thunk.may_free())
    };
    let mut harmless = FxHashSet::default();
    let mut callees: Vec<(FuncId, Vec<FuncId>)> = Vec::new();
    for (id, function) in module.functions.iter() {
        if function.defined {
            callees.extend(calls_alone(function).map(|calls| (id, calls)));
        } else if is_known(&function.name) {
            harmless.insert(id);
        }
    }
    harmless.extend(callees.iter().map(|(id, _)| *id));
    loop {
        let before = callees.len();
        callees.retain(|(id, calls)| {
            let stays = calls.iter().all(|callee| harmless.contains(callee));
            if !stays {
                harmless.remove(id);
            }
            stays
        });
        if callees.len() == before {
            return harmless;
        }
    }
}

/// The callees of a function that changes the shadow only where these do, and that no other definition replaces.
fn calls_alone(function: &Function) -> Option<Vec<FuncId>> {
    let mut callees = Vec::new();
    let mut blocks = function.blocks.iter();
    let writes = blocks.any(|(_, block)| {
        block.instructions.iter().any(|instruction| {
            function.op(*instruction).is_none_or(|op| {
                may_write_shadow(op, |callee| {
                    callees.push(callee);
                    true
                })
            })
        })
    });
    (!writes && !function.replaceable).then_some(callees)
}

/// Whether the instruction may change the shadow, or lets this thread learn of what another one freed.
fn may_write_shadow(op: &Op, is_harmless: impl FnOnce(FuncId) -> bool) -> bool {
    match op {
        Op::Call {
            returns_twice: true,
            ..
        } => true,
        Op::Call { callee, model, .. } => {
            model.may_free
                && !matches!(callee, Callee::Direct(callee) if is_harmless(*callee))
                && !mutant!("redundant-calls/call")
        }
        // The instrumented code writes the shadow by volatile stores.
        Op::Load { mode, .. } | Op::Store { mode, .. } => {
            !mode.is_simple() && !mutant!("redundant-calls/volatile")
        }
        Op::Atomic { .. } | Op::Fence(_) => !mutant!("redundant-calls/atomic"),
        Op::Opaque { .. } => true,
        Op::ScopeBegin(_) | Op::ScopeEnd(_) | Op::StackRestore(_) => true,
        Op::Alloca { .. }
        | Op::Address(_)
        | Op::Binary(..)
        | Op::Negate(_)
        | Op::Compare(..)
        | Op::Cast(..)
        | Op::Phi(_)
        | Op::Select { .. }
        | Op::Freeze(_)
        | Op::Element(..)
        | Op::VaArg(_)
        | Op::Memory(..)
        | Op::Inert(..)
        | Op::LandingPad { .. }
        | Op::Return(_)
        | Op::Branch(_)
        | Op::Resume(_)
        | Op::Unreachable => false,
    }
}
