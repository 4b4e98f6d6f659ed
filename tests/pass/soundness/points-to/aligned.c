// An address is rounded down, by which a block is found that is freed later.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

int main(void) {
  int *block = aligned_alloc(32, 32);
  block[1] = 1;
  int *start = __builtin_align_down(block + hide(5), 32), first = start[1];
  int sum = first + start[1];
  free(block);
  return sum == 77;
}
