// Members of a chunk that is gone are compared as one, and the first of them is told.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
#include "hide.h"
#include <stdlib.h>

struct pair {
  int first;
  int second;
};

NOINLINE static void drop(struct pair *pair) {
#ifndef FIXED
  free(pair);
#endif
  touch(pair);
}

int main(void) {
  struct pair *pair = malloc(sizeof *pair);
  pair->first = 1;
  pair->second = -1;
  drop(pair);
  int first = pair->first; //~ ERROR heap-use-after-free
  int second = pair->second;
#ifdef FIXED
  free(pair);
#endif
  return first + second;
}
