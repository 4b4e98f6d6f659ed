// An index that is small in each call, but for the one where it wraps.
//@ levels: O2
//@ contains: bytes'
#include "hide.h"

static char bytes[16];

static NOINLINE int at(unsigned index) {
  return ++bytes[index]; //~ ERROR global-buffer-overflow
}

static NOINLINE int before(unsigned index) {
  return index < 16 ? at((unsigned char)(index - 3)) : 0;
}

int main(void) {
  int sum = at((unsigned)hide(5) & 15) + before((unsigned)hide(4));
#ifdef FIXED
  return sum + before((unsigned)hide(3)) != 3;
#else
  return sum + before((unsigned)hide(2));
#endif
}
