// LLVM reads both places of a choice, and one is poisoned.
//@ levels: O2
//@ kills-mutants: speculated/poisoned-by-hand
#include "hide.h"
#include <sanitizer/asan_interface.h>

static int pool[4] = {0, 7};

static NOINLINE int at(int which) {
  int *chosen = which ? &pool[1] : &pool[2];
  int result;
  __asan_poison_memory_region(&pool[2], 2 * sizeof pool[0]);
  result = *chosen;
  __asan_unpoison_memory_region(&pool[2], 2 * sizeof pool[0]);
  return result;
}

int main(void) { return at(hide(1)) == 77; }
