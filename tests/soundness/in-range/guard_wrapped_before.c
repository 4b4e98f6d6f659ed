// What wrapped in one iteration of a loop decides about the accesses of a later one, before which nothing wraps any more.
//@ only: 64-bit it counts on a long of 64 bits
//@ levels: O1 O2
//@ kills-mutants: in-range/every-round
#include "hide.h"

static NOINLINE int take(unsigned turns, unsigned jump) {
  volatile int first[16] = {0}, second[16] = {0};
  int total = 0;
  unsigned sum = 10;
  for (unsigned turn = 0; turn < turns; turn++) {
    if (turn == 3 && sum < 26) {
      int some = second[sum - 10]; //~ ERROR stack-buffer-overflow
      total += some + first[sum - 10];
    }
    sum += turn == 1 ? jump : 1;
  }
  return total;
}

#ifdef FIXED
int main(void) { return take(hide(4), hide(7)) == 77; }
#else
int main(void) { return take(hide(4), hide(-7)) == 77; }
#endif
