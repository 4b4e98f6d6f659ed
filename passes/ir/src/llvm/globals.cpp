// What the C interface cannot be asked of globals and of addresses in their values.

#include "llvm-c/Core.h"
#include "llvm-c/Target.h"
#include "llvm/ADT/APInt.h"
#include "llvm/IR/DataLayout.h"
#include "llvm/IR/GlobalVariable.h"
#include "llvm/IR/Metadata.h"
#include "llvm/IR/Module.h"

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

// The kind of metadata that names the source of a global where modules were merged.
static constexpr char Source[] = "sanecc.source";

// Notes with each variable and function that the module defines that it is of this module's source.
extern "C" void sanecc_note_sources(LLVMModuleRef reference) {
  Module &module = *unwrap(reference);
  LLVMContext &context = module.getContext();
  MDNode *node = MDNode::get(context, MDString::get(context, module.getSourceFileName()));
  for (GlobalObject &global : module.global_objects())
    if (!global.isDeclaration() && !global.getName().starts_with("llvm."))
      global.setMetadata(Source, node);
}

// The source that was noted with a global, `*length` bytes; null if none was.
extern "C" const char *sanecc_source_of(LLVMValueRef value, size_t *length) {
  MDNode *node = cast<GlobalVariable>(unwrap(value))->getMetadata(Source);
  auto *text = node && node->getNumOperands() == 1 ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
  if (!text)
    return nullptr;
  *length = text->getLength();
  return text->getString().data();
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
