// One of two returns comes before the access.
//@ levels: O2
//@ kills-mutants: interprocedural/every-return
#include "hide.h"
#include <stdlib.h>

static NOINLINE long leave(long *numbers, long early) {
  touch(&numbers);
  return early;
}

static NOINLINE long put(long *numbers, long early) {
  if (early)
    __attribute__((musttail)) return leave(numbers, early);
  numbers[1] = 7;
  return early + 1;
}

static NOINLINE void both(long *numbers, long early) {
  long more = put(numbers, early);
  numbers[1] += more; //~ ERROR heap-buffer-overflow
}

int main(void) {
  both(hide_pointer(calloc(2, sizeof(long))), hide(0));
#ifdef FIXED
  both(hide_pointer(calloc(hide(2), sizeof(long))), hide(1));
#else
  both(hide_pointer(calloc(hide(1), sizeof(long))), hide(1));
#endif
  return 0;
}
