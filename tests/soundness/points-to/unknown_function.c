// A function of which nothing is known frees.
//@ levels: O2
//@ aux: ../aux/others.c
//@ kills-mutants: points-to/called-outside
#include "hide.h"
#include <stdlib.h>

extern void (*action)(void);
int *found, *other;

static NOINLINE int at(void) {
#ifdef FIXED
  int *here = other, first = here[3];
#else
  int *here = found, first = here[3];
#endif
  action();
  return first + here[3]; //~ ERROR heap-use-after-free
}

int main(void) {
  found = calloc(8, 4);
  other = calloc(8, 4);
  return at() == 77;
}
