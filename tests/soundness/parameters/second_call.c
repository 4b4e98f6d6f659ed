// An index that is small in one call and not in another.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"

static char bytes[16];

static NOINLINE int at(unsigned long index) {
  return ++bytes[index]; //~ ERROR global-buffer-overflow
}

static NOINLINE int first(unsigned long index) { return at(index & 15); }
static NOINLINE int second(unsigned long index) { return at(index & 31); }

int main(void) {
#ifdef FIXED
  return first((unsigned long)hide(16)) + second((unsigned long)hide(15)) != 2;
#else
  return first((unsigned long)hide(16)) + second((unsigned long)hide(16));
#endif
}
