// A constant index leaves an array in a structure that a pointer leads to.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdlib.h>

struct pair {
  short left[2];
  short right[2];
};

#ifdef FIXED
#define INDEX 1
#else
#define INDEX 2
#endif

NOINLINE static int last(struct pair *pair) {
#pragma clang diagnostic ignored "-Warray-bounds"
  return pair->left[INDEX]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct pair *pair = calloc(1, sizeof *pair);
  int found = last(pair);
  free(pair);
  return found;
}
