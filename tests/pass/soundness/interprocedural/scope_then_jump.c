// The scope is around all rounds.
//@ levels: O2
#include "hide.h"
#include <stdlib.h>

static NOINLINE long take(const volatile long *number) { return number[0]; }

static NOINLINE long both(long count) {
  const volatile long *kept = 0;
  long sum = 0;
  volatile long number;
  for (long i = 0; i < count; i++) {
    if (kept)
      sum += take(kept);
    number = i;
    kept = &number;
    sum += take(kept);
  }
  return sum;
}

int main(void) { return both(hide(2)) == 77; }
