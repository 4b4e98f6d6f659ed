// A jump leads back in front of a scope that seems to be open.
//@ levels: O2
//@ kills-mutants: interprocedural/outlives
#include "hide.h"
#include <stdlib.h>

static NOINLINE long take(const volatile long *number) { return number[0]; } //~ ERROR stack-use-after-scope

static NOINLINE long both(long count) {
  const volatile long *kept = 0;
  long sum = 0;
#ifdef FIXED
  volatile long number;
#endif
  for (long i = 0; i < count; i++) {
    if (kept)
      sum += take(kept);
#ifdef FIXED
    number = i;
#else
    volatile long number = i;
#endif
    kept = &number;
    sum += take(kept);
  }
  return sum;
}

int main(void) { return both(hide(2)) == 77; }
