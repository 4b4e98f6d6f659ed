// A pointer is moved through a pointer to it, and too far.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it finds what lies in redzones alone
//@ contains: object that the pointer was derived from
#include "hide.h"
#include <stdlib.h>

NOINLINE static void skip(int **at, long count) { *at += count; }

NOINLINE static int next(int **at) {
  int found = **at; //~ ERROR cross-object-access
  skip(at, 1);
  return found;
}

int main(void) {
  int *numbers = calloc(50, sizeof *numbers), *others = calloc(50, sizeof *others);
  int *lower = numbers < others ? numbers : others, *upper = numbers < others ? others : numbers;
  int *at = lower;
  int sum = next(&at);
#ifdef FIXED
  (void)upper;
  skip(&at, 5);
#else
  skip(&at, hide(upper - lower));
#endif
  sum += next(&at);
  free(numbers);
  free(others);
  return sum;
}
