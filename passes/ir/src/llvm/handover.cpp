// What calls hand over beside their arguments and results is passed with these, where all callers are known.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/AttributeMask.h"
#include "llvm/IR/Attributes.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace {

// By the number of an argument.
using Calls = std::map<uint64_t, SmallVector<CallInst *, 1>>;

uint64_t number_of(const CallBase &call) { return cast<ConstantInt>(call.getArgOperand(0))->getZExtValue(); }

// Calls of a function that may not be in the module.
template <typename Do> void for_calls(const Function *callee, Do run) {
  if (!callee)
    return;
  SmallVector<CallInst *, 8> calls;
  for (const User *user : callee->users())
    if (auto *call = const_cast<CallInst *>(dyn_cast<CallInst>(user)))
      calls.push_back(call);
  for (CallInst *call : calls)
    run(*call);
}

// The type of a result with a word beside it.
Type *with_word(Type *result, Type *word) { return StructType::get(result->getContext(), {result, word}); }

class Handing {
  // Of arguments: what asks in the callee, and what tells in the caller.
  const Function *asked;
  const Function *told;
  // Of results: what asks in the caller, and what tells in the callee.
  const Function *result;
  const Function *returned;

public:
  Handing(const Module &module, const char *const names[4])
      : asked(module.getFunction(names[0])), told(module.getFunction(names[1])), result(module.getFunction(names[2])), returned(module.getFunction(names[3])) {}

  // Whether only calls in this module reach the function, and its type may change.
  bool is_closed(const Function &function) const {
    if (function.isDeclaration() || !function.hasLocalLinkage() || function.isVarArg() || function.hasFnAttribute(Attribute::Naked) || function.hasPrefixData() ||
        function.hasPrologueData())
      return false;
    for (const Use &use : function.uses()) {
      if (is_name(use))
        continue;
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (!call || !call->isCallee(&use) || call->isMustTailCall() || call->getFunctionType() != function.getFunctionType() || !(isa<CallInst>(call) || isa<InvokeInst>(call)))
        return false;
    }
    for (const BasicBlock &block : function)
      if (block.getTerminatingMustTailCall())
        return false;
    return true;
  }

  // Whether a result has room for a word beside it, in the function and in its callers.
  static bool is_extensible(const Function &function) {
    if (!function.getReturnType()->isPointerTy())
      return false;
    for (const User *user : function.users())
      if (auto *invoke = dyn_cast<InvokeInst>(user)) {
        const BasicBlock *next = invoke->getNormalDest();
        if (!next->getSinglePredecessor() || isa<PHINode>(next->front()))
          return false;
      }
    return true;
  }

  // Where each function asks for what was handed over.
  DenseMap<Function *, Calls> asks() const {
    DenseMap<Function *, Calls> all;
    for_calls(asked, [&](CallInst &call) { all[call.getFunction()][number_of(call)].push_back(&call); });
    return all;
  }

  // Those that ask only where a caller has told.
  SmallPtrSet<Function *, 8> conditional() const {
    SmallPtrSet<Function *, 8> all;
    for_calls(asked, [&](CallInst &call) {
      auto *always = dyn_cast<ConstantInt>(call.getArgOperand(2));
      if (!always || !always->isOne())
        all.insert(call.getFunction());
    });
    return all;
  }

  // Which functions hand something back.
  DenseMap<Function *, SmallVector<CallInst *, 4>> answers() const {
    DenseMap<Function *, SmallVector<CallInst *, 4>> all;
    for_calls(returned, [&](CallInst &call) { all[call.getFunction()].push_back(&call); });
    return all;
  }

  // What is told in front of a call.
  Calls tells(CallBase &call) const {
    Calls all;
    for (Instruction *before = call.getPrevNode(); before; before = before->getPrevNode()) {
      auto *other = dyn_cast<CallBase>(before);
      if (!other)
        continue;
      const Function *callee = other->getCalledFunction();
      if (callee && callee == told)
        all[number_of(*other)].push_back(cast<CallInst>(other));
      else if (!callee || !(callee->getName().starts_with("sanecc.") || callee->getName().starts_with("__sanecc_") || callee->isIntrinsic()))
        break;
    }
    return all;
  }

