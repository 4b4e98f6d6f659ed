//! Runs LLVM's passes for values and loops where no access is checked yet, so that no error of the program gets lost.
//!
//! Claims: the passes remove and move accesses of checked functions in three ways alone.
//!
//! - A read goes whose address an earlier access has read or written in the same way, where LLVM finds no write between.
//! - A read that each entry into a loop executes stands before the loop, where LLVM finds no write to it in the loop.
//! - A read, change and write of one address is done in a register while a loop runs. The value is read before the loop, where each entry into the loop reads it.
//!   Variables of the module count as memory that is perhaps not there ([`super::uncertain_globals`]), so LLVM reads none before a loop which only perhaps accesses it.
//!
//! So the first access of each address remains, and what may make memory unaddressable remains between two of them: LLVM takes frees and the ends of scopes for writes, and
//! what synchronises with other threads is one here. Each access keeps its location. Loops of a few iterations may be unrolled.
//!
//! How: stores are volatile while values are merged. While loops are changed, a volatile load stands behind each store but the writes of the third kind. Each value that is read and
//! perhaps not used is held ([`held_values`]), because LLVM removes reads that nobody uses. Constants are variables, because LLVM computes what is read from constants, also beyond their ends.
//! `restrict` counts only where nothing is called: LLVM concludes from it that a call does not free such memory.

use super::attribute::{self, FUNCTION};
use super::edit::{c_string, erase_with_calls, is_call};
use super::held_values;
use super::import;
use super::metadata;
use super::options::Tuned;
use super::uncertain_globals::{UncertainGlobals, base_of_constant};
use super::variable_constants::VariableConstants;
use inkwell::llvm_sys::LLVMAtomicOrdering::LLVMAtomicOrderingNotAtomic;
use inkwell::llvm_sys::LLVMOpcode;
use inkwell::llvm_sys::LLVMOpcode::*;
use inkwell::llvm_sys::LLVMTailCallKind::LLVMTailCallKindMustTail;
use inkwell::llvm_sys::LLVMTypeKind::*;
use inkwell::llvm_sys::core::*;
use inkwell::llvm_sys::debuginfo::*;
use inkwell::llvm_sys::prelude::*;
use inkwell::module::Module;
use inkwell::values::AsValueRef;
use std::collections::HashMap;

/// An opaque function that takes a value which has no annotation ([`held_values`]).
const USE: &str = "sanecc.use";
/// An opaque function that may write all memory.
const WRITE: &str = "sanecc.write";
/// Metadata: the location of an access.
const LOCATION: &str = "sanecc.location";
/// Metadata: the location of what accesses memory by this address.
const THROUGH: &str = "sanecc.through";
/// Metadata: what is volatile as long as accesses are held.
const VOLATILE: &str = "sanecc.volatile";
/// Metadata: accesses that are volatile while values are merged or moved.
const WRITTEN: &str = "sanecc.written";
/// Metadata: a load that stands behind a store for a while.
const FIXED: &str = "sanecc.fixed";
/// The attribute `memory` of a function that touches only memory which the program cannot name.
const INACCESSIBLE_MEMORY: u64 = 0b11 << 2;
/// Steps from a value to an instruction that LLVM does not remove.
const STEPS: u32 = 3;

/// The locations of what accesses memory by these parameters and globals.
type Locations = HashMap<LLVMValueRef, LLVMMetadataRef>;

/// The accesses of a module, held until [`release`](Self::release).
pub(super) struct KeptAccesses {
    module: LLVMModuleRef,
    /// Functions with code that get checks.
    functions: Vec<LLVMValueRef>,
    constants: VariableConstants,
    /// Parameters, by function and index, that have lost `noalias`.
    restricted: Vec<(LLVMValueRef, u32)>,
    /// While it exists, LLVM does not read the scopes of `restrict`.
    _scopes: Tuned,
}

impl KeptAccesses {
    /// Holds the accesses of all functions that get checks.
    pub(super) fn hold(module: &Module<'_>) -> Self {
        let functions = module.get_functions().map(|f| f.as_value_ref());
        let functions = functions.filter(|&f| {
            let is_checked = attribute::of_function(f, FUNCTION, "sanitize_address").is_some();
            // SAFETY: a function of the live module.
            is_checked && unsafe { LLVMIsDeclaration(f) } == 0
        });
        let mut kept = Self {
            module: module.as_mut_ptr(),
            functions: functions.collect(),
            constants: VariableConstants::hold(module),
            restricted: Vec::new(),
            _scopes: Tuned::new("enable-scoped-noalias", 0),
        };
        // SAFETY: all are of the live module.
        unsafe {
            for function in kept.functions.clone() {
                kept.hold_function(function);
            }
        }
        kept
    }

