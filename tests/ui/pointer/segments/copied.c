// Bytes of code are copied.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: any it lets code be read, and calls a write a fault
//@ contains: is in the code of thrice
#include "hide.h"
#include <string.h>

NOINLINE static int thrice(int number) { return 3 * number; }

int main(void) {
  char bytes[8];
  int (*function)(int) = thrice;
#ifdef FIXED
  memcpy(bytes, &function, sizeof bytes);
#else
  memcpy(bytes, (const void *)thrice, sizeof bytes); //~ ERROR function-access
#endif
  return function((int)hide(bytes[hide(3)])) == 77777;
}
