// A function of this module, which stays a call, frees the chunk between two reads that inlining brings together.
//@ levels: O1 O2 O3
//@ kills-mutants: redundant-calls/call
#include "hide.h"
#include <stdlib.h>

static int get(const int *number) { INLINED_LATE; return *number; } //~ ERROR heap-use-after-free

static NOINLINE void deeper(int *number, int level) {
  if (level > 0)
    deeper(number, level - 1);
#ifdef FIXED
  else
    touch(number);
#else
  else
    free(number);
#endif
}

int main(void) {
  int *number = hide_pointer(calloc(1, sizeof(int)));
  int level = (int)hide(2);
  int sum = get(number);
  deeper(number, level);
  sum += get(number);
#ifdef FIXED
  free(number);
#endif
  return sum;
}
