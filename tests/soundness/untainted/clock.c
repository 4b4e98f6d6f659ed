// The processor's clock says which index it is.
//@ only: x86_64 its intrinsics
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/opaque
#include <x86intrin.h>

static volatile int numbers[8];

int main(void) {
#ifdef FIXED
  return numbers[6 + (__rdtsc() & 1)] == 77;
#else
  return numbers[8 + (__rdtsc() & 1)] == 77; //~ ERROR global-buffer-overflow
#endif
}
