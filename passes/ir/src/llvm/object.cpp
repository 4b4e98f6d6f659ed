// Machine code as clang makes it of a module: LLVM's C interface can set none of these options.

#include "llvm-c/Core.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/IR/Module.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Target/TargetOptions.h"
#include <memory>
#include <optional>
#include <string>

using namespace llvm;

// What clang's driver asks for when compiling for x86-64 Linux and told nothing else.
static TargetOptions options(bool call_sites) {
  TargetOptions options;
  options.BinutilsVersion = TargetMachine::parseBinutilsVersion("2.26");
  options.UseInitArray = true;
  options.DebuggerTuning = DebuggerKind::GDB;
  options.EmitAddrsig = true;
  options.EmitCallSiteInfo = call_sites;
  options.MCOptions.MCUseDwarfDirectory = MCTargetOptions::EnableDwarfDirectory;
  return options;
}

// The object file of `module`, or null if the target has no code generator. `level` is LLVM's, from 0 to 3;
// `call_sites` describes parameters at calls to debuggers. The module is of no use afterwards.
extern "C" LLVMMemoryBufferRef sanecc_object(LLVMModuleRef reference, unsigned level, LLVMBool call_sites) {
  Module &module = *unwrap(reference);
  const std::string &triple = module.getTargetTriple();
  std::string error;
  const Target *target = TargetRegistry::lookupTarget(triple, error);
  std::optional<CodeGenOptLevel> effort = CodeGenOpt::getLevel(level);
  if (!target || !effort)
    return nullptr;
  std::unique_ptr<TargetMachine> machine(target->createTargetMachine(
      triple, "x86-64", "+cmov,+cx8,+fxsr,+mmx,+sse,+sse2,+x87", options(call_sites), Reloc::PIC_, std::nullopt, *effort));
  if (!machine)
    return nullptr;

  SmallVector<char, 0> bytes;
  raw_svector_ostream stream(bytes);
  legacy::PassManager passes;
  passes.add(createTargetTransformInfoWrapperPass(machine->getTargetIRAnalysis()));
  TargetLibraryInfoImpl library{Triple(triple)};
  passes.add(new TargetLibraryInfoWrapperPass(library));
  if (machine->addPassesToEmitFile(passes, stream, nullptr, CodeGenFileType::ObjectFile, /*DisableVerify=*/true))
    return nullptr;
  passes.run(module);
  return LLVMCreateMemoryBufferWithMemoryRangeCopy(bytes.data(), bytes.size(), "object");
}
