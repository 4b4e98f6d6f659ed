// An element of an array that was never allocated.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ contains: null pointer
#include "hide.h"
#include <stdlib.h>

struct vector {
  double *items;
  int count;
};

NOINLINE static void set(struct vector *vector, int index, double value) {
  vector->items[index] = value; //~ ERROR SEGV
}

int main(void) {
  struct vector *vector = calloc(1, sizeof *vector);
#ifdef FIXED
  vector->items = calloc(8, sizeof(double));
#endif
  set(vector, (int)hide(5), 1.5);
  return 0;
}
