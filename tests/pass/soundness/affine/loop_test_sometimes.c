// Only some rounds come to the test, and there is room for the others.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const int *numbers, const char *tests, long count, long *out) {
  int sum = 0;
  for (long i = 0;; i++) {
    sum += numbers[i];
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
             sum(hide_pointer(calloc(68, sizeof(int))), hide_pointer(tests), hide(64),
                 hide_pointer(&out)) ==
         77;
}
