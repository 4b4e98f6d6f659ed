// A number has more digits than the array of a structure that it is printed into.
//@ flags: -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
#include "hide.h"
#include <stdio.h>
#include <stdlib.h>

struct cell {
  char text[4];
  short width;
  short height;
};

NOINLINE static void show(struct cell *cell, int number) {
  sprintf(cell->text, "%d", number); //~ ERROR sub-object-overflow
}

int main(void) {
  struct cell *cell = calloc(1, sizeof *cell);
#ifdef FIXED
  show(cell, 999);
#else
  show(cell, 1000);
#endif
  int width = cell->width;
  free(cell);
  return width;
}
