// What debug information says of the members of structures.

#include "llvm-c/Core.h"
#include "llvm/BinaryFormat/Dwarf.h"
#include "llvm/IR/DebugInfo.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Module.h"

#include <string>

using namespace llvm;

// The name of a type with those of what it is declared in, as clang names types; without the arguments of templates.
static std::string qualified(const DIScope *scope) {
  if (!scope || !isa<DINamespace, DICompositeType>(scope))
    return {};
  auto outer = qualified(scope->getScope());
  auto own = scope->getName().split('<').first;
  if (own.empty() && isa<DINamespace>(scope))
    own = "(anonymous namespace)";
  return outer.empty() ? own.str() : outer + "::" + own.str();
}

// Calls back for each member of each structure: with a number for the structure, its name and its bits, the name of the member and the distance of the member
// from the start in bits.
extern "C" void sanecc_field_names(LLVMModuleRef module, void *to,
                                   void (*each)(void *, size_t, const char *, size_t, uint64_t, const char *, size_t, uint64_t)) {
  if (unwrap(module)->debug_compile_units().empty())
    return;
  DebugInfoFinder finder;
  finder.processModule(*unwrap(module));
  size_t number = 0;
  for (auto *type : finder.types()) {
    auto *structure = dyn_cast<DICompositeType>(type);
    if (!structure || structure->isForwardDecl() || structure->getTag() == dwarf::DW_TAG_array_type ||
        structure->getTag() == dwarf::DW_TAG_enumeration_type)
      continue;
    auto name = qualified(structure);
    ++number;
    for (auto *element : structure->getElements()) {
      auto *member = dyn_cast_or_null<DIDerivedType>(element);
      if (!member || member->getTag() != dwarf::DW_TAG_member || member->isStaticMember())
        continue;
      auto own = member->getName();
      each(to, number, name.data(), name.size(), structure->getSizeInBits(), own.data(), own.size(), member->getOffsetInBits());
    }
  }
}
