// An index leads from one array of computed size to another.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"

NOINLINE static void set(int *numbers, long index) {
  numbers[index] = 1; //~ ERROR cross-object-access
}

NOINLINE static int use(long size) {
  int first[size], second[size];
  long distance = (int *)hide_pointer(second) - (int *)hide_pointer(first);
  set(first, size - 1);
  set(second, size - 1);
#ifdef FIXED
  distance = size - 2;
#endif
  set(first, distance + 1);
  return first[size - 1] + second[size - 1] - 2;
}

int main(void) { return use(hide(40)); }
