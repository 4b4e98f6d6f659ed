// What debug information says of the members of structures.

#include "llvm-c/Core.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

using namespace llvm;

// Calls back for each member of each structure that has a name: with the name of the structure (the length first), of the member, and the distance of the
// member from the start in bits.
extern "C" void sanecc_members(LLVMModuleRef module, void *to,
                               void (*each)(void *, const char *, size_t, const char *, size_t, uint64_t)) {
  DebugInfoFinder finder;
  finder.processModule(*unwrap(module));
  for (auto *type : finder.types()) {
    auto *structure = dyn_cast<DICompositeType>(type);
    if (!structure || structure->getTag() == dwarf::DW_TAG_array_type || structure->getTag() == dwarf::DW_TAG_enumeration_type)
      continue;
    for (auto *element : structure->getElements()) {
      auto *member = dyn_cast_or_null<DIDerivedType>(element);
      if (!member || member->getTag() != dwarf::DW_TAG_member || member->isStaticMember())
        continue;
      auto name = structure->getName(), own = member->getName();
      each(to, name.data(), name.size(), own.data(), own.size(), member->getOffsetInBits());
    }
  }
}
