// An unknown call between two equal accesses frees the chunk.
//@ levels: O2
//@ contains: READ of size 8
#include "hide.h"
#include <stdlib.h>

static long long *shared;

static void nothing(void) {}
#ifndef FIXED
static void drop(void) { free(shared); }
#endif

static NOINLINE long long twice(long long *number, void (*between)(void)) {
  long long first = *number;
  between();
  return first + *number; //~ ERROR heap-use-after-free
}

int main(void) {
  shared = hide_pointer(calloc(1, sizeof *shared));
  long long sum = twice(shared, nothing);
#ifdef FIXED
  void (*volatile between)(void) = nothing;
#else
  void (*volatile between)(void) = drop;
#endif
  sum += twice(shared, between);
  free(hide(0) ? shared : NULL);
  return sum != 0;
}
