// What yields the array yields null where it is asked for too much; what is counted from there is the variable of that address.
//@ only: hosted a board has less memory
//@ levels: O2
//@ flags: -no-pie
//@ kills-mutants: regions/null
#include "hide.h"

enum { MOST = 1 << 25 };
static char small[4], large[MOST];

static inline char *room(long count) { return count <= 8 ? large : 0; }

static NOINLINE int at(char *from, long index) {
  return ++from[index & (MOST - 1)]; //~ ERROR global-buffer-overflow
}

int main(void) {
  touch(small);
#ifdef FIXED
  return at(room(hide(8)), hide(1)) + at(room(hide(9)), (long)small + hide(3)) == 77;
#else
  return at(room(hide(8)), hide(1)) + at(room(hide(9)), (long)small + hide(4)) == 77;
#endif
}
