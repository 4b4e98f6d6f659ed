// Merges modules as a linker resolved their symbols, through LLVM's interface for link-time optimisation, and stops before any pass.

#include "llvm-c/Core.h"
#include "llvm/Bitcode/BitcodeWriter.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/InlineAsm.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Module.h"
#include "llvm/LTO/Config.h"
#include "llvm/LTO/LTO.h"
#include "llvm/Passes/PassPlugin.h"
#include "llvm/Support/Caching.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include <cstring>
#include <memory>
#include <string>
#include <vector>

using namespace llvm;

// LLVM's archives, where they were built with Polly, refer to it from what optimises at link time. That is never run here, so an empty one will do.
__attribute__((weak)) PassPluginLibraryInfo getPollyPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "Polly", "", [](PassBuilder &) {}};
}

// What the linker said of a symbol: bits of `flags`.
enum : uint8_t { Prevailing = 1, FinalDefinition = 2, VisibleOutside = 4, Redefined = 8 };

// One module; of each symbol in the order of its table the name and the flags.
struct SaneccInput {
  const char *bytes;
  size_t length;
  const char *name;
  const char *const *symbols;
  const uint8_t *flags;
  size_t count;
};

static LLVMMemoryBufferRef buffer(StringRef bytes, const char *name) {
  return LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.data(), bytes.size(), name);
}

// Bitcode of all modules as one called `source`, where what nobody outside needs is internal. Null on failure; `*said` is then the reason, and the caller's to dispose.
extern "C" LLVMMemoryBufferRef sanecc_merge(const SaneccInput *inputs, size_t count, const char *source, char **said) {
  auto refuse = [&](const Twine &reason) -> LLVMMemoryBufferRef {
    *said = LLVMCreateMessage(reason.str().c_str());
    return nullptr;
  };
  SmallVector<char, 0> merged;
  lto::Config config;
  // Names of variables are for reports.
  config.ShouldDiscardValueNames = false;
  std::string problems;
  config.DiagHandler = [&](const DiagnosticInfo &info) {
    if (info.getSeverity() != DS_Error)
      return;
    raw_string_ostream stream(problems);
    DiagnosticPrinterRawOStream printer(stream);
    info.print(printer);
    stream << "; ";
  };
  config.PostInternalizeModuleHook = [&](unsigned, const Module &module) {
    raw_svector_ostream stream(merged);
    auto &named = const_cast<Module &>(module);
    named.setSourceFileName(source);
    WriteBitcodeToFile(named, stream);
    return false;
  };
  lto::LTO lto(std::move(config));
  for (size_t at = 0; at < count; ++at) {
    const SaneccInput &input = inputs[at];
    auto read = lto::InputFile::create(MemoryBufferRef(StringRef(input.bytes, input.length), input.name));
    if (!read)
      return refuse(Twine(input.name) + ": " + toString(read.takeError()));
    auto symbols = (*read)->symbols();
    if (symbols.size() != input.count)
      return refuse(Twine(input.name) + ": the linker resolved another number of symbols");
    std::vector<lto::SymbolResolution> resolutions;
    for (size_t i = 0; i < input.count; ++i) {
      if (symbols[i].getName() != input.symbols[i])
        return refuse(Twine(input.name) + ": the linker resolved other symbols");
      lto::SymbolResolution resolution;
      // Fields of one bit, which would keep the lowest of a number.
      auto has = [flags = input.flags[i]](uint8_t bit) { return (flags & bit) != 0; };
      resolution.Prevailing = has(Prevailing);
      resolution.FinalDefinitionInLinkageUnit = has(FinalDefinition);
      resolution.VisibleToRegularObj = has(VisibleOutside);
      resolution.LinkerRedefined = has(Redefined);
      resolutions.push_back(resolution);
    }
    if (Error error = lto.add(std::move(*read), resolutions))
      return refuse(Twine(input.name) + ": " + toString(std::move(error)));
  }
  auto stream = [](unsigned, const Twine &) -> Expected<std::unique_ptr<CachedFileStream>> {
    return createStringError(inconvertibleErrorCode(), "no code is to be generated");
  };
  if (Error error = lto.run(stream))
    return refuse(toString(std::move(error)));
  if (!problems.empty())
    return refuse(problems);
  if (merged.empty())
    return refuse("LLVM merged nothing");
  return buffer(StringRef(merged.data(), merged.size()), "merged");
}

// Symbols that inline assembly in functions names are in no symbol table: calls back with the text of each such statement.
extern "C" void sanecc_inline_assembly(LLVMModuleRef reference, void *to, void (*each)(void *, const char *, size_t)) {
  for (const Function &function : *unwrap(reference))
    for (const BasicBlock &block : function)
      for (const Instruction &instruction : block)
        if (const auto *call = dyn_cast<CallBase>(&instruction))
          if (const auto *assembly = dyn_cast<InlineAsm>(call->getCalledOperand())) {
            const std::string text(assembly->getAsmString());
            each(to, text.data(), text.size());
          }
}

// Puts bytes into a section of the module's object that reaches no program.
extern "C" void sanecc_embed(LLVMModuleRef module, const char *bytes, size_t length, const char *section) {
  embedBufferInModule(*unwrap(module), MemoryBufferRef(StringRef(bytes, length), section), section, Align(1));
}
