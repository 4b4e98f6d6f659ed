// The same beside of what is poisoned.
//@ revisions: WHICH=local WHICH=global
#include "hide.h"

void __asan_poison_memory_region(void const volatile *start, unsigned long size);

int global[16];

int main(void) {
  int local[16] = {0};
  touch(local);
  touch(global);
  __asan_poison_memory_region(WHICH + 8, 16);
  touch(WHICH);
  return WHICH[13];
}
