// Code is written.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it lets code be read, and calls a write a fault
//@ contains: is in the code of thrice
#include "hide.h"

NOINLINE static int thrice(int number) { return 3 * number; }

int main(void) {
  static char byte;
#ifdef FIXED
  char *place = &byte;
#else
  char *place = (char *)(void *)thrice;
#endif
  place[hide(0)] = 1; //~ ERROR function-access
  return thrice(byte) == 77;
}
