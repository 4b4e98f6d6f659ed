// A counter of eight bits goes down beyond zero; what is that far below is there.
//@ only: hosted redzones of a board are short
//@ levels: O2
//@ kills-mutants: affine/both-ends affine/index-wraps hoist-range/conditions
#include "hide.h"
#include <stdlib.h>

static NOINLINE int sum(const char *bytes, unsigned char from, long rounds) {
  int sum = 0;
  for (long round = 0; round < rounds; round++) {
    sum += bytes[from]; //~ ERROR heap-buffer-overflow
    from--;
  }
  return sum;
}

int main(void) {
  char *block = calloc(64, 1);
#ifdef FIXED
  return sum((char *)hide_pointer(block) + 32, (unsigned char)hide(19), hide(20)) == 77;
#else
  return sum((char *)hide_pointer(block) + 32, (unsigned char)hide(3), hide(20)) == 77;
#endif
}
