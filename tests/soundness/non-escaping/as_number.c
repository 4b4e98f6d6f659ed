// The address is handed on as a number.
//@ levels: O2
//@ kills-mutants: non-escaping/number
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

static NOINLINE void drop(uintptr_t number) { free((void *)(number ^ 5)); }

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
#ifdef FIXED
  drop((uintptr_t)block * (uintptr_t)hide(0) ^ 5);
#else
  drop((uintptr_t)block ^ 5);
#endif
  return block[0] == 77; //~ ERROR heap-use-after-free
}
