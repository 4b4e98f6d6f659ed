//! The stack of a failed access, by the unwind tables of the loaded files (`.eh_frame`, or the processor's own), and by frame
//! pointers where there are none.

use super::module::{self, Module};
use crate::platform::{self, Registers};
use alloc::vec::Vec;
use gimli::{
    BaseAddresses, CfaRule, EhFrame, EhFrameHdr, EndianSlice, EvaluationResult, Expression,
    Location, NativeEndian, RegisterRule, UnwindContext, UnwindSection, UnwindTableRow, Value,
};

/// Most frames that are shown.
const MAX_FRAMES: usize = 200;

type Reader = EndianSlice<'static, NativeEndian>;
type Row = UnwindTableRow<usize>;

/// Return addresses from `start` on, innermost (its own pc) first. `is_call` tells whether that is a return address too.
pub fn frames(modules: &[Module], start: &Registers, is_call: bool) -> Vec<usize> {
    let mut found = Vec::new();
    let mut context = UnwindContext::new();
    let mut registers = *start;
    let mut is_call = is_call;
    // The program may have jumped to the zero page: who called has the next frame.
    let has_code = |pc: usize, is_call: bool| pc >= platform::PAGE || !is_call;
    while found.len() < MAX_FRAMES && has_code(registers.pc, is_call) {
        found.push(registers.pc);
        let next = step(modules, &mut context, &registers, is_call)
            .or_else(|| by_link(modules, &mut context, &registers, is_call))
            .or_else(|| by_frame_pointer(&registers, is_call));
        let Some(next) = next else { break };
        if is_loop(&registers, &next, found.len()) {
            break;
        }
        registers = next;
        is_call = true;
    }
    found
}

/// Stacks grow down, so callers lie higher. Anything else would be a loop, but for the innermost function where calls do not use the stack themselves.
fn is_loop(now: &Registers, caller: &Registers, frames: usize) -> bool {
    match Registers::MAY_SHARE_FRAMES && frames == 1 {
        true => caller.sp < now.sp || caller.sp == now.sp && caller.pc == now.pc,
        false => caller.sp <= now.sp,
    }
}

/// The registers of the function that has called the C library, on whose behalf the runtime stands at `start`; none where nobody knows.
pub fn caller_of_library(modules: &[Module], start: &Registers) -> Option<Registers> {
    /// Functions of the runtime and of the library between.
    const MOST: usize = 16;
    let mut context = UnwindContext::new();
    let mut registers = *start;
    let mut in_library = false;
    for _ in 0..MOST {
        let module = &modules[module::at(modules, registers.pc - 1)?];
        match module.is_c_library() {
            true => in_library = true,
            false if in_library => return Some(registers),
            false => {}
        }
        let next = step(modules, &mut context, &registers, true)?;
        if next.sp <= registers.sp && !Registers::MAY_SHARE_FRAMES {
            return None;
        }
        registers = next;
    }
    None
}

/// The caller's registers, by the table of the module that `pc` lies in.
fn step(
    modules: &[Module],
    context: &mut UnwindContext<usize>,
    now: &Registers,
    is_call: bool,
) -> Option<Registers> {
    let lookup = now.pc - is_call as usize;
    let module = &modules[module::at(modules, lookup)?];
    let (table, end) = module.unwind_table?;
    if let Some(unwind) = platform::UNWINDER {
        return unwind(table, end, lookup, now);
    }
    let bases = BaseAddresses::default().set_eh_frame_hdr(table as u64);
    let header = EhFrameHdr::new(loaded(table, end), NativeEndian)
        .parse(&bases, 8)
        .ok()?;
    let gimli::Pointer::Direct(frames_at) = header.eh_frame_ptr() else {
        return None;
    };
    let bases = bases.set_eh_frame(frames_at);
    let section = EhFrame::new(
        loaded(
            frames_at as usize,
            module.range.end.min(end.max(frames_at as usize)),
        ),
        NativeEndian,
    );
    let fde = header
        .table()?
        .fde_for_address(&section, &bases, lookup as u64, EhFrame::cie_from_offset)
        .ok()?;
    let row = fde
        .unwind_info_for_address(&section, &bases, context, lookup as u64)
        .ok()?
        .clone();
    apply(&row, &section, fde.cie().encoding(), now)
}

