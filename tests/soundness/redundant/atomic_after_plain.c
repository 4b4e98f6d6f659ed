// An atomic access to a chunk that was freed after a plain one.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE int both(int *number) {
  int sum = *number;
#ifdef FIXED
  sum += __atomic_fetch_add(number, 1, __ATOMIC_SEQ_CST);
  free(number);
#else
  free(number);
  sum += __atomic_fetch_add(number, 1, __ATOMIC_SEQ_CST); //~ ERROR heap-use-after-free
#endif
  return sum;
}

int main(void) { return both(hide_pointer(calloc(1, sizeof(int)))) != 0; }
