// One iteration of a loop reads and writes a local whose scope is over.
//@ levels: O2
//@ kills-mutants: hoisted-loads/scope-open
#include "hide.h"

static NOINLINE int at(int turns, int from) {
  int *place, sum = 0;
  {
    int inner = from;
    touch(&inner);
    place = &inner;
  }
  for (int i = 0; i < turns; i++)
    if (i > from) {
      *place += i; //~ ERROR stack-use-after-scope
      sum += *place;
    }
  return sum;
}

#ifdef FIXED
int main(void) { return at(hide(10), hide(100)) == 77; }
#else
int main(void) { return at(hide(10), hide(8)) == 77; }
#endif
