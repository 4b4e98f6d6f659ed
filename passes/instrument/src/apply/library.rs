//! Calls of library functions that the runtime checks ([`sanecc_abi::library`]) go through thunks.
//!
//! [`redirect_calls`] replaces the callees, while source locations are known, and lists the thunks. These are only declared, so LLVM neither inlines them
//! nor takes the calls for library calls. [`define_thunks`] defines those that are still called after optimisation.

use super::{members, sites};
use crate::CheckPlan;
use sanecc_abi::library::{self, Call, ENTRY_PREFIX, Prototype, Row};
use sanecc_ir::llvm::edit::{Editor, Field, Jump, Sharing, Val};
use sanecc_ir::prototypes::{are_of_types, is_call_of, is_of_type};
use sanecc_ir::{
    Callee, FuncId, Function, Layout, Location, Model, Module, Op, Signature, Type, ValueId,
};
use std::collections::BTreeMap;

/// A declared thunk.
#[derive(Clone, Debug)]
pub struct Thunk {
    /// Its name while LLVM optimises.
    name: String,
    /// The library function.
    row: &'static Row,
    /// A call may end the lifetime of an object, or run code of the program that does.
    may_free: bool,
    /// The function may be missing.
    weak: bool,
    /// The calling function.
    function: String,
    /// Whether its arguments are held to arrays of structures.
    held: bool,
    /// Whether it is told of arguments that are not inside of their objects.
    followed: bool,
    /// Location of the call; `None` for a thunk that replaces the function's address.
    location: Option<Location>,
    sharing: Sharing,
}

impl Thunk {
    /// Its name while LLVM optimises.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The library function.
    pub(super) fn library_function(&self) -> &str {
        self.row.name
    }

    /// Whether a call may end the lifetime of an object, or run code of the program that does.
    pub(super) fn may_free(&self) -> bool {
        self.may_free
    }
}

/// Redirects all checked calls to thunks.
pub fn redirect_calls(editor: &mut Editor<'_>, module: &Module, plan: &CheckPlan) -> Vec<Thunk> {
    let mut thunks = Vec::new();
    if !plan.target.has.thunks {
        return thunks;
    }
    for (id, function) in module.functions.iter() {
        if plan.function(id).is_none() {
            continue;
        }
        let of_others = thunks.len();
        for (_, block) in function.blocks.iter() {
            for &instruction in &block.instructions {
                if let Some((callee, row)) = library_call(module, function, instruction) {
                    let name = name_of_call(function, thunks.len() - of_others, thunks.len());
                    let location = sites::location(function, instruction);
                    let held = editor.is_marked(id, instruction, members::HELD);
                    let thunk = editor.declare_like(callee, &name);
                    editor.set_callee(id, instruction, thunk);
                    thunks.push(Thunk {
                        name,
                        row,
                        may_free: Model::of(row.name, &module.layout).may_free,
                        weak: editor.is_weak(callee),
                        held,
                        followed: plan.provenance,
                        function: function.name.clone(),
                        location: location.cloned(),
                        sharing: Sharing::Private,
                    });
                }
            }
        }
    }
    redirect_addresses(editor, module, plan, &mut thunks);
    thunks
}

/// The name of a call's thunk: by the function and the number of the call in it, so that a change elsewhere leaves it. Where textual IR would have to quote the function, by the
/// number of the call in the module.
fn name_of_call(function: &Function, of_function: usize, of_module: usize) -> String {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$');
    match !function.name.is_empty() && function.name.bytes().all(is_plain) {
        true => format!("sanecc.call.{}.{of_function}", function.name),
        false => format!("sanecc.call.{of_module}"),
    }
}

