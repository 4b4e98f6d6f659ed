// The pointer is an argument of a function that is called by its address.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

NOINLINE static void set(char *bytes, long index) {
  bytes[index] = 1; //~ ERROR cross-object-access
}

NOINLINE static void clear(char *bytes, long index) { bytes[index % 100] = 0; }

int main(void) {
  void (*volatile action[2])(char *, long) = {clear, set};
  char *one = malloc(100), *two = malloc(100);
  long distance = hide(two - one);
  char *lower = distance > 0 ? one : two;
  distance = distance < 0 ? -distance : distance;
#ifdef FIXED
  action[0](lower, distance);
#else
  action[1](lower, distance);
#endif
  return 0;
}