    /// # Safety
    /// A live function with code.
    unsafe fn hold_function(&mut self, function: LLVMValueRef) {
        // SAFETY: the instructions are live, and what is inserted is none of them.
        unsafe {
            let all = instructions(function);
            if all.iter().any(|&one| returns_twice(one)) {
                for instruction in all.into_iter().filter(|&one| is_simple(one)) {
                    LLVMSetVolatile(instruction, 1);
                    metadata::mark(instruction, VOLATILE);
                }
                return;
            }
            if all
                .iter()
                .any(|&one| is_real_call(one) || synchronises(one))
            {
                self.restrict_nothing(function);
            }
            for instruction in all {
                if is_simple(instruction) || reads_only(instruction) {
                    set_location(
                        instruction,
                        LOCATION,
                        LLVMInstructionGetDebugLoc(instruction),
                    );
                } else if synchronises(instruction) {
                    self.call(WRITE, instruction, &mut []);
                }
                if may_be_removed(instruction) && !is_needed(instruction, STEPS) {
                    let next = LLVMGetNextInstruction(instruction);
                    if !held_values::hold(self.module, next, instruction) {
                        self.call(USE, next, &mut [instruction]);
                    }
                }
            }
        }
    }

    /// Takes `noalias` off the parameters of a function.
    ///
    /// # Safety
    /// A live function.
    unsafe fn restrict_nothing(&mut self, function: LLVMValueRef) {
        // SAFETY: as the caller says.
        for index in 1..=unsafe { LLVMCountParams(function) } {
            if attribute::of_function(function, index, "noalias").is_some() {
                attribute::remove_from_function(function, index, "noalias");
                self.restricted.push((function, index));
            }
        }
    }

    /// Calls an opaque function, which any arguments fit.
    ///
    /// # Safety
    /// Live values; the arguments dominate the instruction.
    unsafe fn call(&self, name: &str, before: LLVMValueRef, arguments: &mut [LLVMValueRef]) {
        // SAFETY: as the caller says; the builder is not used afterwards.
        unsafe {
            let context = LLVMGetModuleContext(self.module);
            let void = LLVMVoidTypeInContext(context);
            let ty = LLVMFunctionType(void, std::ptr::null_mut(), 0, 1);
            let symbol = c_string(name);
            let mut callee = LLVMGetNamedFunction(self.module, symbol.as_ptr());
            if callee.is_null() {
                callee = LLVMAddFunction(self.module, symbol.as_ptr(), ty);
                for simple in ["nounwind", "willreturn"] {
                    attribute::add_to_function(callee, FUNCTION, simple);
                }
                if name == USE {
                    let kind = attribute::kind("memory");
                    let memory = LLVMCreateEnumAttribute(context, kind, INACCESSIBLE_MEMORY);
                    LLVMAddAttributeAtIndex(callee, FUNCTION, memory);
                }
            }
            let builder = LLVMCreateBuilderInContext(context);
            LLVMPositionBuilderBefore(builder, before);
            let count = arguments.len() as u32;
            LLVMBuildCall2(
                builder,
                ty,
                callee,
                arguments.as_mut_ptr(),
                count,
                c"".as_ptr(),
            );
            LLVMDisposeBuilder(builder);
        }
    }

    /// While this runs, passes remove no store that may be reached. They may copy it.
    pub(super) fn with_volatile_stores<T>(&self, run: impl FnOnce() -> T) -> T {
        self.with_volatile(&[LLVMStore], run)
    }

    /// While this runs, passes move no access. They may move what computes values.
    pub(super) fn with_volatile_accesses<T>(&self, run: impl FnOnce() -> T) -> T {
        self.with_volatile(&[LLVMLoad, LLVMStore], run)
    }

    fn with_volatile<T>(&self, opcodes: &[LLVMOpcode], run: impl FnOnce() -> T) -> T {
        // SAFETY: instructions of the live module.
        unsafe {
            for &function in &self.functions {
                for access in instructions(function) {
                    if opcodes.contains(&LLVMGetInstructionOpcode(access)) && is_simple(access) {
                        LLVMSetVolatile(access, 1);
                        metadata::mark(access, WRITTEN);
                    }
                }
            }
        }
        let result = run();
        self.make_simple(WRITTEN);
        result
    }

