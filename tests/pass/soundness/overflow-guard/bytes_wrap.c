// The same where nothing wraps.
//@ levels: O1 O2
#include "hide.h"

static NOINLINE void clear(unsigned n) {
  volatile int numbers[16];
  unsigned bytes = n * 4;
  if (bytes <= sizeof numbers)
    for (unsigned i = 0; i < n; i++) numbers[i] = 0;
}

int main(void) {
  clear(hide(16));
  return 0;
}
