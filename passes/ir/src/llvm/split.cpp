// Splits a module into parts that can be optimised and compiled by themselves, and of which a change of one source changes few.

#include "llvm-c/Core.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/Support/xxhash.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include <memory>
#include <string>
#include <vector>

using namespace llvm;

// How texts of records are called (`edit/record.rs`).
static constexpr char Text[] = "sanecc.string";

namespace {

// The source that was noted with a global (`globals.cpp`).
StringRef source(const GlobalValue &value) {
  auto *object = dyn_cast<GlobalObject>(&value);
  MDNode *node = object ? object->getMetadata(Source) : nullptr;
  auto *text = node && node->getNumOperands() == 1 ? dyn_cast<MDString>(node->getOperand(0)) : nullptr;
  return text ? text->getString() : StringRef();
}

// Gives a private variable a name that does not count what stands before it: by its source and its bytes. Those without bytes keep theirs.
void rename_by_content(GlobalVariable &global) {
  const Constant *value = global.getInitializer();
  // Behind the bytes is a redzone.
  if (isa<ConstantStruct>(value))
    value = cast<Constant>(value->getOperand(0));
  auto *data = dyn_cast<ConstantDataSequential>(value);
  if (!data)
    return;
  uint64_t sum = xxh3_64bits(data->getRawDataValues()) ^ xxh3_64bits(source(global));
  global.setName("bytes." + utohexstr(sum));
}

// Where each definition of a module goes.
class Splitting {
  Module &module;
  unsigned parts;
  // Definitions that have to stay together.
  EquivalenceClasses<const GlobalValue *> together;
  // The part of each definition that stands once.
  DenseMap<const GlobalValue *, unsigned> places;
  // Private constants that stand in each part that names them.
  SmallPtrSet<const GlobalValue *, 16> copied;

  static bool is_appending(const GlobalValue &value) { return value.hasAppendingLinkage(); }

  // Constants that nobody can tell from their copies, because nothing but code names them: records of places, strings. Bodies that are only there to be inlined, too.
  bool is_copied(const GlobalValue &value) const {
    if (value.hasAvailableExternallyLinkage())
      return true;
    auto *global = dyn_cast<GlobalVariable>(&value);
    return global && !global->hasSection() && !global->hasComdat() && !global->isThreadLocal() && copied.count(global);
  }

  // Calls back with each global that the operands of `user` name, through constants.
  template <typename Each> static void named(const User &user, SmallPtrSetImpl<const Constant *> &seen, Each each) {
    for (const Use &use : user.operands()) {
      auto *constant = dyn_cast<Constant>(use.get());
      if (!constant)
        continue;
      if (auto *global = dyn_cast<GlobalValue>(constant)) {
        each(*global);
        continue;
      }
      if (seen.insert(constant).second)
        named(*constant, seen, each);
    }
  }

  // Calls back with each global that the definition names.
  template <typename Each> static void named_by(const GlobalValue &value, Each each) {
    SmallPtrSet<const Constant *, 16> seen;
    named(value, seen, each);
    if (auto *function = dyn_cast<Function>(&value))
      for (const BasicBlock &block : *function)
        for (const Instruction &instruction : block)
          named(instruction, seen, each);
  }

  // Calls back with each global whose value or code has the constant in it.
  template <typename Each> static void users(const Constant &constant, Each each) {
    for (const User *user : constant.users()) {
      if (auto *global = dyn_cast<GlobalValue>(user))
        each(*global);
      else if (auto *instruction = dyn_cast<Instruction>(user))
        each(*instruction->getFunction());
      else if (auto *above = dyn_cast<Constant>(user))
        users(*above, each);
    }
  }

  static size_t weight(const GlobalValue &value) {
    if (auto *function = dyn_cast<Function>(&value))
      return 1 + function->getInstructionCount();
    return 1;
  }