    /// Makes what is marked so no longer volatile, also copies: they have the metadata, too.
    fn make_simple(&self, mark: &str) {
        // SAFETY: instructions of the live module; only loads and stores are marked.
        unsafe {
            for &function in &self.functions {
                for access in instructions(function) {
                    if metadata::node(access, mark).is_some() {
                        LLVMSetVolatile(access, 0);
                        metadata::remove(access, mark);
                    }
                }
            }
        }
    }

    /// While this runs, passes move only stores that change what the same block has read from the same address.
    pub(super) fn with_fixed_stores<T>(&self, module: &Module<'_>, run: impl FnOnce() -> T) -> T {
        let uncertain = UncertainGlobals::hold(module);
        // SAFETY: instructions of the live module; passes neither remove nor copy volatile loads.
        unsafe {
            let functions = self.functions.iter();
            let parameters: Vec<Locations> =
                functions.map(|&f| fix_stores(f, &uncertain)).collect();
            let result = run();
            uncertain.release(module);
            for (&function, parameters) in self.functions.iter().zip(parameters) {
                restore_locations(function, &parameters);
                for load in instructions(function) {
                    if metadata::node(load, FIXED).is_some() {
                        LLVMInstructionEraseFromParent(load);
                    }
                }
            }
            result
        }
    }

    /// Undoes what held the accesses.
    pub(super) fn release(self, module: &Module<'_>) {
        self.make_simple(VOLATILE);
        self.constants.release(module);
        // SAFETY: instructions of the live module; users of the opaque functions are calls without results.
        unsafe {
            for &function in &self.functions {
                held_values::release(instructions(function));
            }
            for name in [USE, WRITE] {
                erase_with_calls(self.module, name);
            }
            for (function, index) in self.restricted {
                attribute::add_to_function(function, index, "noalias");
            }
        }
    }
}

/// All instructions of a function.
///
/// # Safety
/// A live function.
unsafe fn instructions(function: LLVMValueRef) -> Vec<LLVMValueRef> {
    let mut all = Vec::new();
    // SAFETY: as the caller says; blocks and instructions are walked as LLVM lists them.
    unsafe {
        let mut block = LLVMGetFirstBasicBlock(function);
        while !block.is_null() {
            let mut instruction = LLVMGetFirstInstruction(block);
            while !instruction.is_null() {
                all.push(instruction);
                instruction = LLVMGetNextInstruction(instruction);
            }
            block = LLVMGetNextBasicBlock(block);
        }
    }
    all
}

/// Whether it is a load or store that is neither volatile nor atomic.
///
/// # Safety
/// A live instruction.
unsafe fn is_simple(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller says; the opcode is checked first.
    unsafe {
        matches!(LLVMGetInstructionOpcode(instruction), LLVMLoad | LLVMStore)
            && LLVMGetVolatile(instruction) == 0
            && LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic
    }
}

/// Whether this thread may learn here what other threads did. Calls may write all memory by themselves, but not assembly.
///
/// # Safety
/// A live instruction.
unsafe fn synchronises(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller says; the opcode is checked before what it has.
    unsafe {
        match LLVMGetInstructionOpcode(instruction) {
            LLVMLoad | LLVMStore => !is_simple(instruction),
            LLVMAtomicRMW | LLVMAtomicCmpXchg | LLVMFence => true,
            LLVMCall | LLVMInvoke | LLVMCallBr => {
                !LLVMIsAInlineAsm(LLVMGetCalledValue(instruction)).is_null()
            }
            _ => false,
        }
    }
}

/// Whether it is a call of anything but an intrinsic of LLVM.
///
/// # Safety
/// A live instruction.
unsafe fn is_real_call(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        is_call(instruction) && {
            let callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
            callee.is_null() || LLVMGetIntrinsicID(callee) == 0
        }
    }
}

/// Whether it is a call that says which memory it touches: LLVM may move it.
///
/// # Safety
/// A live instruction.
unsafe fn reads_only(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        is_real_call(instruction) && attribute::of_call(instruction, FUNCTION, "memory").is_some()
    }
}

