// Frees an address inside of a chunk that nobody reads: once the accesses need no check, nothing but the free is left of it.
//@ flags: -fno-strict-aliasing
#include "hide.h"
#include <stdlib.h>

struct array {
  unsigned *values;
  unsigned long count;
};

static NOINLINE long given(long value) {
  static volatile long kept;
  kept = value;
  return kept;
}

int trigger;

static NOINLINE void fill(void) {
  // A loop that LLVM takes away late.
  for (unsigned short i = 0, j = (unsigned short)((trigger == 3 ? 11 : 10) - 1); i < j; i++, j--) {
  }
  struct array *array = malloc(sizeof *array);
  array->values = calloc(given(15), sizeof(unsigned));
  array->count = given(3);
  if (trigger == 7) {
    array->count += 1;
  }
  if (trigger == 8) {
#ifdef FIXED
    free(array->values);
    free(array);
#else
    free(array->values + 1); //~ ERROR bad-free
#endif
  }
}

int main(void) {
  trigger = (int)given(8);
  fill();
  return 0;
}
