//! Opens the scopes of objects where a call returns twice.
//!
//! A jump to a `setjmp` may come from where scopes have ended that are open at the `setjmp`, and no mark is on the way. So all objects with scopes
//! are made addressable after such a call, if it returns for the second time. An object that is rightly out of scope becomes addressable, too, until its scope
//! begins and ends again: no correct program is reported, and AddressSanitizer, which clears the whole stack at a jump, finds no more.

use super::Edited;
use crate::plan::returns_twice::returning;
use sanecc_abi::symbols::UNPOISON;
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{Callee, Op, Type};

/// Those that return 0 the first time only.
const TELL: [&str; 7] = [
    "setjmp",
    "_setjmp",
    "__setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "vfork",
    "__vfork",
];

/// Lets LLVM know which calls return twice. Of `__builtin_setjmp` it does not, and puts into one stack slot what is needed after either return: checks make more
/// of such values than programs have.
pub(super) fn mark(editor: &mut Editor<'_>, edited: Edited<'_>) {
    for call in returning(edited.function) {
        if matches!(edited.function.op(call), Some(Op::Opaque { .. })) {
            editor.mark_returning_twice(edited.id, call);
        }
    }
}

/// Makes these objects addressable, each given by its place and its size in bytes.
pub(super) fn open(editor: &mut Editor<'_>, edited: Edited<'_>, objects: &[(Val, u64)]) {
    let Edited { id, function, .. } = edited;
    for call in returning(function) {
        let tells = function.values[call].ty == Type::Int(32)
            && match function.op(call) {
                Some(Op::Call {
                    callee: Callee::Direct(callee),
                    ..
                }) => TELL.contains(&edited.module.functions[*callee].name.as_str()),
                // The builtin of clang, which is no function.
                Some(Op::Opaque { .. }) => true,
                _ => false,
            };
        let result = tells.then(|| editor.value(id, call));
        let Some(mut cursor) = editor.after(id, call) else {
            continue;
        };
        let again = result.map(|result| {
            let number = cursor.widen(result);
            cursor.pointer_to(number)
        });
        for &(place, size) in objects {
            let mut size = cursor.int(size);
            if let Some(again) = again {
                let nothing = cursor.int(0);
                size = cursor.if_null(again, nothing, size);
            }
            cursor.call(UNPOISON, &[place, size]);
        }
    }
}
