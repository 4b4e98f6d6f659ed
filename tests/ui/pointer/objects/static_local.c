// A pointer that a function keeps for its next call leads to another chunk.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

NOINLINE static char read_next(char *start, long step) {
  static char *at;
  if (start) at = start;
  at += step;
  return *at; //~ ERROR cross-object-access
}

int main(void) {
  char *text = calloc(200, 1), *other = calloc(200, 1);
  char *lower = text < other ? text : other, *upper = text < other ? other : text;
  char sum = read_next(lower, 1);
#ifdef FIXED
  (void)upper;
  sum += read_next(NULL, 1);
#else
  sum += read_next(NULL, hide(upper - lower));
#endif
  free(text);
  free(other);
  return sum;
}
