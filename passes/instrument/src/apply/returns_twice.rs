//! Where a call returns a second time, scopes are what they were when it returned first, or open.
//!
//! A jump to what `setjmp` has saved may come from where scopes are over that are open there, and no mark stands on the way. So all objects with scopes
//! are made good behind such a call, where it tells that it has returned before. What it finds closed by right is good, too, until its scope
//! begins and ends again: no correct program is reported, and AddressSanitizer, which clears the whole stack at a jump, sees no more.

use crate::plan::returns_twice::returning;
use sanecc_abi::symbols::UNPOISON;
use sanecc_ir::llvm::edit::{Editor, Val};
use sanecc_ir::{Callee, FuncId, Function, Module, Op, Type};

/// Those whose result is 0 the first time, and no other time.
const TELL: [&str; 7] = [
    "setjmp",
    "_setjmp",
    "__setjmp",
    "sigsetjmp",
    "__sigsetjmp",
    "vfork",
    "__vfork",
];

/// Makes these objects good there, each a place and a size in bytes.
pub(super) fn open(
    editor: &mut Editor<'_>,
    module: &Module,
    id: FuncId,
    function: &Function,
    objects: &[(Val, u64)],
) {
    for call in returning(function) {
        let tells = function.values[call].ty == Type::Int(32)
            && match function.op(call) {
                Some(Op::Call {
                    callee: Callee::Direct(callee),
                    ..
                }) => TELL.contains(&module.functions[*callee].name.as_str()),
                // clang's own, which is no function.
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
