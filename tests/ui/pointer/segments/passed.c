// A function is passed where data is expected.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it lets code be read, and calls a write a fault
//@ contains: is in the code of thrice
#include "hide.h"

NOINLINE static int thrice(int number) { return 3 * number; }

NOINLINE static int sum(const char *bytes, long count) {
  int sum = 0;
  for (long i = 0; i < count; i++)
    sum += bytes[i]; //~ ERROR function-access
  return sum;
}

int main(void) {
#ifdef FIXED
  const char *bytes = "abcdefgh";
#else
  const char *bytes = (const char *)(const void *)thrice;
#endif
  return sum(bytes, hide(8)) == thrice(1);
}
