//! Lowers the inline thresholds of callees with many accesses, before checks are inserted.
//!
//! LLVM estimates the cost of an inlined copy by its instructions. Most accesses get a check, which is as much code as several instructions and is
//! copied with them. So each access adds to the cost here. LLVM reads the threshold from an attribute.

use super::attribute;
use super::options::is_given;
use inkwell::llvm_sys::LLVMLinkage::{LLVMLinkOnceODRLinkage, LLVMWeakODRLinkage};
use inkwell::llvm_sys::LLVMOpcode::{LLVMCall, LLVMInvoke, LLVMLoad, LLVMStore};
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::prelude::LLVMValueRef;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use std::collections::HashMap;

/// What a callee may cost to be inlined, in LLVM's measure: 5 for an instruction, and what the call itself would cost is taken off. Also what that
/// is where the program says `inline`. Both as LLVM has it at `-O2`; where it has less, that holds as well.
const MOST: u32 = 225;
const MOST_IF_ASKED: u32 = 325;

/// What an access costs beyond its instruction. With 40 the programs of `cargo xtask bench` get slower, with less they only get larger.
const CHECK: u32 = 25;
/// The same in functions that every unit has for itself, as templates and members that are defined in their class: most of what they access turns out
/// to be variables of their callers. With 10, the constructor of a vector stays a call, and a block is allocated that nobody needs; with 5, programs
/// get larger and no faster.
const CHECK_OF_ALL_UNITS: u32 = 7;

/// How deep calls are followed whose callees will be part of their callers.
const DEPTH: usize = 4;

/// How many steps addresses are followed to what they are computed from.
const STEPS: usize = 4;

/// The attribute for what a function may cost to be inlined.
const LIMIT: &str = "function-inline-threshold";

/// What tells LLVM how much to inline on the command line.
const GIVEN: [&str; 3] = [
    "inline-threshold",
    "inlinedefault-threshold",
    "inlinehint-threshold",
];

/// From now on LLVM inlines less of what accesses memory, unless the command line says how much it is to inline.
pub(super) fn limit(module: &Module<'_>) {
    if GIVEN.into_iter().any(is_given) {
        return;
    }
    let functions = module
        .get_functions()
        .map(|function| function.as_value_ref());
    let functions: Vec<LLVMValueRef> = functions.filter(|&function| is_checked(function)).collect();
    for (&function, accesses) in functions.iter().zip(accesses(&functions)) {
        let cost = most(function).saturating_sub(accesses.saturating_mul(check(function)));
        attribute::add_text(function, LIMIT, &cost.to_string());
    }
}

/// From now on LLVM inlines as it likes.
pub(super) fn lift_limit(module: &Module<'_>) {
    for function in module.get_functions() {
        attribute::remove_text(function.as_value_ref(), LIMIT);
    }
}

/// Whether a function has code, and gets checks.
fn is_checked(function: LLVMValueRef) -> bool {
    attribute::of_function(function, attribute::FUNCTION, "sanitize_address").is_some()
        // SAFETY: the function is one of the live module.
        && unsafe { LLVMIsDeclaration(function) } == 0
}

/// What a function may cost to be inlined, had it no accesses: no more than its call where code is to be small.
fn most(function: LLVMValueRef) -> u32 {
    let has = |name| attribute::of_function(function, attribute::FUNCTION, name).is_some();
    if has("optsize") {
        0
    } else if has("inlinehint") {
        MOST_IF_ASKED
    } else {
        MOST
    }
}

/// What an access of a function costs beyond its instruction.
fn check(function: LLVMValueRef) -> u32 {
    // SAFETY: the function is one of the live module.
    match unsafe { LLVMGetLinkage(function) } {
        LLVMLinkOnceODRLinkage | LLVMWeakODRLinkage => CHECK_OF_ALL_UNITS,
        _ => CHECK,
    }
}

/// How many accesses each function will have, with those of callees that are inlined into it: about so many.
fn accesses(functions: &[LLVMValueRef]) -> Vec<u32> {
    let numbers: HashMap<LLVMValueRef, usize> = functions.iter().copied().zip(0..).collect();
    let bodies: Vec<Body> = functions
        .iter()
        .map(|&function| Body::of(function, &numbers))
        .collect();
    let mut all: Vec<u32> = bodies.iter().map(|body| body.accesses).collect();
    for _ in 0..DEPTH {
        let inlined = |&&callee: &&usize| {
            all[callee].saturating_mul(check(functions[callee])) < most(functions[callee])
        };
        all = bodies
            .iter()
            .map(|body| {
                let callees = body.callees.iter().filter(inlined);
                body.accesses + callees.map(|&callee| all[callee]).sum::<u32>()
            })
            .collect();
    }
    all
}

/// What of a function's code counts.
struct Body {
    /// Loads and stores of which it is not plain that they are good.
    accesses: u32,
    /// The functions of the module that it calls and that get checks, once for each call.
    callees: Vec<usize>,
}

impl Body {
    fn of(function: LLVMValueRef, numbers: &HashMap<LLVMValueRef, usize>) -> Self {
        let mut body = Body {
            accesses: 0,
            callees: Vec::new(),
        };
        // SAFETY: the function is one of the live module; blocks and instructions are walked as LLVM lists them, and loads, stores and calls have
        // the operands that they are asked for.
        unsafe {
            let mut block = LLVMGetFirstBasicBlock(function);
            while !block.is_null() {
                let mut instruction = LLVMGetFirstInstruction(block);
                while !instruction.is_null() {
                    match LLVMGetInstructionOpcode(instruction) {
                        LLVMLoad => body.access(LLVMGetOperand(instruction, 0)),
                        LLVMStore => body.access(LLVMGetOperand(instruction, 1)),
                        LLVMCall | LLVMInvoke => {
                            let callee = LLVMGetCalledValue(instruction);
                            body.callees.extend(numbers.get(&callee));
                        }
                        // A weight, no claim: what is rare (atomics, bulk operations) weighs as LLVM has it.
                        _ => {}
                    }
                    instruction = LLVMGetNextInstruction(instruction);
                }
                block = LLVMGetNextBasicBlock(block);
            }
        }
        body
    }

    /// Variables of the function, and places in the module's, mostly need no check.
    fn access(&mut self, pointer: LLVMValueRef) {
        let mut base = pointer;
        // SAFETY: the pointer is a value of the live module, and an instruction of this kind has its base as the first operand.
        let plain = unsafe {
            for _ in 0..STEPS {
                if !LLVMIsAGetElementPtrInst(base).is_null() {
                    base = LLVMGetOperand(base, 0);
                }
            }
            !LLVMIsAAllocaInst(base).is_null() || LLVMIsConstant(base) != 0
        };
        self.accesses += u32::from(!plain);
    }
}
