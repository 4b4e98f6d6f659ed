// Which of two chunks is meant, a condition says.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

NOINLINE static int pick(int *small, int *large, long index) {
  int *chosen = index > 50 ? large : small;
  return chosen[index]; //~ ERROR cross-object-access
}

int main(void) {
  int *small = calloc(20, sizeof *small), *large = calloc(100, sizeof *large);
  int *third = calloc(100, sizeof *third);
  long distance = hide((char *)third - (char *)large) / (long)sizeof *third;
  int *lower = distance > 0 ? large : third;
  distance = distance < 0 ? -distance : distance;
#ifdef FIXED
  distance = 51;
#endif
  return pick(small, lower, distance);
}
