// All calls pass an index that is in range.
//@ levels: O2
#include "hide.h"

static NOINLINE int at(unsigned long index) {
  volatile char bytes[8] = {0};
  return bytes[index];
}

int main(void) { return at(hide(1) & 7) + at(hide(7) & 15); }
