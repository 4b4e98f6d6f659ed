// All calls pass an index that is in range.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long index) {
  volatile char bytes[8] = {0};
  return bytes[index];
}

static int (*volatile function)(unsigned long) = at;

int main(void) { return at(hide(1) & 7) + at(hide(2) & 3) + function(hide(7)); }
