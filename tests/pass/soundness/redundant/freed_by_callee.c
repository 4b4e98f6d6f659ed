// An unknown call between two equal accesses.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static long *shared;

static void nothing(void) {}

static NOINLINE long twice(long *number, void (*between)(void)) {
  long first = *number;
  between();
  return first + *number;
}

int main(void) {
  shared = hide_pointer(calloc(1, sizeof *shared));
  long sum = twice(shared, nothing);
  void (*volatile between)(void) = nothing;
  sum += twice(shared, between);
  free(hide(0) ? shared : NULL);
  return sum != 0;
}
