// What the C interface lacks for editing blocks.

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/BasicBlock.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Instructions.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/SSAUpdater.h"
#include "llvm/Transforms/Utils/ValueMapper.h"

using namespace llvm;

// Splits the block of an instruction in front of it, and returns the new block, which begins with it.
extern "C" LLVMBasicBlockRef sanecc_split_before(LLVMValueRef value) {
  auto *instruction = cast<Instruction>(unwrap(value));
  return wrap(SplitBlock(instruction->getParent(), instruction));
}

// Whether a block can be duplicated: nothing in it may exist once only, and no edge into it may be one that cannot be redirected.
extern "C" LLVMBool sanecc_can_duplicate(LLVMBasicBlockRef block, LLVMBasicBlockRef *from, unsigned count) {
  auto *original = unwrap(block);
  if (original->isEHPad() || original->hasAddressTaken() || original->isEntryBlock() ||
      isa<IndirectBrInst, CallBrInst>(original->getTerminator()))
    return false;
  for (auto &instruction : *original) {
    auto *call = dyn_cast<CallBase>(&instruction);
    // Static allocas belong to the frame, a token to one user.
    if (instruction.getType()->isTokenTy() || isa<AllocaInst>(instruction) || (call && call->cannotDuplicate()))
      return false;
  }
  for (unsigned index = 0; index < count; ++index) {
    auto *last = unwrap(from[index])->getTerminator();
    if (!is_contained(successors(last), original) || isa<IndirectBrInst, CallBrInst>(last))
      return false;
  }
  return true;
}

// Duplicates a block for some of its predecessors, which go on in the copy; values of either are joined by phis where both are used.
extern "C" LLVMBasicBlockRef sanecc_duplicate(LLVMBasicBlockRef block, LLVMBasicBlockRef *from, unsigned count) {
  auto *original = unwrap(block);
  ValueToValueMapTy map;
  auto *copy = CloneBasicBlock(original, map, ".copy", original->getParent());
  for (auto &instruction : *copy)
    RemapInstruction(&instruction, map, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);

  // Successors' phis hear of the copy.
  for (auto *successor : successors(original))
    for (auto &phi : successor->phis())
      if (phi.getBasicBlockIndex(copy) < 0)
        for (unsigned edge = 0, edges = phi.getNumIncomingValues(); edge < edges; ++edge)
          if (phi.getIncomingBlock(edge) == original) {
            Value *value = phi.getIncomingValue(edge);
            auto mapped = map.find(value);
            phi.addIncoming(mapped == map.end() ? value : &*mapped->second, copy);
          }

  // The edges are redirected, and the phis of both blocks keep what comes over their own edges.
  SmallVector<BasicBlock *, 4> moved;
  for (unsigned index = 0; index < count; ++index)
    moved.push_back(unwrap(from[index]));
  for (auto *predecessor : moved)
    predecessor->getTerminator()->replaceSuccessorWith(original, copy);
  auto keep = [&](BasicBlock *in, bool redirected) {
    for (auto &phi : make_early_inc_range(in->phis()))
      for (unsigned edge = phi.getNumIncomingValues(); edge-- > 0;)
        if (is_contained(moved, phi.getIncomingBlock(edge)) != redirected)
          phi.removeIncomingValue(edge, /*DeletePHIIfEmpty=*/false);
  };
  keep(original, false);
  keep(copy, true);

  // Uses outside of both blocks see the value of whichever ran.
  for (auto &instruction : *original) {
    if (instruction.getType()->isVoidTy())
      continue;
    SmallVector<Use *, 8> outside;
    for (auto &use : instruction.uses()) {
      auto *user = cast<Instruction>(use.getUser());
      auto *phi = dyn_cast<PHINode>(user);
      auto *place = phi ? phi->getIncomingBlock(use) : user->getParent();
      if (place != original)
        outside.push_back(&use);
    }
    if (outside.empty())
      continue;
    SSAUpdater updater;
    updater.Initialize(instruction.getType(), instruction.getName());
    updater.AddAvailableValue(original, &instruction);
    updater.AddAvailableValue(copy, map[&instruction]);
    for (auto *use : outside)
      updater.RewriteUse(*use);
  }
  return wrap(copy);
}
