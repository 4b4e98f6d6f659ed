// Between two calls of a function that is inlined, the chunk that both read is freed.
//@ levels: O1 O2 O3
//@ kills-mutants: redundant-calls/call
#include "hide.h"
#include <stdlib.h>

static int get(const int *number) { INLINED_LATE; return *number; } //~ ERROR heap-use-after-free

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  int sum = get(number);
#ifndef FIXED
  free(number);
#endif
  sum += get(number);
#ifdef FIXED
  free(number);
#endif
  return sum;
}
