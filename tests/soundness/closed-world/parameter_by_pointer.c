// One call is by the function's name, the other by its address.
//@ levels: O2
//@ kills-mutants: closed-world/taken-in-data
#include "hide.h"

static NOINLINE int at(unsigned long index) {
  volatile char bytes[8] = {0};
  return bytes[index]; //~ ERROR stack-buffer-overflow
}

static int (*volatile function)(unsigned long) = at;

#ifdef FIXED
int main(void) { return at(hide(1) & 7) + at(hide(2) & 3) + function(hide(7)); }
#else
int main(void) { return at(hide(1) & 7) + at(hide(2) & 3) + function(hide(8)); }
#endif
