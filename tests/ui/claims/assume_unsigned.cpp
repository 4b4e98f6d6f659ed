// An attribute of C++ says what `__builtin_assume` says; the numbers have no sign.
//@ flags: -std=c++23
//@ contains: the program assumes 4294967295 <= 100, which does not hold
//@ asan: any AddressSanitizer believes what is said
#include "hide.h"

__attribute__((noinline)) static unsigned scaled(unsigned share) {
  unsigned twice = share * 2; [[assume(share <= 100)]]; //~ ERROR false-assumption
  return twice;
}

int main() {
#ifdef FIXED
  return scaled(hide(100)) != 200;
#else
  return scaled(hide(-1)) != 200;
#endif
}