  void hand_over(Function &function, const Calls &asks, ArrayRef<CallInst *> answers) const {
    FunctionType *old = function.getFunctionType();
    Type *word = Type::getInt64Ty(function.getContext());
    SmallVector<Type *, 8> types(old->params());
    types.append(asks.size(), word);
    Type *results = answers.empty() ? old->getReturnType() : with_word(old->getReturnType(), word);
    FunctionType *type = FunctionType::get(results, types, false);
    Function *made = Function::Create(type, function.getLinkage(), function.getAddressSpace());
    made->copyAttributesFrom(&function);
    if (!answers.empty())
      made->setAttributes(of_pair(made->getAttributes(), *type));
    made->setComdat(function.getComdat());
    made->copyMetadata(&function, 0);
    function.getParent()->getFunctionList().insert(function.getIterator(), made);
    made->takeName(&function);
    SmallVector<CallBase *, 8> callers;
    for (const Use &use : function.uses())
      if (!is_name(use))
        callers.push_back(cast<CallBase>(use.getUser()));
    made->splice(made->begin(), &function);
    for (Argument &argument : function.args()) {
      Argument *now = made->getArg(argument.getArgNo());
      argument.replaceAllUsesWith(now);
      now->takeName(&argument);
    }
    unsigned next = old->getNumParams();
    for (const auto &[number, calls] : asks) {
      Argument *handed = made->getArg(next++);
      for (CallInst *call : calls) {
        call->replaceAllUsesWith(handed);
        call->eraseFromParent();
      }
    }
    if (!answers.empty())
      return_more(*made, answers);
    for (CallBase *caller : callers)
      call_with_more(*caller, *made, asks);
    function.replaceAllUsesWith(made);
    function.eraseFromParent();
  }

private:
  // Whether a use only says whose result is meant.
  bool is_name(const Use &use) const {
    auto *call = dyn_cast<CallInst>(use.getUser());
    const Function *callee = call ? call->getCalledFunction() : nullptr;
    return callee && (callee == result || callee == returned) && use.getOperandNo() == 0;
  }

  // Attributes that speak of the pointer are none of a pair.
  static AttributeList of_pair(AttributeList attributes, const FunctionType &type) {
    LLVMContext &context = type.getContext();
    attributes = attributes.removeRetAttributes(context, AttributeFuncs::typeIncompatible(type.getReturnType()));
    for (unsigned number = 0; number < type.getNumParams(); ++number)
      attributes = attributes.removeParamAttribute(context, number, Attribute::Returned);
    // LLVM takes the result of an allocator for the memory.
    for (Attribute::AttrKind allocates : {Attribute::AllocSize, Attribute::AllocKind})
      attributes = attributes.removeFnAttribute(context, allocates);
    return attributes.removeFnAttribute(context, "alloc-family");
  }

  // Returns say what they hand back in their own block; where nothing is said, nothing is known.
  static void return_more(Function &function, ArrayRef<CallInst *> answers) {
    DenseMap<const BasicBlock *, Value *> words;
    for (CallInst *answer : answers) {
      words[answer->getParent()] = answer->getArgOperand(1);
      answer->eraseFromParent();
    }
    for (BasicBlock &block : function) {
      auto *end = dyn_cast<ReturnInst>(block.getTerminator());
      if (!end)
        continue;
      Value *word = words.lookup(&block);
      if (!word)
        word = ConstantInt::get(Type::getInt64Ty(function.getContext()), 0);
      IRBuilder<> builder(end);
      Value *pair = builder.CreateInsertValue(PoisonValue::get(function.getReturnType()), end->getReturnValue(), 0);
      builder.CreateRet(builder.CreateInsertValue(pair, word, 1));
      end->eraseFromParent();
    }
  }

