// Which options LLVM has here: those of parts that are not linked in are known to clang alone. And what they are while single passes run.

#include "llvm-c/Core.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/CommandLine.h"

extern "C" LLVMBool sanecc_has_option(const char *name, size_t length) {
  return llvm::cl::getRegisteredOptions().count(llvm::StringRef(name, length));
}

// Whether the command line sets an option.
extern "C" LLVMBool sanecc_is_given(const char *name, size_t length) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(llvm::StringRef(name, length));
  return found != options.end() && found->second->getNumOccurrences() > 0;
}

// Sets an option that the command line leaves open, or back to what it is by itself.
extern "C" void sanecc_tune(const char *name, size_t length, const char *value, size_t digits) {
  auto &options = llvm::cl::getRegisteredOptions();
  auto found = options.find(llvm::StringRef(name, length));
  if (found == options.end() || found->second->getNumOccurrences() > 0)
    return;
  if (digits == 0)
    found->second->setDefault();
  else
    found->second->addOccurrence(0, found->first(), llvm::StringRef(value, digits), /*MultiArg=*/true);
}
