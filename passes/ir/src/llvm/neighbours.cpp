// Checks of accesses near each other become one check of all their bytes, and their own where that fails.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

using namespace llvm;

namespace {

// Bytes of a check at most: objects are rarely larger, and a difference in an address has room for it.
constexpr int64_t MOST_BYTES = 4096;

// The check of an access, `(pointer, word, site)`.
struct Check {
  CallInst *call;
  int64_t offset;
  int64_t bytes;
};

// Checks of a base and a word in a block, between which nothing may change what they find.
struct Group {
  const Value *base;
  const Value *word;
  int64_t from;
  int64_t to;
  SmallVector<Check, 4> checks;

  bool take(const Check &check) {
    int64_t least = std::min(from, check.offset), most = std::max(to, check.offset + check.bytes);
    if (most - least > MOST_BYTES)
      return false;
    from = least;
    to = most;
    checks.push_back(check);
    return true;
  }
};

class Neighbours {
  Function &alive;
  Function &within;
  // Bytes that the calls of a function check, or zero if they do not matter here.
  DenseMap<const Function *, uint64_t> steps;
  SmallVector<Group, 16> found;

public:
  Neighbours(Function &alive, Function &within, ArrayRef<LLVMValueRef> functions, const uint64_t *bytes) : alive(alive), within(within) {
    for (size_t number = 0; number < functions.size(); ++number)
      steps[unwrap<Function>(functions[number])] = bytes[number];
  }

  void find(BasicBlock &block) {
    SmallVector<Group, 8> open;
    const DataLayout &layout = block.getModule()->getDataLayout();
    for (Instruction &instruction : block) {
      auto *call = dyn_cast<CallInst>(&instruction);
      auto step = call ? steps.find(call->getCalledFunction()) : steps.end();
      if (step == steps.end()) {
        if (!goes_on(instruction))
          close(open);
      } else if (step->second != 0) {
        APInt offset(layout.getIndexTypeSizeInBits(call->getArgOperand(0)->getType()), 0);
        const Value *base = call->getArgOperand(0)->stripAndAccumulateConstantOffsets(layout, offset, true);
        add(open, base, {call, offset.getSExtValue(), static_cast<int64_t>(step->second)});
      }
    }
    close(open);
  }

  void join() {
    for (const Group &group : found)
      join(group);
  }

private:
  // Whether what follows is reached for sure, and nothing of other threads is learnt there.
  static bool goes_on(const Instruction &instruction) {
    if (auto *call = dyn_cast<CallBase>(&instruction))
      return isa<IntrinsicInst>(call) && call->hasFnAttr(Attribute::WillReturn) && call->doesNotThrow();
    switch (instruction.getOpcode()) {
    case Instruction::Load:
      return cast<LoadInst>(instruction).isSimple();
    case Instruction::Store:
      return cast<StoreInst>(instruction).isSimple();
    case Instruction::UDiv:
    case Instruction::SDiv:
    case Instruction::URem:
    case Instruction::SRem:
      return isa<ConstantInt>(instruction.getOperand(1));
    default:
      return !instruction.isAtomic();
    }
  }

  static void add(SmallVectorImpl<Group> &open, const Value *base, const Check &check) {
    const Value *word = check.call->getArgOperand(1);
    for (Group &group : open)
      if (group.base == base && group.word == word && group.take(check))
        return;
    open.push_back({base, word, check.offset, check.offset + check.bytes, {check}});
  }

  void close(SmallVectorImpl<Group> &open) {
    for (Group &group : open)
      if (group.checks.size() > 1)
        found.push_back(std::move(group));
    open.clear();
  }

  void join(const Group &group) {
    const Check &first = group.checks.front();
    Value *pointer = first.call->getArgOperand(0), *word = first.call->getArgOperand(1);
    MDNode *rarely = MDBuilder(first.call->getContext()).createUnlikelyBranchWeights();
    // In blocks of their own: LLVM would compute both conditions in one, and then a third one.
    IRBuilder<> builder(first.call);
    Value *lives = builder.CreateCall(&alive, {word});
    Instruction *end = SplitBlockAndInsertIfThen(builder.CreateNot(lives), first.call, false, rarely);
    BasicBlock *alone = end->getParent();
    BasicBlock *rest = first.call->getParent();
    auto *asked = cast<BranchInst>(alone->getSinglePredecessor()->getTerminator());
    BasicBlock *look = BasicBlock::Create(rest->getContext(), "", rest->getParent(), alone);
    asked->setSuccessor(1, look);
    builder.SetInsertPoint(look);
    Value *begin = beyond(builder, pointer, group.from - first.offset);
    Value *fits = builder.CreateCall(&within, {begin, builder.getInt64(group.to - group.from), word});
    builder.CreateCondBr(builder.CreateNot(fits), alone, rest, rarely);
    builder.SetInsertPoint(end);
    for (const Check &check : group.checks) {
      auto *own = cast<CallInst>(check.call->clone());
      own->setArgOperand(0, beyond(builder, pointer, check.offset - first.offset));
      builder.Insert(own);
    }
    for (const Check &check : group.checks)
      check.call->eraseFromParent();
  }

  static Value *beyond(IRBuilder<> &builder, Value *pointer, int64_t distance) {
    return distance == 0 ? pointer : builder.CreateGEP(builder.getInt8Ty(), pointer, builder.getInt64(distance));
  }
};

} // namespace

// `alive` is `(word) -> bit` and `within` `(pointer, bytes, word) -> bit`: whether what the word tells of is still there, and whether so many bytes lie in it. So many bytes do the calls of each
// function check, `(pointer, word, site)`; those that check none do not matter.
extern "C" void sanecc_join_neighbours(LLVMModuleRef module, LLVMValueRef alive, LLVMValueRef within, const LLVMValueRef *functions, const uint64_t *bytes, size_t count) {
  Neighbours neighbours(*unwrap<Function>(alive), *unwrap<Function>(within), ArrayRef<LLVMValueRef>(functions, count), bytes);
  for (Function &function : *unwrap(module))
    if (!function.hasOptSize() && !function.hasOptNone())
      for (BasicBlock &block : function)
        neighbours.find(block);
  neighbours.join();
}
