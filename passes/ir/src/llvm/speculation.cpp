// Keeps LLVM from speculating loads. In functions with `sanitize_address` most passes do not speculate, but some test only whether an address
// is dereferenceable, not whether the program may read it.

#include "llvm-c/Core.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace {

// Disables `ArgumentPromotion`, which loads before a call what the callee may load. LLVM's own gate decides about all other passes.
class Gate final : public OptPassGate {
public:
  bool shouldRunPass(const StringRef pass, StringRef what) override {
    auto &own = getGlobalPassGate();
    return pass != "ArgumentPromotionPass" && (!own.isEnabled() || own.shouldRunPass(pass, what));
  }
  bool isEnabled() const override { return true; }
};

// Sets a command-line option of LLVM.
void set(StringRef name, bool is_on) {
  StringRef truth = is_on ? "1" : "0";
  auto &options = cl::getRegisteredOptions();
  auto option = options.find(name);
  if (option != options.end())
    option->second->addOccurrence(0, name, truth, /*MultiArg=*/true);
}

} // namespace

extern "C" void sanecc_suppress_speculation(LLVMModuleRef module, LLVMBool suppressed, LLVMBool no_promotion) {
  static Gate gate;
  auto &context = *unwrap(LLVMGetModuleContext(module));
  context.setOptPassGate(suppressed ? static_cast<OptPassGate &>(gate) : getGlobalPassGate());
  // The target of a reference is dereferenceable until memory is freed, not throughout the call.
  set("use-dereferenceable-at-point-semantics", suppressed);
  set("disable-licm-promotion", no_promotion);
}
