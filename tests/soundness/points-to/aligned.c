// An address is rounded down, by which a chunk is found that is freed.
//@ levels: O2
//@ kills-mutants: points-to/intrinsic
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *block = aligned_alloc(32, 32);
  block[1] = 1;
  int *start = __builtin_align_down(block + hide(5), 32), first = start[1];
#ifdef FIXED
  int sum = first + start[1];
  free(block);
  return sum == 77;
#else
  free(block);
  return first + start[1] == 77; //~ ERROR heap-use-after-free
#endif
}
