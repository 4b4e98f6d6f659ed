// The same within bounds.
//@ levels: O2
#include "hide.h"

static char bytes[16];

static NOINLINE int at(unsigned long index) {
  return ++bytes[index];
}

static NOINLINE int first(unsigned long index) { return at(index & 15); }
static NOINLINE int second(unsigned long index) { return at(index & 31); }

int main(void) {
  return first((unsigned long)hide(16)) + second((unsigned long)hide(15)) != 2;
}
