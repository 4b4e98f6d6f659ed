// A function that takes a number is called with a pointer.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at types of calls
//@ contains: 'int (int)' is called as 'int (void *)'
//@ contains: what is called:
//@ contains: in twice
#include "hide.h"

NOINLINE __attribute__((unused)) static int twice(int number) { return 2 * number; }

NOINLINE static int length(const char *text) { return text[0] != 0; }

int main(void) {
#ifdef FIXED
  int (*volatile function)(const char *) = length;
#else
  int (*volatile function)(const char *) = (int (*)(const char *))twice;
#endif
  return function("text") == 3; //~ ERROR type-confused-call
}
