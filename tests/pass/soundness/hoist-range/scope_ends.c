// The loop keeps the address of a local whose scope ends with each round, and uses it in that round alone.
//@ levels: O2
#include "hide.h"

static NOINLINE long all(int *first, long count) {
  long sum = 0;
  int *kept = first;
  for (long i = 0; i < count; i++) {
    sum += first[1];
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
