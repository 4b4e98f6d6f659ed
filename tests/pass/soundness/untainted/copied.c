// What an argument of main leaves is copied, and fits.
//@ levels: O2
//@ flags: -fsanecc-taint
#include "hide.h"
#include <string.h>

static volatile int numbers[8];
static int from[16], to[16];

int main(int count, char **words) {
  from[3] = count * 7;
  memcpy(to, from, hide(64));
  return numbers[to[3]] == 77;
}
