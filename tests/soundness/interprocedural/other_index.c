// Caller and callee access different elements.
//@ levels: O2
//@ kills-mutants: interprocedural/same-index
#include "hide.h"
#include <stdlib.h>

static NOINLINE long take(const long *numbers, long which) { return numbers[which]; }

static NOINLINE long both(long *numbers, long which) {
  long first = take(numbers, which);
  return first + numbers[0]; //~ ERROR heap-buffer-overflow
}

int main(void) {
#ifdef FIXED
  return both((long *)hide_pointer(calloc(4, sizeof(long))), hide(1)) == 77;
#else
  return both((long *)hide_pointer(calloc(4, sizeof(long))) - 1, hide(1)) == 77;
#endif
}
