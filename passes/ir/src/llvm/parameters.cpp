// What calls hand over beside their arguments becomes parameters of its own, where all callers are known.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DerivedTypes.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Module.h"
#include <map>

using namespace llvm;

namespace {

// By the number of an argument.
using Calls = std::map<uint64_t, SmallVector<CallInst *, 1>>;

uint64_t number_of(const CallBase &call) { return cast<ConstantInt>(call.getArgOperand(0))->getZExtValue(); }

class Handing {
  const Function &asked;
  const Function &told;

public:
  Handing(const Function &asked, const Function &told) : asked(asked), told(told) {}

  // Whether only calls in this module reach the function, and its type may change.
  static bool is_closed(const Function &function) {
    if (function.isDeclaration() || !function.hasLocalLinkage() || function.isVarArg() || function.hasFnAttribute(Attribute::Naked) || function.hasPrefixData() ||
        function.hasPrologueData())
      return false;
    for (const Use &use : function.uses()) {
      auto *call = dyn_cast<CallBase>(use.getUser());
      if (!call || !call->isCallee(&use) || call->isMustTailCall() || call->getFunctionType() != function.getFunctionType() || !(isa<CallInst>(call) || isa<InvokeInst>(call)))
        return false;
    }
    for (const BasicBlock &block : function)
      if (block.getTerminatingMustTailCall())
        return false;
    return true;
  }

  // Where each function asks for what was handed over; nothing of those that ask under a condition.
  DenseMap<Function *, Calls> asks() const {
    DenseMap<Function *, Calls> all;
    SmallPtrSet<Function *, 8> conditional;
    for (const User *user : asked.users()) {
      auto *call = const_cast<CallInst *>(dyn_cast<CallInst>(user));
      if (!call)
        continue;
      auto *always = dyn_cast<ConstantInt>(call->getArgOperand(2));
      if (always && always->isOne())
        all[call->getFunction()][number_of(*call)].push_back(call);
      else
        conditional.insert(call->getFunction());
    }
    for (Function *function : conditional)
      all.erase(function);
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
      if (callee == &told)
        all[number_of(*other)].push_back(cast<CallInst>(other));
      else if (!callee || !(callee->getName().starts_with("sanecc.") || callee->getName().starts_with("__sanecc_") || callee->isIntrinsic()))
        break;
    }
    return all;
  }

  void hand_over(Function &function, const Calls &asks) const {
    FunctionType *old = function.getFunctionType();
    Type *word = Type::getInt64Ty(function.getContext());
    SmallVector<Type *, 8> types(old->params());
    types.append(asks.size(), word);
    FunctionType *type = FunctionType::get(old->getReturnType(), types, false);
    Function *made = Function::Create(type, function.getLinkage(), function.getAddressSpace());
    made->copyAttributesFrom(&function);
    made->setComdat(function.getComdat());
    made->copyMetadata(&function, 0);
    function.getParent()->getFunctionList().insert(function.getIterator(), made);
    made->takeName(&function);
    SmallVector<CallBase *, 8> callers;
    for (User *user : function.users())
      callers.push_back(cast<CallBase>(user));
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
    for (CallBase *caller : callers)
      call_with_more(*caller, *made, asks);
    function.eraseFromParent();
  }

private:
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
    made->setAttributes(call.getAttributes());
    made->copyMetadata(call);
    made->takeName(&call);
    call.replaceAllUsesWith(made);
    call.eraseFromParent();
  }
};

} // namespace

// Calls of `asked`, `(number, pointer, bit) -> word`, in functions of which all callers are known become parameters, and the calls of `told`, `(number, word, pointer)`, in front of
// calls of these functions arguments.
extern "C" void sanecc_hand_over(LLVMModuleRef module, const char *asked, const char *told) {
  Module &all = *unwrap(module);
  const Function *asks = all.getFunction(asked), *tells = all.getFunction(told);
  if (!asks || !tells)
    return;
  Handing handing(*asks, *tells);
  DenseMap<Function *, Calls> all_asks = handing.asks();
  SmallVector<Function *, 32> closed;
  for (Function &function : all)
    if (all_asks.count(&function) && Handing::is_closed(function))
      closed.push_back(&function);
  for (Function *function : closed)
    handing.hand_over(*function, all_asks[function]);
}
