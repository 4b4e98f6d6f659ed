// The code of a function is read as a number.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it lets code be read, and calls a write a fault
//@ contains: is in the code of thrice
#include "hide.h"

NOINLINE static int thrice(int number) { return 3 * number; }

int main(void) {
  static const int number = 7;
#ifdef FIXED
  const int *place = &number;
#else
  const int *place = (const int *)(const void *)thrice;
#endif
  return thrice(1) + *place == number; //~ ERROR function-access
}