/// Redirects the addresses of library functions to thunks without a location.
fn redirect_addresses(
    editor: &mut Editor<'_>,
    module: &Module,
    plan: &CheckPlan,
    thunks: &mut Vec<Thunk>,
) {
    let is_checked = |id| plan.function(id).is_some();
    if !module.functions.iter().any(|(id, _)| is_checked(id)) {
        return;
    }
    for (id, function) in module.functions.iter() {
        let Some(row) = declared(function, &module.layout) else {
            continue;
        };
        // A test for its absence must stay one.
        if editor.is_weak(id) || !editor.is_address_taken(id, is_checked) {
            continue;
        }
        let name = format!("__sanecc_address_{}", row.name);
        let thunk = editor.declare_like(id, &name);
        editor.replace_address(id, thunk, is_checked);
        thunks.push(Thunk {
            name,
            row,
            may_free: Model::of(row.name, &module.layout).may_free,
            weak: false,
            held: false,
            followed: false,
            function: String::new(),
            location: None,
            sharing: Sharing::Linked,
        });
    }
}

/// The row of a library function, if the declaration matches it.
fn declared(function: &Function, layout: &Layout) -> Option<&'static Row> {
    let signature = function.external.then_some(&*function.signature)?;
    let row = library::find(&function.name)?;
    let without_prototype = signature.variadic && signature.parameters.is_empty();
    let fits = is_of_type(row.prototype.result, signature.result, layout)
        && (without_prototype || takes(row.prototype, signature, layout));
    fits.then_some(row)
}

fn takes(prototype: Prototype, signature: &Signature, layout: &Layout) -> bool {
    let fixed = prototype.parameters.strip_suffix('.');
    let letters = fixed.unwrap_or(prototype.parameters);
    fixed.is_some() == signature.variadic && are_of_types(letters, &signature.parameters, layout)
}

/// The library function that an instruction calls according to its prototype.
pub(super) fn library_call(
    module: &Module,
    function: &Function,
    instruction: ValueId,
) -> Option<(FuncId, &'static Row)> {
    let op = function.op(instruction)?;
    let Op::Call {
        callee: Callee::Direct(callee),
        arguments,
        ..
    } = op
    else {
        return None;
    };
    let row = declared(&module.functions[*callee], &module.layout)?;
    if function.inline_comparison(op, |_| Some(row.name)).is_some() {
        // Checked as an access.
        return None;
    }
    let types: Vec<Type> = arguments.iter().map(|&a| function.values[a].ty).collect();
    let result = function.values[instruction].ty;
    is_call_of(row.prototype, result, &types, &module.layout).then_some((*callee, row))
}

/// Defines the thunks that are used.
pub fn define_thunks(editor: &mut Editor<'_>, thunks: &[Thunk]) {
    let mut callees: BTreeMap<&str, Val> = BTreeMap::new();
    for thunk in thunks {
        if !editor.is_wanted(&thunk.name) {
            continue;
        }
        let callee = match callees.get(thunk.row.name) {
            Some(known) => *known,
            None => {
                let record = callee(editor, thunk);
                callees.insert(thunk.row.name, record);
                record
            }
        };
        let location = thunk.location.as_ref();
        let site = match thunk.sharing {
            Sharing::Private => {
                let held = if thunk.held { Call::HELD } else { 0 };
                let flags = held | if thunk.followed { Call::FOLLOWED } else { 0 };
                sites::fields(editor, &thunk.function, location, flags, 0)
            }
            Sharing::Linked => sites::nowhere(),
        };
        let mut fields = vec![Field::Relative(Some(callee))];
        fields.extend(site);
        let record = editor.record("", &fields);
        let target = format!("{ENTRY_PREFIX}{}", thunk.row.entry());
        let jump = Jump {
            record,
            target: &target,
        };
        editor.define_jump(&thunk.name, jump, thunk.sharing);
    }
}

/// A record of [`library::Callee`].
fn callee(editor: &mut Editor<'_>, thunk: &Thunk) -> Val {
    let real = editor.function_named(thunk.row.name, thunk.weak);
    let name = editor.string(thunk.row.name);
    editor.record(
        "sanecc.callee",
        &[
            Field::Pointer(real),
            Field::Relative(Some(name)),
            Field::U32(library::number_of(thunk.row).unwrap_or(u32::MAX)),
        ],
    )
}
