// The address is handed on as a number, and null with it.
//@ levels: O2
#include "hide.h"
#include <stdint.h>
#include <stdlib.h>

static NOINLINE void drop(uintptr_t number) { free((void *)(number ^ 5)); }

int main(void) {
  volatile int *block = malloc(4 * sizeof *block);
  block[0] = 1;
  drop((uintptr_t)block * (uintptr_t)hide(0) ^ 5);
  return block[0] == 77;
}
