// A local array and a global one, parts of which the program has poisoned.
//@ defines: WHICH=local WHICH=global
#include "hide.h"

void __asan_poison_memory_region(void const volatile *start, unsigned long size);

int global[16];

int main(void) {
  int local[16] = {0};
  touch(local);
  touch(global);
  __asan_poison_memory_region(WHICH + 8, 16);
  touch(WHICH);
#ifdef FIXED
  return WHICH[13];
#else
  return WHICH[9]; //~ ERROR use-after-poison
#endif
}
