// One of two objects whose scope is over.
//@ levels: O2
//@ contains: 'inner'
//@ kills-mutants: temporal/all-objects temporal/scope-open
#include "hide.h"

static NOINLINE int choose(long which, long index) {
  char outer[8] = {0};
  char *chosen;
  outer[index & 7] = 1;
  {
    char inner[8] = {0};
    inner[index & 7] = 2;
    chosen = which ? inner : outer;
    chosen[(index + 1) & 7] = 3;
#ifdef FIXED
    return ((volatile char *)chosen)[index & 7];
#endif
  }
#ifndef FIXED
  return ((volatile char *)chosen)[index & 7]; //~ ERROR stack-use-after-scope
#endif
}

#ifdef FIXED
int main(void) { return choose(hide(1), hide(3)) != 2; }
#else
int main(void) { return choose(hide(1), hide(3)); }
#endif
