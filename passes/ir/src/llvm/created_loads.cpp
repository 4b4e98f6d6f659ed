// Runs a pipeline as `LLVMRunPasses` does, and marks loads that its passes create where the source may not load.
//
// `InstCombine` and `SROA` speculate: they replace a load from a select or phi of addresses by loads from all of them, and by a select or phi of the
// results (a choice). `LICM` hoists loads of what a loop stores to (`promoteLoopAccessesToScalars`). What exists before such a pass is recorded; what
// exists only afterwards is new. These passes also replace loads of the source by new ones, but those keep the access group that is set before the
// pass. So a load is speculated if it is new, has no access group, and has only new choices as users.
//
// While passes run, a mark is an MMRA tag: of two loads that LLVM merges, the result keeps it only if both have it. So no mark gets to a load of the
// source. At the end marks become metadata of our own: `sanecc.speculated` with the number of new choices in a row, and `sanecc.hoisted`.

#include "llvm-c/Core.h"
#include "llvm-c/Error.h"
#include "llvm-c/TargetMachine.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MemoryModelRelaxationAnnotations.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/ValueHandle.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Passes/StandardInstrumentations.h"
#include "llvm/Target/TargetMachine.h"
#include <algorithm>
#include <optional>
#include <vector>

using namespace llvm;

namespace {

constexpr StringLiteral PREFIX = "sanecc", HOISTED = "hoisted";
// The most choices in a row that are counted.
constexpr unsigned DEEPEST = 8;
// The most users of a value that are followed.
constexpr unsigned MOST_USERS = 8;

// One run of a pass over a function or a preheader.
class Recording {
  std::vector<WeakVH> handles;
  DenseSet<const Value *> old;
  // The access group of the loads that had none.
  MDNode *group = nullptr;

  bool is_new_select(const Value *value) const {
    auto *select = dyn_cast<SelectInst>(value);
    return select && select->getCondition()->getType()->isIntegerTy(1) && !old.count(value);
  }

  bool is_new_choice(const Value *value) const {
    return is_new_select(value) || (isa<PHINode>(value) && !old.count(value));
  }

  // How many new selects in a row use the value, if nothing else does.
  unsigned selects(const Value *value, unsigned left) const {
    if (left == 0 || value->use_empty() || value->hasNUsesOrMore(MOST_USERS + 1))
      return 0;
    unsigned least = left;
    for (auto *user : value->users()) {
      if (!is_new_select(user))
        return 0;
      least = std::min(least, 1 + selects(user, left - 1));
    }
    return least;
  }

  // The same, where phis are first in a row.
  unsigned choices(const LoadInst &load) const {
    if (load.use_empty() || load.hasNUsesOrMore(MOST_USERS + 1))
      return 0;
    unsigned least = DEEPEST;
    for (auto *user : load.users()) {
      if (!is_new_choice(user))
        return 0;
      least = std::min(least, 1 + selects(user, DEEPEST - 1));
    }
    return least;
  }

  static void mark(LoadInst &load, StringRef tag) {
    load.setMetadata(LLVMContext::MD_mmra, MMRAMetadata::getTagMD(load.getContext(), PREFIX, tag));
  }

public:
  template <typename Range> void start(Range &&instructions, MDNode *own_group) {
    group = own_group;
    for (Instruction &instruction : instructions) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (load || isa<SelectInst>(instruction) || isa<PHINode>(instruction))
        handles.emplace_back(&instruction);
      if (load && group && !load->hasMetadata(LLVMContext::MD_access_group))
        load->setMetadata(LLVMContext::MD_access_group, group);
    }
  }

  // Marks the loads that are new; whether there are any.
  template <typename Range> bool finish(Range &&instructions) {
    for (auto &handle : handles)
      old.insert(handle);
    bool has_marked = false;
    for (Instruction &instruction : instructions) {
      auto *load = dyn_cast<LoadInst>(&instruction);
      if (!load)
        continue;
      auto *has = load->getMetadata(LLVMContext::MD_access_group);
      if (has && has == group)
        load->setMetadata(LLVMContext::MD_access_group, nullptr);
      if (has || old.count(load) || !load->isSimple())
        continue;
      unsigned in_a_row = group ? choices(*load) : 0;
      if (group && in_a_row == 0)
        continue;
      mark(*load, group ? StringRef(utostr(in_a_row)) : StringRef(HOISTED));
      has_marked = true;
    }
    return has_marked;
  }
};

