// The processor's clock says which index it is, of two that fit.
//@ levels: O2
//@ flags: -fsanecc-taint
#include <x86intrin.h>

static volatile int numbers[8];

int main(void) {
  return numbers[6 + (__rdtsc() & 1)] == 77;
}
