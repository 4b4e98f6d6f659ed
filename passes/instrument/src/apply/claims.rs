//! What the source says holds (`__builtin_assume`, C++'s `[[assume]]`) is checked at run time where it is said.
//!
//! The front end makes `llvm.assume` of it, which no proof may believe unseen. Here it becomes a branch: the program goes on where the condition holds, and reports where it does
//! not. So symbolic ranges learn from it what they learn from any branch that dominates an access (GreenArrays (2014), section 4.1), and nothing else is taken for granted.
//! Before LLVM optimises, since its passes believe the intrinsic and delete what speaks against it.
//!
//! With `returns` the program may go on after the report. Then both paths meet again in front of what follows, and nothing is learnt.

use super::sites;
use sanecc_abi::site::{flags, readings};
use sanecc_abi::symbols::ASSUMPTION_FAILED;
use sanecc_ir::llvm::edit::{Editor, Field};
use sanecc_ir::{Function, Module, Op, Predicate, Type, ValueDef, ValueId};

/// The intrinsic that states a condition.
pub const ASSUME: &str = "llvm.assume";

/// Turns the conditions of all checked functions into branches.
pub fn check_claims(editor: &mut Editor<'_>, module: &Module, returns: bool) {
    for (id, function) in module.functions.iter().filter(|(_, f)| f.checked) {
        for (assume, condition) in conditions(function) {
            let compared = Compared::of(function, condition);
            // Clang gives an attribute the place of the statement before, and the comparison in it the right one.
            let stated = match function.location_of(condition) {
                Some(_) if matches!(function.op(condition), Some(Op::Compare(..))) => condition,
                Some(_) | None => assume,
            };
            let location = sites::location(function, stated);
            let bits = if returns { flags::RECOVER } else { 0 };
            let mut fields = sites::fields(editor, &function.name, location, bits, 0).to_vec();
            let relation = compared.map(|compared| editor.string(compared.relation));
            let reading = compared.map_or(readings::NONE, |compared| compared.reading);
            fields.extend([Field::Relative(relation), Field::U32(reading)]);
            let record = editor.record("sanecc.assumption", &fields);
            let values = compared.map(|one| one.values.map(|value| editor.value(id, value)));
            let holds = editor.value(id, condition);
            let mut cursor = editor.where_unset(id, assume, holds, stated, returns);
            let signed = reading == readings::SIGNED;
            let [left, right] = match values {
                Some(values) => values.map(|value| cursor.number(value, signed)),
                None => [cursor.int(0), cursor.int(0)],
            };
            cursor.call_hidden_from_here(ASSUMPTION_FAILED, &[left, right, record]);
            editor.erase(id, assume);
        }
    }
}

/// The intrinsics of a function whose condition is not constant, and the condition of each. Alignments and the like are said of the constant `true`.
fn conditions(function: &Function) -> Vec<(ValueId, ValueId)> {
    let values = function.values.ids();
    let all = values.filter_map(|id| match function.op(id)? {
        Op::Inert(name, operands) if &**name == ASSUME => Some((id, *operands.first()?)),
        _ => None,
    });
    all.filter(|(_, condition)| {
        !matches!(
            function.values[*condition].def,
            ValueDef::Integer(_) | ValueDef::Undefined | ValueDef::Poison
        )
    })
    .collect()
}

/// A condition that compares two numbers or addresses.
#[derive(Clone, Copy)]
struct Compared {
    values: [ValueId; 2],
    /// As C writes it.
    relation: &'static str,
    /// One of [`readings`].
    reading: u32,
}

impl Compared {
    /// None if it compares something else, or nothing.
    fn of(function: &Function, condition: ValueId) -> Option<Self> {
        let Some(Op::Compare(predicate, left, right)) = function.op(condition) else {
            return None;
        };
        let (relation, reading) = match predicate {
            Predicate::Eq => ("==", readings::SIGNED),
            Predicate::Ne => ("!=", readings::SIGNED),
            Predicate::ULt => ("<", readings::UNSIGNED),
            Predicate::ULe => ("<=", readings::UNSIGNED),
            Predicate::UGt => (">", readings::UNSIGNED),
            Predicate::UGe => (">=", readings::UNSIGNED),
            Predicate::SLt => ("<", readings::SIGNED),
            Predicate::SLe => ("<=", readings::SIGNED),
            Predicate::SGt => (">", readings::SIGNED),
            Predicate::SGe => (">=", readings::SIGNED),
            Predicate::Float(_) => return None,
        };
        let reading = match function.values[*left].ty {
            Type::Int(1..=64) => reading,
            Type::Pointer(0) => readings::ADDRESS,
            _ => return None,
        };
        Some(Self {
            values: [*left, *right],
            relation,
            reading,
        })
    }
}