/// Bytes of a loaded file.
fn loaded(start: usize, end: usize) -> &'static [u8] {
    // SAFETY: callers pass parts of one loaded segment, which stays mapped while the report is made.
    unsafe { core::slice::from_raw_parts(start as *const u8, end.saturating_sub(start)) }
}

fn apply(
    row: &Row,
    section: &EhFrame<Reader>,
    encoding: gimli::Encoding,
    now: &Registers,
) -> Option<Registers> {
    let mut known = *now;
    let cfa = match row.cfa() {
        CfaRule::RegisterAndOffset { register, offset } => known
            .slot(register.0)?
            .wrapping_add_signed(*offset as isize),
        CfaRule::Expression(expression) => {
            evaluate(expression.get(section).ok()?, encoding, now, None)?
        }
    };
    let mut caller = *now;
    caller.begin_caller(cfa);
    for (number, rule) in row.registers() {
        let value = match rule {
            RegisterRule::Offset(offset) => {
                platform::read_word(cfa.wrapping_add_signed(*offset as isize))?
            }
            RegisterRule::ValOffset(offset) => cfa.wrapping_add_signed(*offset as isize),
            RegisterRule::Register(other) => *known.slot(other.0)?,
            RegisterRule::Expression(expression) => platform::read_word(evaluate(
                expression.get(section).ok()?,
                encoding,
                now,
                Some(cfa),
            )?)?,
            RegisterRule::ValExpression(expression) => {
                evaluate(expression.get(section).ok()?, encoding, now, Some(cfa))?
            }
            RegisterRule::Constant(value) => *value as usize,
            // There is no caller where this is so of the return address.
            RegisterRule::Undefined => 0,
            // Unknown, unchanged, or something that only other architectures have.
            _ => continue,
        };
        if let Some(slot) = caller.slot(number.0) {
            *slot = value;
        }
    }
    caller.end_caller();
    (caller.pc != 0).then_some(caller)
}

/// Evaluates a rule that is a program, as those of signal frames and of the procedure linkage table are.
fn evaluate(
    expression: Expression<Reader>,
    encoding: gimli::Encoding,
    now: &Registers,
    cfa: Option<usize>,
) -> Option<usize> {
    let mut known = *now;
    let mut evaluation = expression.evaluation(encoding);
    if let Some(cfa) = cfa {
        evaluation.set_initial_value(cfa as u64);
    }
    let mut state = evaluation.evaluate().ok()?;
    loop {
        state = match state {
            EvaluationResult::Complete => break,
            EvaluationResult::RequiresMemory { address, .. } => evaluation
                .resume_with_memory(Value::Generic(platform::read_word(address as usize)? as u64)),
            EvaluationResult::RequiresRegister { register, .. } => {
                evaluation.resume_with_register(Value::Generic(*known.slot(register.0)? as u64))
            }
            // Nothing else occurs in unwind tables.
            _ => return None,
        }
        .ok()?;
    }
    match evaluation.result().first()?.location {
        Location::Address { address } => Some(address as usize),
        _ => None,
    }
}

/// The registers at the call of the innermost function, which no table knows, if it is one that calls none: its return address is still in a register then,
/// and leads to code that a table knows.
fn by_link(
    modules: &[Module],
    context: &mut UnwindContext<usize>,
    now: &Registers,
    is_call: bool,
) -> Option<Registers> {
    if is_call || !Registers::MAY_SHARE_FRAMES {
        return None;
    }
    let caller = now.after_wild_call()?;
    step(modules, context, &caller, true).map(|_| caller)
}

/// The caller's registers where no table knows the code.
fn by_frame_pointer(now: &Registers, is_call: bool) -> Option<Registers> {
    if !is_call && platform::read_word(now.pc).is_none() {
        return now.after_wild_call();
    }
    let link = now.frame.wrapping_add_signed(platform::FRAME_LINK);
    if link < now.sp {
        return None;
    }
    let (frame, pc) = (
        platform::read_word(link)?,
        platform::read_word(link + size_of::<usize>())?,
    );
    Some(Registers {
        frame,
        pc: platform::code_address(pc),
        sp: link + 2 * size_of::<usize>(),
        ..*now
    })
}
