// What only some turns of a loop read and write is a local whose scope is over; no turn does.
//@ levels: O2
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
      *place += i;
      sum += *place;
    }
  return sum;
}

int main(void) { return at(hide(10), hide(100)) == 77; }
