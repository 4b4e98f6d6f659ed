// Which options LLVM has here: those of parts that are not linked in are known to clang alone.

#include "llvm-c/Core.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

extern "C" LLVMBool sanecc_has_option(const char *name, size_t length) {
  return llvm::cl::getRegisteredOptions().count(llvm::StringRef(name, length));
}
