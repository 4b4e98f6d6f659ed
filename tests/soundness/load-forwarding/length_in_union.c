// A store to another member of the union changes the length that was compared.
//@ levels: O2
//@ flags: -fsanecc-disable-pass=hoist-range
#include "hide.h"

union both {
  unsigned count;
  unsigned char bytes[8];
};

static NOINLINE int at(union both *both, long place) {
  volatile int numbers[8] = {0};
  int sum = 0;
  if (both->count > 8)
    return 0;
  for (unsigned i = 0; i < both->count; i++) {
    sum += numbers[i]; //~ ERROR stack-buffer-overflow
    both->bytes[place] = 12;
  }
  return sum;
}

int main(void) {
  union both both = {.count = (unsigned)hide(4)};
  touch(&both);
#ifdef FIXED
  return at(&both, hide(4)) == 77;
#else
  return at(&both, hide(0)) == 77;
#endif
}
