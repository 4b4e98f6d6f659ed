// What a function returned where an exception would have to clean up.
//@ flags: -g -fsanecc-mode=pointer -fexceptions
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
#include "hide.h"
#include <stdlib.h>

static int *rows[8];
static int cleaned;

// Whatever it calls may throw.
void (*before)(int number);

NOINLINE static int *row(int number) {
  if (before)
    before(number);
  return rows[number];
}

NOINLINE static void clean(int *number) { cleaned += *number; }

NOINLINE static int read(int number, long at) {
  __attribute__((cleanup(clean))) int used = number;
  int *found = row(number);
  return found[at]; //~ ERROR cross-object-access
}

int main(void) {
  for (int i = 0; i < 8; i++) {
    rows[i] = malloc(25 * sizeof(int));
    rows[i][0] = i;
  }
  long distance = hide((char *)rows[5] - (char *)rows[2]) / (long)sizeof(int);
#ifdef FIXED
  distance = 0;
#endif
  int found = read(2, distance);
  for (int i = 0; i < 8; i++)
    free(rows[i]);
  return found - cleaned;
}