  // Which private constants only code names, in the end, or are texts of records.
  void find_copied() {
    SmallVector<const GlobalVariable *, 32> kept;
    for (const GlobalVariable &global : module.globals()) {
      if (global.hasPrivateLinkage() && global.isConstant() && global.hasInitializer())
        copied.insert(&global);
    }
    // What a variable names that stands once is named from outside of code.
    auto keeps = [&](const GlobalVariable &global) {
      named_by(global, [&](const GlobalValue &value) {
        auto *named = dyn_cast<GlobalVariable>(&value);
        if (named && named != &global && is_copied(*named) && !named->getName().starts_with(Text)) {
          copied.erase(named);
          kept.push_back(named);
        }
      });
    };
    for (const GlobalVariable &global : module.globals())
      if (global.hasInitializer() && !is_copied(global))
        kept.push_back(&global);
    while (!kept.empty())
      keeps(*kept.pop_back_val());
  }

  void find_together() {
    StringMap<const GlobalValue *> comdats;
    for (const GlobalValue &value : module.global_values()) {
      if (value.isDeclaration() || is_appending(value))
        continue;
      together.insert(&value);
      if (const Comdat *comdat = value.getComdat()) {
        auto [found, is_new] = comdats.try_emplace(comdat->getName(), &value);
        if (!is_new)
          together.unionSets(found->second, &value);
      }
      const GlobalObject *base = value.getAliaseeObject();
      if (base && base != &value) {
        copied.erase(base);
        together.unionSets(base, &value);
      }
      if (auto *function = dyn_cast<Function>(&value))
        for (const BasicBlock &block : *function)
          if (const BlockAddress *address = BlockAddress::lookup(&block))
            users(*address, [&](const GlobalValue &user) {
              copied.erase(&user);
              together.unionSets(function, &user);
            });
    }
    // What has to stay although nothing names it is named by a list, which holds for one module.
    for (const char *list : {"llvm.used", "llvm.compiler.used"})
      if (const GlobalVariable *used = module.getNamedGlobal(list))
        named_by(*used, [&](const GlobalValue &value) {
          copied.erase(&value);
          if (!value.isDeclaration())
            together.unionSets(&value, anchor(value));
        });
  }

  // The first of what goes to the first part.
  const GlobalValue *first = nullptr;
  const GlobalValue *anchor(const GlobalValue &value) {
    if (!first)
      first = &value;
    return first;
  }

  void place() {
    size_t all = 1;
    StringMap<size_t> sizes;
    for (const GlobalValue &value : module.global_values())
      if (!value.isDeclaration()) {
        all += weight(value);
        sizes[source(value)] += weight(value);
      }
    const GlobalValue *at_first = first ? together.getLeaderValue(first) : nullptr;
    for (auto it = together.begin(); it != together.end(); ++it) {
      if (!it->isLeader())
        continue;
      // What decides must not depend on which of them is the leader, which is an address.
      const GlobalValue *name = nullptr;
      for (auto member = together.member_begin(it); member != together.member_end(); ++member)
        if (!name || (*member)->getName() < name->getName())
          name = *member;
      StringRef from = source(*name);
      // A source that is larger than a part has several.
      uint64_t own = PowerOf2Ceil(sizes[from] * parts / all + 1);
      uint64_t at = xxh3_64bits(from) + xxh3_64bits(name->getName()) % own;
      unsigned part = it->getData() == at_first ? 0 : at % parts;
      for (auto member = together.member_begin(it); member != together.member_end(); ++member)
        if (!is_copied(**member))
          places[*member] = part;
    }
    for (const GlobalVariable &global : module.globals())
      if (is_appending(global))
        places[&global] = 0;
  }

public:
  // For each part the copies that it needs.
  std::vector<SmallPtrSet<const GlobalValue *, 16>> copies;
  // Those that other parts than their own name.
  SmallPtrSet<const GlobalValue *, 16> shared;

