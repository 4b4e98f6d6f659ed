// What an argument of main leaves is copied.
//@ levels: O2
//@ flags: -fsanecc-taint
//@ kills-mutants: untainted/copied
#include "hide.h"
#include <string.h>

static volatile int numbers[8];
static int from[16], to[16];

int main(int count, char **words) {
#ifdef FIXED
  from[3] = count * 7;
#else
  from[3] = count * 8;
#endif
  memcpy(to, from, hide(64));
  return numbers[to[3]] == 77; //~ ERROR global-buffer-overflow
}
