// A function states that its parameter is an array, and gets a null pointer that it does not use.
//@ flags: -g -Wno-nonnull
//@ asan: any AddressSanitizer believes what is said
#include "hide.h"
#include <stddef.h>

__attribute__((noinline)) static int first(const int numbers[static 4]) { //~ ERROR SEGV
  return hide(0) ? numbers[0] : 0;
}

int main(void) {
  static const int numbers[4];
#ifdef FIXED
  return first(hide(1) ? numbers : NULL);
#else
  return first(hide(0) ? numbers : NULL);
#endif
}