  Splitting(Module &module, unsigned parts) : module(module), parts(parts), copies(parts) {
    find_copied();
    find_together();
    place();
    for (const auto &[value, part] : places)
      note(*value, part);
  }

  bool is_of(const GlobalValue &value, unsigned part) const {
    auto place = places.find(&value);
    return place != places.end() ? place->second == part : copies[part].count(&value) != 0;
  }

private:
  // What the definition names from this part.
  void note(const GlobalValue &value, unsigned part) {
    named_by(value, [&](const GlobalValue &named) {
      if (named.isDeclaration())
        return;
      if (auto place = places.find(&named); place != places.end()) {
        if (place->second != part)
          shared.insert(&named);
      } else if (copies[part].insert(&named).second) {
        note(named, part);
      }
    });
  }
};

// Whether assembly in functions names what is local: its own name for it must stay, and be in its part.
bool assembly_names_local(const Module &module) {
  std::string text;
  for (const Function &function : module)
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (const auto *call = dyn_cast<CallBase>(&instruction))
          if (const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand()))
            (text += assembly->getAsmString()) += '\n';
  if (text.empty())
    return false;
  for (const GlobalValue &value : module.global_values())
    if (value.hasLocalLinkage() && value.hasName() && StringRef(text).contains(value.getName()))
      return true;
  return false;
}

// What the linker may drop where no object needs it must stay where only another part does.
void keep_for_others(GlobalValue &value) {
  if (value.hasLinkOnceODRLinkage())
    value.setLinkage(GlobalValue::WeakODRLinkage);
  else if (value.hasLinkOnceLinkage())
    value.setLinkage(GlobalValue::WeakAnyLinkage);
}

} // namespace

// Splits the module and calls back with the bitcode of each part. What is local to the module and named from another part is hidden then, with `suffix` behind its name, so that
// no other object means it. False, and nothing is done, where assembly may name what is local.
extern "C" LLVMBool sanecc_split(LLVMModuleRef reference, unsigned parts, const char *suffix, void *to,
                                 void (*each)(void *, const char *, size_t)) {
  Module &module = *unwrap(reference);
  if (!module.getModuleInlineAsm().empty() || assembly_names_local(module))
    return false;
  for (GlobalVariable &global : module.globals())
    if (global.hasPrivateLinkage() && global.hasInitializer() && !global.getName().starts_with(Text))
      rename_by_content(global);
  Splitting splitting(module, parts);
  unsigned unnamed = 0;
  for (GlobalValue &value : module.global_values()) {
    if (value.isDeclaration())
      continue;
    keep_for_others(value);
    if (!value.hasLocalLinkage() || !splitting.shared.count(&value))
      continue;
    if (!value.hasName())
      value.setName("unnamed." + Twine(unnamed++));
    value.setName(value.getName() + suffix);
    value.setLinkage(GlobalValue::ExternalLinkage);
    value.setVisibility(GlobalValue::HiddenVisibility);
  }
  for (unsigned part = 0; part < parts; ++part) {
    ValueToValueMapTy map;
    auto copy = CloneModule(module, map, [&](const GlobalValue *value) { return splitting.is_of(*value, part); });
    for (GlobalValue &value : make_early_inc_range(copy->global_values()))
      if (value.isDeclaration() && value.use_empty())
        value.eraseFromParent();
    SmallVector<GlobalValue *, 8> listed;
    collectUsedGlobalVariables(*copy, listed, /*CompilerUsed=*/false);
    collectUsedGlobalVariables(*copy, listed, /*CompilerUsed=*/true);
    // Numbers in such names count what is in other parts.
    for (GlobalValue &value : copy->global_values())
      if (value.hasPrivateLinkage() && !is_contained(listed, &value))
        value.setName("");
    SmallVector<char, 0> bytes;
    raw_svector_ostream stream(bytes);
    WriteBitcodeToFile(*copy, stream);
    each(to, bytes.data(), bytes.size());
  }
  return true;
}