class CreatedLoads {
  std::optional<Recording> recording;
  bool has_marked = false;

  static bool may_speculate(StringRef pass, Function &function) {
    auto all = instructions(function);
    auto is_alloca = [](Instruction &one) { return isa<AllocaInst>(one); };
    auto chooses = [](Instruction &one) { return isa<SelectInst>(one) && one.getType()->isPointerTy(); };
    return pass == "SROAPass" ? any_of(all, is_alloca) : pass == "InstCombinePass" && any_of(all, chooses);
  }

  static bool is_checked(const Function &function) {
    return function.hasFnAttribute(Attribute::SanitizeAddress);
  }

  void before(StringRef pass, Any unit) {
    recording.reset();
    if (auto *one = any_cast<const Function *>(&unit)) {
      auto &function = const_cast<Function &>(**one);
      if (is_checked(function) && may_speculate(pass, function))
        recording.emplace().start(instructions(function), MDNode::getDistinct(function.getContext(), {}));
    } else if (auto *one = any_cast<const Loop *>(&unit)) {
      auto *preheader = (*one)->getLoopPreheader();
      if (pass == "LICMPass" && preheader && is_checked(*preheader->getParent()))
        recording.emplace().start(*preheader, nullptr);
    }
  }

  void after(Any unit) {
    if (!recording)
      return;
    if (auto *one = any_cast<const Function *>(&unit))
      has_marked |= recording->finish(instructions(const_cast<Function &>(**one)));
    else if (auto *one = any_cast<const Loop *>(&unit); one && (*one)->getLoopPreheader())
      has_marked |= recording->finish(*(*one)->getLoopPreheader());
    recording.reset();
  }

public:
  void watch(PassInstrumentationCallbacks &callbacks) {
    callbacks.registerBeforeNonSkippedPassCallback([this](StringRef pass, Any unit) { before(pass, unit); });
    callbacks.registerAfterPassCallback([this](StringRef, Any unit, const PreservedAnalyses &) { after(unit); },
                                        /*ToFront=*/true);
  }

  // Gives the marks their final form.
  void settle(Module &module) const {
    auto &context = module.getContext();
    for (auto &function : module) {
      if (!has_marked)
        return;
      for (auto &instruction : instructions(function)) {
        MMRAMetadata tags(instruction);
        if (!isa<LoadInst>(instruction) || !tags.hasTagWithPrefix(PREFIX))
          continue;
        instruction.setMetadata(LLVMContext::MD_mmra, nullptr);
        if (tags.hasTag(PREFIX, HOISTED))
          instruction.setMetadata("sanecc.hoisted", MDNode::get(context, {}));
        for (unsigned in_a_row = DEEPEST; in_a_row > 0; --in_a_row) {
          // The least number comes last.
          auto *number = ConstantAsMetadata::get(ConstantInt::get(Type::getInt32Ty(context), in_a_row));
          if (tags.hasTag(PREFIX, utostr(in_a_row)))
            instruction.setMetadata("sanecc.speculated", MDNode::get(context, number));
        }
      }
    }
  }
};

} // namespace

extern "C" LLVMErrorRef sanecc_run_passes(LLVMModuleRef raw, const char *pipeline, LLVMTargetMachineRef machine,
                                          LLVMBool unroll, LLVMBool verify_each, LLVMBool marks) {
  auto &module = *unwrap(raw);
  PipelineTuningOptions tuning;
  tuning.LoopInterleaving = unroll;
  tuning.LoopUnrolling = unroll;
  PassInstrumentationCallbacks callbacks;
  PassBuilder builder(reinterpret_cast<TargetMachine *>(machine), tuning, std::nullopt, &callbacks);
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerLoopAnalyses(loops);
  builder.registerFunctionAnalyses(functions);
  builder.registerCGSCCAnalyses(components);
  builder.registerModuleAnalyses(modules);
  builder.crossRegisterProxies(loops, functions, components, modules);
  StandardInstrumentations standard(module.getContext(), /*DebugLogging=*/false, verify_each);
  standard.registerCallbacks(callbacks, &modules);
  CreatedLoads created;
  if (marks)
    created.watch(callbacks);
  ModulePassManager passes;
  if (verify_each)
    passes.addPass(VerifierPass());
  if (auto error = builder.parsePassPipeline(passes, pipeline))
    return wrap(std::move(error));
  passes.run(module, modules);
  created.settle(module);
  return LLVMErrorSuccess;
}
