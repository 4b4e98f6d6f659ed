// Two adjacent accesses, and between them the scope ends that both are in.
//@ levels: O2
//@ kills-mutants: coalesce/scope
#include "hide.h"

static NOINLINE long at(void) {
  long *place, sum;
  {
    long numbers[2] = {1, 2};
    place = hide_pointer(numbers);
    sum = place[0];
#ifdef FIXED
    return sum + place[1];
#endif
  }
#ifndef FIXED
  return sum + place[1]; //~ ERROR stack-use-after-scope
#endif
}

int main(void) { return at() == 77; }
