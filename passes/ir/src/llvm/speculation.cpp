// Keeps LLVM from reading memory where the source does not. Of functions that are checked its passes know not to (`sanitize_address`), but
// for those that ask whether an address can be read, and not whether the program may read there.

#include "llvm-c/Core.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/OptBisect.h"
#include "llvm/Support/CommandLine.h"

using namespace llvm;

namespace {

// Leaves out what reads before a call what the callee may read, and asks LLVM's own gate about all else.
class Gate final : public OptPassGate {
public:
  bool shouldRunPass(const StringRef pass, StringRef what) override {
    auto &own = getGlobalPassGate();
    return pass != "ArgumentPromotionPass" && (!own.isEnabled() || own.shouldRunPass(pass, what));
  }
  bool isEnabled() const override { return true; }
};

// Sets one of LLVM's own switches.
void set(StringRef name, bool is_on) {
  StringRef truth = is_on ? "1" : "0";
  auto &options = cl::getRegisteredOptions();
  auto option = options.find(name);
  if (option != options.end())
    option->second->addOccurrence(0, name, truth, /*MultiArg=*/true);
}

} // namespace

extern "C" void sanecc_suppress_speculation(LLVMModuleRef module, LLVMBool held, LLVMBool no_promotion) {
  static Gate gate;
  auto &context = *unwrap(LLVMGetModuleContext(module));
  context.setOptPassGate(held ? static_cast<OptPassGate &>(gate) : getGlobalPassGate());
  // A reference can be read only as long as nothing is freed (LLVM: as long as the call).
  set("use-dereferenceable-at-point-semantics", held);
  set("disable-licm-promotion", no_promotion);
}
