// Between two adjacent accesses lies an access that nobody checks, and that faults.
//@ levels: O2
//@ only: x86_64 it has addresses relative to a segment
//@ kills-mutants: coalesce/unknown-access
#include "hide.h"
#include <stdlib.h>

static NOINLINE long at(long *numbers, int __seg_fs *far) {
  long first = numbers[0];
#ifdef FIXED
  if (far)
#endif
  *far = 1; //~ ERROR SEGV
  return first + numbers[1];
}

int main(void) {
#ifdef FIXED
  long *numbers = calloc(2, 8);
  numbers[0] = 1;
  return at(numbers, (int __seg_fs *)(hide(0))) == 77;
#else
  long *numbers = malloc(8);
  numbers[0] = 1;
  return at(numbers, (int __seg_fs *)(hide(1) << 46)) == 77;
#endif
}
