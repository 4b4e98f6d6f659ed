// LLVM reads both places of a choice, and the one that is chosen is poisoned.
//@ levels: O2
//@[bad] asan: any it asks about no constant place of a variable
//@[fixed] kills-mutants: speculated/poisoned-by-hand
#include "hide.h"
#include <sanitizer/asan_interface.h>

static int pool[4] = {0, 7};

static NOINLINE int at(int which) {
  int *chosen = which ? &pool[1] : &pool[2];
  int result;
  __asan_poison_memory_region(&pool[2], 2 * sizeof pool[0]);
  result = *chosen; //~ ERROR use-after-poison
  __asan_unpoison_memory_region(&pool[2], 2 * sizeof pool[0]);
  return result;
}

#ifdef FIXED
int main(void) { return at(hide(1)) == 77; }
#else
int main(void) { return at(hide(0)) == 77; }
#endif
