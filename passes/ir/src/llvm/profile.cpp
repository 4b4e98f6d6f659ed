// LLVM's passes that count what code executes and read such counts, which the text of a pipeline cannot tell their files.

#include "llvm-c/Core.h"
#include "llvm-c/TargetMachine.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/ProfileData/InstrProfReader.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Instrumentation.h"
#include "llvm/Transforms/Instrumentation/InstrProfiling.h"
#include "llvm/Transforms/Instrumentation/PGOInstrumentation.h"

using namespace llvm;

namespace {

void run(LLVMModuleRef raw, LLVMTargetMachineRef machine, ModulePassManager passes) {
  PassBuilder builder(reinterpret_cast<TargetMachine *>(machine));
  LoopAnalysisManager loops;
  FunctionAnalysisManager functions;
  CGSCCAnalysisManager components;
  ModuleAnalysisManager modules;
  builder.registerLoopAnalyses(loops);
  builder.registerFunctionAnalyses(functions);
  builder.registerCGSCCAnalyses(components);
  builder.registerModuleAnalyses(modules);
  builder.crossRegisterProxies(loops, functions, components, modules);
  passes.run(*unwrap(raw), modules);
}

} // namespace

// Whether the file has counts of LLVM's own code, and not of the source.
extern "C" LLVMBool sanecc_is_ir_profile(const char *file) {
  auto system = vfs::getRealFileSystem();
  auto reader = IndexedInstrProfReader::create(file, *system);
  if (auto error = reader.takeError()) {
    consumeError(std::move(error));
    return false;
  }
  return (*reader)->isIRLevelProfile();
}

// Inserts intrinsics that count.
extern "C" void sanecc_insert_counters(LLVMModuleRef module, LLVMTargetMachineRef machine) {
  ModulePassManager passes;
  passes.addPass(PGOInstrumentationGen());
  run(module, machine, std::move(passes));
}

// Makes code of these intrinsics. The program writes its counts to the file.
extern "C" void sanecc_lower_counters(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *file) {
  InstrProfOptions options;
  options.DoCounterPromotion = true;
  options.InstrProfileOutput = file;
  ModulePassManager passes;
  passes.addPass(InstrProfilingLoweringPass(options));
  run(module, machine, std::move(passes));
}

// Annotates functions and branches with the counts of the file, and calls the usual callees of pointers directly.
extern "C" void sanecc_use_profile(LLVMModuleRef module, LLVMTargetMachineRef machine, const char *file) {
  ModulePassManager passes;
  passes.addPass(PGOInstrumentationUse(file));
  passes.addPass(PGOIndirectCallPromotion());
  run(module, machine, std::move(passes));
}
