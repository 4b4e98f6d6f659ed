// What the C interface cannot be asked of globals and of addresses in their values.

#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"

using namespace llvm;

// Whether the symbol is said to resolve inside of the linked object, apart from what linkage and visibility say.
extern "C" LLVMBool sanecc_is_dso_local(LLVMValueRef value) {
  auto *global = cast<GlobalValue>(unwrap(value));
  return global->isDSOLocal() && !global->isImplicitDSOLocal();
}

// Whether the source asked for no checks of the global.
extern "C" LLVMBool sanecc_is_unchecked(LLVMValueRef value) {
  auto *global = cast<GlobalVariable>(unwrap(value));
  return global->hasSanitizerMetadata() && global->getSanitizerMetadata().NoAddress;
}

// Whether the front end said that a constructor gives the global its value.
extern "C" LLVMBool sanecc_is_dynamically_initialized(LLVMValueRef value) {
  auto *global = cast<GlobalVariable>(unwrap(value));
  return global->hasSanitizerMetadata() && global->getSanitizerMetadata().IsDynInit;
}

// What a constant address starts from; `offset` becomes the distance in bytes. The constant itself, with distance 0, where it is
// no address arithmetic with constant steps.
extern "C" LLVMValueRef sanecc_base_of(LLVMValueRef value, LLVMTargetDataRef layout, int64_t *offset) {
  auto *constant = cast<Constant>(unwrap(value));
  *offset = 0;
  if (!constant->getType()->isPointerTy())
    return value;
  auto &data = *unwrap(layout);
  APInt distance(data.getIndexTypeSizeInBits(constant->getType()), 0);
  auto *base = constant->stripAndAccumulateConstantOffsets(data, distance, /*AllowNonInbounds=*/true);
  *offset = distance.getSExtValue();
  return wrap(base);
}
