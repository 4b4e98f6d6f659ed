//! The shadow check of an access and its comparison as one statement of inline assembly, on x86-64.
//!
//! A living object is addressable from its first byte to its last, unless its record says [`SHADOW_DECIDES`]. So an access that lies in it needs no shadow check. The hot part compares alone,
//! and does not split the block; the cold part calls a slow path of the runtime ([`SLOW_OBJECT`]), which looks at the shadow and decides exactly:
//!
//! ```text
//!         cmpq    %rdx, (%rdi,%rsi)         # is the object alive?
//!         jne     1f
//!         cmpq    8(%rdi,%rsi), %rax             # %rax: distance of the access's last byte from the object's first
//!         jae     1f
//! 2:      ...                               # the access
//! ```
//!
//! Joined are accesses of 1, 2, 4 or 8 bytes that are aligned to as much or more, and so touch one granule, where an error ends the program.
//!
//! Neighbours, of one base and provenance in a block, are held to the object as one first: an object is in one piece, so all are inside if the first byte and the last one are. Their own
//! checks decide where that fails, in program order. Nothing between them ends the object, and each is reached for sure, so an error of a later one is one, though it is told earlier.

use super::comparisons::{CHECK_SHORT, numbered};
use super::is_beside;
use super::text::{END_STACK, NEW_STACK, NEW_UNENDED, SIGNATURE};
use crate::CheckPlan;
use crate::apply::functions::{BULK, SHADOW_CHECK_PREFIX};
use sanecc_abi::symbols::SLOW_OBJECT;
use sanecc_abi::target::Checks;
use sanecc_ir::llvm::edit::{Editor, Step};

/// `(pointer, provenance, site)`, and behind it the bytes of the access.
const JOINED: &str = "sanecc.code.object.";

/// `(provenance) -> bit`: whether the object is alive, and one of which the shadow need not be asked.
const ALIVE: &str = "sanecc.code.alive";
/// `(pointer, bytes, provenance) -> bit`: whether all of the bytes lie in the object, if that is alive.
const WITHIN: &str = "sanecc.code.within";

/// The bytes of accesses that are joined.
const SIZES: [u64; 4] = [1, 2, 4, 8];

/// Whether the code of a plan's checks may be such statements.
pub fn are_joined(plan: &CheckPlan) -> bool {
    plan.provenance && !plan.outlined && !plan.recover && plan.target.checks == Checks::Statement
}

/// Joins the checks of each access that is compared, before they become code.
pub fn join_checks(editor: &mut Editor<'_>) {
    editor.join_calls(
        |first, _| {
            let bytes = first.strip_prefix(SHADOW_CHECK_PREFIX)?;
            let shape = bytes.strip_suffix(BULK).unwrap_or(bytes);
            let (size, align) = shape.split_once('.')?;
            let (size, align) = (size.parse().ok()?, align.parse().ok()?);
            (SIZES.contains(&size) && size <= align).then(|| format!("{JOINED}{size}"))
        },
        |second| second == CHECK_SHORT,
        is_beside,
    );
    editor.join_neighbours([ALIVE, WITHIN], |name| {
        let bytes = name.strip_prefix(JOINED).and_then(|size| size.parse().ok());
        let goes_on = || {
            let is_check = name.starts_with(SHADOW_CHECK_PREFIX);
            let changes_lives = [END_STACK, NEW_STACK, NEW_UNENDED].contains(&name);
            is_check || (name.starts_with("sanecc.provenance.") && !changes_lives)
        };
        bytes
            .map(Step::Checks)
            .or_else(|| goes_on().then_some(Step::GoesOn))
    });
}

/// The definitions of the statements.
pub(in crate::apply) fn definitions() -> String {
    SIZES.map(definition).concat() + &alive() + &within()
}

/// The record of the object. By an addition: code generation makes that a part of addresses.
const RECORD: &str = "%record.low = and i64 %provenance, RECORDED
  %record.near = lshr i64 %record.low, 1
  %record.word = add i64 %record.near, RECORDS
  %record = inttoptr i64 %record.word to ptr
  ";

fn alive() -> String {
    let body = numbered(&format!(
        "{RECORD}%alive = load i64, ptr %record
  %lives = icmp eq i64 %alive, %provenance
  ret i1 %lives",
    ));
    format!(
        "define linkonce_odr hidden i1 @{ALIVE}(i64 %provenance) {SIGNATURE} {{\n  {body}\n}}\n"
    )
}

fn within() -> String {
    let body = numbered(&format!(
        "{RECORD}BEGIN%more = sub i64 %length, 1
  %last = add i64 %distance, %more
  %ends = icmp ult i64 %last, %span
  ret i1 %ends",
    ));
    format!(
        "define linkonce_odr hidden i1 @{WITHIN}(ptr %pointer, i64 %length, i64 %provenance) {SIGNATURE} {{\n  {body}\n}}\n"
    )
}

fn definition(bytes: u64) -> String {
    let lines = [
        "cmpq $2, $1".to_owned(),
        "jne 1f".to_owned(),
        "cmpq $4, $0".to_owned(),
        "jae 1f".to_owned(),
        "2:".to_owned(),
        ".subsection 1".to_owned(),
        "1: leaq $5, $0".to_owned(),
        "pushq $2".to_owned(),
        "pushq $0".to_owned(),
        format!("callq *{SLOW_OBJECT}${{0:V}}@GOTPCREL(%rip)"),
        // A jump of four bytes, however near.
        ".byte 0xe9".to_owned(),
        ".long 2b - . - 4".to_owned(),
        ".long ${6:c} - .".to_owned(),
        ".short 0".to_owned(),
        format!(".byte {bytes}"),
        ".subsection 0".to_owned(),
    ];
    let assembly = lines.join("\\0A\\09");
    let last = bytes - 1;
    let body = numbered(&format!(
        "{RECORD}%span = getelementptr i8, ptr %record, i64 8
  %address = ptrtoint ptr %pointer to i64
  %ahead = sub i64 %address, %provenance
  %near = and i64 %ahead, PLACED
  %last = add i64 %near, {last}
  call i64 asm sideeffect \"{assembly}\", \"=&r,*m,r,0,*m,*m,i,~{{dirflag}},~{{fpsr}},~{{flags}}\"(ptr elementtype(i64) %record, i64 %provenance, i64 %last, ptr elementtype(i64) %span, ptr elementtype(i8) %pointer, ptr %site) nounwind
  ret void",
    ));
    format!(
        "define linkonce_odr hidden void @{JOINED}{bytes}(ptr %pointer, i64 %provenance, ptr %site) {SIGNATURE} {{\n  {body}\n}}\n"
    )
}
