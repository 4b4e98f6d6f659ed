// Reads an element of another chunk, by an index that leads beyond all redzones.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: after object that the pointer was derived from
//@ contains: inside of 400-byte region
#include "hide.h"
#include <stdlib.h>

NOINLINE static int at(int *numbers, long index) {
#ifdef FIXED
  return numbers[index % 100];
#else
  return numbers[index]; //~ ERROR cross-object-access
#endif
}

int main(void) {
  int *first = calloc(100, sizeof *first), *second = calloc(100, sizeof *second);
  long distance = hide((char *)second - (char *)first) / (long)sizeof *first;
  distance = distance < 0 ? -distance : distance;
  int *lower = first < second ? first : second;
  int sum = at(lower, distance + hide(5));
  free(first);
  free(second);
  return sum;
}
