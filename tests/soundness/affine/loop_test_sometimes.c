// Only some iterations come to the test.
//@ levels: O2
//@ kills-mutants: affine/test-in-every-round
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const int *numbers, const char *tests, long count, long *out) {
  int sum = 0;
  for (long i = 0;; i++) {
    sum += numbers[i]; //~ ERROR heap-buffer-overflow
    if (tests[i & 3]) {
      *out += i;
      if (i >= count)
        break;
    }
  }
  return sum;
}

int main(void) {
  long out = 0;
  char *tests = calloc(4, 1);
  tests[3] = 1;
  return sum(hide_pointer(calloc(64, sizeof(int))), hide_pointer(tests), hide(61),
             hide_pointer(&out)) +
#ifdef FIXED
             sum(hide_pointer(calloc(68, sizeof(int))), hide_pointer(tests), hide(64),
                 hide_pointer(&out)) ==
#else
             sum(hide_pointer(calloc(65, sizeof(int))), hide_pointer(tests), hide(64),
                 hide_pointer(&out)) ==
#endif
         77;
}
