// The array in an element is in bounds, but the element lies behind the array of elements.
//@ flags: -g -fsanecc-mode=pointer
//@ levels: O0 O1 O2 O3
//@ asan: silent it does not look at members
//@ contains: member 'sheet.cells'
#include "hide.h"

struct cell {
  char text[4];
  int colour;
};

struct sheet {
  struct cell cells[2];
  struct cell spare;
};

NOINLINE static char get(struct sheet *sheet, int cell, int at) {
  return sheet->cells[cell].text[at]; //~ ERROR sub-object-overflow
}

int main(void) {
  struct sheet sheet = {0};
#ifdef FIXED
  return get(&sheet, 1, 3);
#else
  return get(&sheet, 2, 0);
#endif
}
