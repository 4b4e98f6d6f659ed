// The same where nothing wraps.
//@ levels: O1 O2
#include "hide.h"

static NOINLINE void put(unsigned long n) {
  volatile int numbers[16];
  unsigned char few = n;
  if (few <= 16)
    for (unsigned long i = 0; i < n; i++) numbers[i] = few;
}

int main(void) {
  put(hide(16));
  return 0;
}