/// Whether a call may return a second time.
///
/// # Safety
/// A live instruction.
unsafe fn returns_twice(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller says.
    unsafe {
        is_call(instruction) && {
            let callee = LLVMIsAFunction(LLVMGetCalledValue(instruction));
            attribute::of_call(instruction, FUNCTION, "returns_twice").is_some()
                || !callee.is_null() && import::returns_twice(&import::name_of(callee))
        }
    }
}

/// Whether LLVM removes the instruction if nobody uses its value, and the program reads memory by it.
///
/// # Safety
/// A live instruction.
unsafe fn may_be_removed(instruction: LLVMValueRef) -> bool {
    // SAFETY: as the caller says; the opcode is checked before what it has.
    unsafe {
        match LLVMGetInstructionOpcode(instruction) {
            LLVMLoad => is_simple(instruction),
            LLVMCall => {
                let kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
                let has_value = !matches!(
                    kind,
                    LLVMVoidTypeKind | LLVMTokenTypeKind | LLVMMetadataTypeKind
                );
                // After a call that is a jump, nothing but the return may stand.
                let is_jump = LLVMGetTailCallKind(instruction) == LLVMTailCallKindMustTail;
                has_value && !is_jump && (is_real_call(instruction) || takes_pointer(instruction))
            }
            _ => false,
        }
    }
}

/// # Safety
/// A live call.
unsafe fn takes_pointer(call: LLVMValueRef) -> bool {
    // SAFETY: as the caller says; arguments come first among the operands.
    unsafe {
        (0..LLVMGetNumArgOperands(call)).any(|n| {
            let ty = LLVMTypeOf(LLVMGetOperand(call, n));
            matches!(
                LLVMGetTypeKind(ty),
                LLVMPointerTypeKind | LLVMVectorTypeKind
            )
        })
    }
}

/// Whether something uses a value that LLVM does not remove, whatever it computes from it: no arithmetic, which may cancel.
///
/// # Safety
/// A live instruction.
unsafe fn is_needed(value: LLVMValueRef, steps: u32) -> bool {
    // SAFETY: as the caller says; uses are walked as LLVM lists them, and users of an instruction are instructions.
    unsafe {
        let mut one = LLVMGetFirstUse(value);
        while !one.is_null() {
            let user = LLVMGetUser(one);
            let is_needed = match LLVMGetInstructionOpcode(user) {
                LLVMLoad | LLVMStore | LLVMRet | LLVMSwitch => true,
                LLVMCall | LLVMInvoke => is_real_call(user) && !synchronises(user),
                LLVMGetElementPtr | LLVMSExt | LLVMZExt | LLVMTrunc => {
                    steps > 0 && is_needed(user, steps - 1)
                }
                _ => false,
            };
            if is_needed {
                return true;
            }
            one = LLVMGetNextUse(one);
        }
        false
    }
}

/// Puts a volatile load behind each store of a function with loops, except those that change what their block has read from the same address. LLVM may keep
/// such memory in a register while a loop runs. It may not be memory of which LLVM knows that it is there: that it would also read before loops that only
/// perhaps access it.
///
/// # Safety
/// A live function.
unsafe fn fix_stores(function: LLVMValueRef, uncertain: &UncertainGlobals) -> Locations {
    let mut parameters = Locations::new();
    // SAFETY: as the caller says; the builder is not used afterwards.
    unsafe {
        if !has_loops(function) {
            return parameters;
        }
        let builder = LLVMCreateBuilderInContext(LLVMGetTypeContext(LLVMTypeOf(function)));
        let mut reads: HashMap<(LLVMBasicBlockRef, LLVMValueRef), LLVMValueRef> = HashMap::new();
        for access in instructions(function) {
            if is_simple(access) || reads_only(access) {
                set_location(access, LOCATION, LLVMInstructionGetDebugLoc(access));
            }
            if !is_simple(access) {
                continue;
            }
            let block = LLVMGetInstructionParent(access);
            if LLVMGetInstructionOpcode(access) == LLVMLoad {
                reads.insert((block, LLVMGetOperand(access, 0)), access);
                continue;
            }
            let [value, pointer] = [0, 1].map(|n| LLVMGetOperand(access, n));
            let ty = LLVMTypeOf(value);
            let read = reads.get(&(block, pointer));
            let read =
                read.filter(|&&read| LLVMTypeOf(read) == ty && is_unknown(pointer, uncertain));
            if let Some(&read) = read {
                let location = LLVMInstructionGetDebugLoc(read);
                if LLVMIsAInstruction(pointer).is_null() {
                    parameters.entry(pointer).or_insert(location);
                } else {
                    set_location(pointer, THROUGH, location);
                }
                continue;
            }
            LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(access));
            let load = LLVMBuildLoad2(builder, ty, pointer, c"".as_ptr());
            LLVMSetVolatile(load, 1);
            LLVMSetAlignment(load, LLVMGetAlignment(access));
            metadata::mark(load, FIXED);
        }
        LLVMDisposeBuilder(builder);
    }
    parameters
}

