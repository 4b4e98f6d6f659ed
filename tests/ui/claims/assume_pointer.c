// A pointer that is said not to be null is.
//@ contains: the program assumes 0x0 != 0x0, which does not hold
//@ asan: any AddressSanitizer believes what is said
#include "hide.h"
#include <stddef.h>

__attribute__((noinline)) static int is_set(const int *p) {
  __builtin_assume(p != NULL); //~ ERROR false-assumption
  return p != NULL;
}

int main(void) {
  int number = 0;
#ifdef FIXED
  return !is_set(hide(1) ? &number : NULL);
#else
  return !is_set(hide(0) ? &number : NULL);
#endif
}
