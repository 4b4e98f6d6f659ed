// The loop keeps the address of a local whose scope ends with each iteration.
//@ levels: O2
#include "hide.h"

static NOINLINE long all(int *first, long count) {
  long sum = 0;
  int *kept = first;
  for (long i = 0; i < count; i++) {
#ifdef FIXED
    sum += first[1];
#else
    sum += kept[1]; //~ ERROR stack-use-after-scope
#endif
    {
      int local[4] = {1, 2, 3, 4};
      touch(local);
      kept = local;
      touch(kept);
    }
  }
  return sum;
}

int main(void) {
  int first[4] = {0};
  touch(first);
  return all(first, hide(3)) == 77;
}