/// Whether LLVM cannot know of an address that memory is there.
///
/// # Safety
/// A live value.
unsafe fn is_unknown(pointer: LLVMValueRef, uncertain: &UncertainGlobals) -> bool {
    let mut base = pointer;
    // SAFETY: as the caller says; the kind of value is checked before what it has.
    unsafe {
        while !LLVMIsAGetElementPtrInst(base).is_null() {
            base = LLVMGetOperand(base, 0);
        }
        if !LLVMIsAArgument(base).is_null() {
            let function = LLVMGetParamParent(base);
            let at = (0..LLVMCountParams(function)).find(|&n| LLVMGetParam(function, n) == base);
            return at.is_some_and(|n| {
                let has = |name| attribute::of_function(function, n + 1, name).is_some();
                !["byval", "dereferenceable", "dereferenceable_or_null"]
                    .into_iter()
                    .any(has)
            });
        }
        uncertain.contains(base_of_constant(base))
            || !LLVMIsAPHINode(base).is_null()
            || !LLVMIsALoadInst(base).is_null()
                && metadata::node(base, "dereferenceable").is_none()
                && metadata::node(base, "dereferenceable_or_null").is_none()
    }
}

/// Whether a block leads to itself or to an earlier one, as in each cycle.
///
/// # Safety
/// A live function.
unsafe fn has_loops(function: LLVMValueRef) -> bool {
    let mut before: std::collections::HashSet<LLVMBasicBlockRef> = Default::default();
    // SAFETY: as the caller says; blocks are walked as LLVM lists them, and each ends by a terminator.
    unsafe {
        let mut block = LLVMGetFirstBasicBlock(function);
        while !block.is_null() {
            before.insert(block);
            let end = LLVMGetBasicBlockTerminator(block);
            let mut successors = (0..LLVMGetNumSuccessors(end)).map(|n| LLVMGetSuccessor(end, n));
            if successors.any(|next| before.contains(&next)) {
                return true;
            }
            block = LLVMGetNextBasicBlock(block);
        }
    }
    false
}

/// Remembers a location on an instruction, if there is one.
///
/// # Safety
/// A live instruction, and a location of its function.
unsafe fn set_location(instruction: LLVMValueRef, kind: &str, location: LLVMMetadataRef) {
    if !location.is_null() {
        // SAFETY: as the caller says.
        unsafe { metadata::set(instruction, kind, location) };
    }
}

/// Gives what LLVM has moved or made the locations that are remembered.
///
/// # Safety
/// A live function.
unsafe fn restore_locations(function: LLVMValueRef, parameters: &Locations) {
    // SAFETY: as the caller says; loads and stores have a pointer for their last operand.
    unsafe {
        let remembered = |instruction, kind| {
            let node = metadata::node(instruction, kind)?;
            Some(LLVMValueAsMetadata(node))
        };
        let all = instructions(function);
        for &instruction in &all {
            let mut location = remembered(instruction, LOCATION);
            let opcode = LLVMGetInstructionOpcode(instruction);
            if matches!(opcode, LLVMLoad | LLVMStore) && location.is_none() {
                let last = LLVMGetNumOperands(instruction) as u32 - 1;
                let pointer = LLVMGetOperand(instruction, last);
                location = match LLVMIsAInstruction(pointer).is_null() {
                    true => parameters.get(&pointer).copied(),
                    false => remembered(pointer, THROUGH),
                };
            }
            if let Some(location) = location.filter(|location| !location.is_null()) {
                LLVMInstructionSetDebugLoc(instruction, location);
            }
        }
        for instruction in all {
            metadata::remove(instruction, LOCATION);
            metadata::remove(instruction, THROUGH);
        }
    }
}