  // The result of the pair, and what its callers ask about it.
  void take_apart(CallBase &old, CallBase &made) const {
    auto *invoke = dyn_cast<InvokeInst>(&made);
    IRBuilder<> builder(made.getParent());
    if (invoke)
      builder.SetInsertPoint(invoke->getNormalDest(), invoke->getNormalDest()->getFirstInsertionPt());
    else
      builder.SetInsertPoint(made.getNextNode());
    builder.SetCurrentDebugLocation(made.getDebugLoc());
    Value *pointer = builder.CreateExtractValue(&made, 0);
    Value *word = builder.CreateExtractValue(&made, 1);
    SmallVector<CallInst *, 2> asking;
    for (User *user : old.users())
      if (auto *call = dyn_cast<CallInst>(user); call && result && call->getCalledFunction() == result && call->getArgOperand(1) == &old)
        asking.push_back(call);
    for (CallInst *call : asking) {
      call->replaceAllUsesWith(word);
      call->eraseFromParent();
    }
    pointer->takeName(&old);
    old.replaceAllUsesWith(pointer);
  }

  void call_with_more(CallBase &call, Function &callee, const Calls &asks) const {
    Calls told = tells(call);
    SmallVector<Value *, 8> arguments(call.args());
    for (const auto &[number, ignored] : asks) {
      auto found = told.find(number);
      arguments.push_back(found != told.end() ? found->second.front()->getArgOperand(1) : ConstantInt::get(Type::getInt64Ty(call.getContext()), 0));
    }
    for (const auto &[number, calls] : told)
      for (CallInst *tell : calls)
        tell->eraseFromParent();
    SmallVector<OperandBundleDef, 1> bundles;
    call.getOperandBundlesAsDefs(bundles);
    CallBase *made;
    if (auto *invoke = dyn_cast<InvokeInst>(&call)) {
      made = InvokeInst::Create(callee.getFunctionType(), &callee, invoke->getNormalDest(), invoke->getUnwindDest(), arguments, bundles, "", call.getIterator());
    } else {
      auto *plain = CallInst::Create(callee.getFunctionType(), &callee, arguments, bundles, "", call.getIterator());
      plain->setTailCallKind(cast<CallInst>(call).getTailCallKind());
      made = plain;
    }
    made->setCallingConv(call.getCallingConv());
    bool pair = made->getType() != call.getType();
    made->setAttributes(pair ? of_pair(call.getAttributes(), *callee.getFunctionType()) : call.getAttributes());
    made->copyMetadata(call);
    if (pair) {
      take_apart(call, *made);
    } else {
      made->takeName(&call);
      call.replaceAllUsesWith(made);
    }
    call.eraseFromParent();
  }
};

} // namespace

// `names`: `asked`, `(number, pointer, bit) -> word`, `told`, `(number, word, pointer)`, `result`, `(function, pointer) -> word`, and `returned`, `(function, word, pointer)`.
//
// In functions of which all callers are known, calls of `asked` become parameters, and those of `told` in front of calls of these functions arguments. Calls of `returned` make the
// results of such functions pairs, of which calls of `result` are the second part.
extern "C" void sanecc_hand_over(LLVMModuleRef module, const char *const names[4]) {
  Module &all = *unwrap(module);
  Handing handing(all, names);
  DenseMap<Function *, Calls> asks = handing.asks();
  DenseMap<Function *, SmallVector<CallInst *, 4>> answers = handing.answers();
  SmallPtrSet<Function *, 8> conditional = handing.conditional();
  SmallVector<Function *, 32> closed;
  for (Function &function : all)
    if ((asks.count(&function) || answers.count(&function)) && !conditional.count(&function) && handing.is_closed(function))
      closed.push_back(&function);
  for (Function *function : closed) {
    bool is_extensible = Handing::is_extensible(*function);
    handing.hand_over(*function, asks[function], is_extensible ? answers[function] : SmallVector<CallInst *, 4>());
  }
}
